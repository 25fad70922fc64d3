"""Helpers without a subject of their own: lazy imports, caches, shipped files."""

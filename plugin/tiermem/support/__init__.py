"""Lazy imports, caches, shipped files, spans and nested data."""

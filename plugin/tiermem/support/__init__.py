"""Lazy imports, caches and shipped files."""

"""The full-text index on SQLite FTS5."""

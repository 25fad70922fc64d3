"""Database tables, one module per kind of record."""

"""Database tables, one module per kind of record. What they share is in `store.sql`."""

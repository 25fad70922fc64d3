"""SQL that every engine shares: the interface of a database, the schema, statements, and rows as values."""

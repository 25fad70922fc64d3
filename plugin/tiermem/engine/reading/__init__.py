"""Read a statement: its words, clauses, values and owner, and how it bears on earlier ones."""

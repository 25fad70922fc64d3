"""Compare statements: the same, a new value, a contradiction, or unrelated."""

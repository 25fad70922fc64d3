"""Compare a later statement with earlier ones: the same, a new value, a contradiction, or unrelated."""

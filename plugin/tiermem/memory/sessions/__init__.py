"""Sessions: one conversation each, what hooks see of it, what it learns, and what it keeps while its server is away."""

"""Vectors: one table that records what is embedded, and three indexes that search it."""

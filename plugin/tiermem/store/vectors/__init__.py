"""Vectors: one table that records them, and three indexes that search it."""

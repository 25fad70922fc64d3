"""Measure how well gap-fill and the profile learn: ``python -m benchmarks.learning``."""

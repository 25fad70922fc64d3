"""Measure what a user gets from tiermem with default settings: ``python -m benchmarks.life``."""

"""Measurements that anyone can run: ``python -m benchmarks.NAME``; results in ``RESULTS.md``."""

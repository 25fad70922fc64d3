"""What a user gets from the whole of tiermem, with default settings: ``python -m benchmarks.life``."""

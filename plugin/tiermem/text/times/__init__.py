"""Times and dates in a text: find them, resolve them against the present, and write dates beside them."""

from tiermem.text.times import time_spans

__all__ = ["time_spans"]

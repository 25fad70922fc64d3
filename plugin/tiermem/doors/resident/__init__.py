"""The resident process, which answers command hooks over a socket of the user's own.

The first hook starts it, and it ends after ten minutes without a call. Between two messages it does what any process
with a `Memory` does: it embeds and consolidates while nobody asks.
"""

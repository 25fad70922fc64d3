"""The resident process: one that stays, and answers command hooks over a socket of the user's own.

Between two messages it is what any process with a `Memory` is: it embeds and makes profiles while nobody asks.
"""

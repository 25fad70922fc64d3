"""The resident process, which answers command hooks over the user's own socket.

The first hook starts it, and it exits after ten minutes without a call. Between messages it embeds and consolidates,
like any process with a `Memory`.
"""

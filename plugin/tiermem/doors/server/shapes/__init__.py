"""The requests and responses of REST, a module per resource.

The data of responses comes from `tiermem.representations`.
"""

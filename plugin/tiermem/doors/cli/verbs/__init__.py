"""The verbs of the command, one module each; the underscore keeps clear of Python's own words."""

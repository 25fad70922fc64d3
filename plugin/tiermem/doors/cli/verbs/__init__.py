"""The verbs of the command, a module per concept."""

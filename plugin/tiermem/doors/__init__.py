"""The ways in: the command."""

"""The verbs of the command, a module per concept: `entries`, `care` of the store, and `running` it."""

"""The blocks of the system prompt: what was written down, what was learned, the task that is worked on."""

"""The agent's YAML, read and checked."""

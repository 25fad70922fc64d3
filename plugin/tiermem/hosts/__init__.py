"""Attach memory to agent frameworks in process, and to command hosts by their configuration."""

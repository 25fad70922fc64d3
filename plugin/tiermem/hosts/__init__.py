"""Attach to agent frameworks: in process, and by the configuration of command hosts."""

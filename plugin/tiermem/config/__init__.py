"""The agent's YAML, read and checked."""

from tiermem.config.resolved import agent_names, load_settings

__all__ = ["agent_names", "load_settings"]

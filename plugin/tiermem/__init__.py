"""Memory for AI agents, as a plugin."""

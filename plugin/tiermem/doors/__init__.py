"""The ways in: the command, the hook of a host, the resident process, and MCP."""

"""The ways in: the command, the hook of a host, the process that stays to answer it, and MCP."""

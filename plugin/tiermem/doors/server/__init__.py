"""The HTTP server: REST API, panel, events and metrics over one store."""

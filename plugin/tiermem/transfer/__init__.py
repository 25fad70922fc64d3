"""Import, export and replay."""

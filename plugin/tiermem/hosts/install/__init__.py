"""Edit the configuration of hosts, and undo the edits to the byte."""

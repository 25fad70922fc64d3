"""Words, fences and other handling of plain text."""

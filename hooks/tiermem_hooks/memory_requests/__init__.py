"""Judge whether a message asks that something is not kept, or that something known is forgotten."""

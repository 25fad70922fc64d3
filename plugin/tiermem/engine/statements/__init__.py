"""The words of statements: repair and shorten them, and find those that repeat others."""

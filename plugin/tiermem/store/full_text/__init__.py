"""The full-text index, over the index of words that the engine has."""

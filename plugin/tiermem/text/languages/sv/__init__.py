"""Swedish: only the words by which secrets are found."""

"""Models that are plugged in: completions of a language model, and embeddings on this machine or from a service."""

"""Models: completions from a language model, and embeddings from this machine or a service."""

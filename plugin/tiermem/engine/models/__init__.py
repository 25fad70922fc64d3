"""Generative and embedding models, and the threads that use them."""

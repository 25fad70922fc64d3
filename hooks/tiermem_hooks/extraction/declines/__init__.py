"""Find what the user took back, meant as a joke or declined to have remembered, and what such a message still keeps."""

from tiermem_hooks.extraction.declines.declined import declined, words_declined

__all__ = ["declined", "words_declined"]

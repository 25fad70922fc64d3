"""Gap-fill without a generative model: what the user said that is worth remembering.

Turns in, observations out. A fitted linear model of each language says which statements are kept (`model`); patterns,
``extraction.toml``, say where a statement's parts stand.
"""

from tiermem_hooks.extraction.extract import extract
from tiermem_hooks.extraction.rules import Rules, load_rules
from tiermem_hooks.extraction.summary import summarize

__all__ = ["Rules", "extract", "load_rules", "summarize"]

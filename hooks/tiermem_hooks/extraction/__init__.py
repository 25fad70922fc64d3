"""Gap-fill without a generative model: find the user's statements that are worth remembering.

It turns turns into observations. A fitted linear model of each language decides which statements are kept (`model`);
patterns in ``extraction.toml`` find a statement's parts.
"""

from tiermem_hooks.extraction.extract import extract
from tiermem_hooks.extraction.rules import Rules, load_rules
from tiermem_hooks.extraction.summary import summarize

__all__ = ["Rules", "extract", "load_rules", "summarize"]

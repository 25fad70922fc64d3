"""Gap-fill by rules: what the user said that is worth remembering, found without a model.

Pure functions: turns in, observations out. The rules are data, ``extraction.toml`` of each language.
"""

from tiermem_hooks.extraction.extract import extract
from tiermem_hooks.extraction.loading import load_rules
from tiermem_hooks.extraction.rules import Rules
from tiermem_hooks.extraction.summary import summarize

__all__ = ["Rules", "extract", "load_rules", "summarize"]

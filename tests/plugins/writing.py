"""The head of hook files in tests, and a way to load them alone."""

from __future__ import annotations

from tiermem.plugins import BUILT_INS

HEAD = """\
from tiermem.plugins import hookimpl
from tiermem.values import Block, Observation, Passage, Signal, Tool, Verdict
"""
NO_BUILT_INS = [module.rpartition(".")[2] for module in BUILT_INS]

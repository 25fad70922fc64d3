"""The fitted models: which statements are kept, and how they are filed."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.learning import several
from tests.shares import every

from tiermem.values import Turn
from tiermem_hooks.extraction.extract import extract
from tiermem_hooks.extraction.rules import available_languages, load_rules

DATA = Path(__file__).parent / "data"
LEAST_TAKEN = {"en": 0.8, "de": 0.8, "fr": 0.8, "es": 0.8, "zh": 0.8, "ja": 0.8}
"""Share of the plain statements that are kept."""
LEAST_LEFT = {"en": 0.9, "de": 0.85, "fr": 0.85, "es": 0.85, "zh": 0.85, "ja": 0.85}
"""Share of the traps that give nothing."""


def session(*said):
    """Turns from ``"user: …"``, ``"assistant: …"`` strings."""
    parts = [line.partition(": ") for line in said]
    return [
        Turn(speaker=speaker, content=content, at="2026-03-02T10:00:00Z", session_id="s1", position=position)
        for position, (speaker, _, content) in enumerate(parts)
    ]


def rows(code, name):
    folder = DATA if code == "en" else DATA / code
    return folder.joinpath(name).read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("step", every(2, [4, 1]))
@pytest.mark.parametrize("code", available_languages())
def test_plain_statements_are_kept_and_traps_are_left(code, step):
    taken = [row.split("\t")[1] for row in rows(code, "taken.tsv")][::step]
    left = [row.replace("\\n", "\n") for row in rows(code, "left.txt")][::step]
    rules = load_rules(code)

    kept = [turn for turn in taken if extract(session(f"user: {turn}"), rules)]
    quiet = [turn for turn in left if not extract(session(f"user: {turn}"), rules)]

    assert min(len(taken), len(left)) >= 80 / step
    room = 0.05 if step > 1 else 0.0  # a sample may be worse than the whole
    assert len(kept) >= (LEAST_TAKEN[code] - room) * len(taken)
    assert len(quiet) >= (LEAST_LEFT[code] - room) * len(left)


def test_eight_facts_of_one_message_are_kept_in_each_language():
    found = several.run({})
    assert {code: one for code, one in found.items() if one["least"] < 7 or one["junk"]} == {}
    assert found.keys() == {"en", "de", "fr", "es", "zh", "ja"}

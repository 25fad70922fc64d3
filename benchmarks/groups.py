"""The groups of ``data/overtaken`` and ``data/inferred``: a fact, what overtakes it, and what leaves it as it is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from benchmarks.changes import OVERTAKEN

INFERRED = OVERTAKEN.parent / "inferred"
FOLDS = 4
"""Parts of the groups of a language; models that judge one are fitted on the others."""


class Group(NamedTuple):
    """A fact, and what was said after it."""

    attribute: str
    lines: tuple[tuple[str, str], ...]

    def texts(self, letters: str) -> list[str]:
        """Return the lines with these letters."""
        return [text for letter, text in self.lines if letter in letters]


def read_groups(language: str, folder: Path = OVERTAKEN) -> list[Group]:
    """Return the groups of a language in a folder."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in (folder / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        letter, _, text = line.partition(" ")
        if letter == "=":
            found.append((text.strip(), []))
        elif text:
            found[-1][1].append((letter, text))
    return [Group(attribute, tuple(lines)) for attribute, lines in found]

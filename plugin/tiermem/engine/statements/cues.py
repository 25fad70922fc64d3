"""Find the phrases in a statement that concern other statements, and the words that ended or are denied."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.statements.lexicon import MARKS

if TYPE_CHECKING:
    from tiermem.text.phrases import FoundPhrase

OF_CHANGE = ("changes", "corrects", "ends_next", "ends_last")
"""Cues without which a statement updates no other, unless it denies something."""
_BESIDE = 5
"""Words beside a verb of ending that include what ended; twice as many characters in a script without spaces."""


class Cues:
    """The phrases found in a statement."""

    def __init__(self, found: Sequence[FoundPhrase]) -> None:
        self.found = found
        self.names = frozenset(one.label[1] for one in found if one.label[0] == "cue")

    def spans(self, *names: str) -> Iterator[FoundPhrase]:
        """Yield the places of the cues with these names."""
        return (one for one in self.found if one.label[0] == "cue" and one.label[1] in names)

    def of_kind(self, kind: str) -> list[FoundPhrase]:
        """Return the phrases of a kind: cue, concept, family or contrast."""
        return [one for one in self.found if one.label[0] == kind]

    def grouped(self, kind: str) -> dict[int, frozenset[int]]:
        """Return number of a family or contrast → its members in the statement."""
        named = defaultdict(set)
        for one in self.of_kind(kind):
            named[int(one.label[1])].add(one.label[2])
        return {number: frozenset(members) for number, members in named.items()}

    def concepts(self, words_of: Callable[[FoundPhrase], frozenset[str]]) -> dict[str, frozenset[str]]:
        """Return concept → the words that show it."""
        shown: dict[str, frozenset[str]] = {}
        for one in self.of_kind("concept"):
            shown[one.label[1]] = shown.get(one.label[1], frozenset()) | words_of(one)
        return shown

    def are_all(self, name: str, other: str) -> bool:
        """Return True if every cue of one name is at the place of a cue of another name."""
        places = {(one.start, one.end) for one in self.spans(other)}
        return all((one.start, one.end) in places for one in self.spans(name))

    # -- beside words, of which a mark ends a clause --------------------------------------------

    def ended(self, stems: Sequence[str]) -> frozenset[str]:
        """Return the words beside verbs of ending, and the wrong value of "not X, but Y"."""
        found = set(self.wrong(stems))
        for one in self.spans("ends_next"):
            found.update(stems[one.start : min(one.end + _BESIDE, _stop(stems, one.end))])
        for one in self.spans("ends_last"):
            found.update(stems[max(one.start - _BESIDE, 0) : one.end])
        return frozenset(found)

    def wrong(self, stems: Sequence[str]) -> frozenset[str]:
        """Return the words of a value denied beside the right one: "not X, Y", "Y, not X", "no X any more"."""
        found: set[str] = set()
        for one in self.spans("denies"):
            stop = _stop(stems, one.end)
            is_contrast = one.start == 0 or stems[one.start - 1] in MARKS or stop < len(stems) - 2
            if is_contrast or "ends_last" in self.names:
                found.update(stems[one.end : min(stop, one.end + _BESIDE - 1)])
        return frozenset(found)

    def denied(self, stems: Sequence[str]) -> frozenset[str]:
        """Return the words after a negation, up to the next mark."""
        spans = ((one.end, _stop(stems, one.end)) for one in self.spans("denies"))
        return frozenset(stem for start, stop in spans for stem in stems[start:stop])

    # -- beside words of a script without spaces, with their places -----------------------------

    def near(self, words: Sequence[tuple[str, int]], before: str, behind: str) -> frozenset[str]:
        """Return the words after cues of one name, and before those of another."""
        found = set()
        for word, place in words:
            follows = (one.start - len(word) <= place <= one.end + 2 * _BESIDE for one in self.spans(before))
            precedes = (one.start - 2 * _BESIDE <= place < one.end for one in self.spans(behind))
            if any(follows) or any(precedes):
                found.add(word)
        return frozenset(found)


def _stop(stems: Sequence[str], start: int) -> int:
    """Return the place of the next mark."""
    return next((place for place in range(start, len(stems)) if stems[place] in MARKS), len(stems))

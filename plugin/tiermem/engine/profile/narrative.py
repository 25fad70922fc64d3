"""Lines of the narrative, which covers current matters, and of learned information."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.profile.scaffold import united
from tiermem.engine.statements.overlap import SAME
from tiermem.text import statement_key
from tiermem.values import instant, moment
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.values import Line

STALE = timedelta(days=30)
"""Maximum age of an unconfirmed line in the narrative."""
LINE_CHARS = 500
"""Maximum characters of a line: the default limit of an entry's content. Longer texts do not become lines."""
_MOST_LEARNED = 100
"""Maximum lines of learned information. Beyond it, the line confirmed longest ago is removed; its entry remains."""
_UNSPACED = (
    (0x3040, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x0E00, 0x0E7F),
)


@lru_cache(maxsize=1_024)  # the lines of a narrative are counted again with each batch
def count_words(text: str) -> int:
    """Count the words of a text. In scripts without spaces, two characters count as one word."""
    unspaced = sum(any(low <= ord(character) <= high for low, high in _UNSPACED) for character in text)
    spaced = "".join(" " if any(a <= ord(c) <= b for a, b in _UNSPACED) else c for c in text)
    return len([word for word in spaced.split() if any(map(str.isalnum, word))]) + (unspaced + 1) // 2


_key = lru_cache(maxsize=1_024)(statement_key)


class Lines:
    """Compare lines by their words and keep them within bounds.

    Args:
        overlap: Compares statements.
    """

    def __init__(self, overlap: Overlap) -> None:
        self._overlap = overlap

    def with_line(self, lines: Sequence[Line], new: Line) -> tuple[Line, ...]:
        """Return the lines with a new one. If a line says the same, it is confirmed instead."""
        for place, line in enumerate(lines):
            if self.same(line.text, new.text):
                confirmed = replace(
                    line,
                    at=max(line.at, new.at),
                    events=united(line.events, new.events),
                    importance=max(line.importance, new.importance),
                )
                return _ordered((*lines[:place], *lines[place + 1 :], confirmed))
        return _ordered((*lines, new))

    def same(self, one: str, other: str) -> bool:
        """Return True if two lines say the same."""
        return _key(one) == _key(other) or self._overlap.jaccard(one, other) >= SAME


def aged(lines: Iterable[Line], now: datetime, words: int) -> tuple[tuple[Line, ...], int]:
    """Return (the lines kept, the number removed). Stale lines go first, then the oldest and least important.

    Full importance offsets half a month of age.
    """
    found = _ordered(lines)
    before = instant(now - STALE)
    kept = [line for line in found if line.at >= before]
    total = sum(count_words(line.text) for line in kept)
    leaving = sorted(kept, key=_worth(now))
    while total > words and leaving:
        gone = leaving.pop(0)
        total -= count_words(gone.text)
        kept.remove(gone)
    return tuple(kept), len(found) - len(kept)


def _worth(now: datetime) -> Callable[[Line], float]:
    def worth(line: Line) -> float:
        return line.importance / 2 - (now - moment(line.at)) / STALE

    return worth


def bounded(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the most recently confirmed lines."""
    return _ordered(lines)[-_MOST_LEARNED:]


def _ordered(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: line.at))

"""Explain a score as bars, from the base to the score: one bar for the odds that each signal added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Any

from tiermem.engine.recall.coverage import RELATIVE_FLOOR

_LEAST = 0.05
"""Weight under which a part is shown together with others like it."""
_ROUNDING = 0.15
"""Difference of the sum and the score that rounding explains."""
_SMALL = 0.0001
"""Scores are kept with four decimals: the nearest to 0 or 1 that one may stand for."""
SIGNALS: Mapping[str, str] = {
    "after": "the turn after it fits",
    "answers": "answers a fitting question",
    "asks": "is itself a question",
    "asks_within": "asks something",
    "before": "the turn before it fits",
    "beside": "the turns beside it fit",
    "capitalised": "holds names",
    "capitalised_for_a_name": "holds a name that was asked for",
    "content": "its own words match",
    "coverage": "has the prompt's words",
    "days_away": "far from the time asked about",
    "first_person": "speaks of oneself",
    "importance": "importance",
    "length": "how long it is",
    "likeness": "means the same",
    "likeness_after": "the turn after it means the same",
    "likeness_before": "the turn before it means the same",
    "named_content": "its words match, and it is about a name asked for",
    "named_relevance": "about a name asked for",
    "other_named": "about another person",
    "rank": "its place among the word matches",
    "recency": "recent",
    "relevance": "how well its words fit",
    "said_in_another": "said in another session",
    "said_in_named": "said to the person named",
    "session_best": "its session fits",
    "session_mean": "its whole session fits",
    "shared_pairs": "the same pairs of words",
    "shared_words": "the same words",
    "standing_out": "stands out among what was found",
    "tags": "its tags or subject are asked for",
    "tells_no_time": "names no time",
    "trust": "whose word it is",
    "user_turn": "said by the user",
    "with_its_question": "its words with those of its question",
}
"""Signal of a scorecard → what it says, in words."""


@dataclass(frozen=True)
class Bar:
    """The contribution of one signal.

    Attributes:
        name: The signal's own name; "" for the base and for sums.
        words: What it says.
        weight: What it adds to the logarithm of the odds.
        start: Where the bar begins, from 0 to 100, of a scale that all bars of the chart share.
        length: Its length on that scale.
        zero: Where nothing is on that scale.
    """

    name: str
    words: str
    weight: float
    start: float
    length: float
    zero: float


@dataclass(frozen=True)
class Weighed:
    """A score, and how it came about.

    Attributes:
        word: The score in a word, measured against the best and the floor.
        share: The score as a share of the best's, 0 to 100.
        floor: The floor on the same scale.
        bars: From the base to the sum, empty if no scorecard gave the score.
        total: The sum of the bars: the logarithm of the odds.
        scorecard: Name of the scorecard; "" if there is none.
    """

    word: str
    share: float
    floor: float
    bars: tuple[Bar, ...] = ()
    total: float = 0.0
    scorecard: str = ""


def weighed(row: Mapping[str, Any], best: float) -> Weighed:
    """Return how the score of a passage in a receipt came about.

    Args:
        row: A row of ``rendered`` or ``dropped``.
        best: The best score of the recall.
    """
    share = min(row["score"] / best, 1.0) if best else 0.0
    word = next(word for least, word in _WORDS if share >= least)
    weighing = row.get("weighing")
    if weighing is None:
        return Weighed(word, 100 * share, 100 * RELATIVE_FLOOR)
    weights = {name: weighing["slope"] * points for name, points in row["parts"].items()}
    score = min(max(row["score"], _SMALL / 2), 1 - _SMALL / 2)
    sum_of_parts = weighing["base"] + sum(weights.values())
    rest = log(score / (1 - score)) - sum_of_parts
    parts = [("", "start for any candidate", weighing["base"])]
    large = {name: weight for name, weight in weights.items() if abs(weight) >= _LEAST}
    parts += sorted(
        ((name, SIGNALS.get(name, name.replace("_", " ")), weight) for name, weight in large.items()),
        key=lambda part: -abs(part[2]),
    )
    small = sum(weight for weight in weights.values() if abs(weight) < _LEAST)
    if len(large) < len(weights):
        number = len(weights) - len(large)
        parts.append(("", "a small one" if number == 1 else f"{number} small ones together", small))
    is_exact = _SMALL < row["score"] < 1 - _SMALL and row["score"] >= 10 * _SMALL
    if is_exact and abs(rest) > _ROUNDING:
        parts.append(("", "set by what found it, not by the scorecard", rest))
        sum_of_parts += rest
    return Weighed(
        word,
        100 * share,
        100 * RELATIVE_FLOOR,
        tuple(_bars(parts)),
        sum_of_parts,
        weighing["scorecard"],
    )


def _bars(parts: list[tuple[str, str, float]]) -> list[Bar]:
    """Return parts as bars that run from where the one before ended, on one scale."""
    ends = [0.0]
    for _, _, weight in parts:
        ends.append(ends[-1] + weight)
    low, high = min(ends), max(ends)
    scale = 100 / ((high - low) or 1)
    return [
        Bar(
            name,
            words,
            weight,
            start=round((min(before, after) - low) * scale, 2),
            length=round(max(abs(weight) * scale, 0.6), 2),
            zero=round(-low * scale, 2),
        )
        for (name, words, weight), before, after in zip(parts, ends, ends[1:], strict=False)
    ]


_WORDS = ((0.6, "strong"), (0.3, "fair"), (RELATIVE_FLOOR, "weak"), (0.0, "too weak to show"))
"""Share of the best score from which on a word holds."""

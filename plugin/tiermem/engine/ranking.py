"""From candidates to ranked passages: named factors whose product is the score.

The factors and their sizes were chosen on LoCoMo conversations 1-5 and on BEAM-100K, and checked on LoCoMo 6-10
and REALTALK: together recall@10 on LoCoMo goes from 74 (words, neighbours) to 79. Each stands in the receipt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import prod

from tiermem.engine.query import Query
from tiermem.store.contract import Candidate
from tiermem.text import fold
from tiermem.values import Passage, Signal, moment

SMALLEST_FACTOR, LARGEST_FACTOR = 0.1, 10.0
"""What a `score_entries` hook may make of a score."""

_WHEN = re.compile(
    r"\b(?:when|what (?:day|date|month|year|time)|how long|how many (?:days|weeks|months|years))\b",
    re.IGNORECASE,
)
_TIME_WORDS = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|last|next|ago|since|monday|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday|weekend|week|month|year|january|february|march|april|may|june|july|august|september|october|november"
    r"|december|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the factors need to know of the query, worked out once."""

    folded: str
    asks_when: bool
    months: frozenset[int]
    years: frozenset[int]
    now: datetime

    @classmethod
    def of(cls, query: Query, now: datetime) -> Asked:
        """From a query."""
        folded = f" {fold(query.text)} "
        return cls(
            folded=folded,
            asks_when=bool(_WHEN.search(query.text)),
            months=frozenset(place for place, name in enumerate(_MONTHS, start=1) if f" {name} " in folded),
            years=frozenset(int(year) for year in re.findall(r"\b((?:19|20)\d\d)\b", folded)),
            now=now,
        )


def _trust(_: Asked, candidate: Candidate) -> float:
    """User over agent over system, a user's correction first (seed 001); of turns, the user's own.

    ×1.75 for these was the most valuable factor of all on logs of assistants; where people talk to each other,
    each under a name, nobody's words count more.
    """
    if candidate.layer is None:
        return 1.75 if candidate.speaker == "user" and candidate.name is None else 1.0
    if candidate.correction and candidate.speaker == "user":
        return 2.0
    return {"user": 1.75, "agent": 1.5, "system": 1.25}[candidate.source or "system"]


def _recency(asked: Asked, candidate: Candidate) -> float:
    """At most a tenth, halved every 90 days: more was measured to hurt. What is superseded is not there at all."""
    age_days = max((asked.now - moment(candidate.at)).total_seconds() / 86_400, 0.0)
    return float(0.9 + 0.1 * 0.5 ** (age_days / 90))


def _importance(asked: Asked, candidate: Candidate) -> float:
    """0.9 to 1.1 for an importance of 0 to 1, fading as the entry ages without a change (seed 002, v2)."""
    age_days = max((asked.now - moment(candidate.at)).total_seconds() / 86_400, 0.0)
    return float(1.0 + 0.2 * (candidate.importance - 0.5) * 0.5 ** (age_days / 365))


def _named(asked: Asked, candidate: Candidate) -> float:
    """The one who spoke, or the subject, is named in the question."""
    name = fold(candidate.name or "")
    return 1.4 if name and f" {name}" in asked.folded else 1.0


def _time(asked: Asked, candidate: Candidate) -> float:
    """A question for a time, and words of time in the text."""
    return 1.4 if asked.asks_when and _TIME_WORDS.search(candidate.text) else 1.0


def _date(asked: Asked, candidate: Candidate) -> float:
    """The month or year asked for is the one it was said in."""
    if not (asked.months or asked.years):
        return 1.0
    said = moment(candidate.at)
    return 1.3 if said.month in asked.months or said.year in asked.years else 1.0


def _substance(_: Asked, candidate: Candidate) -> float:
    """Turns that only ask, or say next to nothing, answer little."""
    if candidate.layer is not None:
        return 1.0
    factor = 0.85 if candidate.text.rstrip().endswith("?") else 1.0
    return factor * (0.7 if candidate.text.count(" ") < 7 else 1.0)


FACTORS: dict[str, Callable[[Asked, Candidate], float]] = {
    "trust": _trust,
    "recency": _recency,
    "importance": _importance,
    "named": _named,
    "time": _time,
    "date": _date,
    "substance": _substance,
}


def rank(candidates: Sequence[Candidate], query: Query, now: datetime, keep: int = 50) -> list[Passage]:
    """The best *keep* as passages, best first.

    Relevance is relative to the best candidate, so that the scores of any engine compare.
    """
    if not candidates:
        return []
    best = max(candidate.relevance for candidate in candidates) or 1.0
    asked = Asked.of(query, now)
    scored = []
    for candidate in candidates:
        factors = [factor(asked, candidate) for factor in FACTORS.values()]
        scored.append((candidate.relevance / best * prod(factors), candidate, factors))
    scored.sort(key=lambda one: (-one[0], one[1].ref))
    return [
        _passage(candidate, score, candidate.relevance / best, factors)
        for score, candidate, factors in scored[:keep]
    ]


def _passage(candidate: Candidate, score: float, relevance: float, factors: Sequence[float]) -> Passage:
    is_turn = candidate.layer is None
    parts = {"relevance": round(relevance, 4)}
    parts |= {name: round(value, 3) for name, value in zip(FACTORS, factors, strict=True) if value != 1.0}
    return Passage(
        ref=candidate.ref,
        text=candidate.text,
        score=score,
        at=candidate.at,
        label=(candidate.name if is_turn else None) or candidate.speaker or candidate.source or "",
        kind="turn" if is_turn else "entry",
        layer=candidate.layer,
        parts=parts,
    )


def apply_signals(passages: Sequence[Passage], signals: Sequence[Signal]) -> list[Passage]:
    """The passages with the factors of `score_entries` hooks, best first."""
    for signal in signals:
        changed = []
        for passage in passages:
            factor = min(max(signal.factors.get(passage.ref, 1.0), SMALLEST_FACTOR), LARGEST_FACTOR)
            parts = passage.parts | ({signal.name: round(factor, 3)} if factor != 1.0 else {})
            changed.append(replace(passage, score=passage.score * factor, parts=parts))
        passages = changed
    return sorted(passages, key=lambda passage: (-passage.score, passage.ref))

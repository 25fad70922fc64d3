"""From what was found to what is worth measuring: the signals that read texts cost ten times as much as these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.text import fold
from tiermem.values import instant
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate, Favour
    from tiermem.text.times import Period
    from tiermem.values import Layer

MEASURED = 60
"""Candidates that are measured by all signals, and as many of the nearest by meaning. Cross-validated on LoCoMo
1-5 all 150 have no more of recall@10, and on BEAM-100K 0.2 points more, at twice the time."""
OF_THE_USER, OF_THE_NAMED, OF_AN_ENTRY = 0.3, 0.2, 0.6
"""What is added to a candidate's relevance, as a share of the best: that it is the user's own turn, that who spoke is
named, that it is an entry, but for a passage of a tool's result, of which one attachment has hundreds. The relevance
of the question that a turn answers and of the best turn of its session gave nothing beside them."""
_ROLES = ("user", "assistant", "tool")
"""Who speaks without a name."""


def favour(query: Query) -> Favour:
    """Return the addition of a turn's speaker to its relevance; entries get none."""
    asked = f" {fold(query.text)} "

    def added(layer: Layer | None, subject: str) -> float:
        if layer is not None:
            return 0.0
        if subject in _ROLES:
            return OF_THE_USER if subject == "user" else 0.0
        first = subject.split(maxsplit=1)[:1]
        return OF_THE_NAMED if first and f" {first[0]}" in asked else 0.0

    return added


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """The depth of each search by words.

    Attributes:
        limit: Candidates at most, see `contract.Search.candidates`.
        favours: Whether not relevance alone decides which they are.
    """

    limit: int
    favours: bool

    def favour(self, query: Query) -> Favour | None:
        """Return the signals besides relevance that decide for a query."""
        return favour(query) if self.favours else None


CANDIDATES = 150
"""Candidates of a search whose ranking nothing narrows."""
BY_WORDS = Depth(limit=MEASURED, favours=True)
WITH_MEANING = Depth(limit=CANDIDATES, favours=False)
"""What is near by meaning may stand far down by its words: narrowed like the others, recall@10 on LoCoMo was 0.1 points
lower."""


def narrow(
    candidates: Sequence[Candidate], query: Query, similarities: Mapping[str, float], keep: int = MEASURED
) -> tuple[Candidate, ...]:
    """Return the *keep* best candidates, the *keep* nearest by meaning, and half as many of a time asked for."""
    if len(candidates) <= keep:
        return tuple(candidates)
    promise = _promise(candidates, favour(query))
    ranked = sorted(candidates, key=lambda one: (-promise[one.ref], one.ref))
    refs = {one.ref for one in ranked[:keep]}
    refs.update([one.ref for one in ranked if _is_of(one, query.period)][: keep // 2])
    near = similarities.keys() & promise.keys()
    refs.update(sorted(near, key=lambda ref: (-similarities[ref], ref))[:keep])
    return tuple(one for one in candidates if one.ref in refs)


def _is_of(candidate: Candidate, period: Period | None) -> bool:
    """Return True if it was said in a period, False without a period."""
    if period is None or (period.since is not None and candidate.at < instant(period.since)):
        return False
    return period.until is None or candidate.at < instant(period.until)


def _promise(candidates: Sequence[Candidate], added: Favour) -> dict[str, float]:
    """Ref → about how likely it is to come out on top."""
    best = max(one.relevance for one in candidates) or 1.0
    speakers = {one.name or one.speaker or "" for one in candidates if one.layer is None}
    of_turns = {speaker: added(None, fold(speaker)) for speaker in speakers}
    promise = {}
    for one in candidates:
        if one.layer is None:
            more = of_turns[one.name or one.speaker or ""]
        else:
            more = OF_AN_ENTRY if one.speaker != "tool" else 0.0
        promise[one.ref] = one.relevance / best + more
    return promise

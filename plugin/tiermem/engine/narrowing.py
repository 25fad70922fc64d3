"""From what was found to what is worth measuring: the signals that read texts cost ten times as much as these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.text import fold

if TYPE_CHECKING:
    from tiermem.store.contract import Candidate
    from tiermem.values import Query

MEASURED = 60
"""Candidates that are measured by all signals, and as many of the nearest by meaning. Cross-validated on LoCoMo
1-5 all 150 have no more of recall@10, and on BEAM-100K 0.2 points more, at twice the time."""
OF_THE_QUESTION, OF_THE_SESSION, OF_THE_USER, OF_THE_NAMED, OF_AN_ENTRY = 0.8, 0.3, 0.3, 0.2, 0.6
"""What is added to a candidate's relevance, as a share of the best: the relevance of the question that it answers and
of the best turn of its session; that it is the user's own turn, that who spoke is named, that it is an entry, but for
a passage of a tool's result, of which one attachment has hundreds."""
_MARKS = ("?", "？", "؟")


def narrow(
    candidates: Sequence[Candidate], query: Query, similarities: Mapping[str, float], keep: int = MEASURED
) -> tuple[Candidate, ...]:
    """The *keep* most promising candidates, and the *keep* nearest by meaning, in their order."""
    if len(candidates) <= keep:
        return tuple(candidates)
    promise = _promise(candidates, f" {fold(query.text)} ")
    refs = {one.ref for one in sorted(candidates, key=lambda one: (-promise[one.ref], one.ref))[:keep]}
    near = similarities.keys() & promise.keys()
    refs.update(sorted(near, key=lambda ref: (-similarities[ref], ref))[:keep])
    return tuple(one for one in candidates if one.ref in refs)


def _promise(candidates: Sequence[Candidate], asked: str) -> dict[str, float]:
    """Ref → about how likely it is to come out on top."""
    best = max(one.relevance for one in candidates) or 1.0
    best_content = max(one.content_relevance for one in candidates) or 1.0
    sessions: defaultdict[str, float] = defaultdict(float)
    questions: dict[str, float] = {}
    places = {one.ref: one.ref.rpartition("/") for one in candidates if one.layer is None}
    for one in candidates:
        if one.layer is None:
            session, _, position = places[one.ref]
            sessions[session] = max(sessions[session], one.relevance / best)
            if one.text.rstrip().endswith(_MARKS):
                questions[f"{session}/{int(position) + 1}"] = one.content_relevance / best_content
    promise = {}
    for one in candidates:
        points = max(one.relevance / best, OF_THE_QUESTION * questions.get(one.ref, 0.0))
        if one.layer is not None:
            points += OF_AN_ENTRY * (one.speaker != "tool")
        elif one.name is None:
            points += OF_THE_SESSION * sessions[places[one.ref][0]] + OF_THE_USER * (one.speaker == "user")
        else:
            is_named = f" {fold(one.name.split()[0] if one.name.strip() else '')}" in asked
            points += OF_THE_SESSION * sessions[places[one.ref][0]] + OF_THE_NAMED * is_named
        promise[one.ref] = points
    return promise

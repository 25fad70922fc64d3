"""Score whether a question asks about the speaker or subject of a candidate, or about somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl
from tiermem.plugins.text import fold

if TYPE_CHECKING:
    from tiermem import Candidate, QueryContext


@hookimpl
def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Sequence[Signal] | None:
    """Measure if the query names a candidate's speaker or subject, how relevant it is then, and if it names others."""
    if not (asked.names and entries):
        return None
    best = max(one.relevance for one in entries) or 1.0
    best_content = max(one.content_relevance for one in entries) or 1.0
    named = [fold(one.name) in asked.names if one.name else None for one in entries]
    both = list(zip(named, entries, strict=True))
    return [
        Signal(name="named", values=[float(is_named or 0) for is_named in named]),
        Signal(name="other_named", values=[float(is_named is False) for is_named in named]),
        Signal(
            name="named_relevance",
            values=[one.relevance / best if is_named else 0.0 for is_named, one in both],
        ),
        Signal(
            name="named_content",
            values=[one.content_relevance / best_content if is_named else 0.0 for is_named, one in both],
        ),
    ]

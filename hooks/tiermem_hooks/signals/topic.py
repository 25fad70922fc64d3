"""Score entries whose subject or tags occur in the query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl
from tiermem.plugins.text import words

if TYPE_CHECKING:
    from tiermem import Candidate, QueryContext


@hookimpl
def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Sequence[Signal] | None:
    """Return the share of the subject's words that the query holds, and how many tags it names."""
    if all(one.layer is None for one in entries):
        return None
    in_query = set(words(asked.query.text))
    return [
        Signal(name="subject", values=[_share(one.name, in_query) if one.layer else 0.0 for one in entries]),
        Signal(name="tags", values=[float(len(in_query.intersection(one.tags.split()))) for one in entries]),
    ]


def _share(subject: str | None, in_query: set[str]) -> float:
    own = words(subject) if subject else ()
    return len(in_query.intersection(own)) / len(own) if own else 0.0

"""What is searched: the text that the index gets of an entry or a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.text import word_list
from tiermem.text.terms import base_form
from tiermem.values import moment
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.values import Entry, Layer, Turn

NEIGHBOURS = 2
"""Turns on each side whose words help to find a turn: recall@10 on LoCoMo 63 → 74 with two."""
LONGEST_NEIGHBOUR = 60
"""Words; a longer turn neither lends its words nor borrows any (long answers would drown the index: on BEAM
NDCG@10 fell from 30 to 17 with them)."""
COLUMNS = ("scope_id", "layer", "at", "content", "subject", "tags", "dates", "context", "scope")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The columns of one document, see `COLUMNS`."""

    scope_id: int
    layer: str | None
    at: str
    content: str
    subject: str
    tags: str
    dates: str
    context: str
    scope: str

    @property
    def row(self) -> list[object]:
        """The values of `COLUMNS`."""
        return [getattr(self, name) for name in COLUMNS]


def scope_token(scope_id: int, layer: str | None) -> str:
    """The word that stands in the index for a scope and a layer (None for turns).

    The index narrows by it before anything is scored.
    """
    return f"scope{scope_id}{(layer or 'turn').lower()}"


def scope_tokens(layers: Sequence[Layer | None], scopes: Sequence[int]) -> list[str]:
    """Those of all of them."""
    return [scope_token(scope, layer) for scope in dict.fromkeys(scopes) for layer in layers]


def date_words(at: str) -> str:
    """An instant as words that people use for it: year, month, day, weekday."""
    if not at:
        return ""
    said = moment(at)
    return f"{said.year} {said:%B} {said.day} {said:%A}".lower()


def searched(text: str) -> str:
    """The words of a text with single spaces between them: what ranking needs no tokenizer for."""
    return " ".join(map(base_form, word_list(text)))


def of_entry(entry: Entry) -> Document:
    """The document of an active entry."""
    return Document(
        scope_id=entry.scope_id,
        layer=entry.layer,
        at=entry.valid_from or entry.created_at,
        content=searched(entry.content),
        subject=searched(entry.subject or ""),
        tags=searched(" ".join(entry.tags)),
        dates=date_words(entry.valid_from or entry.created_at),
        context="",
        scope=scope_token(entry.scope_id, entry.layer),
    )


def _is_short(turn: Turn) -> bool:
    return turn.content.count(" ") < LONGEST_NEIGHBOUR


def _lent(turns: Sequence[Turn]) -> list[str]:
    """The contents of the nearest turns, up to the first long one."""
    lent = []
    for turn in turns[:NEIGHBOURS]:
        if not _is_short(turn):
            break
        lent.append(turn.content)
    return lent


def of_session(turns: Sequence[Turn], scope_id: int) -> Iterator[tuple[Turn, Document]]:
    """Each of the consecutive turns of a session with its document, see `of_turn`."""
    for place, turn in enumerate(turns):
        before = turns[max(place - NEIGHBOURS, 0) : place][::-1]
        yield turn, of_turn(turn, before, turns[place + 1 : place + 1 + NEIGHBOURS], scope_id)


def of_turn(turn: Turn, before: Sequence[Turn], after: Sequence[Turn], scope_id: int) -> Document:
    """The document of a turn.

    Args:
        turn: The turn.
        before: The turns before it in its session, nearest first.
        after: The turns after it, nearest first.
        scope_id: The user whose session it is.
    """
    context = [*_lent(before), *_lent(after)] if _is_short(turn) else []
    return Document(
        scope_id=scope_id,
        layer=None,
        at=turn.at,
        content=searched(turn.content),
        subject=searched(turn.name or turn.speaker),
        tags="",
        dates=date_words(turn.at),
        context=searched("\n".join(context)),
        scope=scope_token(scope_id, None),
    )

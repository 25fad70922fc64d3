"""Refuse an agent's note of what the user asked not to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem import Turn, Verdict
from tiermem.plugins import hookimpl
from tiermem_hooks.journal import may_be_declined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem import Change
    from tiermem_hooks.extraction.turns import Spoken

_MOST = 0.6
"""Share of a note's telling words from which on a text says it."""
_LONGEST_QUOTED = 80
_OF_NOTES = frozenset({"user", "users", "nutzer", "benutzer", "utilisateur", "usuario"})
"""Words for the user in notes."""


@hookimpl
def check_write(change: Change) -> Verdict | None:
    """Refuse a note by the agent's tools that says what the latest messages decline."""
    draft = change.draft
    if change.source != "agent" or draft is None or not any(map(may_be_declined, change.said)):
        return None
    quote = _declined(draft.content, change.said)
    if quote is None:
        return None
    quote = quote.rstrip(" .。")
    if len(quote) > _LONGEST_QUOTED:
        quote = f"{quote[:_LONGEST_QUOTED].rstrip()}…"
    return Verdict(
        action="refuse",
        reason=f'the user asked not to keep "{quote}". Leave it out of memory, in other words too, unless the user '
        "asks later to remember it.",
    )


def _declined(note: str, said: Sequence[str]) -> str | None:
    """Return the declined sentence that a note says, or None; of a message declined as a whole, its first sentence.

    A note may be in another language than the message, so after a message that is declined as a whole, only what
    another message says is stored.
    """
    from tiermem_hooks.extraction.declines import declined  # reading the rules takes some 100 ms
    from tiermem_hooks.extraction.turns import spoken

    turns = [Turn(speaker="user", content=text, at="", position=place) for place, text in enumerate(said)]
    session = spoken(turns)
    places = declined(session)
    kept = [
        one.text
        for index, turn in enumerate(session)
        for position, one in enumerate(turn.sentences)
        if (index, position) not in places
    ]
    if not places or _is_said(note, kept, session):
        return None
    for index, position in sorted(places):
        sentence = session[index].sentences[position].text
        if _is_said(note, [sentence], session):
            return sentence
    last = len(session) - 1
    is_whole = all((last, position) in places for position in range(len(session[last].sentences)))
    return session[last].sentences[0].text if is_whole and session[last].sentences else None


def _is_said(note: str, sentences: Sequence[str], session: Sequence[Spoken]) -> bool:
    """Return True if sentences have most of the telling words of a note."""
    from tiermem_hooks.extraction.sentences import telling

    for rules in dict.fromkeys(one.rules for one in session):
        wanted = telling(note, rules) - _OF_NOTES
        heard = frozenset().union(*(telling(one, rules) for one in sentences))
        if wanted and len(wanted & heard) >= _MOST * len(wanted):
            return True
    return False

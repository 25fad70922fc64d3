"""Find what the user asks not to remember, in the same or a later turn, and mark it for recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.plugins.text import everywhere, fold

if TYPE_CHECKING:
    from tiermem import Turn
    from tiermem.plugins import HookSession

_TURNS_BACK = 40
"""Turns before a new one that it may decline."""
_STEPS = 8
"""Turns before a reply among which is what it replies to: tools may have answered in between."""
_SHORT = 80
"""Characters of an answer that may merely refuse the assistant's offer to remember something. Half of it leaves no room
to name a thing beside the words of refusal."""


def note_declined(session: HookSession, new: Sequence[Turn]) -> None:
    """Keep out of recall what new turns of a session decline, in themselves and in the turns before.

    A reply that comes later than what the user declined is kept out with it.
    """
    said = [turn for turn in new if turn.speaker == "user"]
    if new and new[0].speaker != "user":
        before = session.turns(max(new[0].position - _STEPS, 0))
        said += [one for one in before if one.speaker == "user" and one.position < new[0].position][-1:]
    if not any(_may_decline(turn.content) or _may_refuse(session, turn) for turn in said):
        return
    if found := _declined(session.turns(max(new[0].position - _TURNS_BACK, 0))):
        session.decline(found)


def _declined(turns: Sequence[Turn]) -> Mapping[str, Sequence[str]]:
    """Return `Turn.ref` → its sentences that are declined, and the whole turn behind them if those are all."""
    from tiermem_hooks.extraction.declines import declined  # reading the rules takes some 100 ms
    from tiermem_hooks.extraction.extract import spoken

    session = spoken(turns)
    found: dict[int, list[str]] = {}
    for index, position in sorted(declined(session)):
        told = session[index].sentences[position : position + 1]
        found.setdefault(index, []).extend(sentence.text for sentence in told)
    return {
        session[index].turn.ref: texts
        if len(texts) < len(session[index].sentences)
        else [*texts, session[index].turn.content]
        for index, texts in found.items()
    }


def _may_refuse(session: HookSession, turn: Turn) -> bool:
    """Return True if a turn is short and follows a question of the assistant's about remembering."""
    if len(turn.content) > _SHORT or not turn.position:
        return False
    before = session.turns(turn.position - 1)[0]
    asks = before.speaker == "assistant" and "?" in before.content.replace("？", "?")
    return asks and everywhere().remembers.search(fold(before.content)) is not None


def _may_decline(text: str) -> bool:
    """Return True if a text may be about this conversation, and not about software that must not store something.

    Only then are the rules read.
    """
    said = fold(text).replace("’", "'")
    known = everywhere()
    if known.secrecy.search(said):
        return True
    names = known.remembers.search(said) or (
        known.keeps.search(said) and (len(said) <= _SHORT // 2 or known.talk.search(said))
    )
    return bool(names) and known.refuses.search(said) is not None

"""Journal the turns of sessions as they were said, for gap-fill and for recall of the past.

What a turn asks not to remember, in the same or an earlier turn, is journaled too, and hidden from recall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl
from tiermem.plugins.text import has_words
from tiermem_hooks.memory_requests.not_to_keep import TURNS_BACK, declines_session, may_decline

if TYPE_CHECKING:
    from tiermem import Turn
    from tiermem.plugins import HookSession

_SHORT = 80
"""Maximum characters of an answer that only refuses the assistant's offer to remember something."""


@hookimpl
def on_turn_end(session: HookSession, turns: Sequence[Turn]) -> None:
    """Journal the turn that just ended."""
    _note_declined(session, session.journal(turns))


@hookimpl
def on_pre_compact(session: HookSession, turns: Sequence[Turn]) -> None:
    """Journal the turns that compaction would drop and that are not journaled yet."""
    _note_declined(session, session.journal(turns, unless_kept=True))


def _note_declined(session: HookSession, new: Sequence[Turn]) -> None:
    """Hide from recall what new turns of a session decline, in themselves and in earlier turns.

    Later replies to a declined statement are hidden with it.
    """
    if not new:
        return
    near = session.turns(max(new[0].position - TURNS_BACK, 0))
    before = [one for one in near if one.speaker == "user" and one.position < new[0].position]
    said = [turn for turn in new if turn.speaker == "user"]
    said += before[-1:]  # it may have declined what comes next
    if (
        any(may_decline(turn.content) or _may_refuse(session, turn) for turn in said)
        or any(declines_session(turn.content) for turn in before)
    ) and (found := _declined(near)):
        session.decline(found)


def _declined(turns: Sequence[Turn]) -> Mapping[str, Sequence[str]]:
    """Return `Turn.ref` → its declined sentences, followed by the whole turn if all of them are declined."""
    from tiermem_hooks.extraction.declines import declined  # reading the rules takes some 100 ms
    from tiermem_hooks.extraction.turns import spoken

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
    """Return True if a turn is short and answers the assistant's question about remembering."""
    if len(turn.content) > _SHORT or not turn.position:
        return False
    before = session.turns(turn.position - 1)[0]
    asks = before.speaker == "assistant" and "?" in before.content.replace("？", "?")
    return asks and has_words(before.content, "remembers")

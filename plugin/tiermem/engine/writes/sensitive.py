"""Find the words about an expired sensitive entry, so that they are erased with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.values import Change, Draft
from tiermem.values.words import SENSITIVE

if TYPE_CHECKING:
    from tiermem.ports import Hooks
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Reach

_SENTENCES = pattern(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")


def said_of(entry: Entry, store: Store, hooks: Hooks, reach: Reach) -> tuple[str, ...]:
    """Return the quotes that the entry was learned from, and sentences of the same kind from its sessions."""
    versions = store.records.versions(entry.id, reach.ids)
    origins = [(one.origin or "").partition(":") for one in versions]
    events = store.stream.events(reach.ids, entry_id=entry.id)
    for seq in (int(seq) for kind, _, seq in origins if kind == "event" and seq.isdigit()):
        learned = store.stream.events(reach.ids, after=seq - 1, limit=1)
        events += [one for one in learned if one.seq == seq and one.kind == "observation"]
    quotes = [str(quote) for one in events if (quote := one.payload.get("quote"))]
    named = [one.session_id for one in events] + [name for kind, _, name in origins if kind == "session"]
    kinds = {tag.split(":", 2)[1] for tag in entry.tags if tag.startswith(SENSITIVE)}
    turns = [
        turn
        for session_id in dict.fromkeys(filter(None, named))
        if store.sessions.is_open_to(session_id, reach)
        for turn in store.sessions.turns(session_id)
    ]
    said = (sentence for turn in turns for sentence in _SENTENCES.split(turn.content))
    return tuple(dict.fromkeys([*quotes, *(one for one in said if _kind(one, hooks) in kinds)]))


def said_without_entry(store: Store, hooks: Hooks, reach: Reach, before: str) -> tuple[str, ...]:
    """Return the sensitive sentences that are still in turns said before an instant."""
    said = (one for turn in store.sessions.said_before(before, reach) for one in _SENTENCES.split(turn))
    return tuple(one for one in dict.fromkeys(said) if one.strip() and _kind(one, hooks))


def _kind(sentence: str, hooks: Hooks) -> str:
    """Return the kind of sensitive data that checks find in a sentence, or ""."""
    change = Change(operation="add", source="system", draft=Draft(content=sentence))
    return hooks.check_write(change).verdict.sensitive

"""Read the store of a home of hermes; *user* defaults to the YAML's."""

from __future__ import annotations

from tiermem import Memory


def opened(home):
    return Memory.open(store=str(home / "memory.db"))


def remember(home, content, **fields):
    with opened(home) as memory:
        entries = memory.entries()
        return entries.add(entries.draft(content, **fields)).entry


def stored(home, user=None):
    with opened(home) as memory:
        return memory.entries(user).list()[0]


def contents(home, user=None):
    return sorted(entry.content for entry in stored(home, user))


def turns(home, session_id, user=None):
    with opened(home) as memory:
        return [(turn.speaker, turn.content) for turn in memory.session(session_id, user).turns()]


def ended(home):
    with opened(home) as memory:
        return [row.id for row in memory.timeline.sessions() if row.ended_at]

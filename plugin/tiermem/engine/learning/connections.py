"""Keep what was learned about a user's connections to tools, and cached context of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tiermem.engine.writes.checks import label, redacted
from tiermem.errors import InputError
from tiermem.support.nested import depth, each_text, unwrap
from tiermem.text import clean
from tiermem.values import Connection, Event, instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Store
    from tiermem.values import Reach, Source
    from tiermem.values.words import EventKind

LEARNED_CHARS = 8_000
"""Maximum characters learned about one connection, as JSON: they are part of the system prompt."""
_LONGEST_S = 1_000_000_000
"""Maximum seconds for which a context holds, some 30 years; one without an end has no limit."""
DEEPEST = 64
"""Maximum levels of lists and mappings in the data of one connection."""
_CONTEXT_CHARS = 1_000_000
"""Maximum characters cached for one connection, as JSON."""


class Connections:
    """The connections of one agent's users.

    Args:
        store: The store.
        hooks: Hooks whose `check_write` checks every text.
    """

    def __init__(self, store: Store, hooks: Hooks) -> None:
        self._store = store
        self._hooks = hooks

    def learn(
        self,
        connection_id: str,
        reach: Reach,
        clock: Clock,
        *,
        learned: Mapping[str, Any],
        context: Any = None,
        ttl_s: int | None = None,
        source: Source = "agent",
        session_id: str | None = None,
    ) -> Connection:
        """Merge new data into the data of a connection; other keys stay, and null removes a key.

        Args:
            connection_id: The host's name of the connection.
            reach: The owner; connections belong to the user.
            clock: The present.
            learned: The new data; JSON inside strings is parsed.
            context: Context that replaces the cached one; None keeps it.
            ttl_s: Seconds for which *context* holds; None without an end.
            source: The writer.
            session_id: The session, for the stream.

        Raises:
            InputError: The id is missing, *ttl_s* is not a duration, or data is not JSON, too large or nested too
                deeply.
            CheckRefused: A check refused a text; nothing was changed.
        """
        name = self._named(connection_id)
        _ensure_time(ttl_s)
        checked = self._checked("learned", dict(learned), source)
        cached = None if context is None else self._checked("context", context, source)
        _ensure_size("context", cached, _CONTEXT_CHARS)
        now = instant(clock())
        with self._store.transaction(reach):
            known = self._known(name, reach) or Connection(id=name, scope_id=reach.user.id)
            known = replace(known, learned=merged(known.learned, checked), updated_at=now)
            _ensure_size("learned", known.learned, LEARNED_CHARS)
            if cached is not None:
                known = replace(known, cached=cached, cached_at=now, ttl_s=ttl_s)
            self._store.profiles.put_connection(known)
            told = {"connection": name, "keys": list(checked), "cached": cached is not None}
            self._store.stream.append(_event("connection_learned", reach, now, source, told, session_id))
        return known

    def forget(self, connection_id: str, reach: Reach, clock: Clock) -> Connection:
        """Delete everything known about a connection; return it.

        Raises:
            InputError: No connection of this name is known.
        """
        name = label(self._hooks, connection_id) or ""
        with self._store.transaction(reach):
            known = self._known(name, reach)
            if known is None:
                raise InputError(f"Nothing is known of a connection {connection_id!r}.")
            now = instant(clock())
            empty = Connection(id=known.id, scope_id=known.scope_id, updated_at=now)
            self._store.profiles.put_connection(empty)
            told = {"connection": known.id, "keys": list(known.learned), "cached": known.cached is not None}
            self._store.stream.append(_event("connection_forgotten", reach, now, "user", told))
        return known

    def _named(self, connection_id: str) -> str:
        """Return the name of a connection as it is stored.

        Raises:
            InputError: There is none.
        """
        name = (label(self._hooks, connection_id) or "").strip()
        if not name:
            raise InputError("Which connection? It needs the name that the host gives it.")
        return name

    def context(self, connection_id: str, reach: Reach, clock: Clock) -> Any:
        """Return the cached context of a connection; None if it has none that still holds."""
        known = self._known(self._named(connection_id), reach)
        return None if known is None else known.fresh(clock())

    def _known(self, name: str, reach: Reach) -> Connection | None:
        return self._store.profiles.connection(name, reach.user.id)

    def _checked(self, what: str, said: Any, source: Source) -> Any:
        data = unwrap(said)
        if depth(data, DEEPEST) > DEEPEST:
            raise InputError(f"'{what}' is nested more than {DEEPEST} levels deep.")
        return each_text(data, lambda text: redacted(self._hooks, clean(text), "log", source=source))


def _event(  # noqa: PLR0917 the columns of one row
    kind: EventKind,
    reach: Reach,
    at: str,
    source: Source,
    told: Mapping[str, Any],
    session_id: str | None = None,
) -> Event:
    """Return the event of a change to a connection; it contains keys, not values."""
    return Event(
        kind=kind, scope_id=reach.user.id, at=at, source=source, session_id=session_id, payload=dict(told)
    )


def merged(known: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two mappings deeply; the new value wins, and null removes a key."""
    result = dict(known)
    for key, value in new.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(result.get(key), Mapping):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result


def _ensure_time(ttl_s: int | None) -> None:
    if ttl_s is not None and not 1 <= ttl_s <= _LONGEST_S:
        raise InputError(f"'ttl_s' is from 1 to {_LONGEST_S:,} seconds, not {ttl_s:,}.")


def _ensure_size(what: str, data: Any, most: int) -> None:
    try:
        size = len(json.dumps(data, ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError):
        raise InputError(f"'{what}' is no JSON value.") from None
    if size > most:
        raise InputError(f"'{what}' would have {size:,} characters as JSON; {most:,} are the most.")

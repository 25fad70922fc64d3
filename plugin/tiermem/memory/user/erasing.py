"""Erase turns, sessions, lines of the profile, and all of a user; `Entries.erase` erases an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.memory.entries import Entries
from tiermem.values import instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiermem.memory.engine import Engine
    from tiermem.store.contract import Erased
    from tiermem.values import Reach, Turn

_SAID = ("entries", "sessions", "turns", "profiles")
"""Tables without a row in a file in which no user is left."""
_OF_THE_NAME = "scopes"
"""The table of names: asking for a user of whom nothing is stored makes a row in it."""
_PLACE_DIGITS = 18
"""Maximum digits of a turn's place; no session has so many turns."""


class Erasing:
    """Show and erase a user's turns and profile, as a person. Returned by `Memory.erasing`.

    Every receipt lists other texts about the same thing, and what an erasure cannot reach.
    """

    def __init__(
        self, engine: Engine, reach: Reach, delete_file: Callable[[], list[str]] | None = None
    ) -> None:
        self._delete_file = delete_file
        self._store = engine.store
        self._spooling = engine.spooling
        self._reach = reach
        self._clock = engine.clock
        self._entries = Entries(engine, reach, source="user")

    def turns(self, session_id: str) -> list[Turn]:
        """Return the turns of a session of the user's.

        Raises:
            InputError: There is no such session of the user's.
        """
        if not self._store.sessions.is_open_to(session_id, self._reach):
            raise InputError(f"There is no session {session_id!r} of this user.")
        return self._store.sessions.turns(session_id)

    def shown(self, ref: str) -> Turn:
        """Return a turn by its ref, ``SESSION/PLACE``, as searches and receipts name it.

        Raises:
            InputError: There is no such turn of the user's.
        """
        session_id, _, place = ref.rpartition("/")
        is_place = place.isdecimal() and len(place) <= _PLACE_DIGITS
        turns = self.turns(session_id) if is_place else []
        if not is_place or int(place) >= len(turns):
            raise InputError(
                f"There is no turn {ref!r}. 'tiermem search --archive WORDS' lists them as SESSION/PLACE."
            )
        return turns[int(place)]

    def turn(self, ref: str) -> Erased:
        """Delete a turn permanently, with everything learned from it.

        Raises:
            InputError: There is no such turn of the user's.
        """
        said = self.shown(ref).content
        session_id, _, place = ref.rpartition("/")
        erased = self._store.erase_turns(
            session_id, (int(place),), self._reach.changeable, instant(self._clock())
        )
        return replace(erased, also=self._entries.speaking_of([said]))

    def session(self, session_id: str) -> Erased:
        """Delete a session permanently: its turns, receipts and summary, and everything learned from it.

        Raises:
            InputError: There is no such session of the user's.
        """
        said = [turn.content for turn in self.turns(session_id) if turn.speaker == "user"]
        erased = self._store.erase_turns(session_id, None, self._reach.changeable, instant(self._clock()))
        return replace(erased, also=self._entries.speaking_of(said))

    def line(self, line: str) -> Erased:
        """Delete a line of the profile, or the value at a path of its scaffold, with the observations it is based on.

        Raises:
            InputError: The profile has no such line or path.
        """
        now, user_id = instant(self._clock()), self._reach.user.id
        erased = self._store.erase_line(user_id, line, self._reach.changeable, now)
        return replace(erased, also=self._entries.speaking_of([line]))

    def everything(self) -> Erased:
        """Delete all data of this user, with every agent of the house. Export it first with `Maintenance.dump`.

        Notes that agents share among their users stay, and the receipt names them. Where each user has a file, it is
        deleted, unless the user of another house has the same name. Writes that wait for a server are deleted on this
        machine, for this agent.

        Raises:
            InputError: There is nothing of this user.
        """
        name = self._reach.user.name
        erased = self._store.erase_user(self._reach.user)
        had_rows = any(rows for table, rows in erased.touched.items() if table != _OF_THE_NAME)
        had_waiting = self._spooling is not None and self._spooling.forget(name) > 0
        if self._spooling is not None:
            erased = replace(
                erased, out_of_reach=(*erased.out_of_reach, "writes that wait on other machines")
            )
        if self._delete_file is None:
            left = ["notes that all users of an agent or a house share"]
        elif any(self._store.sizes()[table] for table in _SAID):
            left = [f"what the user {name!r} of another house has in the same file"]
        else:
            left = self._delete_file()
        if not had_rows and not had_waiting:
            raise InputError(f"There is no user {name!r} of whom anything is stored.")
        return replace(erased, out_of_reach=(*erased.out_of_reach, *left))

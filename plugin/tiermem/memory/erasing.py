"""Erase turns, sessions, lines of the profile, and all of a user; `Entries.erase` erases an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.memory.entries import Entries
from tiermem.values import instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.store.contract import Erased
    from tiermem.values import Reach, Turn


class Erasing:
    """What a person shows and erases of what was said. Got from `Memory.erasing`.

    Every receipt says what else speaks of the same thing, and what an erasure cannot reach.
    """

    def __init__(self, engine: Engine, reach: Reach) -> None:
        self._store = engine.store
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
        turns = self.turns(session_id) if place.isdecimal() else []
        if not place.isdecimal() or int(place) >= len(turns):
            raise InputError(
                f"There is no turn {ref!r}. 'tiermem search --archive WORDS' lists them as SESSION/PLACE."
            )
        return turns[int(place)]

    def turn(self, ref: str) -> Erased:
        """Remove a turn for good, with what was learned from it.

        Raises:
            InputError: There is no such turn of the user's.
        """
        said = self.shown(ref).content
        session_id, _, place = ref.rpartition("/")
        erased = self._store.erase_turns(session_id, (int(place),), self._reach.ids, instant(self._clock()))
        return replace(erased, also=self._entries.speaking_of([said]))

    def session(self, session_id: str) -> Erased:
        """Remove a session for good: its turns, receipts and summary, and what was learned from it.

        Raises:
            InputError: There is no such session of the user's.
        """
        said = [turn.content for turn in self.turns(session_id) if turn.speaker == "user"]
        erased = self._store.erase_turns(session_id, None, self._reach.ids, instant(self._clock()))
        return replace(erased, also=self._entries.speaking_of(said))

    def line(self, line: str) -> Erased:
        """Remove a line of the profile, or a value of its scaffold by its path, with the observations it rests on.

        Raises:
            InputError: The profile has neither.
        """
        now, user_id = instant(self._clock()), self._reach.user.id
        erased = self._store.erase_line(user_id, line, self._reach.ids, now)
        return replace(erased, also=self._entries.speaking_of([line]))

    def everything(self) -> Erased:
        """Remove all that is this user's, with every agent of the house; `Maintenance.dump` exports it before.

        What agents noted for all their users stays: the receipt names it.
        """
        erased = self._store.erase_user(self._reach.user)
        shared = "notes that all users of an agent or a house share"
        return replace(erased, out_of_reach=(*erased.out_of_reach, shared))

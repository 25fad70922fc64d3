"""Keep what is written while the server of the store is away, and store it in order when it is back."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tiermem.engine.learning.journal import own_words
from tiermem.engine.writes.checks import redacted
from tiermem.engine.writes.once import Repeated
from tiermem.errors import DeadlineExceeded, InputError, StoreError, UnusableStore
from tiermem.support.lazy import logger
from tiermem.support.nested import each_text
from tiermem.tools.toolbox import parse_arguments
from tiermem.values import Turn, instant
from tiermem.values.frozen import asdict, dataclass, replace

if TYPE_CHECKING:
    from tiermem.engine.learning.journal import Journal
    from tiermem.engine.writes.gate import Gate
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Store
    from tiermem.store.spool import Spool, Spooled
    from tiermem.values import AgentSettings, Tool

_LOG = logger("tiermem")
_WRITING_S = 2.0
"""Seconds that a write may take before the server is taken for away."""
_DRAINING_S = 2.0
"""Seconds for which a write stores what waits before it. After that it waits as well: its program may be ended."""
_LONGEST_PAUSE_S = 30.0
"""Seconds to which the pause between two attempts grows while the server is away."""
TOOLS = ("add_memory", "add_to_memory", "record_observation", "update_user_context")
"""Tools that only add, so that their calls can wait."""
_AWAY = (UnusableStore.code, DeadlineExceeded.code)
"""Codes of the errors in a tool's reply for which a call waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The values with which a session was begun."""

    id: str
    user: str | None = None
    project: str | None = None
    task: str | None = None
    connections: tuple[str, ...] = ()


class Parts(Protocol):
    """The parts of an agent's memory that are used here; see `memory.engine.Engine`."""

    store: Store
    hooks: Hooks
    settings: AgentSettings
    clock: Clock

    @property
    def journal(self) -> Journal:
        """Keeps the turns."""
        ...

    @property
    def gate(self) -> Gate:
        """The only way to change entries."""
        ...

    @property
    def tools(self) -> tuple[Tool, ...]:
        """All tools."""
        ...


class Learning(Protocol):
    """The life cycle of a session; see `memory.sessions.learning.SessionLearning`."""

    def turn_ended(self, own: Sequence[Turn]) -> None:
        """Hand the utterances of a turn to the hooks."""
        ...

    def before_compaction(self, turns: Sequence[Turn], *, learn: bool = True) -> None:
        """Store the turns that are not in the journal."""
        ...

    def end(self, *, learn: bool = True) -> None:
        """End the session."""
        ...


class Begun(Protocol):
    """A session that has begun; see `memory.session.Session`."""

    @property
    def learning(self) -> Learning:
        """The learning of the session."""
        ...

    def called(self, name: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
        """Call a tool now."""
        ...


class Spooling:
    """The writes of one memory that wait for its server.

    A write that fails because the server is away is kept in a file of this machine, and so is each one after it until
    all are stored: they are stored in the order in which they were made, each once by its id. They are redacted as
    what is stored.

    Args:
        engine: The engine of the memory.
        spool: The file.
        session: Begins the session of a write that waited.
    """

    def __init__(self, engine: Parts, spool: Spool, session: Callable[[Place], Begun]) -> None:
        self._engine = engine
        self._spool = spool
        self._session = session
        self._pause_s, self._next = 1.0, 0.0
        self._draining = threading.Lock()

    @property
    def path(self) -> str:
        """The file."""
        return self._spool.path

    def counts(self) -> tuple[int, str | None, list[str]]:
        """Return the number of writes that wait, the instant of the oldest, and the reasons of those put aside."""
        return self._spool.counts()

    def forget(self, user: str) -> int:
        """Delete what waits of a user, and return the number of writes."""
        return self._spool.forget(user)

    def told(self, number: int) -> str:
        """Return what waits as a part of a sentence."""
        writes = "1 write waits" if number == 1 else f"{number:,} writes wait"
        return f"{writes} in {self.path} for the server of the store"

    @property
    def rests(self) -> bool:
        """True while the server is not tried again, because it was away just now."""
        return time.monotonic() < self._next

    def failed(self) -> None:
        """Note that the server is away."""
        self._next = time.monotonic() + self._pause_s
        self._pause_s = min(2 * self._pause_s, _LONGEST_PAUSE_S)

    def quickly(self, work: Callable[[], Any], seconds: float = _WRITING_S) -> Any:
        """Do some work with the server, unless it is away.

        Raises:
            UnusableStore: It is away, or the work took too long.
        """
        if self.rests:
            raise UnusableStore(self._engine.store.url, "its server is away", is_away=True)
        try:
            with self._engine.store.deadline(seconds, "reaching the server"):
                done = work()
        except StoreError as error:
            if error.is_away:
                self.failed()
                raise UnusableStore(self._engine.store.url, str(error), is_away=True) from error
            raise
        self._pause_s = 1.0
        return done

    def write(self, work: Callable[[], Any], keep: Callable[[], None]) -> bool:
        """Do some work with the server, or keep it for later; return False if it was kept."""
        if self.drain(_DRAINING_S):
            try:
                self.quickly(work)
            except StoreError as error:
                if not error.is_away:
                    raise
                _LOG.warning("kept in %s until the server is back: %s", self.path, error)
            else:
                return True
        keep()
        return False

    def takes(self, tool: str) -> bool:
        """Return True if calls of a tool can wait."""
        return tool in TOOLS

    @property
    def reply(self) -> dict[str, Any]:
        """The reply to a call that was kept."""
        return {
            "queued": True,
            "message": "The server of the memory is away. This is kept on this machine and stored when it is back; "
            "do not repeat it.",
        }

    def ensure_reached(self, reply: Mapping[str, Any]) -> None:
        """Check a tool's reply.

        Raises:
            UnusableStore: The server was away.
        """
        error = reply.get("error")
        if error is not None and error["code"] in _AWAY:
            raise UnusableStore(self._engine.store.url, error["message"], is_away=True)

    # -- what waits ------------------------------------------------------------------------------

    def identified(self, turns: Sequence[Turn]) -> list[Turn]:
        """Return turns with an id each, so that one whose fate is unknown can be stored again."""
        return [
            turn
            if turn.external_id is not None
            else replace(turn, external_id=f"tiermem:{os.urandom(9).hex()}")
            for turn in own_words(turns)
        ]

    def keep_turns(self, place: Place, turns: Sequence[Turn]) -> None:
        """Keep turns, if they are journaled at all."""
        self._keep_said("turns", place, turns)

    def keep_dropped(self, place: Place, turns: Sequence[Turn]) -> None:
        """Keep turns that the host drops, in the same way. Those that are in the journal by then are not stored."""
        self._keep_said("dropped", place, own_words(turns))

    def _keep_said(self, kind: str, place: Place, turns: Sequence[Turn]) -> None:
        if not self._engine.settings.journal.enabled:
            return
        kept = [asdict(self._engine.journal.cleaned(turn)) for turn in turns]
        if kept:
            self._put(kind, place, {"turns": kept})

    def keep_call(self, place: Place, tool: str, arguments: Mapping[str, Any]) -> None:
        """Keep a call of one of `TOOLS`.

        Raises:
            InputError: The arguments are not those of the tool.
            CheckRefused: A check refused a text.
        """
        parse_arguments(next(one for one in self._engine.tools if one.name == tool).parameters, arguments)
        hooks = self._engine.hooks
        said = each_text(dict(arguments), lambda text: redacted(hooks, text, "log", source="agent"))
        self._put("call", place, {"tool": tool, "arguments": said})

    def keep_end(self, place: Place) -> None:
        """Keep that a session has ended."""
        self._put("end", place, {})

    def _put(self, kind: str, place: Place, data: Mapping[str, Any]) -> None:
        at = instant(self._engine.clock())
        self._spool.put(kind, {"place": asdict(place), **data}, at)

    def drain(self, seconds: float | None = None) -> bool:
        """Store what waits, if the server is back; return True if nothing waits any more.

        Args:
            seconds: Seconds after which the rest waits for the next call; None for no limit.
        """
        until = None if seconds is None else time.monotonic() + seconds
        if not self._spool.is_used:
            return True
        if not self._draining.acquire(timeout=-1 if seconds is None else seconds):
            return False  # another thread has much to store
        try:
            while (one := self._spool.next()) is not None:
                if self.rests or (until is not None and time.monotonic() > until):
                    return False
                try:
                    self._store(one)
                except Repeated:
                    pass  # it was stored before its removal failed
                except StoreError as error:
                    if error.is_away:
                        self.failed()
                    else:  # what is written now must wait behind it, not be lost
                        _LOG.warning("the writes that wait cannot be stored: %s", error)
                    return False
                except Exception as refusal:  # noqa: BLE001 whatever is wrong with it, the others must not wait for it
                    _LOG.warning("a write that waited is not stored: %s", refusal)
                    self._spool.refuse(one.id, str(refusal) or type(refusal).__name__)
                    continue
                self._spool.remove(one.id)
        finally:
            self._draining.release()
        return True

    def _store(self, one: Spooled) -> None:
        given = dict(one.data["place"])
        place = Place(**given | {"connections": tuple(given["connections"])})
        session: Begun = self.quickly(lambda: self._session(place))
        if one.kind == "turns":
            turns = [Turn(**turn) for turn in one.data["turns"]]
            self.quickly(lambda: session.learning.turn_ended(turns))
        elif one.kind == "call":
            with self._engine.gate.once.applying(one.id):
                reply = self.quickly(lambda: session.called(one.data["tool"], one.data["arguments"]))
            self.ensure_reached(reply)
            if "error" in reply:
                raise InputError(reply["error"]["message"])
        elif one.kind == "dropped":
            dropped = [Turn(**turn) for turn in one.data["turns"]]
            self.quickly(lambda: session.learning.before_compaction(dropped, learn=False))
        elif one.kind == "end":  # a prompt may wait for it, and learning may ask a model
            self.quickly(lambda: session.learning.end(learn=False))
        else:
            raise InputError(f"A later version of tiermem wrote it: {one.kind!r}.")

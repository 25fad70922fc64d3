"""Maintain a memory: process waiting work, rebuild index and vectors, check, export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tiermem.engine.worker import WorkReport, never, untold
from tiermem.engine.writes.checks import redacted
from tiermem.errors import InputError, LostClaim, StoreError
from tiermem.memory.sessions.learning import SessionLearning
from tiermem.memory.sessions.view import SessionView
from tiermem.store.contract import Finding
from tiermem.support.lazy import logger
from tiermem.support.spans import span
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.models.embedding import Filled
    from tiermem.memory.care.shared_work import SharedWork
    from tiermem.memory.engine import Engine
    from tiermem.store.contract import Progress
    from tiermem.values import Purpose, Reach, Trigger
    from tiermem.values.words import UserId

_LOG = logger("tiermem")
_READ = "Read it there, store it another way, and delete the file when nothing waits."
_DRAIN = "The next session or turn of this machine stores it, or 'tiermem worker --once'."


class Maintenance:
    """Maintenance of one agent's memory. Returned by `Memory.maintenance`.

    Args:
        engine: The memory.
        every: Returns each user with theirs, where each has a file; None where all share a store.
    """

    def __init__(
        self, engine: Engine, every: Callable[[], Iterator[tuple[str, Maintenance]]] | None = None
    ) -> None:
        self._engine = engine
        self._every = every

    def catch_up(self, user: UserId | None = None) -> int:
        """Read the unread turns of a user's sessions, see `SessionLearning.catch_up`; return how many sessions."""
        engine = self._engine
        preview = SessionView(engine, id="", reach=engine.reach(user), clock=engine.clock)
        return SessionLearning(engine, preview).catch_up(limit=100)

    def work(
        self,
        user: UserId | None = None,
        *,
        everyone: bool = False,
        trigger: Trigger = "command",
        progress: Progress = untold,
        stop: Callable[[], bool] = never,
    ) -> WorkReport:
        """Process waiting work: read the unread turns of interrupted sessions, process observations, and make profiles.

        Several processes may call this at once; nothing is applied twice. Work that cannot be done now waits, and
        `WorkReport.problems` gives the reasons.

        Args:
            user: The user (default: the YAML's user).
            everyone: All users of the agent's house instead, as the worker does.
            trigger: The reason for the run, for the record of runs.
            progress: Called with processed and total observations, for each user from the start.
            stop: Called between batches; True leaves the rest.
        """
        if everyone and self._every is not None:
            whole = WorkReport()
            for _, one in self._every():
                if stop():
                    break
                whole += one.work(trigger=trigger, progress=progress, stop=stop)
            return whole
        if self._engine.spooling is not None:
            self._engine.spooling.drain()
        own = self._engine.reach(user)
        sharing = self.sharing()
        if sharing is not None:
            with sharing:
                return sharing.run(own, everyone=everyone, trigger=trigger, progress=progress, stop=stop)
        worked = WorkReport()
        users = self._users(own) if everyone else [own]
        for reach in users:
            if stop():
                break
            worked += self.work_on(reach, trigger=trigger, progress=progress, stop=stop)
        return worked

    def sharing(self) -> SharedWork | None:
        """Return a worker among others at the same store; None where one machine does all the work, as in a file."""
        claims = self._engine.store.claims
        if claims is None:
            return None
        from tiermem.memory.care.shared_work import SharedWork  # few stores are on a server

        return SharedWork(self._engine, claims, users=self._users, work_on=self.work_on)

    def work_in_idle_time(self, reach: Reach, *, stop: Callable[[], bool], trigger: Trigger) -> WorkReport:
        """Process the waiting work of one user, unless a worker does."""
        sharing = self.sharing()
        if sharing is None:
            return self.work_on(reach, trigger=trigger, progress=untold, stop=stop)
        with sharing:
            return sharing.run(reach, everyone=False, trigger=trigger, stop=stop)

    def _users(self, own: Reach) -> list[Reach]:
        now = self._engine.clock()
        return self._engine.worker.users(own, now, unread_since=self._engine.gapfill.unread_since(now))

    def work_on(self, reach: Reach, *, stop: Callable[[], bool], **how: Any) -> WorkReport:
        """Process the waiting work of one user, see `work`."""
        with span("work") as spanned:
            left = WorkReport() if stop() else self._catch_up(reach)
            worked = left + self._engine.worker.run(reach, self._engine.clock, stop=stop, **how)
            spanned.set(
                processed=worked.processed,
                consolidated=worked.consolidated,
                problems=len(worked.problems) + len(worked.outages),
            )
        if not stop():
            self._engine.expire(reach, self._engine.clock())
            self._forget_old_records(reach)
        running = self._engine.gapfill.running(reach, self._engine.clock())
        return replace(worked, users=0 if worked.is_nothing else 1, running=running)

    def _forget_old_records(self, reach: Reach) -> None:
        try:
            self._engine.forget_old_records(reach, self._engine.clock())
        except LostClaim:
            raise
        except StoreError as error:
            _LOG.warning("old records of user %s stay for now: %s", reach.user.name, error)

    def tidy(self, user: UserId | None = None) -> int:
        """Delete the records of a user that ``retention:`` does not keep; return their number.

        The end of each session, the worker and idle time also delete some at a time.

        Args:
            user: The user (default: the YAML's user).

        Raises:
            StoreError: The store cannot be used.
        """
        reach, rows = self._engine.reach(user), 0
        while gone := self._engine.forget_old_records(reach, self._engine.clock()):
            rows += gone
        return rows

    def _catch_up(self, reach: Reach) -> WorkReport:
        try:
            return WorkReport(sessions=self.catch_up(reach.user.name))
        except LostClaim:
            raise
        except StoreError as error:
            _LOG.warning("what sessions of user %s left unread waits: %s", reach.user.name, error)
            return WorkReport(outages=(error,))

    def try_again(self, seq: int, user: UserId | None = None) -> None:
        """Queue an observation that was set aside again, for the next run of the processor.

        Args:
            seq: Its place in the stream, from `Timeline.set_aside`.
            user: The user (default: the YAML's user).

        Raises:
            InputError: The user has no such observation that was set aside.
        """
        reach = self._engine.reach(user)
        with self._engine.store.transaction(reach):
            if not self._engine.store.stream.try_again(seq, reach.ids):
                raise InputError(
                    f"There is no observation {seq} that was set aside. 'tiermem pending' lists those there are."
                )

    def doctor(self, *, everyone: bool = True) -> list[Finding]:
        """Check the store and return the problems found, and what waits on this machine for its server.

        Args:
            everyone: Where each user has a file: all of them, each named in what was found in it. False for one.
        """
        if not everyone or self._every is None:
            return [*self._engine.store.check(), *self._spooled()]
        return [
            replace(found, what=f"User {user!r}: {found.what}")
            for user, one in self._every()
            for found in one.doctor(everyone=False)
        ]

    def _spooled(self) -> list[Finding]:
        spooling = self._engine.spooling
        if spooling is None:
            return []
        number, oldest, refused = spooling.counts()
        found = [
            (f"The store did not take a write in {spooling.path}: {reason}", _READ) for reason in refused
        ]
        if number:
            found.append((f"{spooling.told(number)}, since {oldest}.", _DRAIN))
        return [Finding(what=what, mend=mend) for what, mend in found]

    def spooled(self) -> int:
        """Return the number of writes that wait on this machine for the server of the store."""
        return 0 if self._engine.spooling is None else self._engine.spooling.counts()[0]

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild the index from records and journal; return the number of documents."""
        if self._engine.store.is_unmade:
            return 0
        return self._engine.store.search.reindex(progress)

    def warm_up(self) -> None:
        """Load the local embedding model now, if vectors use it, so that the next prompt has vectors."""
        self._engine.embedding.warm_up()

    def embed(
        self, user: UserId | None = None, *, everything: bool = False, progress: Progress | None = None
    ) -> Filled:
        """Embed everything without a vector now. The background thread does so later by itself.

        Args:
            user: Owner of the entries and turns (default: the YAML's user).
            everything: Those of all users and agents in the store instead.
            progress: Called with the number of documents with a vector, and of all.

        Raises:
            InputError: Vectors are not enabled for this agent.
            PluginError: The model cannot be used. Vectors made before are kept.
            SpendingCap: The user's daily cap is reached. Vectors made before are kept.
            StoreError: The index cannot be used.
        """
        if not self._engine.settings.vectors.enabled:
            raise InputError("Vectors are not enabled: say 'vectors: {enabled: true}' in the agent's YAML.")
        reach = self._engine.reach(user)
        return self._engine.embedding.fill(None if everything else reach.ids, reach, progress=progress)

    def complete(
        self, purpose: Purpose, prompt: str, schema: Mapping[str, Any], user: UserId | None = None
    ) -> Mapping[str, Any]:
        """Ask the generative model named in the YAML, within the user's caps.

        Args:
            purpose: The purpose; the prompt of this name is sent too.
            prompt: The input for its instructions.
            schema: JSON Schema of the answer, an object.
            user: The user to charge (default: the YAML's user).

        Raises:
            SpendingCap: The user's daily cap is reached.
            CompletionFailed: There is no usable answer.
        """
        return self._engine.completer.ask(purpose, purpose, prompt, schema, reach=self._engine.reach(user))

    def dump(
        self, user: UserId | None = None, skipped: list[tuple[str, str]] | None = None
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield (table, row) of everything but the index, for a lossless export.

        Args:
            user: Only what is this user's: entries, notes of every agent of the house, turns, profile, records. What
                is shared with others is left out. None for the whole store.
            skipped: Called with the table and key of each unreadable row, which is skipped; None raises instead.

        Raises:
            InputError: Each user has a file, with numbers of its own, and no user is named.
            UnusableStore: A row cannot be read, and no list of skipped ones was given.
        """
        if user is None and self._every is not None:
            raise InputError(
                "Each user has a file, with numbers of its own: name a user, and export one at a time."
            )
        return self._engine.store.dump(None if user is None else self._engine.reach(user).user, skipped)

    def load(self, rows: Iterator[tuple[str, Mapping[str, Any]]]) -> Mapping[str, int]:
        """Load dumped rows, all or none, with each text cleaned by the checks; return table → rows added.

        Raises:
            InputError: This version could not have written a row; `UnfitRow` if the tables reject it.
            CheckRefused: A check refused a text.
        """
        hooks = self._engine.hooks
        return self._engine.store.load(rows, lambda text: redacted(hooks, text, "log"))

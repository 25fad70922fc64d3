"""Keep a memory in order: working through what waits, the index and the vectors, checks, exports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tiermem.engine.worker import WorkReport, never, untold
from tiermem.engine.writes.checks import redacted
from tiermem.errors import InputError, StoreError
from tiermem.memory.session_learning import SessionLearning
from tiermem.memory.session_view import SessionView
from tiermem.support.lazy import logger
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.models.embedding import Filled
    from tiermem.memory.engine import Engine
    from tiermem.store.contract import Finding, Progress
    from tiermem.values import Purpose, Reach, Trigger
    from tiermem.values.words import UserId

_LOG = logger("tiermem")


class Maintenance:
    """The upkeep of one agent's memory. Got from `Memory.maintenance`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def catch_up(self, user: UserId | None = None, *, limit: int = 100) -> int:
        """Read what sessions of a user left unread, see `SessionLearning.catch_up`; return how many sessions."""
        engine = self._engine
        preview = SessionView(engine, id="", reach=engine.reach(user), clock=engine.clock)
        return SessionLearning(engine, preview).catch_up(limit)

    def work(
        self,
        user: UserId | None = None,
        *,
        everyone: bool = False,
        trigger: Trigger = "command",
        progress: Progress = untold,
        stop: Callable[[], bool] = never,
    ) -> WorkReport:
        """Do what waits: read what died sessions left unread, process observations, and make profiles of them.

        Safe to be called by several processes at once: nothing is applied twice. What cannot be done now waits, and
        `WorkReport.problems` says why.

        Args:
            user: Whose; the YAML's user when none is named.
            everyone: All users of the agent's house instead, as the worker does.
            trigger: What began it, for the record of runs.
            progress: Called with observations done and in all, for each user from the start.
            stop: Asked between batches whether to leave the rest.
        """
        own = self._engine.reach(user)
        worked = WorkReport()
        users = self._users(own) if everyone else [own]
        for reach in users:
            if stop():
                break
            worked += self.work_on(reach, trigger=trigger, progress=progress, stop=stop)
        return worked

    def _users(self, own: Reach) -> list[Reach]:
        now = self._engine.clock()
        return self._engine.worker.users(own, now, unread_since=self._engine.gapfill.unread_since(now))

    def work_on(self, reach: Reach, *, stop: Callable[[], bool], **how: Any) -> WorkReport:
        """Do what waits for one user, see `work`."""
        left = WorkReport() if stop() else self._catch_up(reach)
        worked = left + self._engine.worker.run(reach, self._engine.clock, stop=stop, **how)
        if not stop():
            self._engine.expire(reach, self._engine.clock())
            self._forget_old_records(reach)
        running = self._engine.gapfill.running(reach, self._engine.clock())
        return replace(worked, users=0 if worked.is_nothing else 1, running=running)

    def _forget_old_records(self, reach: Reach) -> None:
        try:
            self._engine.forget_old_records(reach, self._engine.clock())
        except StoreError as error:
            _LOG.warning("old records of user %s stay for now: %s", reach.user.name, error)

    def tidy(self, user: UserId | None = None) -> int:
        """Delete the records of a user that ``retention:`` does not keep; gives how many.

        Each session's end, the worker and idle time do so as well, some at a time.

        Args:
            user: Whose; the YAML's user when none is named.

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
        except StoreError as error:
            _LOG.warning("what sessions of user %s left unread waits: %s", reach.user.name, error)
            return WorkReport(problems=(str(error),))

    def try_again(self, seq: int, user: UserId | None = None) -> None:
        """Let an observation that was set aside wait again; the next run of the processor takes it up.

        Args:
            seq: Its place in the stream, as `Timeline.set_aside` gives it.
            user: Whose; the YAML's user when none is named.

        Raises:
            InputError: No observation of the user's that was set aside stands there.
        """
        with self._engine.store.transaction():
            if not self._engine.store.stream.try_again(seq, self._engine.reach(user).ids):
                raise InputError(
                    f"There is no observation {seq} that was set aside. 'tiermem pending' lists those there are."
                )

    def doctor(self) -> list[Finding]:
        """Check the store; return the problems, none when all is well."""
        return self._engine.store.check()

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild the index from records and journal; return the number of documents."""
        return self._engine.store.search.reindex(progress)

    def warm_up(self) -> None:
        """Load the local embedding model now, where vectors use it: a process that asks once gains by waiting."""
        self._engine.embedding.warm_up()

    def embed(
        self, user: UserId | None = None, *, everything: bool = False, progress: Progress | None = None
    ) -> Filled:
        """Embed what has no vector of the model yet, now. The background does so by itself, after a while.

        Args:
            user: Whose entries and turns; the YAML's user when none is named.
            everything: Those of all users and agents in the store instead.
            progress: Told of documents with a vector, and of all.

        Raises:
            InputError: Vectors are not enabled for this agent.
            PluginError: The model cannot be asked; what was embedded before is kept.
            SpendingCap: The user's cap of the day is reached; so is it then.
            StoreError: The index cannot be used.
        """
        if not self._engine.settings.vectors.enabled:
            raise InputError("Vectors are not enabled: say 'vectors: {enabled: true}' in the agent's YAML.")
        reach = self._engine.reach(user)
        return self._engine.embedding.fill(None if everything else reach.ids, reach, progress=progress)

    def complete(
        self, purpose: Purpose, prompt: str, schema: Mapping[str, Any], user: UserId | None = None
    ) -> Mapping[str, Any]:
        """Ask the generative model that the YAML names, within the user's caps.

        Args:
            purpose: What for; the prompt of this name goes with it.
            prompt: What its instructions are to be followed on.
            schema: JSON Schema of the answer, an object.
            user: Who is charged; the YAML's user when none is named.

        Raises:
            SpendingCap: The user's cap of the day is reached.
            CompletionFailed: No answer that can be used.
        """
        return self._engine.completer.ask(purpose, purpose, prompt, schema, reach=self._engine.reach(user))

    def dump(
        self, user: UserId | None = None, skipped: list[tuple[str, str]] | None = None
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield (table, row) of everything but the index, for a lossless export.

        Args:
            user: Only what is this user's: entries, notes of every agent of the house, turns, profile, records. What
                is shared with others is left out. None for the whole store.
            skipped: Takes the table and key of each row that cannot be read, which is left out; None raises there.

        Raises:
            UnusableStore: A row cannot be read, and no list of skipped ones was given.
        """
        return self._engine.store.dump(None if user is None else self._engine.reach(user).user, skipped)

    def load(self, rows: Iterator[tuple[str, Mapping[str, Any]]]) -> Mapping[str, int]:
        """Take in dumped rows, all or none, each text as the checks leave it; gives table → rows added.

        Raises:
            InputError: A row is none that this version could have written; `UnfitRow`, where the tables do not take it.
            CheckRefused: A check refused a text.
        """
        hooks = self._engine.hooks
        return self._engine.store.load(rows, lambda text: redacted(hooks, text, "log"))

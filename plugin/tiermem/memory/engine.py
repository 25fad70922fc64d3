"""Composition root: make the objects of one agent's memory and connect them.

Each object is made, and its module imported, when first needed, so that a command hook that answers one prompt loads
recall but not learning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from tiermem.errors import ClosedMemory, InputError, TiermemError
from tiermem.ports.deadlines import TOOL_DEADLINE_MS
from tiermem.support.kept import Kept
from tiermem.support.lazy import logger, made_once
from tiermem.text import is_blank, storable
from tiermem.values import Change, EntryFilter
from tiermem.values.frozen import replace
from tiermem.values.words import SENSITIVE, STATUSES, instant, moment, sensitive_until

if TYPE_CHECKING:
    from tiermem.engine.learning.gap_fill import GapFill
    from tiermem.engine.learning.journal import Journal
    from tiermem.engine.learning.processor import Processor
    from tiermem.engine.models.completion import Completer, Fits
    from tiermem.engine.models.embedding import Embedding
    from tiermem.engine.models.workers import EmbedWorker, IdleWorker
    from tiermem.engine.prompt.learned import Judged
    from tiermem.engine.prompt.memory_context import MemoryContext
    from tiermem.engine.prompt.snapshot import Snapshots
    from tiermem.engine.recall.recall import Recall
    from tiermem.engine.recall.semantic import SemanticSearch
    from tiermem.engine.tasks.tasks import TaskManager
    from tiermem.engine.worker import Worker, WorkReport
    from tiermem.engine.writes.commit import Withdraw
    from tiermem.engine.writes.gate import Gate
    from tiermem.memory.sessions.spooling import Spooling
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Store
    from tiermem.values import AgentSettings, Reach, Tool
    from tiermem.values.profiles import ProfileUndo
    from tiermem.values.words import UserId

_LOG = logger("tiermem")
_JUDGED = 50
"""Maximum sessions whose judged entries are kept: some 300 KB each where there are very many."""
_COUNTS = 1_000
_ONLY_READS: ContextVar[bool] = ContextVar("only_reads", default=False)


@contextmanager
def reading() -> Iterator[None]:
    """Only read within the block: a user of whom nothing is known reads as an empty one, and is not made."""
    token = _ONLY_READS.set(True)
    try:
        yield
    finally:
        _ONLY_READS.reset(token)


class Engine:
    """Everything that one agent's memory is made of.

    Args:
        settings: The agent's settings.
        store: The store.
        hooks: The agent's plugins.
        clock: Returns the present.
        prompts: Returns name → instructions for a generative model.
        fits: Checks its answers against a JSON Schema.
        work: Does what waits for a user in idle time, see `Maintenance.work_on`.
        user: The user when none is named, instead of the YAML's.
        is_alone: True if the store holds this user alone: it has a file for each.

    Attributes:
        user: The user when none is named.
        spooling: Keeps what is written while the server of the store is away; None for a file.
    """

    def __init__(
        self,
        settings: AgentSettings,
        store: Store,
        hooks: Hooks,
        clock: Clock,
        *,
        prompts: Callable[[], Mapping[str, str]],
        fits: Fits,
        work: Callable[..., WorkReport],
        user: str | None = None,
        is_alone: bool = False,
    ) -> None:
        self.store = store
        self.hooks = hooks
        self.settings = settings
        self.clock = clock
        self._prompts = prompts
        self._fits = fits
        self._work = work
        self.user = user or settings.scope.user
        self._is_alone = is_alone
        self._while_asking: Callable[[], AbstractContextManager[None]] = nullcontext
        self._settling: list[Callable[[], None]] = []
        self._threads = ExitStack()
        self._is_closed = False
        self.spooling: Spooling | None = None
        self.profile_undo: dict[int, ProfileUndo] = {}
        """User → the last change of the profile by a person. It is kept nowhere else, so that an erasure is whole."""

    def ensure_open(self) -> None:
        """Check that the memory was not closed.

        Raises:
            ClosedMemory: It was.
        """
        if self._is_closed:
            raise ClosedMemory

    def reach(self, user: UserId | None = None) -> Reach:
        """Return the scopes of a user of this agent (default: the YAML's user).

        Raises:
            InputError: The name is empty or cannot be stored, or the file is another user's.
        """
        self.ensure_open()
        names, user = self.settings.scope, user_name(user, self.user)
        if self._is_alone and user != self.user:
            raise InputError(
                f"This file holds the memory of {self.user!r} alone. The one of {user!r} is 'memory.of({user!r})'."
            )
        reach = self.store.records.reach(
            house=names.house, agent=self.settings.agent, user=user, make=not _ONLY_READS.get()
        )
        return reach if names.notes == "user" else replace(reach, notes=names.notes)

    # -- the prompt path -------------------------------------------------------------------------

    @made_once
    def recall(self) -> Recall:
        """Finds passages."""
        from tiermem.engine.recall.recall import Recall

        return Recall(self.store, self.hooks, self.settings, self._meaning())

    def _meaning(self) -> SemanticSearch | None:
        if not self.settings.vectors.enabled:
            return None
        from tiermem.engine.recall.semantic import SemanticSearch

        return SemanticSearch(self.embedding, self.store, self.hooks)

    @made_once
    def prompting(self) -> MemoryContext:
        """Makes the context of a prompt."""
        from tiermem.engine.prompt.memory_context import MemoryContext

        return MemoryContext(self.store, self.hooks, self.settings, self._settle)

    @made_once
    def freezing(self) -> Snapshots:
        """Makes the blocks of a session, once."""
        from tiermem.engine.prompt.snapshot import Snapshots

        return Snapshots(self.store, self.hooks, self.settings)

    @made_once
    def judged(self) -> Kept[tuple[Judged, ...]]:
        """Keeps the entries that may stand in the block of learned information."""
        return Kept(_JUDGED)

    @made_once
    def counts(self) -> Kept[int]:
        """Keeps the numbers of active entries."""
        return Kept(_COUNTS)

    @made_once
    def journal(self) -> Journal:
        """Keeps the turns."""
        from tiermem.engine.learning.journal import Journal

        return Journal(self.store, self.hooks, self.settings)

    @made_once
    def embedding(self) -> Embedding:
        """Makes vectors."""
        from tiermem.engine.models.embedding import Embedding

        embedding = Embedding(self.store, self.hooks, self.settings, self.clock)
        self._settling.append(embedding.settle)
        return embedding

    # -- writing and learning --------------------------------------------------------------------

    @made_once
    def gate(self) -> Gate:
        """The only way to change entries."""
        from tiermem.engine.writes.gate import Gate

        return Gate(
            self.store, self.hooks, self.settings, self.clock, withdraw=self._withdraw(), wrote=self.wake
        )

    def _withdraw(self) -> Withdraw:
        from tiermem.engine.profile.withdrawing import Withdrawal, withdraw
        from tiermem.engine.statements.overlap import Overlap

        return partial(withdraw, self.store, Withdrawal(Overlap(self.store.search.stems)))

    @made_once
    def closed_gate(self) -> Gate:
        """The gate for previews, which refuses every change."""
        from tiermem.engine.writes.gate import Gate

        return Gate(self.store, self.hooks, self.settings, self.clock, withdraw=None)

    @made_once
    def gapfill(self) -> GapFill:
        """Reads sessions."""
        from tiermem.engine.learning.gap_fill import GapFill

        return GapFill(self.store, self.hooks, self.settings)

    @made_once
    def processor(self) -> Processor:
        """Decides on observations."""
        from tiermem.engine.learning.processor import Processor

        return Processor(self.store, self.gate, self.settings)

    @made_once
    def completer(self) -> Completer:
        """Asks a generative model."""
        from tiermem.engine.models.completion import Completer

        return Completer(
            self.store,
            self.hooks,
            self.settings,
            prompts=self._prompts(),
            fits=self._fits,
            clock=self.clock,
            asking=self._asking,
        )

    def _asking(self) -> AbstractContextManager[None]:
        return self._while_asking()

    @made_once
    def worker(self) -> Worker:
        """Processes waiting observations, and makes profiles."""
        from tiermem.engine.profile.consolidation import Consolidation
        from tiermem.engine.profile.patterns import Patterns
        from tiermem.engine.worker import Worker

        consolidation = Consolidation(self.store, self.gate, self.hooks, self.settings, self.completer)
        return Worker(self.store, self.processor, consolidation, Patterns(self.store, self.gate))

    @made_once
    def tasks(self) -> TaskManager:
        """Keeps tasks and projects."""
        from tiermem.engine.tasks.tasks import TaskManager

        return TaskManager(self.store, self.hooks, self.gate, most=self.settings.limits.task_chars)

    # -- beside what goes on ---------------------------------------------------------------------

    @made_once
    def _background(self) -> EmbedWorker:
        from tiermem.engine.models.workers import EmbedWorker

        background = EmbedWorker(self.embedding, self.store)
        self._threads.callback(background.close)
        return background

    @made_once
    def _idle(self) -> IdleWorker:
        from tiermem.engine.models.workers import IdleWorker

        idle = IdleWorker(
            lambda reach, stop: self._work(reach, trigger="idle", stop=stop),
            self.store,
            interval_s=self.settings.consolidation.interval_s,
        )
        self._while_asking = idle.asking
        self._threads.callback(idle.close)
        return idle

    def wake(self, reach: Reach) -> None:
        """Note a write or turn in this reach: embed missing vectors, and use idle time."""
        if self.settings.vectors.enabled:
            self._background.wake(reach)
        if self.settings.consolidation.enabled:
            self._idle.wake(reach)

    def close(self) -> None:
        """Stop the threads of embedding and idle work, and charge the cost of embedding.

        Raises:
            TiermemError: It was not charged.
        """
        self._is_closed = True
        self._threads.close()
        self._settle()

    def _settle(self) -> None:
        """Charge the cost of embedding since the last call."""
        for settle in self._settling:
            settle()

    @made_once
    def tools(self) -> tuple[Tool, ...]:
        """Return the built-in tools and those of plugins. If a name is used twice, the first tool keeps it."""
        from tiermem.tools import BUILT_IN_TOOLS

        found = {tool.name: tool for tool in BUILT_IN_TOOLS}
        for tool in self.hooks.register_tools().values:
            if tool.name in found:
                _LOG.warning("tool %s of a plugin is left out: the name is taken", tool.name)
            else:
                found[tool.name] = self._in_time(tool)
        if not isinstance(self.settings.offer, str):
            for name in self.settings.offer:
                if name not in found:
                    _LOG.warning("offer: names the tool %s, and there is none", name)
        return tuple(found.values())

    def _in_time(self, tool: Tool) -> Tool:
        """Return a plugin's tool, run in its own thread and abandoned if too slow."""
        from tiermem.plugins.threads import PluginThread  # few have such tools

        thread = PluginThread(f"tool {tool.name}", self.store.release)
        self._threads.callback(thread.close)

        def run(session: Any, arguments: dict[str, Any]) -> dict[str, Any]:
            work = partial(tool.run, session, arguments)
            return thread.run(work, hook=f"the tool {tool.name}", deadline_ms=TOOL_DEADLINE_MS)

        return replace(tool, run=run)

    def backlog(self, reach: Reach, now: datetime) -> dict[str, Any]:
        """Return the number of a user's waiting observations, and the age of the oldest."""
        backlog = self.store.stream.backlog((reach.user.id,))
        age = (now - moment(backlog.oldest)).total_seconds() if backlog.oldest else 0.0
        made = self.settings.consolidation.enabled
        return {
            "waiting": backlog.waiting,
            "oldest": backlog.oldest,
            "age_s": max(round(age), 0),
            "unconsolidated": backlog.unconsolidated if made else 0,
            "set_aside": backlog.failed,
        }

    def forget_old_turns(self, reach: Reach, now: datetime) -> None:
        """Delete the agent's turns that are older than their retention.

        If gap-fill is on, turns of interrupted sessions that it has not read yet are kept.
        """
        days = self.settings.journal.retention_days
        if days is not None and not self.store.is_unmade:
            before, unread = instant(now - timedelta(days=days)), not self.settings.gap_fill.enabled
            with self.store.transaction(reach):
                self.store.sessions.forget_turns(before, reach, unread=unread)

    def expire(self, reach: Reach, now: datetime) -> int:
        """Remove the expired entries of a reach and return their number.

        Entries that cannot be removed now stay until the next call.
        """
        at = instant(now)
        try:
            self._erase_sensitive(reach, at)
        except TiermemError as error:
            _LOG.warning("sensitive statements whose time is over stay for now: %s", error)
        try:
            ended = [
                Change(operation="remove", source="system", target=entry.id, at=at, reason="expired")
                for entry in self.store.records.select(EntryFilter(ended_by=at), reach.ids)
                if reach.owns(entry.scope_id) and self.settings.enabled(entry.tier)
            ]
            if ended:
                self.gate.write(ended, reach, durable=False)
        except TiermemError as error:
            _LOG.warning("entries that expired stay for now: %s", error)
            return 0
        return len(ended)

    def _erase_sensitive(self, reach: Reach, at: str) -> None:
        """Erase the sensitive statements that were kept as long as the YAML says, with what was said of them.

        Whatever became of them: those that were removed, corrected, moved or never accepted are in the file too.
        """
        days = self.settings.personal_data.sensitive_days
        if days is None:
            return
        marked = self.store.records.select(
            EntryFilter(statuses=STATUSES, tag_prefix=SENSITIVE), reach.changeable
        )
        over = [entry for entry in marked if (sensitive_until(entry.tags) or at) < at]
        if over:
            from tiermem.engine.writes.sensitive import said_of  # only when one is erased

            quotes = {entry.id: said_of(entry, self.store, self.hooks, reach) for entry in over}
            self.store.erase_each(quotes, reach.changeable, at)
        self._erase_sensitive_turns(reach, instant(moment(at) - timedelta(days=days)), at)

    def _erase_sensitive_turns(self, reach: Reach, before: str, at: str) -> None:
        """Erase the sensitive sentences of old turns from which no entry was made."""
        from tiermem.engine.writes.sensitive import said_without_entry

        if said := said_without_entry(self.store, self.hooks, reach, before):
            self.store.erase_words(said, reach.changeable, at)

    def forget_old_records(self, reach: Reach, now: datetime) -> int:
        """Delete this agent's and user's records that are older than their retention.

        Return the number of rows. If it is large, call again.
        """
        said = self.settings.retention

        def before(days: int | None) -> str | None:
            return None if days is None else instant(now - timedelta(days=days))

        if self.store.is_unmade:
            return 0
        with self.store.transaction(reach, durable=False):
            return self.store.runs.forget(
                reach,
                runs_before=before(said.runs_days),
                spent_before=before(said.spending_days),
                receipts_before=before(said.receipts_days),
            )


def user_name(user: UserId | None, default: str) -> str:
    """Return a user id, which may be a number or a UUID, as text; *default* for None.

    Raises:
        InputError: It is something else, is empty, or cannot be stored.
    """
    name = default if user is None else user if isinstance(user, str) else _as_text(user)
    if is_blank(name):
        raise InputError(
            "The user's name is empty. Name the user, or leave the name out for that of the YAML."
        )
    if not storable(name):
        raise InputError("The user's name holds NUL or broken Unicode, which cannot be stored.")
    return name


def _as_text(user: object) -> str:
    from uuid import UUID  # few have such ids

    if isinstance(user, (int, UUID)) and not isinstance(user, bool):
        return str(user)
    raise InputError(f"The user's name has to be text, a number or a UUID, not {type(user).__name__}.")

"""Durable memory of one agent: opens the store, loads the hooks, and hands out sessions."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from tiermem.config import fits, load_prompts, load_settings
from tiermem.engine.adoption import adopt
from tiermem.engine.background import Background
from tiermem.engine.checking import label, redacted
from tiermem.engine.completing import Completing
from tiermem.engine.embedding import Embedding, Filled
from tiermem.engine.freezing import Freezing
from tiermem.engine.gapfill import GapFill
from tiermem.engine.idling import Idle
from tiermem.engine.journaling import Journaling
from tiermem.engine.meaning import Meaning
from tiermem.engine.patterns import Patterns
from tiermem.engine.ports import Clock, Hooks
from tiermem.engine.processor import Processor
from tiermem.engine.profile.consolidating import Consolidating
from tiermem.engine.prompting import Prompting, Recalled
from tiermem.engine.recall import Recall
from tiermem.engine.tasks import TaskKeeping
from tiermem.engine.working import Worked, Working, never, untold
from tiermem.engine.writing import Gate
from tiermem.entries import Entries, stored_filter
from tiermem.errors import InputError, TiermemError
from tiermem.observations import Observations
from tiermem.parts import Parts
from tiermem.plugins.loading import load_plugins
from tiermem.plugins.manager import PluginManager
from tiermem.session import Session
from tiermem.store import open_store
from tiermem.store.contract import SET_ASIDE, Finding, Progress, SearchFilter, SessionRow, Store
from tiermem.text import storable
from tiermem.values import (
    AgentSettings,
    Connection,
    Draft,
    EntryFilter,
    Event,
    Purpose,
    Reach,
    Run,
    Trigger,
    utc_now,
)

if TYPE_CHECKING:
    from datetime import date
    from types import TracebackType

    from tiermem.engine.recall_report import RecallReport
    from tiermem.profile import UserProfile
    from tiermem.review import Review
    from tiermem.tasks import Tasks

_LOG = logging.getLogger("tiermem")

_ON_THE_PROMPT_PATH = ("on_user_prompt", "score_entries", "render_passages")
"""Hooks that a person waits for: each has the deadline of recall."""


class Memory:
    """The memory of one agent. Close it, or use it in a ``with`` statement.

    Attributes:
        settings: What the agent's YAML says.
        notices: What a person should know about how the store was opened.
    """

    def __init__(
        self, settings: AgentSettings, store: Store, hooks: Hooks, clock: Clock, retire: Callable[[], None]
    ) -> None:
        self.settings = settings
        self._clock = clock
        self._retire = retire
        embedding = Embedding(store, hooks, settings, clock)
        background = Background(embedding, store)
        idle = Idle(
            lambda reach, stop: self._work_on(reach, trigger="idle", stop=stop),
            store,
            enabled=settings.consolidation.enabled,
            interval_s=settings.consolidation.interval_s,
        )

        def wrote(reach: Reach) -> None:
            background.wake(reach)
            idle.wake(reach)

        gate = Gate(store, hooks, settings, clock, wrote=wrote)
        completing = Completing(
            store, hooks, settings, prompts=load_prompts(settings), fits=fits, clock=clock
        )
        processor = Processor(store, gate, settings)
        consolidating = Consolidating(store, gate, hooks, settings, completing)
        self._parts = Parts(
            store=store,
            hooks=hooks,
            settings=settings,
            gate=gate,
            closed_gate=Gate(store, hooks, settings, clock, closed=True),
            recall=Recall(store, hooks, settings, Meaning(embedding, store, hooks)),
            prompting=Prompting(store, hooks, settings, embedding.settle),
            freezing=Freezing(store, hooks, settings),
            journaling=Journaling(store, hooks, settings),
            gapfill=GapFill(store, hooks, settings),
            processor=processor,
            working=Working(store, processor, consolidating, Patterns(store, gate)),
            embedding=embedding,
            background=background,
            idle=idle,
            completing=completing,
            tasks=TaskKeeping(store, hooks, gate),
        )
        self.notices = (*store.notices, *adopt(store, gate, settings, self.reach()))

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        agent: str | None = None,
        store: str | None = None,
        *,
        clock: Clock = utc_now,
    ) -> Memory:
        """Open the memory of an agent.

        Args:
            path: The agent's YAML; None for the defaults alone.
            agent: Which of the YAML's agents; may be left out when there is one.
            store: URL or path of the store, instead of the one in the YAML.
            clock: The present; a replay brings the transcript's own.

        Raises:
            ConfigError: The YAML is wrong; the message names file, line and key.
            PluginError: A hook file cannot be loaded.
            StoreError: The store cannot be used.
        """
        settings = load_settings(Path(path) if path is not None else None, agent)
        if store is not None:
            settings = replace(settings, store=store)
        opened = open_store(settings.store)
        deadlines = dict.fromkeys(_ON_THE_PROMPT_PATH, settings.recall.deadline_ms)
        hooks = PluginManager(deadlines, release=opened.release)

        def retire() -> None:
            hooks.close()
            opened.close()

        try:
            load_plugins(hooks, files=settings.hooks, disable=settings.disable)
            return cls(settings, opened, hooks, clock, retire)
        except BaseException:
            retire()
            raise

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the threads of plugins, of embedding and of idle work, and close the store."""
        self._parts.idle.close()
        self._parts.background.close()
        try:
            self._parts.embedding.settle()
        except TiermemError as error:
            _LOG.warning("what embedding cost was not charged: %s", error)
        self._retire()

    def reach(self, user: str | None = None) -> Reach:
        """The scopes of a user of this agent; the YAML's user when none is named.

        Raises:
            InputError: The name holds what cannot be stored.
        """
        names = self.settings.scope
        if not storable(user or ""):
            raise InputError("The user's name holds NUL or broken Unicode, which cannot be stored.")
        return self._parts.store.records.reach(
            house=names.house, agent=self.settings.agent, user=user or names.user
        )

    def session(
        self,
        id: str | None = None,  # noqa: A002 the field's own word for it
        user: str | None = None,
        project: str | None = None,
        task: str | None = None,
        connections: Sequence[str] = (),
        *,
        clock: Clock | None = None,
    ) -> Session:
        """Begin a session, or go on with the one of this id.

        Args:
            id: The host's session id; a new one is made when there is none.
            user: Whose session; the YAML's user when none is named.
            project: Project to associate and to narrow recall to.
            task: The same for a task.
            connections: Connections that are active: of entries that belong to one, only theirs are recalled.
            clock: Another clock than the memory's.

        Raises:
            InputError: A name holds what cannot be stored, or the session of this id is not this user's.
            CheckRefused: A check refused the name of the project, the task or a connection.
        """
        reach = self.reach(user)
        if id and storable(id) and not self._parts.store.sessions.is_open_to(id, reach):
            raise InputError(f"Session {id!r} belongs to another user, agent or house.")
        self._parts.background.wake(reach)
        self._parts.idle.wake(reach)
        return Session(
            self._parts,
            id=id or uuid4().hex,
            reach=reach,
            clock=clock or self._clock,
            project=project,
            task=task,
            connections=connections,
        )

    def recall(
        self,
        text: str,
        user: str | None = None,
        project: str | None = None,
        task: str | None = None,
        connections: Sequence[str] | None = (),
        *,
        where: EntryFilter | None = None,
    ) -> Recalled:
        """What a prompt would recall, outside of any session; its receipt is kept.

        Args:
            text: The prompt.
            user: Whose memory; the YAML's user when none is named.
            project: As for `session`.
            task: As for `session`.
            connections: As for `session`; None for all.
            where: What else entries must meet. Its times are those that passages show, of turns too.

        Raises:
            InputError: A name holds what cannot be stored, or a time of the filter is none.
            CheckRefused: A check refused the name of the project, the task or a connection.
        """
        session = Session(
            self._parts,
            id="",
            reach=self.reach(user),
            clock=self._clock,
            project=project,
            task=task,
            connections=connections,
            where=where,
        )
        session.context(text)
        assert session.recalled is not None
        if self.settings.recall.enabled:
            self._parts.prompting.keep(session.recalled.receipt, session.reach)
        return session.recalled

    def preview(self, user: str | None = None) -> Session:
        """A session that leaves no trace: its blocks are what a new session would start with.

        It recalls, and its tools read. What would write does nothing, and tools that would are refused.
        """
        return Session(self._parts, id="", reach=self.reach(user), clock=self._clock)

    def entries(
        self, user: str | None = None, project: str | None = None, task: str | None = None
    ) -> Entries:
        """The entries of a user of this agent, written as a person.

        Raises:
            InputError: A name holds what cannot be stored.
            CheckRefused: A check refused the name of the project or the task.
        """
        hooks = self._parts.hooks
        project, task = label(hooks, project), label(hooks, task)
        return Entries(
            self._parts.store,
            self._parts.gate,
            hooks,
            self.settings,
            self.reach(user),
            source="user",
            clock=self._clock,
            defaults=Draft(content="", speaker="user", project_id=project, task_id=task),
        )

    def autonomous_cycle(
        self, items: Mapping[str, Any] | Sequence[Mapping[str, Any]], user: str | None = None
    ) -> dict[str, int]:
        """Take in what an agent found out about a user without a conversation, in an inbox for example (seed 004).

        Each key of ``scaffold_updates`` and each of ``persistent_info_additions`` becomes an observation of its own;
        the processor does the rest, at its next run.

        Args:
            items: What was found, one mapping or several: ``{"scaffold_updates": {...},
                "persistent_info_additions": [...], "connection_id": …}``, each key optional.
            user: Whose; the YAML's user when none is named.

        Returns:
            ``{"items": how many, "observations": how many were new}``.

        Raises:
            InputError: An item has an unknown key or a value that is no JSON; those before it were taken in.
            CheckRefused: A check refused an item; those before it were taken in.
        """
        found = [items] if isinstance(items, Mapping) else list(items)
        observations = Observations(
            self._parts.store, self._parts.hooks, self.reach(user), source="system", clock=self._clock
        )
        taken = sum(observations.take(item) for item in found)
        self._parts.idle.wake(self.reach(user))
        return {"items": len(found), "observations": taken}

    def context(self, user: str | None = None, task: str | None = None) -> dict[str, Any]:
        """What is known of a user as plain data, for templates and other systems; see docs/learning.md.

        Keys: ``user``, ``narrative``, ``scaffold``, ``learned``, ``inbox_guidance``, ``connections``, ``task``,
        ``blocks`` (name → text, in their order) and ``usage``; empty where there is nothing. A part that cannot be had
        is missing, and named with the reason under ``unavailable``.
        """
        from tiermem.engine import context  # only when asked for

        store, reach = self._parts.store, self.reach(user)
        return {"user": reach.user.name} | context.gather(
            {
                "profile": lambda: context.of_profile(store, reach),
                "connections": lambda: context.of_connections(store, reach, self._clock()),
                "task": lambda: context.of_task(store, reach, task),
                "blocks": lambda: self._blocks_as_data(user),
            }
        )

    def _blocks_as_data(self, user: str | None) -> dict[str, Any]:
        preview = self.preview(user)
        return {
            "blocks": {block["name"]: block["text"] for block in preview.frozen_blocks},
            "usage": {tier: used.as_dict() for tier, used in self.entries(user).usage().items()},
        }

    def tasks(self, user: str | None = None) -> Tasks:
        """The tasks and projects of a user."""
        from tiermem.tasks import Tasks  # only when asked for

        parts, reach = self._parts, self.reach(user)
        return Tasks(
            parts.store,
            parts.hooks,
            parts.tasks,
            reach,
            clock=self._clock,
            session=lambda: self.preview(user),
        )

    def forget_connection(self, connection: str, user: str | None = None) -> Connection:
        """Take out all that was learned and cached of a connection of a user; gives what that was.

        Raises:
            InputError: Nothing is known of one of this name.
        """
        from tiermem.engine.connections import Connections  # only when asked for

        store = Connections(self._parts.store, self._parts.hooks)
        return store.forget(connection, self.reach(user), self._clock)

    def review(self, user: str | None = None) -> Review:
        """What a person may want to keep, merge or retire."""
        from tiermem.review import Review  # only when asked for

        return Review(self._parts.store, self.entries(user), self.reach(user), self._clock)

    def profile(self, user: str | None = None) -> UserProfile:
        """The profile of a user, written as a person."""
        from tiermem.profile import UserProfile  # only when asked for

        return UserProfile(self._parts.store, self._parts.hooks, self.reach(user), self._clock)

    def receipts(
        self, user: str | None = None, session_id: str | None = None, limit: int = 1
    ) -> list[dict[str, Any]]:
        """The latest receipts of a user's recalls by this agent, newest first."""
        reach = self.reach(user)
        return self._parts.store.sessions.receipts(reach, session_id=session_id, limit=limit)

    def recall_report(self, user: str | None = None, since: str | date | None = None) -> RecallReport:
        """How well this agent's recall serves a user, from the receipts.

        Args:
            user: Whose recalls; the YAML's user when none is named.
            since: Only recalls of this time or later: a date, a datetime, or either as ISO 8601.

        Raises:
            InputError: *since* is no time.
        """
        from tiermem.engine import recall_reading  # only when asked for

        instant, _ = stored_filter(EntryFilter(since=since)).bounds
        reach = self.reach(user)
        return recall_reading.read(self._parts.store, reach, since=instant, nearness=self._nearness(reach))

    def _nearness(self, reach: Reach) -> Callable[[str], float] | None:
        """How near the nearest entry is to a prompt; None where vectors are not enabled, or none can be had."""
        embedding = self._parts.embedding
        if not embedding.enabled:
            return None
        where = SearchFilter(layers=("L1", "L2"))
        try:
            embedding.nearness("Is there a model?", where, reach)
        except TiermemError as error:
            _LOG.warning("whether vectors would have helped is not known: %s", error)
            return None
        return lambda text: embedding.nearness(text, where, reach)

    def sessions(self, user: str | None = None, limit: int = 100) -> list[SessionRow]:
        """The latest sessions of a user, newest first."""
        return self._parts.store.sessions.find((self.reach(user).user.id,), limit=limit)

    @property
    def head(self) -> int:
        """The place of the stream's last event; 0 while it is empty."""
        return self._parts.store.stream.head()

    def events(
        self, user: str | None = None, *, kinds: Sequence[str] = (), after: int = 0
    ) -> Iterator[Event]:
        """The stream of a user of this agent, oldest first.

        Args:
            user: Whose; the YAML's user when none is named.
            kinds: Only these kinds of `Event`; all when empty.
            after: Only events behind this place.
        """
        scopes = self.reach(user).ids
        while events := self._parts.store.stream.events(scopes, kinds=kinds, after=after):
            yield from events
            after = events[-1].seq

    def stats(self) -> dict[str, Any]:
        """Sizes of the store's tables and of the index, and of the YAML's user what waits and what models cost."""
        store, reach = self._parts.store, self.reach()
        unread = store.sessions.unread(reach)
        return {
            "store": store.url,
            "tables": dict(store.sizes()),
            "waiting": self._parts.processor.waiting(reach),
            "backlog": self._parts.backlog(reach, self._clock()),
            "unread": {"sessions": len(unread), "turns": sum(one.turns for one in unread)},
            "spending": self._parts.completing.spending.today_as_dict(reach, self._clock()),
        }

    def catch_up(self, user: str | None = None, *, limit: int = 100) -> int:
        """Read what sessions of a user left unread, see `Session.catch_up`; gives how many sessions."""
        return self.preview(user).catch_up(limit)

    def work(
        self,
        user: str | None = None,
        *,
        everyone: bool = False,
        trigger: Trigger = "command",
        progress: Progress = untold,
        stop: Callable[[], bool] = never,
    ) -> Worked:
        """Do what waits: read what died sessions left unread, process observations, and make profiles of them.

        Safe to be called by several processes at once: nothing is applied twice. What cannot be done now waits, and
        `Worked.problems` says why.

        Args:
            user: Whose; the YAML's user when none is named.
            everyone: All users of the agent's house instead, as the worker does.
            trigger: What began it, for the record of runs.
            progress: Told of observations done and of all, for each user anew.
            stop: Asked between batches whether to leave the rest.
        """
        own = self.reach(user)
        worked = Worked()
        for reach in self._parts.working.users(own) if everyone else [own]:
            if stop():
                break
            worked += self._work_on(reach, trigger=trigger, progress=progress, stop=stop)
        return worked

    def release(self) -> None:
        """Close the calling thread's connection to the store; the next use opens another."""
        self._parts.store.release()

    def _work_on(self, reach: Reach, *, stop: Callable[[], bool], **how: Any) -> Worked:
        if not stop():
            self.catch_up(reach.user.name)
        return self._parts.working.run(reach, self._clock, stop=stop, **how)

    def runs(self, user: str | None = None, *, since: str | None = None, limit: int = 20) -> list[Run]:
        """The latest runs of the processor for a user, newest first: what each read and wrote.

        Args:
            user: Whose; the YAML's user when none is named.
            since: Only runs that began at this instant or later.
            limit: At most so many.
        """
        return self._parts.store.runs.find(self.reach(user), since=since, limit=limit)

    def set_aside(self, user: str | None = None) -> list[Event]:
        """Observations of a user that are not tried again because they failed too often; their outcome says how."""
        found = self.events(user, kinds=("observation",))
        return [event for event in found if (event.outcome or "").startswith(SET_ASIDE)]

    def doctor(self) -> list[Finding]:
        """What does not agree in the store; empty when all is well."""
        return self._parts.store.check()

    def reindex(self, progress: Progress | None = None) -> int:
        """Build the index anew from records and journal; gives the number of documents."""
        return self._parts.store.search.reindex(progress)

    def warm_up(self) -> None:
        """Load the local embedding model now, where vectors use it: a process that asks once gains by waiting."""
        self._parts.embedding.warm_up()

    def embed(
        self, user: str | None = None, *, everything: bool = False, progress: Progress | None = None
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
        if not self.settings.vectors.enabled:
            raise InputError("Vectors are not enabled: say 'vectors: {enabled: true}' in the agent's YAML.")
        reach = self.reach(user)
        return self._parts.embedding.fill(None if everything else reach.ids, reach, progress=progress)

    def complete(
        self, purpose: Purpose, prompt: str, schema: Mapping[str, Any], user: str | None = None
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
        return self._parts.completing.ask(purpose, purpose, prompt, schema, reach=self.reach(user))

    def dump(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """(table, row) of everything but the index: what a lossless export holds."""
        return self._parts.store.dump()

    def load(self, rows: Iterator[tuple[str, Mapping[str, Any]]]) -> Mapping[str, int]:
        """Take in dumped rows, all or none, each text as the checks leave it; gives table → rows added.

        Raises:
            InputError: A row is none that this version could have written.
            CheckRefused: A check refused a text.
        """
        hooks = self._parts.hooks
        return self._parts.store.load(rows, lambda text: redacted(hooks, text, "log"))

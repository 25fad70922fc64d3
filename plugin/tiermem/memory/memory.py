"""Durable memory of one agent: open the store, load the hooks, and create sessions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiermem.config import load_settings, placed
from tiermem.errors import InputError, PluginError, StoreError, TiermemError
from tiermem.memory.engine import Engine, user_name
from tiermem.memory.sessions.session import Session
from tiermem.memory.sessions.view import SessionView
from tiermem.plugins.loading import load_plugins
from tiermem.plugins.manager import PluginManager
from tiermem.ports import ON_PROMPT_PATH
from tiermem.store import open_spool, open_store
from tiermem.support.lazy import logger
from tiermem.text import ensure_text, storable
from tiermem.values import local_now
from tiermem.values.frozen import replace
from tiermem.values.store_urls import is_per_user

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from tiermem.engine.prompt.memory_context import Recalled
    from tiermem.engine.worker import WorkReport
    from tiermem.memory.care.maintenance import Maintenance
    from tiermem.memory.care.scopes import Scopes
    from tiermem.memory.care.timeline import Timeline
    from tiermem.memory.care.tokens import Tokens
    from tiermem.memory.entries import Entries
    from tiermem.memory.sessions.observations import Observations
    from tiermem.memory.sessions.spooling import Place, Spooling
    from tiermem.memory.user.erasing import Erasing
    from tiermem.memory.user.journal import Journal
    from tiermem.memory.user.profile import UserProfile
    from tiermem.memory.user.review import Review
    from tiermem.memory.user.tasks import Tasks
    from tiermem.memory.user_memories import UserMemories
    from tiermem.ports import Clock
    from tiermem.store.contract import Store
    from tiermem.values import (
        AgentSettings,
        Completion,
        CompletionRequest,
        EntryFilter,
        Reach,
        Retrieved,
    )
    from tiermem.values.words import UserId

_LOG = logger("tiermem")
_RECALLING = (
    "on_session_start", "on_user_prompt", "check_write", "score_entries", "embed", "open_vector_index", "render_block",
    "render_passages",
)  # fmt: skip
"""Hooks that a recall calls."""


class Memory:
    """The memory of one agent. Close it, or use it in a ``with`` statement.

    Attributes:
        settings: The agent's settings.
        notices: Messages for a person about opening the store.
    """

    def __init__(
        self,
        settings: AgentSettings,
        store: Store,
        plugins: PluginManager,
        clock: Clock,
        retire: Callable[[], None],
        *,
        user: str | None = None,
        others: UserMemories[Memory] | None = None,
        has_file: bool = True,
    ) -> None:
        self.settings = settings
        self._clock = clock
        self._others = others
        self._has_file = has_file
        self._engine = Engine(
            settings,
            store,
            plugins.hooks,
            clock,
            prompts=_own_prompts(settings),
            fits=_fits,
            work=self._work_on,
            user=user,
            is_alone=others is not None,
        )
        self._plugins = plugins
        self._retire = retire
        self.notices = (*store.notices, *self._spooled(), *self._adopted())

    def _work_on(self, reach: Reach, **how: Any) -> WorkReport:
        return self.maintenance.work_in_idle_time(reach, **how)

    def _spooled(self) -> tuple[str, ...]:
        """Let writes wait on this machine for a store on a server; return a message if some do."""
        store = self._engine.store
        if store.claims is None or not self.settings.postgresql.spool:
            return ()
        from tiermem.memory.sessions.spooling import Spooling  # few stores are on a server

        spool = open_spool(store.url, house=self.settings.scope.house, agent=self.settings.agent)
        spooling = self._engine.spooling = Spooling(self._engine, spool, self._begun)
        if store.notices:  # it could not be reached
            spooling.failed()
        number = spooling.counts()[0]
        return (f"{spooling.told(number)}.",) if number else ()

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        agent: str | None = None,
        store: str | Path | None = None,
        *,
        user: UserId | None = None,
        clock: Clock = local_now,
        create: bool = True,
        patient: bool = True,
    ) -> Memory:
        """Open the memory of an agent.

        Args:
            path: The agent's YAML; None for the defaults alone.
            agent: The agent of the YAML; optional if there is only one.
            store: URL or path of the store, instead of the one in the YAML. With ``{user}`` in it, each user has a
                file, see `of`.
            user: The user when none is named, instead of the YAML's.
            clock: The present, aware; a replay brings the transcript's own. In its zone "today" is understood, and the
                days of what was said are shown; what is stored is UTC.
            create: True to make a store that is not there; the file of a user is made by the first write. Otherwise it
                reads as an empty one, and what is written is gone when the memory is closed; `notices` say so.
            patient: True to wait half a minute for a store that another process keeps to itself; otherwise only as long
                as a recall may take.

        Raises:
            ConfigError: The YAML is invalid; the message names file, line and key.
            InputError: An argument has the wrong type.
            PluginError: A hook file cannot be loaded, or ``disable:`` names none; it says file, line and key.
            StoreError: The store cannot be used.
        """
        settings = _settings_of(path, agent, store)
        wait_s = None if patient else settings.recall.deadline_ms / 1000
        default = user_name(user, settings.scope.user)
        opened, others = _open_stores(settings, default, create=create, wait_s=wait_s)
        plugins = _plugins(settings, release=opened.release if others is None else others.release)

        def retire() -> None:
            with ExitStack() as ending:
                ending.callback(opened.close)
                if others is not None:
                    ending.callback(others.close)
                ending.callback(plugins.close)  # first: what they do uses the stores

        try:
            _load(plugins, settings)
            memory = cls(settings, opened, plugins, clock, retire, user=default, others=others)
        except BaseException:
            retire()
            raise
        return memory if others is None else others.begin(memory)

    @property
    def has_files_of_users(self) -> bool:
        """True if each user has a file of their own; `of` may then open one."""
        return self._others is not None

    def of(self, user: UserId | None = None, *, create: bool = True) -> Memory:
        """Return the memory that keeps a user: this one, or the user's own where each user has a file.

        Methods that take a user find that memory themselves; what `timeline` and `maintenance` do, they do in one file.
        The memory that `open` returned closes all.

        Args:
            user: The user (default: the YAML's user).
            create: True for a file that the first write makes, if there is none. False to discard writes then: a user
                without a file reads as one of whom nothing is known.

        Raises:
            InputError: The name cannot be stored.
        """
        if self._others is None:
            return self
        name = user_name(user, self._engine.user)
        if not self._has_file and name == self._engine.user:
            return self
        if not create and not self._others.has(name):
            return self._opened(name, create=False)
        return self._others.of(name, self._opened)

    def _engine_of(self, user: UserId | None, *, create: bool = True) -> Engine:
        return self.of(user, create=create)._engine  # noqa: SLF001 a memory of its own kind

    def _opened(self, user: str, *, create: bool = True) -> Memory:
        """Open the memory of another user, with the same plugins."""
        assert self._others is not None
        store = self._others.store_when_written(user) if create else self._others.store_of(user, create=False)
        try:
            return Memory(
                self.settings, store, self._plugins, self._clock, store.close, user=user, others=self._others,
                has_file=create,
            )  # fmt: skip
        except BaseException:
            store.close()
            raise

    def each_user(self) -> Iterator[Memory]:
        """Yield the memory of each user who has a file; this one where all share a store."""
        if self._others is None:
            yield self
        else:
            yield from self._others.each(self._opened)

    def _adopted(self) -> tuple[str, ...]:
        if not self._engine.store.foreign_rows():
            return ()
        from tiermem.engine.writes.adoption import adopt

        return adopt(self._engine.store, self._engine.gate, self.settings, self.reach())

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the threads of plugins, of embedding and of idle work, and close the store."""
        with ExitStack() as ending:
            ending.callback(self._retire)
            try:
                self._engine.close()
            except TiermemError as error:
                _LOG.warning("what embedding cost was not charged: %s", error)

    def session(
        self,
        id: str | None = None,  # noqa: A002 the field's own word for it
        user: UserId | None = None,
        project: str | None = None,
        task: str | None = None,
        connections: Sequence[str] = (),
        *,
        clock: Clock | None = None,
    ) -> Session:
        """Begin a session, or continue the one with this id.

        Args:
            id: The host's session id (default: a new one).
            user: The user of the session (default: the YAML's user).
            project: Project of new entries and of recall.
            task: The same for a task.
            connections: Active connections: entries of other connections are not recalled.
            clock: Another clock than the memory's.

        Raises:
            InputError: A name cannot be stored, or the session with this id belongs to another user.
            CheckRefused: A check refused the name of the project, the task or a connection.
            NotAllowed: The YAML shares notes with the house, and nobody granted it.
        """
        if self.of(user) is not self:
            return self.of(user).session(id, user, project, task, connections, clock=clock)
        _ensure_names(connections)
        id = id or os.urandom(16).hex()  # noqa: A001
        spooling = self._engine.spooling
        if spooling is None:
            return self._session(id, user, project, task, connections, clock)
        from tiermem.memory.sessions.spooling import Place  # few stores are on a server

        # The user is named: the YAML may name another one by the time that the server is back.
        name = user_name(user, self._engine.user)
        place = Place(id=id, user=name, project=project, task=task, connections=tuple(connections))
        return self._begun_or_away(place, spooling, clock)

    def _begun_or_away(self, place: Place, spooling: Spooling, clock: Clock | None) -> Session:
        """Begin or continue a session, or one that keeps what is said while the server is away."""
        self._engine.ensure_open()
        seconds = self.settings.recall.deadline_ms / 1000
        try:
            spooling.drain(seconds)
            begun: Session = spooling.quickly(lambda: self._begun(place, clock), seconds)
        except StoreError as error:
            if not error.is_away:
                raise
        else:
            return begun
        from tiermem.memory.sessions.away import AwaySession

        return AwaySession(self._engine, spooling, place, lambda place: self._begun(place, clock))

    def _begun(self, place: Place, clock: Clock | None = None) -> Session:
        """Begin or continue a session of a place, if the server is there."""
        return self._session(place.id, place.user, place.project, place.task, place.connections, clock)

    def _session(  # noqa: PLR0917 as `session`
        self,
        id: str,  # noqa: A002
        user: UserId | None,
        project: str | None,
        task: str | None,
        connections: Sequence[str],
        clock: Clock | None,
    ) -> Session:
        reach = self.reach(user)
        if reach.notes == "house":
            from tiermem.engine.writes.authority import ensure_may_share

            ensure_may_share(self._engine.store.records, reach)
        if storable(id) and not self._engine.store.sessions.is_open_to(id, reach):
            raise InputError(f"Session {id!r} belongs to another user, agent or house.")
        self._engine.wake(reach)
        view = SessionView(
            self._engine,
            id=id,
            reach=reach,
            clock=clock or self._engine.clock,
            project=project,
            task=task,
            connections=connections,
        )
        return Session(self._engine, view)

    def preview(
        self,
        user: UserId | None = None,
        project: str | None = None,
        task: str | None = None,
        connections: Sequence[str] | None = (),
        *,
        where: EntryFilter | None = None,
    ) -> Session:
        """Return a session that writes nothing. Its blocks are those of a new session.

        It can recall, and its tools can read. Its life cycle does nothing, and its tools refuse to write.

        Args:
            user: The user of the session (default: the YAML's user).
            project: As for `session`.
            task: As for `session`.
            connections: As for `session`; None for all.
            where: Further conditions on entries that are recalled.

        Raises:
            InputError: A name cannot be stored, or a time of the filter is invalid.
            CheckRefused: A check refused the name of the project, the task or a connection.
        """
        if (own := self.of(user, create=False)) is not self:
            return own.preview(user, project, task, connections, where=where)
        view = SessionView(
            self._engine,
            id="",
            reach=self.reach(user),
            clock=self._engine.clock,
            project=project,
            task=task,
            connections=connections,
            where=where,
        )
        return Session(self._engine, view)

    def recall(
        self,
        text: str,
        user: UserId | None = None,
        project: str | None = None,
        task: str | None = None,
        connections: Sequence[str] | None = (),
        *,
        where: EntryFilter | None = None,
        keep: bool = True,
    ) -> Recalled:
        """Recall for a prompt outside of any session.

        Args:
            text: The prompt.
            user: The user (default: the YAML's user).
            project: As for `session`.
            task: As for `session`.
            connections: As for `session`; None for all.
            where: Further conditions on entries. Its times are those shown with passages, including turns. Turns come
                from sessions of its project and task or of none. No turns are shown if it has conditions that turns
                cannot meet: layers, tiers, tags and the like.
            keep: True to keep the receipt, which counts as a recall of what it shows. False to preview the first prompt
                of a new session: nothing is written, and what its blocks show is not repeated.

        Raises:
            InputError: A name cannot be stored, or a time of the filter is invalid.
            CheckRefused: A check refused the name of the project, the task or a connection.
        """
        if (own := self.of(user, create=False)) is not self:
            return own.recall(text, user, project, task, connections, where=where, keep=keep)
        session = self.preview(user, project, task, connections, where=where)
        if not keep:
            _ = session.frozen_blocks  # recall then knows what they show
        session.context(text)
        assert session.recalled is not None
        if keep and self.settings.recall.enabled:
            self._engine.prompting.keep(session.recalled, session.view.reach)
        return session.recalled

    def retrieve(
        self,
        text: str,
        user: UserId | None = None,
        *,
        connections: Sequence[str] | None = (),
        context_type: str | None = None,
    ) -> tuple[Retrieved, ...]:
        """Return the passages of `recall` as documents with metadata and distance, nearest first.

        Args:
            text: The text to search for.
            user: As for `recall`.
            connections: As for `recall`.
            context_type: Only entries of this type; None for all, and for turns.

        Raises:
            InputError: A name cannot be stored.
            CheckRefused: A check refused the name of a connection.
        """
        from tiermem import values

        if (own := self.of(user, create=False)) is not self:
            return own.retrieve(text, user, connections=connections, context_type=context_type)
        where = None if context_type is None else values.EntryFilter(context_type=context_type)
        passages = self.recall(text, user, connections=connections, where=where).passages
        known = self._engine.store.records.metadata([one.ref for one in passages], self.reach(user).ids)
        found = (
            values.Retrieved(
                ref=one.ref,
                content=one.text,
                metadata=known.get(one.ref, {}),
                distance=round(1 - one.score, 4),
            )
            for one in passages
        )
        return tuple(sorted(found, key=lambda one: one.distance))

    def entries(
        self, user: UserId | None = None, project: str | None = None, task: str | None = None
    ) -> Entries:
        """Return the entries of a user of this agent, written as a person.

        Raises:
            InputError: A name cannot be stored.
            CheckRefused: A check refused the name of the project or the task.
        """
        from tiermem.engine.writes.checks import label
        from tiermem.memory.entries import Entries
        from tiermem.values import Draft

        engine = self._engine_of(user)
        hooks = engine.hooks
        project, task = label(hooks, project), label(hooks, task)
        defaults = Draft(content="", speaker="user", project_id=project, task_id=task)
        return Entries(engine, engine.reach(user), source="user", defaults=defaults)

    def observations(self, user: UserId | None = None) -> Observations:
        """Return the observations of a user made outside of sessions, for example from an inbox."""
        from tiermem.memory.sessions.observations import Observations  # only when asked for

        engine = self._engine_of(user)
        return Observations(engine, engine.reach(user), source="system")

    def context(self, user: UserId | None = None, task: str | None = None) -> dict[str, Any]:
        """Return the profile, tasks and knowledge of a user as plain data, for templates and other systems.

        Keys: ``user``, ``narrative``, ``scaffold``, ``learned``, ``inbox_guidance``, ``connections``, ``task``,
        ``blocks`` (name → text, in their order) and ``usage``; empty where there is nothing. A part that cannot be had
        is missing, and named with the reason under ``unavailable``.
        """
        from tiermem.engine.prompt import plain_context  # only when asked for

        if (own := self.of(user, create=False)) is not self:
            return own.context(user, task)
        store, hooks, reach = self._engine.store, self._engine.hooks, self._engine.reach(user)
        return {"user": reach.user.name} | plain_context.gather(
            {
                "profile": lambda: plain_context.shown(hooks, plain_context.of_profile(store, reach)),
                "connections": lambda: plain_context.shown(
                    hooks, plain_context.of_connections(store, reach, self._engine.clock())
                ),
                "task": lambda: plain_context.shown(hooks, plain_context.of_task(store, reach, task)),
                "blocks": lambda: self._blocks_as_data(user),
            }
        )

    def _blocks_as_data(self, user: UserId | None) -> dict[str, Any]:
        preview = self.preview(user)
        return {
            "blocks": {block["name"]: block["text"] for block in preview.frozen_blocks},
            "usage": {tier: used.as_dict() for tier, used in self.entries(user).usage().items()},
        }

    def tasks(self, user: UserId | None = None) -> Tasks:
        """Return the tasks and projects of a user."""
        from tiermem.memory.user.tasks import Tasks  # only when asked for

        engine = self._engine_of(user)
        return Tasks(engine, engine.reach(user))

    def review(self, user: UserId | None = None) -> Review:
        """Return the review of entries that a person may want to keep, merge or retire."""
        from tiermem.memory.user.review import Review  # only when asked for

        engine = self._engine_of(user)
        return Review(engine, engine.reach(user), self.entries(user))

    def profile(self, user: UserId | None = None) -> UserProfile:
        """Return the profile of a user, written as a person."""
        from tiermem.memory.user.profile import UserProfile  # only when asked for

        engine = self._engine_of(user)
        return UserProfile(engine, engine.reach(user))

    def journal(self, user: UserId | None = None) -> Journal:
        """Return the journal of a user's sessions with this agent, with what each taught."""
        from tiermem.memory.user.journal import Journal  # only when asked for

        engine = self._engine_of(user, create=False)
        return Journal(engine, engine.reach(user))

    def erasing(self, user: UserId | None = None) -> Erasing:
        """Return the object that shows and erases turns, sessions, lines of the profile, or a whole user."""
        from tiermem.memory.user.erasing import Erasing  # only when asked for

        engine = self._engine_of(user, create=False)
        others = self._others
        return Erasing(
            engine, engine.reach(user), None if others is None else lambda: others.forget(engine.user)
        )

    @cached_property
    def scopes(self) -> Scopes:
        """The owners of entries, who reads them, and moving entries between them. For the person who owns the store."""
        from tiermem.memory.care.scopes import Scopes  # only when asked for

        return Scopes(self._engine)

    @cached_property
    def tokens(self) -> Tokens:
        """The access tokens of the HTTP server. For the person who owns the store."""
        from tiermem.memory.care.tokens import Tokens  # only when asked for

        return Tokens(self._engine.store if self._others is None else self._others.shared)

    @cached_property
    def timeline(self) -> Timeline:
        """The record of past events: receipts, sessions, the stream, runs and sizes."""
        from tiermem.memory.care.timeline import Timeline  # only when asked for

        return Timeline(self._engine)

    @cached_property
    def maintenance(self) -> Maintenance:
        """Maintenance: waiting work, the index and the vectors, checks, dumps."""
        from tiermem.memory.care.maintenance import Maintenance  # only when asked for

        if self._others is None:
            return Maintenance(self._engine)
        return Maintenance(self._engine, lambda: ((one.user, one.maintenance) for one in self.each_user()))

    def lend_model(self, complete: Callable[[CompletionRequest], Completion]) -> None:
        """Use this function for ``completion: {model: host}`` from now on: the model of the calling program.

        Hooks of coding agents and the shipped hosts call this themselves. It is used only if the YAML says so.

        Args:
            complete: Returns the answer, or raises `tiermem.errors.TiermemError` if there is none now; then the input
                waits.
        """
        self._engine.completer.lent = complete

    # -- the store -------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The store that keeps everything."""
        return self._engine.store.url

    @property
    def is_there(self) -> bool:
        """False until the store is made; it reads as an empty one. With a file per user, this is the file of `user`."""
        return self._engine.store.is_there

    @property
    def user(self) -> str:
        """The user when none is named."""
        return self._engine.user

    @property
    def users(self) -> tuple[str, ...]:
        """The sorted names of the house's users who have entries, or a file each. For the owner of the store."""
        if self._others is not None:
            return self._others.users()
        return tuple(self._engine.store.records.users(self.reach().house.id))

    @property
    def recalls_elsewhere(self) -> bool:
        """True if a recall may wait for something outside of this process and a file: a server, a model, a plugin."""
        vectors = self.settings.vectors
        is_remote = not self.url.startswith("sqlite") or (vectors.enabled and vectors.model != "local")
        return is_remote or not self._plugins.hooks.are_built_in(*_RECALLING)

    @property
    def switched_off(self) -> tuple[str, ...]:
        """The names of plugins that were switched off because they were too slow."""
        return self._plugins.switched_off

    def reach(self, user: UserId | None = None) -> Reach:
        """Return the scopes of a user of this agent (default: the YAML's user).

        Raises:
            InputError: The name cannot be stored.
        """
        return self._engine_of(user).reach(user)

    def close_file(self) -> None:
        """Close the store alone: the user's file is deleted. Others go on."""
        self._engine.close()
        self._engine.store.close()

    def release(self) -> None:
        """Close the calling thread's connection to the store. The next use opens another."""
        self._engine.store.release()


def _open_stores(
    settings: AgentSettings, user: str, *, create: bool, wait_s: float | None
) -> tuple[Store, UserMemories[Memory] | None]:
    """Return the store of a user, and the memories of all users if each has a file."""
    if not is_per_user(settings.store):
        spool = settings.postgresql.spool
        return open_store(settings.store, create=create, wait_s=wait_s, may_be_away=spool), None
    from tiermem.memory.user_memories import UserMemories, ensure_apart  # only where each has a file

    ensure_apart(settings.scope.notes)
    others = UserMemories[Memory](str(settings.store), create=create, wait_s=wait_s)
    return others.store_when_written(user), others


def _ensure_names(connections: object) -> None:
    """Check that connections are a sequence of names and not one text.

    Raises:
        InputError: It is one text, or not a sequence of names.
    """
    if isinstance(connections, str) or not isinstance(connections, Sequence):
        raise InputError(f"Expected connections as a list of names, not {type(connections).__name__}.")


def _plugins(settings: AgentSettings, release: Callable[[], None] | None) -> PluginManager:
    """Return the manager of an agent's plugins, without any yet."""
    deadlines = dict.fromkeys(ON_PROMPT_PATH, settings.recall.deadline_ms)
    kept = settings.personal_data
    policy = None if kept.policy == "off" and kept.sensitive_days is None else kept
    return PluginManager(deadlines, release=release, personal_data=policy)


def _load(plugins: PluginManager, settings: AgentSettings) -> None:
    """Load the plugins that the settings name.

    Raises:
        PluginError: One cannot be loaded; it says file, line and key.
    """
    try:
        load_plugins(plugins, files=settings.hooks, disable=settings.disable)
    except PluginError as error:
        raise placed(error, settings) from error


def _settings_of(path: str | Path | None, agent: str | None, store: str | Path | None) -> AgentSettings:
    """Return the settings of an agent in a YAML, perhaps with another store."""
    if agent is not None:
        ensure_text(agent, "the agent's name (its settings belong in a YAML file)")
    settings = load_settings(
        None if path is None else _file_name(path, "the path of the agent's YAML"), agent
    )
    return settings if store is None else replace(settings, store=_file_name(store, "the store"))


def _file_name(path: str | Path, what: str) -> str:
    named = os.fspath(path) if isinstance(path, os.PathLike) else path
    ensure_text(named, what)
    return named


def _own_prompts(settings: AgentSettings) -> Callable[[], Mapping[str, str]]:
    """Return the instructions for models. A person's own are read at once, so that errors show early."""

    def read() -> Mapping[str, str]:
        from tiermem.config.prompts import load_prompts

        return load_prompts(settings)

    if settings.completion.prompts is None:
        return read
    own = read()
    return lambda: own


def _fits(schema: Mapping[str, Any], data: Any) -> str | None:
    from tiermem.config.validation import fits  # with a validator that is slow to import

    return fits(schema, data)

"""Durable memory of one agent: opens the store, loads the hooks, and hands out sessions."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.config import load_settings, placed
from tiermem.errors import InputError, PluginError, TiermemError
from tiermem.memory.engine import Parts
from tiermem.memory.maintenance import Upkeep
from tiermem.memory.session import Session
from tiermem.memory.timeline import Timeline
from tiermem.plugins.loading import load_plugins
from tiermem.plugins.manager import PluginManager
from tiermem.store import open_store
from tiermem.text import storable
from tiermem.values import local_now

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.engine.prompt.memory_context import Recalled
    from tiermem.memory.entries import Entries
    from tiermem.memory.review import Review
    from tiermem.memory.tasks import Tasks
    from tiermem.memory.user_profile import UserProfile
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Store
    from tiermem.values import AgentSettings, Connection, EntryFilter

_LOG = logging.getLogger("tiermem")

_ON_THE_PROMPT_PATH = ("on_user_prompt", "score_entries", "render_passages")
"""Hooks that a person waits for: each has the deadline of recall."""


class Memory(Timeline, Upkeep):
    """The memory of one agent. Close it, or use it in a ``with`` statement.

    Attributes:
        settings: What the agent's YAML says.
        notices: What a person should know about how the store was opened.
    """

    def __init__(
        self, settings: AgentSettings, store: Store, hooks: Hooks, clock: Clock, retire: Callable[[], None]
    ) -> None:
        prompts = _own_prompts(settings)
        parts = Parts(settings, store, hooks, clock, prompts=prompts, fits=_fits, work=self._work_on)
        super().__init__(parts, clock)
        self._retire = retire
        self.notices = (*store.notices, *self._adopted())

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        agent: str | None = None,
        store: str | None = None,
        *,
        clock: Clock = local_now,
        create: bool = True,
    ) -> Memory:
        """Open the memory of an agent.

        Args:
            path: The agent's YAML; None for the defaults alone.
            agent: Which of the YAML's agents; may be left out when there is one.
            store: URL or path of the store, instead of the one in the YAML.
            clock: The present, aware; a replay brings the transcript's own. In its zone "today" is understood, and the
                days of what was said are shown; what is stored is UTC.
            create: Whether a store that is not there is made. Otherwise it reads as an empty one, and what is written
                is gone when the memory is closed; `notices` say so.

        Raises:
            ConfigError: The YAML is wrong; the message names file, line and key.
            PluginError: A hook file cannot be loaded, or ``disable:`` names none; it says file, line and key.
            StoreError: The store cannot be used.
        """
        settings = load_settings(Path(path) if path is not None else None, agent)
        if store is not None:
            settings = replace(settings, store=store)
        opened = open_store(settings.store, create=create)
        deadlines = dict.fromkeys(_ON_THE_PROMPT_PATH, settings.recall.deadline_ms)
        hooks = PluginManager(deadlines, release=opened.release)

        def retire() -> None:
            with ExitStack() as ending:
                ending.callback(opened.close)
                hooks.close()

        try:
            try:
                load_plugins(hooks, files=settings.hooks, disable=settings.disable)
            except PluginError as error:
                raise placed(error, settings) from error
            return cls(settings, opened, hooks, clock, retire)
        except BaseException:
            retire()
            raise

    def _adopted(self) -> tuple[str, ...]:
        if not self._parts.store.foreign_rows():
            return ()
        from tiermem.engine.writes.adoption import adopt

        return adopt(self._parts.store, self._parts.gate, self.settings, self.reach())

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
                self._parts.close()
            except TiermemError as error:
                _LOG.warning("what embedding cost was not charged: %s", error)

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
        self._parts.wake(reach)
        return Session(
            self._parts,
            id=id or os.urandom(16).hex(),
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
            where: What else entries must meet. Its times are those that passages show, of turns too. Turns are those
                of sessions of its project and task or of none; none is shown where it names what turns do not
                have: layers, tiers, tags and the like.

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

    def entries(
        self, user: str | None = None, project: str | None = None, task: str | None = None
    ) -> Entries:
        """The entries of a user of this agent, written as a person.

        Raises:
            InputError: A name holds what cannot be stored.
            CheckRefused: A check refused the name of the project or the task.
        """
        from tiermem.engine.writes.checks import label
        from tiermem.memory.entries import Entries
        from tiermem.values import Draft

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
        from tiermem.engine.models.unwrap import unwrap
        from tiermem.memory.observations import Observations

        data = unwrap(items)
        if not isinstance(data, (dict, list)):
            raise InputError(f"An autonomous cycle takes items, not a {type(items).__name__}.")
        found = [data] if isinstance(data, dict) else data
        observations = Observations(
            self._parts.store,
            self._parts.hooks,
            self.reach(user),
            source="system",
            clock=self._clock,
            longest=self.settings.limits.content_chars[1],
        )
        taken = sum(observations.take(item) for item in found)
        self._parts.wake(self.reach(user))
        return {"items": len(found), "observations": taken}

    def context(self, user: str | None = None, task: str | None = None) -> dict[str, Any]:
        """What is known of a user as plain data, for templates and other systems; see docs/learning.md.

        Keys: ``user``, ``narrative``, ``scaffold``, ``learned``, ``inbox_guidance``, ``connections``, ``task``,
        ``blocks`` (name → text, in their order) and ``usage``; empty where there is nothing. A part that cannot be had
        is missing, and named with the reason under ``unavailable``.
        """
        from tiermem.engine.prompt import plain_context as context  # only when asked for

        store, hooks, reach = self._parts.store, self._parts.hooks, self.reach(user)
        return {"user": reach.user.name} | context.gather(
            {
                "profile": lambda: context.shown(hooks, context.of_profile(store, reach)),
                "connections": lambda: context.shown(
                    hooks, context.of_connections(store, reach, self._clock())
                ),
                "task": lambda: context.shown(hooks, context.of_task(store, reach, task)),
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
        from tiermem.memory.tasks import Tasks  # only when asked for

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
        from tiermem.engine.learning.connections import Connections  # only when asked for

        store = Connections(self._parts.store, self._parts.hooks)
        return store.forget(connection, self.reach(user), self._clock)

    def review(self, user: str | None = None) -> Review:
        """What a person may want to keep, merge or retire."""
        from tiermem.memory.review import Review  # only when asked for

        return Review(self._parts.store, self.entries(user), self.reach(user), self._clock)

    def profile(self, user: str | None = None) -> UserProfile:
        """The profile of a user, written as a person."""
        from tiermem.memory.user_profile import UserProfile  # only when asked for

        return UserProfile(self._parts.store, self._parts.hooks, self.reach(user), self._clock)


def _own_prompts(settings: AgentSettings) -> Callable[[], Mapping[str, str]]:
    """The instructions for a model: a person's own are read at once, so that what is wrong with them shows early."""

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

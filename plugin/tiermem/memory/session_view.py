"""What hooks may look up in a session, and ask of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, tzinfo
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tiermem.engine.prompt import blocks
from tiermem.engine.recall.recall import Found
from tiermem.engine.writes.checks import label
from tiermem.engine.writes.filters import stored_filter
from tiermem.errors import InputError
from tiermem.store.contract import SearchFilter
from tiermem.text import clean, storable, strip_injected
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.memory.engine import Parts
    from tiermem.ports import Clock
    from tiermem.values import (
        AgentSettings,
        Block,
        Connection,
        Passage,
        Profile,
        Purpose,
        Reach,
        Task,
        Tier,
        ToolSuggestion,
        Turn,
    )

_LONGEST_EXCHANGE = 30
"""Turns behind a message of the user's that are looked at."""


class Lookup:
    """The reading side of a session; see `Session` for what its attributes are."""

    def __init__(
        self,
        parts: Parts,
        *,
        id: str,  # noqa: A002 the field's own word for it
        reach: Reach,
        clock: Clock,
        project: str | None = None,
        task: str | None = None,
        connections: Sequence[str] | None = (),
        where: EntryFilter | None = None,
    ) -> None:
        if not storable(id):
            raise InputError("The session's id holds NUL or broken Unicode, which cannot be stored.")
        hooks = parts.hooks
        self._parts = parts
        self.id = id
        self.reach = reach
        self.settings: AgentSettings = parts.settings
        self.project, self.task = label(hooks, project), label(hooks, task)
        self.connections = (
            None if connections is None else tuple(label(hooks, name) or "" for name in connections)
        )
        self._where = None if where is None else stored_filter(where)
        self.found = Found()
        self._clock = clock

    @property
    def zone(self) -> tzinfo:
        """The time zone of the session's clock, in whose days "today" and "tomorrow" are said."""
        return self._clock().tzinfo or UTC

    def block(self, tier: Tier) -> Block | None:
        """The block of a tier as it is now; None when it is empty or switched off."""
        return blocks.block(self._parts.store.records, self.settings, self.reach, tier)

    @property
    def profile(self) -> Profile:
        """The user's profile as it is now; an empty one where none was made."""
        return self._parts.store.profiles.get(self.reach.user.id)

    @property
    def active_tasks(self) -> list[Task]:
        """The session's task; where it has none, the user's active ones of its project, those changed last first."""
        tasks, user = self._parts.store.tasks, self.reach.user.id
        if self.task is None:
            return tasks.find(user, status="active", project_id=self.project, limit=20)
        task = tasks.get(self.task, user)
        return [task] if task is not None and task.status == "active" else []

    @property
    def connections_known(self) -> list[Connection]:
        """What is known of the active connections, by id; of all where all are active."""
        known = self._parts.store.profiles.connections(self.reach.user.id)
        return [one for one in known if self.connections is None or one.id in self.connections]

    def find_passages(self, prompt: str, *, depth: int | None = None) -> tuple[Passage, ...]:
        """What may matter to a prompt, best first, within the recall deadline; budgets come later.

        Args:
            prompt: The user's own words.
            depth: Passages at most; None for what budgets may choose from.
        """
        since, until = self._where.bounds if self._where else (None, None)
        where = SearchFilter(
            except_session=self.id or None,
            project_id=self.project,
            task_id=self.task,
            connections=self.connections,
            since=since,
            until=until,
            entries=None if self._where is None else replace(self._where, since=None, until=None),
        )
        found = self._parts.recall.find_in_time(prompt, self.reach, where, self._clock(), depth=depth)
        self.found = replace(found, notes=(*found.notes, *self._narrowed()))
        return self.found.passages

    def _narrowed(self) -> tuple[str, ...]:
        """A note on the filters that were set, where any was."""
        where = self._where or EntryFilter()
        names = [
            field.name.removesuffix("_id")
            for field in fields(EntryFilter)
            if getattr(where, field.name) != field.default
        ]
        return (f"narrowed by: {', '.join(names)}",) if names else ()

    def complete(self, purpose: Purpose, prompt: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the generative model that the YAML names; the user is charged, and the caps of the day hold.

        Args:
            purpose: What for; the prompt of this name goes with it.
            prompt: What its instructions are to be followed on; secrets are taken out.
            schema: JSON Schema of the answer, an object.

        Raises:
            SpendingCap: The user's cap of the day is reached; nobody was asked.
            CompletionFailed: No answer that can be used. A hook that lets either of these through is asked again
                with the same turns another time.
        """
        ask = self._parts.completing.ask
        return ask(purpose, purpose, prompt, schema, reach=self.reach, session_id=self.id or None)

    def suggest_tools(self, prompt: str) -> tuple[ToolSuggestion, ...]:
        """Tools that the user's habits point to for a message, best first, each once. It never fails.

        Args:
            prompt: The user's message.
        """
        collected = self._parts.hooks.suggest_tools(self, clean(strip_injected(prompt)))
        best: dict[str, ToolSuggestion] = {}
        for one in sorted(collected.values, key=lambda one: (-one.score, one.tool)):
            best.setdefault(one.tool, one)
        return tuple(best.values())

    def earlier_turns(self, prompt: str, *, limit: int = 30) -> tuple[tuple[Turn, ...], ...]:
        """What was said in earlier sessions when a message was like this one: each such message, and what followed it.

        Within the recall deadline; what is not found in time is left out.

        Args:
            prompt: The user's own words.
            limit: Messages at most, the most alike first.
        """
        where = SearchFilter(layers=(), turns=True, except_session=self.id or None)
        found = self._parts.recall.turns_in_time(prompt, self.reach, where, self._clock(), limit=limit)
        return tuple(self._exchange(candidate.ref) for candidate in found if candidate.speaker == "user")

    def _exchange(self, ref: str) -> tuple[Turn, ...]:
        """A turn of the user's and those behind it, up to the user's next."""
        session_id, _, position = ref.rpartition("/")
        start = int(position)
        turns = self._parts.store.sessions.turns(session_id, start=start, stop=start + _LONGEST_EXCHANGE)
        following = takewhile(lambda turn: turn.speaker != "user", turns[1:])
        return (*turns[:1], *following)

"""Record observations about a user, in a conversation or outside of one, for the processor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any

from tiermem.engine.learning.connections import Connections
from tiermem.engine.learning.observations import (
    LEARNED_FACT,
    RECORDED,
    SCAFFOLD_UPDATE,
    TOOL_RESULT,
    ObservationLog,
    in_words,
)
from tiermem.engine.writes.checks import label
from tiermem.errors import ContentLength, InputError, NotAllowed, WriteRefused
from tiermem.support import nested
from tiermem.support.lazy import logger
from tiermem.support.nested import unwrap
from tiermem.values import Draft, Observation, instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.ports import Clock
    from tiermem.values import Category, Connection, Reach, Source, Tier, ToolResult

_LOG = logger("tiermem")

_FILED: Mapping[str, tuple[Tier, Category | None]] = {
    "fact": ("user", None),
    "preference": ("user", "preference"),
    "project_details": ("memory", "project"),
    "correction": ("user", None),
}
"""Kind → tier and category of the resulting entry."""
CONFIDENCE: Mapping[Source, float] = {"user": 1.0, "agent": 0.8, "system": 0.6}
"""Confidence in an observation by its source: what an agent notices in a conversation is its own reading of what was
said, and what it makes of an inbox rests on the words of others."""


_ITEM = ("scaffold_updates", "persistent_info_additions", "connection_id")
"""Keys of an item of an autonomous cycle."""


class Observations:
    """Observations of one user, made by one source.

    Returned by `Session.observations` (for the agent) and `Memory.observations` (for systems outside of sessions).

    Args:
        engine: The engine of the agent's memory.
        reach: Whose observations.
        source: Who makes them.
        clock: Returns the present (default: the memory's clock).
        session_id: The session they are made in; None outside of one, "" in a preview, where nothing may be written.
        project_id: Project of observations that are not about the person.
    """

    def __init__(
        self,
        engine: Engine,
        reach: Reach,
        *,
        source: Source,
        clock: Clock | None = None,
        session_id: str | None = None,
        project_id: str | None = None,
    ) -> None:
        self._engine = engine
        self._log = ObservationLog(engine.store, engine.hooks, engine.gate.once)
        self._connections = Connections(engine.store, engine.hooks)
        self._reach = reach
        self._source: Source = source
        self._clock = clock or engine.clock
        self._session_id = session_id
        self._project_id = project_id

    def record(self, content: str, kind: str, *, connection: str | None = None) -> int:
        """Record one statement; return 1, or 0 if it was recorded in this session before.

        Args:
            content: The statement.
            kind: One of `RECORDED`.
            connection: The connection that it belongs to.

        Raises:
            InputError: There is no such kind, or the statement cannot be stored.
            WriteRefused: A check refused it, or this object may not write.
        """
        if kind not in RECORDED:
            raise InputError(f"There is no kind {kind!r} of observation. Possible: {', '.join(RECORDED)}.")
        return self._append([self._observation(kind, content, connection)])

    def update_user_context(
        self,
        scaffold_updates: Mapping[str, Any],
        persistent_info_additions: Sequence[Any] = (),
        *,
        connection: str | None = None,
    ) -> int:
        """Record each key of the updates and each addition separately; return the number of new ones.

        Args:
            scaffold_updates: Keys of any choice and their JSON values; stringified JSON is unwrapped.
            persistent_info_additions: Facts that fit no key.
            connection: The connection that it was found through.

        Raises:
            InputError: It is empty or contains something that cannot be stored. Nothing was stored.
            WriteRefused: A check refused it, or this object may not write.
        """
        updates = unwrap(dict(scaffold_updates))
        observations = [
            self._observation(SCAFFOLD_UPDATE, "", connection, path=nested.joined((str(key),)), value=value)
            for key, value in updates.items()
        ]
        observations += [
            self._observation(LEARNED_FACT, _in_words(item), connection) for item in persistent_info_additions
        ]
        if not observations:
            raise InputError("Give scaffold_updates, persistent_info_additions, or both.")
        return self._append(observations)

    def autonomous_cycle(self, items: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> dict[str, int]:
        """Record what an agent found out about the user outside of a conversation, for example in an inbox.

        Each key of ``scaffold_updates`` and each of ``persistent_info_additions`` becomes an observation of its own;
        the processor handles them in its next run.

        Args:
            items: The findings, one mapping or several: ``{"scaffold_updates": {...},
                "persistent_info_additions": [...], "connection_id": …}``, each key optional.

        Returns:
            ``{"items": how many, "observations": how many were new}``.

        Raises:
            InputError: An item has an unknown key or a value that is not JSON. The items before it were recorded.
            CheckRefused: A check refused an item. The items before it were recorded.
        """
        data = unwrap(items)
        if not isinstance(data, (dict, list)):
            raise InputError(f"An autonomous cycle takes items, not a {type(items).__name__}.")
        found = [data] if isinstance(data, dict) else data
        taken = sum(self._take(item) for item in found)
        self._engine.wake(self._reach)
        return {"items": len(found), "observations": taken}

    def _take(self, item: Any) -> int:
        """Record one item of an autonomous cycle; return the number of new observations.

        Raises:
            InputError: It has a key not in `_ITEM`, or something in it cannot be stored.
            CheckRefused: A check refused it.
        """
        item = unwrap(item)
        if not isinstance(item, Mapping) or set(item) - set(_ITEM):
            raise InputError(f"An item of an autonomous cycle is a mapping with the keys {', '.join(_ITEM)}.")
        updates, additions, connection = (item.get(name) for name in _ITEM)
        if not isinstance(updates or {}, Mapping) or not isinstance(additions or (), (list, tuple)):
            raise InputError(f"In an item {_ITEM[0]} is a mapping, and {_ITEM[1]} is a list.")
        if not isinstance(connection, (str, NoneType)):
            raise InputError(f"In an item {_ITEM[2]} is a text.")
        return self.update_user_context(updates or {}, additions or (), connection=connection)

    def of_tool(self, observations: Sequence[Observation], result: ToolResult) -> int:
        """Record what plugins found in a tool's result; return the number of new observations.

        The speaker is always the tool: they are never corrections and never enter a block.
        """
        self._ensure_open()
        noted = 0
        try:
            origin = self._origin(result)
        except (WriteRefused, InputError) as refusal:
            _LOG.warning("a result of %s was not noted: %s", result.tool, refusal)
            return 0
        for observation in observations:
            draft = replace(
                observation.draft,
                layer="L2",
                tier="memory",
                speaker="tool",
                correction=False,
                connection_id=observation.draft.connection_id
                or label(self._engine.hooks, result.connection_id),
                context_type=observation.draft.context_type or TOOL_RESULT,
            )
            kept = Observation(kind=TOOL_RESULT, draft=draft, quote=observation.quote, source_metadata=origin)
            try:
                noted += self._append([kept], source="system", at=result.at)
            except (WriteRefused, InputError) as refusal:
                _LOG.warning("a result of %s was not noted: %s", result.tool, refusal)
        return noted

    def _origin(self, result: ToolResult) -> dict[str, str]:
        """Return the known origin of a result, with secrets redacted."""
        ids = {"tool_id": result.tool, "message_id": result.message_id}
        ids |= {"attachment_id": result.attachment_id, "filename": result.filename}
        return {name: known for name, one in ids.items() if (known := label(self._engine.hooks, one))}

    def update_connection(
        self,
        connection: str,
        *,
        learned: Mapping[str, Any],
        context: Any = None,
        ttl_s: int | None = None,
    ) -> Connection:
        """Store data learned about a connection at once; see `engine.connections.Connections.learn`.

        Raises:
            InputError: There is nothing to keep, or too much.
            WriteRefused: A check refused it, nothing may be written here, or a person approves of what is learned.
        """
        self._ensure_open()
        if not learned and context is None:
            raise InputError("Give 'learned', 'context', or both.")
        if learned and self._engine.settings.write_policy == "approve":
            raise NotAllowed(
                "Writes need a person's approval here. Use record_observation with this connection: that can wait."
            )
        return self._connections.learn(
            connection,
            self._reach,
            self._clock,
            learned=learned,
            context=context,
            ttl_s=ttl_s,
            source=self._source,
            session_id=self._session_id,
        )

    def connection_context(
        self, connection: str, fetch: Callable[[], Any], *, ttl_s: int | None = None
    ) -> Any:
        """Return what a tool reported about itself, its schema for example; fetch and keep it where it has expired.

        Args:
            connection: The host's name of the connection.
            fetch: Asks the tool; it returns JSON. What it raises is raised, and nothing is kept.
            ttl_s: Seconds that the result holds; None for good.

        Raises:
            InputError: The connection has no name, or the result cannot be kept.
            WriteRefused: A check refused it, or nothing may be written here.
        """
        self._ensure_open()
        held = self._connections.context(connection, self._reach, self._clock)
        if held is not None:
            return held
        return self.update_connection(connection, learned={}, context=fetch(), ttl_s=ttl_s).cached

    def forget_connection(self, connection: str) -> Connection:
        """Remove all data learned and cached about a connection, and return it.

        Raises:
            InputError: There is no data about this connection.
        """
        return self._connections.forget(connection, self._reach, self._clock)

    def _observation(
        self, kind: str, content: str, connection: str | None, *, path: str | None = None, value: Any = None
    ) -> Observation:
        tier, category = _FILED.get(kind, ("user", None))
        draft = Draft(
            content=content,
            layer="L1",
            tier=tier,
            category=category,
            correction=kind == "correction",
            confidence=CONFIDENCE[self._source],
            connection_id=label(self._engine.hooks, connection),
        )
        return Observation(kind=kind, draft=draft, path=path, value=value)

    def _append(
        self, observations: Sequence[Observation], *, source: Source | None = None, at: str | None = None
    ) -> int:
        self._ensure_open()
        for observation in observations:
            self._ensure_length(observation)
            if not self._engine.settings.enabled(observation.draft.tier):
                raise NotAllowed(f"The tier '{observation.draft.tier}' is switched off for this agent.")
        places = self._log.record(
            observations,
            self._reach,
            at=at or instant(self._clock()),
            source=source or self._source,
            session_id=self._session_id,
            project_id=self._project_id,
        )
        return sum(place > 0 for place in places)

    def _ensure_length(self, observation: Observation) -> None:
        """Say at once what the gate would say of the entry, where nobody would hear it any more."""
        length, longest = (
            len(observation.draft.content.strip()),
            self._engine.settings.limits.content_chars[1],
        )
        if observation.kind not in (SCAFFOLD_UPDATE, TOOL_RESULT) and length > longest:
            raise ContentLength("content", length, 1, longest)

    def _ensure_open(self) -> None:
        if self._session_id == "":
            raise NotAllowed("A preview writes nothing. Open a session to write.")


def _in_words(item: Any) -> str:
    if item is None:
        return ""
    try:
        return in_words(unwrap(item))
    except (TypeError, ValueError):
        raise InputError(f"A {type(item).__name__} is no JSON value.") from None

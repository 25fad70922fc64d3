"""One conversation of one user with one agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiermem.engine.recall.recall import Found
from tiermem.memory.session_learning import Hearing
from tiermem.tools.retry_limit import Tries
from tiermem.values import Draft

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.engine.prompt.memory_context import Recalled
    from tiermem.memory.engine import Parts
    from tiermem.memory.entries import Entries
    from tiermem.ports import Clock
    from tiermem.tools.toolbox import Toolbox
    from tiermem.values import EntryFilter, Reach, Tool


class Session(Hearing):
    """A session; got from `Memory.session`, and best used in a ``with`` statement, which ends it.

    The life cycle, in this order: `system_prompt` once, then per turn `on_prompt`, any number of `call_tool`,
    `on_turn_end`; `on_pre_compact` before the host compacts its context; at last `end`.

    A preview, `Memory.preview`, is a session without an id. It reads only: `on_turn_end`, `on_pre_compact`, `journal`
    and `end` return at once, a prompt leaves no receipt, and its entries refuse to be written.

    Attributes:
        id: Its id, "" of a preview; a later process may open it again by this id and gets the same system prompt.
        reach: Whose memory it reads and writes.
        settings: The agent's settings.
        project: Project that entries are associated with, and recall is narrowed to (or to none).
        task: The same for a task.
        connections: Active connections: of entries that belong to a connection, only theirs are recalled, so that
            ``()`` recalls none of those. None is all connections, for a person who looks outside of a session.
        found: What the last search of `find_passages` did, for the receipt.
        recalled: What the last prompt recalled; None before the first.

    Raises:
        InputError: A name holds what cannot be stored, or a time of the filter is none.
        CheckRefused: A check refused the name of the project, the task or a connection.
    """

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
        super().__init__(
            parts,
            id=id,
            reach=reach,
            clock=clock,
            project=project,
            task=task,
            connections=connections,
            where=where,
        )
        self.recalled: Recalled | None = None
        self._tries = Tries()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    # -- what the model sees ---------------------------------------------------------------------

    @property
    def system_prompt(self) -> str:
        """The agent's own instruction, then guidance and blocks, frozen at the session's start."""
        parts = (self.settings.instruction.strip(), self.memory_prompt)
        return "\n\n".join(part for part in parts if part)

    @property
    def memory_prompt(self) -> str:
        """Guidance and blocks alone, for hosts that put the instruction there themselves."""
        return str(self._frozen()["text"])

    @property
    def frozen_blocks(self) -> list[dict[str, Any]]:
        """The blocks as plain data: name, title, usage, text, ids of the entries."""
        return list(self._frozen()["blocks"])

    def on_prompt(self, text: str) -> str:
        """The user's message with its recalled context in front; the message itself is not changed.

        It never fails: what store, plugins or deadline keep back is missing from the context, and the receipt says so.
        """
        context = self.context(text)
        return f"{context}\n\n{text}" if context else text

    def context(self, text: str) -> str:
        """The ``<memory-context>`` for a message alone; "" when there is nothing to show."""
        self._tries.new_turn()
        self.found = Found()
        notes: list[str] = []
        frozen_at = self._parts.freezing.frozen_at(self, notes) if self.id else None
        prompting = self._parts.prompting
        self.recalled = prompting.recall(
            self, text, self.reach, self._clock, frozen_at=frozen_at, prefix=self._prefix(), notes=notes
        )
        if self.settings.recall.enabled and self.id:
            prompting.keep(self.recalled.receipt, self.reach)
        return self.recalled.context

    # -- tools -----------------------------------------------------------------------------------

    @cached_property
    def _toolbox(self) -> Toolbox:
        from tiermem.tools.toolbox import Toolbox  # only when asked for

        return Toolbox(self, self._parts.tools, self._tries)

    @property
    def tool_schemas(self) -> list[dict[str, Any]]:
        """``{"name", "description", "parameters"}`` of every tool that is on."""
        return self._toolbox.schemas

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The same tools with their tags and risk: `system` ones a host offers always, and counts toward no limit."""
        return self._toolbox.tools

    def call_tool(self, name: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call a tool; bad arguments and refusals come back as ``{"error": …}``, never as exceptions."""
        return self._toolbox.call(name, arguments)

    @cached_property
    def entries(self) -> Entries:
        """The entries of this session, written as the agent."""
        from tiermem.memory.entries import Entries  # only when asked for

        parts = self._parts
        return Entries(
            parts.store,
            parts.gate if self.id else parts.closed_gate,
            parts.hooks,
            parts.settings,
            self.reach,
            source="agent",
            clock=self._clock,
            session_id=self.id or None,
            defaults=Draft(content="", project_id=self.project, task_id=self.task),
        )

    def release(self) -> None:
        """Close the calling thread's connection to the store; the next use opens another. For threads of a pool."""
        self._parts.store.release()

    # -- inside ----------------------------------------------------------------------------------

    def _prefix(self) -> dict[str, int]:
        """Block → its characters, of the system prompt that this session was given; nothing before it was."""
        row = self.__dict__.get("_row")
        blocks = (row.frozen or {}).get("blocks", ()) if row is not None else ()
        return {block["name"]: len(block["text"]) for block in blocks}

    def _frozen(self) -> Mapping[str, Any]:
        if not self.id:
            return self._parts.freezing.render(self)
        self.__dict__["_row"] = row = self._parts.freezing.freeze(self)
        return row.frozen or {}

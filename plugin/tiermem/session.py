"""One conversation of one user with one agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiermem.engine.journaling import Heard, own_words
from tiermem.engine.recall import Found
from tiermem.lookup import Lookup
from tiermem.store.contract import SessionRow
from tiermem.text import clean
from tiermem.tools.tries import Tries
from tiermem.values import (
    Draft,
    Turn,
    instant,
)

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.engine.ports import Clock
    from tiermem.engine.prompting import Recalled
    from tiermem.entries import Entries
    from tiermem.observations import Observations
    from tiermem.parts import Parts
    from tiermem.tools.toolbox import Toolbox
    from tiermem.values import (
        EntryFilter,
        Reach,
        Speaker,
        Tool,
        ToolResult,
    )


class Session(Lookup):
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
        self._heard = Heard()
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
    def state(self) -> SessionRow:
        """Its stored working state, as this object last read or wrote it."""
        return self._row

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
        from tiermem.entries import Entries  # only when asked for

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

    @cached_property
    def observations(self) -> Observations:
        """What is noticed in this session, told as the agent."""
        from tiermem.observations import Observations  # only when asked for

        return Observations(
            self._parts.store,
            self._parts.hooks,
            self.reach,
            source="agent",
            clock=self._clock,
            longest=self.settings.limits.content_chars[1],
            session_id=self.id,
            project_id=self.project,
            approve=self.settings.write_policy == "approve",
        )

    # -- what is said ----------------------------------------------------------------------------

    def on_turn_end(
        self, user: str | None = None, assistant: str | None = None, *, turns: Sequence[Turn] = ()
    ) -> None:
        """A turn of the conversation ended.

        Args:
            user: The user's message, as typed; context that was injected into it is taken off.
            assistant: The reply.
            turns: Utterances in any other form: of tools, with names, dates or external ids.
        """
        if not self.id:
            return
        now = instant(self._clock())
        plain: tuple[tuple[Speaker, str | None], ...] = (("user", user), ("assistant", assistant))
        said = [Turn(speaker=speaker, content=text, at=now) for speaker, text in plain if text]
        own = own_words((*turns, *said))
        if not own:
            return
        self._heard.hear(own)
        self._parts.hooks.on_turn_end(self, own)

    def on_tool_result(self, result: ToolResult) -> int:
        """A tool gave something, or an attachment was read: keep it findable. Gives how many observations were new.

        What is in it stays the tool's word, whatever it claims: it goes to the archive (L2), and never by itself into
        a block or the profile. A check that refuses costs what it refused, and is logged.

        Args:
            result: The text, and where it is from.
        """
        if not self.id:
            return 0
        collected = self._parts.hooks.on_tool_result(self, replace(result, content=clean(result.content)))
        return self.observations.of_tool(collected.values, result)

    def on_pre_compact(self, turns: Sequence[Turn] = ()) -> None:
        """The host is about to compact: keep what would be lost, and thaw the blocks, so that they are made anew.

        Args:
            turns: What will be dropped, if the host tells; turns that were kept already are not kept twice.
        """
        if not self.id:
            return
        own = own_words(turns)
        self._heard.hear_new(own)
        self._parts.hooks.on_pre_compact(self, own)
        self._learn(ending=False)
        self._parts.freezing.thaw(self.id)
        self.__dict__.pop("_row", None)

    def end(self) -> None:
        """The session is over, or may be: gap-fill what no tool stored. Safe to call late, twice or never.

        What earlier sessions left unread, because a model did not answer or the process died, is read as well, see
        `catch_up`, unless this session's own turns have to wait.
        """
        if not self.id:
            return
        if self._learn(ending=True):
            self.catch_up()
        now = self._clock()
        self._parts.tasks.after_session(self._row, self.turns(), instant(now))
        with self._parts.store.transaction(durable=False):
            self._parts.store.sessions.end(self.id, instant(now))
        self._parts.forget_old_turns(self.reach, now)
        self._parts.forget_old_records(self.reach, now)

    def release(self) -> None:
        """Close the calling thread's connection to the store; the next use opens another. For threads of a pool."""
        self._parts.store.release()

    def catch_up(self, limit: int = 3) -> int:
        """Read what earlier sessions of the same user and agent left unread, the latest first; gives how many.

        They ended, or were cut off more than an hour ago, within the last 30 days. The second one for which a model
        does not answer is the last.

        Args:
            limit: Sessions at most.
        """
        read, unanswered = 0, 0
        at = instant(self._clock())
        for row in self._parts.gapfill.left_unread(self.reach, self._clock(), limit=limit):
            other = Session(
                self._parts,
                id=row.id,
                reach=row.reach,
                clock=self._clock,
                project=row.project_id,
                task=row.task_id,
                connections=row.connections,
            )
            if other._learn(ending=True):
                self._parts.tasks.after_session(row, other.turns(), at)
                read += 1
            elif (unanswered := unanswered + 1) > 1:
                break
        return read

    def _learn(self, *, ending: bool) -> bool:
        """Gap-fill and process; gives whether all turns were read."""
        gapfill, at = self._parts.gapfill, instant(self._clock())
        before, turns = self._unread()
        row, handed = before, turns
        reading = gapfill.read(self, row, handed, at)
        while not (reading.done or reading.waits):
            row, handed = self._unread()
            reading = gapfill.read(self, row, handed, at)
        if ending:
            gapfill.end(self, before, [turn for turn in turns if turn.position >= before.offset], at)
        self._parts.processor.drain(self.reach, self._clock, session_id=self.id)
        return not reading.waits

    def _unread(self) -> tuple[SessionRow, list[Turn]]:
        """The working state as it is stored now, and the turns from a little before its offset on."""
        from tiermem.engine.gapfill import OVERLAP

        self.__dict__.pop("_row", None)
        return self._row, self.turns(start=max(self._row.offset - OVERLAP, 0))

    def turns(self, start: int = 0) -> list[Turn]:
        """What was said from a position on: from the journal, or of this process where nothing is journaled."""
        if not self.id:
            return []
        journaled = self._parts.store.sessions.turns(self._row.id, start=start)
        return journaled or self._heard.turns(self._row, start)

    # -- for hooks -------------------------------------------------------------------------------

    def journal(self, turns: Sequence[Turn], *, unless_kept: bool = False) -> tuple[Turn, ...]:
        """Keep turns as they were said, redacted; gives those that were new.

        Args:
            turns: In the order they were said.
            unless_kept: They may have been journaled before: leave out what is there in the same words.

        Raises:
            CheckRefused: A check refused a turn; none of them was kept.
        """
        if not self.id:
            return ()
        kept = self._parts.journaling.keep(self._row.id, turns, unless_kept=unless_kept)
        if kept:
            self._parts.wake(self.reach)
        return kept

    # -- inside ----------------------------------------------------------------------------------

    @cached_property
    def _row(self) -> SessionRow:
        row = SessionRow(
            id=self.id,
            reach=self.reach,
            started_at=instant(self._clock()),
            project_id=self.project,
            task_id=self.task,
            connections=self.connections or (),
        )
        if not self.id:
            return row
        with self._parts.store.transaction(durable=False):
            return self._parts.store.sessions.begin(row)

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

"""One conversation of one user with one agent."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiermem.engine import blocks, guidance, rendering
from tiermem.engine.checking import redacted
from tiermem.engine.gapfill import OVERLAP
from tiermem.engine.ports import Clock
from tiermem.engine.prompting import Recalled
from tiermem.engine.recall import Found
from tiermem.entries import Entries
from tiermem.errors import DeadlineExceeded, InputError, StoreError
from tiermem.store.contract import SearchFilter, SessionRow
from tiermem.text import clean, storable, strip_injected
from tiermem.tools import Toolbox
from tiermem.values import AgentSettings, Block, Draft, Passage, Reach, Speaker, Tier, Tool, Turn, instant

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.parts import Parts

_LOG = logging.getLogger("tiermem")


class Session:
    """A session; got from `Memory.session`, and best used in a ``with`` statement, which ends it.

    The life cycle, in this order: `system_prompt` once, then per turn `on_prompt`, any number of `call_tool`,
    `on_turn_end`; `on_pre_compact` before the host compacts its context; at last `end`.

    Attributes:
        id: Its id; a later process may open it again by this id and gets the same system prompt.
        reach: Whose memory it reads and writes.
        settings: The agent's settings.
        project: Project that entries are associated with, and recall is narrowed to (or to none).
        task: The same for a task.
        connections: Active connections: entries of others are not recalled.
        found: What the last search of `find_passages` did, for the receipt.
        recalled: What the last prompt recalled; None before the first.

    Raises:
        InputError: A name holds what cannot be stored.
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
        connections: Sequence[str] = (),
    ) -> None:
        if not all(storable(name or "") for name in (id, project, task, *connections)):
            raise InputError(
                "The name of a session, project, task or connection holds NUL or broken Unicode."
            )
        self._parts = parts
        self.id = id
        self.reach = reach
        self.settings: AgentSettings = parts.settings
        self.project, self.task, self.connections = project, task, tuple(connections)
        self.found = Found()
        self.recalled: Recalled | None = None
        self._clock = clock
        self._said: list[Turn] = []
        self._first_place: int | None = None
        self._toolbox = Toolbox(self, parts.tools)

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
        self._toolbox.new_turn()
        self.found = Found()
        notes: list[str] = []
        frozen_at = self._frozen_at(notes)
        prompting = self._parts.prompting
        self.recalled = prompting.recall(
            self, text, self.reach, self._clock, frozen_at=frozen_at, notes=notes
        )
        if self.settings.recall.enabled:
            prompting.keep(self.recalled.receipt, self.reach)
        return self.recalled.context

    # -- tools -----------------------------------------------------------------------------------

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
        parts = self._parts
        return Entries(
            parts.store,
            parts.gate,
            parts.settings,
            self.reach,
            source="agent",
            clock=self._clock,
            session_id=self.id or None,
            defaults=Draft(content="", project_id=self.project, task_id=self.task),
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
        now = instant(self._clock())
        plain: tuple[tuple[Speaker, str | None], ...] = (("user", user), ("assistant", assistant))
        said = [Turn(speaker=speaker, content=text, at=now) for speaker, text in plain if text]
        own = [turn for turn in map(_own_words, (*turns, *said)) if turn.content]
        if not own:
            return
        self._said += own
        self._warn(self._parts.hooks.on_turn_end(self, own).failures)

    def on_pre_compact(self, turns: Sequence[Turn] = ()) -> None:
        """The host is about to compact: keep what would be lost, and thaw the blocks, so that they are made anew.

        Args:
            turns: What will be dropped, if the host tells; turns that were kept already are not kept twice.
        """
        own = [turn for turn in map(_own_words, turns) if turn.content]
        self._said += _not_among(self._said, own)
        self._warn(self._parts.hooks.on_pre_compact(self, own).failures)
        self._learn(ending=False)
        self._parts.store.sessions.freeze(self.id, None, 0)
        self.__dict__.pop("_row", None)

    def end(self) -> None:
        """The session is over, or may be: gap-fill what no tool stored. Safe to call late, twice or never."""
        if not self.id:
            return
        self._learn(ending=True)
        now = self._clock()
        with self._parts.store.transaction(durable=False):
            self._parts.store.sessions.end(self.id, instant(now))
        self._parts.forget_old_turns(self.reach, now)

    def release(self) -> None:
        """Close the calling thread's connection to the store; the next use opens another. For threads of a pool."""
        self._parts.store.release()

    def _learn(self, *, ending: bool) -> None:
        self.__dict__.pop("_row", None)
        turns = self.turns(start=max(self._row.offset - OVERLAP, 0))
        at = instant(self._clock())
        self._parts.gapfill.observe(self, self._row, turns, at, ending=ending)
        self._parts.processor.drain(self.reach, self._clock, session_id=self.id)

    def turns(self, start: int = 0) -> list[Turn]:
        """What was said from a position on: from the journal, or of this process where nothing is journaled."""
        journaled = self._parts.store.sessions.turns(self._row.id, start=start)
        if journaled:
            return journaled
        if self._first_place is None:
            self._first_place = self._row.offset
        placed = enumerate(self._said, self._first_place)
        said = [replace(turn, session_id=self.id, position=place) for place, turn in placed]
        return [turn for turn in said if turn.position >= start]

    # -- for hooks -------------------------------------------------------------------------------

    def block(self, tier: Tier) -> Block | None:
        """The block of a tier as it is now; None when it is empty or switched off."""
        return blocks.block(self._parts.store.records, self.settings, self.reach, tier)

    def find_passages(self, prompt: str) -> tuple[Passage, ...]:
        """All that may matter to a prompt, best first, within the recall deadline; budgets come later."""
        where = SearchFilter(
            except_session=self.id or None,
            project_id=self.project,
            task_id=self.task,
            connections=self.connections or None,
        )
        deadline = self.settings.recall.deadline_ms
        try:
            with self._parts.store.deadline(deadline / 1000, "recall"):
                self.found = self._parts.recall.find(prompt, self.reach, where, self._clock())
        except DeadlineExceeded as error:
            self.found = Found(notes=(str(error),))
        except StoreError as error:
            _LOG.warning("recall: %s", error)
            self.found = Found(notes=(f"recall failed: {error}",))
        return self.found.passages

    def journal(self, turns: Sequence[Turn], *, unless_kept: bool = False) -> tuple[Turn, ...]:
        """Keep turns as they were said, redacted; gives those that were new.

        Args:
            turns: In the order they were said.
            unless_kept: They may have been journaled before: leave out what is there in the same words.

        Raises:
            CheckRefused: A check refused a turn; none of them was kept.
        """
        if not self.settings.journal.enabled:
            return ()
        hooks, sessions, session_id = self._parts.hooks, self._parts.store.sessions, self._row.id
        kept: Sequence[Turn] = [
            replace(
                turn, content=redacted(hooks, turn.content, "journal", source="user", speaker=turn.speaker)
            )
            for turn in turns
        ]
        with self._parts.store.transaction(durable=False):
            if unless_kept:
                kept = _not_among(sessions.turns(session_id), kept)
            return sessions.journal(session_id, kept)

    # -- inside ----------------------------------------------------------------------------------

    @cached_property
    def _row(self) -> SessionRow:
        row = SessionRow(
            id=self.id,
            reach=self.reach,
            started_at=instant(self._clock()),
            project_id=self.project,
            task_id=self.task,
            connections=self.connections,
        )
        with self._parts.store.transaction(durable=False):
            return self._parts.store.sessions.begin(row)

    def _frozen_at(self, notes: list[str]) -> int | None:
        """Head of the stream when the blocks were frozen; None before, or when the store cannot tell in time."""
        if not self.id:
            return None
        try:
            with self._parts.store.deadline(self.settings.recall.deadline_ms / 1000, "opening the session"):
                return self._row.frozen_at if self._row.frozen is not None else None
        except StoreError as error:
            notes.append(str(error))
            return None

    def _frozen(self) -> dict[str, Any]:
        if not self.id:
            return self._render()
        if self._row.frozen is None:
            head = self._parts.store.stream.head()
            frozen = self._render()
            with self._parts.store.transaction(durable=False):
                self.__dict__["_row"] = self._parts.store.sessions.freeze(self.id, frozen, head)
        return dict(self._row.frozen or {})

    def _render(self) -> dict[str, Any]:
        """Guidance and blocks as they are now, rendered."""
        collected = self._parts.hooks.on_session_start(self)
        self._warn(collected.failures)
        assembled = blocks.assemble(list(collected.values))
        texts = [self._text(block) for block in assembled]
        shown = [text for block, text in zip(assembled, texts, strict=True) if not self._is_card(block)]
        cards = [block for block in assembled if self._is_card(block)]
        parts = [guidance.guidance(self.settings), *shown]
        if cards:
            parts.append(rendering.render_cards(cards, self._parts.prompting.clean))
        return {
            "text": "\n\n".join(part for part in parts if part),
            "blocks": [_block_dict(block, text) for block, text in zip(assembled, texts, strict=True)],
        }

    def _is_card(self, block: Block) -> bool:
        return self.settings.render == "cards" and block.name in ("memory", "user") and bool(block.entries)

    def _text(self, block: Block) -> str:
        own_look = self._parts.hooks.render_block(block)
        return (
            own_look if own_look is not None else rendering.render_block(block, self._parts.prompting.clean)
        )

    @staticmethod
    def _warn(failures: Sequence[object]) -> None:
        for failure in failures:
            _LOG.warning("%s", failure)


def _own_words(turn: Turn) -> Turn:
    """The turn without what was injected into it, and as it can be stored."""
    return replace(
        turn,
        content=clean(strip_injected(turn.content)),
        name=clean(turn.name) if turn.name is not None else None,
        external_id=clean(turn.external_id) if turn.external_id is not None else None,
    )


def _not_among(known: Sequence[Turn], turns: Sequence[Turn]) -> list[Turn]:
    """The *turns* whose words are not among the *known* ones of the same speaker, each of which stands for one."""
    left = Counter((turn.speaker, turn.content) for turn in known)
    new = []
    for turn in turns:
        left[turn.speaker, turn.content] -= 1
        if left[turn.speaker, turn.content] < 0:
            new.append(turn)
    return new


def _block_dict(block: Block, text: str) -> dict[str, Any]:
    return {
        "name": block.name,
        "title": block.title,
        "usage": block.usage.as_dict() if block.usage else None,
        "entries": [entry.id for entry in block.entries],
        "text": text,
    }

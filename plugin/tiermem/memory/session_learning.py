"""The listening side of a session: what is said is kept, and learned from when the session ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tiermem.engine.learning.journal import Heard, own_words
from tiermem.memory.session_view import Lookup
from tiermem.store.contract import SessionRow
from tiermem.support.lazy import made_once
from tiermem.text import clean
from tiermem.values import Turn, instant

if TYPE_CHECKING:
    from tiermem.memory.observations import Observations
    from tiermem.values import Speaker, ToolResult


class Hearing(Lookup):
    """The listening side of a session; see `Session` for what its attributes are."""

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

    def catch_up(self, limit: int = 3) -> int:
        """Read what earlier sessions of the same user and agent left unread, the latest first; gives how many.

        They ended, or were cut off more than an hour ago, within the last 30 days. The second one for which a model
        does not answer is the last.

        They are made as this one was: a subclass takes the same arguments.

        Args:
            limit: Sessions at most.
        """
        read, unanswered = 0, 0
        at = instant(self._clock())
        for row in self._parts.gapfill.left_unread(self.reach, self._clock(), limit=limit):
            other: Hearing = type(self)(
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

    def turns(self, start: int = 0) -> list[Turn]:
        """What was said from a position on: from the journal, or of this process where nothing is journaled."""
        if not self.id:
            return []
        journaled = self._parts.store.sessions.turns(self._row.id, start=start)
        return journaled or self._heard.turns(self._row, start)

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

    @property
    def state(self) -> SessionRow:
        """Its stored working state, as this object last read or wrote it."""
        return self._row

    @cached_property
    def observations(self) -> Observations:
        """What is noticed in this session, told as the agent."""
        from tiermem.memory.observations import Observations  # only when asked for

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

    # -- inside ----------------------------------------------------------------------------------

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
        from tiermem.engine.learning.gap_fill import OVERLAP

        self.__dict__.pop("_row", None)
        return self._row, self.turns(start=max(self._row.offset - OVERLAP, 0))

    @made_once
    def _heard(self) -> Heard:
        return Heard()

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

"""Journal the turns of a session, and learn from them when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tiermem.engine.learning.journal import own_words
from tiermem.errors import CheckRefused, InputError, StoreError, UnusableStore
from tiermem.support.lazy import logger
from tiermem.text import clean
from tiermem.values import ToolResult, Turn, instant, new_id
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.memory.sessions.observations import Observations
    from tiermem.memory.sessions.view import SessionView
    from tiermem.store.contract import SessionRow
    from tiermem.values import HookFailure, Speaker

_LOG = logger("tiermem")
_PROBLEM_CHARS = 300
"""Maximum characters recorded of a plugin's failure."""


class SessionLearning:
    """The life cycle of one session: turns, tool results, compaction and end. It does nothing in a preview."""

    def __init__(self, engine: Engine, view: SessionView) -> None:
        self._engine = engine
        self._view = view

    def turn_ended(self, own: Sequence[Turn]) -> None:
        """Hand the utterances of a turn, as `said` returns them, to the hooks; see `Session.on_turn_end`.

        Raises:
            UnusableStore: The store was busy for longer than a write waits.
            ErasedOwner: The user was erased while the session was open.
        """
        if not self._view.id:
            return
        self._view.ensure_owner()
        if own:
            self._view.hear_turn(own)
            self._ensure_kept(self._engine.hooks.on_turn_end(self._view, own).failures, "what was said")

    def tool_result(self, result: ToolResult, observations: Observations) -> int:
        """Record what plugins find in a tool's result; see `Session.on_tool_result`."""
        if not self._view.id:
            return 0
        self._view.ensure_owner()
        if not isinstance(result, ToolResult):
            raise InputError(f"Expected a ToolResult, not {type(result).__name__}.")
        result_ = replace(result, content=clean(result.content))
        collected = self._engine.hooks.on_tool_result(self._view, result_)
        self._record(collected.failures)
        return observations.of_tool(collected.values, result)

    def before_compaction(self, turns: Sequence[Turn], *, learn: bool = True) -> None:
        """Store the turns that compaction would drop, learn from them, and discard the blocks.

        Args:
            turns: The turns.
            learn: False to leave learning for later.

        Raises:
            UnusableStore: The store was busy for longer than a write waits.
            ErasedOwner: The user was erased while the session was open.
        """
        if not self._view.id:
            return
        self._view.ensure_owner()
        own = own_words(checked(turns))
        self._view.heard.hear_new(own)
        self._ensure_kept(self._engine.hooks.on_pre_compact(self._view, own).failures, "what will be dropped")
        if learn:
            self.learn(ending=False)
        self._view.discard()

    def learn_before_compaction(self) -> None:
        """Learn from turns that are stored, and discard the blocks; at the session's end if the server is away now."""
        try:
            self.learn(ending=False)
            self._view.discard()
        except StoreError as error:
            if not error.is_away:
                raise
            _LOG.warning("what compaction drops is kept, and learned from when the session ends: %s", error)

    def end(self, *, learn: bool = True) -> None:
        """Learn from this session and from unread turns of earlier ones; see `Session.end`.

        Args:
            learn: False to leave this for the end of a later session or a worker.
        """
        view, engine = self._view, self._engine
        if not view.id or not engine.store.records.stands(view.reach):
            return  # of a user who was erased, there is nothing to learn
        if learn and self.learn(ending=True):
            self.catch_up()
        if engine.store.is_unmade and not view.turns():
            return  # nothing was said, and nothing is kept of the session
        now = view.clock()
        engine.tasks.after_session(view.state, view.turns(), instant(now))
        with engine.store.transaction(view.reach, durable=False):
            engine.store.sessions.end(view.id, instant(now))
        if not learn:
            return
        engine.expire(view.reach, now)
        engine.forget_old_turns(view.reach, now)
        engine.forget_old_records(view.reach, now)

    def catch_up(self, limit: int = 3) -> int:
        """Read unread turns of earlier sessions of the same user and agent, the latest first; return how many sessions.

        They ended, or were cut off some minutes ago (`gap_fill.ABANDONED`), within the last 30 days. The second one for
        which a model does not answer is the last.

        Args:
            limit: Maximum sessions.
        """
        read, unanswered = 0, 0
        now = self._view.clock()
        for row in self._engine.gapfill.left_unread(self._view.reach, now, limit=limit):
            view = self._view.resumed(row)
            if SessionLearning(self._engine, view).learn(ending=True):
                self._engine.tasks.after_session(row, view.turns(), instant(now))
                read += 1
            elif (unanswered := unanswered + 1) > 1:
                break
        return read

    def learn(self, *, ending: bool) -> bool:
        """Gap-fill and process; return True if all turns were read."""
        gapfill, view, at = self._engine.gapfill, self._view, instant(self._view.clock())
        before, turns = self._unread()
        row, handed = before, turns
        reading = gapfill.read(view, row, handed, at)
        failures = list(reading.failures)
        while not (reading.done or reading.waits):
            row, handed = self._unread()
            reading = gapfill.read(view, row, handed, at)
            failures += reading.failures
        if ending:
            failures += gapfill.end(
                view, before, [turn for turn in turns if turn.position >= before.offset], at
            )
        self._record(failures)
        self._engine.processor.drain(view.reach, view.clock, session_id=view.id)
        return not reading.waits

    def _ensure_kept(self, failures: Sequence[HookFailure], what: str) -> None:
        """Record failures of plugins that keep turns.

        Raises:
            UnusableStore: One found the store locked, and *what* was not kept.
        """
        self._record(failures)
        if any(failure.waits for failure in failures):
            raise UnusableStore(self._engine.store.url, f"it is locked, and {what} was not kept")

    def _record(self, failures: Sequence[HookFailure]) -> None:
        """Record failures of plugins as runs, so that `tiermem stats` and `Timeline.runs` show them."""
        new = [one for one in failures if not one.waits and not one.problem.startswith("switched off")]
        if not new:
            return
        from tiermem.engine.writes.checks import redacted  # few plugins fail
        from tiermem.values import Run

        at = instant(self._view.clock())
        try:
            texts = dict.fromkeys(redacted(self._engine.hooks, str(failure), "log") for failure in new)
            with self._engine.store.transaction(self._view.reach, durable=False):
                for text in texts:
                    run = Run(
                        id=new_id(), stage="entries", by="rules", trigger="session", started_at=at, ended_at=at,
                        problem=text[:_PROBLEM_CHARS],
                    )  # fmt: skip
                    self._engine.store.runs.log(run, self._view.reach)
        except (StoreError, CheckRefused) as error:
            _LOG.warning("failures of plugins are in the log alone: %s", error)

    def _unread(self) -> tuple[SessionRow, list[Turn]]:
        """Return the stored working state, and the turns from shortly before its offset."""
        from tiermem.engine.learning.gap_fill import OVERLAP  # a turn alone needs none of it

        row = self._view.reload()
        return row, self._view.turns(start=max(row.offset - OVERLAP, 0))


def said(user: str | None, assistant: str | None, turns: Sequence[Turn], now: str) -> list[Turn]:
    """Return the utterances of a turn as they can be stored.

    Raises:
        InputError: One is no `Turn`.
    """
    plain: tuple[tuple[Speaker, str | None], ...] = (("user", user), ("assistant", assistant))
    spoken = [Turn(speaker=speaker, content=text, at=now) for speaker, text in plain if text]
    return own_words((*checked(turns), *spoken))


def checked(turns: Sequence[Turn]) -> Sequence[Turn]:
    """Return turns that are `Turn`.

    Raises:
        InputError: They are something else.
    """
    given: Any = turns
    for one in given if isinstance(given, (list, tuple)) else [given]:
        if not isinstance(one, Turn):
            raise InputError(f"Expected a list of Turn, not {type(one).__name__}: {one!r:.60}.")
    return turns

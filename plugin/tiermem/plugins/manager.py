"""Calling hooks: one typed method per hook.

The implementations are called one by one, so that each failure stays with its plugin.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tiermem import values
from tiermem.errors import Unanswered
from tiermem.plugins import results
from tiermem.plugins.deadline import resolve_deadlines
from tiermem.plugins.problems import SwitchedOff, describe
from tiermem.plugins.roster import Roster
from tiermem.text import escape_tags
from tiermem.values import (
    Block,
    Checked,
    Collected,
    HookFailure,
    Observation,
    Tool,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tiermem.plugins.queries import Asked
    from tiermem.plugins.roster import Implementation
    from tiermem.plugins.session import HookSession
    from tiermem.values import (
        AgentSettings,
        Candidate,
        Change,
        Completion,
        CompletionRequest,
        EmbeddedKind,
        Embeddings,
        Passage,
        RecallResult,
        Signal,
        Task,
        ToolResult,
        ToolSuggestion,
        Turn,
        VectorIndex,
        VectorRows,
        VerdictAction,
    )

T = TypeVar("T")

logger = logging.getLogger("tiermem.plugins")

STRICTNESS: Final[Mapping[VerdictAction, int]] = {"allow": 0, "redact": 1, "stage": 2, "refuse": 3}
"""Which verdict wins: the one with the greatest number."""


class PluginManager(Roster):
    """The plugins of one agent. Hooks may be called from several threads; registering may not.

    Args:
        deadlines_ms: Hook → milliseconds, in place of those in `DEADLINES_MS`.
        release: Called in a third-party plugin's thread after each call of it, to give back what
            belongs to the thread, such as a database connection. What it raises is logged.

    Raises:
        InputError: *deadlines_ms* names no hook, or is not above 0.
    """

    def __init__(
        self,
        deadlines_ms: Mapping[str, int] | None = None,
        release: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(release)
        self._deadlines_ms = resolve_deadlines(deadlines_ms)

    # The life of a session

    def on_session_start(self, session: HookSession) -> Collected[Block]:
        """The blocks of all plugins."""
        return self._collect("on_session_start", results.sequence_of(Block), session=session)

    def on_user_prompt(self, session: HookSession, prompt: str) -> Collected[RecallResult]:
        """What each plugin recalls for the user's words."""
        return self._collect("on_user_prompt", results.recalled, session=session, prompt=prompt)

    def on_turn_end(self, session: HookSession, turns: Sequence[Turn]) -> Collected[None]:
        """Tell all plugins of the utterances of a turn."""
        return self._collect("on_turn_end", results.nothing, session=session, turns=tuple(turns))

    def on_pre_compact(self, session: HookSession, turns: Sequence[Turn]) -> Collected[None]:
        """Tell all plugins which turns a compaction will drop."""
        return self._collect("on_pre_compact", results.nothing, session=session, turns=tuple(turns))

    def on_session_end(self, session: HookSession, turns: Sequence[Turn]) -> Collected[Observation]:
        """The observations of all plugins on turns that were not yet worked through."""
        read = results.sequence_of(Observation)
        return self._collect("on_session_end", read, session=session, turns=tuple(turns))

    def on_task_complete(self, session: HookSession, task: Task) -> Collected[None]:
        """Tell all plugins of a task that is done."""
        return self._collect("on_task_complete", results.nothing, session=session, task=task)

    def on_tool_result(self, session: HookSession, result: ToolResult) -> Collected[Observation]:
        """The observations of all plugins on a tool's result."""
        read = results.sequence_of(Observation)
        return self._collect("on_tool_result", read, session=session, result=result)

    # Learning

    def complete(self, request: CompletionRequest) -> Collected[Completion]:
        """The answer of the first plugin that has one, built-ins last: one value or none.

        All plugins together may take ``request.deadline_ms``.
        """
        until = time.monotonic() + request.deadline_ms / 1000
        failures: list[HookFailure] = []
        for one in self._others_first("complete"):
            left = max(round((until - time.monotonic()) * 1000), 0)
            given = {"request": replace(request, deadline_ms=left)}
            answer = self._ask("complete", one, results.one_of(values.Completion), given, until=until)
            if isinstance(answer, HookFailure):
                failures.append(answer)
            elif answer is not None:
                for failure in failures:  # else whoever asks tells why there is no answer
                    logger.warning("%s", failure)
                return Collected(values=(answer,), failures=tuple(failures))
        return Collected(values=(), failures=tuple(failures))

    def extract_observations(self, session: HookSession, turns: Sequence[Turn]) -> Collected[Observation]:
        """The observations of all extractors."""
        read = results.sequence_of(Observation)
        return self._collect("extract_observations", read, session=session, turns=tuple(turns))

    def check_write(self, change: Change, *, patience_ms: float | None = None) -> Checked:
        """What all checks together say: each sees the change as redacted so far, the strictest wins.

        Fails closed: a plugin that cannot answer refuses the write.

        Args:
            change: What is to be written.
            patience_ms: Milliseconds that all third-party checks together may take, besides the deadline of
                each; with 0 they are not asked, and refuse. Built-in checks are always asked.
        """
        strictest, by = Verdict(action="allow"), None
        until = None if patience_ms is None else time.monotonic() + patience_ms / 1000
        for one in self._implementations("check_write"):
            read = results.verdict_on(change)
            verdict = self._ask("check_write", one, read, {"change": change}, until=until)
            if isinstance(verdict, HookFailure):
                return _failed_closed(change, verdict)
            if verdict.content is not None:
                change = change.with_content(verdict.content)
            if STRICTNESS[verdict.action] > STRICTNESS[strictest.action]:
                strictest, by = verdict, one.plugin.name
            if verdict.action == "refuse":
                break
        if strictest.action == "redact":
            strictest = replace(strictest, content=change.content)
        return Checked(change=change, verdict=strictest, plugin=by)

    # Recall and looks

    def score_entries(self, asked: Asked, entries: Sequence[Candidate]) -> Collected[Signal]:
        """The signals of all plugins for the candidates of a query."""
        candidates = tuple(entries)
        read = results.signals_of(len(candidates))
        return self._collect("score_entries", read, asked=asked, entries=candidates)

    def embed(
        self, texts: Sequence[str], kind: EmbeddedKind, model: str, deadline_ms: int
    ) -> Collected[Embeddings]:
        """The vectors of texts by the first plugin that has some, built-ins last: one value or none.

        Args:
            texts: What to embed; nobody is asked about no texts.
            kind: Whether they are searched for or searched.
            model: What ``vectors.model`` says.
            deadline_ms: Milliseconds that all plugins together may take, besides the hook's own deadline
                for each. A plugin that is slower than this, but not than that, is not switched off.
        """
        until = time.monotonic() + deadline_ms / 1000
        failures: list[HookFailure] = []
        given = {"texts": tuple(texts), "kind": kind, "model": model}
        for one in self._others_first("embed") if texts else ():
            left = {"deadline_ms": max(round((until - time.monotonic()) * 1000), 0)}
            answer = self._ask("embed", one, results.embeddings_of(len(texts)), given | left, until=until)
            if isinstance(answer, HookFailure):
                failures.append(answer)
            elif answer is not None:
                return Collected(values=(answer,), failures=tuple(failures))
        return Collected(values=(), failures=tuple(failures))

    def open_vector_index(self, name: str, rows: VectorRows) -> Collected[VectorIndex]:
        """The index of the first plugin that has it, built-ins last: one value or none."""
        failures: list[HookFailure] = []
        for one in self._others_first("open_vector_index"):
            given = {"name": name, "rows": rows}
            answer = self._ask("open_vector_index", one, results.vector_index, given)
            if isinstance(answer, HookFailure):
                failures.append(answer)
            elif answer is not None:
                return Collected(values=(answer,), failures=tuple(failures))
        return Collected(values=(), failures=tuple(failures))

    def render_block(self, block: Block) -> str | None:
        """The look of a block by the first plugin that has one, built-ins last."""
        return self._first("render_block", block=block)

    def render_passages(self, passages: Sequence[Passage]) -> str | None:
        """The look of recalled passages by the first plugin that has one, built-ins last; it cannot close a fence."""
        look = self._first("render_passages", passages=tuple(passages))
        return None if look is None else escape_tags(look)

    # Tools

    def suggest_tools(self, session: HookSession, prompt: str) -> Collected[ToolSuggestion]:
        """The suggestions of all plugins."""
        return self._collect("suggest_tools", results.suggestions, session=session, prompt=prompt)

    def register_tools(self) -> Collected[Tool]:
        """The tools of all plugins."""
        return self._collect("register_tools", results.sequence_of(Tool))

    # Settings

    def check_settings(self, settings: AgentSettings) -> Collected[str]:
        """What all plugins say will not work here."""
        return self._collect("check_settings", results.sequence_of(str), settings=settings)

    # How hooks are called

    def _collect(self, hook: str, read: results.Reader[tuple[T, ...]], **arguments: Any) -> Collected[T]:
        given: list[T] = []
        failures: list[HookFailure] = []
        for one in self._implementations(hook):
            answer = self._ask(hook, one, read, arguments)
            if isinstance(answer, HookFailure):
                failures.append(answer)
            else:
                given.extend(answer)
        return Collected(values=tuple(given), failures=tuple(failures))

    def _first(self, hook: str, **arguments: Any) -> str | None:
        for one in self._others_first(hook):
            answer = self._ask(hook, one, results.text, arguments)
            if isinstance(answer, str):
                return answer
        return None

    def _ask(
        self,
        hook: str,
        one: Implementation,
        read: results.Reader[T],
        arguments: Mapping[str, Any],
        *,
        until: float | None = None,
    ) -> T | HookFailure:
        def call() -> T:
            return read(one.function(*(arguments[name] for name in one.parameters)))

        try:
            if one.plugin.thread is None:
                return call()
            left = None if until is None else (until - time.monotonic()) * 1000
            deadline = self._deadlines_ms[hook]
            return one.plugin.thread.run(call, hook=hook, deadline_ms=deadline, patience_ms=left)
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises costs its own part only
            waits = isinstance(error, Unanswered)
            failure = HookFailure(plugin=one.plugin.name, hook=hook, problem=describe(error), waits=waits)
            _log(failure, error)
            return failure


def _failed_closed(change: Change, failure: HookFailure) -> Checked:
    verdict = Verdict(action="refuse", reason=f"the check of {failure.plugin} failed: {failure.problem}")
    return Checked(change=change, verdict=verdict, plugin=failure.plugin, failure=failure)


def _log(failure: HookFailure, error: Exception) -> None:
    if (
        isinstance(error, SwitchedOff) or failure.hook == "complete"
    ):  # said once: when it happened, or by who asks
        logger.debug("%s", failure)
        return
    logger.warning("%s", failure)
    logger.debug("traceback of %s.%s", failure.plugin, failure.hook, exc_info=error)

"""Call hooks through a typed method for each hook of the contract, made from its signature in `specs`.

Implementations are called one by one, so that a failure affects only its plugin.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from tiermem.errors import StoreError, Unanswered
from tiermem.ports import results, specs
from tiermem.ports.deadlines import resolve_deadlines
from tiermem.ports.problems import SwitchedOff, describe
from tiermem.support.lazy import logger
from tiermem.values import Block, Checked, Collected, HookFailure, Observation, Verdict
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.ports.results import Reader
    from tiermem.values import Change, PersonalDataSettings, VerdictAction

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
T = TypeVar("T")

_LOG = logger("tiermem.plugins")

STRICTNESS: Final[Mapping[VerdictAction, int]] = {
    "allow": 0,
    "redact": 1,
    "recall": 2,
    "stage": 3,
    "refuse": 4,
}
"""Strictness of each verdict: the greatest number wins."""


class Implementation(Protocol):
    """A plugin's function for one hook."""

    @property
    def plugin(self) -> str:
        """The plugin's name."""
        ...

    @property
    def built_in(self) -> bool:
        """True for tiermem's own plugins."""
        ...

    def call(
        self,
        arguments: Mapping[str, Any],
        read: Callable[[object], T],
        *,
        deadline_ms: int,
        patience_ms: float | None,
    ) -> T:
        """Call the function with the arguments that it takes, and read its result, within the deadline.

        Args:
            arguments: All arguments of the hook, by name.
            read: Checks the result.
            deadline_ms: The hook's deadline. A slower third-party plugin is switched off.
            patience_ms: Maximum time that this caller waits; None for the deadline.
        """
        ...


def _arguments(
    spec: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object]
) -> dict[str, Any]:
    """Return the arguments of a call by name. Lists become tuples, which a plugin cannot change for the next one."""
    given = dict(zip(spec.__code__.co_varnames, args, strict=False)) | dict(kwargs)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def _method(call: Callable[Q, R], spec: Callable[..., object]) -> Callable[Q, R]:
    call.__name__, call.__doc__ = spec.__name__, spec.__doc__
    return call


def _collect(
    spec: Callable[P, object], read: Reader[tuple[T, ...]]
) -> Callable[Concatenate[Hooks, P], Collected[T]]:
    """Make the method that asks every plugin and returns all results in the order of plugins."""

    def call(self: Hooks, /, *args: P.args, **kwargs: P.kwargs) -> Collected[T]:
        given: list[T] = []
        failures: list[HookFailure] = []
        arguments = _arguments(spec, args, kwargs)
        for one in self._implementations(spec.__name__):
            answer = self._ask(spec.__name__, one, read, arguments)
            if isinstance(answer, HookFailure):
                failures.append(answer)
            else:
                given.extend(answer)
        return Collected(values=tuple(given), failures=tuple(failures))

    return _method(call, spec)


def _first(
    spec: Callable[P, object],
    read: Reader[T | None],
    granted_ms: Callable[[Mapping[str, Any]], int] | None = None,
    with_left: Callable[[Mapping[str, Any], int], Mapping[str, Any]] | None = None,
) -> Callable[Concatenate[Hooks, P], Collected[T]]:
    """Make the method that asks plugins, the built-ins last, until one returns a value.

    Args:
        spec: The hook.
        read: Checks a result.
        granted_ms: Returns the maximum milliseconds of all plugins together, from the arguments. A plugin that exceeds
            them, but not the hook's own deadline, is not switched off.
        with_left: Returns the arguments with the remaining milliseconds.
    """

    def call(self: Hooks, /, *args: P.args, **kwargs: P.kwargs) -> Collected[T]:
        arguments = _arguments(spec, args, kwargs)
        until = None if granted_ms is None else time.monotonic() + granted_ms(arguments) / 1000
        failures: list[HookFailure] = []
        for one in sorted(self._implementations(spec.__name__), key=lambda one: one.built_in):
            given: Mapping[str, Any] = arguments
            if until is not None and with_left is not None:
                given = with_left(arguments, max(round((until - time.monotonic()) * 1000), 0))
            answer = self._ask(spec.__name__, one, read, given, until=until)
            if isinstance(answer, HookFailure):
                failures.append(answer)
            elif answer is not None:
                for failure in (
                    failures if spec is specs.complete else ()
                ):  # otherwise logged when it happened
                    _LOG.warning("%s", failure)
                return Collected(values=(answer,), failures=tuple(failures))
        return Collected(values=(), failures=tuple(failures))

    return _method(call, spec)


class Hooks:
    """The hooks of one agent. Results contain failures; no call raises. Several threads may use it.

    Args:
        implementations: Returns the functions for a hook, those of built-ins first.
        deadlines_ms: Hook → milliseconds, instead of those in `DEADLINES_MS`.
        personal_data: The policy that checks see in every change; None if all personal data is kept.

    Raises:
        InputError: *deadlines_ms* names an unknown hook, or a deadline is not above 0.
    """

    def __init__(
        self,
        implementations: Callable[[str], Sequence[Implementation]],
        deadlines_ms: Mapping[str, int] | None = None,
        personal_data: PersonalDataSettings | None = None,
    ) -> None:
        self._personal_data = personal_data
        self._implementations = implementations
        self._deadlines_ms = resolve_deadlines(deadlines_ms)

    on_session_start = _collect(specs.on_session_start, results.sequence_of(Block))
    on_user_prompt = _collect(specs.on_user_prompt, results.recalled)
    on_turn_end = _collect(specs.on_turn_end, results.nothing)
    on_pre_compact = _collect(specs.on_pre_compact, results.nothing)
    on_session_end = _collect(specs.on_session_end, results.sequence_of(Observation))
    on_task_complete = _collect(specs.on_task_complete, results.nothing)
    on_tool_result = _collect(specs.on_tool_result, results.sequence_of(Observation))
    after_write = _collect(specs.after_write, results.nothing)
    extract_observations = _collect(specs.extract_observations, results.sequence_of(Observation))
    score_entries = _collect(specs.score_entries, results.signals)
    suggest_tools = _collect(specs.suggest_tools, results.suggestions)
    register_tools = _collect(specs.register_tools, results.tools)
    check_settings = _collect(specs.check_settings, results.sequence_of(str))
    render_block = _first(specs.render_block, results.text)
    render_passages = _first(specs.render_passages, results.unfenced)
    open_vector_index = _first(specs.open_vector_index, results.vector_index)
    complete = _first(
        specs.complete,
        results.completion,
        lambda given: given["request"].deadline_ms,
        lambda given, left: {"request": replace(given["request"], deadline_ms=left)},
    )
    embed = _first(
        specs.embed,
        results.embeddings,
        lambda given: given["deadline_ms"],
        lambda given, left: {**given, "deadline_ms": left},
    )

    def are_built_in(self, *hooks: str) -> bool:
        """Return True if no third-party plugin implements any of these hooks."""
        return all(one.built_in for hook in hooks for one in self._implementations(hook))

    def check_write(self, change: Change, *, patience_ms: float | None = None) -> Checked:
        """Return the strictest verdict of all checks. Each check sees the change as redacted so far.

        It fails closed: a plugin that cannot answer refuses the write.

        Args:
            change: The change to check.
            patience_ms: Maximum milliseconds of all third-party checks together, besides the deadline of each. With 0
                they are not called and count as a refusal. Built-in checks are always called.
        """
        strictest, by = Verdict(action="allow"), None
        sensitive = ""
        if self._personal_data is not None:
            change = replace(change, personal_data=self._personal_data)
        until = None if patience_ms is None else time.monotonic() + patience_ms / 1000
        for one in self._implementations("check_write"):
            verdict = self._ask("check_write", one, results.verdict, {"change": change}, until=until)
            if isinstance(verdict, HookFailure):
                return _failed_closed(change, verdict)
            if verdict.content is not None:
                change = change.with_content(verdict.content)
            sensitive = sensitive or verdict.sensitive
            if STRICTNESS[verdict.action] > STRICTNESS[strictest.action]:
                strictest, by = verdict, one.plugin
            if verdict.action == "refuse":
                break
        if strictest.action == "redact":
            strictest = replace(strictest, content=change.content)
        if sensitive and not strictest.sensitive:
            strictest = replace(strictest, sensitive=sensitive)
        return Checked(change=change, verdict=strictest, plugin=by)

    def _ask(
        self,
        hook: str,
        one: Implementation,
        read: Reader[T],
        arguments: Mapping[str, Any],
        *,
        until: float | None = None,
    ) -> T | HookFailure:
        left = None if until is None else (until - time.monotonic()) * 1000
        try:
            return one.call(
                arguments,
                lambda result: read(result, arguments, one.built_in),
                deadline_ms=self._deadlines_ms[hook],
                patience_ms=left,
            )
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises costs its own part only
            busy = isinstance(error, StoreError) and error.is_away
            waits = busy or isinstance(error, Unanswered)
            failure = HookFailure(plugin=one.plugin, hook=hook, problem=describe(error), waits=waits)
            _log(failure, error)
            return failure


def _failed_closed(change: Change, failure: HookFailure) -> Checked:
    verdict = Verdict(action="refuse", reason=f"the check of {failure.plugin} failed: {failure.problem}")
    return Checked(change=change, verdict=verdict, plugin=failure.plugin, failure=failure)


def _log(failure: HookFailure, error: Exception) -> None:
    if isinstance(error, SwitchedOff) or failure.hook == "complete":  # logged already, or by the caller
        _LOG.debug("%s", failure)
        return
    _LOG.warning("%s", failure)
    _LOG.debug("traceback of %s.%s", failure.plugin, failure.hook, exc_info=error)

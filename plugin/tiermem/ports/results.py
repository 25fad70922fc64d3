"""Check the results of hooks. Each reader turns a result into values of the contract, or raises `WrongResult`.

mypy checks the types of our own code, but a third-party plugin may be unchecked. Its records are therefore checked here
field by field. A mistake costs only the plugin's contribution, not the turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tiermem import values
from tiermem.ports.problems import WrongResult
from tiermem.text import escape_tags
from tiermem.values import Passage, RecallResult, Signal, Tool, ToolSuggestion, Verdict
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.values import Completion, Embeddings, VectorIndex


T = TypeVar("T")
Given = Mapping[str, Any]
"""The arguments of the call, by name."""
Reader = Callable[[object, Given, bool], T]
"""Turns the result of an implementation into the values that `Hooks` returns. True marks one of our implementations."""
_Test = Callable[[object], bool]
_TOLERANCE = 0.01
"""Maximum difference of a vector's length from 1: a hundred times the rounding of float16."""


def nothing(result: object, _: Given, _own: bool) -> tuple[None, ...]:
    """Read the result of a *notify* hook.

    Raises:
        WrongResult: It is not None. Its author expects a use for it.
    """
    if result is not None:
        raise WrongResult(f"returned {_name(result)}; this hook returns None")
    return ()


def sequence_of(kind: type[T]) -> Reader[tuple[T, ...]]:
    """Return a reader for ``Sequence[kind] | None``. It refuses generators, which would run after the deadline."""

    def read(result: object, _: Given, is_own: bool) -> tuple[T, ...]:
        if result is None:
            return ()
        if isinstance(result, (str, bytes)) or not isinstance(result, Sequence):
            raise WrongResult(f"returned {_name(result)}; expected a list of {kind.__name__} or None")
        return tuple(_record(item, kind, is_own) for item in result)

    return read


def completion(result: object, _: Given, _own: bool) -> Completion | None:
    """Read the result of `complete`."""
    return None if result is None else _record(result, values.Completion)


def signals(result: object, given: Given, is_own: bool) -> tuple[Signal, ...]:
    """Read the result of `score_entries`.

    Raises:
        WrongResult: It is neither a signal nor a list of signals, or a signal lacks a value for a candidate.
    """
    if result is None:
        return ()
    several = [result] if isinstance(result, Signal) else result
    if isinstance(several, (str, bytes)) or not isinstance(several, Sequence):
        raise WrongResult(f"returned {_name(several)} where a Signal is expected")
    candidates = len(given["entries"])
    for signal in several:
        if not _are_numbers(signal, candidates):
            _record(signal, Signal)
        elif type(signal.name) is not str or signal.factors:
            _record(replace(signal, values=()), Signal, is_own)
    return tuple(several)


def _are_numbers(signal: object, candidates: int) -> bool:
    """Return True if a signal's values are finite numbers. They are checked together: a recall has thousands."""
    values = signal.values if isinstance(signal, Signal) else ()
    if not isinstance(values, (list, tuple)) or not values:
        return False
    if len(values) != candidates:
        raise WrongResult(f"returned {len(values)} values as a signal for {candidates} candidates")
    try:
        return math.isfinite(math.fsum(values))
    except (TypeError, ValueError, OverflowError):
        return False


def embeddings(result: object, given: Given, _own: bool) -> Embeddings | None:
    """Read the result of `embed`.

    Raises:
        WrongResult: The number of vectors differs from that of the texts, or a vector's length is neither 1 nor 0.
    """
    if result is None:
        return None
    found, texts = _record(result, values.Embeddings), len(given["texts"])
    if len(found.vectors) != texts:
        raise WrongResult(f"returned {len(found.vectors)} vectors for {texts} texts")
    for numbers in found.numbers():
        length = math.hypot(*numbers)
        if length and not abs(length - 1) < _TOLERANCE:
            raise WrongResult(f"returned a vector of length {length:.4g}; Embeddings.of makes it 1")
    return found


def recalled(result: object, given: Given, is_own: bool) -> tuple[RecallResult, ...]:
    """Read the result of `on_user_prompt`.

    Raises:
        WrongResult: It is neither a `RecallResult` nor a list of passages, or a score is not from 0 to 1. Scores of all
            plugins are compared.
    """
    if isinstance(result, RecallResult):
        found = _record(result, RecallResult, is_own)
    else:
        found = RecallResult(passages=sequence_of(Passage)(result, given, is_own))
    _scored(found.passages)
    return (found,)


def suggestions(result: object, given: Given, is_own: bool) -> tuple[ToolSuggestion, ...]:
    """Read the result of `suggest_tools`.

    Raises:
        WrongResult: It is not a list of suggestions, or a score is not from 0 to 1.
    """
    return _scored(sequence_of(ToolSuggestion)(result, given, is_own))


_TOOL_NAME = r"[A-Za-z0-9_-]{1,64}"
"""A tool name that model APIs accept."""


def tools(result: object, given: Given, is_own: bool) -> tuple[Tool, ...]:
    """Read the result of `register_tools`.

    Raises:
        WrongResult: It is not a list of tools, or model APIs do not accept a tool's name or schema.
    """
    found = sequence_of(Tool)(result, given, is_own)
    for one in found:
        if problem := _tool_problem(one):
            raise WrongResult(f"returned the tool {one.name!r}, {problem}")
    return found


def _tool_problem(tool: Tool) -> str | None:
    """Return the problem of a tool's name or schema; None if there is none."""
    from re import fullmatch

    properties = tool.parameters.get("properties", {})
    required = tool.parameters.get("required", ())
    if not fullmatch(_TOOL_NAME, tool.name):
        return "whose name has characters other than letters, digits, _ and -, or more than 64 of them"
    if tool.parameters.get("type", "object") != "object":
        return "whose parameters are not a JSON Schema of the type 'object'"
    if not (isinstance(properties, Mapping) and all(isinstance(one, Mapping) for one in properties.values())):
        return "whose 'properties' are not a mapping of schemas"
    if not (isinstance(required, (list, tuple)) and set(required) <= properties.keys()):
        return "whose 'required' names a key that its 'properties' lack"
    return None


_Scored = TypeVar("_Scored", Passage, ToolSuggestion)


def _scored(found: tuple[_Scored, ...]) -> tuple[_Scored, ...]:
    for one in found:
        if not 0 <= one.score <= 1:
            raise WrongResult(
                f"returned a {type(one).__name__} with the score {one.score:g}; it is from 0 to 1"
            )
    return found


def vector_index(result: object, _: Given, _own: bool) -> VectorIndex | None:
    """Read the result of `open_vector_index`.

    Raises:
        WrongResult: It lacks a method of an index.
    """
    if result is None:
        return None
    for name in ("search", "discard", "forget", "close", "elsewhere"):
        if not hasattr(result, name):
            raise WrongResult(f"returned {_name(result)} without {name}; expected a VectorIndex")
    return cast("VectorIndex", result)


def text(result: object, _: Given, _own: bool) -> str | None:
    """Read the result of a rendering hook; "" is a result too.

    Raises:
        WrongResult: It is neither a string nor None.
    """
    if result is None or isinstance(result, str):
        return result
    raise WrongResult(f"returned {_name(result)}; expected a string or None")


def unfenced(result: object, given: Given, is_own: bool) -> str | None:
    """Read the result of `render_passages`, with the tags of fences escaped so that it cannot close a fence."""
    look = text(result, given, is_own)
    return None if look is None else escape_tags(look)


def verdict(result: object, given: Given, _own: bool) -> Verdict:
    """Read the result of `check_write`; None allows the change.

    Raises:
        WrongResult: It is not a verdict, or its content does not fit its action or the change.
    """
    if result is None:
        return Verdict(action="allow")
    found, change = _record(result, Verdict), given["change"]
    if (found.action == "redact") != (found.content is not None):
        raise WrongResult("Verdict.content belongs to the action 'redact' only")
    if found.action == "redact" and change.draft is None:
        raise WrongResult(f"there is no content to redact in an operation '{change.operation}'")
    return found


def _record(value: object, kind: type[T], is_own: bool = False) -> T:
    if not isinstance(value, kind):
        raise WrongResult(f"returned {_name(value)} where a {kind.__name__} is expected")
    problem = None if is_own else _wrong_field(value, kind)
    if problem:
        raise WrongResult(f"returned a {kind.__name__} with {problem}")
    return value


def _wrong_field(record: object, kind: type) -> str | None:
    """Describe the first field that does not fit its annotation; None if all fit.

    It names the type and not the value, because failures are logged and values may hold people's words.
    """
    for field, hint, fits in _tests_of(kind):
        value = getattr(record, field)
        if not fits(value):
            from inspect import formatannotation  # only for failures

            return f"a {_name(value)} as {field}; expected {formatannotation(hint)}"
    return None


@cache
def _tests_of(kind: type) -> tuple[tuple[str, Any, _Test], ...]:
    return tuple((field, hint, _test(hint)) for field, hint in get_type_hints(kind).items())


@cache
def _test(hint: Any) -> _Test:
    """Return a test for an annotation that records of `tiermem.values` use."""
    origin, parameters = get_origin(hint), get_args(hint)
    if origin is None:
        return _plain_test(hint)
    if origin in (Union, UnionType):
        options = [_test(option) for option in parameters]
        return lambda value: any(fits(value) for fits in options)
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in parameters
    if origin is Callable:
        return callable
    if issubclass(origin, Mapping):
        key, item = _test(parameters[0]), _test(parameters[1])
        return lambda value: (
            isinstance(value, origin) and all(map(key, value)) and all(map(item, value.values()))
        )
    each = _test(parameters[0])
    return lambda value: isinstance(value, origin) and all(map(each, value))


def _plain_test(hint: Any) -> _Test:
    if hint is Any:
        return lambda _: True
    if hint is float:
        return _is_finite_number
    kind: type = hint
    if hasattr(hint, "__fields__"):
        return lambda value: isinstance(value, kind) and _wrong_field(value, kind) is None
    return lambda value: isinstance(value, kind)


def _is_finite_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _name(value: object) -> str:
    return "None" if isinstance(value, NoneType) else type(value).__name__

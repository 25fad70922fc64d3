"""Check a document against the schema; errors name the line, the key and the expectation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.config.load import key_name
from tiermem.config.schema_reader import expected
from tiermem.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jsonschema.exceptions import ValidationError

    from tiermem.config.load import KeyPath, YamlDocument

_LONGEST_SHOWN = 60
"""Maximum characters of a wrong value in an error message."""


class _Problem(NamedTuple):
    line: int
    path: KeyPath
    text: str
    nearest: str | None = None


def check(document: YamlDocument, schema: Mapping[str, Any]) -> None:
    """Validate *document* against *schema*.

    Raises:
        ConfigError: For the first error, in order of lines. The others are its `further`; its message counts them.
    """
    problems = _all_problems(document, schema)
    if not problems:
        return
    first = _error(document, problems[0], more=len(problems) - 1)
    first.further = [_error(document, problem) for problem in problems[1:]]
    raise first


def _all_problems(document: YamlDocument, schema: Mapping[str, Any]) -> list[_Problem]:
    """Return the errors of a document, each once, in order of lines."""
    from jsonschema import Draft7Validator

    errors = Draft7Validator(schema).iter_errors(document.data)
    found = dict.fromkeys(problem for error in errors for problem in _problems(document, error))
    return sorted(found, key=lambda problem: problem.line)


def take_out_wrong(document: YamlDocument, schema: Mapping[str, Any]) -> bool:
    """Remove the wrong keys of memory entries from a document's data; return True if nothing else is wrong."""
    for problem in _all_problems(document, schema):
        inside = problem.path[4:]  # agents, NAME, tools, PLACE
        if not inside:
            return False
        place = document.data
        for part in problem.path[:4]:
            place = place[part]
        last = next((at for at, part in enumerate(inside) if isinstance(part, int)), len(inside)) - 1
        for part in inside[:last]:
            place = place.get(part, {})
        place.pop(inside[last], None)
    return not _all_problems(document, schema)


def _error(document: YamlDocument, problem: _Problem, more: int = 0) -> ConfigError:
    return ConfigError(
        document.file,
        line=problem.line,
        key=key_name(problem.path),
        problem=f"{problem.text}.",
        nearest=problem.nearest,
        more=more,
    )


def fits(schema: Mapping[str, Any], data: Any) -> str | None:
    """Return the path of the first schema violation, or None.

    The path is the schema's (``properties/facts/items/type``), so that no data is repeated. References out of the
    schema are not followed but count as violated; no file and no network is read.
    """
    from jsonschema import Draft202012Validator
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        error = next(Draft202012Validator(schema, registry=Registry()).iter_errors(data), None)
    except Unresolvable as reference:
        return str(reference)
    return None if error is None else "/".join(map(str, error.absolute_schema_path))


def closest(word: str, words: Iterable[str]) -> str | None:
    """Return the word nearest to a misspelt one, or None."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.replace("-", "_"), list(words), n=1)), None)


def _problems(document: YamlDocument, error: ValidationError) -> Iterator[_Problem]:
    path: KeyPath = tuple(error.absolute_path)
    schema: Mapping[str, Any] = error.schema  # type: ignore[assignment]
    value: Any = error.instance
    if error.validator == "additionalProperties":
        for key in value:
            if key not in schema["properties"]:
                yield _unknown(document, (*path, key), schema["properties"])
    elif error.validator == "required":
        yield _missing(document, value)
    else:
        text = f"expected {expected(schema)}, got {_shown(value)}{_advice(schema, value)}"
        yield _Problem(document.line_of(path), path, text)


def _unknown(document: YamlDocument, path: KeyPath, known: Iterable[str]) -> _Problem:
    nearest = closest(str(path[-1]), known)
    text = "is not a key here" if nearest else f"is not a key here; the keys are {', '.join(known)}"
    return _Problem(document.line_of(path), path, text, nearest)


def _missing(document: YamlDocument, data: Mapping[str, Any]) -> _Problem:
    near = closest("agents", data)
    if near is None:
        return _Problem(document.line_of(()), (), "has no 'agents:', a mapping from names to agents")
    return _Problem(document.line_of((near,)), (near,), "is not 'agents:', which is missing", "agents")


def _shown(value: Any) -> str:
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        return "the text " + (text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…")
    if isinstance(value, (list, dict)):
        kind, count = "list" if isinstance(value, list) else "mapping", len(value)
        return f"a {kind} with {count} item{'s'[: count != 1]}" if count else f"an empty {kind}"
    return "nothing" if value is None else json.dumps(value)


def _advice(schema: Mapping[str, Any], value: Any) -> str:
    """Return advice on how to quote the value that was probably meant."""
    types = schema.get("type", ())
    if "string" in types and "enum" not in schema and isinstance(value, (bool, int, float)):
        return "; put it in quotes"
    if "integer" in types and isinstance(value, str) and value.strip().isdigit():
        return "; leave the quotes out"
    return ""

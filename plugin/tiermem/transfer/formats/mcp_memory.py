"""The JSONL of MCP's server-memory: entities with observations, and relations between them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tiermem.support.nested import not_json
from tiermem.text import storable
from tiermem.transfer.formats.base import Contents, Format, Item, LineError, category_of, digest, read_text
from tiermem.values import Draft
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.formats.base import FileHead

_LINE = re.compile(r'\s*\{.*"type"\s*:\s*"(?:entity|relation)"')


def _recognises(beginning: FileHead) -> bool:
    first = next((line for line in beginning.text.split("\n") if line.strip()), "")
    return _LINE.match(first) is not None


def _read(path: Path) -> Contents:
    items: dict[str, Item] = {}
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        for item in _items(number, _object(number, line)):
            items.setdefault(item.draft.origin or "", item)
    return Contents(items=tuple(items.values()))


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise LineError(number, not_json(error)) from None
    except (ValueError, RecursionError) as error:
        raise LineError(number, f"This is neither an entity nor a relation: {error}.") from None
    if not isinstance(data, dict) or data.get("type") not in ("entity", "relation"):
        raise LineError(number, 'This is neither an entity nor a relation: "type" says which.')
    return data


def _items(number: int, data: Mapping[str, Any]) -> Iterator[Item]:
    return _of_entity(number, data) if data["type"] == "entity" else _of_relation(number, data)


def _of_entity(number: int, data: Mapping[str, Any]) -> Iterator[Item]:
    name, kind = _text(number, data, "name"), _text(number, data, "entityType")
    observations = data.get("observations")
    if not isinstance(observations, list):
        raise LineError(number, "'observations' must be a list of texts.")
    category, tags = category_of(kind)
    for text in observations:
        observation = _stored(number, "observations", text)
        content = observation if name.lower() in observation.lower() else f"{name}: {observation}"
        origin = f"import:mcp-memory:{digest('entity', name, observation)}"
        yield _item(number, Draft(content=content, subject=name, category=category, tags=tags, origin=origin))
    if not observations:
        origin = f"import:mcp-memory:{digest('entity', name)}"
        yield _item(number, Draft(content=f"{name}: {kind}", subject=name, category=category, origin=origin))


def _of_relation(number: int, data: Mapping[str, Any]) -> Iterator[Item]:
    names = [_text(number, data, key) for key in ("from", "relationType", "to")]
    subject, relation, target = names
    yield _item(
        number,
        Draft(
            content=f"{subject} {relation.replace('_', ' ')} {target}",
            subject=subject,
            category="association",
            origin=f"import:mcp-memory:{digest('relation', *names)}",
        ),
    )


def _item(number: int, draft: Draft) -> Item:
    return Item(line=number, id=None, draft=replace(draft, layer="L1"), of_user=True)


def _text(number: int, data: Mapping[str, Any], key: str) -> str:
    return " ".join(_stored(number, key, data.get(key)).split())


def _stored(number: int, key: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise LineError(number, f"'{key}' must be a text, not {json.dumps(value)[:40]}.")
    if not storable(value):
        raise LineError(number, f"'{key}' contains NUL or broken Unicode.")
    return value.strip()


MCP_MEMORY = Format(
    name="mcp-memory",
    suffixes=(".jsonl", ".json"),
    recognises=_recognises,
    read=_read,
)

"""Convert receipts to stored JSON. A list for each field instead of a dict for each row makes it a third as long.

A field with the same value in all rows is stored once, unless the value is a list. Receipts stored row by row are read
as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

OWN_COLUMNS = ("id", "at", "session_id")
"""Fields of a receipt with their own columns."""
_ROWS = ("rendered", "dropped")


def packed(receipt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored fields of a receipt, without `OWN_COLUMNS`."""
    fields = {name: value for name, value in receipt.items() if name not in OWN_COLUMNS}
    rendered, dropped = (_by_field(receipt[name]) for name in _ROWS)
    if "parts" in rendered:
        rendered["parts"] = _by_field([row["parts"] for row in receipt["rendered"]])
    if dropped:
        whys: dict[str, list[int]] = {}
        for place, row in enumerate(receipt["dropped"]):
            whys.setdefault(row["why"], []).append(place)
        dropped["why"] = whys
    return fields | {"rendered": rendered, "dropped": dropped}


def unpacked(row: Sequence[Any], stored: dict[str, Any]) -> dict[str, Any]:
    """Return the receipt of a row of `OWN_COLUMNS` and the JSON beside it."""
    receipt = dict(zip(OWN_COLUMNS, row, strict=True)) | stored
    if isinstance(stored["rendered"], dict):
        rendered, dropped = dict(stored["rendered"]), dict(stored["dropped"])
        parts = _by_row(rendered.pop("parts", {}), _count(rendered))
        for values in parts:
            for name in [name for name, value in values.items() if value is None]:
                del values[name]
        rows = _by_row(rendered, len(parts))
        receipt["rendered"] = [row | {"parts": own} for row, own in zip(rows, parts, strict=True)]
        whys = dropped.pop("why", {})
        why = {place: reason for reason, places in whys.items() for place in places}
        receipt["dropped"] = [
            row | {"why": why[place]} for place, row in enumerate(_by_row(dropped, _count(dropped)))
        ]
    return receipt


def _count(fields: Mapping[str, Any]) -> int:
    return len(fields["ref"]) if fields else 0


def _by_field(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    fields = {
        name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)
    }
    return {
        name: values[0] if name != "ref" and _is_the_same(values) else values
        for name, values in fields.items()
    }


def _is_the_same(values: Sequence[Any]) -> bool:
    """Return True if one value can represent all. A list would look like the values of the rows."""
    return not isinstance(values[0], list) and all(value == values[0] for value in values)


def _by_row(fields: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    return [
        {name: values[place] if isinstance(values, list) else values for name, values in fields.items()}
        for place in range(count)
    ]

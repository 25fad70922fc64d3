"""Convert receipts to stored JSON, which is a third as long as a dict for each row.

Rows become a list for each field; a field with the same value in all rows is stored once, unless the value is a list.
Refs, scores and points of the rows shown and of those dropped become one text for each, in which an empty place means
the same value as before. Receipts of earlier versions, stored row by row or without these texts, are read as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

OWN_COLUMNS = ("id", "at", "session_id")
"""Fields of a receipt with their own columns."""
_ROWS = ("rendered", "dropped")
_SCORES, _POINTS = 10_000, 100
"""Factor of scores and points, so that most are stored as short whole numbers."""
_OF_WEIGHING = ("scorecard", "base", "slope")
_NONE = "_"
"""The place of a row that has no points of a signal, or no weighing."""
_UNSET = {"layer": None, "answers": None}
"""Fields of a passage that are not stored if they are None in all rows."""
_SECONDS = ".000000Z"
"""End of an instant that was given in whole seconds; it is stored as "Z"."""


def packed(receipt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored fields of a receipt, without `OWN_COLUMNS`."""
    rows: list[Mapping[str, Any]] = [row for name in _ROWS for row in receipt[name]]
    apart = ("ref", "score", "parts", "weighing", "why")
    rendered, dropped = (
        _by_field([{name: row[name] for name in row if name not in apart} for row in receipt[of]])
        for of in _ROWS
    )
    if "at" in rendered:
        rendered["at"] = _each(rendered["at"], lambda at: at.replace(_SECONDS, "Z"))
    whys = list(dict.fromkeys(row["why"] for row in receipt["dropped"]))
    signals = dict.fromkeys(name for row in rows for name in row["parts"])
    told = {name: value for name, value in rendered.items() if name not in _UNSET or value is not None}
    fields = {name: value for name, value in receipt.items() if name not in (*OWN_COLUMNS, *_ROWS)}
    beside = {name: of_rows for name, of_rows in (("rendered", told), ("dropped", dropped)) if of_rows}
    return (
        fields
        | beside
        | _weighings([row.get("weighing") for row in rows])
        | {
            "shown": len(receipt["rendered"]),
            "whys": whys,
            "why": _coded([str(whys.index(row["why"])) for row in receipt["dropped"]]),
            "refs": _joined(_coded_refs([row["ref"] for row in rows])),
            "scores": _coded([_number(row["score"], _SCORES) for row in rows]),
            "parts": _joined(
                [
                    f"{name}={_coded([_number(row['parts'].get(name), _POINTS) for row in rows])}"
                    for name in signals
                ]
            ),
        }
    )


def unpacked(row: Sequence[Any], stored: dict[str, Any]) -> dict[str, Any]:
    """Return the receipt of a row of `OWN_COLUMNS` and the JSON beside it."""
    receipt = dict(zip(OWN_COLUMNS, row, strict=True)) | stored
    if "refs" in stored:
        return _with_rows(receipt)
    if isinstance(stored["rendered"], dict):
        receipt |= _rows_by_field(stored)
    unknown: dict[str, Any] = {"weighing": None}
    receipt["rendered"] = [unknown | one for one in receipt["rendered"]]
    receipt["dropped"] = [unknown | {"parts": {}} | one for one in receipt["dropped"]]
    return receipt


def _with_rows(receipt: dict[str, Any]) -> dict[str, Any]:
    """Return a receipt with the rows that its texts stand for."""
    refs = _decoded_refs(_split(receipt.pop("refs")))
    scores = _decoded(receipt.pop("scores"), len(refs))
    named = (part.rpartition("=") for part in _split(receipt.pop("parts")))
    parts = {name: _decoded(text, len(refs)) for name, _, text in named}
    weighings = _rows_of_weighings(receipt.pop("cards", []), receipt.pop("card", ""), len(refs))
    rows = [
        {
            "ref": ref,
            "score": float(scores[place]) / _SCORES,
            "parts": {
                name: round(float(points[place]) / _POINTS, 8)
                for name, points in parts.items()
                if points[place] != _NONE
            },
            "weighing": weighings[place],
        }
        for place, ref in enumerate(refs)
    ]
    shown = receipt.pop("shown")
    whys, why = receipt.pop("whys"), _decoded(receipt.pop("why"), len(refs) - shown)
    rendered, dropped = dict(receipt.get("rendered", {})), receipt.get("dropped", {})
    if "at" in rendered:
        rendered["at"] = _each(
            rendered["at"], lambda at: at if "." in at else f"{at.removesuffix('Z')}{_SECONDS}"
        )
    receipt["rendered"] = [
        _UNSET | own | row for own, row in zip(_by_row(rendered, shown), rows[:shown], strict=True)
    ]
    receipt["dropped"] = [
        own | row | {"why": whys[int(reason)]}
        for own, row, reason in zip(_by_row(dropped, len(why)), rows[shown:], why, strict=True)
    ]
    return receipt


def _each(value: Any, change: Any) -> Any:
    return [change(one) for one in value] if isinstance(value, list) else change(value)


def _number(value: float | None, times: int) -> str:
    return _NONE if value is None else f"{value * times:.10g}"


def _coded(values: Sequence[str]) -> str:
    """Return values as one text, in which an empty place means the same value as before."""
    return ",".join(
        "" if value == before else value for before, value in zip(["", *values], values, strict=False)
    ).rstrip(",")


def _decoded(text: str, count: int) -> list[str]:
    """Return the inverse of `_coded` for a number of values."""
    values: list[str] = []
    for value in text.split(",") if count else ():
        values.append(value or values[-1])
    return values + values[-1:] * (count - len(values))


def _joined(values: list[str]) -> str | list[str]:
    """Return values as one text if spaces tell them apart."""
    return values if any(" " in value or not value for value in values) else " ".join(values)


def _split(joined: str | list[str]) -> list[str]:
    """Return the inverse of `_joined`."""
    if not isinstance(joined, str):
        return joined
    return joined.split(" ") if joined else []


def _coded_refs(refs: Sequence[str]) -> list[str]:
    """Return refs, those of the same session as the one before without it; another "/" at the start is doubled."""
    sessions = [ref.rpartition("/")[0] for ref in refs]
    return [
        ref.removeprefix(session) if session and session == before else f"/{ref}" if ref[0] == "/" else ref
        for ref, session, before in zip(refs, sessions, ["", *sessions], strict=False)
    ]


def _decoded_refs(coded: Sequence[str]) -> list[str]:
    """Return the inverse of `_coded_refs`."""
    refs: list[str] = []
    for ref in coded:
        is_whole = ref[:1] != "/" or ref[:2] == "//"
        refs.append(ref.removeprefix("/") if is_whole else f"{refs[-1].rpartition('/')[0]}{ref}")
    return refs


def _weighings(weighings: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    """Return each weighing once, and the place of that of each row; empty where no row has one."""
    known: list[list[Any]] = []
    places = []
    for weighing in weighings:
        values = None if weighing is None else [weighing[name] for name in _OF_WEIGHING]
        if values is not None and values not in known:
            known.append(values)
        places.append(_NONE if values is None else str(known.index(values)))
    return {"cards": known, "card": _coded(places)} if known else {}


def _rows_of_weighings(cards: Sequence[Sequence[Any]], card: str, count: int) -> list[dict[str, Any] | None]:
    """Return the inverse of `_weighings` for a number of rows."""
    known = [dict(zip(_OF_WEIGHING, values, strict=True)) for values in cards]
    places = _decoded(card, count) if cards else [_NONE] * count
    return [None if place == _NONE else dict(known[int(place)]) for place in places]


# -- receipts of earlier versions ----------------------------------------------------------------


def _rows_by_field(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows of a receipt that holds a list for each field."""
    rendered, dropped = dict(stored["rendered"]), dict(stored["dropped"])
    parts = _by_row(rendered.pop("parts", {}), _count(rendered))
    for values in parts:
        for name in [name for name, value in values.items() if value is None]:
            del values[name]
    rows = _by_row(rendered, len(parts))
    whys = dropped.pop("why", {})
    why = {place: reason for reason, places in whys.items() for place in places}
    return {
        "rendered": [row | {"parts": own} for row, own in zip(rows, parts, strict=True)],
        "dropped": [row | {"why": why[place]} for place, row in enumerate(_by_row(dropped, _count(dropped)))],
    }


def _count(fields: Mapping[str, Any]) -> int:
    return len(fields["ref"]) if fields else 0


def _by_field(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    fields = {
        name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)
    }
    return {name: values[0] if _is_the_same(values) else values for name, values in fields.items()}


def _is_the_same(values: Sequence[Any]) -> bool:
    """Return True if one value can represent all. A list would look like the values of the rows."""
    return not isinstance(values[0], list) and all(value == values[0] for value in values)


def _by_row(fields: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    return [
        {name: values[place] if isinstance(values, list) else values for name, values in fields.items()}
        for place in range(count)
    ]

"""Clean up rows after words were removed from them, and remove values based only on those words."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.erasing.columns import parts
from tiermem.store.erasing.needles import ERASED, is_erased
from tiermem.store.erasing.related import observations_in, wait_again
from tiermem.store.sql.rows import compact
from tiermem.store.sql.statements import placeholders, rows_of
from tiermem.store.tables.learning import ProfileTables
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database
    from tiermem.values import Line, Mark, Profile

_ABOUT = ("subject", "tags")
_SAID = ("corrects", "denied", "value")
"""Fields of an observation that repeat a part of its statement in too few words to be found."""

_PROFILE = ("narrative", "scaffold", "learned")
"""Names of the blocks that show a profile."""


def settle_observations(database: Database, rewritten: Sequence[int]) -> None:
    """Remove from emptied observations the fields that repeat their statement in other words."""
    mark = database.param
    for seq in rewritten:
        ((kind, text),) = database.execute_sql(
            f"SELECT kind, payload FROM events WHERE seq = {mark}", (seq,)
        ).fetchall()
        if kind == "observation" and _is_emptied(payload := json.loads(text)):
            left = compact(_emptied(payload))
            database.execute_sql(f"UPDATE events SET payload = {mark} WHERE seq = {mark}", (left, seq))


def _is_emptied(payload: Any) -> bool:
    content = payload.get("draft", {}).get("content")
    return isinstance(content, str) and is_erased(content)


def _emptied(payload: dict[str, Any]) -> dict[str, Any]:
    draft = {name: value for name, value in payload["draft"].items() if name not in _ABOUT}
    left = {name: None if name in _SAID else value for name, value in payload.items()}
    return left | {"draft": draft} | {name: ERASED for name in ("quote", "path") if left.get(name)}


def erased_observations(database: Database, origins: Sequence[str], scopes: Sequence[int]) -> set[int]:
    """Return the observations that erased entries were learned from, and those that are now empty."""
    rows = database.execute_sql(
        "SELECT seq, payload FROM events WHERE kind = 'observation' "
        f"AND instr(payload, {database.param}) > 0 AND scope_id IN ({placeholders(database, len(scopes))})",
        (ERASED, *scopes),
    ).fetchall()
    return observations_in(origins) | {seq for seq, text in rows if _is_emptied(json.loads(text))}


def settle_profiles(
    database: Database, users: Sequence[int], erased: Collection[int], rewritten: Sequence[int], at: str
) -> list[int]:
    """Remove lines and values from profiles that rest on erased observations, or that the erased words left empty.

    Their other observations wait again, so that the facts in those return.

    Args:
        database: The database.
        users: The users of the profiles.
        erased: Places of the erased observations.
        rewritten: Users whose profiles lost words.
        at: Instant of the change.

    Returns:
        The users whose profiles were changed, by this or before.
    """
    profiles = ProfileTables(database)
    changed = []
    for scope_id in users:
        profile = profiles.get(scope_id)
        left = without_erased(profile, erased)
        if left != profile or scope_id in rewritten:
            profiles.put(replace(left, version=profile.version + 1, updated_at=at))
            wait_again(database, other_sources(profile, erased), scope_id)
            changed.append(scope_id)
    return changed


def settle_frozen(database: Database, users: Sequence[int]) -> list[str]:
    """Remove the parts of a profile from frozen blocks, which may show erased statements in other words.

    Args:
        database: The database.
        users: Users with changed profiles.

    Returns:
        The sessions whose blocks were changed.
    """
    mark = database.param
    theirs = f"user_id IN ({placeholders(database, len(users))})"
    rows = rows_of(database, f"SELECT id, frozen FROM sessions WHERE frozen IS NOT NULL AND {theirs}", *users)
    changed = []
    for session_id, text in rows:
        frozen = json.loads(text)
        left = _without_profile(frozen)
        if left != frozen:
            database.execute_sql(
                f"UPDATE sessions SET frozen = {mark} WHERE id = {mark}", (compact(left), session_id)
            )
            changed.append(str(session_id))
    return changed


def _without_profile(frozen: dict[str, Any]) -> dict[str, Any]:
    text, blocks = frozen["text"], []
    for block in frozen["blocks"]:
        of_profile = block["name"] in _PROFILE and block["text"]
        text = text.replace(block["text"], ERASED) if of_profile else text
        blocks.append(block | {"text": ERASED} if of_profile else block)
    return frozen | {"text": text, "blocks": blocks}


def settle_connections(database: Database, rewritten: Sequence[str], key: str) -> None:
    """Remove emptied values from the data of connections, because agents act on them.

    Args:
        database: The database.
        rewritten: Keys of the rows that lost words.
        key: SQL expression of a row's key.
    """
    mark = database.param
    for place in rewritten:
        ((text,),) = database.execute_sql(
            f"SELECT learned FROM connections WHERE {key} = {mark}", (place,)
        ).fetchall()
        left = compact(without_erased_values(json.loads(text)))
        database.execute_sql(f"UPDATE connections SET learned = {mark} WHERE {key} = {mark}", (left, place))


# -- values of profiles and connections ----------------------------------------------------------

_MISSING = object()


def without_erased(profile: Profile, erased: Collection[int]) -> Profile:
    """Return the profile without erased lines and values, and without those that have an erased observation as source.

    The latter may repeat the words differently. A text without such a source that holds more than the erased words
    keeps the rest, with `ERASED` replacing the words.

    Args:
        profile: A profile in which `ERASED` replaces the words.
        erased: Places in the stream of the erased observations.
    """
    gone = [path for path, mark in profile.marks.items() if _rests_on(mark.events, erased)]
    scaffold: Any = dict(profile.scaffold)
    for path in gone:
        scaffold = _without_value(scaffold, parts(path))
    scaffold = without_erased_values(scaffold)
    lost = {path for path in profile.marks if _is_at(path, profile.scaffold) and not _is_at(path, scaffold)}
    return replace(
        profile,
        narrative=tuple(_lines(profile.narrative, erased)),
        scaffold=scaffold,
        marks={
            path: _mark(mark, erased) for path, mark in profile.marks.items() if path not in {*lost, *gone}
        },
        learned=tuple(_lines(profile.learned, erased)),
    )


def without_erased_values(data: dict[str, Any]) -> dict[str, Any]:
    """Return plain data without keys and values that are `ERASED`, and without objects that become empty."""
    left = _left(data)
    return left if isinstance(left, dict) else {}


def _left(value: Any) -> Any:
    """Return the rest of a value; `_MISSING` if there is none."""
    if isinstance(value, dict):
        some: Any = {
            key: kept
            for key, item in value.items()
            if not is_erased(key) and (kept := _left(item)) is not _MISSING
        }
    elif isinstance(value, list):
        some = [kept for item in value if (kept := _left(item)) is not _MISSING]
    else:
        return _MISSING if isinstance(value, str) and is_erased(value) else value
    return _MISSING if value and not some else some


def other_sources(profile: Profile, erased: Collection[int]) -> set[int]:
    """Return the remaining sources of lines and values that rest on erased observations."""
    lines = [line.events for line in (*profile.narrative, *profile.learned)]
    values = [events for mark in profile.marks.values() for events in (mark.events, mark.rival_events)]
    return {
        seq
        for events in (*lines, *values)
        if _rests_on(events, erased)
        for seq in events
        if seq not in erased
    }


def _rests_on(events: Sequence[int], erased: Collection[int]) -> bool:
    return any(seq in erased for seq in events)


def _lines(lines: Sequence[Line], erased: Collection[int]) -> Iterator[Line]:
    return (line for line in lines if not is_erased(line.text) and not _rests_on(line.events, erased))


def _mark(mark: Mark, erased: Collection[int]) -> Mark:
    rival = _MISSING if _rests_on(mark.rival_events, erased) else _left(mark.rival)
    return replace(mark, rival=None, rival_events=()) if rival is _MISSING else replace(mark, rival=rival)


def _is_at(path: str, data: Any) -> bool:
    """Return True if there is a value at a path."""
    for key in parts(path):
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True


def _without_value(data: Any, keys: Sequence[str]) -> Any:
    """Return plain data without the value at these keys, and without objects that become empty."""
    if not isinstance(data, dict) or keys[0] not in data:
        return data
    rest = {key: value for key, value in data.items() if key != keys[0]}
    if len(keys) == 1:
        return rest
    inner = _without_value(data[keys[0]], keys[1:])
    return {**data, keys[0]: inner} if inner or inner == data[keys[0]] else rest

"""What is left to do in a row when words were taken out of it: what rested on them alone goes too."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tiermem.store.erasing.derived import make_anew, places
from tiermem.store.erasing.needles import ERASED
from tiermem.store.erasing.scaffolds import other_sources, says_nothing, without_erased, without_erased_values
from tiermem.store.tables.learning import ProfileTables
from tiermem.store.tables.rows import compact
from tiermem.store.tables.sql import marks

if TYPE_CHECKING:
    from peewee import Database

_ABOUT = ("subject", "tags")
_SAID = ("corrects", "denied", "value")
"""Fields of an observation that repeat a part of its statement, in words too few to be found by themselves."""

_PROFILE = ("narrative", "scaffold", "learned")
"""Names of the blocks that show a profile."""


def settle_observations(database: Database, rewritten: Sequence[int]) -> None:
    """Take from observations that say nothing any more what repeats their statement in other words."""
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
    return isinstance(content, str) and says_nothing(content)


def _emptied(payload: dict[str, Any]) -> dict[str, Any]:
    draft = {name: value for name, value in payload["draft"].items() if name not in _ABOUT}
    left = {name: None if name in _SAID else value for name, value in payload.items()}
    return left | {"draft": draft} | {name: ERASED for name in ("quote", "path") if left.get(name)}


def erased_observations(database: Database, origins: Sequence[str], scopes: Sequence[int]) -> set[int]:
    """The observations that erased entries were learned from, and those that now say nothing."""
    rows = database.execute_sql(
        "SELECT seq, payload FROM events WHERE kind = 'observation' "
        f"AND instr(payload, {database.param}) > 0 AND scope_id IN ({marks(database, len(scopes))})",
        (ERASED, *scopes),
    ).fetchall()
    return places(origins) | {seq for seq, text in rows if _is_emptied(json.loads(text))}


def settle_profiles(
    database: Database, users: Sequence[int], erased: Collection[int], rewritten: Sequence[int], at: str
) -> list[int]:
    """Take out of profiles what rests on erased observations, and what the erased words left empty.

    The other observations that it rested on wait again, so that what they say by themselves comes back.

    Args:
        database: The database.
        users: Whose profiles.
        erased: Places of the erased observations.
        rewritten: Users out of whose profiles words were taken.
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
            make_anew(database, other_sources(profile, erased), scope_id)
            changed.append(scope_id)
    return changed


def settle_frozen(database: Database, users: Sequence[int]) -> list[str]:
    """Take the parts of a profile out of frozen blocks: they may show what rested on the erased words in others.

    Args:
        database: The database.
        users: Whose profiles were changed.

    Returns:
        The sessions whose blocks were changed.
    """
    mark = database.param
    rows = database.execute_sql(
        f"SELECT id, frozen FROM sessions WHERE frozen IS NOT NULL AND user_id IN ({marks(database, len(users))})",
        tuple(users),
    ).fetchall()
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
    """Take out of what was learned of connections the values that say nothing any more: they are acted on.

    Args:
        database: The database.
        rewritten: The rows out of which words were taken.
        key: What they are known by, as SQL has it.
    """
    mark = database.param
    for place in rewritten:
        ((text,),) = database.execute_sql(
            f"SELECT learned FROM connections WHERE {key} = {mark}", (place,)
        ).fetchall()
        left = compact(without_erased_values(json.loads(text)))
        database.execute_sql(f"UPDATE connections SET learned = {mark} WHERE {key} = {mark}", (left, place))

"""Taking in what another program keeps in the same database (DESIGN: docker-agent's ``memories``)."""

from __future__ import annotations

from functools import partial
from typing import get_args

from tiermem.engine import budget
from tiermem.engine.writing import Gate
from tiermem.errors import TiermemError
from tiermem.store.contract import ForeignRow, Store
from tiermem.values import SEPARATOR, AgentSettings, Category, Change, Draft, Event, Layer, Reach, moment


def adopt(store: Store, gate: Gate, settings: AgentSettings, reach: Reach) -> tuple[str, ...]:
    """Make entries of the rows that were not taken in yet; gives what a person should know.

    Into L0 if all of them fit the budget of their blocks, otherwise all into L1: nothing is cut.
    """
    rows = store.foreign_rows()
    if not rows:
        return ()
    layer: Layer = "L0" if _fit(store, settings, reach, rows) else "L1"
    refused = []
    for row in rows:
        try:
            gate.write(
                [_change(row, layer)],
                reach,
                within=partial(_note, store, row, reach),
                clock=partial(moment, row.created_at),
            )
        except TiermemError as error:
            refused.append(f"{row.origin}: {error}")
    table = rows[0].origin.split(":")[1]
    where = "the blocks (L0)" if layer == "L0" else "layer L1, because they do not fit the blocks' budgets"
    taken = f"Took {len(rows) - len(refused)} of {len(rows)} rows of '{table}' into {where}."
    return (taken, *refused)


def _fit(store: Store, settings: AgentSettings, reach: Reach, rows: list[ForeignRow]) -> bool:
    used = budget.usage(store.records, settings, reach)
    for tier in ("memory", "user"):
        added = sum(len(row.content.strip()) + len(SEPARATOR) for row in rows if row.tier == tier)
        if added and used[tier].used + added - len(SEPARATOR) * (not used[tier].used) > used[tier].limit:
            return False
    return True


def _note(store: Store, row: ForeignRow, reach: Reach) -> None:
    """Tell the stream; the key keeps the row from being taken in again when its entry is changed or erased."""
    store.stream.append(
        Event(kind="adopted", scope_id=reach.agent.id, at=row.created_at, source="system", key=row.origin)
    )


def _change(row: ForeignRow, layer: Layer) -> Change:
    """The category is kept where it is one of ours, and as a tag where it is not."""
    known = row.category in get_args(Category)
    draft = Draft(
        content=row.content,
        layer=layer,
        tier=row.tier,
        category=row.category if known else None,  # type: ignore[arg-type]
        tags=(row.category,) if row.category and not known else (),
        origin=row.origin,
        valid_from=row.created_at,
    )
    return Change(operation="add", source="system", draft=draft, reason="adopted", allow_same_subject=True)

"""Adopt the entries that another program keeps in the same database (DESIGN: docker-agent's ``memories``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.writes import budget
from tiermem.errors import CheckRefused, InputError, TiermemError, WriteRefused
from tiermem.values import SEPARATOR, Change, Draft, Event

if TYPE_CHECKING:
    from tiermem.engine.writes.gate import Gate
    from tiermem.store.contract import ForeignRow, Store
    from tiermem.values import AgentSettings, Layer, Reach


def adopt(store: Store, gate: Gate, settings: AgentSettings, reach: Reach) -> tuple[str, ...]:
    """Make entries of the rows that were not adopted yet; return notes for the person.

    All rows go into L0 if they fit the budgets of their blocks, otherwise all into L1: nothing is cut. They are adopted
    in one transaction together with the mark that they were, so that a crash leaves nothing half done. A row that a
    check or a rule refuses is marked too, and not tried again; one that could not be checked is tried again.
    """
    rows = store.foreign_rows()
    if not rows:
        return ()
    refused = {row.origin: problem for row in rows if (problem := _problem(gate, row))}
    failed = {origin for origin, problem in refused.items() if _may_pass_later(problem)}
    fit = [row for row in rows if row.origin not in refused]
    layer: Layer = "L0" if _fit(store, settings, reach, fit) else "L1"
    settled = [row for row in rows if row.origin not in failed]

    try:
        gate.write([_change(row, layer) for row in fit], reach, within=lambda: _note(store, settled, reach))
    except TiermemError as error:
        return (
            f"None of {len(rows)} rows of {_table(rows)} was taken in; the next opening tries again: {error}",
        )
    where = "the blocks (L0)" if layer == "L0" else "layer L1, because they do not fit the blocks' budgets"
    taken = f"Took {len(fit)} of {len(rows)} rows of {_table(rows)} into {where}."
    return (taken, *(f"{origin}: {problem}" for origin, problem in refused.items()))


def _table(rows: Sequence[ForeignRow]) -> str:
    return f"'{rows[0].origin.split(':')[1]}'"


def _problem(gate: Gate, row: ForeignRow) -> WriteRefused | InputError | None:
    """Return the reason why a row cannot become an entry of any layer, or None."""
    try:
        gate.check(_change(row, "L1"))
    except (WriteRefused, InputError) as refusal:
        return refusal
    return None


def _may_pass_later(refusal: WriteRefused | InputError) -> bool:
    return isinstance(refusal, CheckRefused) and refusal.failed


def _fit(store: Store, settings: AgentSettings, reach: Reach, rows: list[ForeignRow]) -> bool:
    used = budget.usage(store.records, settings, reach)
    for tier in ("memory", "user"):
        added = sum(len(row.content.strip()) + len(SEPARATOR) for row in rows if row.tier == tier)
        if added and used[tier].used + added - len(SEPARATOR) * (not used[tier].used) > used[tier].limit:
            return False
    return True


def _note(store: Store, rows: Iterable[ForeignRow], reach: Reach) -> None:
    """Mark a row as adopted in the stream; its key prevents a second adoption after its entry is changed or erased."""
    for row in rows:
        store.stream.append(
            Event(kind="adopted", scope_id=reach.agent.id, at=row.created_at, source="system", key=row.origin)
        )


def _change(row: ForeignRow, layer: Layer) -> Change:
    """Return the change that adds a row, with its category."""
    draft = Draft(
        content=row.content,
        layer=layer,
        tier=row.tier,
        category=row.category,
        origin=row.origin,
        valid_from=row.created_at,
    )
    return Change(
        operation="add",
        source="system",
        draft=draft,
        reason="adopted",
        allow_same_subject=True,
        at=row.created_at,
    )

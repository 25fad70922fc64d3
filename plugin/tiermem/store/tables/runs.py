"""The record of the processor's runs, and of what models cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.learning_rows import RUN_COLUMNS, SPENT_COLUMNS, run_from, run_row
from tiermem.store.tables.sql import add, matching
from tiermem.store.tables.stream import UNCONSOLIDATED, WAITING
from tiermem.values import Scope, Spent

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.values import Reach, Run

_KEEP_LAST_USE = (
    "INSERT INTO recalled (recall_id, ref, at) SELECT '', ref, at FROM recalled "
    "WHERE recall_id = {mark} AND ref IN (SELECT id FROM entries) "
    "ON CONFLICT (recall_id, ref) DO UPDATE SET at = max(at, excluded.at)"
)
"""One row for each entry, of no receipt, stands for all that are gone: a review asks when it was last of use."""
_STALE = (
    "SELECT 1 FROM profiles p, json_each(CASE WHEN json_valid(p.narrative) THEN p.narrative ELSE '[]' END) line "
    "WHERE p.scope_id = scopes.id AND json_extract(line.value, '$.at') < {mark}"
)
"""A row that cannot be read is the doctor's: it does not keep the others from being worked on."""


class PeeweeRuns:
    """`contract.Runs`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def log(self, run: Run, reach: Reach) -> None:
        """See `contract.Runs.log`."""
        add(self._database, "runs", run_row(run) | _whose(reach))

    def find(self, reach: Reach, *, since: str | None = None, limit: int = 20) -> list[Run]:
        """See `contract.Runs.find`."""
        rows = matching(
            self._database,
            "runs",
            RUN_COLUMNS,
            _whose(reach),
            order="started_at DESC, id",
            limit=limit,
            since=("started_at", since) if since is not None else None,
        )
        return [run_from(row) for row in rows]

    def forget(
        self,
        reach: Reach,
        *,
        runs_before: str | None = None,
        spent_before: str | None = None,
        receipts_before: str | None = None,
        limit: int = 1_000,
    ) -> int:
        """See `contract.Runs.forget`."""
        old = (
            ("runs", "started_at", runs_before),
            ("spending", "at", spent_before),
            ("recalls", "at", receipts_before),
        )
        return sum(
            self._forget(table, column, before, reach, limit)
            for table, column, before in old
            if before is not None
        )

    def _forget(self, table: str, column: str, before: str, reach: Reach, limit: int) -> int:
        execute, mark = self._database.execute_sql, self._database.param
        found = execute(
            f"SELECT id FROM {table} WHERE user_id = {mark} AND agent_id = {mark} AND {column} < {mark} "
            f"ORDER BY {column} LIMIT {mark}",
            (reach.user.id, reach.agent.id, before, limit),
        ).fetchall()
        for (row_id,) in found:
            if table == "recalls":
                execute(_KEEP_LAST_USE.format(mark=mark), (row_id,))
                execute(f"DELETE FROM recalled WHERE recall_id = {mark}", (row_id,))
            execute(f"DELETE FROM {table} WHERE id = {mark}", (row_id,))
        return len(found)

    def charge(self, spent: Spent, reach: Reach) -> None:
        """See `contract.Runs.charge`."""
        row = {name: getattr(spent, name) for name in SPENT_COLUMNS}
        add(self._database, "spending", row | _whose(reach))

    def spent(self, reach: Reach, *, since: str) -> list[Spent]:
        """See `contract.Runs.spent`."""
        rows = matching(
            self._database,
            "spending",
            SPENT_COLUMNS,
            {"user_id": reach.user.id},
            order="at, id",
            since=("at", since),
        )
        return [Spent(**row) for row in rows]

    def behind(
        self,
        house_id: int,
        *,
        profiles: bool,
        agent_id: int | None = None,
        since: str = "",
        stale_before: str | None = None,
    ) -> list[Scope]:
        """See `contract.Runs.behind`."""
        mark = self._database.param
        conditions = (WAITING, UNCONSOLIDATED) if profiles else (WAITING,)
        reasons = [
            f"SELECT 1 FROM events WHERE scope_id = scopes.id AND {condition}" for condition in conditions
        ]
        values: list[int | str] = [house_id]
        if agent_id is not None:
            reasons.append(
                'SELECT 1 FROM sessions s JOIN turns t ON t.session_id = s.id AND t.position >= s."offset" '
                f"WHERE s.user_id = scopes.id AND s.agent_id = {mark} AND s.started_at >= {mark}"
            )
            values += [agent_id, since]
        if stale_before is not None:
            reasons.append(_STALE.format(mark=mark))
            values.append(stale_before)
        theirs = " OR ".join(f"EXISTS ({reason})" for reason in reasons)
        sql = (
            "SELECT id, kind, name, parent_id FROM scopes "
            f"WHERE kind = 'user' AND parent_id = {mark} AND ({theirs}) ORDER BY id"
        )
        return [
            Scope(id=row[0], kind=row[1], name=row[2], parent_id=row[3])
            for row in self._database.execute_sql(sql, tuple(values))
        ]


def _whose(reach: Reach) -> dict[str, int]:
    return {"agent_id": reach.agent.id, "user_id": reach.user.id}

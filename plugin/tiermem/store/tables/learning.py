"""Profiles, connections, tasks and projects of users; the records of the processor's runs and of models' costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from tiermem.store.sql.learning_rows import (
    CONNECTION_COLUMNS,
    PROFILE_COLUMNS,
    PROJECT_COLUMNS,
    RUN_COLUMNS,
    SPENT_COLUMNS,
    TASK_COLUMNS,
    connection_from,
    connection_row,
    profile_from,
    profile_row,
    project_from,
    project_row,
    run_from,
    run_row,
    task_from,
    task_row,
)
from tiermem.store.sql.schema import TABLE_COLUMNS
from tiermem.store.sql.statements import NO_LIMIT, add, columns, fetch_dicts, put, rows_of, run
from tiermem.store.tables.records import ensure_owner, is_there
from tiermem.store.tables.stream import UNCONSOLIDATED, WAITING
from tiermem.values import Profile, Scope, Spent

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database
    from tiermem.values import Connection, Project, Reach, Run, Task

_UNREAD = (
    'SELECT 1 FROM sessions s JOIN turns t ON t.session_id = s.id AND t.position >= s."offset" '
    "WHERE s.user_id = t1.id AND s.agent_id = {} AND s.started_at >= {}"
)
_STALE = (
    "SELECT 1 FROM profiles p, json_each(CASE WHEN json_valid(p.narrative) THEN p.narrative ELSE '[]' END) line "
    "WHERE p.scope_id = t1.id AND json_extract(line.value, '$.at') < {}"
)
"""An unreadable row is left to the doctor, so that the others are still processed."""


@cache
def _table(name: str) -> Any:
    """Return a table for peewee's builder, which is imported with it: the end of a session builds no statement."""
    from peewee import Table

    return Table(name, TABLE_COLUMNS[name])


def _select(table: Any, names: Sequence[str]) -> Any:
    return table.select(*(getattr(table, name) for name in names))


def _of_user(
    database: Database,
    table: str,
    names: Sequence[str],
    scope_id: int,
    limit: int = NO_LIMIT,
    *,
    after: tuple[str, str] | None = None,
    **same: str | None,
) -> list[dict[str, Any]]:
    """Return a user's rows with these values (None for any), latest change first: column → value.

    With *after*, only those that follow the row of this change and id.

    Each preview and each start of a session asks for some; peewee takes 0.5 ms to write the statement.
    """
    wanted = {name: value for name, value in same.items() if value is not None}
    mark = database.param
    conditions = " AND ".join(f"{name} = {mark}" for name in ("scope_id", *wanted))
    place: tuple[str, ...] = ()
    if after is not None:
        conditions += f" AND (updated_at < {mark} OR (updated_at = {mark} AND id > {mark}))"
        place = (after[0], *after)
    sql = f"SELECT {columns(names)} FROM {table} WHERE {conditions} ORDER BY updated_at DESC, id LIMIT {mark}"
    rows = rows_of(database, sql, scope_id, *wanted.values(), *place, limit)
    return [dict(zip(names, row, strict=True)) for row in rows]


class ProfileTables:
    """`contract.Profiles`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, scope_id: int) -> Profile:
        """See `contract.Profiles.get`."""
        where = f"FROM profiles WHERE scope_id = {self._database.param}"
        rows = rows_of(self._database, f"SELECT {columns(PROFILE_COLUMNS)} {where}", scope_id)
        if not rows:
            return Profile(scope_id=scope_id)
        return profile_from(dict(zip(PROFILE_COLUMNS, rows[0], strict=True)))

    def put(self, profile: Profile) -> None:
        """See `contract.Profiles.put`."""
        ensure_owner(self._database, profile.scope_id)
        put(self._database, _table("profiles"), profile_row(profile), "scope_id")

    def connection(self, connection_id: str, scope_id: int) -> Connection | None:
        """See `contract.Profiles.connection`."""
        found = _of_user(self._database, "connections", CONNECTION_COLUMNS, scope_id, id=connection_id)
        return next(map(connection_from, found), None)

    def connections(self, scope_id: int) -> list[Connection]:
        """See `contract.Profiles.connections`."""
        found = _of_user(self._database, "connections", CONNECTION_COLUMNS, scope_id)
        return sorted(map(connection_from, found), key=lambda one: one.id)

    def put_connection(self, connection: Connection) -> None:
        """See `contract.Profiles.put_connection`."""
        ensure_owner(self._database, connection.scope_id)
        put(self._database, _table("connections"), connection_row(connection), "scope_id", "id")


class TaskTables:
    """`contract.Tasks`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, task_id: str, scope_id: int) -> Task | None:
        """See `contract.Tasks.get`."""
        return next(
            map(task_from, _of_user(self._database, "tasks", TASK_COLUMNS, scope_id, id=task_id)), None
        )

    def put(self, task: Task) -> None:
        """See `contract.Tasks.put`."""
        ensure_owner(self._database, task.scope_id)
        put(self._database, _table("tasks"), task_row(task), "scope_id", "id")

    def find(
        self,
        scope_id: int,
        *,
        status: str | None = None,
        project_id: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int = 100,
    ) -> list[Task]:
        """See `contract.Tasks.find`."""
        same = {"status": status, "project_id": project_id}
        rows = _of_user(self._database, "tasks", TASK_COLUMNS, scope_id, limit, after=after, **same)
        return [task_from(row) for row in rows]

    def project(self, project_id: str, scope_id: int) -> Project | None:
        """See `contract.Tasks.project`."""
        found = _of_user(self._database, "projects", PROJECT_COLUMNS, scope_id, id=project_id)
        return next(map(project_from, found), None)

    def put_project(self, project: Project) -> None:
        """See `contract.Tasks.put_project`."""
        ensure_owner(self._database, project.scope_id)
        put(self._database, _table("projects"), project_row(project), "scope_id", "id")

    def projects(self, scope_id: int, *, status: str | None = None) -> list[Project]:
        """See `contract.Tasks.projects`."""
        found = _of_user(self._database, "projects", PROJECT_COLUMNS, scope_id, status=status)
        return [project_from(row) for row in found]


class RunTables:
    """`contract.Runs`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def log(self, run: Run, reach: Reach) -> None:
        """See `contract.Runs.log`."""
        if not is_there(self._database, reach.user.id):
            return
        add(self._database, "runs", run_row(run) | _owner(reach))

    def find(
        self,
        reach: Reach,
        *,
        since: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int = 20,
    ) -> list[Run]:
        """See `contract.Runs.find`."""
        runs = _table("runs")
        query = _select(runs, RUN_COLUMNS).where(
            runs.agent_id == reach.agent.id, runs.user_id == reach.user.id
        )
        if since is not None:
            query = query.where(runs.started_at >= since)
        if after is not None:
            at, run_id = after
            query = query.where((runs.started_at < at) | ((runs.started_at == at) & (runs.id > run_id)))
        query = query.order_by(runs.started_at.desc(), runs.id).limit(limit)
        return [run_from(row) for row in fetch_dicts(self._database, query)]

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
        found = 0
        for name, column, before in old:
            for row_id in self._ids_before(name, column, before, reach, limit) if before is not None else ():
                found += 1
                if name == "recalls":
                    self._keep_last_use(row_id)
                    recalled = _table("recalled")
                    run(self._database, recalled.delete().where(recalled.recall_id == row_id))
                table = _table(name)
                run(self._database, table.delete().where(table.id == row_id))
        return found

    def _ids_before(self, table: str, column: str, before: str, reach: Reach, limit: int) -> list[str]:
        """Return the ids of the oldest rows of an agent and user before an instant."""
        mark = self._database.param
        sql = (
            f"SELECT id FROM {table} WHERE agent_id = {mark} AND user_id = {mark} AND {column} < {mark} "
            f"ORDER BY {column} LIMIT {mark}"
        )
        return [row[0] for row in rows_of(self._database, sql, reach.agent.id, reach.user.id, before, limit)]

    def _keep_last_use(self, recall_id: str) -> None:
        """Keep the time at which entries were last shown in a row without a receipt, for reviews."""
        from peewee import EXCLUDED, Case, Value

        recalled, entries = _table("recalled"), _table("entries")
        shown = recalled.select(Value(""), recalled.ref, recalled.at).where(
            recalled.recall_id == recall_id, recalled.ref.in_(entries.select(entries.id))
        )
        latest = Case(None, [(recalled.at < EXCLUDED.at, EXCLUDED.at)], recalled.at)
        new = recalled.insert(shown, columns=[recalled.recall_id, recalled.ref, recalled.at])
        keys = ["recall_id", "ref"]
        keys += self._database.key_ending(keys)
        self._database.execute(new.on_conflict(conflict_target=keys, update={recalled.at: latest}))

    def charge(self, spent: Spent, reach: Reach) -> None:
        """See `contract.Runs.charge`."""
        if not is_there(self._database, reach.user.id):
            return
        row = {name: getattr(spent, name) for name in SPENT_COLUMNS}
        add(self._database, "spending", row | _owner(reach))

    def spent(self, reach: Reach, *, since: str) -> list[Spent]:
        """See `contract.Runs.spent`."""
        spending = _table("spending")
        query = _select(spending, SPENT_COLUMNS).where(
            spending.user_id == reach.user.id, spending.at >= since
        )
        return [Spent(**row) for row in fetch_dicts(self._database, query.order_by(spending.at, spending.id))]

    def users_with_work(
        self,
        house_id: int,
        *,
        profiles: bool,
        agent_id: int | None = None,
        since: str = "",
        stale_before: str | None = None,
    ) -> list[Scope]:
        """See `contract.Runs.users_with_work`."""
        from peewee import SQL, fn

        mark, scopes = self._database.param, _table("scopes")
        reasons = [SQL(f"SELECT 1 FROM events WHERE scope_id = t1.id AND {WAITING}")]
        if profiles:
            reasons.append(SQL(f"SELECT 1 FROM events WHERE scope_id = t1.id AND {UNCONSOLIDATED}"))
        if agent_id is not None:
            reasons.append(SQL(_UNREAD.format(mark, mark), (agent_id, since)))
        if stale_before is not None:
            reasons.append(SQL(_STALE.format(mark), (stale_before,)))
        theirs: Any = SQL("1 = 0")
        for reason in reasons:
            theirs |= fn.EXISTS(reason)
        query = _select(scopes, ("id", "kind", "name", "parent_id"))
        query = query.where(scopes.kind == "user", scopes.parent_id == house_id, theirs).order_by(scopes.id)
        return [Scope(**row) for row in fetch_dicts(self._database, query)]


def _owner(reach: Reach) -> dict[str, int]:
    return {"agent_id": reach.agent.id, "user_id": reach.user.id}

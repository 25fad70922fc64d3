"""Dump all rows as plain data, and load them, for lossless exports."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, cast

from tiermem.errors import InputError, UnfitRow
from tiermem.store.care.row_check import ensure_fits
from tiermem.store.care.salvage import readable, rows_left
from tiermem.store.erasing.columns import TEXTS, with_texts
from tiermem.store.sql.checksums import key_of
from tiermem.store.sql.learning_rows import lines_from, lines_text, marks_from, marks_text
from tiermem.store.sql.rows import compact
from tiermem.store.sql.schema import RECORD_TABLES, TABLE_COLUMNS
from tiermem.store.sql.statements import columns, insert_into, rows_of
from tiermem.text import statement_key, storable
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store import connection
    from tiermem.store.erasing.columns import Rewrite
    from tiermem.store.sql.database import Database
    from tiermem.values import Scope

_OWNERS = {"scope_id", "house_id", "agent_id", "user_id", "reader_id"}
"""Columns that contain the number of a scope."""


_OF_USER = {
    "scopes": (
        "id IN (WITH RECURSIVE chain(id) AS (SELECT id FROM scopes WHERE id IN ({owners}) "
        "UNION SELECT s.parent_id FROM scopes s JOIN chain USING (id) WHERE s.parent_id IS NOT NULL) "
        "SELECT id FROM chain)"
    ),
    "grants": "reader_id IN ({owners}) OR scope_id IN ({owners})",
    "entry_versions": "entry_id IN (SELECT id FROM entries WHERE scope_id IN ({owners}))",
    "turns": "session_id IN (SELECT id FROM sessions WHERE user_id IN ({owners}))",
    "recalled": "recall_id IN (SELECT id FROM recalls WHERE user_id IN ({owners}))",
}
_PAIRS = """
    SELECT p.id FROM scopes p JOIN scopes a ON a.id = p.parent_id
    WHERE p.kind = 'pair' AND p.name = ? AND a.parent_id = ? ORDER BY p.id
"""


def dump(database: Database, user: Scope | None = None) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (table, row) for every row, a table after those that it refers to, as `load` needs them.

    Args:
        database: The database.
        user: Only rows of this user and of the user's pairs with agents, and the names of these agents and of the
            house with those above it.
            Shared rows, grants of them, and frozen blocks that show them, are left out. None for all rows.
    """
    owned = {} if user is None else owned_rows(database, user)[0]
    for table in _exported(user):
        names = TABLE_COLUMNS[table]
        where = f" WHERE {owned[table]}" if owned else ""
        sql = f"SELECT {columns(names)} FROM {table}{where} ORDER BY {columns(names)}"
        for values in database.each(sql):
            row = dict(zip(names, values, strict=True))
            yield table, row | {"frozen": None, "frozen_at": 0} if owned and table == "sessions" else row


def _exported(user: Scope | None) -> list[str]:
    """Return the tables of an export. What was granted to a user is not the user's to take elsewhere."""
    return [table for table in RECORD_TABLES if user is None or table != "grants"]


def dump_readable(
    database: connection.Database, user: Scope | None, skipped: list[tuple[str, str]]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of `dump`, except those that cannot be read or loaded again.

    A readable row is returned even if its checksum is wrong.

    Args:
        database: The database.
        user: As for `dump`.
        skipped: Called with the table and key of each skipped row.
    """
    owned = {} if user is None else owned_rows(database, user)[0]
    with closing(readable(database.path)) as connection:
        connection.execute("BEGIN")  # one state of all tables
        for table in _exported(user):
            for key, *values in _rows_left(connection, table, owned.get(table, "1"), skipped):
                row = dict(zip(TABLE_COLUMNS[table], values, strict=True))
                if not is_readable(table, row):
                    skipped.append((table, _named(key)))
                    continue
                yield table, row | {"frozen": None, "frozen_at": 0} if owned and table == "sessions" else row


def _rows_left(
    connection: sqlite3.Connection, table: str, condition: str, skipped: list[tuple[str, str]]
) -> Iterator[Sequence[Any]]:
    """Yield key and values of a table's rows in the order of `dump`; from a damaged page on, of those that are left."""
    names = columns(TABLE_COLUMNS[table])
    given: set[Any] = set()
    try:
        sql = f"SELECT {key_of(table)}, {names} FROM {table} WHERE {condition} ORDER BY {names}"
        for row in connection.execute(sql):
            given.add(row[0])
            yield row
        return
    except (sqlite3.DatabaseError, ValueError, OverflowError):
        pass
    left, lost = rows_left(connection, table, condition)
    skipped.extend((table, _named(key)) for key in lost)
    yield from (row for row in left if row[0] not in given)


def _named(key: Any) -> str:
    """Return a row's key as the doctor names it. Bytes that are not text are shown as escapes."""
    text = str(key).replace("\x1f", "/")
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def is_readable(table: str, row: Mapping[str, Any]) -> bool:
    """Return True if a row can be written as JSON and loaded again."""
    if not all(isinstance(value, int | float | None) or _is_text(value) for value in row.values()):
        return False
    try:
        ensure_fits(table, row)
    except _UNFIT:
        return False
    return True


def _is_text(value: object) -> bool:
    return isinstance(value, str) and storable(value)


def owned_rows(database: Database, user: Scope) -> tuple[dict[str, str], tuple[int, ...]]:
    """Return table → the condition for the rows of a user, and the user's scopes (the user and the pairs)."""
    pairs = rows_of(database, _PAIRS.replace("?", database.param), user.name, user.parent_id)
    mine = (user.id, *(int(row[0]) for row in pairs))
    owners = ", ".join(map(str, mine))
    by_column = {
        table: f"{name} IN ({owners})"
        for table in RECORD_TABLES
        for name in ("scope_id", "user_id")
        if name in TABLE_COLUMNS[table]
    }
    return by_column | {table: where.format(owners=owners) for table, where in _OF_USER.items()}, mine


def checked(
    rows: Iterator[tuple[str, Mapping[str, Any]]], clean: Rewrite
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows for `load` with cleaned texts. Plugins clean them, so no transaction may be open.

    Args:
        rows: The rows from `dump`.
        clean: Removes from a text what must not be stored.

    Raises:
        InputError: A table, column, word or value is unknown to this version.
    """
    numbers: Counter[str] = Counter()
    for table, row in rows:
        if table not in RECORD_TABLES:
            raise InputError(f"The export names a table that is unknown here: {table!r}.")
        numbers[table] += 1
        if unknown := sorted(set(row) - set(TABLE_COLUMNS[table])):
            raise InputError(f"The export's table {table} has columns unknown here: {', '.join(unknown)}.")
        with _naming(table, numbers[table]):
            ensure_fits(table, row)
            fitting = _cleaned(table, row, clean)
        yield table, fitting


def load(database: Database, rows: Iterable[tuple[str, dict[str, Any]]]) -> Mapping[str, int]:
    """Insert missing rows in the caller's transaction; return table → rows added.

    A store with nothing but names of scopes becomes equal to the dumped one. In any other store, scopes are
    matched by kind and name (a house stays where it stands), events and turns are renumbered, existing entries are
    not changed, and entries that were erased there stay erased.

    Args:
        database: The database.
        rows: The rows from `checked`.

    Raises:
        UnfitRow: The tables reject it, or it is another user's session.
    """
    added = dict.fromkeys(RECORD_TABLES, 0)
    loader = _Copier(database) if _holds_nothing(database) else _Merger(database)
    for place, number, table, row in _in_order(_upgraded([*rows])):
        try:
            with _naming(table, number):
                added[table] += loader.load(table, row)
        except InputError as error:
            raise UnfitRow(str(error), place) from error
    loader.finish()
    return added


def _in_order(rows: list[tuple[str, dict[str, Any]]]) -> list[tuple[int, int, str, dict[str, Any]]]:
    """Return (place, number in its table, table, row) with each scope below its parent: it may have been put there."""
    numbers: Counter[str] = Counter()
    placed: list[tuple[int, int, str, dict[str, Any]]] = []
    for place, (table, row) in enumerate(rows, start=1):
        numbers[table] += 1
        placed.append((place, numbers[table], table, row))
    parents = {row.get("id"): row.get("parent_id") for table, row in rows if table == "scopes"}
    rank = {scope_id: number for number, scope_id in enumerate(parents_first(parents))}
    scopes = iter(
        sorted((one for one in placed if one[2] == "scopes"), key=lambda one: rank[one[3].get("id")])
    )
    return [next(scopes) if one[2] == "scopes" else one for one in placed]


def parents_first(parents: Mapping[Any, Any]) -> list[Any]:
    """Return the ids of scopes, each after that of its parent; last those that no parent here leads to.

    Args:
        parents: Id → the parent's id; None for a root.
    """
    below: dict[Any, list[Any]] = {}
    for scope_id, parent in parents.items():
        below.setdefault(parent if parent in parents else None, []).append(scope_id)
    order = below.pop(None, [])
    for scope_id in order:  # it grows
        order += below.pop(scope_id, [])
    return [*order, *(scope_id for among in below.values() for scope_id in among)]


def _upgraded(rows: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """Return the rows with pairs; unchanged where one of them is broken, which loading it names."""
    try:
        return _with_pairs(rows)
    except _UNFIT:
        return rows


def _with_pairs(rows: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """Return the rows of an export from before there were pairs with an agent's notes given to its only user's pair.

    As the migration does it: the notes of several users stay with their agent.
    """
    scopes = [row for table, row in rows if table == "scopes"]
    if any(row["kind"] == "pair" for row in scopes):
        return rows
    traces = {row[name] for _, row in rows for name in ("scope_id", "user_id") if name in row}
    users: dict[int, list[str]] = {}
    for row in scopes:
        if row["kind"] == "user" and row["id"] in traces:
            users.setdefault(row["parent_id"], []).append(row["name"])
    pairs = {
        row["id"]: {"kind": "pair", "name": users[row["parent_id"]][0], "parent_id": row["id"]}
        for row in scopes
        if row["kind"] == "agent" and len(users.get(row["parent_id"], ())) == 1
    }
    first = max((row["id"] for row in scopes), default=0) + 1
    numbers = {agent: first + place for place, agent in enumerate(pairs)}
    noted = {row["id"] for table, row in rows if table == "entries" and row["scope_id"] in numbers}
    for table, row in rows:
        if (table == "entries" and row["id"] in noted) or (table == "events" and row["entry_id"] in noted):
            agent = row["scope_id"]
            row["scope_id"] = numbers.get(agent, agent)
            if table == "events" and (payload := json.loads(row["payload"])).get("scope_id") in numbers:
                row["payload"] = compact(payload | {"scope_id": numbers[payload["scope_id"]]})
    made = [("scopes", {"id": numbers[agent], **pair}) for agent, pair in pairs.items()]
    return [*rows[: len(scopes)], *made, *rows[len(scopes) :]]


_UNFIT = (sqlite3.IntegrityError, sqlite3.InterfaceError, LookupError, ValueError, TypeError, OverflowError)


@contextmanager
def _naming(table: str, number: int) -> Iterator[None]:
    """Raise `UnfitRow` with the place of a row that does not fit."""
    try:
        yield
    except _UNFIT as error:
        raise InputError(f"Row {number} of the export's table {table} cannot be stored: {error}.") from error


def _cleaned(table: str, row: Mapping[str, Any], clean: Rewrite) -> dict[str, Any]:
    """Return the row with its texts cleaned, and with the key of an entry's content as it is now."""
    texts = [name for name in TEXTS.get(table, ()) if row.get(name) is not None]
    cleaned = dict(row) | {name: with_texts(table, name, row[name], clean) for name in texts}
    if table == "entries" and cleaned["content"] != row["content"]:
        cleaned["key"] = statement_key(cleaned["content"])
    if table == "events" and cleaned.get("processed") is None:
        cleaned.pop("consolidated", None)  # what was never processed is in no profile
    return cleaned


def _holds_nothing(database: Database) -> bool:
    tables = [table for table in RECORD_TABLES if table != "scopes"]
    return not any(database.execute_sql(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)


class _Copier:
    """Loads rows unchanged, including their numbers, into an empty store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._execute("DELETE FROM scopes")

    def load(self, table: str, row: dict[str, Any]) -> int:
        """Insert a row unless it exists; return the number of rows inserted."""
        return self._added(table, row)

    def finish(self) -> None:
        """Finish loading after the last row."""

    def _insert(self, table: str, row: Mapping[str, Any]) -> Any:
        insert = insert_into(self._database, table, list(row))
        return self._execute(f"{insert} ON CONFLICT DO NOTHING", *row.values())

    def _numbered(self, table: str, row: Mapping[str, Any], key: str) -> int:
        """Insert a new row; return the number that it got."""
        insert = insert_into(self._database, table, list(row))
        return cast("int", self._database.added(insert, tuple(row.values()), key))

    def _added(self, table: str, row: Mapping[str, Any]) -> int:
        return max(int(self._insert(table, row).rowcount), 0)

    def _execute(self, sql: str, *values: Any) -> Any:
        return self._database.execute_sql(sql, values)

    def _find(self, table: str, wanted: str, **same: Any) -> Any:
        """Return the *wanted* column of the row with these values; None without such a row."""
        conditions = " AND ".join(f"{name} {self._database.same} {self._database.param}" for name in same)
        row = self._execute(f"SELECT {wanted} FROM {table} WHERE {conditions}", *same.values()).fetchone()
        return row[0] if row is not None else None


class _Merger(_Copier):
    """Loads rows into a store with other rows: scopes, events and turns are renumbered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._scopes: dict[int, int] = {}
        self._events: dict[int, int] = {}
        self._left_alone: set[str] = set()
        self._learned: list[tuple[str, dict[str, Any], int]] = []
        self._in_profile: list[tuple[int, int, str]] = []
        self._charged: Counter[tuple[Any, ...]] = Counter()
        self._profiled = {row[0] for row in self._execute("SELECT scope_id FROM profiles").fetchall()}

    def load(self, table: str, row: dict[str, Any]) -> int:
        """See `_Copier.load`."""
        for name in _OWNERS & set(row):
            row[name] = self._scopes[row[name]]
        take: Callable[[dict[str, Any]], int] | None = {
            "scopes": self._scope,
            "entries": self._entry,
            "entry_versions": self._version,
            "events": self._event,
            "sessions": self._session,
            "turns": self._turn,
            "profiles": self._profile,
            "runs": self._run,
            "spending": self._spent,
        }.get(table)
        return take(row) if take is not None else self._added(table, row)

    def finish(self) -> None:
        """Set the origins of entries, which were loaded before the events that they were learned from."""
        mark = self._database.param
        for table, key, seq in self._learned:
            origin = f"event:{self._events[seq]}" if seq in self._events else f"import:event:{seq}"
            where = " AND ".join(f"{name} = {mark}" for name in key)
            self._execute(f"UPDATE {table} SET origin = {mark} WHERE {where}", origin, *key.values())

    def _note_origin(self, table: str, row: Mapping[str, Any], *key: str) -> None:
        seq = _learned_from(row["origin"])
        if seq is not None:
            self._learned.append((table, {name: row[name] for name in key}, seq))

    def _scope(self, row: dict[str, Any]) -> int:
        number = row.pop("id")
        if row["parent_id"] is not None:
            row["parent_id"] = self._scopes[row["parent_id"]]
        same = row if row["kind"] != "house" else {"kind": "house", "name": row["name"]}
        found = self._find("scopes", "id", **same)
        self._scopes[number] = found if found is not None else self._numbered("scopes", row, "id")
        return int(found is None)

    def _entry(self, row: dict[str, Any]) -> int:
        if self._is_known(row["id"]):
            self._left_alone.add(row["id"])
            return 0
        self._note_origin("entries", row, "id")
        return self._added("entries", row)

    def _is_known(self, entry_id: str) -> bool:
        """Return True if the entry exists or was erased here."""
        return (
            self._find("entries", "id", id=entry_id) is not None
            or self._find("events", "seq", entry_id=entry_id, kind="erased") is not None
        )

    def _version(self, row: dict[str, Any]) -> int:
        if row["entry_id"] in self._left_alone:
            return 0
        self._note_origin("entry_versions", row, "entry_id", "version")
        return self._added("entry_versions", row)

    def _event(self, row: dict[str, Any]) -> int:
        number = row.pop("seq")
        row["payload"] = self._payload(row["payload"])
        same = {name: row[name] for name in _SAME_EVENT}
        found = self._find("events", "seq", **same)
        if found is None and row["key"] is not None:
            found = self._find("events", "seq", key=row["key"])
        if found is not None:
            self._events[number] = found
            if row.get("consolidated") is not None:
                self._in_profile.append((row["scope_id"], found, row["consolidated"]))
        if found is not None or row["entry_id"] in self._left_alone:
            return 0
        if row["scope_id"] in self._profiled:
            row["consolidated"] = None  # it is in the profile of the export, and another one is kept
        self._events[number] = self._numbered("events", row, "seq")
        return 1

    def _payload(self, text: str) -> str:
        """Return a payload with the numbers of this store; the same text where they are equal."""
        payload = json.loads(text)
        own = dict(payload)
        if payload.get("scope_id") in self._scopes:
            own["scope_id"] = self._scopes[payload["scope_id"]]
        seq = _learned_from(payload.get("origin"))
        if seq in self._events:
            own["origin"] = f"event:{self._events[seq]}"
        if "rests_on" in payload:
            own["rests_on"] = list(self._places(payload["rests_on"]))
        undone = self._events.get(own.pop("undoes", None))
        if undone is not None:
            own["undoes"] = undone
        return text if own == payload else compact(own)

    def _session(self, row: dict[str, Any]) -> int:
        for owner, kind in (("user_id", "user"), ("agent_id", "agent"), ("house_id", "house")):
            if self._find("sessions", owner, id=row["id"]) not in (None, row[owner]):
                raise InputError(f"Session {row['id']!r} of the export belongs to another {kind} here.")
        head = self._execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]
        row["frozen_at"] = self._events.get(row["frozen_at"], head) if row["frozen_at"] else 0
        return self._added("sessions", row)

    def _turn(self, row: dict[str, Any]) -> int:
        del row["id"]
        return self._added("turns", row)

    def _profile(self, row: dict[str, Any]) -> int:
        for name in ("narrative", "learned"):
            lines = lines_from(row[name])
            row[name] = lines_text([replace(line, events=self._places(line.events)) for line in lines])
        known = marks_from(row["marks"]).items()
        row["marks"] = marks_text(
            {
                path: replace(
                    mark, events=self._places(mark.events), rival_events=self._places(mark.rival_events)
                )
                for path, mark in known
            }
        )
        added = self._added("profiles", row)
        if added:
            self._mark(row["scope_id"])
        return added

    def _mark(self, scope_id: int) -> None:
        """Mark events that were here already as in the loaded profile, where they were in it there."""
        mark = self._database.param
        for owner, seq, at in self._in_profile:
            if owner == scope_id:
                self._execute(
                    f"UPDATE events SET consolidated = {mark} "
                    f"WHERE seq = {mark} AND processed IS NOT NULL AND consolidated IS NULL",
                    at,
                    seq,
                )

    def _run(self, row: dict[str, Any]) -> int:
        row["read"] = compact(self._places(json.loads(row["read"])))
        return self._added("runs", row)

    def _places(self, seqs: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers of the events here, without those that the export lacked."""
        return tuple(self._events[seq] for seq in seqs if seq in self._events)

    def _spent(self, row: dict[str, Any]) -> int:
        """Add charges that were not made here yet; two calls may be equal in all columns."""
        del row["id"]
        same = tuple(row.values())
        self._charged[same] += 1
        conditions = " AND ".join(f"{name} {self._database.same} {self._database.param}" for name in row)
        ((here,),) = self._execute(f"SELECT count(*) FROM spending WHERE {conditions}", *same).fetchall()
        return self._added("spending", row) if here < self._charged[same] else 0


_SAME_EVENT = ("at", "kind", "scope_id", "entry_id", "version", "source", "session_id", "payload")
"""Columns that identify an event."""


def _learned_from(origin: str | None) -> int | None:
    """Return the event that an entry was learned from, if its origin is one."""
    kind, _, seq = (origin or "").partition(":")
    return int(seq) if kind == "event" and seq.isdigit() else None


def sizes(database: Database) -> Mapping[str, int]:
    """Return table → number of rows, the index's documents and the vectors last."""
    return {
        table: int(database.execute_sql(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in TABLE_COLUMNS
    }

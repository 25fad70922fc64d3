"""Repair a store: make a new one from all valid rows, and from stream and versions for the others.

A store on a server is rebuilt from stream and versions, but not repaired.

Nothing is guessed. A row is taken if its checksum is valid, if correcting one bit makes it valid, or if the
stream and the versions contain it. Any other row is left out and listed. Rows without a checksum, from another
program, are taken if this version could have written them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, get_args

from tiermem.errors import InputError, StoreError
from tiermem.store.care import copies
from tiermem.store.care.copying import key_of_row, rows_by_key
from tiermem.store.care.dump import parents_first
from tiermem.store.care.row_check import ensure_fits
from tiermem.store.care.salvage import Row, all_rows, readable
from tiermem.store.sql.checksums import checksum
from tiermem.store.sql.rows import (
    ENTRY_COLUMNS,
    EVENT_COLUMNS,
    compact,
    entry_row,
    event_from,
    record_from,
)
from tiermem.store.sql.schema import RECORD_TABLES, TABLE_COLUMNS
from tiermem.store.sql.statements import columns, in_portions, insert_into
from tiermem.store.sqlite import SqliteStore
from tiermem.values.words import RecordEventKind, ScopeKind

if TYPE_CHECKING:
    from tiermem.store.care.copying import Copyable
    from tiermem.store.contract import Finding
    from tiermem.store.sql.database import Database

_CHANGES = get_args(RecordEventKind)
_REFUSED = (sqlite3.IntegrityError, ValueError, StoreError)
"""Errors of a row that the new store does not take; a server's own is a ValueError."""
_OURS = ("sqlite_", "documents", *RECORD_TABLES, "vectors", "access_tokens", "checksums", "migrations")


@dataclass(frozen=True, slots=True)
class Repaired:
    """The outcome of a repair.

    Attributes:
        kept: The copy of the store as it was; None if nothing had to be done.
        mended: The repaired rows, and from what.
        lost: The rows that could not be repaired.
        findings: The remaining findings of the doctor.
    """

    kept: Path | None = None
    mended: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "kept": str(self.kept) if self.kept else None,
            "mended": self.mended,
            "lost": self.lost,
            "findings": [finding.what for finding in self.findings],
        }


def repair(path: str) -> Repaired:
    """Repair a store in place. A copy of it as it was is kept beside it.

    Raises:
        DamagedStore: Nothing in it can be read. It was not changed.
        UnusableStore: It cannot be read or written.
    """
    place = Path(path)
    with TemporaryDirectory(prefix=f"{place.name}.", dir=place.parent) as folder:
        new = f"{folder}/memory.db"
        done = rebuild(path, new)
        kept = copies.keep(path, "repair")
        copies.pour(new, path)
    return Repaired(kept, done.mended, done.lost, done.findings)


def rebuild_beside(path: str, target: str) -> Repaired:
    """Make a new store with entries from stream and versions, and report differences from the records.

    Raises:
        InputError: The target exists already.
        UnusableStore: A file cannot be read or written.
    """
    if Path(target).exists():
        raise InputError(f"{target} is there already. Name another file.")
    return rebuild(path, target, from_stream=True)


def rebuild_from_server(source: Copyable, target: Copyable) -> Repaired:
    """Fill a new store with entries from stream and versions, and report differences from the records.

    A server verifies its pages itself: each row is taken as it is read, all of them in one state.

    Raises:
        InputError: The target is in use.
    """
    with target.database.everything(), source.snapshot() as read:
        if any(
            next(rows_by_key(target.database, table), None) for table in RECORD_TABLES if table != "scopes"
        ):
            raise InputError(f"{target.url} is a store in use. Name another one.")
        rows: dict[str, dict[Any, Row]] = {}
        for table in RECORD_TABLES:
            found = ((_joined(key_of_row(table, row)), row) for row in rows_by_key(read, table))
            rows[table] = {key: Row(table, key, row, "sound") for key, row in found}
        work = _Rebuilding(rows)
        work.restore(from_stream=True)
        _fill(target.database, work)
        for table in ("access_tokens", "vectors"):
            _insert(target.database, table, list(rows_by_key(read, table)))
        target.database.renumber()
        target.search.reindex()
    return Repaired(None, work.mended, work.lost, target.check())


def _joined(key: tuple[Any, ...]) -> Any:
    """Return a row's key as `checksums.key_of` gives it."""
    return key[0] if len(key) == 1 else "\x1f".join(map(str, key))


def rebuild(path: str, target: str, *, from_stream: bool = False) -> Repaired:
    """Make a new store from the content of a store.

    Args:
        path: The store, which is only read.
        target: The file to make.
        from_stream: True to make each entry from the stream and the versions, and compare it with its record.
    """
    try:
        source = readable(path)
    except sqlite3.DatabaseError as error:
        raise copies.unreadable(path, error, "Restore a backup: 'tiermem restore FILE'.") from error
    with closing(source):
        source.execute("BEGIN")
        work = _Rebuilding(_rows(source))
        work.restore(from_stream=from_stream)
        store = SqliteStore(target)
        try:
            _fill(store.database, work)
            with suppress(sqlite3.DatabaseError):
                _copy_others(source, store)
            store.search.reindex()
            return Repaired(None, work.mended, work.lost, store.check())
        finally:
            store.close()


def _rows(source: sqlite3.Connection) -> dict[str, dict[Any, Row]]:
    rows: dict[str, dict[Any, Row]] = {table: {} for table in RECORD_TABLES}
    for row in all_rows(source):
        rows[row.table][row.key] = row
    return rows


class _Rebuilding:
    """The rows of a damaged store on their way into a new one.

    Attributes:
        rows: Table → key → values of the rows to take.
        mended: Sentences on the rows that were put right.
        lost: Sentences on those that were not.
    """

    def __init__(self, found: Mapping[str, Mapping[Any, Row]]) -> None:
        self.mended: list[str] = []
        self.lost: list[str] = []
        self.rows = {
            table: {row.key: row.values for row in of_table.values() if row.values and _is_usable(row)}
            for table, of_table in found.items()
        }
        self._gone = {
            table: {row.key: row for row in of_table.values() if row.key not in self.rows[table]}
            for table, of_table in found.items()
        }
        for of_table in found.values():
            for row in of_table.values():
                if row.state == "mended":
                    self._tell(row.table, row.key, "one flipped bit was put right")

    def _tell(self, table: str, key: Any, how: str) -> None:
        self.mended.append(f"{_name(table, key)}: {how}.")

    def restore(self, *, from_stream: bool) -> None:
        """Make the missing rows that can be known; name the others."""
        self._restore_scopes()
        self._restore_versions()
        self._restore_entries(from_stream=from_stream)
        self._leave_out_rest_of_lost()
        for table, gone in self._gone.items():
            for key in gone:
                self.lost.append(f"{_name(table, key)}: it cannot be read as it was written.")
        self._complete_stream()

    def _known(self, table: str, key: Any, candidates: Iterable[tuple[Any, ...]], how: str) -> bool:
        """Take the candidate that has the checksum of a missing row."""
        expected = self._gone[table][key].checksum
        found = next((values for values in candidates if checksum(*values) == expected), None)
        if found is None:
            return False
        self.rows[table][key] = found
        del self._gone[table][key]
        self._tell(table, key, how)
        return True

    def _restore_scopes(self) -> None:
        names = sorted({row[2] for row in self.rows["scopes"].values()} | {"default", "me"})
        parents = [None, *self.rows["scopes"], *self._gone["scopes"]]
        for key in list(self._gone["scopes"]):
            candidates = ((key, *rest) for rest in product(get_args(ScopeKind), names, parents))
            if not self._known("scopes", key, candidates, "found by its checksum"):
                self.rows["scopes"][key] = (key, self._kind(key), f"lost-{key}", None)
                del self._gone["scopes"][key]
                self.lost.append(
                    f"Scope {key}: its name is lost; what it owns is kept as that of 'lost-{key}'."
                )

    def _kind(self, scope_id: int) -> str:
        """Return the kind of a scope by what refers to it."""
        owners = {"house_id": "house", "agent_id": "agent", "user_id": "user"}
        for name, kind in owners.items():
            place = TABLE_COLUMNS["sessions"].index(name)
            if any(row[place] == scope_id for row in self.rows["sessions"].values()):
                return kind
        return "user" if scope_id in self.rows["profiles"] else "pair"

    def _restore_versions(self) -> None:
        of_entries = {
            row[0]: dict(zip(TABLE_COLUMNS["entries"], row, strict=True)) for row in self._entries()
        }
        instants: dict[str, set[str]] = {}
        for event in self._events():
            instants.setdefault(event["entry_id"] or "", set()).add(event["at"])
        for key in list(self._gone["entry_versions"]):
            entry_id, _, version = str(key).rpartition("\x1f")
            entry = of_entries.get(entry_id)
            if entry is None or str(entry["version"]) != version:
                continue
            row = (entry_id, entry["version"], entry["content"], entry["source"], entry["origin"])
            times = {entry["updated_at"], entry["created_at"], *instants.get(entry_id, ())}
            self._known("entry_versions", key, ((*row, at) for at in times), "made from the record")

    def _entries(self) -> Iterable[tuple[Any, ...]]:
        return self.rows["entries"].values()

    def _events(self) -> Iterator[dict[str, Any]]:
        names = TABLE_COLUMNS["events"]
        for seq in sorted(self.rows["events"]):
            yield dict(zip(names, self.rows["events"][seq], strict=True))

    def _last_changes(self) -> dict[str, dict[str, Any]]:
        return {
            event["entry_id"]: event
            for event in self._events()
            if event["entry_id"] and event["kind"] in (*_CHANGES, "erased")
        }

    def _from_stream(self, event: dict[str, Any]) -> tuple[Any, ...] | None:
        """Return the row of an entry as it was after its last change."""
        version = self.rows["entry_versions"].get(f"{event['entry_id']}\x1f{event['version']}")
        if version is None or event["kind"] == "erased":
            return None
        known = [event[name] for name in ("seq", *EVENT_COLUMNS)]
        try:
            entry = entry_row(record_from(event_from(known), version[2]))
        except (ValueError, TypeError, LookupError):
            return None
        made = dict(zip(ENTRY_COLUMNS, entry, strict=True))
        return tuple(made[name] for name in TABLE_COLUMNS["entries"])

    def _restore_contents(self) -> None:
        """Take changed records that have their checksum with the content of one of their versions."""
        place = TABLE_COLUMNS["entries"].index("content")
        for key, row in list(self._gone["entries"].items()):
            if row.values is not None:
                contents = {
                    version[2] for version in self.rows["entry_versions"].values() if version[0] == key
                }
                candidates = [(*row.values[:place], one, *row.values[place + 1 :]) for one in contents]
                self._known("entries", key, candidates, "its content was taken from its versions")

    def _leave_out_rest_of_lost(self) -> None:
        """Leave out versions and events of entries that are lost, so that what is left agrees."""
        kept = self.rows["entries"]
        of_entry = {"entry_versions": 0, "events": TABLE_COLUMNS["events"].index("entry_id")}
        changed = self._last_changes()
        lost = {entry_id for entry_id, event in changed.items() if event["kind"] != "erased"}
        lost |= {version[0] for version in self.rows["entry_versions"].values()}
        for entry_id in sorted(lost - kept.keys()):
            for table, place in of_entry.items():
                rows = self.rows[table]
                for key in [key for key, values in rows.items() if values[place] == entry_id]:
                    del rows[key]
            self.lost.append(
                f"Entry {entry_id}: its record is lost; the rest of it is in the copy that is kept."
            )

    def _restore_entries(self, *, from_stream: bool) -> None:
        self._restore_contents()
        changes = self._last_changes()
        whole = not self._gone["events"]
        for entry_id, event in changes.items():
            made = self._from_stream(event)
            if made is None:
                continue
            if entry_id in self._gone["entries"]:
                if whole or checksum(*made) == self._gone["entries"][entry_id].checksum:
                    self.rows["entries"][entry_id] = made
                    del self._gone["entries"][entry_id]
                    self._tell("entries", entry_id, "made from stream and versions")
            elif entry_id not in self.rows["entries"] or (
                from_stream and made[:-1] != self.rows["entries"][entry_id][:-1]
            ):
                self.rows["entries"][entry_id] = made
                self._tell("entries", entry_id, "made from stream and versions")

    def _complete_stream(self) -> None:
        """Add events for versions whose own are lost, so that stream and records agree again."""
        if not self._gone["events"]:
            return
        changes = self._last_changes()
        there = {(event["entry_id"], event["version"]) for event in self._events()}
        seq = max((*self.rows["events"], *self._gone["events"]), default=0)
        for entry_id, row in sorted(self.rows["entries"].items()):
            last = changes.get(entry_id)
            versions = [
                version
                for key, version in sorted(self.rows["entry_versions"].items())
                if version[0] == entry_id and (entry_id, version[1]) not in there
            ]
            if not versions and last is not None and self._from_stream(last) == row:
                continue
            data = dict(zip(TABLE_COLUMNS["entries"], row, strict=True))
            for number, at in [
                *((one[1], one[5]) for one in versions),
                (data["version"], data["updated_at"]),
            ]:
                seq += 1
                self.rows["events"][seq] = _event(seq, number, at, data)

    def refuse(self, table: str, key: Any, why: str) -> None:
        """Name a row that the new store does not take."""
        self.lost.append(f"{_name(table, key)}: {why}.")


def _event(seq: int, version: int, at: str, entry: dict[str, Any]) -> tuple[Any, ...]:
    """Return the row of an event that gives the state of an entry."""
    left_out = {"id", "version", "content", "key"}
    state = entry | {"tags": json.loads(entry["tags"]), "correction": bool(entry["correction"])}
    payload = {
        name: value for name, value in state.items() if name not in left_out and value not in (None, [])
    }
    row: dict[str, Any] = dict.fromkeys(EVENT_COLUMNS) | {
        "seq": seq, "at": at, "kind": "updated", "scope_id": entry["scope_id"], "entry_id": entry["id"],
        "version": version, "source": entry["source"], "reason": "repair", "payload": compact(payload), "tries": 0,
    }  # fmt: skip
    return tuple(row[name] for name in TABLE_COLUMNS["events"])


def _is_usable(row: Row) -> bool:
    """Return True if a row verifies, was put right, or is of our form without a checksum.

    Sessions are also taken as they read: turns are of no use without them, and hold no words themselves.
    """
    if row.state in {"sound", "mended"}:
        return True
    if row.state == "unsealed" or (row.state == "changed" and row.table == "sessions"):
        try:
            ensure_fits(row.table, row.data)
            "".join(value for value in row.values or () if isinstance(value, str)).encode()
        except (ValueError, TypeError, LookupError):
            return False
        return True
    return False


def _name(table: str, key: Any) -> str:
    return f"Row {str(key).replace(chr(31), '/')} of table {table}"


def _fill(database: Database, work: _Rebuilding) -> None:
    """Insert the rows; one that does not fit is named, with those that need it."""
    with database.atomic("IMMEDIATE"):
        for table in RECORD_TABLES:
            rows = dict(sorted(work.rows[table].items(), key=lambda item: str(item[0]).zfill(20)))
            if table == "scopes":
                rows = {key: rows[key] for key in parents_first({key: rows[key][3] for key in rows})}
            for some in in_portions([*rows.items()]):
                with suppress(*_REFUSED):
                    _insert(database, table, [values for _, values in some])
                    continue
                for key, values in some:
                    try:
                        _insert(database, table, [values])
                    except StoreError as error:
                        work.refuse(table, key, str(error))
                    except _REFUSED as error:
                        work.refuse(table, key, f"the new store does not take it ({error})")


def _insert(database: Database, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows, or none of them."""
    sql = insert_into(database, table, TABLE_COLUMNS[table])
    with database.atomic("IMMEDIATE"):
        for values in rows:
            database.execute_sql(sql, values)


def _copy_others(source: sqlite3.Connection, store: SqliteStore) -> None:
    """Copy vectors, and tables of another program in the same file, as far as they can be read."""
    database = store.database
    known = {name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in known.intersection(("vectors", "access_tokens")):
        names = TABLE_COLUMNS[table]
        for row in source.execute(f"SELECT {columns(names)} FROM {table}"):
            with suppress(sqlite3.IntegrityError):
                database.execute_sql(insert_into(database, table, names), row)
    made = source.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type <> 'table'"
    ).fetchall()
    for kind, name, table, sql in made:
        if table.startswith(_OURS):
            continue
        database.execute_sql(sql)
        if kind == "table":
            for row in source.execute(f'SELECT * FROM "{name}"'):
                database.execute_sql(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(row))})', row)

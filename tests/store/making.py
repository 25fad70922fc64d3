"""Values that the tests put into a store."""

from __future__ import annotations

import itertools
import re
import sqlite3
from contextlib import closing

import pytest

from tiermem.store.contract import SearchFilter, SessionRow, Terms
from tiermem.values import Entry, Event, Passage, Receipt, Turn

AT = "2026-03-02T09:00:00.000000Z"
LATER = "2026-03-05T09:00:00.000000Z"
EVERYTHING = SearchFilter(layers=("L0", "L1", "L2"), turns=True)

_numbers = itertools.count(1)


def new_id(prefix="e"):
    """Eight characters that no other call gives."""
    return f"{prefix}{next(_numbers):07d}"


def ann_of(store):
    """The reach of a user of an agent."""
    return store.records.reach(house="home", agent="coder", user="ann")


def entry(reach, content, *, owner="user", **fields):
    """An entry of one of the owners in *reach*: house, agent or user."""
    scope = getattr(reach, owner).id
    made = {"layer": "L1", "tier": "memory" if owner == "agent" else "user", "source": "user"}
    made |= {"id": new_id(), "scope_id": scope, "content": content, "created_at": AT, "updated_at": AT}
    return Entry(**made | fields)


def put(store, reach, content, **fields):
    """Insert an `entry` in a transaction of its own, and give it."""
    made = entry(reach, content, **fields)
    with store.transaction():
        store.records.insert(made)
    return made


def turn(content, speaker="user", **fields):
    return Turn(**{"speaker": speaker, "content": content, "at": AT} | fields)


def begun(store, reach, session_id=None, **fields):
    """A session that has begun."""
    row = SessionRow(**{"id": session_id or new_id("s"), "reach": reach, "started_at": AT} | fields)
    with store.transaction():
        return store.sessions.begin(row)


def said(store, session_id, *contents, **fields):
    """Journal turns of these contents, and give them."""
    with store.transaction():
        return store.sessions.journal(session_id, [turn(content, **fields) for content in contents])


def event(scope_id, kind="observation", **fields):
    return Event(**{"kind": kind, "scope_id": scope_id, "at": AT, "source": "system"} | fields)


def told(store, *events):
    """Append events, and give their places."""
    with store.transaction():
        return [store.stream.append(one) for one in events]


def receipt(query="crane", refs=(), **fields):
    """A receipt that rendered these refs."""
    shown = tuple(Passage(ref=ref, text="", score=1.0, at=AT, label="user") for ref in refs)
    made = {"id": new_id("r"), "at": AT, "session_id": None, "query": query, "terms": tuple(query.split())}
    made |= {"rendered": shown, "dropped": (), "notes": (), "took_ms": 1.0}
    return Receipt(**made | fields)


def logged(store, reach, *receipts):
    with store.transaction():
        for one in receipts:
            store.sessions.log(one, reach)


def found(store, reach, *words, where=EVERYTHING, pairs=(), limit=50):
    """The refs of what the words find, best first."""
    terms = Terms(words=words, pairs=pairs)
    return [candidate.ref for candidate in store.search.candidates(terms, where, reach.ids, limit)]


def rows(store, *tables):
    """Return the rows of `dump` for these tables, or for all."""
    return [(table, dict(row)) for table, row in store.dump() if not tables or table in tables]


def sql(store, statement, *values):
    """Run a statement on a store behind its back; gives the rows."""
    if store.url.startswith("postgresql:"):
        import psycopg

        everybody = re.sub("//[a-z]+@", "//postgres@", store.url)  # policies show others nothing
        with psycopg.connect(everybody) as connection:
            cursor = connection.execute(statement.replace("?", "%s"), values)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(store.path)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def wrong(store):
    """Return the findings of a check, without old pages where an erasure is pending at best."""
    is_pending = at_best(store) == "pending"
    return [one for one in store.check() if not (is_pending and "old pages of the file" in one.what)]


def at_best(store):
    """The best state of an erasure: before PostgreSQL 17, nobody but a table's owner may vacuum it."""
    if not store.url.startswith("postgresql:"):
        return "complete"
    ((version,),) = sql(store, "SELECT current_setting('server_version_num')::integer")
    return "complete" if version >= 170_000 else "pending"


def analyzed(store):
    """Let a server know how much its tables hold, as it finds out by itself after a minute."""
    if store.url.startswith("postgresql:"):
        sql(store, "ANALYZE")


def work_of(store, act):
    """How much a store does for a call: rows that a server reads, or steps of SQLite. Unlike time, it is exact."""
    if store.url.startswith("postgresql:"):
        read = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables"
        with store.transaction():
            (before,) = store.database.execute_sql(read).fetchone()
            act()
            (after,) = store.database.execute_sql(read).fetchone()
        return int(after - before)
    steps = itertools.count()
    connection = store.database.connection()
    connection.set_progress_handler(lambda: next(steps) < 0, 1)
    try:
        act()
    finally:
        connection.set_progress_handler(None, 0)
    return next(steps)


def failures(rows, check):
    """Rows of a table for which a check fails, with the reason; every row is looked at."""
    failed = []
    for row in rows:
        try:
            check(*row)
        except (AssertionError, pytest.fail.Exception) as error:
            failed.append((row, str(error)))
    return failed

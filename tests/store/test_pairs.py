"""Agent notes of stores from before there were pairs; the fixtures were written by the version before them."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tiermem import Memory
from tiermem.errors import StoreError
from tiermem.store import open_store
from tiermem.store.care.migration_steps import STEPS
from tiermem.store.full_text.tables import MOST_OWNERS

pytestmark = pytest.mark.usefixtures("migrating")
PAST = Path(__file__).parent / "past"


@pytest.fixture
def past(tmp_path):
    """Lay down a store of the past, and give its path."""

    def past(name):
        path = tmp_path / f"{name}.db"
        path.write_bytes(gzip.decompress((PAST / f"{name}.db.gz").read_bytes()))
        return path

    return past


def told(memory, user):
    """Return the agent's notes as a user sees them: block, recall, tools, history."""
    session = memory.preview(user)
    found = session.call_tool("search_memories", {"query": "deploy key earns crane", "target": "memory"})
    return f"{session.system_prompt} {session.context('Where is the deploy key?')} {found}"


def test_notes_of_the_only_user_move_to_the_pair_with_all_that_belongs_to_them(past):
    path = past("one_user")

    with Memory.open(store=str(path)) as memory:
        reach = memory.reach("ann")
        notes = [entry for entry in memory.entries("ann").list()[0] if entry.tier == "memory"]
        mine, others = told(memory, "ann"), told(memory, "bob")
        (paid,) = (entry for entry in notes if "earns" in entry.content)
        history = memory.entries("ann").history(paid.id)

        assert all("a copy was made" in notice for notice in memory.notices)
        assert memory.maintenance.doctor() == []
        assert {entry.scope_id for entry in notes if entry.source == "agent"} == {reach.pair.id}
        assert [version.content for version in history.versions] == [
            "Ann earns 90k, grüße",
            "Ann earns 95k, grüße",
        ]
        assert [event.kind for event in history.events] == ["added", "updated"]
        assert all(text in mine for text in ("L0 vault", "L1 vault", "95k"))
        assert not any(text in others for text in ("vault", "95k", "tea", "Rex"))
        assert not [*memory.timeline.events("bob")]


def test_notes_of_several_users_stay_with_the_agent_and_one_notice_says_so(past):
    path = past("two_users")

    with Memory.open(store=str(path)) as memory:
        copied, notice = memory.notices
        assert "a copy was made" in copied
        assert "4 older ones of agent 'default' are of 2 users" in notice
        assert all("vault" in told(memory, user) for user in ("ann", "bob"))
        with memory.session(user="ann") as session:
            (old,) = (one for one in session.entries.list()[0] if one.content.startswith("Bob earns"))
            refused = session.call_tool("update_memory", {"memory_id": old.id, "content": "Ann earns 99k"})
            session.call_tool("add_memory", {"content": "Ann sails on Fridays"})
        assert "only a person" in refused["error"]["message"]
        assert "sails" not in told(memory, "bob")
        assert memory.maintenance.doctor() == []
    with Memory.open(store=str(path)) as memory:
        assert memory.notices == ()


class _KilledError(Exception):
    pass


@pytest.mark.parametrize(
    ("name", "after"),
    [("0011_documents_of_owners", 7), ("0011_documents_of_owners", 40)]
    + [("0012_pairs", after) for after in range(9)],
)
def test_a_migration_killed_at_any_statement_leaves_the_store_whole(past, monkeypatch, name, after):
    path = past("one_user")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM migrations WHERE name >= ?", (name,))
        before = list(connection.iterdump())
    left, step = [after], STEPS[name]

    class Dying:
        """The database of a process that dies after so many statements."""

        def __init__(self, database):
            self._database = database

        def __getattr__(self, name):
            return getattr(self._database, name)

        def execute_sql(self, *arguments):
            if not left[0]:
                raise _KilledError
            left[0] -= 1
            return self._database.execute_sql(*arguments)

    with monkeypatch.context() as patch:
        patch.setitem(STEPS, name, lambda database: step(Dying(database)))
        with pytest.raises(_KilledError):
            open_store(str(path))
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == before

    with Memory.open(store=str(path)) as memory:
        assert memory.maintenance.doctor() == []
        assert "L0 vault" in told(memory, "ann")


def test_an_owner_that_the_index_has_no_ids_for_is_refused(tmp_path):
    path = tmp_path / "memory.db"
    with Memory.open(store=str(path)) as memory:
        memory.reach("ann")
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO scopes VALUES (?, 'house', 'last', NULL)", (MOST_OWNERS,))

        with pytest.raises(StoreError, match="store of its own"):
            memory.reach("bob")
        assert memory.reach("ann").user.name == "ann"

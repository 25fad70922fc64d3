"""Stores whose houses were put below newer ones: repaired, copied, exported and imported, nothing is lost."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from tests.clocks import Ticking
from tests.engine.opening import add, contents

from tiermem import Memory
from tiermem.memory.care.safekeeping import Safekeeping

SHARED, OWN = "The fiscal year starts in April", "Ann likes tea"


@pytest.fixture
def memory(tmp_path):
    """Open the memory of an agent of a house, in any store."""
    opened = []

    def memory(store="memory.db", house="acme"):
        entry = {"type": "memory", "store": f"sqlite:///{store}", "scope": {"house": house}}
        path = tmp_path / f"{store}-{house}.yaml"
        path.write_text(json.dumps({"agents": {"a": {"tools": [entry]}}}), encoding="utf-8")
        opened.append(Memory.open(path, clock=Ticking()))
        return opened[-1]

    yield memory
    for one in opened:
        one.close()


@pytest.fixture
def nested(memory):
    """A house below two newer ones, another house, and a grant of the lowest to a user of that one."""
    acme, other = memory(), memory(house="other")
    other.entries("zoe").list()
    add(acme.entries("ann"), OWN, tier="user")
    for name, parent in (("middle", None), ("top", None), ("middle", "top"), ("acme", "middle")):
        acme.scopes.create(name, parent)
    for name in ("top", "acme"):
        entry = add(acme.entries("ann"), f"{SHARED} at {name}")
        acme.scopes.move(entry.id, f"house:{name}", "ann")
    acme.scopes.grant("house:acme", "user:zoe@other")
    return acme


def arranged(memory):
    """Every scope with its house, entries and readers."""
    return sorted(
        (one.scope.kind, one.scope.name, one.parent or "", one.entries, one.granted)
        for one in memory.scopes.list()
    )


def loaded(memory, rows):
    memory.maintenance.load(iter([(table, dict(row)) for table, row in rows]))
    return memory


def test_a_whole_export_makes_an_equal_store(memory, nested):
    new = loaded(memory("new.db"), nested.maintenance.dump())

    assert arranged(new) == arranged(nested)
    assert contents(new.entries("ann")) == contents(nested.entries("ann"))
    assert contents(memory("new.db", "other").entries("zoe")) == [f"{SHARED} at acme"]
    assert new.maintenance.doctor() == []


def test_a_whole_export_is_taken_into_a_store_in_use(memory, nested):
    there = memory("there.db", "mine")
    add(there.entries("ann"), "The harbour opens at eight")

    loaded(there, nested.maintenance.dump())
    loaded(there, nested.maintenance.dump())

    assert contents(memory("there.db").entries("ann")) == contents(nested.entries("ann"))
    assert contents(memory("there.db", "other").entries("zoe")) == [f"{SHARED} at acme"]
    assert contents(there.entries("ann")) == ["The harbour opens at eight"]
    assert there.maintenance.doctor() == []


def test_a_house_that_is_there_stays_where_it_stands_when_an_export_nests_it(memory, nested):
    there = memory("there.db")
    add(there.entries("bob"), "Bob likes rain", tier="user")

    loaded(there, nested.maintenance.dump())

    assert ("house", "acme", "", 1, ("user:zoe@other",)) in arranged(there)
    assert contents(there.entries("ann")) == [OWN, f"{SHARED} at acme"]


def test_a_users_export_brings_that_user_into_another_store_without_grants(memory, nested):
    new = loaded(memory("new.db"), nested.maintenance.dump("ann"))

    assert contents(new.entries("ann")) == [OWN]
    assert all(one[4] == () for one in arranged(new))
    assert new.maintenance.doctor() == []


def test_a_repair_and_a_backup_keep_houses_and_grants(memory, nested, tmp_path):
    before = arranged(nested), contents(nested.entries("ann"))
    kept = Safekeeping(store=str(tmp_path / "memory.db"))
    kept.backup(str(tmp_path / "copy.db"))
    nested.close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file, file:
        file.execute("UPDATE entries SET importance = 9 WHERE content = ?", (OWN,))

    done = kept.repair()

    assert (done.mended != [], done.lost, done.findings) == (True, [], [])
    for store in ("memory.db", "copy.db"):
        opened = memory(store)
        assert (arranged(opened), contents(opened.entries("ann"))) == before
        assert contents(memory(store, "other").entries("zoe")) == [f"{SHARED} at acme"]


def test_a_grant_that_is_damaged_is_found_and_what_is_left_is_kept(nested, tmp_path):
    nested.scopes.grant("house:top", "agent:a@other")
    nested.close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file, file:
        file.execute("DELETE FROM grants WHERE scope_id = (SELECT id FROM scopes WHERE name = 'top')")
    kept = Safekeeping(store=str(tmp_path / "memory.db"))
    with Memory.open(store=str(tmp_path / "memory.db")) as opened:
        assert any("of table grants is missing" in one.what for one in opened.maintenance.doctor())

    done = kept.repair()

    assert [one for one in done.lost if "of table grants" in one] == done.lost != []
    with Memory.open(store=str(tmp_path / "memory.db")) as opened:
        assert [one.granted for one in opened.scopes.list() if one.granted] == [("user:zoe@other",)]
        assert opened.maintenance.doctor() == []


def test_the_grants_of_an_erased_user_go_with_the_user(memory, nested):
    other = memory(house="other")
    erased = other.erasing("zoe").everything()

    assert erased.touched["grants"] == 1
    assert all(one[4] == () and one[1] != "zoe" for one in arranged(other))
    assert contents(other.entries("zoe")) == []

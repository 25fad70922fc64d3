"""An agent shares its notes with its house only by a grant of a person; those of older stores keep it, and say so."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.engine.opening import contents, opened

from tiermem import Memory
from tiermem.errors import NotAllowed

PAST = Path(__file__).parents[1] / "store" / "past" / "notes_of_house.db.gz"
SHARING = {"scope": {"house": "acme", "notes": "house"}}


def test_without_a_grant_no_session_shares_notes_and_the_error_says_who_gives_one(tmp_path):
    with opened(tmp_path, **SHARING) as memory:
        agent = memory.reach().agent.name
        with pytest.raises(
            NotAllowed, match=rf"tiermem scope grant house:acme agent:{agent}@acme .*notes: agent"
        ):
            memory.session(user="ann")


def test_without_a_grant_no_other_way_writes_a_note_to_the_house(tmp_path):
    with opened(tmp_path, **SHARING) as memory:
        entries = memory.entries("ann")
        with pytest.raises(NotAllowed, match="needs a grant"):
            entries.add(entries.draft("The crane is blue"))

        assert contents(entries) == []


def test_a_grant_shares_the_notes_with_all_of_the_house_until_it_is_withdrawn(tmp_path):
    with opened(tmp_path, **SHARING) as memory:
        agent = f"agent:{memory.reach().agent.name}"
        memory.scopes.grant("house:acme", agent)
        with memory.session(user="ann") as session:
            session.call_tool("add_memory", {"content": "The crane is blue"})

        assert contents(memory.entries("ben")) == ["The crane is blue"]

        memory.scopes.grant("house:acme", agent, withdraw=True)
        with pytest.raises(NotAllowed):
            memory.session(user="ann")


def test_an_agent_that_shared_notes_in_an_older_store_is_granted_it_and_a_notice_says_so(tmp_path):
    path = tmp_path / "memory.db"
    path.write_bytes(gzip.decompress(PAST.read_bytes()))

    with Memory.open(store=str(path)) as memory:
        (notice,) = (one for one in memory.notices if "grant" in one)
        (house,) = memory.scopes.list("house", "acme")
        findings = memory.maintenance.doctor()

    assert "'helper'" in notice
    assert "'other'" not in notice
    assert "--undo" in notice
    assert house.granted == ("agent:helper@acme",)
    assert findings == []


def test_a_house_is_taken_out_of_another_and_no_longer_reads_what_that_owns(tmp_path):
    with opened(tmp_path, scope={"house": "sales"}) as memory:
        memory.scopes.create("acme")
        memory.scopes.create("sales", "acme")
        entries = memory.entries("ann")
        shared = entries.add(entries.draft("The crane is blue")).entry.id
        memory.scopes.move(shared, "house:acme", "ann")
        assert contents(memory.entries("ben")) == ["The crane is blue"]

        memory.scopes.move_house("sales", None)

        assert contents(memory.entries("ben")) == []
        memory.scopes.move_house("sales", "acme")
        assert contents(memory.entries("ben")) == ["The crane is blue"]

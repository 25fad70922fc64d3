"""Houses below houses, grants and moves: what is shared is read by whom it was shared with, and by nobody else."""

from __future__ import annotations

import json

import pytest
from tests.clocks import Ticking
from tests.engine.opening import add, contents

from tiermem import Memory
from tiermem.errors import InputError, NotAllowed, UnknownEntry


@pytest.fixture
def agent(tmp_path):
    """Open the memory of an agent of a house, all in one store."""
    opened = []

    def open_(name, house):
        entry = {"type": "memory", "store": "sqlite:///memory.db", "scope": {"house": house}}
        path = tmp_path / f"{name}.yaml"
        path.write_text(json.dumps({"agents": {name: {"tools": [entry]}}}), encoding="utf-8")
        opened.append(Memory.open(path, clock=Ticking()))
        return opened[-1]

    yield open_
    for memory in opened:
        memory.close()


def test_a_chain_of_houses_of_any_depth_is_read_upwards_only(agent):
    depth = 12
    memories = [agent(f"a{number}", f"h{number}") for number in range(depth)]
    for number, memory in enumerate(memories):
        memory.scopes.create(f"h{number}", f"h{number - 1}" if number else None)
        entry = add(memory.entries("ann"), f"Level {number} has a harbour", layer="L1")
        memory.scopes.move(entry.id, f"house:h{number}", "ann")

    for number, memory in enumerate(memories):
        assert contents(memory.entries("ben")) == sorted(
            f"Level {one} has a harbour" for one in range(number + 1)
        )
        assert len(memory.entries("ben").search("harbour", limit=50).entries) == number + 1


def test_a_grant_opens_a_house_to_one_reader_and_is_taken_back_at_once(agent):
    acme, other = agent("a", "acme"), agent("b", "other")
    entry = add(acme.entries("ann"), "The fiscal year starts in April")
    moved = acme.scopes.move(entry.id, "house:acme", "ann").entry
    third = agent("c", "other")
    assert all(contents(memory.entries("ben")) == [] for memory in (other, third))

    acme.scopes.grant("house:acme", "agent:b@other")
    assert contents(other.entries("ben")) == ["The fiscal year starts in April"]
    assert "fiscal year" in other.session(user="ben").system_prompt
    assert contents(third.entries("ben")) == []
    with other.session(user="ben") as session:
        refused = session.call_tool("update_memory", {"id": moved.id, "content": "It starts in May"})
    assert "belongs to house:acme and is only granted to be read" in json.dumps(refused)

    acme.scopes.grant("house:acme", "agent:b@other", withdraw=True)
    assert contents(other.entries("ben")) == []
    assert "fiscal year" not in other.session(user="ben").system_prompt


def test_a_grant_to_a_user_holds_for_that_user_alone(agent):
    acme, other = agent("a", "acme"), agent("b", "other")
    entry = add(acme.entries("ann"), "The fiscal year starts in April")
    acme.scopes.move(entry.id, "agent:a", "ann")
    add(other.entries("ben"), "Ben likes tea", tier="user")
    other.entries("zoe").list()

    acme.scopes.grant("agent:a", "user:ben@other")

    assert "The fiscal year starts in April" in contents(other.entries("ben"))
    assert contents(other.entries("zoe")) == []


def test_a_grant_of_a_house_opens_none_above_it(agent):
    acme, other = agent("a", "sales"), agent("b", "other")
    other.entries("ben").list()
    acme.scopes.create("acme")
    acme.scopes.create("sales", "acme")
    for house in ("acme", "sales"):
        entry = add(acme.entries("ann"), f"The safe of {house} is blue")
        acme.scopes.move(entry.id, f"house:{house}", "ann")

    acme.scopes.grant("house:sales", "house:other")

    assert contents(other.entries("ben")) == ["The safe of sales is blue"]
    assert contents(acme.entries("ben")) == ["The safe of acme is blue", "The safe of sales is blue"]


def test_what_is_granted_is_changed_by_nobody_who_reads_it(agent):
    acme, other = agent("a", "acme"), agent("b", "other")
    other.entries("ben").list()
    entry = add(acme.entries("ann"), "The archive opens with the word Falcon")
    moved = acme.scopes.move(entry.id, "house:acme", "ann").entry
    acme.scopes.grant("house:acme", "user:ben@other")
    reader = other.entries("ben")
    own = add(reader, "The archive opens with the word Falcon", tier="user")

    for act in (
        lambda: reader.update(moved.id, reader.draft("It opens with Kestrel")),
        lambda: reader.correct(moved.id, "It opens with Kestrel"),
        lambda: reader.remove(moved.id),
        lambda: reader.erase(moved.id),
        lambda: other.scopes.move(moved.id, "user:ben", "ben"),
    ):
        with pytest.raises(NotAllowed, match="belongs to house:acme"):
            act()
    reader.erase(own.id)

    assert contents(acme.entries("ann")) == ["The archive opens with the word Falcon"]
    assert acme.entries("ann").get(moved.id) == moved


def test_a_note_that_moves_to_a_user_of_another_house_is_read_there_by_every_agent_of_theirs(agent):
    acme, other = agent("a", "acme"), agent("b", "other")
    add(other.entries("ben"), "Ben keeps bees", tier="user")
    entry = add(acme.entries("ann"), "The cellar has forty barrels")

    moved = acme.scopes.move(entry.id, "user:ben@other", "ann").entry

    assert moved.tier == "user"
    assert contents(other.entries("ben")) == ["Ben keeps bees", "The cellar has forty barrels"]
    assert contents(other.entries("ann")) == contents(acme.entries("ann")) == []
    assert {(one.scope.name, one.parent) for one in acme.scopes.list("agent")} == {
        ("a", "acme"),
        ("b", "other"),
    }
    assert acme.maintenance.doctor() == []
    other.entries("ben").remove(moved.id)
    assert acme.entries("ann").restore(entry.id).entry.tier == "memory"


def test_a_house_below_another_is_granted_nothing_that_it_reads_as_it_is(agent):
    acme, sales = agent("a", "acme"), agent("b", "sales")
    sales.entries("ben").list()
    acme.scopes.create("sales", "acme")
    for reader in ("house:sales", "user:ben@sales", "agent:b@sales"):
        with pytest.raises(InputError, match="without a grant"):
            acme.scopes.grant("house:acme", reader)
    acme.scopes.move_house("sales", None)
    acme.scopes.grant("house:acme", "house:sales")
    acme.scopes.create("sales", "acme")
    acme.scopes.grant("house:acme", "house:sales", withdraw=True)


def test_what_the_mover_has_elsewhere_does_not_stand_for_what_a_house_is_given(agent):
    memory = agent("a", "acme")
    entry = add(memory.entries("ann"), "The release train leaves on Tuesdays")
    memory.scopes.move(entry.id, "agent:a", "ann")
    add(memory.entries("ann"), "The release train leaves on Tuesdays", tier="user")
    for entry in memory.entries("ann").list()[0]:
        moved = memory.scopes.move(entry.id, "house:acme", "ann")

    assert moved.duplicate
    assert [one.entries for one in memory.scopes.list() if one.scope.kind == "house"] == [1]


def test_a_house_that_is_named_again_stays_where_it_stands(agent):
    acme = agent("a", "sales")
    acme.scopes.create("acme")
    acme.scopes.create("sales", "acme")

    assert acme.scopes.create("sales").parent_id is not None

    assert [one.parent for one in acme.scopes.list() if one.scope.name == "sales"] == ["acme"]


def test_a_grant_reaches_the_one_user_it_names_whatever_is_in_names(agent):
    acme, odd = agent("a", "c"), agent("b", "b@c")
    acme.entries("a@b").list()
    odd.entries("a").list()
    entry = add(acme.entries("ann"), "The vault opens at seven")
    acme.scopes.move(entry.id, "agent:a", "ann")

    acme.scopes.grant("agent:a", "user:a@b")

    assert contents(odd.entries("a")) == []


def test_a_name_that_may_be_two_users_is_refused_and_both_can_be_named(agent):
    acme, other = agent("a", "acme"), agent("b", "other")
    acme.entries("maya").list()
    other.entries("maya@acme").list()
    entry = add(other.entries("ann"), "The vault opens at seven", tier="user")
    for act in (other.scopes.move, lambda entry_id, to, user: other.scopes.grant("house:other", to)):
        with pytest.raises(
            InputError, match="user 'maya@acme' of house 'other' or user 'maya' of house 'acme'"
        ):
            act(entry.id, "user:maya@acme", "ann")

    other.scopes.move(entry.id, "user:maya@acme@other", "ann")

    assert contents(other.entries("maya@acme")) == ["The vault opens at seven"]
    assert contents(acme.entries("maya")) == []


def test_a_grant_that_is_not_there_cannot_be_taken_back(agent):
    acme = agent("a", "acme")
    acme.scopes.create("lib")
    with pytest.raises(InputError, match="not granted"):
        acme.scopes.grant("house:lib", "agent:a", withdraw=True)


def test_what_users_said_is_never_granted(agent):
    acme = agent("a", "acme")
    add(acme.entries("ann"), "Ann likes tea", tier="user")
    acme.entries("ben").list()
    with pytest.raises(InputError, match="never granted"):
        acme.scopes.grant("user:ann", "user:ben")


def test_a_house_cannot_stand_below_itself(agent):
    acme = agent("a", "acme")
    acme.scopes.create("acme")
    acme.scopes.create("sales", "acme")
    with pytest.raises(InputError, match="below it"):
        acme.scopes.create("acme", "sales")
    with pytest.raises(InputError, match="no house"):
        acme.scopes.create("sales", "nowhere")


def test_notes_that_users_shared_are_given_to_one_and_the_move_can_be_undone(agent):
    memory = agent("a", "acme")
    entry = add(memory.entries("ann"), "Ann's desk is by the window")
    shared = memory.scopes.move(entry.id, "agent:a", "ann").entry
    memory.entries("ben").list()
    assert contents(memory.entries("ben")) == ["Ann's desk is by the window"]

    back = memory.scopes.move(shared.id, "user:ann", "ben").entry

    assert contents(memory.entries("ben")) == []
    assert contents(memory.entries("ann")) == ["Ann's desk is by the window"]
    with pytest.raises(UnknownEntry):
        memory.entries("ben").get(back.id)
    memory.entries("ann").restore(shared.id)
    assert contents(memory.entries("ben")) == ["Ann's desk is by the window"]


@pytest.mark.parametrize("name", ["acme", "pair:x", "agent:", "user:nobody", "agent:a@nowhere"])
def test_a_scope_that_is_not_there_is_named(agent, name):
    memory = agent("a", "acme")
    entry = add(memory.entries("ann"), "The harbour opens at eight")
    with pytest.raises(InputError, match=r"names no scope|There is no"):
        memory.scopes.move(entry.id, name, "ann")
    assert contents(memory.entries("ann")) == ["The harbour opens at eight"]

"""Owners of entries, by the command: houses are made and nested, reading is granted, entries move."""

from __future__ import annotations

import pytest

from tiermem import Memory


@pytest.fixture
def note(remember):
    """A note of the user to himself: the id."""
    return remember("The staging key is in the safe", "--target", "user")


def owners(tiermem):
    return {f"{one['kind']}:{one['name']}": one for one in tiermem("scope", "--json").data["scopes"]}


def notes_of(store, house, user="cleo"):
    """Return what a user of another house's agent reads."""
    config = store.with_name(f"{house}.yaml")
    config.write_text(
        "agents:\n  other:\n    tools:\n      - type: memory\n"
        f"        store: sqlite:///{store}\n        scope: {{house: {house}}}\n",
        encoding="utf-8",
    )
    with Memory.open(config) as memory:
        return [entry.content for entry in memory.entries(user).list()[0]]


def test_who_owns_entries_is_listed_with_their_number(tiermem, note):
    listed = tiermem("scope", "list")

    assert (listed.status, listed.err) == (0, "")
    assert "user:me" in listed.out
    assert owners(tiermem)["user:me"]["entries"] == 1
    assert owners(tiermem)["house:default"]["entries"] == 0


def test_a_house_is_made_below_another_and_taken_out_again(tiermem):
    assert tiermem("scope", "create", "acme").out.startswith("Created house acme. An agent joins it with")
    assert "already" in tiermem("scope", "create", "house:acme").out
    assert "below house acme" in tiermem("scope", "create", "sales", "--in", "acme").out
    assert owners(tiermem)["house:sales"]["house"] == "acme"

    assert tiermem("scope", "move", "house:sales", "out").out == "House sales is now below no other.\n"
    assert owners(tiermem)["house:sales"]["house"] is None
    moved = tiermem("scope", "move", "house:sales", "house:acme", "--json").data
    assert moved == {"kind": "house", "name": "sales", "house": "acme"}


def test_an_entry_that_moves_to_the_house_is_read_by_all_and_by_those_below_it(tiermem, store, note):
    moved = tiermem("scope", "move", note, "house:default")
    tiermem("scope", "create", "branch", "--in", "default")

    assert moved.out.startswith("Moved to house:default as ")
    assert [one["content"] for one in tiermem("list", "--user", "ben", "--json").data["entries"]] == [
        "The staging key is in the safe"
    ]
    assert notes_of(store, "branch") == ["The staging key is in the safe"]
    assert notes_of(store, "elsewhere") == []
    assert "belongs to house:default already" in tiermem("scope", "move", new_id(moved), "house:default").err


def new_id(moved):
    return moved.out.split(" as ")[1].split(".")[0]


def test_an_entry_is_moved_back_as_the_command_says(tiermem, note):
    moved = tiermem("scope", "move", note, "house:default")

    assert tiermem("remove", new_id(moved)).status == 0
    assert tiermem("remove", note, "--undo").status == 0
    assert tiermem("list", "--user", "ben", "--json").data["entries"] == []
    assert [one["id"] for one in tiermem("list", "--json").data["entries"]] == [note]


def test_what_the_new_owner_has_already_is_not_doubled(tiermem, remember):
    first, again = (remember("The door code is on the board", "--user", user) for user in ("ann", "ben"))
    tiermem("scope", "move", first, "house:default", "--user", "ann")

    said = tiermem("scope", "move", again, "house:default", "--user", "ben")

    assert "has it already" in said.out
    assert tiermem("list", "--user", "ben", "--json").data["total"] == 1


def test_a_house_is_granted_to_readers_and_taken_back(tiermem, store, note):
    tiermem("scope", "move", note, "house:default")
    tiermem("scope", "create", "elsewhere")

    granted = tiermem("scope", "grant", "house:default", "house:elsewhere")

    assert granted.out == "house:elsewhere now reads what house:default owns (1 entries).\n"
    assert owners(tiermem)["house:default"]["granted"] == ["house:elsewhere"]
    assert notes_of(store, "elsewhere") == ["The staging key is in the safe"]
    taken = tiermem("scope", "grant", "house:default", "house:elsewhere", "--undo")
    assert taken.out.startswith("house:elsewhere no longer reads what house:default owns")
    assert notes_of(store, "elsewhere") == []
    again = tiermem("scope", "grant", "house:default", "house:elsewhere", "--undo")
    assert (again.status, "is not granted to house:elsewhere" in again.err) == (2, True)


def test_what_a_user_said_is_never_granted(tiermem, note):
    refused = tiermem("scope", "grant", "user:me", "house:default")

    assert refused.status == 2
    assert "said by a user, and is never granted" in refused.err


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("create",), "'scope create' takes 1 names"),
        (("grant", "house:default"), "'scope grant' takes 2 names"),
        (("list", "house:default"), "'scope list' takes 0 names"),
        (("list", "--in", "acme"), "'scope list' takes no --in"),
        (("create", "acme", "--undo"), "'scope create' takes no --undo"),
        (("create", " "), "The name of a house is empty"),
        (("create", "acme", "--in", "nowhere"), "nowhere"),
        (("move", "house:nowhere", "out"), "There is no house 'nowhere'"),
        (("move", "nothing1", "house:default"), "has no active entry 'nothing1'"),
        (("grant", "house:nowhere", "user:me"), "There is no 'house:nowhere' yet"),
        (("grant", "everything", "user:me"), "'everything' names no scope"),
        (("grant", "house:default", "house:default"), "reads what house:default owns without a grant"),
        (("grant", "house:default", "user:me"), "reads what house:default owns without a grant"),
    ],
)
def test_a_mistake_is_named_and_changes_nothing(tiermem, note, given, told):
    before = owners(tiermem)

    ran = tiermem("scope", *given)

    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert owners(tiermem) == before

"""Exports hold what was learned without loss, and an import brings it to other users' numbers and other places."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.store import learning
from tests.store.learning import a_history, a_run, line, mark, observed, processed, profile, spent, task
from tests.store.making import AT, LATER, ann_of, event, failures, rows, sql, told

from tiermem.errors import InputError
from tiermem.store.contract import Backlog

TABLES = ("profiles", "connections", "projects", "tasks", "runs", "spending")


def load(store, given, clean=str):
    with store.transaction():
        return store.load(iter([(table, dict(row)) for table, row in given]), clean)


@pytest.fixture
def other(new_store):
    """A store with another user and other events, so that all numbers differ."""
    store = new_store()
    zoe = store.records.reach(house="home", agent="coder", user="zoe")
    told(store, *(event(zoe.user.id, "adopted") for _ in range(7)))
    learning.put(store, profile(zoe, scaffold={"name": "Zoe"}), a_run(), spent(), reach=zoe)
    return store


def test_what_was_learned_is_counted(store, ann):
    assert {table: store.sizes()[table] for table in TABLES} == dict.fromkeys(TABLES, 0)

    a_history(store, ann)

    assert {table: store.sizes()[table] for table in TABLES} == dict.fromkeys(TABLES, 1) | {"spending": 2}


def test_an_import_into_an_empty_store_gives_an_equal_one(store, ann, new_store):
    a_history(store, ann)
    observed(store, ann)
    copy = new_store()

    added = load(copy, rows(store))

    assert rows(copy) == rows(store)
    assert {table: added[table] for table in TABLES} == dict.fromkeys(TABLES, 1) | {"spending": 2}
    assert copy.check() == []
    assert copy.stream.backlog() == store.stream.backlog() == Backlog(1, AT, 0, 1)


def test_a_merged_profile_rests_on_the_same_observations(store, ann, other):
    first, second = a_history(store, ann)

    load(other, rows(store))

    there = ann_of(other)
    assert there.user.id != ann.user.id
    places = {
        one.payload["draft"]["content"]: one.seq
        for one in other.stream.events(there.ids, kinds=("observation",))
    }
    moved = {first: places["I like tea"], second: places["My tea is green"]}
    assert moved[first] != first
    before, merged = store.profiles.get(ann.user.id), other.profiles.get(there.user.id)
    assert [one.events for one in merged.narrative] == [(moved[first], moved[second])]
    assert [one.events for one in merged.learned] == [(moved[second],), ()]
    assert merged.marks == {
        "likes/drink": replace(
            before.marks["likes/drink"],
            events=(moved[first], moved[second]),
            rival_events=(moved[second],),
        ),
        "likes/colours": replace(before.marks["likes/colours"], events=(moved[second],)),
    }
    assert (merged.scaffold, merged.inbox_guidance, merged.version) == (
        before.scaffold,
        before.inbox_guidance,
        before.version,
    )
    assert [run.read for run in other.runs.find(there)] == [(moved[first], moved[second])]
    assert [one.consolidated for one in other.stream.events(there.ids)] == [LATER, None]
    assert other.check() == []


def test_places_that_an_export_lacks_are_left_out(store, ann, other):
    a_history(store, ann)

    load(other, [(table, row) for table, row in rows(store) if table != "events"])

    there = ann_of(other)
    merged = other.profiles.get(there.user.id)
    assert {one.events for one in (*merged.narrative, *merged.learned, *merged.marks.values())} == {()}
    assert [run.read for run in other.runs.find(there)] == [()]


def test_merging_again_adds_nothing_and_charges_nothing_twice(store, ann, other):
    a_history(store, ann)
    load(other, rows(store))
    before = rows(other)

    added = load(other, rows(store))

    assert set(added.values()) == {0}
    assert rows(other) == before
    assert len(other.runs.spent(ann_of(other), since="")) == 2


def test_costs_that_are_new_are_added_to_those_that_are_there(store, ann, other):
    learning.put(store, spent(usd=1.0), reach=ann)
    load(other, rows(store))
    learning.put(store, spent(usd=1.0), spent(usd=1.0, at=LATER), reach=ann)

    added = load(other, rows(store))

    assert added["spending"] == 2
    assert [one.usd for one in other.runs.spent(ann_of(other), since="")] == [1.0, 1.0, 1.0]


def test_what_is_there_stays_and_takes_in_what_the_other_profile_knew(store, ann, other):
    """An observation is in the profile of the export, and in none here."""
    first, second = a_history(store, ann)
    there = ann_of(other)
    kept = profile(there, scaffold={"name": "Ann"}, learned=(line("Sings."),))
    learning.put(other, kept, task(there, title="Already here"))

    added = load(other, rows(store))

    assert other.profiles.get(there.user.id) == kept
    assert other.tasks.get("paint", there.user.id).title == "Already here"
    assert (added["profiles"], added["tasks"], added["connections"]) == (0, 0, 1)
    left = other.stream.unconsolidated(there.ids, limit=9)
    assert [one.payload["draft"]["content"] for one in left] == ["I like tea", "My tea is green"]
    assert {first, second} == {one.seq for one in store.stream.events(ann.ids)}


def test_observations_that_came_before_their_profile_are_not_taken_into_it_twice(store, ann, other):
    seq = processed(store, ann)
    waits = observed(store, ann, "I like milk")
    load(other, rows(store))
    there = ann_of(other)
    assert len(other.stream.unconsolidated(there.ids, limit=9)) == 1
    learning.put(store, profile(ann, scaffold={"likes": "tea"}, marks={"likes": mark(seq)}))
    with store.transaction():
        store.stream.consolidate([seq], at=LATER)
        store.stream.settle(waits, at=LATER, outcome="added")
        store.stream.consolidate([waits], at=LATER)

    added = load(other, rows(store))

    assert (added["events"], added["profiles"]) == (0, 1)
    assert other.stream.unconsolidated(there.ids, limit=9) == []
    assert [one.consolidated for one in other.stream.events(there.ids)] == [LATER, None]
    assert other.check() == []


def test_an_export_of_before_there_was_learning_is_taken_in(store, ann, new_store):
    processed(store, ann)
    observed(store, ann)
    old = [
        (table, {name: value for name, value in row.items() if name not in {"consolidated", "tries"}})
        for table, row in rows(store)
        if table not in TABLES
    ]
    copy = new_store()

    load(copy, old)

    assert rows(copy) == rows(store)


def test_every_text_that_was_learned_is_cleaned(store, ann, other):
    a_history(store, ann, "oolong")
    words = [event(ann.user.id, payload=scaffold_update("oolong", {"oolong": ["oolong"]}))]
    told(store, *words)
    learning.put(
        store,
        profile(
            ann,
            scaffold={"oolong": {"a/b": "oolong"}},
            marks={"oolong/a~1b": mark(rival={"oolong": "oolong"})},
            narrative=(line("oolong"),),
            learned=(line("oolong"),),
            inbox_guidance="oolong",
        ),
    )

    load(other, rows(store), lambda text: text.replace("oolong", "[cleaned]"))

    assert "oolong" not in repr(rows(other))
    cleaned = other.profiles.get(ann_of(other).user.id)
    assert cleaned.scaffold == {"[cleaned]": {"a/b": "[cleaned]"}}
    assert cleaned.marks == {"[cleaned]/a~1b": mark(rival={"[cleaned]": "[cleaned]"})}
    assert other.check() == []


def scaffold_update(path, value):
    draft = {"content": f"{path}: {value}", "layer": "L1", "tier": "user"}
    return {"kind": "scaffold_update", "draft": draft, "path": path, "value": value}


LINE, MARK = {"text": "a", "at": AT}, {"confidence": 1, "at": AT}
BROKEN = {
    "narrative no list": ("profiles", {"narrative": "{}"}),
    "narrative no JSON": ("profiles", {"narrative": "["}),
    "line without text": ("profiles", {"narrative": json.dumps([{"at": AT}])}),
    "line of a number": ("profiles", {"learned": json.dumps([LINE | {"text": 7}])}),
    "line of another field": ("profiles", {"learned": json.dumps([LINE | {"b": 1}])}),
    "line of no instant": ("profiles", {"narrative": json.dumps([LINE | {"at": "today"}])}),
    "line resting on words": ("profiles", {"narrative": json.dumps([LINE | {"events": ["b"]}])}),
    "scaffold no object": ("profiles", {"scaffold": "[]"}),
    "mark too sure": ("profiles", {"marks": json.dumps({"a": MARK | {"confidence": 2}})}),
    "mark of no trust": ("profiles", {"marks": json.dumps({"a": MARK | {"trust": "x"}})}),
    "version no number": ("profiles", {"version": "many"}),
    "profile of nobody": ("profiles", {"scope_id": 99}),
    "learned no object": ("connections", {"learned": "[]"}),
    "cached no JSON": ("connections", {"cached": "{"}),
    "ttl before now": ("connections", {"ttl_s": -1}),
    "task of no status": ("tasks", {"status": "half done"}),
    "notes no list": ("tasks", {"notes": "{}"}),
    "note of no instant": ("tasks", {"notes": '[{"at": "today", "text": "a"}]'}),
    "sessions of numbers": ("tasks", {"sessions": "[1]"}),
    "project of no status": ("projects", {"status": "active?"}),
    "project of no instant": ("projects", {"completed_at": "yesterday"}),
    "run of no stage": ("runs", {"stage": "dreams"}),
    "run by nobody": ("runs", {"by": "magic"}),
    "run without reason": ("runs", {"trigger": "boredom"}),
    "run read words": ("runs", {"read": '["a"]'}),
    "run wrote a list": ("runs", {"wrote": "[]"}),
    "cost of no number": ("spending", {"input_tokens": "many"}),
    "tries below none": ("events", {"tries": -1}),
    "consolidated some day": ("events", {"consolidated": "some day"}),
}


def test_a_row_that_this_version_could_not_have_written_is_refused(store, ann, new_store):
    a_history(store, ann)
    exported = rows(store)
    copy = new_store()

    def refused(_, broken):
        table, change = broken
        given = [(name, {**row, **change} if name == table else row) for name, row in exported]
        with pytest.raises(InputError, match=f"Row 1 of the export's table {table}"):
            load(copy, given)
        assert rows(copy) == []

    assert failures(BROKEN.items(), refused) == []


def test_a_mark_of_an_observation_that_was_never_processed_is_not_taken_over(store, ann, new_store):
    seq = observed(store, ann)
    sql(store, f"UPDATE events SET consolidated = '{AT}' WHERE seq = {seq}")
    assert f"Observation {seq} is marked as being in the profile, but was not processed." in [
        finding.what for finding in store.check()
    ]
    copy = new_store()

    load(copy, rows(store))

    assert copy.check() == []
    assert [one.seq for one in copy.stream.waiting(ann_of(copy).ids)] == [seq]


def test_a_dump_is_plain_data(store, ann):
    a_history(store, ann)

    assert json.loads(json.dumps(rows(store))) == [[table, row] for table, row in rows(store)]

"""The contract of every store: records and their versions, the stream, transactions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.making import (
    AT,
    LATER,
    begun,
    entry,
    event,
    found,
    logged,
    new_id,
    put,
    receipt,
    rows,
    said,
    told,
)

from tiermem.errors import InputError, StoreError
from tiermem.store.contract import EntryFilter
from tiermem.text import statement_key
from tiermem.values import CATEGORIES, LAYERS, SEPARATOR, TIERS, Entry, Event

PROPERTY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30)
WORD = TEXT.filter(lambda text: text.strip())
MAYBE = st.none() | WORD
INSTANT = st.datetimes().map(lambda moment: moment.isoformat(timespec="microseconds") + "Z")
ENTRY_FIELDS = {
    "layer": st.sampled_from(LAYERS),
    "tier": st.sampled_from(TIERS),
    "category": st.none() | st.sampled_from(CATEGORIES),
    "subject": MAYBE,
    "source": st.sampled_from(["user", "agent", "system"]),
    "speaker": st.none() | st.sampled_from(["user", "assistant", "tool", "memory"]),
    "correction": st.booleans(),
    "origin": MAYBE,
    "status": st.sampled_from(["active", "inactive", "staged"]),
    "supersedes": MAYBE,
    "importance": st.floats(0, 1),
    "confidence": st.floats(0, 1),
    "project_id": MAYBE,
    "task_id": MAYBE,
    "connection_id": MAYBE,
    "context_type": MAYBE,
    "tags": st.lists(TEXT, max_size=3).map(tuple),
    "valid_from": st.none() | INSTANT,
    "valid_to": st.none() | INSTANT,
    "created_at": INSTANT,
    "updated_at": INSTANT,
}


def ids(entries):
    return [one.id for one in entries]


def select(store, reach, **where):
    return store.records.select(EntryFilter(**where), reach.ids)


# -- records -------------------------------------------------------------------------------------


@PROPERTY
@given(content=WORD, fields=st.fixed_dictionaries({}, optional=ENTRY_FIELDS))
def test_an_entry_is_read_as_it_was_written(store, ann, content, fields):
    made = put(store, ann, content, **fields)

    assert store.records.get(made.id, ann.ids) == made
    assert select(store, ann, ids=(made.id,), statuses=()) == [made]
    (version,) = store.records.versions(made.id, ann.ids)
    assert (version.version, version.content, version.created_at) == (1, content, made.updated_at)


def test_an_entry_that_is_there_is_not_inserted_again(store, ann):
    made = put(store, ann, "The crane is blue")

    with pytest.raises(StoreError):
        put(store, ann, "The crane is green", id=made.id)

    assert store.records.get(made.id, ann.ids) == made
    assert len(store.records.versions(made.id, ann.ids)) == 1


def test_a_greater_version_keeps_its_content_and_an_equal_one_does_not(store, ann):
    made = put(store, ann, "The crane is blue")
    with store.transaction():
        store.records.update(replace(made, content="The crane is green", version=2, updated_at=LATER))
        store.records.update(replace(made, content="The crane is green", version=2, status="inactive"))

    assert store.records.get(made.id, ann.ids).status == "inactive"
    versions = store.records.versions(made.id, ann.ids)
    assert [(one.version, one.content) for one in versions] == [
        (1, "The crane is blue"),
        (2, "The crane is green"),
    ]


def test_an_entry_whose_version_has_another_content_is_told(store, ann):
    one, _, learned, summary = (
        put(store, ann, "The crane is blue", layer=layer) for layer in ("L0", "L0", "L1", "L2")
    )
    with store.transaction():
        for each in (one, learned, summary):
            store.records.update(replace(each, content="Somebody else wrote this."))

    assert store.records.altered(ann.ids) == {one.id, learned.id}


def test_what_is_not_there_cannot_be_updated(store, ann):
    with pytest.raises(StoreError):
        store.records.update(entry(ann, "The crane is blue"))

    assert rows(store, "entries", "entry_versions") == []


ORDER = [("context", AT), ("context", LATER), ("person", AT), (None, AT), (None, LATER)]


@PROPERTY
@given(st.permutations(range(len(ORDER))), st.permutations(["a", "b"]))
def test_entries_come_by_category_then_created_then_id(store, ann, order, twins):
    origin = new_id("o")
    made = {}
    for place in order:
        category, created = ORDER[place]
        for twin in twins:
            name = f"{origin}{place}{twin}"
            put(store, ann, name, id=name, origin=origin, category=category, created_at=created)
            made[place, twin] = name

    assert ids(select(store, ann, origin=origin)) == [made[place] for place in sorted(made)]


FILTERS = [
    ({"ids": ("aaaa0001", "aaaa0003", "nowhere1")}, "13"),
    ({"layers": ("L0", "L2")}, "13"),
    ({"tiers": ("memory", "identity")}, "23"),
    ({"statuses": ("inactive",)}, "4"),
    ({"statuses": ("active", "staged")}, "1235"),
    ({"statuses": ()}, "12345"),
    ({"category": "person"}, "1"),
    ({"subject": "the crane"}, "1"),
    ({"key": statement_key("the CRANE is blue!")}, "1"),
    ({"origin": "session:s1"}, "2"),
    ({"supersedes": "aaaa0001", "statuses": ()}, "5"),
    ({"project_id": "harbour"}, "2"),
    ({"task_id": "paint"}, "3"),
    ({"tags": ("a",)}, "12"),
    ({"tags": ("a", "b")}, "1"),
    ({"since": "2026-02-02"}, "23"),
    ({"until": "2026-02-02"}, "1"),
    ({"since": "2026-02-02", "until": "2026-02-03"}, "2"),
    ({"limit": 2}, "12"),
    ({"limit": 2, "offset": 2}, "3"),
    ({"offset": 1}, "23"),
    ({"layers": ("L1",), "tiers": ("memory",)}, "2"),
]


@pytest.fixture
def filled(store, ann):
    fields = [
        {"layer": "L0", "category": "person", "subject": "The Crane", "tags": ("a", "b")},
        {"owner": "agent", "origin": "session:s1", "project_id": "harbour", "tags": ("a",)},
        {"layer": "L2", "tier": "identity", "task_id": "paint", "tags": ("ab", "A")},
        {"status": "inactive"},
        {"status": "staged", "supersedes": "aaaa0001"},
    ]
    for number, some in enumerate(fields, start=1):
        at = f"2026-02-0{number}"
        content = "The crane is blue." if number == 1 else f"Statement {number}"
        put(store, ann, content, id=f"aaaa000{number}", created_at=at, updated_at=at, **some)
    return store


@pytest.mark.parametrize(("where", "wanted"), FILTERS, ids=[" ".join(where) for where, _ in FILTERS])
def test_each_filter_narrows(filled, ann, where, wanted):
    assert sorted(one.id[-1] for one in select(filled, ann, **where)) == [*wanted]
    uncut = {name: value for name, value in where.items() if name not in ("limit", "offset")}
    assert filled.records.count(EntryFilter(**where), ann.ids) == len(select(filled, ann, **uncut))


def test_the_newest_come_first_where_that_is_asked_for(filled, ann):
    assert [one.id[-1] for one in select(filled, ann, newest_first=True)] == ["3", "2", "1"]
    assert [one.id[-1] for one in select(filled, ann, newest_first=True, limit=1, offset=1)] == ["2"]


def test_a_scope_in_the_filter_narrows_and_never_widens(filled, ann):
    other = filled.records.reach(house="home", agent="coder", user="bob")
    put(filled, other, "The crane is Bob's")

    assert ids(select(filled, ann, scope_id=ann.agent.id)) == ["aaaa0002"]
    assert select(filled, ann, scope_id=other.user.id) == []


@pytest.mark.parametrize("subject", ["Änderung", "änderung", "ÄNDERUNG"])
def test_a_subject_is_found_whatever_its_case(store, ann, subject):
    made = put(store, ann, "It is due in May", subject="Änderung")

    assert ids(select(store, ann, subject=subject)) == [made.id]


@PROPERTY
@given(st.lists(TEXT, min_size=1, max_size=4).map(tuple), TEXT)
def test_a_tag_is_one_of_the_list_as_it_was_written(store, ann, tags, asked):
    made = put(store, ann, "The crane is blue", tags=tags)

    assert ids(select(store, ann, ids=(made.id,), tags=tags)) == [made.id]
    assert bool(select(store, ann, ids=(made.id,), tags=(asked,))) is (asked in tags)


def test_the_same_statement_is_found_without_case_and_punctuation(store, ann):
    later = put(store, ann, "The crane is blue", created_at="2026-02-03")
    first = put(store, ann, "the crane  is BLUE!", created_at="2026-02-01")
    gone = put(store, ann, "The crane is blue", created_at="2026-01-01", status="inactive")
    put(store, ann, "The crane is red", created_at="2026-01-01")
    key = statement_key("The crane is blue.")

    assert ids(select(store, ann, key=key)) == [first.id, later.id]
    assert ids(select(store, ann, key=key, statuses=("inactive",))) == [gone.id]


def test_used_counts_the_characters_of_a_block(store, ann):
    assert store.records.used("user", ann.ids) == (0, 0)
    contents = ["The crane is blue", "Größe 七"]
    for content in contents:
        put(store, ann, content, layer="L0")
    put(store, ann, "not in the block", layer="L1")
    put(store, ann, "not any more", layer="L0", status="inactive")
    put(store, ann, "of another tier", layer="L0", owner="agent")

    assert store.records.used("user", ann.ids) == (len(SEPARATOR.join(contents)), 2)
    assert store.records.used("user", ()) == (0, 0)


def test_recalls_are_counted_from_the_receipts(store, ann):
    often, once, never = (put(store, ann, f"Statement {number}").id for number in range(3))
    logged(store, ann, receipt(refs=(often, once)), receipt(refs=(often,), at=LATER))

    assert store.records.recalls([often, once, never], ann) == {often: (2, LATER), once: (1, AT)}
    assert store.records.recalls([], ann) == {}
    assert len(store.records.recalls([often, *(new_id() for _ in range(1200)), once], ann)) == 2
    bob = store.records.reach(house="home", agent="coder", user="bob")
    assert store.records.recalls([often, once], bob) == {}


def test_names_stand_for_the_same_scopes_every_time(store, new_store):
    names = {"house": "home", "agent": "coder", "user": "ann"}
    reach = store.records.reach(**names)

    assert store.records.reach(**names) == reach
    assert store.records.reach(**names | {"user": "bob"}).agent == reach.agent
    elsewhere = store.records.reach(**names | {"house": "work"})
    assert not set(elsewhere.ids) & set(reach.ids)
    assert [row["name"] for table, row in rows(new_store(), "scopes")] == []


def test_a_scope_that_was_rolled_back_is_not_remembered(store):
    with suppress(ZeroDivisionError), store.transaction():
        store.records.reach(house="home", agent="coder", user="ann")
        raise ZeroDivisionError
    assert rows(store) == []

    bob = store.records.reach(house="home", agent="coder", user="bob")
    ann = store.records.reach(house="home", agent="coder", user="ann")

    assert ann.user.id != bob.user.id
    assert [row["name"] for _, row in rows(store, "scopes")] == ["home", "coder", "bob", "bob", "ann", "ann"]


@pytest.mark.parametrize("field", ["ids", "category", "subject", "key", "origin", "tags", "since"])
def test_half_a_surrogate_pair_is_a_mistake_of_the_callers(store, ann, field):
    value = ("\ud800",) if field in ("ids", "tags") else "\ud800"

    with pytest.raises(InputError):
        select(store, ann, **{field: value})


# -- the stream ----------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@PROPERTY
@given(
    st.fixed_dictionaries(
        {"payload": st.dictionaries(TEXT, JSON, max_size=4)},
        optional={"reason": WORD, "session_id": WORD, "version": st.integers(1, 99), "outcome": WORD}
        | {"processed": st.just(AT), "consolidated": st.just(LATER), "tries": st.integers(0, 5)},
    )
)
def test_an_event_is_read_as_it_was_appended(store, ann, fields):
    made = event(ann.user.id, **fields)

    (seq,) = told(store, made)

    assert store.stream.events(ann.ids, after=seq - 1) == [replace(made, seq=seq)]
    assert store.stream.head() == seq


def test_an_event_with_a_key_is_appended_once(store, ann):
    first, again, other, plain, plain_too = told(
        store,
        event(ann.user.id, key="s1:fact"),
        event(ann.user.id, key="s1:fact", reason="again"),
        event(ann.user.id, key="s1:other"),
        event(ann.user.id),
        event(ann.user.id),
    )

    assert again == 0
    assert 0 < first < other < plain < plain_too
    assert [one.seq for one in store.stream.events(ann.ids)] == [first, other, plain, plain_too]
    assert store.stream.events(ann.ids)[0].reason is None


def test_observations_wait_until_they_are_settled_once(store, ann):
    first, second, third, _ = told(
        store,
        event(ann.user.id, session_id="s1"),
        event(ann.user.id, session_id="s2"),
        event(ann.agent.id, session_id="s1"),
        event(ann.user.id, kind="added", session_id="s1"),
    )

    def waiting(**some):
        return [one.seq for one in store.stream.waiting(ann.ids, **some)]

    assert waiting() == [first, second, third]
    assert waiting(session_id="s1") == [first, third]
    assert waiting(limit=2) == [first, second]
    assert store.stream.settle(first, at=LATER, outcome="added")
    assert not store.stream.settle(first, at=AT, outcome="known")
    assert waiting() == [second, third]
    settled = store.stream.events(ann.ids)[0]
    assert (settled.processed, settled.outcome) == (LATER, "added")


def test_events_are_narrowed_by_entry_kind_and_place(store, ann):
    assert store.stream.head() == 0
    first, second, third = told(
        store,
        event(ann.user.id, kind="added", entry_id="aaaa0001", version=1),
        event(ann.user.id, kind="updated", entry_id="aaaa0001", version=2),
        event(ann.agent.id, kind="added", entry_id="aaaa0002", version=1),
    )

    def seqs(**some):
        return [one.seq for one in store.stream.events(ann.ids, **some)]

    assert seqs() == [first, second, third]
    assert seqs(entry_id="aaaa0001") == [first, second]
    assert seqs(kinds=("added",)) == [first, third]
    assert seqs(kinds=("added", "updated"), entry_id="aaaa0001", after=first) == [second]
    assert seqs(after=third) == []
    assert seqs(limit=1) == [first]
    assert store.stream.head() == third


# -- transactions --------------------------------------------------------------------------------


def write_everywhere(store, reach):
    made = put(store, reach, "The crane is green", layer="L0")
    with store.transaction():
        store.records.update(replace(made, version=2, content="The crane is red"))
    told(store, event(reach.user.id))
    session = begun(store, reach)
    said(store, session.id, "Is the crane red?")
    logged(store, reach, receipt(refs=(made.id,)))
    return made


@pytest.mark.parametrize("durable", [True, False])
def test_a_transaction_that_fails_leaves_nothing_behind(store, ann, durable):
    before = rows(store)

    with suppress(ZeroDivisionError), store.transaction(durable=durable):
        write_everywhere(store, ann)
        raise ZeroDivisionError

    assert rows(store) == before
    assert found(store, ann, "crane") == []
    assert store.check() == []


def test_a_transaction_inside_another_is_part_of_it(store, ann):
    with suppress(ZeroDivisionError), store.transaction(durable=False):
        with store.transaction():
            put(store, ann, "The crane is green")
        raise ZeroDivisionError

    assert rows(store, "entries") == []


def test_what_was_committed_is_seen_by_another_store_of_the_same_place(store, ann):
    from tiermem.store import open_store

    made = put(store, ann, "The crane is green")

    other = open_store(store.url)
    assert other.records.get(made.id, ann.ids) == made
    other.close()


def test_an_entry_and_an_event_have_no_fields_that_these_tests_do_not_know():
    assert set(Entry.__dataclass_fields__) == {*ENTRY_FIELDS, "id", "scope_id", "content", "version"}
    assert len(Event.__dataclass_fields__) == 15


def test_what_is_withdrawn_is_what_no_active_entry_says_any_more(store, ann):
    def withdrawn():
        return {(one.content, one.instead, one.is_wrong) for one in store.records.retractions(ann.ids, 10)}

    gone = put(store, ann, "The crane is blue")
    moved = put(store, ann, "The gull nests here")
    changed = put(store, ann, "Soup at noon")
    put(store, ann, "Boats are cheap")
    assert withdrawn() == set()

    with store.transaction():
        store.records.update(replace(gone, status="inactive"))
        store.records.update(replace(moved, status="inactive"))
        store.records.insert(entry(ann, "The gull nests there", supersedes=moved.id))
        store.records.update(replace(changed, content="Soup at one", version=2))

    assert withdrawn() == {
        ("The crane is blue", None, True),
        ("The gull nests here", "The gull nests there", False),
        ("Soup at noon", "Soup at one", False),
    }
    put(store, ann, "the crane is BLUE.")
    assert ("The crane is blue", None, True) not in withdrawn()
    put(store, ann, "The boat is old", status="inactive", project_id="billing", updated_at=LATER)
    assert [one.content for one in store.records.retractions(ann.ids, 1)] == [
        "The boat is old",
        "Soup at noon",
    ]
    assert store.records.retractions(ann.ids, 1)[0].project_id == "billing"
    assert store.records.retractions((), 10) == []

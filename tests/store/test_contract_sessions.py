"""The contract of every store: sessions' working state, the journal, receipts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.making import AT, LATER, begun, found, logged, new_id, receipt, rows, said, turn

from tiermem.errors import InputError
from tiermem.store.contract import SessionRow
from tiermem.store.full_text.documents import of_session

PROPERTY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
EARLIER = "2026-02-02T09:00:00.000000Z"


@pytest.fixture
def session(store, ann):
    return begun(store, ann, "s1")


def stored(store, session_id="s1"):
    return next(row for _, row in rows(store, "sessions") if row["id"] == session_id)


def documents(store):
    """Return the documents of each turn, without their numbers."""
    from tests.store.making import sql

    names = "scope_id, content, subject, tags, dates, length, neighbours, at"
    return sql(
        store,
        f"SELECT t.session_id, t.position, {', '.join('d.' + name for name in names.split(', '))} "
        "FROM documents d JOIN turns t ON t.id = d.turn_id ORDER BY 1, 2",
    )


# -- working state -------------------------------------------------------------------------------


def test_a_session_that_begins_again_goes_on_with_what_is_stored(store, ann):
    row = SessionRow(
        id="s1", reach=ann, started_at=AT, project_id="harbour", task_id="paint", connections=("mail", "库")
    )

    with store.transaction():
        assert store.sessions.begin(row) == row
        again = store.sessions.begin(replace(row, started_at=LATER, project_id=None))

    assert again == row


@pytest.mark.parametrize("other", [{"house": "work"}, {"agent": "writer"}, {"user": "bob"}])
def test_a_session_is_open_to_its_own_reach_only(store, ann, session, other):
    stranger = store.records.reach(**{"house": "home", "agent": "coder", "user": "ann"} | other)

    with pytest.raises(InputError) as refusal:
        begun(store, stranger, "s1")

    assert "ann" not in str(refusal.value)
    assert store.sessions.is_open_to("s1", ann)
    assert not store.sessions.is_open_to("s1", stranger)
    assert store.sessions.is_open_to("s2", stranger)


def test_the_first_blocks_that_are_frozen_stay_until_they_are_thawed(store, session):
    first, second = {"text": "═ 第一", "blocks": [{"name": "user"}]}, {"text": "other"}
    with store.transaction():
        assert store.sessions.freeze("s1", first, 7).frozen == first
        kept = store.sessions.freeze("s1", second, 9)
        assert (kept.frozen, kept.frozen_at) == (first, 7)
        assert store.sessions.freeze("s1", None, 0).frozen is None
        assert store.sessions.freeze("s1", second, 9).frozen_at == 9


@PROPERTY
@given(st.lists(st.integers(0, 50), min_size=1, max_size=6))
def test_the_offset_never_goes_back(store, ann, offsets):
    session_id = begun(store, ann).id
    for offset in offsets:
        with store.transaction():
            store.sessions.advance(session_id, offset)

    assert stored(store, session_id)["offset"] == max(offsets)


def test_ending_again_moves_the_time(store, session):
    for at in (AT, LATER):
        with store.transaction():
            store.sessions.end("s1", at)

    assert stored(store)["ended_at"] == LATER


def test_sessions_with_turns_that_were_not_worked_through_are_found_with_how_many(store, ann):
    for name, started in (("s1", EARLIER), ("s2", AT), ("read", LATER), ("silent", LATER)):
        begun(store, ann, name, started_at=started)
    begun(store, store.records.reach(house="home", agent="coder", user="bob"), "bobs")
    for name, turns in (("s1", 1), ("s2", 3), ("read", 2), ("bobs", 1)):
        said(store, name, *(f"{name} says {place}" for place in range(turns)))
    with store.transaction():
        store.sessions.advance("s2", 1)
        store.sessions.advance("read", 2)

    assert [(one.row.id, one.turns, one.row.offset) for one in store.sessions.unread(ann)] == [
        ("s2", 2, 1),
        ("s1", 1, 0),
    ]
    assert [one.row.id for one in store.sessions.unread(ann, since=AT)] == ["s2"]
    assert store.sessions.unread(ann)[0].last_at == store.sessions.turns("s2")[-1].at


def test_the_latest_sessions_of_a_user_are_found(store, ann):
    for name, started in (("s1", AT), ("s2", LATER), ("s3", AT)):
        begun(store, ann, name, started_at=started)
    bob = store.records.reach(house="home", agent="coder", user="bob")
    begun(store, bob, "s4", started_at=LATER)

    def found(limit=100, of=ann):
        return [row.id for row in store.sessions.find(of.ids, limit=limit)]

    assert found() == ["s2", "s1", "s3"]
    assert found(limit=1) == ["s2"]
    assert found(of=bob) == ["s4"]


@pytest.mark.parametrize("verb", ["journal", "freeze"])
def test_a_session_that_never_began_is_a_mistake(store, verb):
    arguments = {"journal": ([turn("Hm.")],), "freeze": ({}, 1)}

    with pytest.raises(InputError):
        getattr(store.sessions, verb)("nowhere", *arguments[verb])

    assert store.sessions.turns("nowhere") == []


# -- the journal ---------------------------------------------------------------------------------

TURN_FIELDS = {
    "speaker": st.sampled_from(["user", "assistant", "tool", "memory"]),
    "name": st.none() | st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0")),
    "at": st.datetimes().map(lambda moment: moment.isoformat(timespec="microseconds") + "Z"),
}


@PROPERTY
@given(
    st.lists(
        st.builds(
            lambda content, fields: turn(content, **fields),
            st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=40),
            st.fixed_dictionaries({}, optional=TURN_FIELDS),
        ),
        max_size=5,
    )
)
def test_turns_are_read_as_they_were_said_at_positions_of_their_own(store, ann, turns):
    session_id = begun(store, ann).id
    with store.transaction():
        first = store.sessions.journal(session_id, turns)
        second = store.sessions.journal(session_id, turns[:1])

    both = [*turns, *turns[:1]]
    placed = [replace(one, session_id=session_id, position=place) for place, one in enumerate(both)]
    assert [*first, *second] == placed
    assert store.sessions.turns(session_id) == placed
    assert store.sessions.turns(session_id, start=1, stop=3) == placed[1:3]


def test_a_turn_with_an_id_of_its_own_is_kept_once(store, session):
    with store.transaction():
        first = store.sessions.journal(
            "s1", [turn("One", external_id="x1"), turn("Two"), turn("Uno", external_id="x1")]
        )
        again = store.sessions.journal("s1", [turn("One", external_id="x1"), turn("Three", external_id="x3")])

    assert [(one.content, one.position) for one in (*first, *again)] == [("One", 0), ("Two", 1), ("Three", 2)]


def test_the_same_outside_id_may_be_in_two_sessions(store, ann, session):
    begun(store, ann, "s2")

    assert said(store, "s1", "One", external_id="x1")
    assert said(store, "s2", "One", external_id="x1")


SHORT, LONG = "boat", "word " * 80


@pytest.mark.parametrize(
    "backend", ["sqlite"], indirect=True
)  # a server makes databases too slowly for a property
@PROPERTY
@given(st.lists(st.tuples(st.sampled_from([SHORT, "crane", "attic", LONG]), st.booleans()), max_size=8))
def test_turns_lend_words_to_their_neighbours_however_they_were_journaled(new_store, turns):
    at_once, one_by_one = new_store(), new_store()
    for store in (at_once, one_by_one):
        begun(store, store.records.reach(house="home", agent="coder", user="ann"), "s1")
    said(at_once, "s1", *(content for content, _ in turns))
    batch = []
    for content, ends in turns:
        batch.append(content)
        if ends:
            said(one_by_one, "s1", *batch)
            batch = []
    said(one_by_one, "s1", *batch)

    assert documents(one_by_one) == documents(at_once)
    assert one_by_one.check() == []


def test_a_turn_is_found_by_the_words_of_two_neighbours_on_each_side(store, ann, session):
    said(store, "s1", *(f"word{number}" for number in range(7)))

    assert sorted(found(store, ann, "word3")) == [f"s1/{place}" for place in (1, 2, 3, 4, 5)]
    assert found(store, ann, "word3")[0] == "s1/3"


def test_a_long_turn_neither_lends_words_nor_borrows_any(store, ann, session):
    said(store, "s1", "the crane", LONG + "attic", "the boat")

    assert found(store, ann, "crane") == ["s1/0"]
    assert found(store, ann, "attic") == ["s1/1"]
    assert found(store, ann, "boat") == ["s1/2"]


# -- retention -----------------------------------------------------------------------------------


def forget(store, reach, before=AT, **some):
    with store.transaction():
        return store.sessions.forget_turns(before, reach, **some)


def test_old_turns_that_were_worked_through_are_forgotten(store, ann, session):
    said(store, "s1", "first", "second", at=EARLIER)
    said(store, "s1", "third", at=LATER)
    with store.transaction():
        store.sessions.advance("s1", 1)

    assert forget(store, ann) == 1
    assert [one.content for one in store.sessions.turns("s1")] == ["second", "third"]
    assert found(store, ann, "first") == []
    assert forget(store, ann, unread=True) == 1
    assert [one.position for one in store.sessions.turns("s1")] == [2]
    assert store.check() == []


def test_positions_go_on_behind_what_was_forgotten(store, ann, session):
    said(store, "s1", "first", "second", at=EARLIER)
    with store.transaction():
        store.sessions.advance("s1", 2)
    assert forget(store, ann) == 2

    assert [one.position for one in said(store, "s1", "third")] == [2]


def test_turns_around_a_forgotten_one_do_not_borrow_from_each_other(store, ann, session):
    said(store, "s1", "the crane", at=LATER)
    said(store, "s1", "the boat", at=EARLIER)
    said(store, "s1", "the attic", at=LATER)

    forget(store, ann, unread=True)

    documents = of_session(store.sessions.turns("s1"), ann.user.id)
    assert [(turn.position, document.neighbours) for turn, document in documents] == [(0, 0), (2, 0)]
    assert store.check() == []


def test_other_agents_and_houses_keep_their_turns(store, ann):
    names = {"house": "home", "agent": "coder", "user": "ann"}
    for number, other in enumerate([{"agent": "writer"}, {"house": "work"}]):
        begun(store, store.records.reach(**names | other), f"s{number}")
        said(store, f"s{number}", "kept", at=EARLIER)

    assert forget(store, ann, unread=True) == 0


# -- receipts ------------------------------------------------------------------------------------


def test_the_latest_receipts_come_first_as_plain_data(store, ann):
    first, second, third = (
        receipt(query, ("aaaa0001", "s1/0"), at=at, session_id=session_id)
        for query, at, session_id in (("one", AT, "s1"), ("two", LATER, None), ("drei 三", AT, "s1"))
    )
    logged(store, ann, first, second, third)

    assert store.sessions.receipts(ann) == [second.as_dict()]
    assert store.sessions.receipts(ann, limit=9) == [one.as_dict() for one in (second, first, third)]
    assert store.sessions.receipts(ann, session_id="s1", limit=9) == [first.as_dict(), third.as_dict()]


def test_a_receipt_belongs_to_one_agent_and_user(store, ann):
    names = {"house": "home", "agent": "coder", "user": "ann"}
    logged(store, ann, receipt())

    for other in ({"user": "bob"}, {"agent": "writer"}, {"house": "work"}):
        assert store.sessions.receipts(store.records.reach(**names | other)) == []


def test_a_receipt_that_shows_an_entry_twice_counts_it_once(store, ann):
    entry_id = new_id()
    logged(store, ann, receipt(refs=(entry_id, entry_id)))

    assert store.records.recalls([entry_id], ann) == {entry_id: (1, AT)}

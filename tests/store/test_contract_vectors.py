"""The contract of every index over vectors."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.making import AT, EVERYTHING, LATER, begun, failures, new_id, put, said, sql
from tests.store.vectors import DIMS, MODEL, brute_force, changed, embed, near, of, other, talked, unit

from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter, Near, SearchFilter, Unembedded

FEW = settings(
    max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


# -- what is missing -----------------------------------------------------------------------------


def test_entries_are_missing_first_and_then_the_newest_turns(store, vectors, ann):
    session = begun(store, ann, "talk")
    said(store, session.id, "one", "two", "three")
    first, second = put(store, ann, "The crane is blue"), put(store, ann, "The boat is red")

    missing = vectors.missing(MODEL, None, 10)

    assert missing == [
        Unembedded(first.id, "The crane is blue"),
        Unembedded(second.id, "The boat is red"),
        Unembedded("talk/2", "two three"),
        Unembedded("talk/1", "one two"),
        Unembedded("talk/0", "one"),
    ]
    assert vectors.missing(MODEL, None, 3) == missing[:3]
    for place, one in enumerate(missing):
        assert vectors.missing(MODEL, None, 10, after=one) == missing[place + 1 :]
        assert vectors.missing(MODEL, ann.ids, 1, after=one) == missing[place + 1 : place + 2]


@pytest.mark.parametrize(
    ("turns", "embedded"),
    [
        (["Shall we?", "Yes"], ["Shall we?", "Shall we? Yes"]),
        (["Shall we? " * 60, "Yes"], ["Shall we? " * 60, "Yes"]),
        (["Shall we?", "Yes! " * 100], ["Shall we?", "Yes! " * 100]),
        (["a" * 400, "b" * 400, "c" * 401], ["a" * 400, f"{'a' * 400} {'b' * 400}", "c" * 401]),
    ],
    ids=["short", "behind a long one", "long", "bounds"],
)
def test_a_short_turn_is_embedded_with_a_short_one_before_it(store, vectors, ann, turns, embedded):
    said(store, begun(store, ann, "talk").id, *turns)
    said(store, begun(store, ann, "other").id, "Alone")

    assert [one.text for one in vectors.missing(MODEL, None, 10)][::-1] == [*embedded, "Alone"]


def test_inactive_entries_are_not_missing(store, vectors, ann):
    put(store, ann, "The crane is blue", status="inactive")
    put(store, ann, "The boat is red", status="staged")

    assert vectors.missing(MODEL, None, 10) == []
    assert vectors.progress(MODEL) == vectors.progress(MODEL, ann.ids) == (0, 0)


def test_what_is_embedded_is_missing_for_another_model_only(store, vectors, ann):
    made = put(store, ann, "The crane is blue")

    assert embed(vectors) == 1

    assert vectors.missing(MODEL, None, 10) == []
    assert vectors.missing("another", None, 10) == [Unembedded(made.id, "The crane is blue")]
    assert vectors.progress(MODEL) == (1, 1)
    assert vectors.progress("another") == (0, 1)


def test_missing_and_progress_are_of_the_scopes_asked_for(store, vectors, ann):
    bob = other(store)
    for reach, word in ((ann, "crane"), (bob, "boat")):
        put(store, reach, f"The {word}")
        said(store, begun(store, reach).id, f"A {word}", f"Two {word}s")
    put(store, ann, "The house", owner="house")

    texts = [one.text for one in vectors.missing(MODEL, bob.ids, 10)]
    embed(vectors, ann)

    assert texts == ["The boat", "The house", "A boat Two boats", "A boat"]
    assert vectors.progress(MODEL, ann.ids) == (4, 4)
    assert vectors.progress(MODEL, bob.ids) == (1, 4)
    assert vectors.progress(MODEL) == (4, 7)


# -- storing -------------------------------------------------------------------------------------


def test_a_vector_of_other_dims_is_refused_by_model_and_dims(store, vectors, ann):
    put(store, ann, "The crane is blue")
    (one,) = vectors.missing(MODEL, None, 10)

    with pytest.raises(InputError, match=rf"{MODEL}.*12 bytes; {DIMS} dimensions are {4 * DIMS}"):
        vectors.put(MODEL, DIMS, [(one, b"\0" * 12)])
    with pytest.raises(InputError):
        vectors.put(MODEL, 0, [(one, b"")])
    embed(vectors)
    with pytest.raises(InputError, match=rf"{MODEL} here have {DIMS} dimensions, not 2"):
        vectors.put(MODEL, 2, [(one, b"\0" * 8)])
    for asked in (b"\0" * 8, b"", b"123"):
        with pytest.raises(InputError):
            near(vectors, ann, asked)
        with pytest.raises(InputError):
            vectors.similarities(MODEL, asked, [one.ref], ann.ids)

    assert near(vectors, ann, of("x")) == [one.ref]


def test_one_wrong_vector_stores_none(store, vectors, ann):
    put(store, ann, "The crane is blue")
    put(store, ann, "The boat is red")
    first, second = vectors.missing(MODEL, None, 10)

    with pytest.raises(InputError):
        vectors.put(MODEL, DIMS, [(first, of("a")), (second, b"short")])

    assert vectors.progress(MODEL) == (0, 2)


def test_a_text_that_changed_meanwhile_is_not_stored(store, vectors, ann):
    crane, boat = put(store, ann, "The crane is blue"), put(store, ann, "The boat is red")
    missing = vectors.missing(MODEL, None, 10)
    changed(store, crane, content="The crane is green", version=2)
    changed(store, boat, status="inactive")

    stored = vectors.put(MODEL, DIMS, [(one, of(one.text)) for one in missing])

    assert stored == 0
    assert vectors.missing(MODEL, None, 10) == [Unembedded(crane.id, "The crane is green")]


def test_a_turn_whose_turn_before_changed_meanwhile_is_not_stored(store, vectors, ann):
    said(store, begun(store, ann, "talk").id, "one", "two")
    missing = vectors.missing(MODEL, None, 10)
    sql(store, "UPDATE turns SET content = 'three' WHERE position = 0")

    assert vectors.put(MODEL, DIMS, [(one, of(one.text)) for one in missing]) == 0


def test_storing_again_changes_nothing(store, vectors, ann):
    put(store, ann, "The crane is blue")
    (one,) = vectors.missing(MODEL, None, 10)
    vectors.put(MODEL, DIMS, [(one, of("a"))])
    before = sql(store, "SELECT * FROM vectors")

    assert vectors.put(MODEL, DIMS, [(one, of("a"))]) == 1
    assert sql(store, "SELECT * FROM vectors") == before
    assert near(vectors, ann, of("a")) == [one.ref]

    vectors.put(MODEL, DIMS, [(one, of("b"))])

    assert vectors.progress(MODEL) == (1, 1)
    assert vectors.nearest(MODEL, of("b"), EVERYTHING, ann.ids, 5) == [Near(one.ref, 1.0)]


def test_an_undone_transaction_leaves_no_vector(store, vectors, ann):
    put(store, ann, "The crane is blue")
    put(store, ann, "The boat is red")
    first, second = vectors.missing(MODEL, None, 10)

    with suppress(KeyError), store.transaction():
        vectors.put(MODEL, DIMS, [(first, unit(1)), (second, unit(0, 1))])
        near(vectors, ann, unit(1))
        raise KeyError

    assert vectors.progress(MODEL) == (0, 2)
    assert near(vectors, ann, unit(1)) == []
    vectors.put(MODEL, DIMS, [(first, unit(0, 1)), (second, unit(1))])
    assert near(vectors, ann, unit(1)) == [second.ref, first.ref]


def test_each_model_has_vectors_of_its_own(store, vectors, ann):
    put(store, ann, "The crane is blue")
    embed(vectors)
    said(store, begun(store, ann).id, "Hello")

    embed(vectors, model="another")

    assert len(near(vectors, ann, of("x"))) == 1
    assert len(near(vectors, ann, of("x"), model="another")) == 2


# -- finding -------------------------------------------------------------------------------------


@pytest.mark.feature("004-9")
def test_the_nearest_come_first(store, vectors, ann):
    by = {"The crane is blue": unit(1), "The boat is red": unit(1, 1), "Hello": unit(0, 1)}
    crane, boat = put(store, ann, "The crane is blue"), put(store, ann, "The boat is red")
    said(store, begun(store, ann, "talk").id, "Hello")
    embed(vectors, by=by.__getitem__)

    found = vectors.nearest(MODEL, unit(1), EVERYTHING, ann.ids, 5)

    assert found == [Near(crane.id, 1.0), Near(boat.id, 0.707107), Near("talk/0", 0.0)]
    assert vectors.nearest(MODEL, unit(1), EVERYTHING, ann.ids, 2) == found[:2]
    assert vectors.nearest(MODEL, unit(-1), EVERYTHING, ann.ids, 1) == [Near("talk/0", 0.0)]
    assert vectors.nearest(MODEL, unit(1), EVERYTHING, ann.ids, 0) == []


@pytest.mark.feature("004-9")
def test_no_embedded_text_is_told_twice_and_an_entry_is_told_before_a_turn(store, vectors, ann):
    said(store, begun(store, ann, "a").id, *["The crane is blue", "Yes"] * 20)
    made = put(store, ann, "The crane is blue")
    embed(vectors)

    assert sorted(near(vectors, ann, of("Yes"), limit=4)) == ["a/1", "a/10", made.id]


def test_equally_near_ones_are_ordered_by_ref(store, vectors, ann):
    made = [put(store, ann, f"Statement {number}") for number in range(20)]
    embed(vectors, by=lambda text: unit(1))

    assert near(vectors, ann, unit(1), limit=5) == sorted(one.id for one in made)[:5]


def test_a_text_that_says_nothing_is_near_to_nothing(store, vectors, ann):
    made = put(store, ann, "The crane is blue")
    embed(vectors, by=lambda text: unit())

    assert vectors.nearest(MODEL, unit(1), EVERYTHING, ann.ids, 5) == [Near(made.id, 0.0)]
    assert near(vectors, ann, unit()) == []


def test_nothing_is_found_nowhere(store, vectors, ann):
    assert near(vectors, ann, of("x")) == []
    put(store, ann, "The crane is blue")
    assert near(vectors, ann, of("x")) == []
    embed(vectors)

    assert near(vectors, ann, of("x"), where=SearchFilter(layers=())) == []
    assert vectors.nearest(MODEL, of("x"), EVERYTHING, (), 5) == []
    assert near(vectors, ann, of("x"), model="another") == []


@FEW
@given(st.lists(st.sampled_from("abcdefgh"), max_size=12), st.sampled_from("abxy"), st.integers(1, 6))
def test_nearest_is_what_brute_force_finds(store, vectors, texts, asked, limit):
    reach = other(store, new_id("u"))
    session = begun(store, reach)
    stored = {put(store, reach, text).id: text for text in texts[::2]}
    stored |= talked(store, session.id, texts[1::2])
    embed(vectors, reach)

    found = vectors.nearest(MODEL, of(asked), EVERYTHING, reach.ids, limit)

    expected = brute_force(stored, of(asked))[:limit]
    assert [one.ref for one in found] == [one.ref for one in expected]
    assert [one.similarity for one in found] == pytest.approx([one.similarity for one in expected], abs=2e-6)


@FEW
@given(st.lists(st.sampled_from("abcdefgh"), max_size=8), st.sampled_from("abxy"))
def test_similarities_of_refs_are_those_of_the_nearest(store, vectors, texts, asked):
    reach, stranger = other(store, new_id("u")), other(store, new_id("u"))
    session = begun(store, reach)
    stored = {put(store, reach, text).id: text for text in texts[::2]}
    stored |= talked(store, session.id, texts[1::2])
    embed(vectors, reach)
    bare, theirs = put(store, reach, "no vector"), put(store, stranger, "theirs")
    embed(vectors, stranger)
    refs = [*stored, bare.id, theirs.id, "nothing", "no/7"]

    found = vectors.similarities(MODEL, of(asked), refs, reach.ids)

    expected = {ref: brute_force({ref: text}, of(asked))[0].similarity for ref, text in stored.items()}
    assert found == pytest.approx(expected, abs=2e-6)
    assert vectors.similarities(MODEL, of(asked), refs, ()) == {}
    assert vectors.similarities(MODEL, of(asked), [], reach.ids) == {}


# -- scopes and filters --------------------------------------------------------------------------


def test_what_another_user_owns_is_never_found(store, vectors, ann):
    bob = other(store)
    mine, theirs = put(store, ann, "The crane is blue"), put(store, bob, "The boat is red")
    ours = put(store, ann, "We build ships", owner="house")
    said(store, begun(store, ann, "mine").id, "Hello from me")
    said(store, begun(store, bob, "theirs").id, "Hello from them")
    embed(vectors)

    assert sorted(near(vectors, ann, of("The boat is red"))) == sorted([mine.id, ours.id, "mine/0"])
    assert sorted(near(vectors, bob, of("The boat is red"))) == sorted([theirs.id, ours.id, "theirs/0"])


FILTERS = (
    ({}, "L0 L1 L2 talk/0 talk/1 work/0"),
    ({"layers": ("L1",)}, "L1 talk/0 talk/1 work/0"),
    ({"turns": False}, "L0 L1 L2"),
    ({"tiers": ("user",), "turns": False}, "L0"),
    ({"category": "person", "turns": False}, "L1"),
    ({"context_type": "tool_schema"}, "L1 talk/0 talk/1 work/0"),
    ({"connections": (), "turns": False}, "L0 L2"),
    ({"connections": ("jira",)}, "L0 L1 L2 talk/0 talk/1 work/0"),
    ({"connections": ("mail",)}, "L0 L2 talk/0 talk/1 work/0"),
    ({"project_id": "harbour"}, "L0 L2 talk/0 talk/1 work/0"),
    ({"project_id": "other"}, "L0 L1 talk/0 talk/1"),
    ({"task_id": "t2"}, "L0 L1 talk/0 talk/1 work/0"),
    ({"tags": ("a", "b"), "turns": False}, "L1"),
    ({"except_session": "talk"}, "L0 L1 L2 work/0"),
    ({"since": LATER}, "L2 talk/1"),
    ({"until": LATER}, "L0 L1 talk/0 work/0"),
    ({"entries": EntryFilter(subject="ships"), "turns": False}, "L2"),
)


@pytest.mark.feature("004-8")
def test_a_filter_leaves_out_what_search_leaves_out(store, vectors, ann):
    names = {}
    for layer, fields in {
        "L0": {"tier": "user"},
        "L1": {
            "tier": "memory",
            "category": "person",
            "context_type": "tool_schema",
            "connection_id": "jira",
            "tags": ("a", "b"),
        },
        "L2": {
            "tier": "memory",
            "project_id": "harbour",
            "task_id": "t1",
            "subject": "Ships",
            "created_at": LATER,
        },
    }.items():
        extra = {"project_id": "other"} if layer == "L1" else {}
        names[put(store, ann, f"Statement of {layer}", layer=layer, **fields, **extra).id] = layer
    said(store, begun(store, ann, "talk").id, "Hello", at=AT)
    said(store, "talk", "Goodbye", at=LATER)
    said(store, begun(store, ann, "work", project_id="harbour").id, "Lift it", at=AT)
    embed(vectors)

    def finds(where, found):
        refs = near(vectors, ann, of("x"), where=replace(EVERYTHING, **where))
        assert sorted(names.get(ref, ref) for ref in refs) == found.split()

    assert failures(FILTERS, finds) == []


def test_a_filter_that_leaves_little_still_finds_it(store, vectors, ann):
    for number in range(60):
        put(store, ann, f"Statement {number}")
    tagged = put(store, ann, "The crane is blue", tags=("rare",))
    embed(vectors, by=lambda text: unit(-1) if text == tagged.content else of(text))

    assert near(vectors, ann, unit(1), where=SearchFilter(tags=("rare",)), limit=2) == [tagged.id]

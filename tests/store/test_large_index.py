"""Searches in a store with more documents of a word than are read: the same findings, whoever else is in it."""

from __future__ import annotations

import pytest
from tests.store.making import AT, EVERYTHING, LATER, begun, found, put

from tiermem.store import open_store
from tiermem.store.contract import SearchFilter, Terms
from tiermem.store.full_text.postings import MAX_ROWS
from tiermem.values import Turn

pytestmark = pytest.mark.slow
FILLING = "filler stuffing padding"


def crowd(store, user, count, text=FILLING, agent="coder"):
    """Journal turns of *text* for a user, written fast."""
    reach = store.records.reach(house="home", agent=agent, user=user)
    session = begun(store, reach)
    with store.transaction(durable=False):
        turns = [
            Turn(
                speaker="user", content=f"{text} number{place}", at=AT, session_id=session.id, position=place
            )
            for place in range(count)
        ]
        store.sessions.journal(session.id, turns)
    return reach


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A store in which Ann owns more turns about cranes than are read of a word, and Ben as many."""
    store = open_store(str(tmp_path_factory.mktemp("large") / "m.db"))
    ann = crowd(store, "ann", MAX_ROWS + 1_000, "crane harbour")
    crowd(store, "ben", MAX_ROWS + 1_000, "crane harbour " + FILLING)
    yield store, ann
    store.close()


def test_the_document_with_most_of_the_words_comes_first(large):
    store, ann = large
    made = put(store, ann, "The yellow crane lifts barrels in the harbour")

    assert found(store, ann, "crane", "yellow", "barrels", "zebra")[0] == made.id
    assert found(store, ann, "yellow", pairs=[("crane", "harbour")])[0] == made.id


def test_pairs_find_what_holds_both_words_and_nothing_else(large):
    store, ann = large
    both = put(store, ann, "Pears and quinces are ripe")
    put(store, ann, "Pears are ripe")

    assert found(store, ann, pairs=[("pears", "quinces")]) == [both.id]


def test_a_rare_word_is_found_beside_a_word_of_which_not_all_documents_are_read(large):
    store, ann = large
    crowd(store, "ann", 1, "the heliport by the harbour")

    pairs = found(store, ann, pairs=[("harbour", "heliport")], limit=3)
    assert pairs == found(store, ann, "heliport", limit=3)[: len(pairs)]


def test_where_no_document_holds_two_frequent_words_those_with_the_rarer_are_found(large):
    store, ann = large

    assert found(store, ann, pairs=[("harbour", "nowhere")])


def test_what_is_favoured_is_among_few_candidates(large):
    store, ann = large
    plain = [put(store, ann, "The amber crane " + "lifts barrels " * place).id for place in range(6)]
    favoured = put(store, ann, "The amber crane " + "lifts barrels " * 9, subject="Dora").id
    terms = Terms(words=("amber", "crane"))

    def few(favour=None):
        where = SearchFilter(layers=("L1",))
        return {one.ref for one in store.search.candidates(terms, where, ann.ids, 4, favour)}

    assert favoured in few(lambda _, subject: 1.0 if subject == "dora" else 0.0)
    assert few() < {*plain}


def test_a_word_of_which_not_all_documents_are_read_is_counted_nearly(large):
    store, ann = large

    assert store.search.frequencies(("harbour",), ann.ids)["harbour"] == pytest.approx(
        MAX_ROWS + 1_000, rel=0.01
    )


def test_others_are_never_found_nor_counted(large):
    store, ann = large
    ben = store.records.reach(house="home", agent="coder", user="ben")
    put(store, ben, "A purple crane of Ben's")

    assert found(store, ann, "purple", "crane", where=SearchFilter()) == found(
        store, ann, "crane", where=SearchFilter()
    )
    assert set(found(store, ann, "stuffing", "filler", limit=500)) == set()
    assert store.search.frequencies(("purple", "stuffing"), ann.ids) == {"purple": 0, "stuffing": 0}


def test_layers_and_filters_narrow(large):
    store, ann = large
    made = put(store, ann, "The violet crane", category="colours")
    put(store, ann, "The violet crane again")
    archived = put(store, ann, "The violet crane of old", layer="L2")

    assert archived.id not in found(store, ann, "violet", "crane", where=SearchFilter(layers=("L1",)))
    assert found(store, ann, "violet", "crane", where=SearchFilter(layers=("L2",)))[0] == archived.id
    narrowed = SearchFilter(layers=("L1",), category="colours")
    assert found(store, ann, "violet", "crane", where=narrowed) == [made.id]


def test_what_was_said_a_moment_ago_is_found(large):
    store, ann = large
    asked = ("crane", "harbour", "ultramarine")
    before = found(store, ann, *asked, limit=5)
    made = put(store, ann, "An ultramarine crane in the harbour")

    assert found(store, ann, *asked, limit=5)[0] == made.id not in before


def test_findings_and_their_relevance_do_not_depend_on_others(new_store):
    answers = []
    for others in (0, 3):
        store = new_store()
        ann = crowd(store, "ann", 300, "crane harbour")
        for number in range(others):
            crowd(store, f"other{number}", 500, "crane harbour red " + FILLING)
        for place, colour in enumerate(("red", "blue", "green")):
            put(store, ann, f"The {colour} crane in the harbour", id=f"e{place:07d}")
        terms = Terms(words=("red", "crane", "harbour"))
        told = store.search.candidates(terms, EVERYTHING, ann.ids, 1_000)
        answers.append([(one.text, one.relevance, one.content_relevance) for one in told])

    assert len(answers[0]) == 303
    assert answers[0] == answers[1]


def test_words_are_counted_again_when_many_documents_are_gone(new_store):
    store = new_store()
    ann = crowd(store, "ann", 1_100, "zanzibar ferry")
    before = store.search.frequencies(("zanzibar",), ann.ids)

    store.sessions.forget_turns(LATER, ann, unread=True)
    put(store, ann, "The zanzibar office has a telephone")

    assert before == {"zanzibar": 1_100}
    assert store.search.frequencies(("zanzibar",), ann.ids) == {"zanzibar": 1}
    assert store.search.size(ann.ids) == 1


def test_words_that_thousands_of_documents_hold_are_found_beside_rare_ones_and_counted(new_store):
    store = new_store()
    crowd(store, "ann", 1, "crane heliport")
    ann = crowd(store, "ann", 3 * MAX_ROWS + 500, "crane harbour")
    made = put(store, ann, "The yellow crane lifts barrels")
    (oldest,) = found(store, ann, "heliport", limit=1)

    assert store.search.frequencies(("crane", "lifts"), ann.ids) == {
        "crane": pytest.approx(3 * MAX_ROWS + 502, rel=0.05),
        "lifts": 1,
    }
    assert found(store, ann, "crane", "heliport")[0] == oldest
    assert found(store, ann, pairs=[("crane", "yellow")]) == [made.id]
    assert "crane" in store.search.by_ref(found(store, ann, pairs=[("crane", "harbour")]), ann.ids)[0].text
    assert found(store, ann, "crane")

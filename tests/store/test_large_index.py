"""A store with more documents than FTS5 weighs by itself: the same findings, whoever else is in it."""

from __future__ import annotations

import pytest
from tests.store.making import AT, EVERYTHING, LATER, begun, found, put, sql

from tiermem.store import open_store
from tiermem.store.contract import SearchFilter, Terms
from tiermem.store.full_text import documents
from tiermem.store.full_text.frequencies import COUNTED, LARGE
from tiermem.store.full_text.index import MANY
from tiermem.values import Turn

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
    """A store of which Ann owns 2,000 turns about cranes and Ben all others."""
    store = open_store(str(tmp_path_factory.mktemp("large") / "m.db"))
    ann = crowd(store, "ann", 2_000, "crane harbour")
    crowd(store, "ben", MANY, "crane harbour " + FILLING)
    assert store.search.size() > MANY
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


def test_words_that_were_said_early_on_are_counted_exactly(large):
    store, _ = large

    assert store.search.size() < LARGE
    assert store.search.frequencies(("harbour",))["harbour"] > COUNTED
    said = sql(store, "SELECT count(*) FROM documents WHERE content || context LIKE '%harbour%'")[0][0]
    assert store.search.frequencies(("harbour",)) == {"harbour": said}


def test_others_are_never_found(large):
    store, ann = large
    ben = store.records.reach(house="home", agent="coder", user="ben")
    put(store, ben, "A purple crane of Ben's")

    assert found(store, ann, "purple", "crane", where=SearchFilter()) == found(
        store, ann, "crane", where=SearchFilter()
    )
    assert set(found(store, ann, "stuffing", "filler", limit=500)) == set()


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


def test_relevance_is_that_of_fts5(large):
    """The same BM25 whether FTS5 computes it or we do."""
    store, ann = large
    for text in (
        "Walnut tables and walnut chairs",
        "Chairs stand at the long walnut table",
        "Tables of figures",
    ):
        put(store, ann, text)
    alone = store.search.candidates(Terms(words=("walnut", "tabl")), EVERYTHING, ann.ids, 10)
    among = store.search.candidates(
        Terms(words=("walnut", "tabl"), pairs=(("harbour", "zebra"),)), EVERYTHING, ann.ids, 10
    )

    assert [one.ref for one in alone] == [one.ref for one in among]
    for one, other in zip(alone, among, strict=True):
        assert other.relevance == pytest.approx(one.relevance, rel=0.02)
        assert other.content_relevance == pytest.approx(one.content_relevance, rel=0.02)


@pytest.mark.parametrize("others", [0, 3])
def test_findings_do_not_depend_on_how_many_others_there_are(new_store, others):
    store = new_store()
    ann = crowd(store, "ann", 300, "crane harbour")
    made = [put(store, ann, f"The {colour} crane in the harbour") for colour in ("red", "blue", "green")]
    for number in range(others):
        crowd(store, f"other{number}", 2_000, "crane harbour " + FILLING)

    assert found(store, ann, "red", "crane", where=SearchFilter())[0] == made[0].id
    assert set(found(store, ann, "crane", where=SearchFilter())) == {entry.id for entry in made}
    assert len(found(store, ann, "harbour", limit=1_000)) == 303


def test_the_size_of_scopes_is_told_with_and_without_a_sample(large):
    store, ann = large

    assert store.search.size(ann.ids) == pytest.approx(2_000, rel=0.05)
    assert documents.scope_token(ann.user.id, None) not in store.search.frequencies(("crane",))


def test_words_are_counted_anew_when_many_documents_are_gone(new_store):
    store = new_store()
    ann = crowd(store, "ann", 1_100, "zanzibar ferry")
    ben = crowd(store, "ben", 1_500, agent="writer")
    before = store.search.frequencies(("zanzibar",))

    store.sessions.forget_turns(LATER, ann, unread=True)
    put(store, ben, "The zanzibar office has a telephone")

    assert before == {"zanzibar": 1_100}
    assert store.search.frequencies(("zanzibar",)) == {"zanzibar": 1}

"""The contract of every store: finding entries and turns by words, which are never syntax."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.store.making import AT, EVERYTHING, LATER, begun, entry, found, put, said, turn

from tiermem.store.contract import SearchFilter, Terms
from tiermem.text import words

PROPERTY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
HOSTILE = [
    'crane" OR "boat',
    "crane AND boat",
    "NEAR(crane boat)",
    "content: crane",
    "scope: scope2l1",
    "{content subject}: crane",
    "-crane",
    "^crane",
    "crane*",
    '"""',
    "(((",
    "crane)",
    "*",
    "",
    " ",
    "\0",
    "crane\0boat",
    "\ud800",
    "\udfff crane",
    "🏗️",
    "'; DROP TABLE entries; --",
    "%_",
    "?1",
    "\\",
    "\u202ecrane",
    "a" * 99,
]
ANY_TEXT = st.text() | st.sampled_from(HOSTILE) | st.text("\"'()*^:-+{}\0 ANDORNEARcrane", max_size=20)


def by_text(store, reach, text, **some):
    """The refs of what a text finds by its words, as recall asks for them."""
    return found(store, reach, *words(text), **some)


# -- nothing is syntax ---------------------------------------------------------------------------


@PROPERTY
@given(st.lists(ANY_TEXT, max_size=3).map(tuple), st.lists(st.tuples(ANY_TEXT, ANY_TEXT), max_size=2))
@example((), [])
@example(tuple(HOSTILE), [*pairwise(HOSTILE)])
def test_any_text_is_words_and_nothing_else(store, ann, asked, pairs):
    if not found(store, ann, "crane"):
        put(store, ann, "The crane is blue")

    refs = found(store, ann, *asked, pairs=tuple(pairs))

    assert set(refs) <= set(found(store, ann, "crane"))
    assert set(store.search.frequencies(asked, ann.ids)) == set(asked)
    assert set(store.search.stems(asked)) == set(asked)


@pytest.mark.parametrize(
    "text", ["boat OR crane", "crane NOT blue", "content: crane", "crane*boat", "-crane +x"]
)
def test_operators_in_a_term_match_as_words_only(store, ann, text):
    made = put(store, ann, "The crane is blue")

    assert found(store, ann, text) == []
    assert by_text(store, ann, text) == [made.id]


def test_a_scope_cannot_be_named_in_a_query(store, ann):
    bob = store.records.reach(house="home", agent="coder", user="bob")
    put(store, bob, "The crane is blue")
    put(store, ann, "The boat is red")

    for text in (f"scope{bob.user.id}l1", f'x" OR scope:"scope{bob.user.id}l1'):
        assert found(store, ann, text) == []
        assert by_text(store, ann, text) == []


def test_threads_whose_connections_come_and_go_find_what_others_put_meanwhile(store, ann):
    def released(act, *arguments):
        try:
            return act(*arguments)
        finally:
            store.release()

    made = set()
    with ThreadPoolExecutor(1) as finding, ThreadPoolExecutor(1) as making:
        for number in range(40):
            for _ in range(number % 3):
                made.add(
                    making.submit(released, put, store, ann, f"The crane is blue, {len(made)}").result().id
                )
            assert set(finding.submit(released, found, store, ann, "crane").result()) == made


@pytest.mark.slow
def test_thousands_of_terms_are_answered(store, ann):
    made = put(store, ann, "word7 word8")
    many = tuple(f"word{number}" for number in range(3000))

    assert found(store, ann, *many) == [made.id]
    assert found(store, ann, pairs=tuple(pairwise(many))) == [made.id]


def test_nothing_to_look_for_or_nowhere_to_look_finds_nothing(store, ann):
    put(store, ann, "The crane is blue")

    assert found(store, ann) == []
    assert found(store, ann, "crane", where=SearchFilter(layers=())) == []
    assert store.search.candidates(Terms(words=("crane",)), EVERYTHING, (), 9) == []
    assert store.search.frequencies([], ann.ids) == store.search.stems([]) == {}


# -- words of many languages ---------------------------------------------------------------------

LANGUAGES = [
    ("We met at the café", "cafe"),
    ("We met at the cafe", "CAFÉ"),
    ("Treffen in der Straße", "strasse"),
    ("Él vive en Perú", "peru"),
    ("Ελλάδα και Κύπρος", "κυπροσ"),
    ("Łukasz and Søren met in Đà Nẵng", "lukasz soren da nang"),
    ("Lukasz and Soren met", "ŁUKASZ SØREN"),
    ("Мы жили в Москве", "москве"),
    ("我住在东京的旅馆", "东京"),
    ("私は東京に住んでいます", "東京"),
    ("彼はラーメンが好きだ", "ラーメン"),
    ("저는 커피를 좋아해요", "커피를"),
    ("ฉัน ชอบ กาแฟ", "กาแฟ"),
    ("أنا أسكن في القاهرة", "القاهرة"),
    ("मैं दिल्ली में रहता हूँ", "दिल्ली"),
    ("Tôi sống ở Hà Nội", "ha noi"),
    ("We go on Friday 🎉", "🎉"),
    ("The parties were running late", "party run"),
    ("She bought two mice", "buying a mouse"),
    ("The child swims there", "where children swam"),
    ("The ﬁle is ｆｕｌｌ", "file full"),
    ("zero\u200bwidth", "zerowidth"),
]


@pytest.mark.parametrize(("content", "asked"), LANGUAGES, ids=[asked for _, asked in LANGUAGES])
def test_a_word_is_found_as_it_is_written_or_nearly(store, ann, content, asked):
    made = put(store, ann, content)
    put(store, ann, "Something else entirely 山 ひと 사람 คน رجل आदमी 🚲")
    session = begun(store, ann)
    said(store, session.id, content, "LONG " * 90)

    assert by_text(store, ann, asked, where=SearchFilter()) == [made.id]
    assert by_text(store, ann, asked, where=SearchFilter(layers=(), turns=True)) == [f"{session.id}/0"]


@pytest.mark.parametrize("asked", ["京都", "大阪"])
def test_two_characters_of_cjk_are_not_found_where_they_do_not_stand_together(store, ann, asked):
    put(store, ann, "東京の都、大きな阪")

    assert by_text(store, ann, asked) == []


def test_subject_tags_and_date_words_find_an_entry(store, ann):
    made = put(store, ann, "It is blue", subject="Harbour", tags=("paint", "Öl"), created_at=LATER)

    for asked in ("harbour", "paint", "ol", "march", "2026", "thursday"):
        assert by_text(store, ann, asked) == [made.id], asked


# -- what is asked for ---------------------------------------------------------------------------


def test_any_word_finds_and_a_pair_needs_both(store, ann):
    both, crane, boat = (
        put(store, ann, content).id
        for content in ("The crane lifts the boat", "A crane stands here", "A boat lies there")
    )

    assert set(found(store, ann, "crane", "boat")) == {both, crane, boat}
    assert found(store, ann, pairs=(("crane", "boat"),)) == [both]
    assert set(found(store, ann, "lies", pairs=(("crane", "boat"),))) == {both, boat}
    assert found(store, ann, pairs=(("crane", "nowhere"), ("boat", "crane"))) == [both]


def test_the_best_come_first_and_no_more_than_asked_for(store, ann):
    names = [put(store, ann, "crane " * times + "other " * (9 - times)).id for times in (1, 8, 4)]
    terms = Terms(words=("crane",))

    best = store.search.candidates(terms, SearchFilter(), ann.ids, 2)

    assert [candidate.ref for candidate in best] == [names[1], names[2]]
    assert best[0].relevance > best[1].relevance > 0
    assert len(store.search.candidates(terms, SearchFilter(), ann.ids, 9)) == 3


def test_what_is_favoured_is_among_few_candidates_before_what_is_somewhat_better(store, ann):
    names = [put(store, ann, "crane " * 8 + "other", subject=name).id for name in ("Cody", "Cleo", "Carl")]
    favoured = put(store, ann, "crane other other other", subject="Dora Miles").id
    terms, asked = Terms(words=("crane",)), []

    def favour(layer, subject):
        asked.append((layer, subject))
        return 1.0 if subject == "dora miles" else 0.0

    few = store.search.candidates(terms, SearchFilter(), ann.ids, 3, favour)
    by_words_alone = store.search.candidates(terms, SearchFilter(), ann.ids, 3)

    assert [one.ref for one in few][-1] == favoured  # still in the order of relevance
    assert {one.ref for one in few} < {*names, favoured}
    assert {one.ref for one in by_words_alone} == set(names)
    assert ("L1", "dora miles") in asked


def test_what_is_far_below_the_best_is_left_out_behind_the_first_half_where_more_than_words_decides(
    store, ann
):
    best = put(store, ann, "crane barge dredger winch").id
    poor = [put(store, ann, "crane " + "other " * 40).id for _ in range(9)]
    put(store, ann, "nothing of it")
    terms = Terms(words=("crane", "barge", "dredger", "winch"))

    ranked = store.search.candidates(terms, SearchFilter(), ann.ids, 8, lambda *_: 0.0)
    by_words_alone = store.search.candidates(terms, SearchFilter(), ann.ids, 8)

    assert ranked[0].ref == by_words_alone[0].ref == best
    assert len(ranked) == 4
    assert len(by_words_alone) == 8
    assert {one.ref for one in ranked[1:]} < set(poor)


def test_turns_and_entries_do_not_crowd_out_each_other_where_more_than_words_decides(store, ann):
    kept = put(store, ann, "crane " + "other " * 20, layer="L2").id
    session = begun(store, ann)
    said(store, session.id, *["crane crane barge"] * 30)
    terms = Terms(words=("crane",))

    found = store.search.candidates(terms, EVERYTHING, ann.ids, 10, lambda layer, _: 0.0 if layer else 0.5)

    assert kept in {one.ref for one in found}
    assert sum(one.layer is None for one in found) == 10
    assert kept not in {one.ref for one in store.search.candidates(terms, EVERYTHING, ann.ids, 10)}


def test_what_another_thread_wrote_is_found_at_once(store, ann):
    for number in range(20):
        word = f"zebra{number}"
        assert found(store, ann, word) == []
        writing = threading.Thread(target=put, args=(store, ann, f"the {word}"))
        writing.start()
        writing.join()
        assert len(found(store, ann, word)) == 1


def test_a_document_in_the_place_of_one_that_was_found_is_not_shown_to_others(store, ann):
    ben = store.records.reach(house="home", agent="coder", user="ben")
    mine = put(store, ann, "the crane of mine")
    assert found(store, ann, "crane") == [mine.id]

    def change():
        with store.transaction():
            store.records.update(replace(mine, status="archived"))
            store.records.insert(entry(ben, "what another earns"))

    changing = threading.Thread(target=change)
    changing.start()
    changing.join()
    assert found(store, ann, "crane") == []


def test_a_candidate_says_what_ranking_needs(store, ann):
    fields = {"source": "agent", "speaker": "tool", "correction": True, "importance": 0.9, "subject": "Crane"}
    made = put(store, ann, "It is blue", layer="L2", created_at=LATER, tags=("harbour", "paint"), **fields)
    session = begun(store, ann)
    with store.transaction():
        store.sessions.journal(session.id, [turn("The crane is red", "assistant", name="Cody")])
    terms = Terms(words=("crane",))

    of = {one.ref: one for one in store.search.candidates(terms, EVERYTHING, ann.ids, 9)}

    said = of[f"{session.id}/0"]
    entry = of[made.id]
    assert entry[3:-1] == ("It is blue", LATER, "L2", "agent", "tool", 1, 0.9, "Crane", "harbour paint")
    assert said[3:-1] == ("The crane is red", AT, None, None, "assistant", 0, 0.5, "Cody", "")
    assert (entry.searched, said.searched) == ("it is blue", "the crane is red")
    assert said.content_relevance > of[made.id].content_relevance == 0


# -- where it is looked for ----------------------------------------------------------------------

FILTERS = [
    ({}, "1"),
    ({"layers": ("L0",)}, "2"),
    ({"layers": ("L1", "L2")}, "13"),
    ({"layers": ("L0", "L1", "L2"), "tiers": ("memory",)}, "3"),
    ({"layers": (), "turns": True}, "ab"),
    ({"turns": True}, "1ab"),
    ({"layers": (), "turns": True, "except_session": "sa"}, "b"),
    ({"turns": True, "except_session": "elsewhere"}, "1ab"),
    ({"layers": ("L0", "L1", "L2"), "category": "person"}, "2"),
    ({"layers": ("L0", "L1", "L2"), "project_id": "harbour"}, "12"),
    ({"layers": ("L0", "L1", "L2"), "project_id": "office"}, "13"),
    ({"layers": (), "turns": True, "project_id": "harbour"}, "ab"),
    ({"layers": (), "turns": True, "project_id": "office"}, "b"),
    ({"layers": ("L0", "L1", "L2"), "task_id": "paint"}, "123"),
    ({"layers": ("L0", "L1", "L2"), "task_id": "weld"}, "13"),
    ({"layers": ("L0", "L1", "L2"), "connections": ()}, "12"),
    ({"layers": ("L0", "L1", "L2"), "connections": ("mail",)}, "123"),
    ({"layers": ("L0", "L1", "L2"), "connections": ("wiki", "chat")}, "12"),
    ({"layers": ("L0", "L1", "L2"), "tags": ("a",)}, "23"),
    ({"layers": ("L0", "L1", "L2"), "tags": ("a", "b,c")}, "3"),
    ({"layers": ("L0", "L1", "L2"), "turns": True, "since": "2026-02-02"}, "23b"),
    ({"layers": ("L0", "L1", "L2"), "turns": True, "until": "2026-02-02"}, "1a"),
    ({"layers": ("L0", "L1", "L2"), "turns": True, "since": "2026-02-02", "until": "2026-02-03"}, "2"),
]


@pytest.fixture
def filled(store, ann):
    put(store, ann, "The crane is blue", id="aaaa0001", created_at="2026-02-01")
    put(
        store,
        ann,
        "The crane is red",
        id="aaaa0002",
        layer="L0",
        created_at="2026-02-02",
        category="person",
        project_id="harbour",
        task_id="paint",
        tags=("a",),
    )
    put(
        store,
        ann,
        "The crane is green",
        id="aaaa0003",
        owner="agent",
        layer="L2",
        created_at="2026-02-03",
        project_id="office",
        connection_id="mail",
        tags=("a", "b,c"),
    )
    for status in ("inactive", "staged"):
        put(store, ann, "The crane is gone", status=status)
    begun(store, ann, "sa", project_id="harbour")
    begun(store, ann, "sb")
    said(store, "sa", "Is the crane blue?", at="2026-02-01")
    said(store, "sb", "Is the crane red?", at="2026-02-04")
    return store


@pytest.mark.parametrize(("where", "wanted"), FILTERS, ids=[str(where) for where, _ in FILTERS])
def test_each_filter_narrows(filled, ann, where, wanted):
    refs = found(filled, ann, "crane", where=SearchFilter(**where))

    assert sorted(ref[1] if "/" in ref else ref[-1] for ref in refs) == sorted(wanted)


# -- the index -----------------------------------------------------------------------------------


def test_frequencies_count_documents_by_stem(store, ann):
    put(store, ann, "Parties and boats")
    put(store, ann, "One party, many parties")
    put(store, ann, "gone", status="inactive")

    assert store.search.frequencies(["party", "parties", "boat", "nowhere", "gone"], ann.ids) == {
        "party": 2,
        "parties": 2,
        "boat": 1,
        "nowhere": 0,
        "gone": 0,
    }


def test_frequencies_may_count_entries_alone(store, ann):
    put(store, ann, "The party is in May")
    said(store, begun(store, ann).id, "A party?", "Yes, a party")

    assert store.search.frequencies(["party"], ann.ids) == {"party": 3}
    assert store.search.frequencies(["party"], ann.ids, turns=False) == {"party": 1}


@pytest.mark.parametrize(
    ("one", "other"),
    [("party", "parties"), ("CAFÉ", "cafe"), ("run", "running"), ("buying", "bought"), ("foot", "Feet")],
)
def test_words_that_are_one_to_the_index_have_one_stem(store, one, other):
    stems = store.search.stems([one, other])

    assert stems[one] == stems[other]
    assert store.search.stems(["boat"])["boat"] != stems[one]


def test_an_entry_is_found_by_what_it_says_now(store, ann):
    from dataclasses import replace

    made = put(store, ann, "The crane is blue")
    with store.transaction():
        store.records.update(replace(made, content="The boat is red", version=2))
    assert (found(store, ann, "crane"), found(store, ann, "boat")) == ([], [made.id])

    with store.transaction():
        store.records.update(replace(made, content="The boat is red", version=2, status="inactive"))

    assert found(store, ann, "boat") == []


CONTENTS = st.lists(
    st.tuples(
        st.lists(
            st.sampled_from(["crane", "boat", "café", "東京", "party", "🎉", "attic"]), min_size=1, max_size=6
        ),
        st.sampled_from(["L0", "L1", "L2", "turn"]),
    ),
    min_size=1,
    max_size=10,
)


@settings(PROPERTY, max_examples=15)
@given(CONTENTS)
def test_a_new_index_gives_the_same_answers(new_store, contents):
    store = new_store()
    reach = store.records.reach(house="home", agent="coder", user="ann")
    session = begun(store, reach)
    for number, (some, layer) in enumerate(contents):
        if layer == "turn":
            said(store, session.id, " ".join(some))
        else:
            put(store, reach, " ".join(some), layer=layer, id=f"e{number:07d}", subject=some[-1])
    asked = ["crane", "boat", "cafe", "東京", "parties", "emoji1f389", "attic", "march"]

    def answers():
        size = store.search.size(reach.ids)
        frequencies = store.search.frequencies(asked, reach.ids)
        terms = [Terms(words=(word,)) for word in asked]
        return size, frequencies, [store.search.candidates(one, EVERYTHING, reach.ids, 99) for one in terms]

    before = answers()
    assert store.search.reindex() == len(contents)
    assert answers() == before
    assert not [finding for finding in store.check() if "index" in finding.what]


def test_building_the_index_tells_how_far_it_is(store, ann):
    for number in range(3):
        said(store, begun(store, ann, f"s{number}").id, "The crane is blue")
    told = []

    assert store.search.reindex(lambda done, total: told.append((done, total))) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_size_counts_the_documents_of_scopes_or_of_all(store, ann):
    bob = store.records.reach(house="home", agent="coder", user="bob")
    assert (store.search.size(), store.search.size(ann.ids)) == (0, 0)
    for reach in (ann, ann, bob):
        put(store, reach, "The crane is blue")
    said(store, begun(store, ann).id, "Is it?")
    put(store, ann, "gone", status="inactive")

    assert (store.search.size(), store.search.size(ann.ids), store.search.size(bob.ids)) == (4, 3, 1)


# -- the state of an index -----------------------------------------------------------------------


def test_the_state_of_owners_differs_after_each_change_of_what_they_have(store, ann):
    ben = store.records.reach(house="home", agent="coder", user="ben")
    states = [store.search.state(ann.ids)]

    crane = put(store, ann, "The crane lifts the boat.")
    states.append(store.search.state(ann.ids))
    put(store, ben, "The crane lifts the boat.")
    assert store.search.state(ann.ids) == states[-1]
    said(store, begun(store, ann).id, "The crane is red.")
    states.append(store.search.state(ann.ids))
    with store.transaction():
        store.records.update(replace(crane, content="The crane lifts a car.", version=2))
    states.append(store.search.state(ann.ids))

    assert len(set(states)) == 4


def test_turns_leave_the_state_of_the_entries(store, ann):
    put(store, ann, "The crane lifts the boat.")
    before = store.search.state(ann.ids, turns=False)

    said(store, begun(store, ann).id, "The crane is red.")

    assert store.search.state(ann.ids, turns=False) == before


def test_what_an_undone_transaction_wrote_is_found_in_it_alone(store, ann):
    kept = put(store, ann, "The crane lifts the boat.")
    before = store.search.state(ann.ids)
    undone = entry(ann, "The crane is red.")

    def write_and_fail():
        with store.transaction():
            store.records.insert(undone)
            assert {*found(store, ann, "crane")} == {kept.id, undone.id}
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()

    assert store.search.state(ann.ids) == before
    assert found(store, ann, "crane") == [kept.id]


def test_threads_find_what_another_wrote(store, ann):
    put(store, ann, "The crane lifts the boat.")
    assert len(found(store, ann, "crane")) == 1

    with ThreadPoolExecutor(1) as other:
        other.submit(put, store, ann, "The crane is red.").result(20)
        assert len(other.submit(found, store, ann, "crane").result(20)) == 2

    assert len(found(store, ann, "crane")) == 2

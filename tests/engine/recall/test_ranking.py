"""Ranking of candidates: the built-in signals, those of other plugins, and the scorecards."""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, datetime
from itertools import pairwise
from math import log

import pytest
from tests.clocks import START, Ticking
from tests.engine.opening import OBSERVER, add, observe

from tiermem import Candidate, QueryContext, Turn
from tiermem.engine.recall.query import understand
from tiermem.engine.recall.ranking import KINDS, scorecard
from tiermem.plugins import BUILT_INS, PluginManager, load_plugins

AT = "2026-03-01T10:00:00.000000Z"
NAMES = [module.rpartition(".")[2] for module in BUILT_INS]
SIGNALS = [module.rpartition(".")[2] for module in BUILT_INS if ".signals." in module]


def best(memory, prompt, **where):
    """The texts of the passages for a prompt, best first."""
    return [one.text for one in memory.preview(**where).view.find_passages(prompt).passages]


def odds(memory, prompt):
    """Text → the odds that it matters."""
    found = memory.preview().view.find_passages(prompt).passages
    return {one.text: one.score / (1 - one.score) for one in found}


def said_by(memory, name, content, session):
    with memory.session(id=session) as said:
        said.on_turn_end(turns=[Turn(speaker="user", content=content, at=AT, name=name)])


# -- whose words, and when -----------------------------------------------------------------------


def test_of_the_same_words_a_users_come_before_an_agents_and_a_systems(open_memory):
    memory = open_memory(hooks=OBSERVER, recall={"archive": "never"})
    observe(memory.session(), "The gate opens at noon for Tom")
    add(memory.session().entries, "The gate opens at noon for Bob", layer="L1", tier="user")
    add(memory.entries(), "The gate opens at noon for Eve", layer="L1", tier="user")

    assert [text[-3:] for text in best(memory, "For whom does the gate open at noon?")] == [
        "Eve",
        "Bob",
        "Tom",
    ]


def test_a_users_correction_comes_first(memory):
    wrong = add(memory.entries(), "The gate opens at dawn for Ann", layer="L1", tier="user")
    memory.entries().correct(wrong.id, "The gate opens at noon for Ann")
    for name in ("Bob", "Eve"):
        add(memory.entries(), f"The gate opens at noon for {name}", layer="L1", tier="user")

    assert best(memory, "For whom does the gate open at noon?")[0] == "The gate opens at noon for Ann"


@pytest.mark.parametrize("name", ["Anna", "Boris"])
def test_the_turn_of_the_one_who_is_named_comes_first(open_memory, name):
    memory = open_memory(recall={"archive": "always"})
    for number, (who, colour) in enumerate((("Anna", "blue"), ("Boris", "grey"))):
        said_by(memory, who, f"I painted the crane {colour} again", f"s{number}")

    found = memory.preview().view.find_passages(f"How did {name} paint the crane?").passages

    assert [one.label for one in found] == [name, *{"Anna", "Boris"} - {name}]
    assert found[0].score > 1.5 * found[1].score
    assert "named_relevance" not in found[1].parts


def test_a_question_when_prefers_what_tells_a_time(open_memory):
    memory = open_memory(recall={"archive": "always"})
    said_by(memory, "Anna", "We painted the old crane on Monday", "s1")
    said_by(memory, "Anna", "We painted the old crane in green", "s2")

    asked_when = odds(memory, "When did we paint the crane?")
    asked_how = odds(memory, "How did we paint the crane?")

    monday, green = "We painted the old crane on Monday", "We painted the old crane in green"
    assert asked_when[monday] > 2 * asked_when[green]
    assert asked_when[monday] / asked_when[green] > 2 * asked_how[monday] / asked_how[green]


def test_of_the_same_words_the_newer_comes_first(open_memory):
    clock = Ticking()
    memory = open_memory(clock=clock)
    add(memory.entries(), "The gate is in hall A", layer="L1", tier="user")
    clock.now = datetime(2027, 6, 1, tzinfo=UTC)
    add(memory.entries(), "The gate is in hall B", layer="L1", tier="user")

    found = memory.preview().view.find_passages("Where is the gate?").passages

    assert [one.text[-1] for one in found] == ["B", "A"]
    assert found[0].parts["recency"] > 0
    assert "recency" not in found[1].parts


def test_an_entry_with_a_tag_that_is_named_comes_first(memory):
    for tags, where in (((), "A"), (("shipping",), "B")):
        add(memory.entries(), f"The gate is in hall {where}", layer="L1", tier="user", tags=tags)

    assert best(memory, "Where is the gate for shipping?")[0][-1] == "B"


# -- switches ------------------------------------------------------------------------------------

CRANE = "When did Anna paint the harbour crane?"


@pytest.fixture(scope="module")
def measured_by():
    """Signal plugin → the names of what it measures, of a query about anything."""
    now = datetime(2026, 5, 20, tzinfo=UTC)
    query = understand("When did Anna, who painted the crane in May 2024, ask?", now)
    candidates = [
        Candidate(
            2.0, 1.0, "s1/0", "When did I?", "2024-05-01T00:00:00Z", None, None, "user", 0, 0.5, "Anna"
        ),
        Candidate(1.0, 1.0, "s1/1", "On Monday", "2024-05-01T00:00:00Z", None, None, "user", 0, 0.5, "Ben"),
        Candidate(1.0, 1.0, "e1", "The crane", "2024-05-01T00:00:00Z", "L1", "user", "user", 0, 0.9, None),
    ]
    refs = [one.ref for one in candidates]
    asked = QueryContext(
        query=query,
        now=now,
        weights={"crane": 1.0},
        adjacent=frozenset(),
        names=frozenset({"anna"}),
        words={one.ref: one.text.lower().split() for one in candidates},
        shared=dict.fromkeys(refs, ()),
        similarities=dict.fromkeys(refs, 0.5),
    )
    return {name: measured(name, asked, candidates) for name in SIGNALS}


def measured(name, asked, candidates):
    """The names of the signals of one built-in plugin."""
    manager = PluginManager()
    load_plugins(manager, files=[], disable=[one for one in NAMES if one != name], entry_points=False)
    collected = manager.hooks.score_entries(asked, candidates)
    assert collected.failures == ()
    assert manager.hooks.score_entries(asked, []).failures == ()
    return {signal.name for signal in collected.values}


def parts_of(memory):
    """The names of all parts of the passages for a prompt."""
    return {name for one in memory.preview().view.find_passages(CRANE).passages for name in one.parts}


def fill(memory):
    """Store candidates on which every signal but `likeness` gives points."""
    entries = memory.entries()
    add(
        entries,
        "The harbour crane was painted on Monday",
        layer="L1",
        tier="user",
        tags=("crane",),
        subject="Anna",
    )
    said_by(memory, "Anna", "I will paint the harbour crane tomorrow with the others", "s1")
    with memory.session(id="s2") as session:
        turns = [("Ben", "Who paints the crane?"), ("Anna", "I paint the harbour crane on Monday")]
        session.on_turn_end(
            turns=[Turn(speaker="user", content=text, at=AT, name=who) for who, text in turns]
        )


@pytest.mark.parametrize("name", [name for name in SIGNALS if name != "likeness"])
def test_a_signal_that_is_switched_off_is_in_no_receipt_and_changes_nothing_else(
    open_memory, measured_by, name
):
    memory = open_memory(recall={"archive": "always"})
    fill(memory)
    on = parts_of(memory)

    off = parts_of(open_memory(recall={"archive": "always"}, disable=[name]))

    assert on & measured_by[name]
    assert off == on - measured_by[name]


def test_without_any_signal_what_was_found_is_still_there(open_memory):
    memory = open_memory(disable=SIGNALS)
    entry = add(memory.entries(), "The harbour opens at six", layer="L1", tier="user")

    recalled = memory.recall("When does the harbour open?")

    assert [(one.ref, one.parts) for one in recalled.passages] == [(entry.id, {})]


# -- signals of other plugins --------------------------------------------------------------------

BOTH = ("The harbour of Oslo", "The harbour of Bergen")


def with_signal(open_memory, code):
    """Two memories on one store with two entries: one without, one with plugins of this code."""
    plain = open_memory()
    for text in BOTH:
        add(plain.entries(), text, layer="L1", tier="user")
    hooks = [f"@hookimpl\ndef score_entries(asked, entries):\n    {line}\n" for line in code]
    return plain, open_memory(hooks=hooks)


@pytest.mark.parametrize(
    ("factors", "expected"),
    [
        ([3.0], 3.0),
        ([0.5], 0.5),
        ([3.0, 2.0], 6.0),
        ([3, 0.25], 0.75),
        ([1e9], 10.0),
        ([1e9, 1e9], 100.0),
        ([0.0], 0.1),
        ([-3.0], 0.1),
    ],
)
def test_factors_multiply_the_odds_and_are_bounded(open_memory, factors, expected):
    code = [
        f"return Signal(name='n{n}', factors={{one.ref: {factor} for one in entries if 'Oslo' in one.text}})"
        for n, factor in enumerate(factors)
    ]
    plain, other = with_signal(open_memory, code)

    before, after = odds(plain, "Which harbour?"), odds(other, "Which harbour?")

    assert after[BOTH[0]] / before[BOTH[0]] == pytest.approx(expected, rel=1e-3)
    assert after[BOTH[1]] == pytest.approx(before[BOTH[1]], rel=1e-3)


def test_values_without_a_table_are_worth_nothing(open_memory):
    plain, other = with_signal(open_memory, ["return Signal(name='mood', values=[5.0] * len(entries))"])

    found = other.recall("Which harbour?")

    assert odds(other, "Which harbour?") == pytest.approx(odds(plain, "Which harbour?"), rel=1e-3)
    assert all("mood" not in one.parts for one in found.passages)
    assert not any("mood" in note or "hooks0" in note for note in found.receipt.notes)


def test_a_wrong_number_of_values_is_a_failure_that_the_receipt_tells(open_memory):
    plain, other = with_signal(open_memory, ["return Signal(name='relevance', values=[1.0])"])

    notes = other.recall("Which harbour?").receipt.notes

    assert "hooks0.py.score_entries: returned 1 values as a signal for 2 candidates" in notes
    assert odds(other, "Which harbour?") == pytest.approx(odds(plain, "Which harbour?"), rel=1e-3)


def test_hooks_are_not_asked_where_nothing_was_found(open_memory):
    _, other = with_signal(open_memory, ["raise ValueError('asked')"])

    assert not any("asked" in note for note in other.recall("Something else entirely").receipt.notes)
    assert any("asked" in note for note in other.recall("Which harbour?").receipt.notes)


def test_a_hook_sees_the_query_its_words_and_the_candidates(open_memory):
    look = (
        "return Signal(name=f'{asked.query.text}|{sorted(asked.weights)}|{[one.text for one in entries]}"
        "|{asked.now:%Y}', factors={entries[0].ref: 2.0})"
    )
    _, other = with_signal(open_memory, [look])

    (seen,) = {
        name
        for one in other.recall("Which harbour?").passages
        for name in one.parts
        if name.startswith("Which")
    }

    text, weights, entries, year = seen.split("|")
    assert (text, weights, year) == ("Which harbour?", "['harbour']", str(START.year))
    assert all(one in entries for one in BOTH)


# -- scorecards ----------------------------------------------------------------------------------

CARDS = [
    pytest.param(
        scorecard(kind, with_vectors=with_vectors), id=f"{kind}, {'with' if with_vectors else 'no'} vectors"
    )
    for kind in KINDS
    for with_vectors in (False, True)
]


@pytest.mark.parametrize("card", CARDS)
def test_a_table_has_ascending_cuts_and_one_more_point_and_nothing_is_worth_nothing(card):
    for table in card.signals.values():
        assert table.cuts
        assert all(one < other for one, other in pairwise(table.cuts))
        assert len(table.points) == len(table.cuts) + 1
        assert table.points[bisect_left(table.cuts, 0.0)] == 0.0


@pytest.mark.parametrize("card", CARDS)
def test_every_signal_of_a_scorecard_is_measured_by_a_built_in(card, measured_by):
    assert card.signals.keys() <= set().union(*measured_by.values())


@pytest.mark.parametrize("kind", KINDS)
def test_likeness_is_worth_something_where_there_are_vectors_only(kind, measured_by):
    of_vectors = set(measured_by["likeness"])

    assert of_vectors.isdisjoint(scorecard(kind).signals)
    assert "likeness" in scorecard(kind, with_vectors=True).signals


def test_no_two_built_ins_measure_the_same(measured_by):
    names = [name for own in measured_by.values() for name in own]

    assert len(names) == len(set(names))


@pytest.mark.parametrize("card", CARDS)
def test_points_and_factors_add_to_the_logarithm_of_the_odds(card):
    def odds_of(chance):
        return chance / (1 - chance)

    assert card.slope > 0
    assert 0 < card.chance(-50) < card.chance(0) < card.chance(1) < card.chance(10) <= 1
    assert log(odds_of(card.chance(3))) == pytest.approx(3 * card.slope + card.offset)
    assert odds_of(card.chance(1, 4.0)) == pytest.approx(4 * odds_of(card.chance(1)))


# -- what is said twice --------------------------------------------------------------------------


def test_what_one_shown_says_is_not_shown_again_and_the_receipt_says_so(memory):
    for text in ("The user prefers short answers", "I prefer short answers.", "I prefer long answers"):
        add(memory.entries(), text, layer="L1", tier="user")

    recalled = memory.recall("What answers are preferred, short or long?")

    assert len(recalled.passages) == 2
    assert "I prefer long answers" in [one.text for one in recalled.passages]
    assert [one.why for one in recalled.receipt.dropped] == ["says what one shown says"]


@pytest.mark.parametrize("subject", ["\u200b", "\u0301"], ids=["invisible", "an accent alone"])
def test_a_subject_of_which_no_letter_is_left_is_no_name(memory, subject):
    add(memory.entries(), "The gate of billing is blue.", layer="L1", subject=subject)

    assert best(memory, "Which colour has the gate of billing?") == ["The gate of billing is blue."]

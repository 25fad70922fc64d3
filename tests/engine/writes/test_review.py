"""Forgetting that a person can see: doubts are shown, and nothing changes but by a person's word."""

from __future__ import annotations

import pytest
from tests.clocks import Ticking
from tests.engine.opening import add, contents

from tiermem.errors import InputError, UnknownEntry

STAGING = "Deploys of billing go through staging first"
STAGING_AGAIN = "Billing deploys go first through staging"


@pytest.fixture
def clock():
    return Ticking()


@pytest.fixture
def memory(open_memory, clock):
    return open_memory(clock=clock)


def concerns(memory):
    return [(doubt.concern, doubt.entry.content) for doubt in memory.review().doubts()]


def test_there_is_nothing_to_review_in_a_fresh_store(memory):
    add(memory.entries(), STAGING, layer="L1")

    assert concerns(memory) == []


def test_the_later_of_two_entries_that_say_nearly_the_same_is_shown_with_the_other(memory):
    first = add(memory.entries(), STAGING, layer="L1")
    add(memory.entries(), STAGING_AGAIN, layer="L1")
    add(memory.entries(), "The billing service is written in Go", layer="L1")

    [doubt] = memory.review().doubts()

    assert (doubt.concern, doubt.entry.content, doubt.other.id) == ("duplicated", STAGING_AGAIN, first.id)


def test_what_was_not_touched_for_half_a_year_is_stale(memory, clock):
    add(memory.entries(), STAGING, layer="L1")
    add(memory.entries(), "The user is called Maria", layer="L0", tier="user")
    clock.pass_days(181)

    assert {concern for concern, _ in concerns(memory)} == {"stale"}
    assert len(concerns(memory)) == 2


def test_of_a_large_store_the_last_and_the_longest_unchanged_are_looked_at(memory, clock):
    add(memory.entries(), "The user is called Maria", layer="L0", tier="user")
    clock.pass_days(181)
    for number in range(5):
        add(memory.entries(), f"The zebra number {number} of the zoo is called Zora", layer="L1")
    add(memory.entries(), STAGING, layer="L1")
    add(memory.entries(), STAGING_AGAIN, layer="L1")

    found = [(doubt.concern, doubt.entry.content) for doubt in memory.review().doubts(most=2)]

    assert found == [("duplicated", STAGING_AGAIN), ("stale", "The user is called Maria")]


def test_what_is_never_recalled_while_others_are_is_shown(memory, clock):
    add(memory.entries(), STAGING, layer="L1")
    add(memory.entries(), "The zebra of the zoo is called Zora", layer="L1")
    memory.recall("Do deploys of billing go through staging?")
    clock.pass_days(61)

    assert concerns(memory) == [("never used", "The zebra of the zoo is called Zora")]


def test_what_contradicts_a_persons_entry_is_shown_with_it(open_memory):
    memory = open_memory()
    add(memory.entries(), "My manager is Bob", layer="L1", tier="user")
    with memory.session() as session:
        session.on_turn_end("No, my manager is Alice, not Bob.", "I see.")

    doubts = memory.review().doubts()

    assert [(doubt.concern, doubt.other.content) for doubt in doubts] == [
        ("contradicting", "My manager is Bob")
    ]
    memory.review().retire(doubts[0].entry.id)
    assert any("Alice" in content for content in contents(memory.entries()))
    assert "My manager is Bob" not in contents(memory.entries())


def test_what_a_person_kept_is_not_asked_about_until_it_changes(memory, clock):
    entry = add(memory.entries(), STAGING, layer="L1")
    clock.pass_days(181)
    memory.review().keep(entry.id)

    assert concerns(memory) == []
    assert memory.maintenance.doctor() == []
    memory.entries().update(entry.id, memory.entries().draft("Deploys of billing need two approvals"))
    clock.pass_days(181)
    assert len(concerns(memory)) == 1


def test_retiring_is_undone_by_restoring(memory):
    entry = add(memory.entries(), STAGING, layer="L1")

    memory.review().retire(entry.id)

    assert contents(memory.entries()) == []
    memory.entries().restore(entry.id)
    assert contents(memory.entries()) == [STAGING]


def test_merging_keeps_one_id_and_the_fuller_statement(memory):
    first = add(memory.entries(), "Billing deploys via staging", layer="L1")
    second = add(memory.entries(), STAGING, layer="L1")

    written = memory.review().merge(second.id, first.id)

    assert (written.entry.id, contents(memory.entries())) == (first.id, [STAGING])
    assert memory.maintenance.doctor() == []


def test_what_cannot_be_merged_is_refused_and_stays(memory):
    one = add(memory.entries(), STAGING, layer="L1")
    other = add(memory.entries(), "The user is called Maria", layer="L1", tier="user")

    for pair in ((one.id, one.id), (one.id, other.id)):
        with pytest.raises(InputError, match="Name two entries of one tier"):
            memory.review().merge(*pair)
    with pytest.raises(UnknownEntry):
        memory.review().merge(one.id, "nothing1")
    assert len(contents(memory.entries())) == 2


def test_reviewing_looks_at_ones_own_entries_only(memory):
    add(memory.entries("ann"), STAGING, layer="L1", tier="user")
    add(memory.entries("ann"), STAGING_AGAIN, layer="L1", tier="user")

    assert memory.review("ben").doubts() == []


def test_what_a_block_always_shows_is_used(memory, clock):
    with memory.session(project="shop") as session:
        session.on_turn_end(
            "Never deploy on Fridays. In this repo we write commit messages in English.", "Noted."
        )
    add(memory.entries(), STAGING, layer="L1")
    memory.recall("Do deploys of billing go through staging?")
    clock.pass_days(61)

    rules = [one for one in memory.entries().list()[0] if one.layer == "L1" and one.content != STAGING]

    assert rules
    assert {one.id for one in rules} <= memory.review().shown()
    assert concerns(memory) == []


SAME = [
    ("Alec is the user's boss", "My manager is Alec."),
    ("I live in Lyon.", "The user's home is in Lyon"),
    ("I work at Siemens.", "My employer is Siemens."),
    ("I'm allergic to peanuts.", "The user has a peanut allergy"),
    ("My phone number is 555-123.", "The user's number is 555-123"),
    ("Tests run with pytest -n 2", "We use pytest -n 2 to run tests"),
    ("Ich wohne in Graz.", "Der Nutzer lebt in Graz."),
    ("Vivo en Madrid.", "El usuario vive en Madrid"),
    ("J'habite à Lyon.", "L'utilisateur vit à Lyon"),
    ("我住在上海。", "用户住在上海"),
]
NOT_THE_SAME = [
    ("I like tea.", "The user likes green tea"),
    ("Alec is the user's boss", "Alec's boss is Tom"),
    ("I live in Lyon.", "My sister lives in Lyon."),
    ("I live in Lyon.", "I plan to move to Lyon."),
    ("The user works at Siemens", "I worked at Siemens."),
    ("My manager is Alec.", "My manager was Alec until May."),
    ("Server 1 runs Debian 12", "Server 2 runs Debian 12"),
    ("I have a car", "I don't have a car"),
    ("The old team uses Kubernetes", "The old team doesn't use Kubernetes"),
    ("My wife's birthday is 3 May", "My son's birthday is 3 May"),
    ("The build needs Node 22", "The build needs Node 24"),
    ("The red bike of Ana is in cellar 3 of the house", "The red bike of Ana is in cellar 7 of the house"),
]


def test_two_entries_that_say_the_same_in_other_words_are_shown_together(memory):
    shown = []
    for number, pair in enumerate((*SAME, *NOT_THE_SAME)):
        for content in pair:
            add(memory.entries(f"user {number}"), content, layer="L1", tier="user")
        doubts = memory.review(f"user {number}").doubts()
        shown += [pair for doubt in doubts if doubt.concern == "duplicated"]

    assert shown == SAME


def test_merging_loses_no_name_or_number_of_either(memory):
    first = add(memory.entries(), "Alec is the user's boss and sits in Berlin", layer="L1", tier="user")
    second = add(memory.entries(), "My manager Alec sits in office 12", layer="L1", tier="user")

    merged = memory.review().merge(second.id, first.id).entry

    assert [said for said in ("Berlin", "office 12") if said not in merged.content] == []
    memory.entries().restore(second.id)
    assert len(contents(memory.entries())) == 2

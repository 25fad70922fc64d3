"""The archive and the journal: when they are searched, and their results for a time in the question."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.clocks import Ticking
from tests.engine.opening import add

from tiermem import EntryFilter

SAID = {
    4: "The crane is blue",
    6: "Soup is served at noon",
    12: "The gull nests on the roof",
    13: "Painters come on Friday",
    20: "A new boat arrived",
}
TODAY = datetime(2026, 5, 20, 12, tzinfo=UTC)
PAST = "archive: the prompt asks about the past"
UNSEARCHED = "archive: nothing clearly relevant"


@pytest.fixture
def talked(open_memory):
    """A memory of five days of May 2026, asked on the 20th."""

    def talked(said=SAID, **settings):
        clock = Ticking()
        memory = open_memory(clock=clock, disable=["gap_fill"], **settings)
        for day, text in said.items():
            clock.now = TODAY.replace(day=day, hour=9)
            memory.session(id=f"s{day}").on_turn_end(text)
        clock.now = TODAY
        return memory

    return talked


def days(recalled):
    """The days of the turns shown, in their order."""
    return [int(one.ref[1:].partition("/")[0]) for one in recalled.passages]


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("What did we talk about last week?", [13, 12]),
        ("What happened last week?", [13, 12]),
        ("What did we talk about two weeks ago?", [6, 4]),
        ("What did we talk about on 6 May?", [6]),
        ("What did we discuss in May 2026?", [20, 13, 12, 6, 4]),
        ("Worüber haben wir letzte Woche gesprochen?", [13, 12]),
        ("What did we talk about last month?", []),
        ("What did I tell you yesterday?", []),
    ],
)
def test_a_time_alone_gives_whatever_was_said_then_the_newest_first_and_nothing_else(
    talked, prompt, expected
):
    recalled = talked().recall(prompt)

    assert days(recalled) == expected
    assert recalled.receipt.notes == (PAST,)


def test_of_much_that_was_said_then_the_newest_is_shown(talked):
    said = {day: f"On deck {day} a bell rang {'a' * day}" for day in range(1, 20)}
    memory = talked(said, recall={"top_k": 3})

    prompt = "What did we talk about last week?"

    assert days(memory.recall(prompt)) == [17, 16, 15]
    assert [one.ref for one in memory.preview().view.find_passages(prompt, depth=2).passages] == [
        "s17/0",
        "s16/0",
    ]


def test_a_word_that_was_said_then_is_found_then(talked):
    recalled = talked().recall("What did we say about the gull last week?")

    assert days(recalled)[0] == 12
    assert recalled.passages[0].score > 5 * max([one.score for one in recalled.passages[1:]], default=0)


def test_a_word_that_was_said_at_another_time_is_found_beside_what_was_said_then(talked):
    recalled = talked().recall("What did we say about the boat last week?")
    others = {one.ref.partition("/")[0] for one in recalled.receipt.dropped}

    assert sorted({*days(recalled), *(int(session[1:]) for session in others)}) == [12, 13, 20]


def test_the_words_of_a_time_alone_find_nothing_of_another_time(talked):
    memory = talked(SAID | {19: "It was the last week of the fair"})

    assert days(memory.recall("What did we talk about last week?")) == [13, 12]


def test_filters_bound_the_time_that_is_asked_about(talked):
    memory = talked()
    recalled = memory.recall("What did we talk about last week?", where=EntryFilter(since="2026-05-13"))

    assert days(recalled) == [13]


@pytest.mark.parametrize(
    "prompt",
    ["Which colour suits a crane?", "Is the gull loud?", "Write a poem about the boat", "soup"],
)
def test_a_prompt_that_is_not_about_the_past_leaves_the_archive_unsearched(talked, prompt):
    recalled = talked().recall(prompt)

    assert recalled.passages == ()
    assert recalled.receipt.notes == (UNSEARCHED,)


def test_unless_a_hit_has_nearly_all_of_its_words(talked):
    recalled = talked().recall("Gull nests on a roof: is that allowed?")

    assert days(recalled) == [12]
    assert recalled.receipt.notes == ("archive: a hit is clearly relevant",)


def test_two_words_are_too_few_to_be_clear(talked):
    assert talked().recall("gull roof").passages == ()


def test_where_little_was_said_the_turns_beside_the_best_are_candidates(open_memory):
    memory = open_memory(disable=["gap_fill"])
    with memory.session(id="s") as session:
        for said in ("Hello there", "What is wrong with the winch?", "Its cable snapped", "Too bad"):
            session.on_turn_end(said)
        for number in range(8):
            session.on_turn_end(f"Now to something else, number {number}")

    found = memory.preview().view.find_passages("What did we say about the winch?").passages

    assert {"s/0", "s/1", "s/2", "s/3"} <= {one.ref for one in found}
    assert not {"s/9", "s/10", "s/11"} & {one.ref for one in found}


def test_l1_is_searched_whatever_is_asked(talked):
    memory = talked()
    entry = add(memory.entries(), "The gull is called Otto", layer="L1", tier="user")

    for prompt in ("gull", "What did we say about the gull?"):
        assert entry.id in [one.ref for one in memory.recall(prompt).passages]


def test_an_entry_of_a_time_asked_for_is_not_crowded_out_by_others(open_memory):
    clock = Ticking(TODAY.replace(day=1))
    memory = open_memory(clock=clock)
    for number in range(100):
        add(memory.entries(), f"We decided on the gate: item {number}", layer="L1")
    clock.now = TODAY.replace(day=13)
    decided = (
        "After a long talk with the neighbours we decided that the gate by the river gets a second guard"
    )
    add(memory.entries(), decided, layer="L1")
    clock.now = TODAY

    recalled = memory.recall("What did we decide about the gate last week?")

    assert recalled.passages[0].text == decided


def test_as_many_are_shown_as_the_agent_allows(open_memory):
    memory = open_memory(recall={"top_k": 80, "char_limit": 20_000, "deadline_ms": 5_000})
    for number in range(90):
        add(memory.entries(), f"The gate number {number} is painted", layer="L1")

    assert len(memory.recall("Which gate is painted?").passages) == 80


def test_a_question_that_was_asked_often_does_not_hide_what_was_answered(open_memory):
    memory = open_memory(gap_fill={"enabled": False}, recall={"deadline_ms": 5_000})
    for number in range(40):
        with memory.session(id=f"s{number}") as session:
            session.on_turn_end("What is the status of the billing deploy?")
    with memory.session(id="answered") as session:
        session.on_turn_end("The billing deploy has its status on status.example.org.")

    shown = [
        one.text for one in memory.recall("What did we say about the status of the billing deploy?").passages
    ]

    assert "The billing deploy has its status on status.example.org." in shown
    assert shown.count("What is the status of the billing deploy?") == 1


def test_a_question_in_any_tense_shows_what_a_person_said_of_it(talked):
    memory = talked(
        {
            4: "I have a dog named Rex. He is three",
            6: "Ana works as a welder",
            12: "What is my sister called?",
            13: "Is brown bread fine? My sister is called Ida",
        }
    )
    shown = {
        "What is Ana's job?": [6],
        "what's my dog called": [4],
        "wie heißt Ana eigentlich?": [],
        "What is my sister called?": [13],
        "When was Napoleon born?": [],
        "What did Napoleon tell the dog?": [],
        "write a haiku about a dog": [],
        "How do I boil an egg?": [],
    }
    assert {prompt: days(memory.recall(prompt)) for prompt in shown} == shown
    assert "archive: the prompt asks about a known name" in memory.recall("What is Ana's job?").receipt.notes


def test_a_long_turn_is_shown_as_the_sentences_that_matter(talked):
    filler = " ".join(f"Then we walked along the shore for a while, day {day} of it." for day in range(40))
    memory = talked({4: f"{filler} The lighthouse keeper sold us honey from his bees. It was dark. {filler}"})

    (shown,) = memory.recall("What did the lighthouse keeper sell us?").passages

    assert "The lighthouse keeper sold us honey from his bees. It was dark." in shown.text
    assert shown.text.startswith("…")
    assert shown.text.endswith("…")
    assert len(shown.text) < 450


def test_a_question_about_nobody_the_memory_knows_gets_only_what_is_clear(talked):
    memory = talked({4: "I was the first to arrive", 6: "Ana works as a welder", 12: "Berlin was cold"})
    shown = {
        "Who was the first person on the moon?": [],
        "When did the Berlin Wall fall?": [],
        "Who wrote Crime and Punishment?": [],
        "What did Ana weld?": [6],
        "Where was I cold?": [12],
    }
    assert {prompt: days(memory.recall(prompt)) for prompt in shown} == shown


def test_an_entry_is_shown_where_it_has_enough_of_the_prompt(open_memory):
    memory = open_memory(disable=["gap_fill"])
    for content, subject in (
        ("The message queue is RabbitMQ", "queue"),
        ("Logs are kept for thirty days", "logging"),
        ("Ship by rail where it is possible", "shipping"),
    ):
        add(memory.entries(), content, layer="L1", subject=subject)
    shown = {
        "write a haiku about queues at the supermarket": [],
        "how many days are there in a leap year?": [],
        "How long are logs kept?": ["logging"],
        "shipping": ["shipping"],
        "configure the message queue of the orders service for the new data centre": ["queue"],
    }
    subjects = {one.content: one.subject for one in memory.entries().list()[0]}
    assert {
        prompt: [subjects[one.text] for one in memory.recall(prompt).passages] for prompt in shown
    } == shown

"""A question of the user's is recalled with the assistant's answer."""

from __future__ import annotations

import pytest

from tiermem.values import Turn

QUESTION = "What's the best way to back up our Postgres cluster?"
ANSWER = "Use pgBackRest with nightly full backups to S3. WAL archiving goes on meanwhile."
ASKED = "What did you recommend for backing up our Postgres cluster?"


@pytest.fixture
def asked(open_memory):
    """A memory of one session with these turns, and what a later prompt recalls of it."""

    def asked(*turns, prompt=ASKED, **recall):
        memory = open_memory(gap_fill={"enabled": False}, recall=recall)
        with memory.session(id="first") as session:
            session.on_turn_end(
                turns=[
                    Turn(speaker=speaker, content=text, at="2026-03-02T09:00:00.000000Z")
                    for speaker, text in turns
                ]
            )
        with memory.session(id="later") as session:
            session.on_prompt(prompt)
            return session.recalled

    return asked


def test_the_answer_stands_behind_its_question_however_few_words_it_shares(asked):
    recalled = asked(("user", QUESTION), ("assistant", ANSWER))

    assert [one.text for one in recalled.passages] == [QUESTION, ANSWER]
    assert [one.answers for one in recalled.passages] == [None, "first/0"]
    assert [one.ref for one in recalled.passages] == ["first/0", "first/1"]
    assert recalled.context.index(QUESTION) < recalled.context.index(ANSWER)


def test_the_answer_may_follow_what_tools_gave_and_takes_no_place_of_the_best(asked):
    recalled = asked(
        ("user", QUESTION), ("tool", "pg_version: 16"), ("assistant", ANSWER), ("user", "Thanks"), top_k=1
    )

    assert [one.text for one in recalled.passages] == [QUESTION, ANSWER]


def test_of_a_long_answer_the_beginning_is_shown(asked):
    recalled = asked(("user", QUESTION), ("assistant", ANSWER + " And so on." * 300))

    shown = recalled.passages[1].text
    assert shown.startswith(ANSWER)
    assert shown.endswith("…")
    assert len(shown) <= 401


def test_an_answer_without_room_is_left_out_and_its_question_is_not(asked):
    recalled = asked(("user", QUESTION), ("assistant", ANSWER), char_limit=150)

    assert [one.text for one in recalled.passages] == [QUESTION]


def test_what_was_said_to_an_assistant_beside_what_answers_is_shown_to_who_asks_what_was_said(asked):
    turns = (
        ("user", "Ana from accounts is lactose intolerant so no cream please"),
        ("assistant", "Then oat cream it is, and the sauce needs a little more salt."),
        ("user", "ok perfect, and now make it shorter"),
    )

    present = asked(*turns, prompt="Does Ana have any allergies?")
    past = asked(*turns, prompt="What did I say about Ana?")

    assert [one.ref for one in present.passages] == ["first/0"]
    assert "first/2" in {one.ref for one in past.passages}


@pytest.mark.parametrize(
    "turns",
    [
        [("user", "We back up our Postgres cluster every night."), ("assistant", "Noted, sleep well.")],
        [("user", QUESTION), ("user", "Never mind, sleep well."), ("assistant", "Noted, sleep well.")],
        [("user", QUESTION)],
    ],
)
def test_what_is_no_answer_to_a_question_is_not_shown_as_one(asked, turns):
    assert all(one.answers is None for one in asked(*turns).passages)


def test_an_answer_is_shown_once(asked):
    recalled = asked(("user", QUESTION), ("assistant", "pgBackRest backs up our Postgres cluster best."))

    assert [one.ref for one in recalled.passages] == ["first/0", "first/1"]
    assert "first/1" not in [one.ref for one in recalled.receipt.dropped]


def test_what_was_removed_is_not_shown_in_an_answer(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    with memory.session(id="first") as session:
        session.on_turn_end(QUESTION, ANSWER)
    entries = memory.entries()
    stated = entries.add(entries.draft("Use pgBackRest with nightly full backups to S3", layer="L1"))
    entries.remove(stated.entry.id)
    with memory.session(id="later") as session:
        session.on_prompt(ASKED)

        assert [one.text for one in session.recalled.passages] == [
            QUESTION,
            "WAL archiving goes on meanwhile.",
        ]

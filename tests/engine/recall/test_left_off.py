""" "Where did we leave off?" gets the end of the latest session on the prompt's project and topic."""

from __future__ import annotations

import pytest
from tests.clocks import Ticking
from tests.stories import say

from tiermem import Turn

ASK = "Where did we leave off?"


@pytest.fixture
def memory(open_memory):
    return open_memory(clock=Ticking())


def talk(memory, *said, **whose):
    """A session in which a user says these things."""
    say(memory, *((text, f"Noted: {text[:20]}") for text in said), **whose)


def shown(memory, prompt, **whose):
    return [one.text for one in memory.recall(prompt, **whose).passages]


def test_the_latest_session_is_shown_in_order_from_its_beginning_to_its_end(memory):
    talk(memory, "The kitchen needs a tap.")
    talk(memory, "Help me move the shop to Postgres.", "Schema copied.", "Keys fail.", "Tomorrow: triggers.")
    assert shown(memory, ASK) == [
        "Help me move the shop to Postgres.",
        "Keys fail.",
        "Noted: Keys fail.",
        "Tomorrow (2026-03-03): triggers.",
        "Noted: Tomorrow (2026-03-03): triggers.",
    ]


def test_a_session_of_one_question_comes_behind_the_last_one_with_more_in_it(memory):
    talk(memory, "Help me move the shop to Postgres.", "Schema copied.", "Keys fail.")
    talk(memory, "How long do I boil an egg?")
    talk(memory, "How many teaspoons are in a tablespoon?")

    assert shown(memory, ASK) == [
        "Help me move the shop to Postgres.",
        "Keys fail.",
        "Noted: Keys fail.",
        "How many teaspoons are in a tablespoon?",
    ]
    assert shown(memory, "where were we with the egg?")[0] == "How long do I boil an egg?"


def test_where_there_is_nothing_else_one_question_is_where_the_user_left_off(memory):
    talk(memory, "How many teaspoons are in a tablespoon?")

    assert shown(memory, ASK)[0] == "How many teaspoons are in a tablespoon?"


def test_a_session_of_one_question_about_the_users_own_is_where_the_user_left_off(memory):
    talk(memory, "Schema copied.")
    talk(memory, "Why does our staging server run out of memory?")

    assert shown(memory, ASK)[0] == "Why does our staging server run out of memory?"


@pytest.mark.parametrize(
    ("top_k", "texts"), [(1, ["Schema copied."]), (2, ["Schema copied.", "Who was Ada?"])]
)
def test_with_little_room_what_was_worked_on_is_shown_first(open_memory, top_k, texts):
    memory = open_memory(recall={"top_k": top_k}, clock=Ticking())
    talk(memory, "Schema copied.")
    talk(memory, "Who was Ada?")

    assert shown(memory, ASK) == texts


def test_an_answer_that_says_nothing_is_not_where_the_user_left_off(memory):
    with memory.session() as session:
        session.on_turn_end("The kitchen needs a tap.", "Okay.")
        session.on_turn_end("It has to be brass, from the shop in Lund.", "Okay.")

    assert shown(memory, ASK) == ["The kitchen needs a tap.", "It has to be brass, from the shop in Lund."]


def test_sessions_of_thanks_and_of_other_projects_agents_and_users_are_passed_over(memory):
    talk(memory, "The pergola needs six posts.", project="garden")
    talk(memory, "The methods chapter comes next.", project="thesis")
    talk(memory, "Their court letter is half done.", user="bob")
    talk(memory, "thanks!", project="garden")
    with memory.session(project="garden") as session:
        assert "six posts" in session.context(ASK)
        assert "methods" not in session.context(ASK)
    with memory.session(project="pond") as session:
        assert session.context(ASK) == ""
    assert shown(memory, ASK)[0] == "The methods chapter comes next."


def test_a_topic_in_the_prompt_chooses_the_session(memory):
    talk(memory, "Chapter two of the novel has no end yet.")
    talk(memory, "The oven is too hot for bread.")
    assert shown(memory, "where were we with the novel?")[0] == "Chapter two of the novel has no end yet."
    assert shown(memory, "where were we with the cathedral?")[0] == "The oven is too hot for bread."


def test_to_go_on_means_an_earlier_session_only_where_nothing_was_said_in_this_one(memory):
    talk(memory, "The oven is too hot for bread.")
    with memory.session() as session:
        assert "too hot" in session.context("continue")
        session.on_turn_end("List three rivers.", "Rhine, Rhone")
        assert session.context("continue") == ""
        assert "too hot" in session.context(ASK)


def test_a_session_that_is_under_way_elsewhere_and_a_long_turn_are_shown(memory):
    session = memory.session()
    said = [Turn(speaker="user", content="x " * 900 + "so the valve comes next", at="2025-03-03T10:00:00Z")]
    session.on_turn_end(turns=said)
    assert [text[-9:] for text in shown(memory, ASK)] == ["omes next"]
    assert len(shown(memory, ASK)[0]) < 450


def test_an_archive_that_is_never_searched_gives_nothing(open_memory):
    memory = open_memory(recall={"archive": "never"}, clock=Ticking())
    talk(memory, "The oven is too hot for bread.")
    assert shown(memory, ASK) == []

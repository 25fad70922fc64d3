"""The journal: sessions, their turns, what each taught, and erasing them."""

from __future__ import annotations

import pytest
from tests.engine.opening import contents, raw
from tests.stories import say

from tiermem.errors import InputError


@pytest.fixture
def talked(memory):
    say(memory, "My manager is Marta.", ("What is 2 + 2?", "4."), id="first", project="billing")
    say(memory, "No, my manager is Zoe.", id="second")
    return memory


def test_sessions_are_listed_newest_first_with_their_first_words(talked):
    page = talked.journal().sessions()

    assert [(one.id, one.project_id, one.turns, one.opening) for one in page.sessions] == [
        ("second", None, 2, "No, my manager is Zoe."),
        ("first", "billing", 4, "My manager is Marta."),
    ]
    assert (page.total, page.next) == (2, None)
    assert all(one.observations for one in page.sessions)


def test_pages_of_sessions_hold_each_once(memory):
    for number in range(7):
        say(memory, f"The harbour number {number} opens at six.", id=f"s{number}")
    seen, before = [], None
    while True:
        page = memory.journal().sessions(before=before, limit=3)
        seen += [one.id for one in page.sessions]
        assert page.total == 7
        if (before := page.next) is None:
            break

    assert seen == [f"s{number}" for number in reversed(range(7))]


def test_sessions_of_a_project_are_listed_alone(talked):
    page = talked.journal().sessions(project="billing")

    assert ([one.id for one in page.sessions], page.total) == (["first"], 1)


def test_each_turn_shows_what_it_taught(talked):
    session = talked.journal().session("first")

    assert [one.turn.content for one in session.turns] == [
        "My manager is Marta.",
        "Noted.",
        "What is 2 + 2?",
        "4.",
    ]
    taught = [[(one.kind, one.statement, one.outcome) for one in turn.taught] for turn in session.turns]
    assert taught == [[("fact", "My manager is Marta.", "added")], [], [], []]
    (fact,) = session.turns[0].taught
    assert (fact.entry.content, fact.entry.status) == ("My manager is Marta.", "inactive")
    (later,) = talked.journal().session("second").turns[0].taught
    assert later.entry.content == "My manager is Zoe."


def test_what_the_agents_tools_wrote_in_a_session_is_shown(memory):
    with memory.session(id="s") as session:
        session.call_tool("add_memory", {"content": "Deploys go through the blue gate."})
        session.on_prompt("How do we deploy?")
        session.on_turn_end("How do we deploy?", "Through the blue gate.")

    shown = memory.journal().session("s")

    assert [entry.content for entry in shown.written] == ["Deploys go through the blue gate."]
    assert [receipt["query"] for receipt in shown.receipts] == ["How do we deploy?"]


def test_an_erased_turn_is_marked_and_taught_nothing(talked, tmp_path):
    erased = talked.erasing().turn("first/0")

    session = talked.journal().session("first")
    assert erased.state == "complete"
    assert [turn.is_erased for turn in session.turns] == [True, False, False, False]
    assert session.turns[0].taught == ()
    assert b"Marta" not in raw(tmp_path)
    assert not any("Marta" in said for said in contents(talked.entries(), statuses=("active", "inactive")))


def test_an_erased_session_is_gone(talked):
    talked.erasing().session("first")

    assert [one.id for one in talked.journal().sessions().sessions] == ["second"]
    with pytest.raises(InputError, match="no session"):
        talked.journal().session("first")


def test_a_users_journal_is_not_shown_to_another(talked):
    assert talked.journal("ben").sessions().sessions == ()
    with pytest.raises(InputError, match="no session"):
        talked.journal("ben").session("first")


def test_an_unknown_session_and_an_empty_page_are_errors(memory):
    with pytest.raises(InputError, match="no session"):
        memory.journal().session("nowhere")
    with pytest.raises(InputError, match="limit"):
        memory.journal().sessions(limit=0)

"""Tools that the user's habits point to."""

from __future__ import annotations

import pytest
from tests.clocks import START

from tiermem.values import Turn, instant

NOW = instant(START)
TICKETS = (
    "Open a ticket for the login bug",
    "Please open a ticket for the export crash",
    "open ticket: slow page",
)


def asked(memory, text, tool, user=None):
    with memory.session(user=user) as session:
        said = (("user", text, None), ("tool", "done", tool), ("assistant", "Done.", None))
        session.on_turn_end(
            turns=[Turn(speaker=speaker, content=words, name=name, at=NOW) for speaker, words, name in said]
        )


def suggested(memory, prompt, user=None):
    with memory.session(user=user) as session:
        return [(one.tool, one.reason) for one in session.suggest_tools(prompt)]


def test_a_tool_that_served_messages_like_this_one_is_suggested_with_the_reason(memory):
    for text in TICKETS:
        asked(memory, text, "jira_create")

    [(tool, reason)] = suggested(memory, "Can you open a ticket for the search page?")

    assert (tool, reason) == ("jira_create", "it served 3 of 3 earlier messages like this one")


@pytest.mark.parametrize("prompt", ["What is the weather?", "", "???", "the of and"])
def test_a_message_like_no_other_has_no_suggestion(memory, prompt):
    for text in TICKETS:
        asked(memory, text, "jira_create")

    assert suggested(memory, prompt) == []


def test_once_is_no_habit(memory):
    asked(memory, TICKETS[0], "jira_create")

    assert suggested(memory, "open a ticket") == []


def test_the_habits_of_one_user_say_nothing_of_another(memory):
    for text in TICKETS:
        asked(memory, text, "jira_create", user="ann")

    assert suggested(memory, "open a ticket", user="ben") == []


def test_suggestions_of_plugins_stand_beside_ours_each_tool_once(open_memory):
    memory = open_memory(
        hooks="""
        from tiermem.values import ToolSuggestion

        @hookimpl
        def suggest_tools(session, prompt):
            return [
                ToolSuggestion(tool="mail", score=0.1, reason="b"),
                ToolSuggestion(tool="mail", score=0.9, reason="a"),
            ]
        """
    )

    assert suggested(memory, "anything") == [("mail", "a")]


def test_a_suggestion_whose_score_is_no_chance_is_refused_and_those_of_others_are_there(open_memory, caplog):
    one = """
    from tiermem.values import ToolSuggestion

    @hookimpl
    def suggest_tools(session, prompt):
        return [ToolSuggestion(tool="{tool}", score={score}, reason="mine")]
    """
    hooks = [one.format(tool=tool, score=score) for tool, score in (("a", 1.5), ("b", -0.1), ("c", 1))]
    memory = open_memory(hooks=hooks)

    assert suggested(memory, "open a ticket") == [("c", "mine")]
    assert "the score 1.5; it is from 0 to 1" in caplog.text

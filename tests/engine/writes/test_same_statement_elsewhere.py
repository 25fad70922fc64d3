"""The same words are one statement only where one entry of them is recalled wherever the other would be."""

from __future__ import annotations

import pytest
from tests.clocks import Ticking
from tests.engine.opening import add, opened

SAID = "Tests need the fake clock fixture."


@pytest.fixture
def memory(tmp_path):
    with opened(tmp_path, clock=Ticking()) as memory:
        yield memory


def recalled(memory, prompt, **where):
    return [passage.text for passage in memory.recall(prompt, **where).passages]


def test_what_is_said_in_two_projects_is_recalled_in_both(memory):
    for project in ("apollo", "zeus"):
        add(memory.entries(project=project), SAID, layer="L1")

    for project in ("apollo", "zeus"):
        assert recalled(memory, "Which fixture do tests need?", project=project) == [SAID]


def test_a_tool_stores_in_its_project_what_another_project_knows(memory):
    for project in ("apollo", "zeus"):
        with memory.session(project=project) as session:
            given = {"action": "add", "layer": "L1", "content": SAID}
            assert "duplicate" not in session.call_tool("memory_write", given)


def test_gap_fill_keeps_for_a_project_what_another_project_knows(memory):
    for project in ("apollo", "zeus"):
        with memory.session(project=project) as session:
            session.on_turn_end("Our staging server runs on port 8443.", "All right.")

    for project in ("apollo", "zeus"):
        found = recalled(memory, "Which port does our staging server run on?", project=project)
        assert "Our staging server runs on port 8443." in found


def test_what_is_said_of_two_connections_is_recalled_with_each(memory):
    for connection in ("jira", "linear"):
        add(memory.entries(), "Default project key is PROJ.", layer="L1", connection_id=connection)

    for connection in ("jira", "linear"):
        found = recalled(memory, "What is the default project key?", connections=(connection,))
        assert found == ["Default project key is PROJ."]


def test_what_is_said_of_two_subjects_is_kept_of_both(memory):
    for subject in ("Alice", "Bob"):
        add(memory.entries(), "Prefers tea over coffee.", layer="L1", subject=subject)

    assert {entry.subject for entry in memory.entries().list()[0]} == {"Alice", "Bob"}


def test_what_is_known_everywhere_is_not_added_for_one_project(memory):
    add(memory.entries(), SAID, layer="L1")
    add(memory.entries(project="zeus"), SAID, layer="L1")

    assert len(memory.entries().list()[0]) == 1


def test_a_block_is_in_every_project_and_holds_the_statement_once(memory):
    for project in ("apollo", "zeus"):
        add(memory.entries(project=project), SAID, layer="L0")

    assert len(memory.entries().list()[0]) == 1


def test_a_change_in_one_project_replaces_nothing_of_another(memory):
    for project, said in (("apollo", "Our standup is at 9:30."), ("zeus", "The standup has moved to 10:00.")):
        with memory.session(project=project) as session:
            session.on_turn_end(said, "All right.")

    assert "Our standup is at 9:30." in [entry.content for entry in memory.entries().list()[0]]


@pytest.mark.parametrize(
    ("subject", "old", "new", "kept"),
    [
        ("Bob", "Bob works at Acme.", "Alice works at Acme.", None),
        ("Bob", "Bob works at Acme.", "Bob works at Globex.", "Bob"),
        ("Bob", "Bob works at Acme.", "He works at Globex.", "Bob"),
        ("Bob", "Works at Acme.", "Works at Globex.", "Bob"),
        ("home", "I live in Leeds.", "I live in York.", "home"),
        ("Deploys", "Deploys happen on Friday.", "The deploy happens on Monday.", "Deploys"),
    ],
)
def test_a_correction_about_somebody_else_leaves_the_subject_behind(memory, subject, old, new, kept):
    entries = memory.entries()
    for change in (entries.correct, lambda target, content: entries.update(target, entries.draft(content))):
        written = add(entries, old, layer="L1", subject=subject)
        assert change(written.id, new).entry.subject == kept
        entries.remove(entries.list()[0][0].id)

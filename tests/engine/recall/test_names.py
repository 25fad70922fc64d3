"""A name in a task is enough to show what is known of it."""

import pytest

from tiermem import Memory


@pytest.mark.parametrize(
    ("known", "prompt"),
    [
        ("Ana is the user's manager.", "Draft a mail to Ana about the budget"),
        ("The user's manager is Ana.", "Could you please draft a short mail to Ana about the next budget"),
        ("Ana ist die Chefin des Nutzers.", "Schreib eine kurze Mail an Ana wegen des neuen Budgets"),
    ],
)
def test_a_name_in_a_task_shows_the_entry_that_has_it(tmp_path, known, prompt):
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        entries = memory.entries()
        entries.add(entries.draft(content=known, layer="L1"))
        entries.add(entries.draft(content="Queues of the shop are in RabbitMQ.", layer="L1"))

        assert known in memory.session("asked").on_prompt(prompt)
        assert "RabbitMQ" not in memory.session("other").on_prompt("write a long funny haiku about a Queue")


def test_an_entry_that_begins_with_a_number_can_be_found_in_german(tmp_path):
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        entries = memory.entries()
        entries.add(entries.draft(content="19 Bücher lagen im Keller und wurden nass.", layer="L1"))

        recalled = memory.recall("Welche Bücher wurden im Keller nass?")

        assert "19 Bücher" in recalled.context
        assert not any("failed" in note or "Error" in note for note in recalled.receipt.notes)

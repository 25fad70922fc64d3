"""Removed and corrected statements are not recalled from the turns in which they were made."""

from __future__ import annotations

import pytest
from tests.engine.opening import add
from tests.stories import say

WRONG = "My manager Bob Fischer approves the budget."
RIGHT = "My manager Alice Novak approves the budget."
ASKED = "Who is my manager, and who approves the budget?"
ASKED_BACK = "What did we say last month about my manager and the budget?"


def shown(memory, prompt=ASKED):
    """Return the context of a prompt in a later session."""
    with memory.session(id="later") as session:
        session.on_prompt(prompt)
        return [passage.text for passage in session.recalled.passages], session.recalled.receipt.notes


def about_manager(memory):
    return next(
        entry for entry in memory.entries().list()[0] if entry.content == WRONG and entry.layer == "L1"
    )


@pytest.fixture
def told(memory):
    """A memory that has been told of a manager, and of other things."""
    say(memory, WRONG, "We ship the importer on Friday.", "I prefer short answers please.")
    assert any("Bob" in text for text in shown(memory)[0])
    return memory


def test_what_was_removed_is_not_recalled_from_its_turn_or_summary(told):
    told.entries().remove(about_manager(told).id)

    texts, notes = shown(told)

    assert not any("Bob" in text for text in texts)
    assert "2 left out: removed or corrected after it was said" in notes


@pytest.mark.parametrize("how", ["correct", "update"])
@pytest.mark.parametrize("prompt", [ASKED, ASKED_BACK])
def test_what_was_corrected_does_not_stand_beside_what_is_right(told, how, prompt):
    entries, wrong = told.entries(), about_manager(told)
    if how == "correct":
        entries.correct(wrong.id, RIGHT)
    else:
        entries.update(wrong.id, entries.draft(RIGHT, correction=True))

    texts, _ = shown(told, prompt)

    assert any("Alice" in text for text in texts)
    assert not any("Bob" in text for text in texts)


def test_what_ceased_to_hold_is_recalled_where_the_past_is_asked_for(told):
    entries = told.entries()
    entries.update(about_manager(told).id, entries.draft(RIGHT))

    assert not any("Bob" in text for text in shown(told)[0])
    assert any("Bob" in text for text in shown(told, ASKED_BACK)[0])


def test_what_was_restored_is_recalled_again(told):
    entries, wrong = told.entries(), about_manager(told)
    entries.remove(wrong.id)
    entries.restore(wrong.id)

    assert any("Bob" in text for text in shown(told)[0])


def test_what_was_said_again_later_is_recalled(told):
    told.entries().remove(about_manager(told).id)
    with told.session(id="again") as session:
        session.on_turn_end(WRONG, "Noted.")

        assert any("Bob" in text for text in shown(told)[0])


def test_what_another_entry_says_stays(told):
    entries = told.entries()
    add(entries, f"{WRONG} He likes tea.", layer="L1")
    entries.remove(about_manager(told).id)

    assert any("Bob" in text for text in shown(told)[0])


def test_the_rest_of_a_turn_is_recalled_without_what_was_removed(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    say(memory, "The crane is blue. The gull nests on the roof of the harbour office.")
    memory.entries().remove(add(memory.entries(), "The crane is blue", layer="L1").id)

    assert shown(memory, "What did I say about the gull?")[0] == [
        "The gull nests on the roof of the harbour office."
    ]
    assert shown(memory, "What did I say about the blue crane?")[0] == []


def test_a_statement_that_denies_what_was_removed_stays(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    say(memory, "The crane in the harbour is not blue.", "The crane in the harbour is blue.")
    memory.entries().remove(add(memory.entries(), "The crane in the harbour is blue", layer="L1").id)

    assert shown(memory, "What did I say about the crane in the harbour?")[0] == [
        "The crane in the harbour is not blue."
    ]


def test_a_statement_that_was_kept_with_its_date_is_taken_out_of_the_turn_without_it(memory):
    say(memory, "I'm on vacation next week.")
    (entry,) = (one for one in memory.entries().list()[0] if one.layer == "L1")
    assert "(week of 2026-03-09)" in entry.content
    assert any("vacation" in text for text in shown(memory, "What did I say about my vacation?")[0])

    memory.entries().remove(entry.id)

    assert not any("vacation" in text for text in shown(memory, "What did I say about my vacation?")[0])


def test_editing_one_entry_again_and_again_brings_back_nothing_that_was_removed(told):
    entries = told.entries()
    entries.remove(about_manager(told).id)
    note = add(entries, "The note has 0 lines", layer="L1")
    for number in range(1, 200):
        entries.update(note.id, entries.draft(f"The note has {number} lines"))

    assert not any("Bob" in text for text in shown(told)[0])


def test_what_was_said_again_stays_whatever_becomes_of_the_entry_later(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    entries = memory.entries()
    crane = add(entries, "The crane is blue", layer="L1")
    entries.update(crane.id, entries.draft("The crane is red"))
    say(memory, "The crane in bay 3 was painted again. The crane is blue.")
    entries.update(crane.id, entries.draft("The crane is red and stands in bay 3"))

    assert any("blue" in text for text in shown(memory, "What did I say about the crane?")[0])


def test_what_was_removed_from_one_project_is_recalled_in_another(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    for project in ("alpha", "beta"):
        with memory.session(id=project, project=project) as session:
            session.on_turn_end("The build of the importer runs on Jenkins.")
    entries = memory.entries()
    entries.remove(
        add(entries, "The build of the importer runs on Jenkins", layer="L1", project_id="alpha").id
    )

    def recalled(project):
        with memory.session(id=f"later in {project}", project=project) as session:
            session.on_prompt("What did I say about the build of the importer?")
            return [one.ref for one in session.recalled.passages]

    assert recalled("alpha") == []
    assert recalled("beta") == ["beta/0"]


def test_an_answer_that_says_what_was_corrected_is_left_out(told):
    with told.session(id="asked") as session:
        session.on_turn_end(
            "Who is my manager again?",
            "Your manager Bob Fischer approves the budget. Anything else?",
        )
    told.entries().correct(about_manager(told).id, RIGHT)

    texts, _ = shown(told, "What did you tell me about my manager and the budget?")

    assert any("Alice" in text for text in texts)
    assert not any("Bob" in text for text in texts)


def test_the_rest_of_a_passage_keeps_its_lines_as_they_are(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    said = "The crane is blue.\n    def load():\n        return crane\n\nThe gull nests on the crane."
    say(memory, said)
    memory.entries().remove(add(memory.entries(), "The crane is blue", layer="L1").id)

    assert shown(memory, "What did I say about the gull and the crane?")[0] == [
        said.removeprefix("The crane is blue.\n")
    ]


def test_a_turn_is_recalled_without_the_one_of_its_facts_that_ended(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    say(memory, "I keep bees, have two kids and play the violin")
    entries = memory.entries()
    entry = add(entries, "I have two kids and play the violin.", layer="L1")
    entries.update(entry.id, entries.draft("I have two kids."))

    [[found], *_] = shown(memory, "Do I keep bees and do I have kids?")

    assert found == "I keep bees. I have two kids."


SOFA, SOFA_RIGHT = "The sofa was 1,250 euros.", "I got the price of the sofa wrong, it was 1,520."


def test_a_turn_that_a_later_one_corrects_is_not_recalled_beside_it(memory):
    say(memory, SOFA, id="first")
    say(memory, SOFA_RIGHT, id="second")

    texts, _ = shown(memory, "How much was the sofa?")

    assert any("1,520" in text for text in texts)
    assert not any("1,250" in text for text in texts)


def test_a_turn_that_a_later_one_does_not_change_is_recalled_beside_it(memory):
    say(memory, SOFA, id="first")
    say(memory, "The armchair that goes with the sofa was 480 euros.", id="second")

    texts, _ = shown(memory, "How much was the sofa?")

    assert any("1,250" in text for text in texts)


@pytest.mark.parametrize(
    ("said", "since", "asked", "wrong"),
    [
        (
            "I need a form for my mother, she's called Helen Baxter",
            "sorry, my mother is called Helen Porter now",
            "Fill in the form with the name of my mother Helen.",
            "Baxter",
        ),
        (
            "mamie est hospitalisée à Purpan, chambre 312. je peux lui envoyer des fleurs ?",
            "attends j'ai ma mère au tel, elle est à Rangueil en fait",
            "comment envoyer des fleurs à mamie à l'hôpital ?",
            "Purpan",
        ),
    ],
)
def test_what_was_put_in_other_words_is_not_recalled_from_its_turn(memory, said, since, asked, wrong):
    say(memory, said, since)

    texts, _ = shown(memory, asked)

    assert not any(wrong in text for text in texts)

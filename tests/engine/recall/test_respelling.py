"""Other spellings of a word are found."""

from __future__ import annotations

import pytest


def shown(memory, said, prompt):
    """Return what is put before the model for a prompt, of what was said in an earlier session."""
    memory.entries().add(memory.entries().draft(said, layer="L1"))
    with memory.session() as session:
        return session.context(prompt)


@pytest.mark.parametrize(
    ("said", "prompt"),
    [
        ("The Bluebird-7 rollout is Petra's.", "bluebird7"),
        ("The Bluebird-7 rollout is Petra's.", "mail about bluebird7"),
        ("The bluebird7 rollout is Petra's.", "mail about Bluebird-7"),
        ("The bluebird7 rollout is Petra's.", "mail about bluebird 7"),
        ("The bluebird rollout is Petra's.", "mail about bluebird7"),
        ("Kubernetes upgrades are Petra's.", "plan the k8s upgrade"),
        ("K8s is run by Petra.", "who runs kubernetes"),
        ("Postgres backups are run by Petra.", "postgresql backups"),
        ("The datalake is Petra's.", "mail about the data-lake"),
    ],
)
def test_another_spelling_finds_an_entry(memory, said, prompt):
    assert "Petra" in shown(memory, said, prompt)


def test_another_number_of_a_name_is_not_put_in_its_place(memory):
    for number, who in ((7, "Petra"), (8, "Igor")):
        content = f"The Bluebird-{number} rollout is {who}'s."
        memory.entries().add(memory.entries().draft(content, layer="L1"))
    with memory.session() as session:
        found = session.context("bluebird8")

    assert found.index("Igor") < (found.index("Petra") if "Petra" in found else len(found))


def test_a_word_that_the_store_knows_stays_as_it_is(memory):
    entries = memory.entries()
    entries.add(entries.draft("Our k8s cluster is Petra's.", layer="L1"))
    entries.add(entries.draft("The kubernetes course is Igor's.", layer="L1"))
    with memory.session() as session:
        found = session.context("k8s")

    assert "Petra" in found
    assert "Igor" not in found


def test_the_search_of_entries_knows_other_spellings(memory):
    entries = memory.entries()
    entries.add(entries.draft("The Bluebird-7 rollout is Petra's.", layer="L1"))

    assert entries.search("bluebird7").entries

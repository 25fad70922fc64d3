"""The doctor's findings, what it leaves alone, and the repair of the index."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given, settings
from tests.store.living import STEPS, a_life, live, opened, rows

from tiermem.store.contract import EntryFilter

REINDEX = "Run 'tiermem reindex'."
REPAIR = "Run 'tiermem doctor --repair', or 'tiermem restore FILE' with a backup."
CHECKSUM = ("is not as it was written.", "is missing.", "it has no checksum.")


@settings(max_examples=15)
@given(STEPS)
def test_nothing_is_found_wrong_with_a_store_that_was_used(tmp_path_factory, steps):
    with opened(tmp_path_factory.mktemp("life") / "memory.db") as memory:
        live(memory, steps)

        assert memory.maintenance.doctor() == []
        documents = memory.timeline.stats()["tables"]["documents"]
        before = rows(memory)
        assert memory.maintenance.reindex() == documents
        assert memory.maintenance.doctor() == []
        assert rows(memory) == before


@pytest.fixture
def memory(tmp_path):
    with opened(tmp_path / "memory.db") as memory:
        entries = a_life(memory).entries()
        entries.remove(entries.add(entries.draft("The boat is gone")).entry.id)
        yield memory


@pytest.fixture
def entry(memory):
    """An active entry with two versions."""
    entries = memory.entries()
    made = entries.add(entries.draft("The xylophone is in the attic", layer="L1", tier="user")).entry
    return entries.update(made.id, entries.draft("The xylophone is upstairs")).entry


def damage(tmp_path, *statements):
    """Do to the file what a bug or a hand may do to it."""
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def found(memory):
    """Return findings other than those of checksums, which have tests of their own."""
    findings = memory.maintenance.doctor()
    return {(finding.what, finding.mend) for finding in findings if not finding.what.endswith(CHECKSUM)}


OF_THE_INDEX = {
    "missing document": (
        ["DELETE FROM documents WHERE entry_id = '{id}'"],
        {"Entry {id} is active, but not in the index."},
    ),
    "stale document": (
        ["UPDATE documents SET content = 'the boat is red' WHERE entry_id = '{id}'"],
        {"Entry {id} is in the index with other words than its own."},
    ),
    "document of another layer": (
        ["UPDATE documents SET layer = 'L2' WHERE entry_id = '{id}'"],
        {"Entry {id} is in the index with other words than its own."},
    ),
    "document of an entry that is not active": (
        [
            "INSERT INTO documents "
            "(id, entry_id, scope_id, layer, at, content, subject, tags, dates, length, neighbours) "
            "SELECT (scope_id << 38) + 99, id, scope_id, 'L1', '', '', '', '', '', 0, 0 "
            "FROM entries WHERE id = '{gone}'"
        ],
        {"Entry {gone} is in the index, but not active."},
    ),
    "missing document of a turn": (
        ["DELETE FROM documents WHERE turn_id = 1"],
        {"Turn 1 of the journal is not in the index."},
    ),
    "stale document of a turn": (
        ["UPDATE documents SET length = length + 1 WHERE turn_id = 1"],
        {"Turn 1 is in the index with other words than its own."},
    ),
    "document of no turn": (
        [
            "INSERT INTO documents (id, turn_id, scope_id, at, content, subject, tags, dates, length, neighbours) "
            "VALUES ((1 << 38) + (1 << 37), 999, 1, '', '', '', '', '', 0, 0)"
        ],
        {"Turn 999 is in the index, but not in the journal."},
    ),
}
OF_THE_FULL_TEXT = {
    "emptied": ["INSERT INTO documents_fts(documents_fts) VALUES ('delete-all')"],
    "behind its documents": [
        "DROP TRIGGER documents_removed",
        "DELETE FROM documents WHERE entry_id = '{id}'",
    ],
    "ahead of its documents": [
        "INSERT INTO documents_fts(rowid, content) VALUES (999, 'nothing that is there')",
    ],
    "missing": ["DROP TABLE documents_fts"],
    "without triggers": ["DROP TRIGGER documents_changed", "UPDATE documents SET content = 'a boat'"],
}


def filled(statement, memory, entry):
    gone = memory.entries().list(EntryFilter(statuses=("inactive",)))[0][0]
    return statement.format(id=entry.id, gone=gone.id)


def assert_sound(memory, entry):
    assert memory.maintenance.doctor() == []
    assert memory.entries().search("xylophone upstairs").entries == (entry,)


@pytest.mark.parametrize("kind", OF_THE_INDEX)
def test_what_is_wrong_with_documents_is_found_and_mended(memory, entry, tmp_path, kind):
    statements, findings = OF_THE_INDEX[kind]

    damage(tmp_path, *(filled(statement, memory, entry) for statement in statements))

    assert found(memory) == {(filled(what, memory, entry), REINDEX) for what in findings}
    memory.maintenance.reindex()
    assert_sound(memory, entry)


@pytest.mark.parametrize("kind", OF_THE_FULL_TEXT)
def test_a_full_text_index_out_of_step_is_found_and_mended(memory, entry, tmp_path, kind):
    damage(tmp_path, *(filled(statement, memory, entry) for statement in OF_THE_FULL_TEXT[kind]))

    findings = found(memory)

    assert any(what.startswith("The full-text index differs from its documents: ") for what, _ in findings)
    assert {mend for _, mend in findings} == {REINDEX}
    memory.maintenance.reindex()
    assert_sound(memory, entry)


OF_THE_RECORDS = {
    "changed content": (
        ["UPDATE entries SET content = 'The boat is red' WHERE id = '{id}'"],
        {
            "Entry {id} differs from its newest version.",
            "Entry {id} is in the index with other words than its own.",
            "Entry {id} differs from the last event about it.",
        },
    ),
    "changed field": (
        ["UPDATE entries SET importance = 0.9 WHERE id = '{id}'"],
        {"Entry {id} differs from the last event about it."},
    ),
    "changed owner": (
        ["UPDATE entries SET scope_id = 1 WHERE id = '{id}'"],
        {
            "Entry {id} differs from the last event about it.",
            "Entry {id} is in the index with other words than its own.",
        },
    ),
    "missing events": (
        ["DELETE FROM events WHERE entry_id = '{id}'"],
        {"Entry {id} has no event in the stream.", "Entry {id} has no event of its version 1."},
    ),
    "missing last event": (
        ["DELETE FROM events WHERE entry_id = '{id}' AND version = 2"],
        {"Entry {id} differs from the last event about it."},
    ),
    "missing older event": (
        ["DELETE FROM events WHERE entry_id = '{id}' AND version = 1"],
        {"Entry {id} has no event of its version 1."},
    ),
    "missing newest version": (
        ["DELETE FROM entry_versions WHERE entry_id = '{id}' AND version = 2"],
        {"Entry {id} differs from its newest version."},
    ),
    "missing older version": (
        ["DELETE FROM entry_versions WHERE entry_id = '{id}' AND version = 1"],
        {"Entry {id} lacks an older version."},
    ),
    "missing record": (
        ["DELETE FROM entries WHERE id = '{id}'"],
        {
            "Entry {id} is in the stream, but has no record.",
            "Entry {id} has versions, but no record.",
            "Entry {id} is in the index, but not active.",
        },
    ),
    "missing record and versions": (
        [
            "DELETE FROM entries WHERE id = '{id}'",
            "DELETE FROM entry_versions WHERE entry_id = '{id}'",
            "DELETE FROM documents WHERE entry_id = '{id}'",
        ],
        {"Entry {id} is in the stream, but has no record."},
    ),
    "missing scope": (
        ["PRAGMA foreign_keys = 0", "DELETE FROM scopes WHERE kind = 'pair'"],
        {"Table entries"},
    ),
}


@pytest.mark.parametrize("kind", OF_THE_RECORDS)
def test_what_is_wrong_with_records_is_found(memory, entry, tmp_path, kind):
    statements, findings = OF_THE_RECORDS[kind]

    damage(tmp_path, *(filled(statement, memory, entry) for statement in statements))

    seen = found(memory)
    if kind == "missing scope":
        assert seen
        assert {what[:13] for what, _ in seen} == findings
        return
    assert {what for what, _ in seen} == {filled(what, memory, entry) for what in findings}
    assert {mend for what, mend in seen if "index" not in what} == {REPAIR}


def test_a_search_goes_on_over_a_document_without_an_entry(memory, entry, tmp_path):
    damage(tmp_path, f"DELETE FROM entries WHERE id = '{entry.id}'")

    assert memory.entries().search("xylophone upstairs").entries == ()
    assert memory.recall("Where is the xylophone? Upstairs?").receipt

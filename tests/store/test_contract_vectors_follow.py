"""The contract of every index over vectors: a vector goes with its text, and only then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.store.making import AT, LATER, begun, put, rows, said, sql
from tests.store.vectors import MODEL, changed, embed, near, of

from tiermem.store.contract import SearchFilter


@pytest.mark.parametrize(
    "fields",
    [{"content": "The crane is green", "version": 2}, {"status": "inactive"}, {"status": "staged"}],
    ids=str,
)
def test_a_changed_or_removed_entry_has_no_vector(store, vectors, ann, fields):
    made, stays = put(store, ann, "The crane is blue"), put(store, ann, "The boat is red")
    embed(vectors)
    assert len(near(vectors, ann, of("x"))) == 2

    changed(store, made, **fields)

    assert near(vectors, ann, of("x")) == [stays.id]
    assert vectors.progress(MODEL, ann.ids)[0] == 1
    assert [one.ref for one in vectors.missing(MODEL, None, 5)] == ([made.id] if "content" in fields else [])


def test_a_change_that_leaves_the_text_keeps_the_vector_and_is_followed(store, vectors, ann):
    made = put(store, ann, "The crane is blue")
    embed(vectors)
    assert near(vectors, ann, of("x"), where=SearchFilter(layers=("L0",))) == []

    changed(store, made, layer="L0", connection_id="jira", context_type="tool_schema", subject="crane")

    assert vectors.missing(MODEL, None, 5) == []
    jira = SearchFilter(layers=("L0",), connections=("jira",), context_type="tool_schema")
    assert near(vectors, ann, of("x"), where=jira) == [made.id]
    assert near(vectors, ann, of("x"), where=replace(jira, connections=())) == []
    assert near(vectors, ann, of("x"), where=SearchFilter(layers=("L1",))) == []


def test_forgotten_turns_have_no_vectors(store, vectors, ann):
    session = begun(store, ann, "talk")
    said(store, session.id, "one", at=AT)
    said(store, session.id, "two", "three", at=LATER)
    embed(vectors)
    assert len(near(vectors, ann, of("x"))) == 3

    with store.transaction():
        store.sessions.forget_turns(LATER, ann, unread=True)

    assert near(vectors, ann, of("x")) == ["talk/2"]
    assert [one.text for one in vectors.missing(MODEL, None, 5)] == ["two"]


def test_a_change_takes_the_vectors_of_all_that_were_embedded_with_it(store, vectors, ann):
    said(store, begun(store, ann, "talk").id, "one", "two", "three")
    said(store, begun(store, ann, "other").id, "one", "two")
    embed(vectors)

    sql(store, "UPDATE turns SET content = 'four' WHERE session_id = 'talk' AND position = 0")

    assert [one.text for one in vectors.missing(MODEL, None, 5)] == ["four two", "four"]


def test_erasing_takes_vectors_of_the_entry_and_of_rewritten_turns(store, vectors, ann):
    made, stays = put(store, ann, "The crane is blue"), put(store, ann, "The boat is red")
    session = begun(store, ann, "talk")
    said(store, session.id, "They say: the crane is blue.", "Hello")
    embed(vectors)
    assert len(near(vectors, ann, of("x"))) == 4

    erased = store.erase(made.id, [], ann.ids, LATER)

    assert of(made.content) not in [bytes(vector) for (vector,) in sql(store, "SELECT vector FROM vectors")]
    if store.url.startswith("sqlite:"):
        files = [file for file in Path(store.path).parent.rglob("*") if file.is_file()]
        assert not [file for file in files if of(made.content) in file.read_bytes()]
    assert erased.touched["vectors"] == 1
    assert near(vectors, ann, of("x")) == [stays.id]
    assert [one.text for one in vectors.missing(MODEL, None, 5)] == [
        "They say: [erased]. Hello",
        "They say: [erased].",
    ]


def test_reindexing_keeps_vectors(store, vectors, ann):
    made = put(store, ann, "The crane is blue")
    said(store, begun(store, ann, "talk").id, "one", "two")
    embed(vectors)
    before = sql(store, "SELECT * FROM vectors")

    store.search.reindex()

    assert sql(store, "SELECT * FROM vectors") == before
    assert len(near(vectors, ann, of("x"))) == 3
    assert near(vectors, ann, of(made.content), limit=1) == [made.id]


def test_vectors_are_counted_and_not_dumped(store, vectors, ann):
    put(store, ann, "The crane is blue")
    embed(vectors)

    assert store.sizes()["vectors"] == 1
    assert rows(store, "vectors") == []


def told_of_vectors(store):
    return [one.what for one in store.check() if "vector" in one.what]


def test_doctor_finds_a_vector_of_another_text_and_reindexing_mends_it(store, vectors, ann):
    made, moved = put(store, ann, "The crane is blue"), put(store, ann, "The boat is red")
    said(store, begun(store, ann, "talk").id, "one")
    embed(vectors)
    assert told_of_vectors(store) == []
    sql(store, "UPDATE vectors SET digest = ? WHERE entry_id = ?", b"\0", made.id)
    sql(store, "UPDATE vectors SET scope_id = 999 WHERE entry_id = ?", moved.id)
    sql(store, "UPDATE vectors SET turn_id = 999 WHERE turn_id IS NOT NULL")

    findings = told_of_vectors(store)

    assert findings == [
        f"A vector of {MODEL} is not that of entry {made.id} as it is now.",
        f"A vector of {MODEL} is not that of entry {moved.id} as it is now.",
        f"A vector of {MODEL} is not that of turn 999 as it is now.",
    ]
    store.search.reindex()
    assert told_of_vectors(store) == []
    assert len(vectors.missing(MODEL, None, 5)) == 3

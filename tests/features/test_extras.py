"""Rows that want an extra: recall by meaning, and seed 004's tier V in ChromaDB. Without it they are skipped."""

import re
import time
from contextlib import closing
from functools import partial
from uuid import UUID

import pytest
from tests.features.driving import fact, with_hook
from tests.pace import processor_time
from tests.reading import shown
from tests.store.making import begun, put, said
from tests.store.vectors import MODEL, embed, near, of, other, vectors_by

from tiermem.store import open_store
from tiermem.store.contract import SearchFilter

feature = pytest.mark.feature
REQUIRED = {"org_id", "user_id", "connection_id", "context_type", "source"}
SOURCES = {"user_provided", "system_learned", "tool_indexed", "tool_extracted_content"}


@pytest.fixture
def stored(tmp_path):
    """A store with facts of two users and of two connections, all of them with vectors in ChromaDB."""
    chromadb = pytest.importorskip("chromadb", reason="the extra chroma is not installed")
    with closing(open_store(str(tmp_path / "memory.db"))) as store:
        ann = store.records.reach(house="home", agent="coder", user="ann")
        facts = {
            "mine": put(store, ann, "Issues go to PROJ", connection_id="tracker", context_type="tool_schema"),
            "second": put(store, ann, "Issues go to LAB", connection_id="second", context_type="tool_schema"),
            "anyway": put(store, ann, "Issues need a due date"),
            "bob's": put(store, other(store), "Issues go to BOB"),
        }
        said(store, begun(store, ann, "talk").id, "The file names three issues", speaker="tool")
        vectors = vectors_by(store, "chroma")
        embed(vectors)
        yield chromadb, store, vectors, ann, {name: entry.id for name, entry in facts.items()}


@feature("004-3")
def test_004_3_one_collection_with_metadata_and_deterministic_ids(stored, tmp_path):
    chromadb, store, vectors, ann, _ = stored
    near(vectors, ann, of("x"))
    store.close()

    client = chromadb.PersistentClient(
        str(tmp_path / "memory.db.vectors" / "chroma"),
        settings=chromadb.config.Settings(anonymized_telemetry=False),
    )
    (collection,) = client.list_collections()
    held = collection.get(include=["metadatas", "documents"])
    client.close()

    assert re.match("tiermem_context_", collection.name)
    assert collection.metadata["model"] == MODEL
    assert {UUID(one).version for one in held["ids"]} == {5}
    assert sorted(held["documents"])[:2] == ["Issues go to BOB", "Issues go to LAB"]
    assert len(held["ids"]) == 5
    for metadata in held["metadatas"]:
        assert metadata.keys() >= REQUIRED
        assert metadata["source"] in SOURCES
    assert [one["message_id"] for one in held["metadatas"] if "message_id" in one] == ["talk/0"]


@feature("004-3")
def test_004_3_the_filter_is_the_user_the_active_connections_or_none_and_the_context_type(stored):
    _, _, vectors, ann, ids = stored

    def found(**where):
        return set(near(vectors, ann, of("x"), SearchFilter(layers=("L1",), turns=False, **where)))

    assert found() == {ids["mine"], ids["second"], ids["anyway"]}
    assert found(connections=()) == {ids["anyway"]}
    assert found(connections=("tracker",)) == {ids["mine"], ids["anyway"]}
    assert found(context_type="tool_schema") == {ids["mine"], ids["second"]}


# -- by meaning ----------------------------------------------------------------------------------

COLOURS = """
from tiermem.plugins import hookimpl
from tiermem.values import Embeddings

FAMILIES = (("crimson", "red", "scarlet"), ("azure", "blue", "navy"), ("green", "olive"))


@hookimpl
def embed(texts):
    rows = [[float(sum(word in text.lower() for word in family)) for family in FAMILIES] for text in texts]
    return Embeddings.of("families-1", rows)
"""
"""A model that knows which colours are alike."""


@pytest.fixture
def numpy():
    """Return numpy, which compares vectors."""
    return pytest.importorskip("numpy", reason="the extra vectors is not installed")


def in_time(ask, wanted, seconds=60):
    """Ask again until what is wanted was given: vectors are made in the background."""
    until = time.monotonic() + seconds
    while (found := ask()) != wanted and time.monotonic() < until:
        time.sleep(0.1)
    return found


@feature("002-28")
def test_002_28_what_means_the_same_is_found_without_a_word_in_common(agent, numpy):
    agent = with_hook(agent, COLOURS, vectors={"enabled": True})
    with agent.open() as memory:
        near = fact(memory, "Her bicycle is scarlet")
        for number in range(3):
            fact(memory, f"Number {number} of the boats is olive")
        with memory.session():
            found = in_time(lambda: shown(memory.recall("crimson"))[:1], [near.content])

    assert found == [near.content]


@feature("004-33")
def test_004_33_with_and_without_vectors_is_a_matter_of_configuration(agent, numpy):

    def recalled(enabled):
        made = with_hook(agent, COLOURS, vectors={"enabled": enabled})
        with made.open() as memory:
            fact(memory, "Her bicycle is scarlet")
            with memory.session():
                return in_time(
                    lambda: shown(memory.recall("crimson")), ["Her bicycle is scarlet"] if enabled else []
                )

    assert recalled(enabled=False) == []
    assert recalled(enabled=True) == ["Her bicycle is scarlet"]


@feature("004-13")
def test_004_13_recall_with_vectors_costs_little_beside_recall_by_words(agent, numpy):
    """Both in one run: 300 entries, of which a word of the question finds none that vectors do.

    It is measured again before a cost is believed: numpy's threads wait busily beside other work.
    """

    def recalling(enabled, times):
        with with_hook(agent, COLOURS, vectors={"enabled": enabled}).open() as memory:
            if enabled:
                memory.maintenance.embed()
            ask = partial(memory.recall, "Which of the boats is crimson?")
            found = [passage.text.rpartition(" ")[2] for passage in ask().passages]
            return processor_time(ask, times), found

    with with_hook(agent, COLOURS, vectors={"enabled": False}).open() as memory:
        for number in range(300):
            colour = ("scarlet", "navy", "olive")[number % 3]
            fact(memory, f"Boat {number} of the harbour is {colour}")
    for times in (7, 30):
        words_alone, by_words = recalling(enabled=False, times=times)
        with_vectors, by_meaning = recalling(enabled=True, times=times)
        if with_vectors <= 3 * words_alone:
            break

    assert by_words[:3] != ["scarlet"] * 3
    assert by_meaning[:3] == ["scarlet"] * 3
    assert with_vectors <= 3 * words_alone, (with_vectors, words_alone)

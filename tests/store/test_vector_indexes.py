"""Properties of single indexes over vectors: memory, extensions, folders, processes."""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.learning import observed
from tests.store.making import EVERYTHING, LATER, begun, put, said, sql
from tests.store.vectors import DIMS, MODEL, changed, embed, near, of, other, unit, vectors_by

from tiermem.errors import DeadlineExceeded, StoreError
from tiermem.store import open_store
from tiermem.store.connection import Database
from tiermem.store.contract import SearchFilter
from tiermem.support.resources import install_command

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
"""These indexes and their copies are beside a file."""
pytest.importorskip("numpy", reason="numpy, of the extra vectors, is not installed")
ROOT = Path(__file__).parents[2]


def many(store, reach, number):
    """Turns of different texts in a session of its own."""
    said(store, begun(store, reach).id, *(f"Turn {place} of {reach.user.name}" for place in range(number)))


def asked_elsewhere(code, *arguments, **options):
    """A Python process with this package and these tests; its output."""
    folders = [str(ROOT / "plugin"), str(ROOT / "hooks"), str(ROOT), *filter(None, sys.path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )


# -- whatever the index --------------------------------------------------------------------------


def test_what_another_store_on_the_same_file_embeds_is_found(store, index, ann):
    many(store, ann, 3)
    mine = vectors_by(store, index)
    embed(mine)
    assert len(near(mine, ann, of("x"))) == 3

    with closing(open_store(store.url)) as elsewhere:
        made = put(elsewhere, ann, "The crane is blue")
        gone = put(elsewhere, ann, "The boat is red")
        embed(elsewhere.vectors("numpy"))
        assert len(near(mine, ann, of("x"))) == 5
        changed(elsewhere, gone, status="inactive")

    assert near(mine, ann, of(made.content), limit=1) == [made.id]
    assert len(near(mine, ann, of("x"))) == 4


def test_threads_share_an_index(store, index, ann):
    many(store, ann, 5)
    embed(vectors_by(store, index))
    found = []

    def ask():
        found.extend(tuple(near(vectors_by(store, index), ann, of("x"))) for _ in range(5))
        store.release()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 20
    assert set(found) == {tuple(near(vectors_by(store, index), ann, of("x")))}


def test_a_store_that_was_closed_finds_again_when_it_is_opened(store, index, ann):
    many(store, ann, 4)
    embed(vectors_by(store, index))
    before = near(vectors_by(store, index), ann, of("x"))
    store.close()

    with closing(open_store(store.url)) as again:
        assert near(vectors_by(again, index), ann, of("x")) == before


EMBED_FOREVER = """
import sys
from tests.store.making import EVERYTHING
from tests.store.vectors import DIMS, MODEL, of
from tiermem.store import open_store
store = open_store(sys.argv[1])
vectors = store.vectors("numpy")
print("ready", flush=True)
while True:
    store.database.execute_sql("DELETE FROM vectors")
    rows = [(one, of(one.text)) for one in vectors.missing(MODEL, None, 1000)]
    vectors.put(MODEL, DIMS, rows)
"""


@pytest.mark.slow
def test_a_process_killed_while_it_embeds_leaves_whole_rows(store, ann):
    many(store, ann, 200)
    for pause in (0.02, 0.05, 0.11):
        process = asked_elsewhere(EMBED_FOREVER, store.url)
        assert process.stdout.readline() == "ready\n"
        threading.Event().wait(pause)
        process.send_signal(signal.SIGKILL)
        process.communicate()

        vectors = store.vectors("numpy")
        assert vectors.progress(MODEL)[0] in (0, 200)
        assert [one.what for one in store.check()] == []
        embed(vectors)
        assert len(near(vectors, ann, of("x"), limit=300)) == 200


# -- numpy ---------------------------------------------------------------------------------------


@pytest.fixture
def in_memory(store):
    """Makes an index over the store's vectors that keeps at most so many numbers."""
    store.vectors("numpy")
    from tiermem.store.vectors.in_memory import InMemory
    from tiermem.store.vectors.table import VectorTable

    databases = []

    def in_memory(**bounds):
        databases.append(Database(str(store.path), 1))
        index = InMemory(databases[-1], **bounds)
        return index, VectorTable(databases[-1], index)

    yield in_memory
    for database in databases:
        database.close()


@pytest.mark.parametrize("page", [4, 8])
@pytest.mark.parametrize("most", [0, 1, 10, 13, 25, 100])
def test_what_does_not_fit_into_memory_is_found_too(store, in_memory, ann, most, page):
    bob = other(store)
    many(store, ann, 20)
    many(store, bob, 20)
    _, bounded = in_memory(most_numbers=most * DIMS, page_numbers=page * DIMS)
    embed(bounded)
    exact = {reach.user.name: near(store.vectors(), reach, of("x")) for reach in (ann, bob)}

    for reach in (ann, bob, ann, ann, bob):
        assert near(bounded, reach, of("x")) == exact[reach.user.name]


def test_no_more_than_the_bound_is_kept(store, in_memory, ann):
    users = [ann, other(store, "bob"), other(store, "cy")]
    for reach in users:
        many(store, reach, 20)
    index, bounded = in_memory(most_numbers=45 * DIMS, page_numbers=8 * DIMS)
    embed(bounded)

    for reach in users:
        near(bounded, reach, of("x"))

        assert index.kept <= 45 * DIMS

    assert index.kept == 40 * DIMS


@pytest.mark.slow
def test_a_deadline_that_stops_reading_loses_a_page_at_most(store, ann):
    many(store, ann, 3000)
    vectors = store.vectors("numpy")
    with store.transaction():
        while missing := vectors.missing("wide", None, 1000):
            vectors.put("wide", 2000, [(one, of(one.text) * 250) for one in missing])

    attempts, found = 0, []
    while not found and attempts < 1000:
        attempts += 1
        try:
            with store.deadline(0.004, "recall"):
                found = vectors.nearest("wide", of("x") * 250, EVERYTHING, ann.ids, 5)
        except DeadlineExceeded:
            continue

    assert 1 < attempts < 1000
    assert len(found) == 5


def test_rows_that_are_gone_are_let_go(store, in_memory, ann):
    made = [put(store, ann, f"Statement {number}") for number in range(10)]
    index, vectors = in_memory()
    embed(vectors)
    near(vectors, ann, of("x"))
    assert index.kept == 10 * DIMS

    for one in made[:8]:
        changed(store, one, status="inactive")
    near(vectors, ann, of("x"))

    assert sorted(near(vectors, ann, of("x"))) == sorted(one.id for one in made[8:])
    assert index.kept == 2 * DIMS


# -- ChromaDB ------------------------------------------------------------------------------------


@pytest.fixture
def chroma(store):
    pytest.importorskip("chromadb", reason="chromadb is not installed")
    return vectors_by(store, "chroma")


def folder(store):
    return Path(f"{store.path}.vectors") / "chroma"


def collections(store):
    """Return the contents of ChromaDB: name of the collection → (ids, metadata)."""
    chromadb = importlib.import_module("chromadb")
    client = chromadb.PersistentClient(
        str(folder(store)), settings=chromadb.Settings(anonymized_telemetry=False)
    )
    held = {}
    for collection in client.list_collections():
        found = collection.get(include=["metadatas", "documents"])
        held[collection.metadata["model"]] = (dict(zip(found["ids"], found["metadatas"], strict=True)), found)
    client.close()
    return held


@pytest.mark.feature("004-3")
def test_chroma_holds_a_collection_per_model_with_texts_and_metadata(store, chroma, ann):
    source = {"tool_id": "mail", "message_id": "m1", "attachment_id": "a1", "filename": "plan.pdf"}
    payload = {"kind": "tool_result", "draft": {"content": "The pier closes"}, "source_metadata": source}
    seq = observed(store, ann, payload=payload, session_id="talk")
    mine = put(store, ann, "The crane is blue", connection_id="jira", context_type="tool_schema")
    notes = put(store, ann, "The quay is grey", owner="agent")
    read = put(
        store,
        ann,
        "The pier closes",
        context_type="tool_attachment_content",
        speaker="tool",
        source="system",
        origin=f"event:{seq}",
    )
    said(store, begun(store, ann, "talk").id, "Hello", speaker="tool", name="clock")
    for model in (MODEL, "another"):
        embed(chroma, model=model)
        near(chroma, ann, of("x"), model=model)
    store.close()

    held = collections(store)

    assert set(held) == {MODEL, "another"}
    _, raw = held[MODEL]
    told = dict(zip(raw["documents"], raw["metadatas"], strict=True))
    assert {text: {**one, "row": 0, "scope_id": 0} for text, one in told.items()} == {
        text: {"row": 0, "scope_id": 0, "org_id": "home"} | known
        for text, known in {
            "The crane is blue": {
                "kind": "L1",
                "user_id": "ann",
                "connection_id": "jira",
                "context_type": "tool_schema",
                "source": "user_provided",
                "entry_id": mine.id,
            },
            "The quay is grey": {
                "kind": "L1",
                "user_id": "",
                "agent_id": "coder",
                "connection_id": "",
                "context_type": "user_persistent",
                "source": "user_provided",
                "entry_id": notes.id,
            },
            "The pier closes": {
                "kind": "L1",
                "user_id": "ann",
                "connection_id": "",
                "context_type": "tool_attachment_content",
                "source": "tool_extracted_content",
                "entry_id": read.id,
                "session_id": "talk",
            }
            | source,
            "Hello": {
                "kind": "turn",
                "user_id": "ann",
                "connection_id": "",
                "context_type": "tool_entity",
                "source": "tool_indexed",
                "tool_id": "clock",
                "message_id": "talk/0",
                "session_id": "talk",
            },
        }.items()
    }


@pytest.mark.feature("004-3")
def test_the_same_text_of_the_same_document_has_the_same_id(store, chroma, ann):
    made = put(store, ann, "The crane is blue")
    embed(chroma)
    near(chroma, ann, of("x"))
    store.close()
    before = set(collections(store)[MODEL][0])
    shutil.rmtree(folder(store))

    with closing(open_store(store.url)) as again:
        vectors = vectors_by(again, "chroma")
        again.database.execute_sql("DELETE FROM vectors")
        embed(vectors)
        assert near(vectors, ann, of("x")) == [made.id]

    assert set(collections(store)[MODEL][0]) == before
    assert len(before) == 1


@pytest.mark.parametrize("closing_first", [True, False], ids=["between processes", "under its feet"])
def test_a_lost_folder_is_filled_again(store, chroma, ann, closing_first):
    many(store, ann, 12)
    embed(chroma)
    before = near(chroma, ann, of("x"))
    if closing_first:
        store.close()
        chroma = vectors_by(store, "chroma")
    shutil.rmtree(folder(store))

    assert near(chroma, ann, of("x")) == before
    assert len(before) == 12


def test_what_changed_while_chroma_was_away_is_followed(store, chroma, ann):
    made = [put(store, ann, f"Statement {number}") for number in range(6)]
    embed(chroma)
    near(chroma, ann, of("x"))
    store.close()
    changed(store, made[0], status="inactive")
    changed(store, made[1], content="Another statement", version=2)
    changed(store, made[2], layer="L2")
    put(store, ann, "A new one")
    embed(store.vectors("numpy"))

    again = vectors_by(store, "chroma")

    assert near(again, ann, of("x")) == near(store.vectors("numpy"), ann, of("x"))
    assert near(again, ann, of("x"), where=SearchFilter(layers=("L2",))) == [made[2].id]
    store.close()
    assert len(collections(store)[MODEL][0]) == 6


def test_chroma_opens_no_connections(store, chroma, ann):
    code = """
import socket, sys
def refused(*arguments, **options):
    raise AssertionError("a connection")
socket.socket.connect = socket.create_connection = refused
from tests.store.making import EVERYTHING
from tests.store.vectors import embed, of, MODEL, vectors_by
from tiermem.store import open_store
store = open_store(sys.argv[1])
embed(vectors_by(store, "chroma"))
print(len(vectors_by(store, "chroma").nearest(MODEL, of("x"), EVERYTHING, [int(sys.argv[2])], 5)))
store.close()
"""
    put(store, ann, "The crane is blue")

    assert asked_elsewhere(code, store.url, ann.user.id).communicate()[0] == "1\n"


# -- erasing -------------------------------------------------------------------------------------


def erased(store, entry):
    """Return what an erasure could not reach, without what no erasure can."""
    return store.erase(entry.id, (), [entry.scope_id], LATER).out_of_reach[3:]


@pytest.mark.parametrize("is_open", [True, False], ids=["open here", "of another process"])
@pytest.mark.parametrize("name", ["chroma", "flat-file"])
def test_erasing_reaches_the_copies_of_plugins(store, ann, name, is_open):
    pytest.importorskip("chromadb" if name == "chroma" else "json")
    made = put(store, ann, "The crane is blue")
    put(store, ann, "The boat is red")
    vectors = vectors_by(store, name)
    embed(vectors)
    near(vectors, ann, of("x"))
    copy = Path(f"{store.path}.vectors") / name
    assert b"crane" in b"".join(one.read_bytes() for one in copy.rglob("*") if one.is_file())
    if not is_open:
        store.close()
        store = open_store(store.url)

    assert erased(store, made) == ()
    assert not copy.exists()
    assert len(near(vectors_by(store, name), ann, of("x"))) == 1
    store.close()


class _Remote:
    """An index whose copy is on another machine."""

    elsewhere = "https://vectors.example"

    def __init__(self, rows):
        self.rows = rows

    def forget(self):
        raise OSError("the host is down")

    def close(self):
        pass


def test_the_receipt_of_an_erasure_names_copies_that_it_cannot_reach(store, ann):
    first, second = put(store, ann, "The crane is blue"), put(store, ann, "The boat is red")
    store.vectors("remote", _Remote)

    assert erased(store, first) == ("the copy of vectors that the index 'remote' keeps: the host is down",)
    store.close()
    with closing(open_store(store.url)) as elsewhere:
        (left,) = erased(elsewhere, second)
    assert "the index 'remote' keeps at https://vectors.example" in left


def test_an_index_that_no_plugin_was_asked_for_is_an_error(store):
    with pytest.raises(StoreError, match="The index 'other' over vectors comes from a plugin"):
        store.vectors("other")


# -- nothing installed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("numpy", "numpy", "vectors"),
        ("sqlite-vec", "sqlite_vec", "sqlite-vec"),
        ("chroma", "chromadb", "chroma"),
    ],
)
def test_an_index_without_its_package_names_the_extra(store, name, module, extra):
    code = f"""
import sys
sys.modules[{module!r}] = None
from tiermem.errors import StoreError
from tests.store.vectors import vectors_by
from tiermem.store import open_store
store = open_store(sys.argv[1])
try:
    vectors_by(store, {name!r})
except StoreError as error:
    print(error)
"""
    told = asked_elsewhere(code, store.url).communicate()[0]

    assert told.endswith(f"Install it with: {install_command(extra)}.\n")


def test_a_store_that_asks_for_no_vectors_imports_none_of_the_packages(store):
    code = """
import sys
from tiermem.store import open_store
store = open_store(sys.argv[1])
store.check()
store.close()
print(sorted({"numpy", "chromadb", "sqlite_vec"} & set(sys.modules)))
"""
    assert asked_elsewhere(code, store.url).communicate()[0] == "[]\n"


def test_vectors_are_kept_as_packed_float32(store, ann):
    put(store, ann, "The crane is blue")
    embed(store.vectors(), by=lambda text: unit(3, 4))

    assert sql(store, "SELECT dims, hex(substr(vector, 1, 8)) FROM vectors") == [(DIMS, "9A99193FCDCC4C3F")]

"""Recall by vectors, with a small embedder of the test's own: words that mean the same are one dimension."""

from __future__ import annotations

import logging
import threading
import time

import pytest
from tests.engine.opening import add, sql
from tests.reading import shown

from tiermem.errors import InputError, PluginError

pytest.importorskip("numpy", reason="numpy, of the extra vectors, is not installed")

SYNONYMS = """
import re, time
from pathlib import Path
from tiermem.values import Embeddings

SAME = {"car": 0, "automobile": 0, "boss": 1, "manager": 1, "cat": 2, "kitten": 2, "flat": 3, "apartment": 3}
CALLS = Path(__file__).with_name("calls.txt")

def vector(text):
    row = [0.0] * 5
    for word in re.findall("[a-z]+", text.lower()):
        if word in SAME:
            row[SAME[word]] += 1.0
    if not any(row):
        row[4] = 1.0
    return row

@hookimpl
def embed(texts, kind, model):
    with CALLS.open("a") as file:
        file.write(f"{kind} {len(texts)}\\n")
    if any("poison" in text for text in texts):
        raise ValueError("this text cannot be embedded")
    if model == "own:broken" or (model == "own:mute" and kind == "query"):
        raise ValueError("out of order")
    if model == "own:late" and kind == "query":
        time.sleep(60)
    return Embeddings.of(model, [vector(text) for text in texts])
"""
ON = {"vectors": {"enabled": True, "model": "own:synonyms"}}
WAIT_S = 120


def calls(folder):
    path = folder / "calls.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.fixture
def memory(open_memory):
    return open_memory(hooks=SYNONYMS, **ON)


@pytest.fixture
def person(memory):
    return memory.entries()


def test_an_entry_that_shares_no_word_with_the_prompt_is_found(memory, person):
    add(person, "Ann drives an old automobile", layer="L1")
    add(person, "The harbour opens at six", layer="L1")
    assert shown(memory.recall("Which car?")) == []

    memory.maintenance.embed()

    assert shown(memory.recall("Which car?"))[:1] == ["Ann drives an old automobile"]


def test_without_vectors_it_is_not_found_and_nothing_is_embedded(open_memory, tmp_path):
    memory = open_memory(hooks=SYNONYMS)
    add(memory.entries(), "Ann drives an old automobile", layer="L1")

    assert shown(memory.recall("Which car?")) == []
    assert calls(tmp_path) == []
    with pytest.raises(InputError, match="not enabled"):
        memory.maintenance.embed()


def test_turns_are_found_by_meaning_exactly_when_the_archive_is_searched(memory):
    with memory.session(id="monday") as session:
        session.on_turn_end("We looked at the apartment in the harbour street", "Noted")
    memory.maintenance.embed()

    assert shown(memory.recall("Which flat?")) == []
    assert shown(memory.recall("Which flat did I tell you about last time?"))[:1] == [
        "We looked at the apartment in the harbour street"
    ]


def test_filters_hold_for_what_is_near(memory, person):
    add(person, "The automobile of the first project is red", layer="L1", project_id="first")
    add(person, "The automobile of the second project is blue", layer="L1", project_id="second")
    memory.maintenance.embed()

    assert shown(memory.recall("Which car?", project="second")) == [
        "The automobile of the second project is blue"
    ]


def test_nothing_of_another_user_is_near(memory):
    add(memory.entries("bea"), "Bea drives an old automobile", layer="L1", tier="user")
    memory.maintenance.embed("bea")

    assert shown(memory.recall("Which car?", user="ann")) == []
    assert shown(memory.recall("Which car?", user="bea")) == ["Bea drives an old automobile"]


def test_embedding_twice_makes_no_vector_twice(memory, person, tmp_path):
    for number in range(40):
        add(person, f"Statement number {number} is about the harbour", layer="L1")

    first, again = memory.maintenance.embed(), memory.maintenance.embed()

    assert (first.embedded, first.done, first.documents) == (40, 40, 40)
    assert (again.embedded, again.done, again.model) == (0, 40, "own:synonyms")
    documents = [line for line in calls(tmp_path) if line.startswith("document")]
    assert documents == ["document 1", "document 32", "document 8", "document 1"]


def test_progress_is_told_after_each_batch(memory, person):
    for number in range(40):
        add(person, f"Statement number {number} is about the harbour", layer="L1")
    told = []

    memory.maintenance.embed(progress=lambda done, total: told.append((done, total)))

    assert told == [(32, 40), (40, 40)]


def test_another_model_embeds_everything_anew_and_leaves_the_old_vectors(open_memory, tmp_path):
    memory = open_memory(hooks=SYNONYMS, **ON)
    add(memory.entries(), "Ann drives an old automobile", layer="L1")
    memory.maintenance.embed()
    memory.close()

    other = open_memory(hooks=SYNONYMS, vectors={"enabled": True, "model": "own:other"})
    assert shown(other.recall("Which car?")) == []
    filled = other.maintenance.embed()

    assert (filled.model, filled.embedded) == ("own:other", 1)
    assert shown(other.recall("Which car?")) == ["Ann drives an old automobile"]
    assert sql(tmp_path, "SELECT model FROM vectors ORDER BY model") == [("own:other",), ("own:synonyms",)]


def test_a_changed_entry_is_found_by_what_it_says_now(memory, person):
    entry = add(person, "Ann drives an old automobile", layer="L1")
    memory.maintenance.embed()
    person.update(entry.id, person.draft("Ann has a small kitten"))

    assert shown(memory.recall("Which car?")) == []
    assert memory.maintenance.embed().embedded == 1
    assert shown(memory.recall("Any cat?")) == ["Ann has a small kitten"]


def test_erasing_an_entry_erases_its_vector(memory, person, tmp_path):
    entry = add(person, "Ann drives an old automobile", layer="L1")
    memory.maintenance.embed()
    assert sql(tmp_path, "SELECT count(*) FROM vectors") == [(1,)]

    person.erase(entry.id)

    assert sql(tmp_path, "SELECT count(*) FROM vectors") == [(0,)]
    assert shown(memory.recall("Which car?")) == []


PASTED_KEY = "\n".join(
    f"{line:02}bGluZQ9zYWx0c2FsdHNhbHQ+c2FsdHNhbHRzYWx0/c2FsdHNhbHRzYWx0c2FsdA" for line in range(48)
)
SHOWING = """
from pathlib import Path
from tiermem.values import Embeddings

@hookimpl
def embed(texts, kind, model):
    if kind == "query":
        Path(__file__).with_name("asked.txt").write_text(texts[0])
    return Embeddings.of(model, [[1.0] for _ in texts])
"""


@pytest.mark.parametrize("before", [0, 5_000, 17_000, 100_000])
def test_no_part_of_a_secret_reaches_the_model_however_long_the_prompt_is(open_memory, tmp_path, before):
    memory = open_memory(hooks=SHOWING, recall={"deadline_ms": 60_000}, **ON)
    begin, end = (f"-----{word} " + "PRIVATE KEY-----" for word in ("BEGIN", "END"))

    memory.recall(f"{'so ' * (before // 3)}{begin}\n{PASTED_KEY}\n{end}\nWhich automobile is mine?")

    asked = (tmp_path / "asked.txt").read_text(encoding="utf-8")
    assert asked.endswith("Which automobile is mine?")
    assert "bGluZQ9" not in asked


@pytest.mark.parametrize(
    ("model", "note"), [("own:late", "did not answer within"), ("own:mute", "out of order")]
)
def test_a_query_that_is_not_embedded_in_time_leaves_full_text_and_a_note(open_memory, model, note):
    memory = open_memory(
        hooks=SYNONYMS, vectors={"enabled": True, "model": model}, recall={"deadline_ms": 1_000}
    )
    add(memory.entries(), "The car is in the harbour", layer="L1")
    memory.maintenance.embed()
    started = time.monotonic()

    recalled = memory.recall("Where is the car?")

    assert time.monotonic() - started < 30
    assert shown(recalled) == ["The car is in the harbour"]
    assert any(one.startswith("vectors:") and note in one for one in recalled.receipt.notes)


def test_a_model_that_fails_is_told_and_writes_go_on(open_memory):
    memory = open_memory(hooks=SYNONYMS, vectors={"enabled": True, "model": "own:broken"})

    add(memory.entries(), "The car is in the harbour", layer="L1")

    with pytest.raises(PluginError, match="out of order"):
        memory.maintenance.embed()
    assert shown(memory.recall("Where is the car?")) == ["The car is in the harbour"]


def test_a_model_that_nobody_answers_for_is_told(open_memory):
    memory = open_memory(vectors={"enabled": True, "model": "own:nobody"})

    with pytest.raises(PluginError, match="set OWN_BASE_URL"):
        memory.maintenance.embed()


def test_a_local_model_that_is_switched_off_is_told(open_memory):
    memory = open_memory(vectors={"enabled": True}, disable=["embeddings"])

    with pytest.raises(PluginError, match=r"no hook embeds for vectors\.model 'local'"):
        memory.maintenance.embed()


def test_a_prompt_that_nothing_is_near_to_recalls_nothing(memory, person):
    add(person, "Ann drives an old automobile", layer="L1")
    memory.maintenance.embed()

    assert shown(memory.recall("Thanks, go on")) == []
    assert shown(memory.recall("Which boss?")) == []


def test_a_text_that_cannot_be_embedded_keeps_back_no_other(memory, person):
    for content in ("Ann drives an old automobile", "poison is a word of this one", "Ann has a kitten"):
        add(person, content, layer="L1")

    filled = memory.maintenance.embed()

    assert (filled.embedded, filled.done, filled.documents) == (2, 2, 3)
    assert ["cannot be embedded" in failure for failure in filled.failures] == [True]
    assert shown(memory.recall("Any cat?"))[:1] == ["Ann has a kitten"]


def embedded(folder, number):
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        if sql(folder, "SELECT count(*) FROM vectors") == [(number,)]:
            return True
        time.sleep(0.05)
    return False


def test_what_is_written_and_said_is_embedded_in_the_background(memory, tmp_path):
    add(memory.entries(), "Ann drives an old automobile", layer="L1")
    with memory.session(id="monday") as session:
        session.on_turn_end("Does the apartment have a balcony?", "Noted")

    assert embedded(tmp_path, 3)


def test_what_an_earlier_process_left_is_embedded_when_a_session_begins(open_memory, tmp_path):
    earlier = open_memory(hooks=SYNONYMS)
    add(earlier.entries(), "Ann drives an old automobile", layer="L1")
    earlier.close()
    memory = open_memory(hooks=SYNONYMS, **ON)

    memory.session()

    assert embedded(tmp_path, 1)


def test_a_memory_that_is_closed_at_once_waits_for_no_vector(open_memory, tmp_path):
    memory = open_memory(hooks=SYNONYMS, **ON)
    add(memory.entries(), "Ann drives an old automobile", layer="L1")
    started = time.monotonic()

    memory.close()

    assert time.monotonic() - started < 10
    for thread in threading.enumerate():
        if thread.name == "tiermem embedding":
            thread.join(WAIT_S)
            assert not thread.is_alive()
    assert calls(tmp_path) == []


def test_a_failure_in_the_background_is_logged_once(open_memory, tmp_path, caplog):
    memory = open_memory(hooks=SYNONYMS, vectors={"enabled": True, "model": "own:broken"})
    with caplog.at_level(logging.WARNING, logger="tiermem"):
        for content in ("The car is in the harbour", "The boss is in the harbour too"):
            before = len(calls(tmp_path))
            add(memory.entries(), content, layer="L1")
            until = time.monotonic() + WAIT_S
            while len(calls(tmp_path)) == before and time.monotonic() < until:
                time.sleep(0.05)
        memory.close()

    told = [record for record in caplog.records if "not all texts have vectors" in record.getMessage()]
    assert len(told) == 1


def test_the_report_of_recall_says_whether_vectors_would_have_helped(open_memory):
    plain = open_memory(hooks=SYNONYMS)
    add(plain.entries(), "Ann drives an old automobile", layer="L1")
    plain.recall("Which car?")
    plain.recall("Which boss?")
    assert plain.timeline.recall_report().vectors.near is None
    plain.close()
    memory = open_memory(hooks=SYNONYMS, **ON)
    memory.maintenance.embed()

    helped = memory.timeline.recall_report().vectors

    assert (helped.asked, helped.near) == (2, 1)

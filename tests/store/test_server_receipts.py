"""Receipts that a slow server, or one that is away, does not store at once."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import closing, contextmanager

import pytest
from tests.store.making import begun, put, receipt, sql

from tiermem.store import open_store

psycopg = pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")


@pytest.fixture
def store(server):
    with closing(open_store(server.new_store())) as store:
        yield store


@contextmanager
def locked(store):
    """Hold all receipts, as a slow server seems to."""
    with psycopg.connect(store.url.replace("//tiermem@", "//postgres@")) as other:
        other.execute("LOCK TABLE recalls IN ACCESS EXCLUSIVE MODE")
        yield
        other.rollback()


def queries(store, ann):
    return [one["query"] for one in store.sessions.receipts(ann, limit=30)]


def ended():
    for thread in threading.enumerate():
        if thread.name == "tiermem receipts":
            thread.join(30)
            assert not thread.is_alive()


def test_a_receipt_for_which_the_server_is_too_slow_costs_a_prompt_little_and_is_stored_later(store, ann):
    with locked(store):
        began = time.monotonic()
        with store.deadline(0.3, "the prompt"):
            store.keep(receipt("A prompt about the crane"), ann)
        assert time.monotonic() - began < 5

    assert queries(store, ann) == ["A prompt about the crane"]


def test_receipts_of_a_server_that_is_away_are_stored_when_it_is_back(server, store, ann):
    store.keep(receipt("before"), ann)
    server.stop(signal.SIGQUIT)
    try:
        for number in range(3):
            with store.deadline(0.3, "the prompt"):
                store.keep(receipt(f"meanwhile {number}"), ann)
    finally:
        server.start()
    ended()

    assert {"meanwhile 0", "meanwhile 1", "meanwhile 2"} <= set(queries(store, ann))


def test_a_session_was_told_of_changes_once_its_late_receipt_is_stored(store, ann):
    row = begun(store, ann)
    with store.transaction(ann):
        store.sessions.freeze(row.id, {"text": "blocks"}, 1)
    with locked(store):
        store.keep(receipt("What is new?", session_id=row.id), ann, told=7)
    assert queries(store, ann) == ["What is new?"]

    assert sql(store, "SELECT frozen_at FROM sessions WHERE id = ?", row.id) == [(7,)]


@pytest.mark.parametrize("whose", ["this process", "another"])
def test_a_text_that_is_erased_does_not_come_back_with_a_late_receipt(store, ann, whose):
    put(store, ann, "The crane is blue")
    store.keep(receipt("Before it"), ann)
    with locked(store):
        store.keep(receipt("The secret of Xanthippe"), ann)
        store.keep(receipt("And what else?"), ann)
        eraser = store if whose == "this process" else open_store(store.url)
        erasing = threading.Thread(
            target=eraser.erase_words, args=(["The secret of Xanthippe"], ann.ids, "2026-03-02T09:00:00Z")
        )
        erasing.start()
        time.sleep(0.6)
    erasing.join(30)
    ended()
    if eraser is not store:
        eraser.close()

    assert "Xanthippe" not in str(list(store.dump()))
    store.keep(receipt("A prompt after it"), ann)
    assert "A prompt after it" in queries(store, ann)


def test_closing_does_not_wait_for_a_slow_server_for_long_and_says_what_is_lost(store, ann, caplog):
    with locked(store):
        store.keep(receipt("A prompt about the crane"), ann)
        began = time.monotonic()
        store.close()
        assert time.monotonic() - began < 5

    assert "1 receipts were not kept" in caplog.text


def test_a_receipt_that_the_tables_reject_holds_up_no_other(store, ann):
    with locked(store):
        for name in ("first", "second", "third"):
            store.keep(receipt(name, id="another" if name == "third" else "the same"), ann)
    ended()

    assert set(queries(store, ann)) >= {"first", "third"}

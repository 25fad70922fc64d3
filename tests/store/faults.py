"""Writes into which the tests inject faults, and what must be true of a store afterwards."""

from __future__ import annotations

import os
import time

from tiermem import Memory
from tiermem.errors import TiermemError
from tiermem.store.contract import EntryFilter

ROUNDS = int(os.environ.get("TIERMEM_TEST_FAULTS", "30"))
"""Faults of each kind that is drawn by chance; 200 for the whole size."""
SERVER_ROUNDS = int(os.environ.get("TIERMEM_TEST_SERVER_FAULTS", "10"))
"""The same on PostgreSQL; 70 for the whole size."""
EVERYTHING = EntryFilter(statuses=())


class Killed(BaseException):
    """The end of a killed process: no code of ours catches it to tidy up."""


def writes(memory):
    """One of each write; yields what a caller was told."""
    entries = memory.entries("ann")
    first = entries.add(entries.draft("The lighthouse is white", layer="L1")).entry
    yield first
    yield entries.update(first.id, entries.draft("The lighthouse is red")).entry
    yield entries.correct(first.id, "The lighthouse is green").entry
    second = entries.add(entries.draft("The ferry leaves at ten")).entry
    yield second
    yield entries.remove(second.id).entry
    yield entries.restore(second.id).entry
    with memory.session("ann-fault", "ann") as session:
        session.on_prompt("When does the ferry leave?")
        session.on_turn_end("My dentist is called Dr Lee.", "I see.")
    entries.erase(second.id)


def is_drained(memory, *session):
    """Begin sessions, as a program does that goes on, until nothing waits for the server."""
    until = time.monotonic() + 120
    while memory.maintenance.spooled() and time.monotonic() < until:
        memory.session(*(session or ("another",)))
        time.sleep(0.1)
    return memory.maintenance.spooled() == 0


def acknowledged(memory, tell=lambda entry: None):
    """Write until the fault; return the entries that were acknowledged, and the fault's name."""
    told = {}
    try:
        for entry in writes(memory):
            told[entry.id] = entry
            tell(entry)
    except Killed:
        return told, "killed"
    except TiermemError as error:
        return told, type(error).__name__
    return told, None


def assert_whole(store, told, *, erased_may_be=True):
    """Nothing acknowledged is lost or older than told, and all parts of the store agree."""
    with Memory.open(store=str(store)) as memory:
        there = {entry.id: entry for entry in memory.entries("ann").list(EVERYTHING)[0]}
        findings = [
            one.what for one in memory.maintenance.doctor() if "old pages of the file" not in one.what
        ]
        for entry_id, entry in told.items():
            if entry_id in there:
                assert there[entry_id].version >= entry.version
            else:
                assert erased_may_be
                assert "ferry" in entry.content
    assert findings == [], findings

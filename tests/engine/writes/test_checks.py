"""Checks of plugins: they are asked before anything is written, and hold up no other writer."""

from __future__ import annotations

from tests.engine.opening import add

NEEDS_THE_STORE = """
import sqlite3
from pathlib import Path

@hookimpl
def check_write(change):
    store = sqlite3.connect(Path(__file__).with_name("memory.db"), timeout=0, isolation_level=None)
    try:
        store.execute("BEGIN IMMEDIATE")
        store.execute("ROLLBACK")
    finally:
        store.close()
"""


def ways_of_writing(memory, rows):
    yield lambda: memory.maintenance.load(iter(rows))
    with memory.session("one", project="Harbour", task="login") as session:
        learned = {"connection": "jira-1", "learned": {"project": "PROJ"}}
        yield lambda: session.call_tool("add_memory", {"content": "The harbour opens at seven"})
        yield lambda: session.call_tool("update_connection_context", learned)
        yield lambda: memory.observations().forget_connection("jira-1")
        yield lambda: session.call_tool("update_user_context", {"scaffold_updates": {"Role": "CTO"}})
        yield lambda: session.on_turn_end("My manager is Bob.", "Noted.")
    yield lambda: memory.tasks().note("login", "The cookie lives for a day")
    yield lambda: memory.tasks().done("login", "It works")
    yield lambda: memory.tasks().start_project("Lighthouse")
    yield lambda: memory.profile().guide_inbox("Bills alone")


def test_checks_are_asked_while_nobody_writes_to_the_store(open_memory):
    with open_memory() as before:
        add(before.entries(), "The town has two gates")
        rows = list(before.maintenance.dump())
    memory = open_memory(hooks=NEEDS_THE_STORE)

    for write in ways_of_writing(memory, rows):
        write()

    assert memory.maintenance.doctor() == []

"""A memory that has been used: by people and agents, in any order."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st
from tests.clocks import Ticking

from tiermem import Memory
from tiermem.errors import TiermemError
from tiermem.store.contract import EntryFilter

STATEMENTS = (
    "The crane is blue",
    "The harbour opens at nine",
    "I prefer short answers",
    "My boss is Ann of Porto",
    "From now on use tabs",
    "東京のオフィスは六階です",
    "No, it is the café at the corner",
    'Quotes " and % and \\ stay',
)
USERS = ("ann", "bob")
VERBS = (
    "add",
    "add",
    "update",
    "remove",
    "restore",
    "correct",
    "talk",
    "talk",
    "recall",
    "propose",
    "decide",
)
STEP = st.tuples(
    st.sampled_from(VERBS),
    st.integers(0, 9),
    st.sampled_from(STATEMENTS),
    st.sampled_from(USERS),
    st.sampled_from(["L0", "L1"]),
    st.sampled_from(["memory", "user"]),
)
STEPS = st.lists(STEP, min_size=1, max_size=10)


def opened(path, clock=None):
    return Memory.open(store=str(path), clock=clock or Ticking())


def add(memory, content, user=None, **fields):
    """The entry that a user adds."""
    entries = memory.entries(user)
    return entries.add(entries.draft(content, **fields)).entry


def live(memory, steps):
    """Do the steps; what a rule refuses is part of life."""
    for place, step in enumerate(steps):
        with suppress(TiermemError):
            do(memory, place, *step)


def do(memory, place, verb, number, statement, user, layer, tier):  # noqa: PLR0917 - a step's parts
    entries = memory.entries(user)
    if verb == "add":
        draft = entries.draft(
            statement, layer=layer, tier=tier, subject=f"subject {number}", tags=(statement,)
        )
        entries.add(draft, allow_same_subject=True)
    elif verb == "talk":
        with memory.session(f"{user}-{number}", user, project="harbour" if number % 2 else None) as session:
            assert session.system_prompt
            session.on_prompt(statement)
            session.on_turn_end(f"{statement}. Number {place}.", "I see.")
            session.call_tool(
                "memory_write", {"action": "add", "layer": layer, "content": f"Tool {statement}"}
            )
    elif verb == "recall":
        memory.recall(statement, user)
    elif verb == "decide":
        waiting = entries.pending()
        if waiting:
            (entries.accept if number % 2 else entries.reject)(waiting[number % len(waiting)][0].id)
    else:
        change(memory, entries, verb, number, statement, user)


def change(memory, entries, verb, number, statement, user):  # noqa: PLR0917 - a step's parts
    """Change one of the entries there are, whatever its status."""
    there = entries.list(EntryFilter(statuses=()))[0]
    if not there:
        return
    target = there[number % len(there)]
    if verb == "update":
        entries.update(target.id, entries.draft(f"{statement} now"))
    elif verb == "remove":
        entries.remove(target.id)
    elif verb == "restore":
        entries.restore(target.id)
    elif verb == "correct":
        entries.correct(target.id, f"{statement} after all")
    else:
        with memory.session(f"{user}-tools", user) as session:
            session.call_tool(
                "update_memory", {"memory_id": target.id, "content": f"{statement}, says the agent"}
            )


def a_life(memory):
    """A bit of everything, the same every time."""
    verbs = ("add", "talk", "add", "update", "correct", "recall", "remove", "talk", "propose", "restore")
    steps = [
        (
            verb,
            place,
            STATEMENTS[place % len(STATEMENTS)],
            USERS[place % 2],
            "L0" if place % 3 else "L1",
            "user",
        )
        for place, verb in enumerate(verbs * 2)
    ]
    live(memory, steps)
    return memory


def rows(memory, *tables):
    return [(table, dict(row)) for table, row in memory.maintenance.dump() if not tables or table in tables]


def raw(path):
    """All bytes of a store, its write-ahead log's included."""
    files = [Path(f"{path}{suffix}") for suffix in ("", "-wal", "-shm", "-journal")]
    return b"".join(file.read_bytes() for file in files if file.exists())

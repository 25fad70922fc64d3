"""A memory from a YAML that is written for it."""

from __future__ import annotations

import json
import textwrap

from tests.clocks import Ticking
from tests.reading import ask

from tiermem import Memory
from tiermem.errors import NotAllowed

HEAD = """\
import time
from tiermem.plugins import hookimpl
from tiermem.values import Block, Draft, Observation, Passage, Signal, Tool, Verdict
"""


def opened(folder, *, hooks=(), clock=None, **settings):
    """A memory in *folder*.

    Args:
        folder: Where YAML, store and hook files are.
        hooks: Code of one hook file after another; they are called hooks0.py, hooks1.py …
        clock: The memory's clock; a fresh `Ticking` otherwise.
        settings: Keys of the ``type: memory`` entry.
    """
    files = []
    for number, code in enumerate([hooks] if isinstance(hooks, str) else hooks):
        (folder / f"hooks{number}.py").write_text(HEAD + textwrap.dedent(code), encoding="utf-8")
        files.append(f"./hooks{number}.py")
    entry = {"type": "memory", "store": "sqlite:///memory.db", "hooks": files} | settings
    path = folder / "agent.yaml"
    path.write_text(json.dumps({"agents": {"agent": {"tools": [entry]}}}), encoding="utf-8")
    return Memory.open(path, clock=clock or Ticking())


def add(entries, content, **fields):
    """The entry that an `Entries` object adds."""
    return entries.add(entries.draft(content, **fields)).entry


def contents(entries, **where):
    """Contents of the entries of a filter, sorted."""
    from tiermem.store.contract import EntryFilter

    return sorted(entry.content for entry in entries.list(EntryFilter(**where))[0])


def raw(folder):
    """All bytes of the store in *folder*, the write-ahead log's included."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("memory.db*")))


def sql(folder, statement, *values):
    """Run a statement on the store behind its back; gives the rows."""
    return ask(folder / "memory.db", statement, *values)


OBSERVER = """
import json

@hookimpl
def extract_observations(session, turns):
    found = []
    for turn in turns:
        if turn.speaker == "user" and turn.content.startswith("{"):
            said = json.loads(turn.content)
            draft = {"layer": "L1", "tier": "user", "speaker": "user"} | said.pop("draft")
            draft = Draft(**draft | {"tags": tuple(draft.get("tags", ()))})
            found.append(Observation(**{"kind": "fact", "evidence": turn.ref} | said, draft=draft))
    return found
"""
"""A hook file: each user turn that is JSON is an observation."""


def observe(session, content, *, draft=(), **fields):
    """Let gap-fill take an observation at the session's end, with the hook file `OBSERVER`."""
    session.on_turn_end(json.dumps(fields | {"draft": {"content": content} | dict(draft)}))
    session.end()


OLD, NEW = "The old town has nine gates", "The new town has seven gates"


def replace(memory, writer, operation, entry, user=None):
    """Let a writer update, correct or remove an entry; "done", "staged" or "refused"."""
    if writer.startswith("system"):
        speaker = "user" if writer == "system at the user's word" else "assistant"
        with memory.session(user=user) as session:
            observe(session, NEW, draft={"speaker": speaker}, replaces=entry.id)
        return "staged" if memory.entries(user).pending() else "done"
    entries = memory.entries(user) if writer == "user" else memory.session(user=user).entries
    try:
        if operation == "update":
            written = entries.update(entry.id, entries.draft(NEW))
        elif operation == "correct":
            written = entries.correct(entry.id, NEW)
        else:
            written = entries.remove(entry.id)
    except NotAllowed:
        return "refused"
    return "staged" if written.staged else "done"

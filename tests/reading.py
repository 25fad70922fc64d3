"""What a test reads: of a store, of its file, of a context, of a recall."""

import sqlite3
from contextlib import closing

from tiermem import EntryFilter, Memory


def contents(memory, user=None, **where):
    """Contents of a user's entries that a filter lets through, in their fixed order."""
    return [entry.content for entry in memory.entries(user).list(EntryFilter(**where))[0]]


def contents_of(store):
    """Contents of the active entries in the store at a path."""
    with Memory.open(store=str(store)) as memory:
        return contents(memory)


def passages(context):
    """The lines of the passages in a context, without the fence and the note."""
    return [line for line in context.splitlines() if line.startswith("- [")]


def shown(recalled):
    """The texts of the passages that a recall gave."""
    return [passage.text for passage in recalled.passages]


def ask(path, statement, *values):
    """Run a statement on the file of a store behind its back; gives the rows."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement, values).fetchall()

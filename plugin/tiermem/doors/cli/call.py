"""One call of the command: its options, its output and its memory."""

from __future__ import annotations

import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiermem import representations
from tiermem.doors import lend_command
from tiermem.errors import InputError, WrongTier
from tiermem.memory.memory import Memory
from tiermem.values import STATUSES, EntryFilter, local_now
from tiermem.values.words import IN_PART, TO_FORGET

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.doors.cli.output import Output
    from tiermem.memory.care.safekeeping import Safekeeping
    from tiermem.memory.entries import Entries
    from tiermem.values import Entry


READING = frozenset(
    {
        "blocks",
        "connection",
        "doctor",
        "embed",
        "export",
        "history",
        "list",
        "profile",
        "recall",
        "reindex",
        "report",
        "review",
        "search",
        "show",
        "stats",
        "status",
        "why",
    }
)
"""Verbs that only read, or make something of what is there; they never create a store."""
READING_ACTIONS = {
    "pending": ("list",),
    "task": ("list", "show"),
    "project": ("list",),
    "scope": ("list",),
    "token": ("list",),
}
"""Verb → those of its actions that only read."""
LONGEST_TEXT = 10_000_000
"""Characters that a text argument may have on standard input, as the input of a hook; a device ends there."""
_MISSPELT = 0.8
"""Similarity of an id to the one that was meant: of eight characters, one is wrong."""
_NAMED = 10
"""Users that a note names at most."""
_WRITING_FLAGS = ("inbox_guidance",)
"""Flags with which a reading verb writes after all."""


class Call:
    """One call of the command.

    Attributes:
        options: The parsed flags and arguments.
        output: Where to print.
    """

    def __init__(self, options: Namespace, output: Output) -> None:
        self.options = options
        self.output = output

    def __enter__(self) -> Call:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if "memory" in self.__dict__:
            self.memory.close()

    @cached_property
    def memory(self) -> Memory:
        """The memory that the flags and the environment name; notices go to stderr."""
        return self.open()

    def open(self, *, clock: Callable[[], datetime] = local_now) -> Memory:
        """Open that memory with another clock; the caller closes it. Reading verbs create no store."""
        options = self.options
        memory = Memory.open(
            options.config,
            agent=options.agent,
            store=options.store,
            user=options.user,
            clock=clock,
            create=not self._only_reads,
        )
        lend_command(memory)
        for notice in memory.notices:
            self.output.note(notice)
        return memory

    @cached_property
    def safekeeping(self) -> Safekeeping:
        """The file of the store that the flags and the environment name; it is not opened."""
        from tiermem.memory.care.safekeeping import Safekeeping

        options = self.options
        return Safekeeping(options.config, options.agent, options.store, options.user)

    @property
    def _only_reads(self) -> bool:
        given = vars(self.options)
        if given["verb"] in READING_ACTIONS:
            return given["action"] in READING_ACTIONS[given["verb"]]
        return given["verb"] in READING and all(given.get(flag) is None for flag in _WRITING_FLAGS)

    @cached_property
    def entries(self) -> Entries:
        """The entries that the flags name, written as a person."""
        options = self.options
        return self.memory.entries(options.user, project=options.project, task=options.task)

    def entry(self) -> Entry:
        """Return the entry of the argument ``id``, of the tier that ``--target`` names, if any.

        Raises:
            UnknownEntry: There is none in reach.
            WrongTier: It is of another tier.
        """
        options = self.options
        entry = self.entries.get(options.id)
        if options.target not in (None, entry.tier):
            raise WrongTier(entry.id, actual=entry.tier, named=options.target)
        return entry

    def nearest_id(self, entry_id: str) -> str | None:
        """Return the id in reach that an unknown one is a misspelling of, or None."""
        return nearest(entry_id, (one.id for one in self.all_entries), least=_MISSPELT)

    @property
    def all_entries(self) -> list[Entry]:
        """All entries in reach, whatever their status."""
        return self.entries.list(EntryFilter(statuses=STATUSES))[0]

    def standing_entry(self) -> Entry:
        """Return the same entry; refuse one that was removed or superseded.

        Raises:
            InputError: It was; the message says by what, and how to bring it back.
        """
        entry = self.entry()
        if entry.status == "inactive":
            after = self.entries.history(entry.id).superseded_by
            gone = f"was superseded by {after}" if after else "was removed"
            raise InputError(f"Entry {entry.id} {gone}. 'tiermem remove {entry.id} --undo' brings it back.")
        return entry

    def why_left_out(self, entry: Entry) -> list[str]:
        """Return lines that say why an active entry, or a part of it, is left out until a person decides, and how to.

        They are empty if no proposal to remove it waits.
        """
        if entry.status != "active":
            return []
        waiting = [
            (staged, reason)
            for staged, _, reason in self.entries.pending()
            if staged.supersedes == entry.id and TO_FORGET in staged.tags
        ]
        lines = []
        for staged, reason in waiting:
            is_part = IN_PART in staged.tags and len(waiting) == 1
            shown = f"Only {staged.content!r} of it is shown" if is_part else "It is left out of the prompt"
            lines += [
                f"{shown} until you decide on {'the rest' if is_part else 'its removal'}.",
                f"    why: {reason}",
                f"'tiermem pending accept {staged.id}' removes {'the rest' if is_part else 'it'}, "
                f"'tiermem pending reject {staged.id}' shows {'all of it' if is_part else 'it'} again.",
            ]
        return lines

    @property
    def usage(self) -> dict[str, dict[str, int]]:
        """Usage of every tier as plain data."""
        return representations.usage(self.entries.usage())

    @staticmethod
    def text_argument(text: str) -> str:
        """Return a text argument; ``-`` reads it from standard input.

        Raises:
            InputError: Standard input is not UTF-8, or too long.
        """
        if text != "-":
            return text
        try:
            said = sys.stdin.read(LONGEST_TEXT + 1)
        except UnicodeDecodeError as error:
            raise InputError("Standard input is not UTF-8 text.") from error
        if len(said) > LONGEST_TEXT:
            raise InputError(f"Standard input has more than {LONGEST_TEXT:,} characters.")
        return said

    def note_none(self, none: str) -> None:
        """Note that there is nothing, and which users have entries where this one has none."""
        user, users = self.memory.reach(self.options.user).user.name, self.memory.users
        if users and user not in users:
            more = f" and {len(users) - _NAMED:,} more" if len(users) > _NAMED else ""
            none += f" The user is {user!r}; entries are of {', '.join(map(repr, users[:_NAMED]))}{more}. See --user."
        self.output.note(none)

    def entry_data(self, entries: list[Entry] | tuple[Entry, ...]) -> list[dict[str, Any]]:
        """Return entries as plain data, each with its recall count and time."""
        counts = self.entries.recalls(entries)
        return [representations.entry(one, counts.get(one.id, (0, None))) for one in entries]


def nearest(word: str, known: Iterable[str], *, least: float = 0.6) -> str | None:
    """Return the one of some known words that a misspelt one is closest to, or None.

    Args:
        word: The misspelt one.
        known: Those there are.
        least: How similar the two have to be, from 0 to 1.
    """
    from difflib import get_close_matches  # only for errors

    every = {one.casefold(): one for one in known}
    close = get_close_matches(word.casefold(), every, 1, least)
    return every[close[0]] if close else None


@contextmanager
def end_signal() -> Iterator[threading.Event]:
    """Yield an event that SIGTERM and SIGINT set, where this thread may handle signals."""
    ended = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield ended
        return
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.signal(number, lambda *_: ended.set()) for number in numbers}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

"""One call of the command: its options, its output, and the memory it works on."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError, WrongTier
from tiermem.memory.memory import Memory
from tiermem.values import local_now

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.doors.cli.output import Output
    from tiermem.memory.entries import Entries
    from tiermem.values import Entry


READING = frozenset(
    {
        "blocks",
        "connection",
        "doctor",
        "export",
        "history",
        "list",
        "profile",
        "recall",
        "report",
        "review",
        "search",
        "show",
        "stats",
        "why",
    }
)
"""Verbs that only read: where no store is they make none."""
READING_ACTIONS = {"pending": ("list",), "task": ("list", "show"), "project": ("list",)}
"""Verb → those of its actions that only read."""
_WRITING_FLAGS = ("inbox_guidance",)
"""Flags with which a verb that otherwise reads writes where nothing was before."""


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
        """The memory that the flags and the environment name; what opening it did is said on stderr."""
        return self.open()

    def open(self, *, clock: Callable[[], datetime] = local_now) -> Memory:
        """Open that memory with a clock of one's own; the caller closes it. Who only reads makes no store."""
        options = self.options
        memory = Memory.open(
            options.config,
            agent=options.agent,
            store=options.store,
            clock=clock,
            create=not self._only_reads,
        )
        for notice in memory.notices:
            self.output.note(notice)
        return memory

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
        """The entry of the argument ``id``, of the tier that ``--target`` names, if it names one.

        Raises:
            UnknownEntry: None is in reach.
            WrongTier: It is of another tier.
        """
        options = self.options
        entry = self.entries.get(options.id)
        if options.target not in (None, entry.tier):
            raise WrongTier(entry.id, actual=entry.tier, named=options.target)
        return entry

    def standing_entry(self) -> Entry:
        """The same, refusing entries that were removed.

        Raises:
            InputError: It was removed; the message says how to bring it back.
        """
        entry = self.entry()
        if entry.status == "inactive":
            raise InputError(
                f"Entry {entry.id} was removed. 'tiermem remove {entry.id} --undo' brings it back."
            )
        return entry

    @property
    def usage(self) -> dict[str, dict[str, int]]:
        """Usage of every tier as plain data."""
        return {tier: used.as_dict() for tier, used in self.entries.usage().items()}

    @staticmethod
    def text_argument(text: str) -> str:
        """A text given as an argument; ``-`` reads it from standard input.

        Raises:
            InputError: Standard input is not UTF-8.
        """
        if text != "-":
            return text
        try:
            return sys.stdin.read()
        except UnicodeDecodeError as error:
            raise InputError("Standard input is not UTF-8 text.") from error

    def entry_data(self, entries: list[Entry] | tuple[Entry, ...]) -> list[dict[str, Any]]:
        """Entries as plain data, each with how often and when last it was recalled."""
        counts = self.entries.recalls(entries)
        data = []
        for entry in entries:
            times, last = counts.get(entry.id, (0, None))
            data.append(entry.as_dict() | {"recall_count": times, "last_recalled_at": last})
        return data

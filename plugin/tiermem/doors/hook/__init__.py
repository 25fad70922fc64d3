"""Answer one call of a host's command hook: JSON in, one JSON object or nothing out.

Three callers reach `respond.respond`: ``tiermem hook``, `hook_client` where no resident process runs, through
`answer_one`, and the resident process. Imports that only some events need are made there: a one-shot hook pays for
each of them.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from tiermem.doors.hook.options import options_of
from tiermem.doors.hook.respond import error_line, respond, shown
from tiermem.errors import StoreError
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from tiermem.doors.hook.options import Options
    from tiermem.memory.memory import Memory


def answer_one(arguments: Sequence[str], data: bytes, *, resident: str = "") -> None:
    """Answer one event on standard output. Errors go to standard error; none is raised.

    Args:
        arguments: The hook's flags.
        data: The host's input.
        resident: After how many minutes without a call a resident process ends, which is started beside the answer;
            "" starts none.
    """
    try:
        options = options_of(arguments, os.environ)
        if resident and options.flush is None:
            from tiermem.doors.hook.processes import start_resident

            start_resident(resident)  # first: migrating a large old store takes longer than hosts wait
        out = sys.stdout
        with redirect_stdout(sys.stderr), _Opening(options) as opening:  # plugins may print
            answer_first(options, data, opening.memory, out)
    except Exception as error:  # noqa: BLE001 the host goes on
        sys.stderr.write(error_line(error))


def answer_first(options: Options, data: bytes, memory: Callable[[], Memory], out: TextIO) -> None:
    """Answer on *out*, then write; a process of its own writes what would have to wait for the store."""
    has_answered = False

    def say(line: str) -> None:
        nonlocal has_answered
        has_answered = True
        out.write(line)
        out.flush()

    try:
        respond(options, data, memory, say)
    except Exception as error:
        if not has_answered:
            say(shown(options, data, error))
            raise
        if not isinstance(error, StoreError):
            raise
        from tiermem.doors.hook.processes import run_beside

        run_beside(["hook", *replace(options, late="1", resident=None).arguments], given=data)


class _Opening:
    """A memory that is opened when it is first needed, and closed at the end."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._opened: Memory | None = None

    def memory(self) -> Memory:
        from tiermem.memory.memory import Memory  # not every event needs one

        if self._opened is None:
            options = self._options
            self._opened = Memory.open(options.config, agent=options.agent, store=options.store)
            for notice in self._opened.notices:
                sys.stderr.write(f"{notice}\n")
        return self._opened

    def __enter__(self) -> _Opening:
        return self

    def __exit__(self, *_: object) -> None:
        if self._opened is not None:
            self._opened.close()

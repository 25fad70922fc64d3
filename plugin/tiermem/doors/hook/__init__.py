"""Answer one call of a host's command hook: JSON in, one JSON object or nothing out.

Four callers use `respond.respond`: ``tiermem hook``; `hook_client`, through `answer_one`, if no resident process runs;
the resident process; and, through `answer`, the process that ends a session or waits for a busy store. Imports that
only some events need are local, because a one-shot hook pays for each import.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from tiermem.doors.hook.options import Options, options_of
from tiermem.doors.hook.respond import TRIES, error_line, respond, shown
from tiermem.errors import StoreError
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from tiermem.memory.memory import Memory


def answer_one(arguments: Sequence[str], data: bytes, *, resident: str = "") -> None:
    """Answer one event on standard output. Errors go to standard error; none is raised.

    Args:
        arguments: The hook's flags.
        data: The host's input.
        resident: Minutes without a call after which the resident process exits that is started along with the answer;
            "" starts none.
    """
    try:
        options = options_of(arguments, os.environ)
        if resident and options.flush is None:
            from tiermem.doors.hook.processes import start_resident

            start_resident(resident)  # first: migrating a large old store takes longer than hosts wait
        _answer(options, data)
    except Exception as error:  # noqa: BLE001 the host goes on
        sys.stderr.write(error_line(error))


def answer(given: str) -> None:
    """Answer an event in a process that `processes.answer_beside` started, or end a session there.

    Args:
        given: The options as JSON. The host's input comes by standard input.
    """
    options = Options(**json.loads(given))
    _answer(options, b"" if options.flush is not None else sys.stdin.buffer.read())


def _answer(options: Options, data: bytes) -> None:
    out = sys.stdout
    with redirect_stdout(sys.stderr), Opening(options) as opening:  # plugins may print
        answer_first(options, data, opening.memory, out)


def answer_first(options: Options, data: bytes, memory: Callable[[], Memory], out: TextIO) -> None:
    """Answer on *out*, then write. If the store is busy, a separate process writes."""
    has_answered = False

    def say(line: str) -> None:
        nonlocal has_answered
        has_answered = True
        out.write(line)
        out.flush()

    try:
        respond(options, data, memory, say)
    except Exception as error:
        is_later = isinstance(error, StoreError) and (has_answered or error.is_busy)
        if not has_answered:
            say(shown(options, data, error))
        if not is_later or options.late == "1":
            raise
        from tiermem.doors.hook.processes import answer_beside

        answer_beside(replace(options, late="1", resident=None), data)


class Opening:
    """The memory that a hook's options name. It is opened when first needed and closed at the end.

    If the store is locked, it waits up to the deadline of recall, or longer if no host is waiting.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._opened: Memory | None = None

    def memory(self) -> Memory:
        """Return the memory.

        Raises:
            TiermemError: It cannot be opened.
        """
        if self._opened is None:
            waits = self._options.late == "1" or self._options.flush is not None
            self._opened = self._open(TRIES if waits else 0)
            for notice in self._opened.notices:
                sys.stderr.write(f"{notice}\n")
        return self._opened

    def _open(self, tries: int) -> Memory:
        """Open it, with a number of tries if the store is locked."""
        from tiermem.memory.memory import Memory  # not every event needs one

        options = self._options
        try:
            return Memory.open(
                options.config, options.agent, options.store, user=options.user, patient=tries > 0
            )
        except StoreError as error:
            if tries <= 1 or not error.is_busy:
                raise
        return self._open(tries - 1)

    def __enter__(self) -> Opening:
        return self

    def __exit__(self, *_: object) -> None:
        if self._opened is not None:
            self._opened.close()

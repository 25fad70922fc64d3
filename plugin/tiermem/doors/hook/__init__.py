"""One call of a host's command hook: JSON in, the same lifecycle as everywhere, one JSON object or nothing out.

Three ways lead to `answering.respond`: ``tiermem hook``, what `hook_client` does where no resident process runs, which
is `answer_one`, and that process. What only some events need is imported with them: a hook is a process of its own.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from tiermem.doors.hook.answering import respond, told
from tiermem.doors.hook.options import options_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.doors.hook.options import Options
    from tiermem.memory.memory import Memory


def answer_one(arguments: Sequence[str], data: bytes) -> None:
    """Answer one event on standard output. It never fails: what goes wrong is told on standard error."""
    try:
        options = options_of(arguments, os.environ)
        with redirect_stdout(sys.stderr), _Opening(options) as opening:  # what plugins print is no answer
            out = respond(options, data, opening.memory)
        sys.stdout.write(out)
    except Exception as error:  # noqa: BLE001 whatever it is, the host goes on
        sys.stderr.write(told(error))


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

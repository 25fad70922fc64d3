"""What is done beside an event, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tiermem.doors.hook.options import ENVIRONMENT

if TYPE_CHECKING:
    from tiermem.doors.hook.options import Options


def flush_later(options: Options, session_id: str) -> None:
    """End a session of these options, without waiting for it; it goes on when the host leaves."""
    flushed = options._replace(event=None, flush=session_id, resident=None, task=None, request=None)
    run_beside("hook", *flushed.arguments)


def run_beside(*arguments: str) -> None:
    """Run the command in a process of its own, with the imports of this one."""
    said = ENVIRONMENT.values()  # the arguments say these
    given = {name: value for name, value in os.environ.items() if name not in said}
    code = f"import sys; sys.path[:] = {sys.path!r}; from tiermem.doors.cli import main; sys.exit(main())"
    subprocess.Popen(  # noqa: S603 our own command, with the flags of this call
        [sys.executable, "-I", "-S", "-c", code, *arguments],
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )

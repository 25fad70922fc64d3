"""Start processes that outlive an event: to end a session, and the resident process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.doors.hook.options import ENVIRONMENT
from tiermem.doors.hook_client.resident_address import is_own, socket_path
from tiermem.values.frozen import asdict

if TYPE_CHECKING:
    from tiermem.doors.hook.options import Options

if sys.platform == "win32":
    # It lives on when the host's console is closed, and opens none of its own.
    _DETACHED = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _DETACHED = 0
START_S = 5.0
"""Seconds after an attempt to start a resident process during which no other hook tries."""


def start_resident(minutes: str) -> None:
    """Start a resident process that exits after *minutes* without a call. On failure, do nothing.

    If several start at once, the first to lock the file beside the socket continues and the others exit.
    """
    try:
        import _socket

        path = Path(socket_path())
        lock = path.with_suffix(".lock")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (hasattr(_socket, "AF_UNIX") and is_own(str(path.parent))):
            return
        if lock.exists() and 0 <= time.time() - lock.stat().st_mtime < START_S:
            return
        lock.touch(0o600)
        run_beside(["serve", "--idle", minutes], folder="/")
    except (ImportError, AttributeError, OSError):
        pass  # hooks answer without one


def answer_beside(options: Options, given: bytes = b"") -> None:
    """Answer a call in a separate process, without the command's parser: it takes longer to import than the rest."""
    code = "import gc; gc.disable(); from tiermem.doors.hook import answer; answer(sys.argv[1])"
    _start(code, [json.dumps(asdict(options))], given=given)


def run_beside(arguments: list[str], folder: str | None = None) -> None:
    """Run the command in a separate process."""
    _start("from tiermem.doors.cli import main; sys.exit(main())", arguments, folder)


def _start(code: str, arguments: list[str], folder: str | None = None, given: bytes = b"") -> None:
    """Run Python in a separate process, with this process's import path and *given* as its input."""
    replaced = ENVIRONMENT.values()  # the arguments hold these
    environment = {name: value for name, value in os.environ.items() if name not in replaced}
    started = subprocess.Popen(  # noqa: S603 our own code, with what this call was given
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}", *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE if given else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=_DETACHED,
    )
    if started.stdin is not None:
        with started.stdin as file:
            file.write(given)

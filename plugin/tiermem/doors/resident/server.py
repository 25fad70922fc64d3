"""The server: one request of `hook_client.asking` after the other, each in a thread."""

from __future__ import annotations

import fcntl
import logging
import os
import threading
import time
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingUnixStreamServer
from typing import TYPE_CHECKING

from tiermem.doors.hook.answering import LONGEST_INPUT, respond, told
from tiermem.doors.hook.options import located, options_of
from tiermem.doors.hook_client import asking
from tiermem.doors.resident.memories import Memories
from tiermem.doors.resident.stopping import STOP, STOPPING
from tiermem.errors import InputError

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.doors.hook.options import Options

_LOG = logging.getLogger("tiermem")
_LONGEST_HEAD = 1_000_000
"""Bytes of a request's fields, and of its first line."""
_LINE = 64
_FIXED = len(asking.identity()) + len(asking.DEFAULTS) + 1
"""Fields of a request in front of its arguments."""


class Resident(ThreadingUnixStreamServer):
    """The server; close it, or use it in a ``with`` statement.

    Args:
        path: Where it listens; beside it a lock says that it does.

    Attributes:
        is_outdated: Whether a client found another version here, or other plugins, than this process began with.
        is_told_to_end: Whether somebody said so; see `stopping.stop`.

    Raises:
        InputError: Another one listens there, or nobody can.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, path: Path) -> None:
        self.memories = Memories()
        self.path = path
        self.identity = asking.identity()
        self.is_outdated = self.is_told_to_end = False
        self.used_at = time.monotonic()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not asking.is_own(str(path.parent)):
                raise InputError(
                    f"Others can write to {path.parent}. Name a socket in a folder of your own in TIERMEM_SOCKET."
                )
            self._lock = _locked(path.with_suffix(".lock"))
            path.unlink(missing_ok=True)
            super().__init__(str(path), _Handler)
            path.chmod(0o600)
        except OSError as error:
            raise InputError(f"Nothing can listen on {path}: {error}.") from error

    def quiet_s(self) -> float:
        """Seconds in which nothing was asked."""
        return time.monotonic() - self.used_at

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server_close()
        self.path.unlink(missing_ok=True)
        os.close(self._lock)
        self.memories.close()


def _locked(path: Path) -> int:
    """A lock that lasts as long as the process; gives the open file."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise InputError(
            f"A resident process listens on {path.with_suffix('.sock')} already. "
            "For another home, name another place in TIERMEM_SOCKET."
        ) from None
    return file


class _Handler(StreamRequestHandler):
    """One request: see `hook_client.asking` for what is said."""

    timeout = 5
    server: Resident

    def handle(self) -> None:
        self.server.used_at = time.monotonic()
        line = self.rfile.readline(_LINE)
        if line == STOP:
            self._stop()
            return
        request = self._request(line)
        if request is None:
            return
        arguments, defaults, folder, data = request
        notes = out = ""
        try:
            environment = dict(zip(asking.DEFAULTS, defaults, strict=True))
            out = self._respond(_located(options_of(arguments, environment), folder), data)
        except Exception as error:  # noqa: BLE001 whatever it is, the host goes on
            _LOG.debug("hook", exc_info=True)
            notes = told(error)
        answer = out.encode(), notes.encode("utf-8", "replace")
        self.wfile.write(b"%d %d\n" % (len(answer[0]), len(answer[1])) + b"".join(answer))

    def _stop(self) -> None:
        """Have the process end, and with it the connection: who said so sees by it that it has."""
        self.server.is_told_to_end = True
        self.wfile.write(STOPPING)
        threading.Event().wait()

    def _respond(self, options: Options, data: bytes) -> str:
        return self.server.memories.use(options, lambda memory: respond(options, data, lambda: memory))

    def _request(self, line: bytes) -> tuple[list[str], list[str], str, bytes] | None:
        """Arguments, what stands for some of them, the working folder and the input; None for no client of ours."""
        try:
            head_length, length = map(int, line.split())
        except ValueError:
            return None
        if not (0 <= head_length <= _LONGEST_HEAD and 0 <= length <= 4 * LONGEST_INPUT):
            return None
        fields = [os.fsdecode(part) for part in self.rfile.read(head_length).split(b"\0")]
        data = self.rfile.read(length)
        own = self.server.identity
        if fields[: len(own)] != own or len(fields) < _FIXED or len(data) < length:
            self.server.is_outdated |= fields[:1] == own[:1] and fields[1:2] != own[1:2]
            return None
        return fields[_FIXED:], fields[len(own) : _FIXED - 1], fields[_FIXED - 1], data


def _located(options: Options, folder: str) -> Options:
    """The options with files named from the root: the client may be in another folder than this process."""
    store = options.store and located(options.store, Path(folder))
    config = options.config and os.path.join(folder, options.config)  # noqa: PTH118
    return options._replace(config=config, store=store, resident=None)

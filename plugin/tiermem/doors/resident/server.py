"""The server, which answers each request of `hook_client.resident_client` in a separate thread."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socketserver import StreamRequestHandler
from typing import TYPE_CHECKING

from tiermem.doors.hook.options import located, options_of
from tiermem.doors.hook.respond import LONGEST_INPUT, error_line, respond, shown
from tiermem.doors.hook_client import resident_address
from tiermem.doors.resident.control import STATUS, STOP, STOPPING
from tiermem.doors.resident.memories import Memories
from tiermem.errors import InputError, StoreError
from tiermem.values.frozen import replace

assert sys.platform != "win32"  # it lacks what this is made of; who imports this has looked

import fcntl  # noqa: E402 only where it is
import resource  # noqa: E402 the same
from socketserver import ThreadingUnixStreamServer  # noqa: E402 the same

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.doors.hook.options import Options
    from tiermem.memory.memory import Memory

_LOG = logging.getLogger("tiermem")
PEAK_MB = 1_000
"""Peak memory at which the process exits. The next hook starts another."""
_LONGEST_HEAD = 1_000_000
"""Maximum bytes of a request's fields, and of its first line."""
_LINE = 64
_FIXED = len(resident_address.identity()) + len(resident_address.DEFAULTS) + 1
"""Number of fields of a request before its arguments."""


class Resident(ThreadingUnixStreamServer):
    """The server; close it, or use it in a ``with`` statement.

    Args:
        path: The socket. A locked file beside it keeps other processes from using it.

    Attributes:
        is_told_to_end: True after a `control.stop`.

    Raises:
        InputError: Another process listens there, or the socket cannot be made.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, path: Path) -> None:
        _LOG.addHandler(_WARNINGS)
        self.memories = Memories()
        self.path = path
        self.identity = resident_address.identity()
        self.is_told_to_end = False
        self.used_at = time.monotonic()
        self._began_ns = time.time_ns()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not resident_address.is_own(str(path.parent)):
                raise InputError(
                    f"Others can write to {path.parent}. Name a socket in a folder of your own in TIERMEM_SOCKET."
                )
            self._lock = _locked(path.with_suffix(".lock"))
            path.unlink(missing_ok=True)
            super().__init__(str(path), _Handler)
            path.chmod(0o600)
            self._inode = path.stat().st_ino
        except OSError as error:
            raise InputError(f"Cannot listen on {path}: {error}.") from error

    def is_over(self, idle_s: float | None) -> bool:
        """Return True if the process should exit.

        It should if it was told to, had no call for *idle_s*, grew too large, is outdated, or lost its socket or home.
        """
        if self.is_told_to_end or _peak_mb() > PEAK_MB:
            return True
        if idle_s is not None and time.monotonic() - self.used_at > idle_s:
            return True
        return self.is_outdated() or not (self._is_reachable() and Path.home().is_dir())

    def is_outdated(self) -> bool:
        """Return True if the code or the plugins on disk changed since this process started."""
        try:
            if resident_address.identity() != self.identity:
                return True
            files = [
                module.__file__
                for name, module in list(sys.modules.items())
                if name.startswith("tiermem") and module.__file__
            ]
            return any(os.stat(file).st_mtime_ns > self._began_ns for file in files)  # noqa: PTH116 many files
        except OSError:
            return True

    def state(self) -> dict[str, str | int | float]:
        """Return the state for ``tiermem serve --status``."""
        from tiermem import __version__

        return {
            "pid": os.getpid(),
            "version": __version__,
            "socket": str(self.path),
            "quiet_s": round(time.monotonic() - self.used_at, 1),
            "up_s": round((time.time_ns() - self._began_ns) / 1e9, 1),
            "memories": len(self.memories),
            "peak_mb": round(_peak_mb()),
        }

    def end_later(self, options: Options) -> None:
        """End a session in a thread of this process, where the patterns of gap-fill are compiled only once.

        The process waits for the thread before it exits. If it is killed, the session is read at the end of the next.
        """
        threading.Thread(target=self._end, args=(options,), name="tiermem session end").start()

    def _end(self, options: Options) -> None:
        try:
            self.memories.use(options, lambda memory: respond(options, b"", lambda: memory, _unheard))
        except Exception as error:  # noqa: BLE001 the session is read at the end of the next one
            _LOG.warning("session %s was not ended: %s", options.flush, error)

    def _is_reachable(self) -> bool:
        try:
            return self.path.stat().st_ino == self._inode
        except OSError:
            return False

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server_close()
        if self._is_reachable():
            self.path.unlink(missing_ok=True)
        os.close(self._lock)
        self.memories.close()


def _peak_mb() -> float:
    """Return the peak memory of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)


def _locked(path: Path) -> int:
    """Lock a file for as long as the process lives; return the open file."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.truncate(file, 0)
        os.write(file, b"%d" % os.getpid())  # for who must end it by hand
    except OSError:
        os.close(file)
        raise InputError(
            f"A resident process already listens on {path.with_suffix('.sock')}. "
            "For another home, name another place in TIERMEM_SOCKET."
        ) from None
    return file


class _Warnings(logging.Handler):
    """Collect the warnings that a thread logs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lists: dict[int, list[str]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a warning's message if its thread is collecting."""
        if (lines := self._lists.get(threading.get_ident())) is not None:
            lines.append(f"{record.getMessage()}\n")

    @contextmanager
    def collected(self, lines: list[str]) -> Iterator[None]:
        """Append the messages of this thread's warnings to *lines*."""
        self._lists[threading.get_ident()] = lines
        try:
            yield
        finally:
            del self._lists[threading.get_ident()]


_WARNINGS = _Warnings()


class _Handler(StreamRequestHandler):
    """One request; `hook_client.resident_client` describes the protocol."""

    timeout = 5
    server: Resident

    def handle(self) -> None:
        line = self.rfile.readline(_LINE)
        if line == STATUS:
            self.wfile.write(json.dumps(self.server.state()).encode())
            return
        if line == STOP:
            self._stop()
            return
        request = self._request(line)
        if request is None:
            return
        self.server.used_at = time.monotonic()  # a client that is refused does not keep the process
        arguments, defaults, folder, data = request
        self._notes: list[str] = []
        self._has_answered = False
        options = None
        try:
            environment = dict(zip(resident_address.DEFAULTS, defaults, strict=True))
            options = _located(options_of(arguments, environment), folder)
            self._respond(options, data)
            self._send(b".")
        except Exception as error:  # noqa: BLE001 the host goes on
            if isinstance(error, StoreError) and error.is_busy and not self._has_answered:
                return  # the hook answers by itself, and has a process of its own wait for the store
            if self._has_answered:
                self._send(b".")
                _LOG.warning("what an event said was not kept: %s: %s", type(error).__name__, error)
            else:
                _LOG.debug("hook", exc_info=True)
                self._notes = [error_line(error)]
                self._say(shown(options, data, error) if options else "")

    def _say(self, out: str) -> None:
        """Send the answer and the warnings so far, which a one-shot hook prints on standard error."""
        self._has_answered = True
        answer = out.encode(), "".join(self._notes).encode("utf-8", "replace")
        self._send(b"%d %d\n" % (len(answer[0]), len(answer[1])) + b"".join(answer))

    def _send(self, data: bytes) -> None:
        with suppress(OSError):  # the client has left
            self.wfile.write(data)

    def _stop(self) -> None:
        """Make the process exit. The connection closes with it, which tells the caller."""
        self.server.is_told_to_end = True
        self.wfile.write(STOPPING)
        threading.Event().wait()

    def _respond(self, options: Options, data: bytes) -> None:
        """Answer, then store the event. If the store is busy, retry until it is stored."""

        def work(memory: Memory) -> None:
            with _WARNINGS.collected(self._notes):
                try:
                    respond(options, data, lambda: memory, self._say, self.server.end_later)
                except StoreError:
                    if not self._has_answered:
                        raise
                    self._send(b".")
                    respond(replace(options, late="1"), data, lambda: memory, _unheard)

        self.server.memories.use(options, work)

    def _request(self, line: bytes) -> tuple[list[str], list[str], str, bytes] | None:
        """Return arguments, their defaults, working folder and input; None if the client must not be answered."""
        try:
            head_length, length = map(int, line.split())
        except ValueError:
            return None
        if not (0 <= head_length <= _LONGEST_HEAD and 0 <= length <= 4 * LONGEST_INPUT):
            return None
        fields = [os.fsdecode(part) for part in self.rfile.read(head_length).split(b"\0")]
        data = self.rfile.read(length)
        own = self.server.identity
        if (
            fields[: len(own)] != own
            or len(fields) < _FIXED
            or len(data) < length
            or self.server.is_outdated()
        ):
            return None
        return fields[_FIXED:], fields[len(own) : _FIXED - 1], fields[_FIXED - 1], data


def _unheard(_: str) -> None:
    """Ignore an answer, because nobody waits for it."""


def _located(options: Options, folder: str) -> Options:
    """Return the options with absolute file names, because the client may run in another folder."""
    store = options.store and located(options.store, Path(folder))
    config = options.config and os.path.join(folder, options.config)  # noqa: PTH118
    return replace(options, config=config, store=store, resident=None)

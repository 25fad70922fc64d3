"""The resident process: one that stays, and answers command hooks over a socket of the user's own.

Between two messages it is what any process with a `Memory` is: it embeds and makes profiles while nobody asks.
"""

from __future__ import annotations

import fcntl
import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingUnixStreamServer
from typing import TYPE_CHECKING

from tiermem.doors.hook import LONGEST_INPUT, flush_later, located, options_of, respond, told
from tiermem.doors.hook_client import asking
from tiermem.errors import InputError
from tiermem.memory import Memory

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.doors.hook import Options

_LOG = logging.getLogger("tiermem")
MOST_MEMORIES = 8
"""Memories that are kept open, those used last."""
_LONGEST_HEAD = 1_000_000
"""Bytes of a request's fields, and of its first line."""
_LINE = 64
_FIXED = len(asking.identity()) + len(asking.DEFAULTS) + 1
"""Fields of a request in front of its arguments."""

_Key = tuple[str | None, str | None, str | None]


class _Open:
    """A memory that is open, and a thread whose connection to the store stays open with it.

    Opening a connection and closing the last one, which tidies up the file, take as long as half a recall.
    """

    def __init__(self, key: _Key) -> None:
        config, agent, store = key
        self._config = None if config is None else Path(config)
        self._read = self._config and _state(self._config)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tiermem resident")
        try:
            self.memory = self._thread.submit(Memory.open, config, agent=agent, store=store).result()
        except BaseException:
            self._thread.shutdown()
            raise
        for notice in self.memory.notices:
            _LOG.warning("%s", notice)
        self._free = threading.Lock()
        self._stamp = _stamp(self.memory)
        self.users = 0
        self.retired = False

    @property
    def is_stale(self) -> bool:
        """Whether a file that it was made of is another one now, or a plugin is not asked any more."""
        return self._stamp != _stamp(self.memory) or self._read != (self._config and _state(self._config))

    def use(self, work: Callable[[Memory], str]) -> str:
        """What *work* gives, in the memory's own thread, or in the caller's where that is busy."""
        if self._free.acquire(blocking=False):
            try:
                return self._thread.submit(work, self.memory).result()
            finally:
                self._free.release()
        try:
            return work(self.memory)
        finally:
            self.memory.release()

    def close(self) -> None:
        """Close memory and thread."""
        self._thread.submit(self.memory.close).result()
        self._thread.shutdown()


class Memories:
    """Memories that stay open from one call to the next; one whose YAML or hook files changed is opened anew."""

    def __init__(self) -> None:
        self._open: dict[_Key, _Open] = {}
        self._lock = threading.Lock()

    def use(self, options: Options, work: Callable[[Memory], str]) -> str:
        """What *work* gives with the memory that options name."""
        one = self._take((options.config, options.agent, options.store))
        try:
            return one.use(work)
        finally:
            with self._lock:
                one.users -= 1
                self._close_unused(one)

    def close(self) -> None:
        """Close all; those that are in use, when they are not any more."""
        with self._lock:
            for key in list(self._open):
                self._retire(key)

    def _take(self, key: _Key) -> _Open:
        with self._lock:
            if key in self._open and self._open[key].is_stale:
                self._retire(key)
            one = self._open.pop(key, None) or _Open(key)
            self._open[key] = one  # behind all others: it was used last
            one.users += 1
            while len(self._open) > MOST_MEMORIES:
                self._retire(next(iter(self._open)))
            return one

    def _retire(self, key: _Key) -> None:
        one = self._open.pop(key)
        one.retired = True
        self._close_unused(one)

    @staticmethod
    def _close_unused(one: _Open) -> None:
        if one.retired and not one.users:
            one.close()


def _stamp(memory: Memory) -> tuple[object, ...]:
    """What tells whether a memory would be another one if it was opened anew."""
    settings, store = memory.settings, Path(memory.url.removeprefix("sqlite:///"))
    prompts = settings.completion.prompts
    files = [*settings.hooks, *(sorted(prompts.glob("*.md")) if prompts else ())]
    # the store's content may change, the file may not
    return (*((file, _state(file)) for file in files), memory.switched_off, _state(store)[-1])


def _state(file: Path) -> tuple[object, ...]:
    try:
        state = file.stat()
    except OSError:
        return (None,)
    return state.st_mtime_ns, state.st_size, state.st_ino


class Resident(ThreadingUnixStreamServer):
    """The server; close it, or use it in a ``with`` statement.

    Args:
        path: Where it listens; beside it a lock says that it does.

    Attributes:
        is_outdated: Whether a client found another version here, or other plugins, than this process began with.

    Raises:
        InputError: Another one listens there, or nobody can.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, path: Path) -> None:
        self.memories = Memories()
        self.path = path
        self.identity = asking.identity()
        self.is_outdated = False
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
        request = self._request()
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

    def _respond(self, options: Options, data: bytes) -> str:
        return self.server.memories.use(
            options, lambda memory: respond(options, data, lambda: memory, flush_later)
        )

    def _request(self) -> tuple[list[str], list[str], str, bytes] | None:
        """Arguments, what stands for some of them, the working folder and the input; None for no client of ours."""
        try:
            head_length, length = map(int, self.rfile.readline(_LINE).split())
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

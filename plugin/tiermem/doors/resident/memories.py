"""Keep memories open between the calls of a resident process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.memory.memory import Memory
from tiermem.values.store_urls import sqlite_file

if TYPE_CHECKING:
    from tiermem.doors.hook.options import Options

_LOG = logging.getLogger("tiermem")
CAPACITY = 8
"""Maximum open memories. The least recently used is closed."""

_Key = tuple[str | None, str | None, str | None]


class Memories:
    """Memories that stay open between calls. A memory is reopened if its YAML or hook files change.

    A memory that is slow to open or close delays only its own calls.
    """

    def __init__(self) -> None:
        self._kept: dict[_Key, _Kept] = {}
        self._lock = threading.Lock()

    def use(self, options: Options, work: Callable[[Memory], None]) -> None:
        """Call *work* with the memory that the options name."""
        one = self._take((options.config, options.agent, options.store))
        try:
            one.opening.result().use(work)
        finally:
            with self._lock:
                one.users -= 1
                over = one.is_over
            if over:
                one.close()

    def __len__(self) -> int:
        return len(self._kept)

    def close(self) -> None:
        """Close all memories. A memory in use is closed after its last use."""
        with self._lock:
            over = [self._retire(key) for key in list(self._kept)]
            over = [one for one in over if one.is_over]
        for one in over:
            one.close()

    def _take(self, key: _Key) -> _Kept:
        """Return the memory of these options, which the first caller opens; `use` gives it back."""
        with self._lock:
            known = self._kept.get(key)
        stale = known is not None and known.is_stale
        retired = []
        with self._lock:
            if stale and self._kept.get(key) is known:
                retired.append(self._retire(key))
            mine = key not in self._kept
            one = _Kept() if mine else self._kept.pop(key)
            self._kept[key] = one  # last: the most recently used
            one.users += 1
            while len(self._kept) > CAPACITY:
                retired.append(self._retire(next(iter(self._kept))))
            over = [old for old in retired if old.is_over]
        for old in over:
            old.close()
        if mine:
            self._open(key, one)
        return one

    def _open(self, key: _Key, one: _Kept) -> None:
        """Open it for all waiting callers. If that fails, the next call retries."""
        try:
            one.opening.set_result(_Open(key))
        except BaseException as error:  # noqa: BLE001 raised where the result is read
            with self._lock:
                if self._kept.get(key) is one:
                    del self._kept[key]
            one.opening.set_exception(error)

    def _retire(self, key: _Key) -> _Kept:
        one = self._kept.pop(key)
        one.retired = True
        return one


class _Kept:
    """A memory that is open or being opened, and how many use it."""

    def __init__(self) -> None:
        self.opening: Future[_Open] = Future()
        self.users = 0
        self.retired = False

    @property
    def is_over(self) -> bool:
        """True if it is retired and not in use."""
        return self.retired and not self.users

    @property
    def is_stale(self) -> bool:
        """True if it is open and its files changed, see `_Open.is_stale`."""
        return self.opening.done() and self.opening.exception() is None and self.opening.result().is_stale

    def close(self) -> None:
        """Close it. A failure is only logged, because an unrelated caller may close it."""
        if self.opening.exception() is not None:
            return
        try:
            self.opening.result().close()
        except Exception as error:  # noqa: BLE001 plugins' threads and the store may fail in any way
            _LOG.warning("a memory could not be closed: %s: %s", type(error).__name__, error)


class _Open:
    """An open memory and a thread that keeps its connection to the store open.

    Opening a connection and closing the last one, which checkpoints the file, take half as long as a recall.
    """

    def __init__(self, key: _Key) -> None:
        config, agent, store = key
        self._config = None if config is None else Path(config)
        self._read = self._config and _state(self._config)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tiermem resident")
        try:
            self.memory = self._thread.submit(
                Memory.open, config, agent=agent, store=store, patient=False
            ).result()
        except BaseException:
            self._thread.shutdown()
            raise
        for notice in self.memory.notices:
            _LOG.warning("%s", notice)
        self._free = threading.Lock()
        self._stamp = _stamp(self.memory)

    @property
    def is_stale(self) -> bool:
        """True if one of its files changed, or a plugin was switched off."""
        return self._stamp != _stamp(self.memory) or self._read != (self._config and _state(self._config))

    def use(self, work: Callable[[Memory], None]) -> None:
        """Call *work* in the memory's own thread, or in the caller's if that is busy."""
        if self._free.acquire(blocking=False):
            try:
                self._thread.submit(work, self.memory).result()
                return
            finally:
                self._free.release()
        try:
            work(self.memory)
        finally:
            self.memory.release()

    def close(self) -> None:
        """Close memory and thread."""
        self._thread.submit(self.memory.close).result()
        self._thread.shutdown()


def _stamp(memory: Memory) -> tuple[object, ...]:
    """Return a value that changes when reopening would give a different memory."""
    settings, store = memory.settings, sqlite_file(memory.url)
    prompts = settings.completion.prompts
    files = [*map(Path, settings.hooks), *(sorted(Path(prompts).glob("*.md")) if prompts else ())]
    # of the store the inode only: its content may change
    return (
        *((file, _state(file)) for file in files),
        memory.switched_off,
        _state(Path(store))[-1] if store else None,
    )


def _state(file: Path) -> tuple[object, ...]:
    try:
        state = file.stat()
    except OSError:
        return (None,)
    return state.st_mtime_ns, state.st_size, state.st_ino

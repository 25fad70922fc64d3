"""The memories that a resident process keeps open."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.memory import Memory

if TYPE_CHECKING:
    from tiermem.doors.hook.options import Options

_LOG = logging.getLogger("tiermem")
MOST_MEMORIES = 8
"""Memories that are kept open, those used last."""

_Key = tuple[str | None, str | None, str | None]


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

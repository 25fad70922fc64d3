"""The memories that a resident process keeps open."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.memory.memory import Memory

if TYPE_CHECKING:
    from tiermem.doors.hook.options import Options

_LOG = logging.getLogger("tiermem")
MOST_MEMORIES = 8
"""Memories that are kept open, those used last."""

_Key = tuple[str | None, str | None, str | None]


class Memories:
    """Memories that stay open from one call to the next; one whose YAML or hook files changed is opened anew.

    A memory that takes long to open, or to close, holds up the calls that name it and no others.
    """

    def __init__(self) -> None:
        self._kept: dict[_Key, _Kept] = {}
        self._lock = threading.Lock()

    def use(self, options: Options, work: Callable[[Memory], str]) -> str:
        """What *work* gives with the memory that options name."""
        one = self._take((options.config, options.agent, options.store))
        try:
            return one.opening.result().use(work)
        finally:
            with self._lock:
                one.users -= 1
                over = one.is_over
            if over:
                one.close()

    def close(self) -> None:
        """Close all; those that are in use, when they are not any more."""
        with self._lock:
            over = [self._retire(key) for key in list(self._kept)]
            over = [one for one in over if one.is_over]
        for one in over:
            one.close()

    def _take(self, key: _Key) -> _Kept:
        """The memory of these options, which the first to take it opens; it is given back in `use`."""
        with self._lock:
            known = self._kept.get(key)
        stale = known is not None and known.is_stale
        retired = []
        with self._lock:
            if stale and self._kept.get(key) is known:
                retired.append(self._retire(key))
            mine = key not in self._kept
            one = _Kept() if mine else self._kept.pop(key)
            self._kept[key] = one  # behind all others: it was used last
            one.users += 1
            while len(self._kept) > MOST_MEMORIES:
                retired.append(self._retire(next(iter(self._kept))))
            over = [old for old in retired if old.is_over]
        for old in over:
            old.close()
        if mine:
            self._open(key, one)
        return one

    def _open(self, key: _Key, one: _Kept) -> None:
        """Open it for all who wait; what cannot be opened is tried again by the next call."""
        try:
            one.opening.set_result(_Open(key))
        except BaseException as error:  # noqa: BLE001 it is raised where the result is read
            with self._lock:
                if self._kept.get(key) is one:
                    del self._kept[key]
            one.opening.set_exception(error)

    def _retire(self, key: _Key) -> _Kept:
        one = self._kept.pop(key)
        one.retired = True
        return one


class _Kept:
    """A memory that is open, or is being opened by the first who wanted it."""

    def __init__(self) -> None:
        self.opening: Future[_Open] = Future()
        self.users = 0
        self.retired = False

    @property
    def is_over(self) -> bool:
        """Whether nobody uses it, nor will."""
        return self.retired and not self.users

    @property
    def is_stale(self) -> bool:
        """See `_Open.is_stale`; what is not open yet is not."""
        return self.opening.done() and self.opening.exception() is None and self.opening.result().is_stale

    def close(self) -> None:
        """Close what was opened; whoever happens to do so is spared its failure."""
        if self.opening.exception() is not None:
            return
        try:
            self.opening.result().close()
        except Exception as error:  # noqa: BLE001 plugins' threads and the store may fail in any way
            _LOG.warning("a memory could not be closed: %s: %s", type(error).__name__, error)


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

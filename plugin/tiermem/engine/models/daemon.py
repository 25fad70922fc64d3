"""One thread beside everything else: it rests until it is woken, and leaves the store alone once that is closed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.store.contract import Store

CLOSING_S = 5.0
"""Seconds that closing waits for what is being stored; never for what a model makes."""


class Closed(BaseException):
    """The store is not to be used any more.

    Like `asyncio.CancelledError` it is no `Exception`: work that goes on after errors ends all the same.
    """


class Daemon:
    """A daemon thread, begun when it is first woken, and once more after a fork.

    Args:
        name: The thread's.
        run: What the thread does until `closed` is set.
        store: What is used inside of `using`; the thread gives its connection back after that.

    Attributes:
        woken: Set when there is something to do, and when it is closed; *run* clears it.
        closed: Set once; nothing more is to be begun.
    """

    def __init__(self, name: str, run: Callable[[], None], store: Store) -> None:
        self.woken = threading.Event()
        self.closed = threading.Event()
        self._name = name
        self._run = run
        self._store = store
        self._lock = threading.Lock()
        self._in_use = threading.Lock()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """There is something to do; what the thread itself does wakes it no more."""
        if self.closed.is_set() or self.is_current:
            return
        with self._lock:
            if not self._lives:
                self._in_use = (
                    threading.Lock()
                )  # after a fork nobody gives back what the parent's thread held
                self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
                self._thread.start()
        self.woken.set()

    def close(self) -> None:
        """Begin nothing more; what is being stored is waited for."""
        self.closed.set()
        self.woken.set()
        if self._lives and self._in_use.acquire(timeout=CLOSING_S):
            self._in_use.release()

    @property
    def is_current(self) -> bool:
        """Whether it is this thread that asks."""
        return threading.current_thread() is self._thread

    @contextmanager
    def using(self) -> Iterator[None]:
        """The store is used, and the connection given back.

        Raises:
            Closed: It is not to be used any more.
        """
        with self._in_use:
            self._check()
            try:
                yield
            finally:
                self._store.release()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Inside of `using`, what takes long and needs no store; closing does not wait for it.

        Raises:
            Closed: It was closed meanwhile.
        """
        self._store.release()
        self._in_use.release()
        try:
            yield
        finally:
            self._in_use.acquire()
            self._check()

    @property
    def _lives(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _check(self) -> None:
        if self.closed.is_set():
            raise Closed

    def _serve(self) -> None:
        with suppress(Closed):
            self._run()

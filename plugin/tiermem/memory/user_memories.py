"""The memories of users who have a file each. They share the agent's settings and plugins."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from tiermem.errors import ClosedMemory, InputError, StoreError
from tiermem.store import open_store, open_when_written
from tiermem.store.user_files import UserFiles
from tiermem.support.lazy import logger

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.store.sqlite import SqliteStore

KEPT_OPEN = 100
"""Memories that stay open after their last use. Others are closed when nothing uses them."""
_LOG = logger("tiermem")


class _Opened(Protocol):
    """An open memory."""

    @property
    def user(self) -> str: ...

    def close(self) -> None: ...

    def close_file(self) -> None: ...

    def release(self) -> None: ...


M = TypeVar("M", bound=_Opened)


class UserMemories(Generic[M]):
    """Opens the memory of each user at its first use.

    Args:
        url: The URL of the stores, see `UserFiles`.
        create: Create missing files.
        wait_s: See `open_store`.

    Raises:
        InputError: The URL does not name the user once.
    """

    def __init__(self, url: str, *, create: bool, wait_s: float | None) -> None:
        self.files = UserFiles(url)
        self._create, self._wait_s = create, wait_s
        self._opened: WeakValueDictionary[str, M] = WeakValueDictionary()
        self._stores: WeakValueDictionary[str, SqliteStore] = WeakValueDictionary()
        self._latest: OrderedDict[str, M] = OrderedDict()
        self._lock = threading.RLock()
        self._shared: Store | None = None
        self._is_closed = False
        self._first: M | None = None

    def begin(self, memory: M) -> M:
        """Keep the memory that is opened first; return it. Closing it closes all."""
        self._first = memory
        return self.of(memory.user, lambda _: memory)

    def store_of(self, user: str, *, create: bool = True) -> Store:
        """Open a user's store; one without a file reads as empty if it is not to be made."""
        return open_store(self.files.url(user), create=create and self._create, wait_s=self._wait_s)

    def store_when_written(self, user: str) -> Store:
        """Open a user's store; its file is made by the first write."""
        if not self._create:
            return self.store_of(user)
        store = self._stores[user] = open_when_written(self.files.path(user), wait_s=self._wait_s)
        return store

    def has(self, user: str) -> bool:
        """Return True if a user has a file."""
        with self._lock:
            if self._is_closed:
                raise ClosedMemory
            return self.files.has(user)

    def of(self, user: str, opened: Callable[[str], M]) -> M:
        """Return the memory of a user, opened by the function if it is not open."""
        with self._lock:
            if self._is_closed:
                raise ClosedMemory
            memory, store = self._opened.get(user), self._stores.get(user)
            if memory is None or (store is not None and store.is_outdated):
                memory = self._opened[user] = opened(user)
            self._latest[user] = memory
            self._latest.move_to_end(user)
            while len(self._latest) > KEPT_OPEN:
                self._latest.popitem(last=False)
            return memory

    def users(self) -> tuple[str, ...]:
        """Return the sorted names of the users who have a file."""
        return tuple(self.files.users(self._names_in))

    def _names_in(self, url: str) -> list[str]:
        try:
            with closing(open_store(url, create=False)) as store:
                return [owned.scope.name for owned in store.records.scopes() if owned.scope.kind == "user"]
        except StoreError as error:
            _LOG.warning("the user of %s is not known: %s", url, error)
            return []

    def each(self, opened: Callable[[str], M]) -> Iterator[M]:
        """Yield the memory of each user who has a file."""
        for user in self.users():
            yield self.of(user, opened)

    @property
    def shared(self) -> Store:
        """The store of what belongs to no user."""
        with self._lock:
            if self._is_closed:
                raise ClosedMemory
            if self._shared is None:
                self._shared = open_store(self.files.shared_url, create=self._create, wait_s=self._wait_s)
            return self._shared

    def release(self) -> None:
        """Close the calling thread's connections. The next use opens others."""
        with self._lock:
            memories, shared = list(self._opened.values()), self._shared
        for memory in memories:
            memory.release()
        if shared is not None:
            shared.release()

    def forget(self, user: str) -> list[str]:
        """Close the memory of a user whose file holds nothing more, and delete the file.

        Returns:
            The paths of files that could not be deleted.
        """
        with self._lock:
            memory = self._opened.pop(user, None)
            self._latest.pop(user, None)
            if memory is not None:
                memory.close_file()
            return self.files.delete(user)

    def close(self) -> None:
        """Close all others for good, when the first is closed."""
        with self._lock, ExitStack() as ending:
            self._is_closed = True
            if self._shared is not None:
                ending.callback(self._shared.close)
            for memory in list(self._opened.values()):
                if memory is not self._first:
                    ending.callback(memory.close)
            self._latest.clear()


def ensure_apart(notes: str) -> None:
    """Check that no notes are shared: the users' files are apart.

    Raises:
        InputError: They are.
    """
    if notes != "user":
        raise InputError(
            f"'scope: {{notes: {notes}}}' shares notes, and a store with a file per user shares nothing. "
            "Use one store for all users, or 'notes: user'."
        )

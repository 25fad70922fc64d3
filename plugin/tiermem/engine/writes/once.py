"""Apply a write once that may be tried again after its outcome was lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tiermem.values import Event

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Reach


class Repeated(Exception):
    """The write was applied before; this time nothing was."""


class Once(threading.local):
    """The id of the write that this thread applies, if it is one to apply once."""

    _id: str | None = None
    _is_known = False

    @contextmanager
    def applying(self, name: str) -> Iterator[None]:
        """Apply the write of the block under an id.

        Raises:
            Repeated: The id is known: in the transaction of the write, and at the end if a tool has caught it there.
        """
        self._id, self._is_known = name, False
        try:
            yield
        finally:
            self._id = None
        if self._is_known:
            raise Repeated

    def note(self, store: Store, reach: Reach, at: str) -> None:
        """Note the id in the transaction of the write.

        Raises:
            Repeated: It is known.
        """
        if self._id is None:
            return
        key = f"spool:{self._id}"
        noted = store.stream.append(
            Event(kind="caught_up", scope_id=reach.user.id, at=at, source="system", key=key, processed=at)
        )
        if not noted:
            self._is_known = True
            raise Repeated

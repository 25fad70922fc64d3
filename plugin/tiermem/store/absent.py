"""A store that is not there, for those who only read."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tiermem.errors import UnusableStore
from tiermem.store.connection import SCHEME
from tiermem.store.sqlite import SqliteStore


def is_absent(path: Path) -> bool:
    """Whether there is no such file; one that cannot be looked at may be there."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False


class AbsentStore(SqliteStore):
    """`contract.Store` where no file is: it reads as an empty one, and what is written to it is gone with it.

    Args:
        path: Where nothing is; nothing is made there.

    Raises:
        UnusableStore: No temporary file can be made.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._folder = TemporaryDirectory(prefix="tiermem-")
        except OSError as error:
            raise UnusableStore(f"{SCHEME}{path}", str(error)) from error
        super().__init__(Path(self._folder.name) / "memory.db")
        self.url = f"{SCHEME}{path}"
        self.notices = (f"There is no store at {path} yet: nothing is remembered.",)

    def close(self) -> None:
        """See `contract.Store.close`."""
        super().close()
        self._folder.cleanup()

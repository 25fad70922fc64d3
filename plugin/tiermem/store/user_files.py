"""One file per user: names that are safe on every file system, and the users that have one.

``{user}`` in the path stands for the user. A name is written with the letters a to z, digits and hyphens; every other
byte of it is ``_`` and two hexadecimal digits. Names that differ only in case therefore have different files on file
systems that ignore case, and no name leads out of the folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.values.store_urls import USER, sqlite_file, sqlite_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LONGEST = 120
"""Maximum characters of a written name. A longer one ends with a digest."""
SHARED = "_"
"""The name of the file of what belongs to no user, such as access tokens: no user's name is written so."""
_BESIDE = ("", "-wal", "-shm", "-journal")
"""Suffixes of a store's file and of those that SQLite creates beside it."""
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
"""Names of devices of Windows."""
_WRITTEN = re.compile(r"(?:[a-z0-9-]|_[0-9a-f]{2})+")
_CUT = re.compile(r"(?:[a-z0-9-]|_[0-9a-f]{2})+__[0-9a-f]{32}")
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-")


def written(user: str) -> str:
    """Return a user's name as part of a file's name."""
    data = user.encode()
    letters = [chr(one) if one in _PLAIN else f"_{one:02x}" for one in data]
    if _DEVICES.fullmatch(user):
        letters[0] = f"_{data[0]:02x}"
    whole = "".join(letters)
    if len(whole) <= LONGEST:
        return whole
    beginning = "".join(letters[: LONGEST // 6])
    return f"{beginning}__{blake2b(data, digest_size=16).hexdigest()}"


def read(name: str) -> str | None:
    """Return the user of a written name; None if it is cut or no user's."""
    if not _WRITTEN.fullmatch(name):
        return None
    data = re.sub(r"_(..)", lambda found: chr(int(found[1], 16)), name).encode("latin-1")
    try:
        user = data.decode()
    except UnicodeDecodeError:
        return None
    return user if written(user) == name else None


class UserFiles:
    """The files of a store's users.

    Args:
        url: ``sqlite:///PATH`` or a path, with ``{user}`` once.

    Raises:
        InputError: ``{user}`` is there more than once, or the file's name ends with it.
    """

    def __init__(self, url: str) -> None:
        path = sqlite_file(url)
        if path is None or path.count(USER) != 1:
            raise InputError(f"The store {url} has to name {USER} once, as in sqlite:///memories/{USER}.db.")
        if path.endswith(USER):  # or the log of "ana" is the file of "ana-wal"
            raise InputError(
                f"The store {url} has to name an ending after {USER}, as in sqlite:///memories/{USER}.db."
            )
        self._path = str(Path(path).expanduser())

    def path(self, user: str) -> str:
        """Return the path of a user's file."""
        return self._path.replace(USER, written(user))

    def url(self, user: str) -> str:
        """Return the URL of a user's store."""
        return sqlite_url(self.path(user))

    def has(self, user: str) -> bool:
        """Return True if a user has a file."""
        return Path(self.path(user)).is_file()

    @property
    def shared_url(self) -> str:
        """The URL of the store of what belongs to no user."""
        return sqlite_url(self._path.replace(USER, SHARED))

    def users(self, names_in: Callable[[str], Iterable[str]]) -> list[str]:
        """Return the sorted names of the users who have a file.

        Args:
            names_in: Returns the names of the users in the store at a URL, for a file whose name is cut.
        """
        users = []
        for name, file in self._files():
            known = names_in(sqlite_url(str(file))) if _CUT.fullmatch(name) else [read(name) or ""]
            users += [user for user in known if user and written(user) == name]
        return sorted(users)

    def _files(self) -> Iterator[tuple[str, Path]]:
        """Yield the written name and the path of each file."""
        before, _, after = self._path.partition(USER)
        folder, start = os.path.split(before)
        end, _, below = after.partition(os.sep)
        with suppress(OSError):
            for one in [file.name for file in Path(folder or ".").iterdir()]:
                name = one[len(start) : len(one) - len(end)]
                file = Path(folder, one, below) if below else Path(folder, one)
                if one == f"{start}{name}{end}" and name != SHARED and file.is_file():
                    yield name, file

    def delete(self, user: str) -> list[str]:
        """Delete a user's file, those beside it and copies of its vectors; return the paths of those that are left.

        Backups, and copies that were made before a repair or a migration, are left for a person to delete.
        """
        import shutil

        path = Path(self.path(user))
        shutil.rmtree(f"{path}.vectors", ignore_errors=True)
        left = [f"{path}.vectors"] if Path(f"{path}.vectors").exists() else []
        for suffix in _BESIDE:
            try:
                Path(f"{path}{suffix}").unlink(missing_ok=True)
            except OSError:
                left.append(f"{path}{suffix}")
        with suppress(OSError):
            copies = {str(one) for one in path.parent.iterdir() if one.name.startswith(f"{path.name}.")}
            left += sorted(copies.difference(left))
        if USER not in Path(self._path).name:
            with suppress(OSError):  # a folder of the user's own, if nothing else is in it
                path.parent.rmdir()
        return left

"""Back up, restore, repair and rebuild a store without opening the memory, which may be damaged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tiermem.config import load_settings
from tiermem.errors import InputError, UnusableStore
from tiermem.store import default_url, open_store
from tiermem.store.sqlite import AbsentStore
from tiermem.store.user_files import UserFiles
from tiermem.values.store_urls import (
    POSTGRESQL,
    is_per_user,
    scheme_of,
    sqlite_file,
    sqlite_url,
    without_password,
)

if TYPE_CHECKING:
    from tiermem.store.care.copying import Copied, Told
    from tiermem.store.care.repair import Repaired


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of replacing a store with a copy.

    Attributes:
        file: The store's file.
        kept: The copy of the previous store; None if there was none.
    """

    file: Path
    kept: Path | None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"file": str(self.file), "kept": str(self.kept) if self.kept else None}


def copy_store(source: str, target: str, told: Told = lambda *_: None) -> Copied:
    """Copy a store to another engine or place, and verify the copy.

    Args:
        source: URL or path of the store.
        target: URL or path of the copy: a new store, or a copy that was cut off.
        told: Called with (table or step, done, total).

    Raises:
        InputError: There is no source, or the target is a store in use.
        StoreError: One of them cannot be used, or the copy differs from its source.
    """
    from tiermem.store.care.copying import copy

    read = open_store(source, create=False)
    try:
        if isinstance(read, AbsentStore):
            raise InputError(f"There is no store at {source} to copy.")
        written = open_store(target)
        try:
            return copy(cast("Any", read), cast("Any", written), told)
        finally:
            written.close()
    finally:
        read.close()


def set_up_roles(owner_url: str, application: str, partitions: int | None = None) -> bool:
    """Make the tables and roles of a store on PostgreSQL, so that agents log in as a role that owns nothing.

    Args:
        owner_url: URL with which the owner of the tables logs in.
        application: The role that agents log in as.
        partitions: Number of partitions into which the tables that grow most are split; only in an empty store.

    Returns:
        True if that role was made, without a password.

    Raises:
        InputError: The store is a file, policies do not hold for that role, or tables to be split have rows.
        UnusableStore: The server refuses.
    """
    if scheme_of(owner_url) not in POSTGRESQL:
        raise InputError(
            "Only a store on PostgreSQL has roles. Name it by --store postgresql://OWNER@SERVER/DATABASE."
        )
    store = open_store(owner_url)
    try:
        return store.set_up_roles(application, partitions)  # type: ignore[attr-defined, no-any-return]
    finally:
        store.close()


class Safekeeping:
    """The place of a store: a file, or for `rebuild` also a server.

    Args:
        path: The agent's YAML; None for the defaults alone.
        agent: The agent of the YAML.
        store: URL or path of the store, instead of the one in the YAML.
        user: Whose file, where each user has one (default: the YAML's user).

    Raises:
        ConfigError: The YAML is invalid.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        agent: str | None = None,
        store: str | None = None,
        user: str | None = None,
    ) -> None:
        url = store or load_settings(path, agent).store or default_url()
        if is_per_user(url):
            settings = load_settings(path, agent)
            url = UserFiles(url).url(user or settings.scope.user)
        self._url = url

    @property
    def is_on_server(self) -> bool:
        """True for a store on PostgreSQL."""
        return scheme_of(self._url) in POSTGRESQL

    @property
    def file(self) -> Path:
        """The path of the store.

        Raises:
            UnusableStore: The store is not a file.
        """
        file = sqlite_file(self._url)
        if not file or file == ":memory:":
            raise UnusableStore(
                without_password(self._url),
                "only a store in a file of SQLite is copied or mended; on a server, 'pg_dump' and 'pg_restore' do "
                "that, and 'tiermem copy' copies it into a file",
            )
        return Path(file).expanduser()

    def _ensure_there(self) -> str:
        if not self.file.is_file():
            raise UnusableStore(sqlite_url(str(self.file)), "there is no such file")
        return str(self.file)

    def backup(self, target: str | None = None) -> Path:
        """Copy the store while others write to it, and verify the copy; return its path.

        Args:
            target: A new file, or a folder (default: a free name beside the store).

        Raises:
            InputError: The target exists already, or cannot be created, for example because its folder is missing.
            DamagedStore: The store is damaged; no copy was kept.
            UnusableStore: One of the files cannot be read or written.
        """
        from tiermem.store.care.copies import backup

        return backup(self._ensure_there(), target)

    def restore(self, source: str) -> Restored:
        """Replace the store with a backup. A copy of the store is kept; restore it to undo this.

        Raises:
            InputError: There is no such backup, or it is the store itself.
            DamagedStore: The backup is damaged; nothing was changed.
            ForeignStore, NewerStore: It is not a store, or one of a later version; nothing was changed.
            UnusableStore: A file cannot be read or written.
        """
        from tiermem.store.care.copies import restore

        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Restored(self.file, restore(str(self.file), source))

    def repair(self) -> Repaired:
        """Repair the store in place. A copy of it as it was is kept beside it.

        Raises:
            UnusableStore: It cannot be read or written.
        """
        from tiermem.store.care.repair import repair

        return repair(self._ensure_there())

    def rebuild(self, target: str) -> Repaired:
        """Make a new store with entries from stream and versions; return the differences from the records.

        Args:
            target: A new file; for a store on a server also the URL of an empty one.

        Raises:
            InputError: The target exists already.
            UnusableStore: One of them cannot be read or written.
        """
        from tiermem.store.care import repair

        if not self.is_on_server:
            return repair.rebuild_beside(self._ensure_there(), target)
        source: Any = open_store(self._url, create=False)
        try:
            if isinstance(source, AbsentStore):
                raise UnusableStore(without_password(self._url), "it has no tables yet")
            if (file := sqlite_file(target)) and Path(file).expanduser().exists():
                raise InputError(f"{target} is there already. Name another file.")
            made: Any = open_store(target)
            try:
                return repair.rebuild_from_server(source, made)
            finally:
                made.close()
        finally:
            source.close()

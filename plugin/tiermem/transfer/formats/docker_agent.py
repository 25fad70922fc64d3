"""docker-agent's ``memory.db``. The store can adopt its table, so a copy is adopted and its entries are read."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tiermem.errors import StoreError, TranscriptError
from tiermem.memory.memory import Memory
from tiermem.transfer.formats.base import Contents, Format, Item, Remark
from tiermem.values import Draft

if TYPE_CHECKING:
    from tiermem.transfer.formats.base import FileHead
    from tiermem.values import Entry

SQLITE = b"SQLite format 3\0"
"""The first bytes of every SQLite database."""
_TABLE = re.compile(rb"CREATE TABLE [\"'`\[]?(?:user_)?memories\b")
"""Part of the schema, which is stored as SQL at the beginning of the file."""
_ADOPTED = ("import:memories:", "import:user_memories:")
"""The origin of entries that the store has adopted."""


def _recognises(beginning: FileHead) -> bool:
    return beginning.head.startswith(SQLITE) and _TABLE.search(beginning.head) is not None


def _read(path: Path) -> Contents:
    """Read the rows of a copy, so that docker-agent can continue to use the file."""
    try:
        with TemporaryDirectory(prefix="tiermem-import-", ignore_cleanup_errors=True) as folder:
            copy = copied(path, Path(folder))
            with Memory.open(store=str(copy)) as memory:
                if not list(copy.parent.glob("*.before-tiermem-*")):
                    raise TranscriptError(path, line=None, problem=_OURS)
                entries, _ = memory.entries().list()
                return Contents(items=tuple(_items(entries)), left=tuple(_refused(path, memory.notices)))
    except StoreError as error:
        problem = f"It is not a database of docker-agent: {error}".replace(str(copy), path.name)
        raise TranscriptError(path, line=None, problem=problem) from error
    except OSError as error:
        raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error


_OURS = "It is already a store of tiermem: open it with --store, or move it with 'tiermem export'."


def copied(path: Path, folder: Path) -> Path:
    """Copy a database and its write-ahead log, if any, to a folder."""
    copy = folder / path.name
    shutil.copyfile(path, copy)
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        shutil.copyfile(log, copy.with_name(log.name))
    return copy


def _items(entries: Sequence[Entry]) -> Iterator[Item]:
    for entry in sorted(entries, key=lambda one: (one.created_at, one.origin or "")):
        row = _row(entry.origin)
        if row is None:
            continue
        draft = Draft(
            content=entry.content,
            tier=entry.tier,
            category=entry.category,
            tags=entry.tags,
            origin=f"import:docker-agent:{row}",
            valid_from=entry.valid_from,
        )
        yield Item(line=None, id=None, draft=draft, of_user=False, at=entry.created_at)


def _row(origin: str | None) -> str | None:
    """Return the id of an adopted row."""
    return next(
        (origin.removeprefix(begin) for begin in _ADOPTED if origin and origin.startswith(begin)), None
    )


def _refused(path: Path, notices: Sequence[str]) -> Iterator[Remark]:
    for notice in notices:
        row = _row(notice)
        if row is not None:
            name, _, why = row.partition(": ")
            yield Remark(line=None, entry_id=None, content=f"row {name}", why=why, refused=True)
        elif notice.startswith("None of "):
            raise TranscriptError(path, line=None, problem=notice)


DOCKER_AGENT = Format(
    name="docker-agent",
    suffixes=(".db",),
    recognises=_recognises,
    read=_read,
)

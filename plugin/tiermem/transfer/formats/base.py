"""Define a file format: how it is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tiermem.errors import NothingThere, TranscriptError
from tiermem.text import storable
from tiermem.values import CATEGORIES, as_instant
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.values import Category, Draft, Entry, Reach

_HEAD_BYTES = 65_536
"""Maximum bytes that are read to recognise a format."""
_BOM = b"\xef\xbb\xbf"


class LineError(ValueError):
    """A line that cannot be read.

    Args:
        line: Its number, from 1.
        problem: The problem, as a sentence.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An entry of a file.

    Attributes:
        line: Its first line, from 1; None if the file has no lines.
        id: Its id in the original store; None if the file has none.
        of_user: True if the user owns it in any tier.
        at: Instant of the original write; None if the file has none.
    """

    line: int | None
    id: str | None
    draft: Draft
    of_user: bool
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A remark about a part of a file, for a person.

    Attributes:
        line: Its first line in the file; None if the file has no lines.
        entry_id: The resulting entry; None if there is none.
        why: The outcome and the reason.
        refused: True if it was refused as an entry.
    """

    line: int | None
    entry_id: str | None
    content: str
    why: str
    refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents of a file.

    Attributes:
        items: Its entries, in order.
        left: Parts that do not become entries, with the reason.
        known_by_origin: True if an origin always means the same statement, so that an entry is imported only once,
            even if it has been changed or removed here since.
    """

    items: tuple[Item, ...]
    left: tuple[Remark, ...] = ()
    known_by_origin: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A file to write.

    Attributes:
        entries: Number of entries in it.
        left: Number of entries left out, because the program has no room for them or cannot separate them.
    """

    name: str
    text: str
    entries: int
    left: int = 0


Row = tuple[str, Mapping[str, Any]]


class Rows(Protocol):
    """Rows of a whole store, read one by one."""

    def broken(self, problem: str) -> TranscriptError:
        """Return an error at the line read last."""
        ...

    def __iter__(self) -> Iterator[Row]: ...


@dataclass(frozen=True, slots=True)
class FileHead:
    """The beginning of a file.

    Attributes:
        head: Its first bytes, at most 64 KiB, without a byte order mark.
        text: The same bytes as text, with invalid ones replaced.
    """

    path: Path
    head: bytes
    text: str

    @classmethod
    def of(cls, path: Path) -> FileHead:
        """Read the beginning of a file.

        Raises:
            TranscriptError: The file cannot be read.
            NothingThere: The file is empty.
        """
        if path.exists() and not path.is_file():
            # It would be read twice, and from a pipe that is not possible.
            problem = "It is not a regular file. Save what comes through a pipe first."
            raise TranscriptError(path, line=None, problem=problem)
        try:
            with path.open("rb") as file:
                head = file.read(_HEAD_BYTES).removeprefix(_BOM)
                while head and not head.strip() and (more := file.read(_HEAD_BYTES)):
                    head = more
        except OSError as error:
            raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error
        if not head.strip():
            raise NothingThere(path, "The file is empty.")
        return cls(path, head, head.decode(errors="replace").replace("\r\n", "\n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format of files.

    Attributes:
        name: Its name for ``--from`` and ``--to``, and in origins.
        suffixes: Suffixes of the files that are read in a folder.
        recognises: Returns True if the beginning of a file has this format.
        read: Returns the contents of a file. If it raises `TranscriptError` or `LineError`, nothing is imported.
        write: Returns the files for entries; None for a format that is only read.
    """

    name: str
    suffixes: tuple[str, ...]
    recognises: Callable[[FileHead], bool]
    read: Callable[[Path], Contents | Rows]
    write: Callable[[Sequence[Entry], Reach], list[Page]] | None = None


def read_text(path: Path) -> str:
    """Read a whole text file and convert its line ends to line feeds.

    Raises:
        TranscriptError: The file cannot be read, is not UTF-8, or contains NUL.
    """
    try:
        raw = path.read_bytes().removeprefix(_BOM)
    except OSError as error:
        raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TranscriptError(path, line=line, problem="This is not UTF-8 text.") from None
    if not storable(text):
        line = text.count("\n", 0, text.index("\0")) + 1
        raise TranscriptError(path, line=line, problem="This line contains NUL.")
    return text.replace("\r\n", "\n")


def digest(*parts: str) -> str:
    """Return 16 hexadecimal digits that identify a text, for statements without an id."""
    return sha256("\0".join(parts).encode()).hexdigest()[:16]


def category_of(word: str | None) -> tuple[Category | None, tuple[str, ...]]:
    """Return another program's category as (category, tags): an unknown category becomes a tag."""
    word = " ".join((word or "").split())
    if word.lower() in CATEGORIES:
        return word.lower(), ()
    return None, (word,) if word else ()


def instant_of(text: str | date | None) -> str | None:
    """Return another program's time as an instant, or None if it is missing or invalid."""
    try:
        return as_instant(text.strip() if isinstance(text, str) else text) if text else None
    except ValueError:
        return None

"""What a format gives: where it is recognised, and what a file of it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tiermem.errors import TranscriptError
from tiermem.text import storable
from tiermem.values import CATEGORIES, as_instant
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.values import Category, Draft

_HEAD_BYTES = 65_536
"""Enough of a file to tell what it is."""
_BOM = b"\xef\xbb\xbf"


class Misread(ValueError):
    """What is wrong with a line.

    Args:
        line: Its number, from 1.
        problem: As a sentence.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An entry as a file has it.

    Attributes:
        line: Where it begins, from 1; None where the file has no lines.
        id: Its id in the store that it comes from; None when the file does not say it.
        draft: What it says.
        of_user: Whether it belongs to the user whatever its tier.
        at: Instant at which it was written there; None where the file does not say it.
    """

    line: int | None
    id: str | None
    draft: Draft
    of_user: bool
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Something in a file with which something happened that a person should know.

    Attributes:
        line: Where it begins in the file; None where the file has no lines.
        entry_id: The entry that it became; None where it became none.
        why: What happened.
        refused: Whether it was to become an entry, and was refused.
    """

    line: int | None
    entry_id: str | None
    content: str
    why: str
    refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a file says.

    Attributes:
        items: The entries that it holds, in its order.
        left: What becomes no entry, and why.
        known_by_origin: Whether an origin names the same statement for good, so that what was taken in once is
            not taken in again after it was changed or removed here.
    """

    items: tuple[Item, ...]
    left: tuple[Told, ...] = ()
    known_by_origin: bool = True


Row = tuple[str, Mapping[str, Any]]


class Rows:
    """Rows of a whole store, one by one. The one that reads them says which line a problem is at."""

    def broken(self, problem: str) -> TranscriptError:
        """The error at the line that was read last."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Row]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Beginning:
    """The beginning of a file.

    Attributes:
        head: Its first bytes, at most 64 KiB, without a byte order mark.
        text: The same as text; bytes that are none are replaced.
    """

    path: Path
    head: bytes
    text: str

    @classmethod
    def of(cls, path: Path) -> Beginning:
        """Read it.

        Raises:
            TranscriptError: The file cannot be read, or is empty.
        """
        try:
            with path.open("rb") as file:
                head = file.read(_HEAD_BYTES).removeprefix(_BOM)
                while head and not head.strip() and (more := file.read(_HEAD_BYTES)):
                    head = more
        except OSError as error:
            raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error
        if not head.strip():
            raise TranscriptError(path, line=None, problem="The file is empty.")
        return cls(path, head, head.decode(errors="replace").replace("\r\n", "\n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format of files.

    Attributes:
        name: What ``--from`` and origins call it.
        what: Whose files these are, for help.
        suffixes: Of the files of a folder that are looked at.
        recognises: Whether a file begins like one of this format.
        read: What a file holds; raises `TranscriptError` or `Misread`, and then nothing of it is taken in.
    """

    name: str
    what: str
    suffixes: tuple[str, ...]
    recognises: Callable[[Beginning], bool]
    read: Callable[[Path], Reading | Rows]


def read_text(path: Path) -> str:
    """A text file as a whole, with line ends of any system as line feeds.

    Raises:
        TranscriptError: It cannot be read, is not UTF-8, or holds NUL.
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
        raise TranscriptError(path, line=line, problem="This line holds NUL.")
    return text.replace("\r\n", "\n")


def digest(*parts: str) -> str:
    """A short name of a statement that has no id: the same for the same texts, 16 hexadecimal digits."""
    return sha256("\0".join(parts).encode()).hexdigest()[:16]


def categorised(word: str | None) -> tuple[Category | None, tuple[str, ...]]:
    """Another program's category: ours where we have it, as a tag where not."""
    word = " ".join((word or "").split())
    if word.lower() in CATEGORIES:
        return cast("Category", word.lower()), ()
    return None, (word,) if word else ()


def instant_of(text: str | date | None) -> str | None:
    """Another program's time as ours; None where there is none, or it cannot be read."""
    try:
        return as_instant(text.strip() if isinstance(text, str) else text) if text else None
    except ValueError:
        return None

"""Read past conversations from files, for ``tiermem replay``.

The layout is detected from the content of the file, not its name::

    transcripts = read_transcripts(Path("chats.json"), now=utc_now())
    for transcript in transcripts:  # transcripts.total is their number, if known
        ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import NothingThere, TranscriptError
from tiermem.transfer.transcripts.chat import CONVERSATIONS, MESSAGES
from tiermem.transfer.transcripts.claude_code import CLAUDE_CODE
from tiermem.transfer.transcripts.locomo import LOCOMO
from tiermem.transfer.transcripts.records import JsonLines, open_records
from tiermem.transfer.transcripts.sessions import Transcript
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from tiermem.transfer.transcripts.records import JsonFile
    from tiermem.transfer.transcripts.sessions import Layout

__all__ = ["LAYOUTS", "Folder", "Transcript", "Transcripts", "read_folder", "read_transcripts"]

LAYOUTS: tuple[Layout, ...] = (LOCOMO, CLAUDE_CODE, CONVERSATIONS, MESSAGES)
"""The supported layouts, in the order in which they are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcripts:
    """The conversations of one file. Each iteration reads them from the beginning, in the file's order.

    Attributes:
        layout: The detected layout.
        total: Number of conversations, for a progress bar. It includes empty ones, which are not returned. None if only
            reading the whole file would tell: JSON lines, and single messages.

    Iterating raises `TranscriptError` at a broken record, after all conversations before it.
    """

    layout: Layout
    total: int | None
    source: JsonFile | JsonLines
    now: datetime

    def __iter__(self) -> Iterator[Transcript]:
        seen: set[str] = set()
        for transcript in self.layout.read(self.source, self.now):
            if transcript.session_id in seen:
                raise TranscriptError(
                    self.source.file,
                    line=None,
                    problem=f"Two conversations have the session id {transcript.session_id!r}.",
                    kept="what comes before the second one",
                )
            seen.add(transcript.session_id)
            yield transcript


def read_transcripts(path: Path, *, now: datetime) -> Transcripts:
    """Detect the layout of a file of conversations. Iterating the result reads them.

    JSON lines are streamed. A JSON document is read whole here, and single messages of a session when iterated.

    Args:
        path: A regular file in UTF-8, with or without a byte order mark.
        now: The date, with a time zone, of conversations without one.

    Raises:
        TranscriptError: The file cannot be read, is empty, not UTF-8, not JSON, or of no known layout.
    """
    source = open_records(path)
    layout = _layout(source)
    return Transcripts(layout=layout, total=_total(layout, source), source=source, now=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """The conversations of a folder's files, in order of the first conversation of each file.

    Iterating reads them. Broken files are read up to the error.

    Attributes:
        files: The files with conversations.
        skipped: Reasons why other files are left out.
        broken: Errors of broken files, as far as they have been iterated.
    """

    files: tuple[Transcripts, ...]
    skipped: tuple[TranscriptError, ...]
    broken: list[TranscriptError]

    @property
    def total(self) -> int | None:
        """Number of conversations, as in `Transcripts.total`; None if a file does not know its number."""
        totals = [one.total for one in self.files]
        return None if None in totals else sum(total or 0 for total in totals)

    def __iter__(self) -> Iterator[Transcript]:
        for one in self.files:
            try:
                yield from one
            except TranscriptError as error:
                self.broken.append(error)


def read_folder(folder: Path, *, now: datetime) -> Folder:
    """Detect the layouts of the JSON files of a folder and its subfolders, except hidden ones.

    Args:
        folder: The folder.
        now: As for `read_transcripts`.

    Raises:
        NothingThere: No file contains a conversation.
    """
    found: list[Transcripts] = []
    skipped: list[TranscriptError] = []
    for path in sorted(folder.rglob("*.json*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if hidden or path.suffix.lower() not in _SUFFIXES or not path.is_file():
            continue
        try:
            found.append(read_transcripts(path, now=now))
        except TranscriptError as error:
            skipped.append(error)
    if not found:
        raise NothingThere(folder, f"No file in it ({', '.join(_SUFFIXES)}) contains a conversation.")
    return Folder(files=tuple(sorted(found, key=_begins)), skipped=tuple(skipped), broken=[])


_SUFFIXES = (".json", ".jsonl")


def _begins(transcripts: Transcripts) -> str:
    """Return the instant of the first conversation, or "" if it cannot be read."""
    try:
        return next((one.started_at for one in transcripts), "")
    except TranscriptError:
        return ""


def _layout(source: JsonFile | JsonLines) -> Layout:
    """Detect the layout from the first record recognised. Claude Code's files begin with other records."""
    try:
        for record in source:
            for layout in LAYOUTS:
                if layout.recognises(record.value):
                    return layout
    except TranscriptError as error:
        raise TranscriptError(error.file, line=error.line, problem=error.problem) from None
    understood = "; ".join(layout.name for layout in LAYOUTS)
    raise TranscriptError(
        source.file, line=None, problem=f"No conversation was found in it. Known layouts: {understood}."
    )


def _total(layout: Layout, source: JsonFile | JsonLines) -> int | None:
    if layout.sessions_in is None or isinstance(source, JsonLines):
        return None
    return sum(layout.sessions_in(record.value) for record in source)

"""What a layout of transcripts has to offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from tiermem.transfer.transcripts.records import Record
    from tiermem.transfer.transcripts.sessions import Transcript


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One way to write conversations down.

    Attributes:
        name: As messages show it.
        recognises: Whether a record is of this layout; the first one recognised decides.
        read: All records of the file to its sessions; raises `TranscriptError` at a broken one,
            after giving what came before it.
        sessions_in: How many sessions a record holds at most; None where one may span records.
    """

    name: str
    recognises: Callable[[Any], bool]
    read: Callable[[Iterable[Record], datetime], Iterator[Transcript]]
    sessions_in: Callable[[Any], int] | None = None

"""What is said in sessions."""

from __future__ import annotations

from tiermem.values.frozen import dataclass
from tiermem.values.words import Speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One utterance in a session, as it was said.

    Attributes:
        speaker: ``user``, ``assistant``, ``tool``, or ``memory`` (text that tiermem itself injected).
        content: The words.
        at: Instant it was said.
        name: Name of the one who spoke or of the tool, where known.
        session_id: Its session; "" before it is journaled.
        position: Counts from 0 within its session; -1 before it is journaled.
        external_id: The host's or data set's own id of it.
    """

    speaker: Speaker
    content: str
    at: str
    name: str | None = None
    session_id: str = ""
    position: int = -1
    external_id: str | None = None

    @property
    def ref(self) -> str:
        """``SESSION/POSITION``: how receipts and origins name it."""
        return f"{self.session_id}/{self.position}"

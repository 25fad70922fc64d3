"""What became of an observation: kept as text in the stream, made and read here."""

from __future__ import annotations

import re
from typing import Literal, assert_never, cast, get_args

from tiermem.values.frozen import dataclass

OutcomeKind = Literal[
    "added",
    "known",
    "was put away before",
    "was updated before",
    "points at nothing that is known",
    "changes nothing that is known",
    "corrected",
    "updated",
    "renewed",
    "staged",
    "for the profile",
    "asked to forget",
    "refused",
    "set aside",
]
"""How the text of an outcome begins."""
_TO_ENTRY: dict[OutcomeKind, str] = {
    "known": " as ",
    "was updated before": ", in ",
    "corrected": " ",
    "updated": " ",
    "renewed": " ",
    "staged": " beside ",
}
"""Outcome → what stands between it and the id of the entry that it names."""
_TEXT = re.compile(rf"({'|'.join(get_args(OutcomeKind))})\b(?:( |, in | as | beside )([A-Za-z0-9]{{8}})\b)?")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an observation.

    Attributes:
        kind: What, as the text begins.
        entry_id: The entry that it met, changed or stands against.
        more: What the text goes on with.
    """

    kind: OutcomeKind
    entry_id: str | None = None
    more: str = ""

    def __str__(self) -> str:
        """As it is kept."""
        named = f"{_TO_ENTRY[self.kind]}{self.entry_id}" if self.entry_id else ""
        return f"{self.kind}{named}{self.more}"

    @classmethod
    def parse(cls, text: str | None) -> Outcome | None:
        """The inverse of `str`; None where it is none, as while an observation waits."""
        found = _TEXT.match(text or "")
        if found is None:
            return None
        kind = cast("OutcomeKind", found[1])
        names_entry = found[2] is not None and found[2] == _TO_ENTRY.get(kind)
        more = found.string[found.end() if names_entry else found.end(1) :]
        return cls(kind, found[3] if names_entry else None, more)

    @property
    def is_knowledge(self) -> bool:
        """Whether what was observed holds, as far as was known then."""
        match self.kind:
            case "added" | "known" | "corrected" | "updated" | "renewed" | "staged" | "for the profile":
                return True
            case "was put away before" | "was updated before" | "points at nothing that is known":
                return False
            case "changes nothing that is known" | "asked to forget" | "refused" | "set aside":
                return False
            case _:
                assert_never(self.kind)

    @property
    def wrote(self) -> bool:
        """Whether it was written as an entry, or met one that was written or staged meanwhile."""
        match self.kind:
            case "added" | "corrected" | "updated" | "renewed" | "staged":
                return True
            case "known" | "was put away before" | "was updated before" | "points at nothing that is known":
                return False
            case "for the profile" | "asked to forget" | "refused" | "set aside":
                return False
            case "changes nothing that is known":
                return False
            case _:
                assert_never(self.kind)

"""Labelled statements: lines of files, and whole messages as they were typed, labelled line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from tiermem import Turn

STATEMENTS = Path(__file__).parents[1] / "data" / "statements"
FILES = "messages*.txt"
"""Files of messages, each by another author."""
UNSPACED = ("zh", "ja")
_MOSTLY = 0.5
"""Share of a line, or of a statement if that is shorter, from which they are about the same words."""
_AT = "2026-03-02T10:00:00Z"


@dataclass(frozen=True, slots=True)
class Label:
    """The label of a statement.

    Attributes:
        kind: One of `KINDS`; None where it is not worth keeping.
        stands: None where nobody labelled it.
    """

    kind: str | None = None
    of_user: bool = True
    stands: bool | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled statement of the files, slots filled."""

    label: Label
    trap: str
    text: str
    before: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A whole message as it was typed, labelled line by line.

    Attributes:
        language: Of the message.
        answers: The assistant's turn before; "" if there is none.
        lines: Its sentences and clauses, in order.
    """

    language: str
    answers: str
    lines: tuple[Line, ...]

    @property
    def turns(self) -> list[Turn]:
        """The assistant's turn, if there is one, and the message."""
        before = [("assistant", self.answers)] if self.answers else []
        return turns_of([*before, ("user", self.text)])

    @property
    def text(self) -> str:
        """The message: its lines one behind the other; pasted ones, and any after one without an end, on a new line."""
        return "".join(self._pieces())

    def lines_of(self, quote: str, said: str = "") -> tuple[Line, ...]:
        """Return the lines that make the sentence *quote*, or the clause *said* in it; none if it is elsewhere."""
        text = self.text
        start = text.find(quote)
        if start < 0:
            return ()
        end = start + len(quote)
        for cut in range(len(said) // 2):  # a clause may have got the subject of the one before it
            place = text.find(said[cut:], start, end)
            if place >= 0:
                start, end = place, place + len(said) - cut
                break
        return tuple(line for line, shared in self._shared(start, end) if shared > _MOSTLY)

    def _shared(self, start: int, end: int) -> Iterator[tuple[Line, float]]:
        """Yield each line with the share of it, or of the stretch if that is shorter, that both have."""
        place = 0
        for line, piece in zip(self.lines, self._pieces(), strict=True):
            both = min(end, place + len(line.text)) - max(start, place)
            yield line, both / max(1, min(end - start, len(line.text)))
            place += len(piece)

    def _pieces(self) -> Iterator[str]:
        joint = "" if self.language in UNSPACED else " "
        for line, behind in zip_longest(self.lines, self.lines[1:]):
            is_open = line.text[-1].isalnum() and behind is not None and behind.text[0].isupper()
            is_apart = is_open or (behind and "pasted" in (line.trap, behind.trap))
            yield line.text + ("" if behind is None else "\n" if is_apart else joint)


def messages(language: str) -> Iterator[tuple[int, Message]]:
    """Yield the labelled messages of a language, file by file in order, each with its place in its file."""
    for path in sorted((STATEMENTS / language).glob(FILES)):
        blocks = path.read_text(encoding="utf-8").split("\n\n")
        rows = [block.strip().splitlines() for block in blocks if block.strip()]
        for number, block in enumerate(rows):
            yield number, _message(language, f"{path.name}/{number}", block)


def _message(language: str, name: str, rows: Sequence[str]) -> Message:
    answers, lines = "", []
    for place, row in enumerate(rows):
        if row.startswith("A:"):
            answers = row[2:].strip()
            continue
        head, _, text = row.partition("|")
        sign, *what = head.split()
        label = Label(what[0], what[1] == "user", what[2] == "S") if sign == "+" else Label()
        trap = "" if label.kind else what[0]
        lines.append(Line(label, trap, text.strip(), name=f"{name}/{place}"))
    return Message(language, answers, tuple(lines))


def turns_of(said: Sequence[tuple[str, str]]) -> list[Turn]:
    """Return the turns of a session, of speakers and what they said."""
    return [
        Turn(speaker=speaker, content=content, at=_AT, session_id="s", position=position)  # type: ignore[arg-type]
        for position, (speaker, content) in enumerate(said)
    ]

"""Render the identity tier as a Markdown document for a person to edit, and find the changes of the edited document.

``## Section`` headings are the subjects of the entries below them, and blank lines separate entries. A backslash
precedes lines of entries that look like either, so that unedited text is read back unchanged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tiermem.errors import Busy
from tiermem.text import fold
from tiermem.values import Change, EntryFilter
from tiermem.values.frozen import dataclass, replace

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.memory.entries import Entries
    from tiermem.values import Draft, Entry

ALIKE = 0.5
"""Minimum likeness (`_likeness`, 0 to 1) for a paragraph to be the new wording of an entry."""
_TRIES = 5
_HEADING = re.compile(r"##(?:\s+(.*))?")
_ESCAPED = re.compile(r"\\+(?:##(?:\s.*)?|\s*)")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The text of an entry in the document, and its section, None before the first heading."""

    section: str | None
    content: str


def paragraph(entry: Entry) -> Paragraph:
    """Return the paragraph of an entry."""
    section = " ".join((entry.subject or "").split())
    return Paragraph(section or None, entry.content.replace("\r\n", "\n").strip())


def render(entries: Iterable[Entry]) -> str:
    """Render entries as a document: those without a section first, then the sections in order of appearance."""
    sections: dict[str | None, list[str]] = {None: []}
    for one in map(paragraph, entries):
        sections.setdefault(one.section, []).append(_escape(one.content))
    parts = [
        part
        for section, contents in sections.items()
        for part in ([f"## {section}", *contents] if section else contents)
    ]
    return "\n\n".join(parts) + "\n" if parts else ""


def parse(text: str) -> list[Paragraph]:
    """Return the non-empty paragraphs of a document in order."""
    found: list[Paragraph] = []
    section: str | None = None
    lines: list[str] = []

    def close() -> None:
        content = "\n".join(lines).strip()
        if content:
            found.append(Paragraph(section, content))
        lines.clear()

    for line in text.replace("\r\n", "\n").split("\n"):
        heading = _HEADING.fullmatch(line)
        if heading is not None or not line.strip():
            close()
        if heading is not None:
            section = " ".join((heading[1] or "").split()) or None
        elif line.strip():
            lines.append(line[1:] if _ESCAPED.fullmatch(line) else line)
    close()
    return found


def of(entries: Entries) -> list[Entry]:
    """Return the active entries of the identity, in the order of the document."""
    return entries.list(EntryFilter(layers=("L0",), tiers=("identity",)))[0]


def put(
    entries: Entries, edited: str, *, ensure: Callable[[str], object] = lambda _: None
) -> tuple[tuple[Change, WriteResult], ...]:
    """Make the identity equal an edited document, all or nothing; return the changes.

    Args:
        entries: The user's entries, of a person.
        edited: The edited document.
        ensure: Called with the present document; it may raise, and then nothing is written.

    Raises:
        Busy: Others changed the identity during each try.
        WriteRefused: A check, a rule or the budget refused a change.
    """
    for _ in range(_TRIES):
        stored = of(entries)
        ensure(render(stored))
        wanted = changes(stored, edited, entries.draft(""))
        if not wanted:
            return ()
        try:
            return tuple(
                zip(wanted, entries.rewrite(wanted, first=partial(_same, entries, stored)), strict=True)
            )
        except _ChangedMeanwhile:
            continue
    raise Busy("The identity", _TRIES)


class _ChangedMeanwhile(Exception):
    """The identity is not the one that the changes were made for."""


def _same(entries: Entries, stored: Sequence[Entry]) -> None:
    """Check, in the transaction of the changes, that the entries are those that the changes were made for."""
    if of(entries) != stored:
        raise _ChangedMeanwhile


def changes(entries: Sequence[Entry], edited: str, defaults: Draft) -> list[Change]:
    """Return the changes that make the identity equal to the edited document.

    Moved and reworded entries keep their ids; others are removed or added.

    Args:
        entries: The active identity entries that the document was rendered from.
        edited: The edited document.
        defaults: Other fields of new entries, besides layer, tier, section and text.
    """
    plan = _Plan(entries, parse(edited))
    plan.keep_equal()
    plan.move_between_sections()
    plan.reword_within_sections()
    draft = replace(defaults, layer="L0", tier="identity")
    return [
        *(Change(operation="remove", source="user", target=entry.id) for entry in plan.entries),
        *(
            Change(operation="update", source="user", target=entry.id, draft=_drafted(draft, one))
            for entry, one in plan.updates
        ),
        *(Change(operation="add", source="user", draft=_drafted(draft, one)) for one in plan.paragraphs),
    ]


class _Plan:
    """Entries and paragraphs without a counterpart so far, and the updates found."""

    def __init__(self, entries: Sequence[Entry], paragraphs: Sequence[Paragraph]) -> None:
        self.entries = list(entries)
        self.paragraphs = list(paragraphs)
        self.updates: list[tuple[Entry, Paragraph]] = []

    def keep_equal(self) -> None:
        for entry in list(self.entries):
            if paragraph(entry) in self.paragraphs:
                self.entries.remove(entry)
                self.paragraphs.remove(paragraph(entry))

    def move_between_sections(self) -> None:
        """Match entries whose text moved to another section. An update cannot remove the section."""
        for entry in list(self.entries):
            content = paragraph(entry).content
            moved = next((one for one in self.paragraphs if one.section and one.content == content), None)
            if moved is not None:
                self._update(entry, moved)

    def reword_within_sections(self) -> None:
        """Match each entry with the most similar paragraph of its section."""
        pairs = {one: _pairs(one.content) for one in self.paragraphs}
        for entry in list(self.entries):
            old = paragraph(entry)
            own = _pairs(old.content)
            rivals = [
                (_likeness(own, pairs[one]), one) for one in self.paragraphs if one.section == old.section
            ]
            likeness, reworded = max(rivals, key=lambda rival: rival[0], default=(0.0, None))
            if reworded is not None and likeness >= ALIKE:
                self._update(entry, reworded)

    def _update(self, entry: Entry, one: Paragraph) -> None:
        self.entries.remove(entry)
        self.paragraphs.remove(one)
        self.updates.append((entry, one))


def _pairs(content: str) -> Counter[str]:
    """Count the pairs of neighbouring characters."""
    text = f" {fold(content)} "
    return Counter(text[place : place + 2] for place in range(len(text) - 1))


def _likeness(first: Counter[str], second: Counter[str]) -> float:
    """Return the Sørensen-Dice coefficient: twice the common pairs, divided by all pairs."""
    if first.total() > second.total():
        first, second = second, first
    common = sum(min(number, second[pair]) for pair, number in first.items())
    return 2 * common / (first.total() + second.total())


def _drafted(draft: Draft, one: Paragraph) -> Draft:
    return replace(draft, content=one.content, subject=one.section)


def _escape(content: str) -> str:
    lines = content.split("\n")
    return "\n".join(f"\\{line}" if _ESCAPED.fullmatch(f"\\{line}") else line for line in lines)

"""Archive the working state of a task in L2, and read it back.

A finished task is archived completely. While a task is active, its oldest notes are archived when its state is full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.prompt.learned import UNSAFE
from tiermem.text import fold
from tiermem.text.sentences import summary_sentences
from tiermem.values import Change, Draft, Note
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.values import Entry, Task, Turn

ARCHIVE = "task_archive"
"""Context type of archived task entries."""
NOTE_CHARS = 1_000
"""Maximum characters of a note."""
PART_CHARS = 16_000
"""Maximum characters of an archive entry. A longer working state becomes several entries."""
_NOTE = re.compile(r"^- (?P<at>\d{4}-\d\d-\d\d \d\d:\d\d): (?P<text>.+)$")


def archiving(task: Task) -> list[Change]:
    """Return the archive entries of a finished task."""
    parts = list(_parts(task.notes))
    return [
        _archived(task, lines, _part(place, len(parts)), since=task.created_at, reason="the task is done")
        for place, lines in enumerate(parts, 1)
    ]


def folded(task: Task, most: int) -> tuple[Task, list[Change]]:
    """Return (the task with its latest notes, the changes that archive its oldest).

    How notes are divided into entries depends only on the notes, so that nothing is proposed twice.

    Args:
        task: The task.
        most: Maximum characters of the working state as shown.
    """
    notes, changes = list(task.notes), []
    while state_chars(notes) > most:
        lines = next(_parts(notes, min(most // 2, PART_CHARS)))
        old, notes = notes[: len(lines)], notes[len(lines) :]
        when = f", {old[0].at[:10]} to {old[-1].at[:10]}"
        changes.append(_archived(task, lines, when, since=old[0].at, reason="the working state is full"))
    return replace(task, notes=tuple(notes)), changes


def state_chars(notes: Iterable[Note]) -> int:
    """Count the characters of notes as shown, one per line."""
    return sum(len(_line(note)) + 1 for note in notes)


def unfolded(parts: Sequence[Entry], most: int) -> tuple[list[Entry], tuple[Note, ...]]:
    """Return (the latest archive entries that fit into a working state, their notes); at least one entry.

    Args:
        parts: All archive entries of the task, oldest first.
        most: Maximum characters of a working state.
    """
    taken: list[Entry] = []
    notes: tuple[Note, ...] = ()
    for part in reversed(parts):
        longer = (*notes_in(part.content), *notes)
        if taken and state_chars(longer) > most:
            break
        taken, notes = [part, *taken], longer
    return taken, notes


def _archived(task: Task, lines: Sequence[str], which: str, *, since: str, reason: str) -> Change:
    """Return an archive entry.

    Args:
        task: The task.
        lines: Its notes.
        which: Distinguishes the entry from others of the task.
        since: Start of the period that the lines cover.
        reason: Why it is archived.
    """
    return Change(
        operation="add",
        source="system",
        draft=Draft(
            content="\n".join([f"Task: {task.title}{which}", *lines]),
            layer="L2",
            tier="memory",
            subject=task.title,
            context_type=ARCHIVE,
            project_id=task.project_id,
            task_id=task.id,
            origin=f"task:{task.id}",
            valid_from=since,
        ),
        reason=reason,
        allow_same_subject=True,
        to_user=True,
    )


def _part(place: int, parts: int) -> str:
    return f", part {place:02d} of {parts}" if parts > 1 else ""


def _line(note: Note) -> str:
    return f"- {note.at[:16].replace('T', ' ')}: {note.text}"


def _parts(notes: Sequence[Note], most: int = PART_CHARS) -> Iterator[list[str]]:
    """Yield groups of notes, as lines, of limited length; one empty group if there are no notes."""
    lines: list[str] = []
    for line in map(_line, notes):
        if lines and sum(map(len, lines)) + len(lines) + len(line) > most:
            yield lines
            lines = []
        lines.append(line)
    yield lines


def notes_in(content: str) -> Iterator[Note]:
    """Return the notes of an archive entry."""
    for line in content.splitlines():
        if match := _NOTE.match(line):
            yield Note(at=f"{match['at'].replace(' ', 'T')}:00.000000Z", text=match["text"])


def outcome(summary: str, turns: Sequence[Turn]) -> str:
    """Return a session's summary as a one-line note: the user's words and the result.

    The result is the assistant's last sentence. It is left out if it is based on a tool's words or has a link, markup
    or a tool's name, because the working state is part of the system prompt.
    """
    by_user = _said(turn for turn in turns if turn.speaker == "user")
    by_assistant = _said(
        turn
        for before, turn in zip((None, *turns), turns, strict=False)
        if turn.speaker == "assistant" and (before is None or before.speaker != "tool")
    )
    kept: list[str] = []
    result = ""
    for words, core in summary_sentences(summary):
        if core in by_user:
            if len(" ".join([*kept, words])) <= NOTE_CHARS:
                kept.append(words)
        elif core in by_assistant and not UNSAFE.search(words):
            result = words
    note = " ".join(kept)
    whole = f"{note} [assistant: {result}]".strip()
    return whole if result and note and len(whole) <= NOTE_CHARS else note


def _said(turns: Iterable[Turn]) -> str:
    return " ".join(fold(" ".join(turn.content for turn in turns)).split())

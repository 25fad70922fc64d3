"""What a task that is done becomes in the archive (L2), and how its working state is read from there again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.text import fold
from tiermem.values import Change, Draft, Note

if TYPE_CHECKING:
    from tiermem.values import Task, Turn

ARCHIVE = "task_archive"
"""Context type of the entries in the archive that a task's working state becomes."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_LABEL = re.compile(r"^(?:\d{4}-\d\d-\d\d\s+)?(?:(?:user|assistant|tool)[:：]\s*)?")
"""What a summary puts in front of a sentence: the day, and who said it."""
NOTE_CHARS = 1_000
"""Characters of a note at most."""
PART_CHARS = 16_000
"""Characters of one entry of the archive; a longer working state becomes several."""
_NOTE = re.compile(r"^- (?P<at>\d{4}-\d\d-\d\d \d\d:\d\d): (?P<text>.+)$")


def archiving(task: Task) -> list[Change]:
    """The entries that the working state becomes."""
    parts = list(_parts(task.notes))
    return [
        Change(
            operation="add",
            source="system",
            draft=Draft(
                content="\n".join([_heading(task, place, len(parts)), *lines]),
                layer="L2",
                tier="memory",
                subject=task.title,
                context_type=ARCHIVE,
                project_id=task.project_id,
                task_id=task.id,
                origin=f"task:{task.id}",
                valid_from=task.created_at,
            ),
            reason="the task is done",
            allow_same_subject=True,
            to_user=True,
        )
        for place, lines in enumerate(parts, 1)
    ]


def _heading(task: Task, place: int, parts: int) -> str:
    part = f", part {place:02d} of {parts}" if parts > 1 else ""
    return f"Task: {task.title}{part}"


def _parts(notes: Sequence[Note]) -> Iterator[list[str]]:
    """The notes as lines, in groups that fit into an entry; one empty group when there are none."""
    lines: list[str] = []
    for note in notes:
        line = f"- {note.at[:16].replace('T', ' ')}: {note.text}"
        if lines and sum(map(len, lines)) + len(lines) + len(line) > PART_CHARS:
            yield lines
            lines = []
        lines.append(line)
    yield lines


def notes_in(content: str) -> Iterator[Note]:
    """The notes of an entry in the archive."""
    for line in content.splitlines():
        if match := _NOTE.match(line):
            yield Note(at=f"{match['at'].replace(' ', 'T')}:00.000000Z", text=match["text"])


def users_words(summary: str, turns: Sequence[Turn]) -> str:
    """Of a session's summary the sentences that the user said, on one line, as many as a note may hold."""
    said = fold(" ".join(turn.content for turn in turns if turn.speaker == "user"))
    kept: list[str] = []
    for sentence in _SENTENCES.split(" ".join(summary.split())):
        words = _LABEL.sub("", sentence).strip()
        core = fold(words).rstrip(" .!…")
        if core and core in " ".join(said.split()) and len(" ".join([*kept, words])) <= NOTE_CHARS:
            kept.append(words)
    return " ".join(kept)

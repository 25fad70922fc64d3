"""Tasks and their working state: kept while they are worked on, in the archive (L2) when they are done (seed 001)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tiermem.engine.checking import redacted
from tiermem.engine.ports import Clock, Hooks
from tiermem.engine.writing import Gate
from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter, SessionRow, Store
from tiermem.text import clean, fold
from tiermem.values import Change, Draft, Entry, Note, Reach, Task, instant

ARCHIVE = "task_archive"
"""Context type of the entries in the archive that a task's working state becomes."""
TITLE_CHARS, NOTE_CHARS = 200, 1_000
"""Characters of a title and of a note at most."""
PART_CHARS = 16_000
"""Characters of one entry of the archive; a longer working state becomes several."""
_ID_CHARS = 60
_NOTE = re.compile(r"^- (?P<at>\d{4}-\d\d-\d\d \d\d:\d\d): (?P<text>.+)$")


class TaskKeeping:
    """Keeps the tasks of one agent's users."""

    def __init__(self, store: Store, hooks: Hooks, gate: Gate) -> None:
        self._store = store
        self._hooks = hooks
        self._gate = gate

    def find(self, task_id: str, reach: Reach) -> Task:
        """The task of an id.

        Raises:
            InputError: There is none; the message names those that there are.
        """
        task = self._store.tasks.get(clean(task_id), reach.user.id)
        if task is None:
            known = ", ".join(one.id for one in self._store.tasks.find(reach.user.id, limit=10))
            raise InputError(f"There is no task {task_id!r}. There are: {known or 'none'}.")
        return task

    def start(
        self,
        title: str,
        reach: Reach,
        clock: Clock,
        *,
        task_id: str | None = None,
        project: str | None = None,
    ) -> Task:
        """Begin a task, or give the one of this id that is active already.

        Args:
            title: What it is about.
            reach: Whose it is.
            clock: The present.
            task_id: How sessions name it; made from the title when there is none.
            project: The project that it belongs to.

        Raises:
            InputError: The title is empty or too long, or the task of this id is done.
            CheckRefused: A check refused the title.
        """
        title = self.checked(title, "title", TITLE_CHARS)
        name = clean(task_id).strip() if task_id else slug(title)
        now = instant(clock())
        with self._store.transaction():
            known = self._store.tasks.get(name, reach.user.id)
            if known is not None and known.status == "done":
                raise InputError(
                    f"The task {name!r} is done. Reopen it with undo, or begin one of another name."
                )
            task = known or Task(
                id=name,
                scope_id=reach.user.id,
                title=title,
                created_at=now,
                updated_at=now,
                project_id=project,
            )
            if known is None:
                self._store.tasks.put(task)
        return task

    def note(self, task_id: str, text: str, reach: Reach, clock: Clock) -> Task:
        """Add a step to the working state of an active task.

        Raises:
            InputError: There is no such task, it is done, or the note is empty or too long.
            CheckRefused: A check refused the note.
        """
        text = self.checked(text, "note", NOTE_CHARS)
        now = instant(clock())
        with self._store.transaction():
            task = self._active(task_id, reach)
            task = replace(task, notes=(*task.notes, Note(at=now, text=text)), updated_at=now)
            self._store.tasks.put(task)
        return task

    def complete(self, task_id: str, reach: Reach, clock: Clock, *, outcome: str | None = None) -> Task:
        """Archive the working state and keep only title, times, status and links, in one transaction.

        Args:
            task_id: Which task.
            reach: Whose it is.
            clock: The present.
            outcome: What came of it; a last note.

        Returns:
            The task as it was before, its last note included: what `on_task_complete` hooks are told.

        Raises:
            InputError: There is no such task, or it is done already.
            CheckRefused: A check refused the outcome or the archive; the task stays as it was.
        """
        before = self._active(task_id, reach)
        now = instant(clock())
        if outcome is not None:
            note = Note(at=now, text=self.checked(outcome, "note", NOTE_CHARS))
            before = replace(before, notes=(*before.notes, note))
        done = replace(before, status="done", notes=(), completed_at=now, updated_at=now)

        def settle() -> None:
            archive = self._archived(before, reach)
            self._store.tasks.put(replace(done, archive=archive[0].id if archive else None))

        self._gate.write(_archiving(before), reach, within=settle, clock=clock)
        return before

    def reopen(self, task_id: str, reach: Reach, clock: Clock) -> Task:
        """Undo `complete`: the working state comes back from the archive, whose entries become inactive.

        Raises:
            InputError: There is no such task, or it is not done.
        """
        task = self.find(task_id, reach)
        if task.status != "done":
            raise InputError(f"The task {task.id!r} is not done.")
        parts = self._archived(task, reach)
        notes = tuple(note for part in parts for note in _notes(part.content))
        opened = replace(
            task,
            status="active",
            notes=notes,
            archive=None,
            completed_at=None,
            updated_at=instant(clock()),
        )
        removals = [Change(operation="remove", source="user", target=part.id) for part in parts]
        self._gate.write(removals, reach, within=lambda: self._store.tasks.put(opened), clock=clock)
        return opened

    def after_session(self, row: SessionRow, at: str) -> None:
        """What a session did goes into the working state of its task: its summary, as one note, and its id.

        A task that nobody began is begun by its first session; one that is done stays as it is.
        """
        if row.task_id is None:
            return
        summary = self._summary(row)
        with self._store.transaction():
            task = self._store.tasks.get(row.task_id, row.reach.user.id) or Task(
                id=row.task_id,
                scope_id=row.reach.user.id,
                title=row.task_id,
                created_at=row.started_at,
                updated_at=at,
                project_id=row.project_id,
            )
            if task.status == "done":
                return
            notes = tuple(note for note in task.notes if note.session_id != row.id)
            if summary is not None:
                notes = (*notes, Note(at=at, text=_one_line(summary.content), session_id=row.id))
            sessions = tuple(dict.fromkeys((*task.sessions, row.id)))
            if (notes, sessions) != (task.notes, task.sessions):
                self._store.tasks.put(replace(task, notes=notes, sessions=sessions, updated_at=at))

    def checked(self, text: str, what: str, most: int) -> str:
        """A title or note as it may be kept: one line, redacted.

        Raises:
            InputError: It is empty or too long.
            CheckRefused: A check refused it.
        """
        line = " ".join(clean(text).split())
        if not line or len(line) > most:
            raise InputError(f"A {what} has from 1 to {most:,} characters, not {len(line):,}.")
        return redacted(self._hooks, line, "log", source="user")

    def _active(self, task_id: str, reach: Reach) -> Task:
        task = self.find(task_id, reach)
        if task.status == "done":
            raise InputError(f"The task {task.id!r} is done. Reopen it with undo.")
        return task

    def _archived(self, task: Task, reach: Reach) -> list[Entry]:
        where = EntryFilter(origin=f"task:{task.id}", layers=("L2",), context_type=ARCHIVE)
        found = self._store.records.select(where, reach.ids)
        return sorted(found, key=lambda entry: (entry.created_at, entry.content))

    def _summary(self, row: SessionRow) -> Entry | None:
        where = EntryFilter(origin=f"session:{row.id}", layers=("L2",))
        return next(iter(self._store.records.select(where, row.reach.ids)), None)


def slug(title: str) -> str:
    """A title as a name that is easily typed: ``Fix the login!`` → ``fix-the-login``."""
    name = "-".join(re.findall(r"\w+", fold(title)))
    return name[:_ID_CHARS].strip("-") or "task"


def _archiving(task: Task) -> list[Change]:
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


def _notes(content: str) -> Iterator[Note]:
    """The notes of an entry in the archive."""
    for line in content.splitlines():
        if match := _NOTE.match(line):
            yield Note(at=f"{match['at'].replace(' ', 'T')}:00.000000Z", text=match["text"])


def _one_line(text: str) -> str:
    """A summary as a note: on one line, cut at a sentence where it is longer than a note may be."""
    line = " ".join(text.split())
    if len(line) <= NOTE_CHARS:
        return line
    return f"{line[: NOTE_CHARS - 2].rpartition('. ')[0] or line[: NOTE_CHARS - 2]} …"

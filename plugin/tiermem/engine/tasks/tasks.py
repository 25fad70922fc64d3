"""Keep tasks and their working state while they are active, and archive them in L2 when they are done."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from tiermem.engine.tasks.archive import (
    ARCHIVE,
    NOTE_CHARS,
    archiving,
    folded,
    notes_in,
    outcome,
    unfolded,
)
from tiermem.engine.writes.checks import label, redacted
from tiermem.errors import Busy, InputError, NotAllowed, WriteRefused
from tiermem.store.contract import EntryFilter
from tiermem.support.lazy import logger
from tiermem.text import clean, fold, is_blank
from tiermem.values import Change, Note, Task, instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.writes.gate import Gate
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import SessionRow, Store
    from tiermem.values import Entry, Reach, Status, Turn

_LOG = logger("tiermem")
TITLE_CHARS = 200
"""Maximum characters of a title or a name."""
_ID_CHARS = 60
"""Maximum characters of a name made from a title."""
_TRIES = 100
"""Maximum tries to change a task: of eight threads that added notes to one task at once, none needed more than 4."""
T = TypeVar("T")


class _Moved(Exception):
    """Another process changed the task; it is read again."""


def _retrying(work: Callable[[], T]) -> T:
    """Return the result of *work*, retried if another process was faster.

    Raises:
        Busy: All tries failed.
    """
    for _ in range(_TRIES):
        try:
            return work()
        except _Moved:
            continue
    raise Busy("The task", _TRIES)


class TaskManager:
    """Keep the tasks of one agent's users.

    Args:
        store: The store.
        hooks: The agent's plugins; `check_write` checks titles, names and notes.
        gate: Writes the archive.
        most: Maximum characters of a working state. Its oldest notes are archived.
    """

    def __init__(self, store: Store, hooks: Hooks, gate: Gate, *, most: int) -> None:
        self._store = store
        self._hooks = hooks
        self._gate = gate
        self._most = most

    def find(self, task_id: str, reach: Reach) -> Task:
        """Return a task by id.

        Raises:
            InputError: There is none; the message lists the tasks.
        """
        task = self._store.tasks.get(label(self._hooks, clean(task_id)) or "", reach.user.id)
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
        """Start a task, or return the active task with this id.

        Args:
            title: The title.
            reach: The owner.
            clock: Returns the current time.
            task_id: The name that sessions use; by default made from the title.
            project: The task's project.

        Raises:
            InputError: The title or the name is empty or too long, or the task of this id is done.
            CheckRefused: A check refused the title or a name.
        """
        title = self.checked(title, "title", TITLE_CHARS)
        name = self.named(task_id, title)
        project = label(self._hooks, project)
        now = instant(clock())
        with self._store.transaction(reach):
            name = name if task_id else self._free(name, title, reach)
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

    def _free(self, name: str, title: str, reach: Reach) -> str:
        """Return the name, with a number appended if a task with another title has it."""
        numbered = (name, *(f"{name}-{number}" for number in range(2, 1_000)))
        for one in numbered:
            known = self._store.tasks.get(one, reach.user.id)
            if known is None or known.title == title:
                return one
        raise InputError(f"There are too many tasks called {name!r}. Give one a name with its id.")

    def note(self, task_id: str, text: str, reach: Reach, clock: Clock) -> Task:
        """Add a note to the working state of an active task. If it is full, its oldest notes are archived.

        Raises:
            InputError: There is no such task, it is done, or the note is empty or too long.
            NotAllowed: The state is full, and a person must approve the archive entry first.
            CheckRefused: A check refused the note or the archive entry.
        """
        note = Note(at=instant(clock()), text=self._note(text))

        def add() -> Task:
            task = self._active(task_id, reach)
            longer = replace(task, notes=(*task.notes, note), updated_at=note.at)
            return self._kept(longer, task, reach, note.at)

        return _retrying(add)

    def _kept(self, task: Task, before: Task | None, reach: Reach, at: str) -> Task:
        """Store a changed task within its limit. Unless its older notes are archived, it is not changed."""
        kept, older = folded(task, self._most)
        waiting = False

        def settle() -> None:
            nonlocal waiting
            self._ensure_unmoved(task, before)
            waiting = bool(older) and not self._are_archived(older, task, reach)
            if not waiting:
                self._store.tasks.put(kept)

        if older:
            self._gate.write([replace(change, at=at) for change in older], reach, within=settle)
        else:
            with self._store.transaction(reach):
                settle()
        if waiting:
            raise NotAllowed(
                f"The working state of {task.id!r} is full, and its oldest notes wait for a person's approval on their "
                "way into the archive: 'tiermem pending' shows them."
            )
        return kept

    def _are_archived(self, changes: Sequence[Change], task: Task, reach: Reach) -> bool:
        """Return True if the notes of these changes are archived, and none awaits a person's decision."""
        if self._archived(task, reach, "staged"):
            return False
        archived = {entry.valid_from for entry in self._archived(task, reach)}
        return all(change.draft is not None and change.draft.valid_from in archived for change in changes)

    def complete(self, task_id: str, reach: Reach, clock: Clock, *, outcome: str | None = None) -> Task:
        """Archive the working state and keep only title, times, status and links, in one transaction.

        Args:
            task_id: The task.
            reach: The owner.
            clock: Returns the current time.
            outcome: The result, as a last note.

        Returns:
            The task before completion, with its last note, as `on_task_complete` hooks receive it.

        Raises:
            InputError: There is no such task, or it is already done.
            CheckRefused: A check refused the outcome or the archive entry; the task is unchanged.
        """
        last = () if outcome is None else (Note(at=instant(clock()), text=self._note(outcome)),)
        return _retrying(lambda: self._complete(self._active(task_id, reach), last, reach, clock))

    def _complete(self, task: Task, last: tuple[Note, ...], reach: Reach, clock: Clock) -> Task:
        """Do `complete`. If the archive entry awaits a person's decision, the task keeps its notes too."""
        now = instant(clock())
        before = replace(task, notes=(*task.notes, *last))
        done = replace(before, status="done", completed_at=now, updated_at=now)

        def settle() -> None:
            self._ensure_unmoved(task, task)
            archive = self._archived(before, reach)
            kept = replace(done, notes=(), archive=archive[0].id) if archive else done
            self._store.tasks.put(kept)

        self._gate.write(archiving(before), reach, within=settle, clock=clock)
        return before

    def reopen(self, task_id: str, reach: Reach, clock: Clock) -> Task:
        """Undo `complete`: restore the working state from the archive and make the archive entries inactive.

        Raises:
            InputError: There is no such task, or it is not done.
        """
        return _retrying(lambda: self._reopen(self.find(task_id, reach), reach, clock))

    def _reopen(self, task: Task, reach: Reach, clock: Clock) -> Task:
        if task.status != "done":
            raise InputError(f"The task {task.id!r} is not done.")
        parts, notes = self._working_state(task, reach)
        opened = replace(
            task, status="active", notes=notes, archive=None, completed_at=None, updated_at=instant(clock())
        )

        def settle() -> None:
            self._ensure_unmoved(task, task)
            self._store.tasks.put(opened)

        removals = [Change(operation="remove", source="user", target=part.id) for part in parts]
        self._gate.write(removals, reach, within=settle, clock=clock)
        return opened

    def _working_state(self, task: Task, reach: Reach) -> tuple[list[Entry], tuple[Note, ...]]:
        """Return (the archive entries that restore a finished task, its notes)."""
        parts = self._archived(task, reach)
        if not task.notes:
            return unfolded(parts, self._most)
        held = {note.text for note in task.notes}  # it kept them until a person had approved
        return [
            part for part in parts if all(note.text in held for note in notes_in(part.content))
        ], task.notes

    def _ensure_unmoved(self, task: Task, before: Task | None) -> None:
        """Raise `_Moved`, within the transaction, if another process changed the task since it was read."""
        if self._store.tasks.get(task.id, task.scope_id) != before:
            raise _Moved

    def after_session(self, row: SessionRow, turns: Sequence[Turn], at: str) -> None:
        """Add a session to the working state of its task: its id, and its summary as a note.

        Words that an assistant repeated from a web page must not reach the system prompt, see `outcome`. The first
        session of an unknown task starts it. A finished task is unchanged.
        """
        if row.task_id is None:
            return
        summary = self._summary(row)
        text = "" if summary is None else outcome(summary.content, turns)
        try:
            _retrying(lambda: self._after_session(row, text, at))
        except WriteRefused as refusal:
            _LOG.warning("session %s was not noted in task %s: %s", row.id, row.task_id, refusal)

    def _after_session(self, row: SessionRow, text: str, at: str) -> None:
        task_id = row.task_id or ""
        known = self._store.tasks.get(task_id, row.reach.user.id)
        task = known or Task(
            id=task_id,
            scope_id=row.reach.user.id,
            title=task_id,
            created_at=row.started_at,
            updated_at=at,
            project_id=row.project_id,
        )
        if task.status == "done":
            return
        notes = tuple(note for note in task.notes if note.session_id != row.id)
        is_archived = notes == task.notes and row.id in task.sessions and self._has_archived(task, text, row)
        if text and not is_archived:
            notes = (*notes, Note(at=at, text=text, session_id=row.id))
        sessions = tuple(dict.fromkeys((*task.sessions, row.id)))
        if (notes, sessions) != (task.notes, task.sessions):
            self._kept(replace(task, notes=notes, sessions=sessions, updated_at=at), known, row.reach, at)

    def _has_archived(self, task: Task, text: str, row: SessionRow) -> bool:
        parts = self._archived(task, row.reach)
        return any(note.text == text for part in parts for note in notes_in(part.content))

    def checked(self, text: str, what: str, most: int) -> str:
        """Return a title or note on one line, redacted.

        Raises:
            InputError: It is empty or too long.
            CheckRefused: A check refused it.
        """
        line = " ".join(clean(text).split())
        if is_blank(line) and line:
            raise InputError(f"The {what} has only invisible characters. Write one that can be read.")
        if not line or len(line) > most:
            raise InputError(f"A {what} has from 1 to {most:,} characters, not {len(line):,}.")
        return redacted(self._hooks, line, "log", source="user")

    def named(self, name: str | None, title: str) -> str:
        """Return the name of a task or project: the given one, or one made from the title.

        Raises:
            InputError: It is empty or too long.
            CheckRefused: A check refused it.
        """
        if name is None:
            return slug(title)
        kept = (label(self._hooks, clean(name)) or "").strip()
        if not kept or len(kept) > TITLE_CHARS:
            raise InputError(f"A name has from 1 to {TITLE_CHARS:,} characters, not {len(kept):,}.")
        return kept

    def _note(self, text: str) -> str:
        return self.checked(text, "note", NOTE_CHARS)

    def _active(self, task_id: str, reach: Reach) -> Task:
        task = self.find(task_id, reach)
        if task.status == "done":
            raise InputError(f"The task {task.id!r} is done. Reopen it with undo.")
        return task

    def _archived(self, task: Task, reach: Reach, status: Status = "active") -> list[Entry]:
        where = EntryFilter(
            origin=f"task:{task.id}", layers=("L2",), context_type=ARCHIVE, statuses=(status,)
        )
        found = self._store.records.select(where, reach.ids)
        return sorted(found, key=lambda entry: (entry.created_at, entry.content))

    def _summary(self, row: SessionRow) -> Entry | None:
        where = EntryFilter(origin=f"session:{row.id}", layers=("L2",))
        return next(iter(self._store.records.select(where, row.reach.ids)), None)


def slug(title: str) -> str:
    """Make a name that is easy to type: ``Fix the login!`` → ``fix-the-login``."""
    name = "-".join(re.findall(r"\w+", fold(title)))
    return name[:_ID_CHARS].strip("-") or "task"

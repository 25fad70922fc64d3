"""Manage tasks and projects of one user, as a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.tasks.tasks import TITLE_CHARS
from tiermem.errors import InputError
from tiermem.memory.sessions.view import SessionView
from tiermem.text import clean
from tiermem.values import Project, instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.values import Reach, Task, TaskStatus


class Tasks:
    """A user's tasks and projects. Returned by `Memory.tasks`.

    Args:
        engine: The engine of the agent's memory.
        reach: Whose they are.
    """

    def __init__(self, engine: Engine, reach: Reach) -> None:
        self._engine = engine
        self._store = engine.store
        self._keeping = engine.tasks
        self._reach = reach
        self._clock = engine.clock

    def start(self, title: str, *, id: str | None = None, project: str | None = None) -> Task:  # noqa: A002
        """Begin a task, or return the active one with this id; see `engine.tasks.TaskManager.start`.

        An unknown project is begun too.
        """
        project = self._keeping.named(project, project) if project else None
        task = self._keeping.start(title, self._reach, self._clock, task_id=id, project=project)
        named = task.project_id
        if named is not None and self._store.tasks.project(named, self._reach.user.id) is None:
            self.start_project(named, id=named)
        return task

    def note(self, task_id: str, text: str) -> Task:
        """Add a step to a task's working state.

        Raises:
            InputError: There is no such task, it is done, or the note is empty or too long.
            CheckRefused: A check refused the note.
        """
        return self._keeping.note(task_id, text, self._reach, self._clock)

    def done(self, task_id: str, outcome: str | None = None) -> Task:
        """Complete a task. Its working state goes into the archive. `reopen` undoes it.

        Raises:
            InputError: There is no such task, or it is done already.
            CheckRefused: A check refused the outcome or the archive.
        """
        before = self._keeping.complete(task_id, self._reach, self._clock, outcome=outcome)
        preview = SessionView(self._engine, id="", reach=self._reach, clock=self._clock)
        self._engine.hooks.on_task_complete(preview, before)
        return self.get(before.id)

    def reopen(self, task_id: str) -> Task:
        """Undo `done`: the working state comes back from the archive.

        Raises:
            InputError: There is no such task, or it is not done.
        """
        return self._keeping.reopen(task_id, self._reach, self._clock)

    def get(self, task_id: str) -> Task:
        """Return the task of an id.

        Raises:
            InputError: There is none.
        """
        return self._keeping.find(task_id, self._reach)

    def find(
        self,
        *,
        status: TaskStatus | None = None,
        project: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int = 100,
    ) -> list[Task]:
        """Return tasks, those changed last first; with *after*, those that follow this (change, id)."""
        return self._store.tasks.find(
            self._reach.user.id, status=status, project_id=project, after=after, limit=limit
        )

    def start_project(self, title: str, *, id: str | None = None) -> Project:  # noqa: A002
        """Begin a project, or make the one with this id active again.

        Raises:
            InputError: The title or the name is empty or too long.
            CheckRefused: A check refused it.
        """
        title = self._keeping.checked(title, "title", TITLE_CHARS)
        name = self._keeping.named(id, title)
        now = instant(self._clock())
        with self._store.transaction(self._reach):
            known = self._store.tasks.project(name, self._reach.user.id)
            project = known or Project(
                id=name, scope_id=self._reach.user.id, title=title, created_at=now, updated_at=now
            )
            if known is None or known.status == "done":
                project = replace(project, status="active", completed_at=None, updated_at=now)
                self._store.tasks.put_project(project)
        return project

    def finish_project(self, project_id: str) -> Project:
        """Mark a project as done. Its tasks and entries stay, and `start_project` resumes it.

        Raises:
            InputError: There is no such project.
        """
        now = instant(self._clock())
        with self._store.transaction(self._reach):
            project = self._store.tasks.project(clean(project_id), self._reach.user.id)
            if project is None:
                known = ", ".join(one.id for one in self.projects())
                raise InputError(f"There is no project {project_id!r}. There are: {known or 'none'}.")
            if project.status != "done":
                project = replace(project, status="done", completed_at=now, updated_at=now)
                self._store.tasks.put_project(project)
        return project

    def projects(self, *, status: TaskStatus | None = None) -> list[Project]:
        """Return projects, those changed last first."""
        return self._store.tasks.projects(self._reach.user.id, status=status)

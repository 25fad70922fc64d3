"""Users' tasks and projects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.store.tables.learning_rows import (
    PROJECT_COLUMNS,
    TASK_COLUMNS,
    project_from,
    project_row,
    task_from,
    task_row,
)
from tiermem.store.tables.sql import matching, put

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.values import Project, Task

_CHANGED_LAST = "updated_at DESC, id"


class PeeweeTasks:
    """`contract.Tasks`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, task_id: str, scope_id: int) -> Task | None:
        """See `contract.Tasks.get`."""
        rows = matching(self._database, "tasks", TASK_COLUMNS, {"scope_id": scope_id, "id": task_id})
        return task_from(rows[0]) if rows else None

    def put(self, task: Task) -> None:
        """See `contract.Tasks.put`."""
        put(self._database, "tasks", task_row(task), "scope_id", "id")

    def find(
        self, scope_id: int, *, status: str | None = None, project_id: str | None = None, limit: int = 100
    ) -> list[Task]:
        """See `contract.Tasks.find`."""
        same = _said(scope_id=scope_id, status=status, project_id=project_id)
        rows = matching(self._database, "tasks", TASK_COLUMNS, same, order=_CHANGED_LAST, limit=limit)
        return [task_from(row) for row in rows]

    def project(self, project_id: str, scope_id: int) -> Project | None:
        """See `contract.Tasks.project`."""
        rows = matching(self._database, "projects", PROJECT_COLUMNS, {"scope_id": scope_id, "id": project_id})
        return project_from(rows[0]) if rows else None

    def put_project(self, project: Project) -> None:
        """See `contract.Tasks.put_project`."""
        put(self._database, "projects", project_row(project), "scope_id", "id")

    def projects(self, scope_id: int, *, status: str | None = None) -> list[Project]:
        """See `contract.Tasks.projects`."""
        same = _said(scope_id=scope_id, status=status)
        rows = matching(self._database, "projects", PROJECT_COLUMNS, same, order=_CHANGED_LAST)
        return [project_from(row) for row in rows]


def _said(**wanted: Any) -> dict[str, Any]:
    """Without what is None: that stands for all."""
    return {name: value for name, value in wanted.items() if value is not None}

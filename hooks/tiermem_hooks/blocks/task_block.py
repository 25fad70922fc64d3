"""Show the working state of the active task when a session starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem import Block
from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import Task
    from tiermem.plugins import HookSession

STATE_CHARS = 2_000
"""Characters of working state that are shown, latest notes first: as much as a turn recalls by default."""
MOST_NAMED = 5


@hookimpl
def on_session_start(session: HookSession) -> list[Block]:
    """Return the session's task, or the one that is active; of several that are, their titles."""
    active = session.active_tasks
    if not active:
        return []
    if len(active) == 1:
        return [Block(name="task", title="ACTIVE TASK (working state)", text=_state(active[0]), order=40)]
    named = [f"- {task.id}: {task.title}" for task in active[:MOST_NAMED]]
    more = [f"({len(active) - MOST_NAMED} more)"] if len(active) > MOST_NAMED else []
    return [Block(name="task", title="ACTIVE TASKS", text="\n".join([*named, *more]), order=40)]


def _state(task: Task) -> str:
    """Return title, project, and as many of the latest notes as fit, oldest first."""
    project = f", project {task.project_id}" if task.project_id else ""
    lines: list[str] = []
    left = STATE_CHARS
    for note in reversed(task.notes):
        line = f"- {note.at[:10]}: {note.text}"
        left -= len(line) + 1
        if left < 0:
            break
        lines.insert(0, line)
    dropped = len(task.notes) - len(lines)
    older = [f"({dropped} older notes are left out)"] if dropped else []
    return "\n".join([f"{task.title} ({task.id}{project}), since {task.created_at[:10]}", *older, *lines])

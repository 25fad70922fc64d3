"""Observations, and the tasks and projects that sessions work on."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from tiermem import representations
from tiermem.doors.server.problems import WrongState, told
from tiermem.doors.server.routes.entries import Cursor, InProject, Limit
from tiermem.doors.server.serving import MemoryOf, NotFound, UserOf
from tiermem.doors.server.shapes import cursors
from tiermem.doors.server.shapes.common import Items
from tiermem.doors.server.shapes.learning import (
    CycleRequest,
    DoneRequest,
    NoteRequest,
    Observation,
    ObservationRequest,
    Project,
    Recorded,
    Task,
    TaskRequest,
    Work,
)
from tiermem.errors import InputError
from tiermem.memory.user.tasks import Tasks

router = APIRouter(prefix="/api", tags=["learning"])

TaskOf = Annotated[str, Path(description="The id of a task.", max_length=500)]
StatusOf = Annotated[Literal["active", "done"] | None, Query(description="Default: both.")]


@router.get("/observations")
def list_observations(
    memory: MemoryOf, user: UserOf, limit: Limit = 50, cursor: Cursor = None
) -> Items[Observation]:
    """List observations, the latest first, with what became of each."""
    place = cursors.read(cursor, int)
    found = memory.timeline.latest(
        user, kinds=("observation",), before=place[0] if place else None, limit=limit + 1
    )
    following = cursors.write(found[limit - 1].seq) if len(found) > limit else None
    items = [
        representations.observation(event) | {"content": event.payload.get("draft", {}).get("content")}
        for event in found[:limit]
    ]
    return Items[Observation].model_validate({"items": items, "next": following})


@router.post("/observations", status_code=201)
def record_observation(asked: ObservationRequest, memory: MemoryOf, user: UserOf) -> Recorded:
    """Record a statement for the processor."""
    recorded = memory.observations(user).record(asked.content, asked.kind, connection=asked.connection)
    return Recorded(observations=recorded)


@router.post("/observations/cycle", status_code=201)
def record_cycle(asked: CycleRequest, memory: MemoryOf, user: UserOf) -> Recorded:
    """Record what an agent found out about the user outside of a conversation, for example in an inbox."""
    found = [one.model_dump(exclude_none=True) for one in asked.items]
    return Recorded(observations=memory.observations(user).autonomous_cycle(found)["observations"])


@router.post("/observations/process")
def process_observations(memory: MemoryOf, user: UserOf) -> Work:
    """Process what waits now: unread turns, observations and the profile."""
    worked = memory.maintenance.work(user)
    problems = [*worked.problems, *(told(one, str(one)) for one in worked.outages)]
    return Work.model_validate(worked.as_dict() | {"problems": problems})


def _known(tasks: Tasks, task_id: str, status: str | None = None) -> str:
    """Return the id of a task.

    Raises:
        NotFound: There is none.
        WrongState: Its status is another one.
    """
    try:
        task = tasks.get(task_id)
    except InputError as error:
        raise NotFound(str(error)) from None
    if status not in (None, task.status):
        raise WrongState(f"The task {task.id!r} is {task.status}.", task.status)
    return task.id


@router.get("/tasks")
def list_tasks(
    memory: MemoryOf,
    user: UserOf,
    status: StatusOf = None,
    project: InProject = None,
    *,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Items[Task]:
    """List tasks, those changed last first."""
    after = cursors.read(cursor, str, str)
    found = memory.tasks(user).find(status=status, project=project, after=after, limit=limit + 1)
    last = found[limit - 1] if len(found) > limit else None
    following = cursors.write(last.updated_at, last.id) if last is not None else None
    items = [one.as_dict() for one in found[:limit]]
    return Items[Task].model_validate({"items": items, "next": following})


@router.post("/tasks", status_code=201)
def start_task(asked: TaskRequest, memory: MemoryOf, user: UserOf) -> Task:
    """Begin a task, or return the active one with this id."""
    task = memory.tasks(user).start(asked.title, id=asked.id, project=asked.project)
    return Task.model_validate(task.as_dict())


@router.get("/tasks/{task_id}")
def get_task(task_id: TaskOf, memory: MemoryOf, user: UserOf) -> Task:
    """Return a task with its working state."""
    tasks = memory.tasks(user)
    return Task.model_validate(tasks.get(_known(tasks, task_id)).as_dict())


@router.post("/tasks/{task_id}/notes", status_code=201)
def note_task(task_id: TaskOf, asked: NoteRequest, memory: MemoryOf, user: UserOf) -> Task:
    """Add a step to the working state of a task."""
    tasks = memory.tasks(user)
    return Task.model_validate(tasks.note(_known(tasks, task_id, "active"), asked.text).as_dict())


@router.post("/tasks/{task_id}/done")
def finish_task(task_id: TaskOf, memory: MemoryOf, user: UserOf, asked: DoneRequest | None = None) -> Task:
    """Complete a task. Its working state goes into the archive."""
    tasks = memory.tasks(user)
    return Task.model_validate(
        tasks.done(_known(tasks, task_id, "active"), asked.outcome if asked else None).as_dict()
    )


@router.post("/tasks/{task_id}/reopen")
def reopen_task(task_id: TaskOf, memory: MemoryOf, user: UserOf) -> Task:
    """Take a completed task up again."""
    tasks = memory.tasks(user)
    return Task.model_validate(tasks.reopen(_known(tasks, task_id, "done")).as_dict())


@router.get("/projects")
def list_projects(memory: MemoryOf, user: UserOf, status: StatusOf = None) -> Items[Project]:
    """List projects, those changed last first."""
    found = memory.tasks(user).projects(status=status)
    return Items[Project].model_validate({"items": [one.as_dict() for one in found], "total": len(found)})

"""The journal: sessions, what was said in them, and what that taught."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path, Response

from tiermem import representations
from tiermem.doors.server.routes.entries import ERASING, Cursor, InProject, Limit, erasure
from tiermem.doors.server.serving import MemoryOf, NotFound, UserOf
from tiermem.doors.server.shapes import cursors
from tiermem.doors.server.shapes.common import ErasureReceipt, Items
from tiermem.doors.server.shapes.journal import SessionBrief, SessionDetail
from tiermem.errors import InputError
from tiermem.values.frozen import asdict

if TYPE_CHECKING:
    from tiermem.memory.user.journal import JournaledSession
    from tiermem.memory.user.taught import Taught

router = APIRouter(prefix="/api/sessions", tags=["journal"])

SessionOf = Annotated[str, Path(description="The id of a session.", max_length=500)]


def taught(one: Taught) -> dict[str, Any]:
    """Return an observation with the memory that it led to."""
    data = one.as_dict()
    del data["entry"]
    return data | {"memory": None if one.entry is None else representations.memory(one.entry)}


@router.get("")
def list_sessions(
    memory: MemoryOf,
    user: UserOf,
    project: InProject = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Items[SessionBrief]:
    """List sessions, those begun last first."""
    page = memory.journal(user).sessions(project=project, before=cursors.read(cursor, str, str), limit=limit)
    data = {
        "items": [asdict(one) for one in page.sessions],
        "total": page.total,
        "next": cursors.write(*page.next) if page.next else None,
    }
    return Items[SessionBrief].model_validate(data)


@router.get("/{session_id}")
def get_session(session_id: SessionOf, memory: MemoryOf, user: UserOf) -> SessionDetail:
    """Return a session: what was said, what each turn taught, what was recalled."""
    try:
        found = memory.journal(user).session(session_id)
    except InputError as error:
        raise NotFound(str(error)) from None
    return SessionDetail.model_validate(_detail(found))


def _detail(found: JournaledSession) -> dict[str, Any]:
    row = found.row
    return {
        "id": row.id,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "project_id": row.project_id,
        "task_id": row.task_id,
        "connections": list(row.connections),
        "turns": [
            {
                "ref": one.turn.ref,
                "position": one.turn.position,
                "speaker": one.turn.speaker,
                "name": one.turn.name,
                "content": one.turn.content,
                "at": one.turn.at,
                "is_erased": one.is_erased,
                "taught": [taught(each) for each in one.taught],
            }
            for one in found.turns
        ],
        "taught": [taught(each) for each in found.taught],
        "written": [representations.memory(one) for one in found.written],
        "receipts": list(found.receipts),
    }


@router.delete("/{session_id}", responses=ERASING)
def erase_session(
    session_id: SessionOf, memory: MemoryOf, user: UserOf, response: Response
) -> ErasureReceipt:
    """Erase a session for good: its turns, receipts and summary, and what was learned from it."""
    try:
        erased = memory.erasing(user).session(session_id)
    except InputError as error:
        raise NotFound(str(error)) from None
    return ErasureReceipt.model_validate(erasure(erased, response))


@router.delete("/{session_id}/turns/{position}", responses=ERASING)
def erase_turn(
    session_id: SessionOf,
    position: Annotated[int, Path(ge=0, le=2**31)],
    memory: MemoryOf,
    user: UserOf,
    response: Response,
) -> ErasureReceipt:
    """Erase a turn for good, with everything learned from it."""
    try:
        erased = memory.erasing(user).turn(f"{session_id}/{position}")
    except InputError as error:
        raise NotFound(str(error)) from None
    return ErasureReceipt.model_validate(erasure(erased, response))

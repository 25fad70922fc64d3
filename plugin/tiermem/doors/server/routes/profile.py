"""The profile: what is known about the user, line by line with its sources."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from tiermem.doors.server.routes.entries import ERASING, erasure
from tiermem.doors.server.routes.journal import taught
from tiermem.doors.server.serving import MemoryOf, NotFound, UserOf
from tiermem.doors.server.shapes.common import ErasureReceipt
from tiermem.doors.server.shapes.profile import (
    CorrectLineRequest,
    Profile,
    ProfileLine,
    ProfileRequest,
    UndoProfileRequest,
)
from tiermem.errors import InputError
from tiermem.memory.user.profile import ProfileLine as Line
from tiermem.memory.user.profile import UserProfile

router = APIRouter(prefix="/api/profile", tags=["profile"])


def _line(one: Line) -> dict[str, Any]:
    return one.as_dict() | {"sources": [taught(source) for source in one.sources]}


def _known_line(profile: UserProfile, line_id: str) -> Line:
    try:
        return profile.line(line_id)
    except InputError as error:
        raise NotFound(str(error)) from None


@router.get("")
def get_profile(memory: MemoryOf, user: UserOf) -> Profile:
    """Return the profile of a user."""
    profile = memory.profile(user)
    current = profile.current
    data = {
        "narrative": current.text,
        "scaffold": dict(current.scaffold),
        "inbox_guidance": current.inbox_guidance,
        "version": current.version,
        "updated_at": current.updated_at,
        "lines": [_line(one) for one in profile.lines()],
        "rivals": [one.as_dict() for one in profile.rivals()],
    }
    return Profile.model_validate(data)


@router.patch("")
def patch_profile(asked: ProfileRequest, memory: MemoryOf, user: UserOf) -> Profile:
    """Set values, add lines, settle contradictions and guide the ranking of messages; nothing learned undoes it.

    The changes are made in this order, each for itself; the first that is refused ends them.
    """
    profile = memory.profile(user)
    with profile.one_change():
        for path, value in asked.set.items():
            profile.set(path, value)
        for line in asked.add:
            profile.add(line.text, line.kind)
        for path, keep in asked.settle.items():
            profile.settle(path, keep)
        if asked.inbox_guidance is not None:
            profile.guide_inbox(asked.inbox_guidance)
    return get_profile(memory, user)


@router.post("/undo")
def undo_profile(asked: UndoProfileRequest, memory: MemoryOf, user: UserOf) -> Profile:
    """Undo the last change of the profile that was made here, with the memories that it corrected.

    It is known as long as the server runs and nothing else changes the profile. Undoing that makes it again.
    """
    memory.profile(user).undo(asked.version)
    return get_profile(memory, user)


@router.put("/lines/{line_id}")
def correct_line(line_id: str, asked: CorrectLineRequest, memory: MemoryOf, user: UserOf) -> ProfileLine:
    """Replace a line by what is right, with the memory that says the same."""
    profile = memory.profile(user)
    line = _known_line(profile, line_id)
    return ProfileLine.model_validate(_line(profile.correct(line.id, asked.value)))


@router.delete("/lines/{line_id}", responses=ERASING)
def erase_line(line_id: str, memory: MemoryOf, user: UserOf, response: Response) -> ErasureReceipt:
    """Erase a line for good, with the observations that it is based on."""
    line = _known_line(memory.profile(user), line_id)
    return ErasureReceipt.model_validate(erasure(memory.erasing(user).line(line.key), response))

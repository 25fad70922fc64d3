"""Proposals that wait for a person, and the review of doubtful memories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Response

from tiermem import representations
from tiermem.doors.server.problems import ROUTES, WrongState, told
from tiermem.doors.server.routes.entries import STAGED, IdOf, shown, written
from tiermem.doors.server.serving import MemoryOf, UserOf
from tiermem.doors.server.shapes.common import Items
from tiermem.doors.server.shapes.decisions import AcceptRequest, Decided, DecideRequest, Doubt, Pending
from tiermem.doors.server.shapes.memories import MemoryResponse, WrittenMemory
from tiermem.errors import TiermemError
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.memory.entries import Entries

router = APIRouter(prefix="/api", tags=["decisions"])


@router.get("/pending")
def list_pending(memory: MemoryOf, user: UserOf) -> Items[Pending]:
    """List the proposals that wait, each with what it would change."""
    entries = memory.entries(user)
    found = entries.pending()
    targets = {one.supersedes for one, _, _ in found if one.supersedes}
    where = EntryFilter(ids=tuple(targets), statuses=())
    known = {one.id: one for one in entries.list(where)[0]} if targets else {}
    items = [
        representations.memory(one)
        | {
            "operation": operation,
            "reason": reason,
            "target": representations.memory(known[one.supersedes]) if one.supersedes in known else None,
        }
        for one, operation, reason in found
    ]
    return Items[Pending].model_validate({"items": items, "total": len(items)})


def _decide(entries: Entries, entry_id: str, decision: str, content: str | None = None) -> WriteResult:
    entry = entries.get(entry_id)
    if entry.status != "staged":
        problem = f"Memory {entry.id} does not wait any more: it is {entry.status}."
        raise WrongState(problem, entry.status, entry.content)
    if decision == "reject":
        return entries.reject(entry.id)
    return entries.accept(entry.id, content)


@router.post("/pending")
def decide_pending(asked: DecideRequest, memory: MemoryOf, user: UserOf) -> Items[Decided]:
    """Decide on several proposals, each for itself: one that fails leaves the others."""
    entries = memory.entries(user)
    items: list[dict[str, Any]] = []
    for one in asked.decisions:
        item: dict[str, Any] = {"id": one.id, "decision": one.decision, "memory": None, "problem": None}
        try:
            done = _decide(entries, one.id, one.decision)
            item |= {"done": True, "memory": representations.memory(done.entry)}
        except TiermemError as error:
            item |= {"done": False, "problem": told(error, str(error), ROUTES)}
        items.append(item)
    return Items[Decided].model_validate({"items": items, "total": len(items)})


@router.post("/pending/{id}/accept", responses=STAGED)
def accept_pending(
    entry_id: IdOf,
    memory: MemoryOf,
    user: UserOf,
    response: Response,
    asked: AcceptRequest | None = None,
) -> WrittenMemory:
    """Accept a proposal, in its own words or in others."""
    entries = memory.entries(user)
    done = _decide(entries, entry_id, "accept", asked.content if asked else None)
    return WrittenMemory.model_validate(written(entries, done, response))


@router.post("/pending/{id}/reject", responses=STAGED)
def reject_pending(entry_id: IdOf, memory: MemoryOf, user: UserOf, response: Response) -> WrittenMemory:
    """Reject a proposal. What it would have changed stays as it is."""
    entries = memory.entries(user)
    return WrittenMemory.model_validate(written(entries, _decide(entries, entry_id, "reject"), response))


@router.post("/pending/{id}/undo")
def undo_decision(entry_id: IdOf, memory: MemoryOf, user: UserOf, response: Response) -> WrittenMemory:
    """Undo the acceptance or rejection of a proposal: it waits again, and what it changed is as it was before."""
    entries = memory.entries(user)
    entry = entries.get(entry_id)
    decision = entries.last_decision(entry.id)
    if decision is None:
        problem = f"Memory {entry.id} was not accepted or rejected last: it is {entry.status}."
        raise WrongState(problem, entry.status, entry.content)
    (undone,) = entries.undo({entry.id: decision})
    return WrittenMemory.model_validate(written(entries, undone, response))


@router.get("/review")
def list_review(memory: MemoryOf, user: UserOf) -> Items[Doubt]:
    """List the memories to look at: contradicting, duplicated, stale or never used."""
    entries = memory.entries(user)
    items = [
        {
            "concern": one.concern,
            "reason": one.reason,
            "memory": shown(entries, [one.entry])[0],
            "other": None if one.other is None else shown(entries, [one.other])[0],
        }
        for one in memory.review(user).doubts()
    ]
    return Items[Doubt].model_validate({"items": items, "total": len(items)})


@router.post("/review/{id}/keep")
def keep_reviewed(entry_id: IdOf, memory: MemoryOf, user: UserOf) -> MemoryResponse:
    """Keep a memory as it is: it is not listed again until it changes."""
    kept = memory.review(user).keep(entry_id)
    return MemoryResponse.model_validate(shown(memory.entries(user), [kept])[0])


@router.post("/review/{id}/retire", responses=STAGED)
def retire_reviewed(entry_id: IdOf, memory: MemoryOf, user: UserOf, response: Response) -> WrittenMemory:
    """Take a memory out of use."""
    done = memory.review(user).retire(entry_id)
    return WrittenMemory.model_validate(written(memory.entries(user), done, response))

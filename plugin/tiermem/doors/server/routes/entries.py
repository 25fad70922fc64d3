"""The memories: list, read, add, change, move, merge, remove and erase them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Response

from tiermem import representations
from tiermem.doors.server.serving import MemoryOf, UserOf
from tiermem.doors.server.shapes.common import ErasureReceipt
from tiermem.doors.server.shapes.memories import (
    CorrectMemoryRequest,
    CreateMemoryRequest,
    MemoryDetail,
    MemoryListResponse,
    MemoryQuery,
    MergeMemoryRequest,
    MoveMemoryRequest,
    UpdateMemoryRequest,
    WrittenMemory,
)
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.memory.entries import Entries
    from tiermem.store.contract import Erased
    from tiermem.values import Entry

router = APIRouter(prefix="/api/memory", tags=["memory"])

IdOf = Annotated[str, Path(alias="id", description="The id of a memory.", max_length=100)]
IfMatch = Annotated[
    str | None,
    Header(
        pattern=r'^(\*|"[!#-~]{1,100}")$',
        description="The ETag that was read: the change is made only if nothing was changed since; * for any.",
    ),
]
Cursor = Annotated[
    str | None,
    Query(max_length=2_000, description="`next` of the page before, with the same other parameters."),
]
Limit = Annotated[int, Query(ge=1, le=200, description="Entries on a page.")]
InProject = Annotated[str | None, Query(max_length=200, description="Only of this project.")]


STAGED: dict[int | str, dict[str, Any]] = {
    202: {"model": WrittenMemory, "description": "A check holds it back: it waits for a person's approval."}
}
"""Further answers of routes that write."""
ERASING: dict[int | str, dict[str, Any]] = {
    202: {"model": ErasureReceipt, "description": "Erased, but an open reader keeps old pages alive for now."}
}
"""The same of routes that erase."""


def shown(entries: Entries, found: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return memories with their recall counts."""
    recalls = entries.recalls(found)
    return [representations.memory(one, recalls.get(one.id, (0, None))) for one in found]


def written(entries: Entries, done: WriteResult, response: Response) -> dict[str, Any]:
    """Return a memory after a change, with its ETag."""
    (memory,) = shown(entries, [done.entry])
    before = done.before.content if done.before is not None else None
    if done.staged:
        response.status_code = 202
    response.headers["ETag"] = _etag(done.entry)
    return memory | {
        "previous": None if before == done.entry.content else before,
        "duplicate": done.duplicate,
        "staged": done.staged,
    }


def erasure(erased: Erased, response: Response) -> dict[str, Any]:
    """Return the receipt of an erasure; its status is 202 while old pages are kept alive."""
    if erased.state != "complete":
        response.status_code = 202
    return {
        "erased": erased.entry_id,
        "state": erased.state,
        "touched": dict(erased.touched),
        "out_of_reach": list(erased.out_of_reach),
        "also": list(erased.also),
    }


def _etag(entry: Entry) -> str:
    return f'"{entry.state}"'


def _state(if_match: str | None) -> str | None:
    return None if if_match in (None, "*") else if_match.strip('"')


@router.get("/")
def list_memories(
    asked: Annotated[MemoryQuery, Query()], memory: MemoryOf, user: UserOf
) -> MemoryListResponse:
    """List memories, filtered and page by page."""
    where = EntryFilter(
        layers=tuple(asked.layer),
        tiers=tuple(asked.tier),
        statuses=tuple(asked.status),
        sources=tuple(asked.source),
        category=asked.category,
        subject=asked.subject,
        tags=tuple(asked.tag),
        project_id=asked.project,
        since=asked.since,
        until=asked.until,
    )
    entries = memory.entries(user)
    page = entries.page(where, query=asked.q, sort=asked.sort, limit=asked.limit, cursor=asked.cursor)
    data = {"memories": shown(entries, page.entries), "total": page.total, "next": page.next}
    return MemoryListResponse.model_validate(data)


@router.post(
    "/",
    status_code=201,
    responses={200: {"model": WrittenMemory, "description": "The same is remembered already."}, **STAGED},
)
def create_memory(
    asked: CreateMemoryRequest, memory: MemoryOf, user: UserOf, response: Response
) -> WrittenMemory:
    """Add a memory, as a person."""
    entries = memory.entries(user)
    draft = entries.draft(
        asked.content,
        category=asked.category.value,
        subject=asked.subject,
        layer=asked.layer,
        tier=asked.tier,
        tags=tuple(dict.fromkeys(asked.tags)),
        project_id=asked.project,
        valid_to=asked.expires,
    )
    done = entries.add(draft, allow_same_subject=asked.allow_same_subject)
    response.status_code = 200 if done.duplicate else 201
    response.headers["Location"] = f"/api/memory/{done.entry.id}"
    return WrittenMemory.model_validate(written(entries, done, response))


@router.get("/{id}")
def get_memory(entry_id: IdOf, memory: MemoryOf, user: UserOf, response: Response) -> MemoryDetail:
    """Return a memory with its versions, how it was learned, and how often it was recalled."""
    entries = memory.entries(user)
    found = entries.history(entry_id)
    (current,) = shown(entries, [found.entry])
    response.headers["ETag"] = _etag(found.entry)
    data = representations.memory_history(current, found.versions, found.events)
    return MemoryDetail.model_validate(data | {"superseded_by": found.superseded_by})


@router.put("/{id}", responses=STAGED)
def update_memory(
    entry_id: IdOf,
    asked: UpdateMemoryRequest,
    memory: MemoryOf,
    user: UserOf,
    response: Response,
    *,
    if_match: IfMatch = None,
) -> WrittenMemory:
    """Change the content of a memory. Its id stays, and the old content is kept as a version."""
    entries = memory.entries(user)
    draft = entries.draft(asked.content, subject=asked.subject)
    done = entries.update(entry_id, draft, state=_state(if_match), tags=asked.tags)
    return WrittenMemory.model_validate(written(entries, done, response))


@router.delete(
    "/{id}",
    responses={
        202: {"model": WrittenMemory | ErasureReceipt, "description": "It waits, or is erased but for now."}
    },
)
def delete_memory(
    entry_id: IdOf,
    memory: MemoryOf,
    user: UserOf,
    response: Response,
    *,
    erase: Annotated[
        bool, Query(description="For good, with all versions, and its words in turns and receipts.")
    ] = False,
    if_match: IfMatch = None,
) -> WrittenMemory | ErasureReceipt:
    """Take a memory out of use, which `restore` undoes; or erase it."""
    entries = memory.entries(user)
    seen = _state(if_match)
    if erase:
        states = None if seen is None else {entry_id: seen}
        return ErasureReceipt.model_validate(erasure(entries.erase(entry_id, states=states), response))
    return WrittenMemory.model_validate(written(entries, entries.remove(entry_id, state=seen), response))


@router.post("/{id}/move", responses=STAGED)
def move_memory(
    entry_id: IdOf,
    asked: MoveMemoryRequest,
    memory: MemoryOf,
    user: UserOf,
    response: Response,
    *,
    if_match: IfMatch = None,
) -> WrittenMemory:
    """Move a memory into its block (L0) or out of it (L1)."""
    entries = memory.entries(user)
    done = entries.label(entry_id, layer=asked.layer, state=_state(if_match))
    return WrittenMemory.model_validate(written(entries, done, response))


@router.post("/{id}/restore", responses=STAGED)
def restore_memory(entry_id: IdOf, memory: MemoryOf, user: UserOf, response: Response) -> WrittenMemory:
    """Bring a removed or superseded memory back into use."""
    entries = memory.entries(user)
    return WrittenMemory.model_validate(written(entries, entries.restore(entry_id), response))


@router.post("/{id}/undo")
def undo_change(entry_id: IdOf, memory: MemoryOf, user: UserOf, response: Response) -> WrittenMemory:
    """Undo the last change of a memory, whoever made it; repeated, the one before.

    A correction is undone in both of its memories.
    """
    entries = memory.entries(user)
    *_, undone = entries.undo(entries.steps_back(entry_id))
    return WrittenMemory.model_validate(written(entries, undone, response))


@router.post("/{id}/correct", responses=STAGED)
def correct_memory(
    entry_id: IdOf,
    asked: CorrectMemoryRequest,
    memory: MemoryOf,
    user: UserOf,
    response: Response,
    *,
    if_match: IfMatch = None,
) -> WrittenMemory:
    """Replace a wrong statement everywhere, in one transaction; later learning does not bring it back."""
    entries = memory.entries(user)
    done = entries.correct(entry_id, asked.content, state=_state(if_match), reason=asked.reason)
    return WrittenMemory.model_validate(written(entries, done, response))


@router.post("/{id}/merge", responses=STAGED)
def merge_memory(
    entry_id: IdOf, asked: MergeMemoryRequest, memory: MemoryOf, user: UserOf, response: Response
) -> WrittenMemory:
    """Merge a memory into another, which stays."""
    done = memory.review(user).merge(entry_id, asked.into, asked.content)
    return WrittenMemory.model_validate(written(memory.entries(user), done, response))

"""The model's view: the blocks of the system prompt, recall for a prompt, and receipts."""

from __future__ import annotations

import hashlib
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Header, Query, Response

from tiermem import representations
from tiermem.doors.server.problems import Stale
from tiermem.doors.server.routes.entries import Cursor, Limit
from tiermem.doors.server.serving import MemoryOf, NotFound, ServingOf, UserOf
from tiermem.doors.server.shapes import cursors
from tiermem.doors.server.shapes.common import Items
from tiermem.doors.server.shapes.recall import (
    Context,
    Identity,
    IdentityRequest,
    Prompt,
    Recall,
    RecallRequest,
    Receipt,
    Retrieved,
    RetrieveRequest,
)
from tiermem.errors import InputError
from tiermem.transfer import identity

router = APIRouter(prefix="/api", tags=["recall"])

ProjectOf = Annotated[str | None, Query(max_length=200, description="The project of the session.")]


@router.get("/blocks")
def get_blocks(memory: MemoryOf, user: UserOf, project: ProjectOf = None) -> Prompt:
    """Return the exact system prompt of the next session, its blocks, and the reason for each line."""
    prompt, blocks, explanation = memory.preview(user, project=project).explained()
    data = {
        "prompt": prompt,
        "blocks": blocks,
        "usage": representations.usage(memory.entries(user).usage()),
        **explanation.as_dict(),
    }
    return Prompt.model_validate(data)


@router.get("/blocks/identity")
def get_identity(memory: MemoryOf, user: UserOf, response: Response) -> Identity:
    """Return the core profile as one Markdown document."""
    document = identity.render(identity.of(memory.entries(user)))
    response.headers["ETag"] = _etag(document)
    return Identity(document=document)


@router.put("/blocks/identity")
def put_identity(
    asked: IdentityRequest,
    memory: MemoryOf,
    user: UserOf,
    response: Response,
    if_match: Annotated[
        str | None,
        Header(pattern='^"[0-9a-f]{16}"$', description="The ETag of the document that was edited."),
    ] = None,
) -> Identity:
    """Make the core profile equal an edited document, all or nothing."""

    def ensure(document: str) -> None:
        if if_match is not None and if_match != _etag(document):
            raise Stale("The identity", document)

    identity.put(memory.entries(user), asked.document, ensure=ensure)
    return get_identity(memory, user, response)


def _etag(document: str) -> str:
    return f'"{hashlib.sha256(document.encode()).hexdigest()[:16]}"'


@router.get("/context")
def get_context(
    memory: MemoryOf, user: UserOf, task: Annotated[str | None, Query(max_length=200)] = None
) -> Context:
    """Return profile, goals, guidance, connections and blocks of a user as plain data, for other systems."""
    return Context.model_validate(memory.context(user, task))


@router.post("/recall")
async def recall(asked: RecallRequest, memory: MemoryOf, user: UserOf, serving: ServingOf) -> Recall:
    """Return what a prompt would bring, and why."""

    def find() -> Recall:
        found = memory.recall(asked.text, user, asked.project, asked.task, keep=asked.keep)
        return Recall.model_validate(representations.recall(found.context, found.passages, found.receipt))

    return await to_thread.run_sync(find, limiter=serving.recalling(memory))


@router.post("/retrieve")
def retrieve(asked: RetrieveRequest, memory: MemoryOf, user: UserOf) -> Items[Retrieved]:
    """Return what a text recalls as documents with metadata and distance, nearest first. The receipt is kept."""
    found = memory.retrieve(asked.text, user, connections=asked.connections, context_type=asked.context_type)
    items = [one.as_dict() for one in found]
    return Items[Retrieved].model_validate({"items": items, "total": len(items)})


@router.get("/receipts")
def list_receipts(
    memory: MemoryOf,
    user: UserOf,
    session: Annotated[str | None, Query(max_length=200, description="Only of this session.")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Items[Receipt]:
    """List the receipts of past recalls, the latest first."""
    before = cursors.read(cursor, str, str)
    found = memory.timeline.receipts(user, session, limit + 1, before=before)
    last = found[limit - 1] if len(found) > limit else None
    following = cursors.write(last["at"], last["id"]) if last else None
    return Items[Receipt].model_validate({"items": found[:limit], "next": following})


@router.get("/receipts/{receipt_id}")
def get_receipt(receipt_id: str, memory: MemoryOf, user: UserOf) -> Receipt:
    """Return a receipt: which memories a prompt used, and why."""
    try:
        return Receipt.model_validate(memory.timeline.receipt(receipt_id, user))
    except InputError as error:
        raise NotFound(str(error)) from None

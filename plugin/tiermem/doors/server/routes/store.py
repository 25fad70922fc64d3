"""The store as a whole: health, figures, what happened, export, import, and the erasure of a user."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Body, Query, Response
from fastapi import Path as InPath
from fastapi.responses import StreamingResponse

from tiermem import representations
from tiermem.doors.server.routes.entries import ERASING, Cursor, Limit, erasure
from tiermem.doors.server.serving import CallerOf, MemoryOf, NotFound, ServingOf, UserOf
from tiermem.doors.server.shapes import cursors
from tiermem.doors.server.shapes.common import ErasureReceipt, Items, StreamEvent
from tiermem.doors.server.shapes.store import Health, Imported, Measures, Run, Stats, Users
from tiermem.errors import InputError, TranscriptError
from tiermem.transfer import formats
from tiermem.transfer.exporters import markdown_lines
from tiermem.transfer.formats.base import Contents, LineError
from tiermem.transfer.formats.json_export import json_lines
from tiermem.transfer.importers import import_file
from tiermem.values.store_urls import is_per_user
from tiermem.values.words import EVENT_KINDS, EventKind

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory

router = APIRouter(prefix="/api", tags=["store"])

_MOST_SHOWN = 20
_PART = 65_536
_EXPORTED = {
    "json": ("application/json", "tiermem.json"),
    "markdown": ("text/markdown; charset=utf-8", "tiermem.md"),
}


@router.get("/health")
def get_health(serving: ServingOf, memory: MemoryOf) -> Health:
    """Return whether the store answers."""
    return Health(status="ok", agents=list(serving.agents), head=memory.timeline.head)


@router.get("/stats")
def get_stats(memory: MemoryOf, user: UserOf, caller: CallerOf) -> Stats:
    """Return sizes, waiting work, and the costs of models today."""
    data = memory.timeline.stats(user)
    data["tables"] = data["tables"] if caller.user is None else None
    return Stats.model_validate(data | {"usage": representations.usage(memory.entries(user).usage())})


@router.get("/measures")
def get_measures(
    memory: MemoryOf, user: UserOf, days: Annotated[int, Query(ge=1, le=3_660)] = 30
) -> Measures:
    """Return how memory served over time: growth, budgets, recall, corrections, repeated questions, costs."""
    return Measures.model_validate(memory.timeline.measures(user, days=days).as_dict())


@router.get("/timeline")
def list_timeline(
    memory: MemoryOf,
    user: UserOf,
    kind: Annotated[
        tuple[EventKind, ...], Query(max_length=len(EVENT_KINDS), description="Default: all.")
    ] = (),
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Items[StreamEvent]:
    """List what happened, the latest first: observations and changes."""
    place = cursors.read(cursor, int)
    found = memory.timeline.latest(user, kinds=kind, before=place[0] if place else None, limit=limit + 1)
    following = cursors.write(found[limit - 1].seq) if len(found) > limit else None
    items = [representations.happening(event) for event in found[:limit]]
    return Items[StreamEvent].model_validate({"items": items, "next": following})


@router.get("/runs")
def list_runs(memory: MemoryOf, user: UserOf, limit: Limit = 20, cursor: Cursor = None) -> Items[Run]:
    """List the runs of the processor, the latest first, with what failed."""
    found = memory.timeline.runs(user, after=cursors.read(cursor, str, str), limit=limit + 1)
    last = found[limit - 1] if len(found) > limit else None
    following = cursors.write(last.started_at, last.id) if last is not None else None
    items = [one.as_dict() for one in found[:limit]]
    return Items[Run].model_validate({"items": items, "next": following})


@router.get("/users")
def list_users(memory: MemoryOf, caller: CallerOf) -> Users:
    """List the users who have memories; for a user's token, only that user."""
    return Users(users=list(memory.users) if caller.user is None else [caller.user])


@router.delete("/users/{name}", responses=ERASING)
def erase_user(
    name: Annotated[str, InPath(description="The name of the user.", max_length=200)],
    memory: MemoryOf,
    caller: CallerOf,
    response: Response,
) -> ErasureReceipt:
    """Erase all data of a user for good, with every agent of the house. Export it first."""
    try:
        erased = memory.erasing(caller.user_named(name)).everything()
    except InputError as error:
        raise NotFound(str(error)) from None
    return ErasureReceipt.model_validate(erasure(erased, response))


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "The document.",
            "content": {
                "application/json": {"schema": {"type": "object"}},
                "text/markdown": {"schema": {"type": "string"}},
            },
        }
    },
)
def export(
    memory: MemoryOf,
    user: UserOf,
    caller: CallerOf,
    format: Annotated[  # noqa: A002 the parameter's own word
        Literal["json", "markdown"], Query(description="json loses nothing; markdown is for reading.")
    ] = "json",
    *,
    everyone: Annotated[
        bool, Query(description="The whole store, all its users and agents, as json. Administrators only.")
    ] = False,
) -> StreamingResponse:
    """Export what is a user's own: entries, notes, turns, profile, records."""
    if everyone and caller.user is not None:
        raise NotFound("Only an administrator exports the whole store.")
    if everyone and format != "json":
        raise InputError("The whole store is exported as json alone: a Markdown document is about one user.")
    if everyone and is_per_user(memory.settings.store):
        raise InputError("Each user has a file, with numbers of its own: export one user at a time.")
    name = user or memory.reach().user.name
    lines: Iterable[str] = (
        json_lines(memory.maintenance.dump(None if everyone else name))
        if format == "json"
        else markdown_lines(memory, name)
    )
    kind, file_name = _EXPORTED[format]
    size, parts = _written(lines)
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"', "Content-Length": str(size)}
    return StreamingResponse(parts, media_type=kind, headers=headers)


def _written(lines: Iterable[str]) -> tuple[int, Iterator[bytes]]:
    """Return the size and the parts of lines, from a file that nothing else can open and nothing leaves behind.

    They are read from the store at once: its connection stays in one thread, and an answer does not.
    """
    file = tempfile.TemporaryFile()  # noqa: SIM115 it is closed with its parts
    try:
        file.writelines(f"{line}\n".encode() for line in lines)
        size = file.tell()
        file.seek(0)
    except BaseException:
        file.close()
        raise

    def parts() -> Iterator[bytes]:
        with file:
            yield from iter(lambda: file.read(_PART), b"")

    return size, parts()


@router.post("/import")
def import_memories(
    memory: MemoryOf,
    user: UserOf,
    caller: CallerOf,
    body: Annotated[
        bytes,
        Body(
            media_type="application/octet-stream",
            description="The bytes of a file: an export, or what another program keeps.",
        ),
    ],
    format: Annotated[  # noqa: A002 the parameter's own word
        str | None,
        Query(max_length=40, description=f"Default: recognised. One of: {', '.join(formats.NAMES)}."),
    ] = None,
    *,
    preview: Annotated[bool, Query(description="True: show what is in the file, and import nothing.")] = True,
) -> Imported:
    """Import a file, after a preview. What is there already is left alone."""
    with _uploaded(body) as path:
        if caller.user is not None and _format(path, format) == "json":
            raise NotFound("A JSON export brings its own users; only an administrator imports it.")
        data = _previewed(path, format) if preview else _imported(memory, path, user, format)
    return Imported.model_validate(data)


def _format(path: Path, name: str | None) -> str:
    return (formats.by_name(name) if name else formats.detect_or_guess(path)).name


def _previewed(path: Path, name: str | None) -> dict[str, Any]:
    named = _format(path, name)
    held = formats.by_name(named).read(path)
    if not isinstance(held, Contents):
        rows: dict[str, int] = {}
        for table, _ in held:
            rows[table] = rows.get(table, 0) + 1
        return {"format": named, "preview": True, "rows": rows, "total": sum(rows.values())}
    left = [
        {"line": one.line, "id": one.entry_id, "content": one.content, "why": one.why} for one in held.left
    ]
    return {
        "format": named,
        "preview": True,
        "found": [one.draft.content for one in islice(held.items, _MOST_SHOWN)],
        "total": len(held.items),
        "remarks": left,
    }


def _imported(memory: Memory, path: Path, user: str | None, name: str | None) -> dict[str, Any]:
    done = import_file(memory, path, user, name).as_dict()
    return done | {"preview": False}


@contextmanager
def _uploaded(body: bytes) -> Iterator[Path]:
    """Give the file of a body, and name it in no error."""
    with tempfile.TemporaryDirectory(prefix="tiermem-import-") as folder:
        path = Path(folder, "upload")
        path.write_bytes(body)
        try:
            yield path
        except TranscriptError as error:
            raise InputError(str(error).replace(str(path), "The file")) from None
        except LineError as error:
            raise InputError(f"The file, line {error.line}: {error}") from None

"""Tell open pages of changes, by server-sent events.

Events carry their place in the stream, their kind and the entry's id, never content. One task looks whether the
stream has grown, for all listeners: a question of microseconds, five times a second while somebody listens.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from tiermem.doors.server.serving import MemoryOf, UserOf
from tiermem.errors import TiermemError
from tiermem.memory.memory import Memory

_LOG = logging.getLogger("tiermem")
LOOK_S = 0.2
"""Seconds between two looks at the stream."""
_PING_S = 15.0
"""Seconds without a change after which a comment shows that the connection lives."""
_LONGEST_S = 600.0
"""Seconds after which a stream ends. The browser begins another, with a caller who is checked again."""
MOST_AT_ONCE = 500
"""Events that are replayed; a page that missed more is told to read everything again."""
MOST_STREAMS = 200
"""Maximum open streams; a browser keeps one, whatever its tabs."""


class Watch:
    """Waits for the stream of one memory to change."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._changed = asyncio.Condition()
        self.pulse = ""
        self._listeners = 0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Watch:
        self._listeners += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listeners -= 1

    async def beyond(self, pulse: str, seconds: float) -> bool:
        """Wait until the stream may have changed since a pulse; return False if that takes too long."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self.pulse != pulse)
        except TimeoutError:
            return False
        return True

    async def _look(self) -> None:
        while self._listeners:
            try:
                pulse = await to_thread.run_sync(lambda: self._memory.timeline.pulse)
            except TiermemError as error:
                _LOG.warning("changes are not noticed: %s", error)
            else:
                async with self._changed:
                    self.pulse = pulse
                    self._changed.notify_all()
            await asyncio.sleep(LOOK_S)


class Streams:
    """The open streams of a server.

    Attributes:
        stopping: Set when the server ends: an open stream would keep it from ending.
    """

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self.open = 0
        self._watches: dict[int, Watch] = {}

    def watch(self, memory: Memory) -> Watch:
        """Return the watch of a memory."""
        return self._watches.setdefault(id(memory), Watch(memory))

    async def unless_stopping(self, waiting: Coroutine[None, None, bool]) -> bool | None:
        """Return what is waited for, or None as soon as the server ends."""
        waited = asyncio.create_task(waiting)
        stopping = asyncio.create_task(self.stopping.wait())
        try:
            await asyncio.wait((waited, stopping), return_when=asyncio.FIRST_COMPLETED)
            return None if stopping.done() else waited.result()
        finally:
            waited.cancel()
            stopping.cancel()


router = APIRouter(prefix="/api", tags=["events"])


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def events(
    request: Request,
    memory: MemoryOf,
    user: UserOf,
    last_event_id: Annotated[str | None, Header()] = None,
    after: Annotated[int | None, Query(ge=0, description="Replay the events behind this place.")] = None,
) -> StreamingResponse:
    """Stream the changes of a user's memory: ``{"seq", "kind", "entry"}`` for each event, and its ``seq`` as id.

    ``Last-Event-ID`` or ``after`` replays what came since. A message of kind ``reset`` says that too much came.
    """
    streams: Streams = request.app.state.streams
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdecimal():
        after = int(last_event_id[:18])
    if streams.open >= MOST_STREAMS:
        return _stream(_none())
    head = await to_thread.run_sync(lambda: memory.timeline.place(user))
    caller, caller_now = request.scope["tiermem.caller"], request.scope["tiermem.caller_now"]

    async def is_let_in() -> bool:
        return bool(await caller_now() == caller)

    return _stream(_changes(streams, memory, user, _Place(head if after is None else after, head), is_let_in))


def _stream(body: AsyncIterator[str]) -> StreamingResponse:
    return StreamingResponse(body, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def _none() -> AsyncIterator[str]:
    yield "retry: 60000\n\n"


@dataclass(frozen=True, slots=True)
class _Place:
    """A listener's place in the stream, and the last event when it came."""

    after: int
    head: int


async def _changes(
    streams: Streams,
    memory: Memory,
    user: str | None,
    place: _Place,
    is_let_in: Callable[[], Awaitable[bool]],
) -> AsyncIterator[str]:
    until = time.monotonic() + _LONGEST_S
    after = min(place.after, place.head)
    streams.open += 1
    try:
        async with streams.watch(memory) as watch:
            yield f"retry: 1000\nid: {after}\n\n"
            if place.after > place.head:  # another store than the listener knew
                yield _message(after, "reset", None)
            pulse = ""
            while time.monotonic() < until:
                changed = await streams.unless_stopping(watch.beyond(pulse, _PING_S))
                if changed is None or not await is_let_in():
                    return
                if not changed:
                    yield ": still here\n\n"
                    continue
                pulse = watch.pulse
                after, told = await to_thread.run_sync(_since, memory, user, after)
                for one in told:
                    yield one
    finally:
        streams.open -= 1


def _since(memory: Memory, user: str | None, after: int) -> tuple[int, Sequence[str]]:
    """Return the place of the last event that the user may know of, and the messages on those since.

    The place is not that of the whole stream: an event of the user may come before others' that are there already.
    """
    head = memory.timeline.place(user)
    told: list[str] = []
    for event in memory.timeline.events(user, after=after):
        if len(told) == MOST_AT_ONCE:
            return head, [_message(head, "reset", None)]
        told.append(_message(event.seq, event.kind, event.entry_id))
        after = event.seq
    return after, told


def _message(seq: int, kind: str, entry: str | None) -> str:
    data = json.dumps({"seq": seq, "kind": kind, "entry": entry})
    return f"id: {seq}\ndata: {data}\n\n"

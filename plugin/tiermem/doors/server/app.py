"""The application: REST routes, panel and events, behind the guard."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fastapi import Depends, FastAPI

from tiermem.doors import panel
from tiermem.doors.server import document, events, problems, prometheus, routes, sign_in
from tiermem.doors.server.guard import Access, App, Guard, Message, Receive, Scope, Send
from tiermem.doors.server.spans import Observed, RequestCounts
from tiermem.memory.engine import reading

if TYPE_CHECKING:
    from tiermem.doors.server.serving import Serving


def create_app(serving: Serving, access: Access, streams: events.Streams | None = None) -> App:
    """Return the application that serves these memories.

    Args:
        serving: The memories.
        access: Who may come in.
        streams: Keeps the open streams of events; given by whoever ends them with the server.
    """
    app = FastAPI(
        title="tiermem",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.streams = streams or events.Streams()
    app.state.serving = serving
    app.state.requests = RequestCounts()
    problems.handle(app, panel.failed)
    app.state.reviewed = panel.Reviewed()
    known = [Depends(document.Known())]
    for router in (*routes.routers(), events.router):
        app.include_router(router, dependencies=known)
    for router in (sign_in.router, prometheus.router, panel.router()):
        app.include_router(router)
    document.describe(app)
    app.mount("/static", panel.static_files())
    return Observed(Guard(_Reading(app), access), app.state.requests)


class _Reading:
    """An ASGI application that answers HEAD as GET without a body, and lets neither write."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"
        as_get = {**scope, "method": "GET"}
        try:
            with reading():
                await self._app(as_get, receive, partial(_headers_of, send) if is_head else send)
        finally:
            scope["route"] = as_get.get("route")  # which is counted


async def _headers_of(send: Send, message: Message) -> None:
    """Send the headers of an answer, and end it: an answer that streams would go on for ever."""
    if message["type"] == "http.response.start":
        await send(message)
        await send({"type": "http.response.body"})

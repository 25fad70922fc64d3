"""The application: REST routes, panel and events, behind the guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI

from tiermem.doors.server import events, problems, routes, sign_in
from tiermem.doors.server.guard import Access, App, Guard

if TYPE_CHECKING:
    from tiermem.doors.server.serving import Serving

_TOLD = """\
Everything that is remembered, for programs. Every request needs a session of the panel or a token
(`Authorization: Bearer TOKEN`, see `tiermem token`). A token of a user opens that user's memory alone. Errors are
problems as RFC 9457 describes them.
"""


def create_app(serving: Serving, access: Access, streams: events.Streams | None = None) -> App:
    """Return the application that serves these memories.

    Args:
        serving: The memories.
        access: Who may come in.
        streams: Keeps the open streams of events; given by whoever ends them with the server.
    """
    app = FastAPI(
        title="tiermem", description=_TOLD, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    app.state.streams = streams or events.Streams()
    app.state.serving = serving
    problems.handle(app)
    for router in (*routes.routers(), events.router, sign_in.router):
        app.include_router(router)
    return Guard(app, access)

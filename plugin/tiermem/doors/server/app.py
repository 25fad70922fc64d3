"""The application: REST routes, panel and events, behind the guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI

from tiermem.doors import panel
from tiermem.doors.server import document, events, problems, prometheus, routes, sign_in
from tiermem.doors.server.guard import Access, App, Guard
from tiermem.doors.server.spans import Observed, Requests

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
    app.state.requests = Requests()
    problems.handle(app)
    for router in (*routes.routers(), events.router, sign_in.router, prometheus.router, panel.router()):
        app.include_router(router)
    document.describe(app)
    app.mount("/static", panel.static_files())
    return Observed(Guard(app, access), app.state.requests)

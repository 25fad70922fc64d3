"""The application: REST routes, panel and events, behind the guard."""

from __future__ import annotations

from fastapi import FastAPI

from tiermem.doors.server import document, problems, routes
from tiermem.doors.server.guard import App, Guard
from tiermem.doors.server.serving import Serving


def create_app(serving: Serving) -> App:
    """Return the application that serves these memories."""
    app = FastAPI(
        title="tiermem",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.serving = serving
    problems.handle(app)
    for router in routes.routers():
        app.include_router(router)
    document.describe(app)
    return Guard(app)

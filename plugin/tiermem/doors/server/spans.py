"""Requests as OpenTelemetry spans, and counted for `/metrics`.

Only OpenTelemetry's API is used: without its SDK, which the program that runs the server sets up, spans are nothing.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from opentelemetry import propagate, trace

if TYPE_CHECKING:
    from tiermem.doors.server.guard import App, Message, Receive, Scope, Send

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the seconds that requests are counted in."""
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class RequestCounts:
    """Counts of the requests that this process answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers: dict[tuple[str, str, str], int] = defaultdict(int)
        self._seconds: dict[str, float] = defaultdict(float)
        self._buckets: dict[str, list[int]] = defaultdict(lambda: [0] * (len(_BUCKETS) + 1))

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request.

        Args:
            method: Its method.
            route: The pattern of its path; "" if there is none.
            status: Status of the answer.
            seconds: Time until the answer was sent.
        """
        place = next((place for place, bound in enumerate(_BUCKETS) if seconds <= bound), len(_BUCKETS))
        with self._lock:
            self._numbers[method, route, str(status)] += 1
            self._seconds[route] += seconds
            self._buckets[route][place] += 1

    @property
    def numbers(self) -> Mapping[tuple[str, str, str], int]:
        """(method, route, status) → number of requests."""
        with self._lock:
            return dict(self._numbers)

    @property
    def durations(self) -> Mapping[str, tuple[float, list[tuple[str, int]]]]:
        """Route → seconds of all its requests, and (upper bound, how many took no longer)."""
        with self._lock:
            told = {}
            for route, counts in self._buckets.items():
                below, bounds = 0, []
                for bound, number in zip((*map(str, _BUCKETS), "+Inf"), counts, strict=True):
                    below += number
                    bounds.append((bound, below))
                told[route] = (self._seconds[route], bounds)
            return told


class Observed:
    """An application whose requests are counted and are spans.

    Args:
        app: The application.
        requests: Where they are counted.
    """

    def __init__(self, app: App, requests: RequestCounts) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
        began, status = time.perf_counter(), 500
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        tracer = trace.get_tracer("tiermem")
        with tracer.start_as_current_span(
            method,
            context=propagate.extract(headers),
            kind=trace.SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:

            async def noticed(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                await send(message)

            try:
                await self._app(scope, receive, noticed)
            finally:
                route = _route(scope)
                span.update_name(f"{method} {route}".strip())
                span.set_attributes(
                    {
                        "http.request.method": method,
                        "http.route": route,
                        "http.response.status_code": status,
                    }
                )
                if status >= 500:
                    span.set_status(trace.StatusCode.ERROR)
                self._requests.count(method, route, status, time.perf_counter() - began)


def _route(scope: Mapping[str, Any]) -> str:
    """Return the pattern of a request's path, which names nobody's id; "" if nothing answers to the path."""
    found = scope.get("route")
    return str(getattr(found, "path", "") or "")

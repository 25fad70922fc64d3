"""Errors as RFC 9457 problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Request
from fastapi.responses import JSONResponse

from tiermem.doors.server.serving import NotFound
from tiermem.errors import InputError, StoreError, TiermemError, UnknownEntry, WriteRefused

if TYPE_CHECKING:
    from fastapi import FastAPI

_STATUS: tuple[tuple[type[TiermemError], int], ...] = (
    (NotFound, 404),
    (UnknownEntry, 404),
    (WriteRefused, 409),
    (InputError, 422),
    (StoreError, 503),
)
"""Error → status, the first that fits."""


def status_of(error: TiermemError) -> int:
    """Return the status of an error."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def _answer(request: Request, error: Exception) -> JSONResponse:
    del request
    assert isinstance(error, TiermemError)
    status = status_of(error)
    body = {"type": "about:blank", "title": type(error).__name__, "status": status, "detail": str(error)}
    return JSONResponse(body | error.as_dict(), status, media_type="application/problem+json")


def handle(app: FastAPI) -> None:
    """Answer the errors of an application as problems."""
    app.add_exception_handler(TiermemError, _answer)

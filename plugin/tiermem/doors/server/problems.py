"""Errors as RFC 9457 problems."""

from __future__ import annotations

import http
import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from tiermem.doors.server.refusals import Stale
from tiermem.doors.server.serving import NotFound
from tiermem.errors import (
    CheckRefused,
    ContentLength,
    InputError,
    NotAllowed,
    Outdated,
    SameSubject,
    StoreError,
    TiermemError,
    Unanswered,
    UnknownEntry,
    WriteRefused,
)
from tiermem.text import clean

if TYPE_CHECKING:
    from fastapi import FastAPI

_LOG = logging.getLogger("tiermem")
_STATUS: tuple[tuple[type[TiermemError], int], ...] = (
    (NotFound, 404),
    (UnknownEntry, 404),
    (ContentLength, 422),
    (Outdated, 412),
    (Stale, 412),
    (CheckRefused, 403),
    (NotAllowed, 403),
    (WriteRefused, 409),
    (InputError, 422),
    (StoreError, 503),
    (Unanswered, 503),
)
"""Error → status, the first that fits."""
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_CODES = {400: "unreadable", 404: "not_found", 405: "method", 413: "too_large", 422: "invalid"}


def status_of(error: TiermemError) -> int:
    """Return the status of an error."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def problem(
    status: int,
    detail: str,
    *,
    code: str | None = None,
    headers: Mapping[str, str] | None = None,
    **members: Any,
) -> JSONResponse:
    """Return a problem as a response.

    Args:
        status: The HTTP status.
        detail: What is wrong, as a sentence.
        code: A stable name; None for that of the status.
        headers: Further headers.
        members: The facts.
    """
    body = {
        "type": "about:blank",
        "title": http.HTTPStatus(status).phrase,
        "status": status,
        "code": code or _CODES.get(status, "error"),
        "detail": detail,
    }
    body |= {name: value for name, value in members.items() if name not in body}
    return JSONResponse(body, status, headers=dict(headers or {}), media_type="application/problem+json")


def _of_ours(request: Request, error: Exception) -> JSONResponse:
    del request
    assert isinstance(error, TiermemError)
    status = status_of(error)
    if status == 500:
        _LOG.error("a request failed", exc_info=error)
        return problem(
            500, "Something in tiermem failed. The log of the server has the reason.", code="failed"
        )
    facts = error.as_dict()
    detail = error.for_people
    if isinstance(error, UnknownEntry):
        detail = f"There is no memory {error.entry_id!r}."
    if isinstance(error, SameSubject):
        found = facts["entry"]
        found.pop("scope_id", None)
        detail = f"Memory {found['id']} is about {found['subject']!r} already: {found['content']!r}."
        facts["suggestion"] = (
            f"Update it with PUT /api/memory/{found['id']}, or say allow_same_subject to keep both."
        )
    headers = {"Retry-After": "1"} if status == 503 else {}
    del facts["message"]
    return problem(status, detail, code=facts.pop("code"), headers=headers, **facts)


def _of_request(request: Request, error: Exception) -> JSONResponse:
    """Return a request that is not valid, part by part, without what was sent."""
    del request
    assert isinstance(error, RequestValidationError)
    told = [
        {"where": _place(one["loc"]), "problem": clean(str(one["msg"])), "kind": str(one["type"])}
        for one in error.errors()
    ]
    is_broken = any(one["kind"] == "json_invalid" for one in told)
    parts = "; ".join(f"{one['where']}: {one['problem']}" for one in told[:5])
    if is_broken:
        return problem(400, f"The body is no JSON: {parts}.", errors=told)
    return problem(422, f"The request is not valid. {parts}.", errors=told)


def _place(place: Iterable[str | int]) -> str:
    return clean(".".join(map(str, place)))[:200]


def _of_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_allowed(request)))
        return problem(405, f"This path has no {request.method}.", headers=headers)
    if error.status_code == 404:
        return problem(404, "There is nothing here.", headers=headers)
    return problem(error.status_code, str(error.detail), headers=headers)


def _allowed(request: Request) -> set[str]:
    """Return the methods of all routes of a path; the framework names those of the first alone."""
    return {
        method
        for method in _METHODS
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL
            for route in request.app.routes
        )
    }


def _of_fault(request: Request, error: Exception) -> JSONResponse:
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem(500, "Something in tiermem failed. The log of the server has the reason.", code="failed")


def handle(app: FastAPI) -> None:
    """Answer the errors of an application as problems."""
    app.add_exception_handler(TiermemError, _of_ours)
    app.add_exception_handler(RequestValidationError, _of_request)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(Exception, _of_fault)

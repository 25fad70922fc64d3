"""Errors as RFC 9457 problems: one mapping for routes, guard and framework, and the refusals that only HTTP knows."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from tiermem.doors.server.serving import NotFound
from tiermem.doors.server.shapes.common import AT_LEAST_FIVE, SAYS
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


class WrongState(WriteRefused):
    """The subject of the request was decided, finished or reopened before.

    Args:
        problem: What is the case, as a sentence.
        state: Its present state.
        content: Its present content, if it has one.
    """

    code = "wrong_state"

    def __init__(self, problem: str, state: str, content: str | None = None) -> None:
        self.state, self.content = state, content
        super().__init__(problem)

    def details(self) -> Mapping[str, Any]:
        """Return the present state."""
        return {"state": self.state} | ({} if self.content is None else {"content": self.content})


class Stale(WriteRefused):
    """The edited text has changed since it was read; nothing was written."""

    code = "conflict"

    def __init__(self, what: str, content: str) -> None:
        self.content = content
        super().__init__(
            f"{what} has changed since it was read. Read it again, and decide with what it says now."
        )

    def details(self) -> Mapping[str, Any]:
        """Return the present content."""
        return {"content": self.content}


_LOG = logging.getLogger("tiermem")
Page: TypeAlias = Callable[[Request, int, str], Response]
MEDIA_TYPE = "application/problem+json"
SIGN_IN_NEEDED = (
    "Sign in with a link ('tiermem serve --http --link') or send a token ('tiermem token add') as "
    "'Authorization: Bearer TOKEN'."
)
_NO_PAGE = "There is no such page."
_FAILED = "Something in tiermem failed. The log of the server has the reason."
_BUSY = "The store is busy. Try again in a moment."
_UNUSABLE = "The store cannot be used. The log of the server has the reason."
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
_SENTENCE = re.compile(r"(?<=[.!?]) +(?=['A-Z])")
_COMMAND = re.compile(r"'tiermem ([a-z]+(?: --archive)?)[^']*'")
_ELSEWHERE = re.compile(r"'tiermem |(?<![^\s'])--[a-z]|pip install")
"""Steps for somebody at the machine alone: a command, a flag, an installation."""
_PLAIN: Mapping[str | None, str] = {
    AT_LEAST_FIVE: "String should have at least 5 characters, without spaces around them",
    SAYS: "String should not be empty",
}
"""Pattern → what a text that does not match it is told."""
ROUTES: Mapping[str, str] = {
    "edit": "PUT /api/memory/{id}",
    "export": "GET /api/export",
    "history": "GET /api/memory/{id}",
    "list": "GET /api/memory/",
    "pending": "GET /api/pending",
    "profile": "GET /api/profile",
    "restore": "POST /api/memory/{id}/restore",
    "search": "GET /api/memory/?q=WORDS",
    "search --archive": "GET /api/sessions",
    "tasks": "GET /api/tasks",
    "undo": "POST /api/memory/{id}/undo",
    "worker": "POST /api/observations/process",
}
"""Verb of the command line → the route that does the same."""
_MEMBERS = frozenset({"type", "title", "status", "code", "detail", "headers"})


def status_of(error: TiermemError) -> int:
    """Return the status of an error."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def told(error: TiermemError, message: str, ways: Mapping[str, str] | None = None) -> str:
    """Return the message of an error for whoever is not at this machine.

    It names no path of this machine, and no command of another door.

    Args:
        error: The error.
        message: Its own message, which is returned if nothing speaks against it.
        ways: Verb of the command line → how the same is done here; a sentence that names another one is left out.
    """
    match error:
        case _ if status_of(error) == 500:
            return _FAILED
        case StoreError():
            return _BUSY if error.is_busy else _UNUSABLE
        case UnknownEntry():
            return f"There is no memory {error.entry_id!r}."
        case Outdated():
            since, then = ("later", " Undo that first.") if error.seen is None else ("since you read it", "")
            return f"Memory {error.entry_id} was changed {since}: it says {error.content!r} now.{then}"
        case SameSubject():
            found = error.existing
            return f"Memory {found['id']} is about {found['subject']!r} already: {found['content']!r}."
        case _:
            return _in_place(message, ways or {})


def _in_place(message: str, ways: Mapping[str, str]) -> str:
    """Return a message with the ways of this door in place of the command line's, or without them."""
    kept = []
    for sentence in _SENTENCE.split(message):
        said = _COMMAND.sub(lambda named: ways.get(named[1], named[0]), sentence)
        if not _ELSEWHERE.search(said):
            kept.append(said)
    return " ".join(kept) or "The request is invalid."


def log(error: TiermemError, request: Request) -> None:
    """Log an error whose own message the caller is not told."""
    if status_of(error) == 500 or (isinstance(error, StoreError) and not error.is_busy):
        _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)


def problem(
    status: int, code: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any
) -> JSONResponse:
    """Return an answer of the form of RFC 9457.

    Args:
        status: The status.
        code: A stable identifier for programs.
        detail: The message for people.
        headers: Headers of the answer.
        more: Further fields.
    """
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
    return JSONResponse(body, status, dict(headers or {}), MEDIA_TYPE)


def _of_tiermem(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, TiermemError)
    log(error, request)
    status = status_of(error)
    if status == 500:
        return problem(status, "failed", _FAILED)
    # What else is known of a store's error is about files of this machine.
    data: dict[str, Any] = {"code": error.code} if isinstance(error, StoreError) else error.as_dict()
    code, detail = data.pop("code"), told(error, data.pop("message", ""), ROUTES)
    if isinstance(error, SameSubject):
        found = {name: value for name, value in data["entry"].items() if name != "scope_id"}
        is_new = found["updated_at"] == found["created_at"]
        data["entry"] = found | {"updated_at": None if is_new else found["updated_at"]}
        way_out = f"Update it with PUT /api/memory/{found['id']}, or say allow_same_subject to keep both."
        data["suggestion"] = way_out
    # A problem's own members come first: an error may have a status or a title of its own.
    facts = {name: value for name, value in data.items() if name not in _MEMBERS}
    return problem(status, code, detail, {"Retry-After": "1"} if status == 503 else None, **facts)


def _of_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    errors = [
        {
            "place": clean(".".join(map(str, one["loc"])))[:200],
            "message": _PLAIN.get(one.get("ctx", {}).get("pattern"), clean(one["msg"])),
            "kind": one["type"],
        }
        for one in error.errors()
    ]
    if any(one["kind"] == "json_invalid" for one in errors):
        return problem(400, "invalid_json", "The body is not JSON.", errors=errors)
    first = f"{errors[0]['place']}: {errors[0]['message']}." if errors else "The request is invalid."
    return problem(422, "invalid_request", first, errors=errors)


def _of_http(page: Page, request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if _is_for_a_person(request):
        return page(request, error.status_code, _NO_PAGE if error.status_code == 404 else str(error.detail))
    headers = dict(error.headers or {})
    if error.status_code == 405:  # the framework names the methods of one route alone
        headers["Allow"] = ", ".join(_methods(request))
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
    return problem(error.status_code, code, str(error.detail), headers)


def _methods(request: Request) -> list[str]:
    found: set[str] = set()
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        scope = {**request.scope, "method": method}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes):
            found.add(method)
    return sorted(found | ({"HEAD"} if "GET" in found else set()))


def _of_bug(request: Request, error: Exception) -> JSONResponse:
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem(500, "failed", _FAILED)


def _is_for_a_person(request: Request) -> bool:
    """Return True if a browser asks for a page."""
    is_page = not request.url.path.startswith(("/api", "/metrics", "/static"))
    return is_page and "text/html" in request.headers.get("accept", "")


def handle(app: FastAPI, page: Page) -> None:
    """Answer the errors of an application as problems, without anything internal.

    Args:
        app: The application.
        page: Returns a page for a person in a browser, of a status and a message.
    """
    app.add_exception_handler(TiermemError, _of_tiermem)
    app.add_exception_handler(RequestValidationError, _of_request)
    app.add_exception_handler(HTTPException, partial(_of_http, page))
    app.add_exception_handler(Exception, _of_bug)

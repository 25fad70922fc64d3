"""Guard every request before it is routed: its host, its origin, its size, its caller.

A page of another site can send requests to a server on this machine, and by DNS rebinding it can even give them an
origin of its own. So the ``Host`` header must be exact, requests of other origins are refused (a page on another port
of this machine counts as another origin: browsers send it even ``SameSite=Strict`` cookies), and every request needs a
session or a token. This is what Jupyter, Syncthing and Datasette do, together.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from anyio import to_thread

from tiermem.doors.server.problems import SIGN_IN_NEEDED, problem
from tiermem.doors.server.serving import Caller
from tiermem.doors.server.sign_in import SignIn, sign_in_page
from tiermem.values import AccessToken

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
"""An ASGI application."""

MOST_BODY = 1_000_000
"""Maximum bytes of a request's body."""
MOST_IMPORT = 64_000_000
"""The same for `IMPORTING`."""
IMPORTING = "/api/import"
BODY_S = 30.0
"""Seconds for a client to send a body of `MOST_BODY` bytes; larger ones get as much for each megabyte."""
_HTTP_PORT = 80
"""The port that browsers leave out of ``Host``."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OPEN = ("/static/", "/sign-in")
"""Beginnings of paths that need no caller."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Sequence[tuple[bytes, bytes]] = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


@dataclass(frozen=True)
class Access:
    """The sessions, tokens and host names that the server accepts.

    Attributes:
        sign_in: The sessions of browsers.
        find_token: Returns the record of a token's text; called in a thread.
        hosts: Values of ``Host`` that are accepted beside the address that a connection was made to.
        secure: True if TLS is in front: pages have ``https`` origins, and cookies are sent over it alone.
        store: The store that the tokens are of; they open no other one. None for whatever is served.
    """

    sign_in: SignIn
    find_token: Callable[[str], AccessToken | None]
    hosts: frozenset[str] = field(default_factory=frozenset)
    secure: bool = False
    store: str | None = None

    def caller_of(self, token: str) -> Caller | None:
        """Return the caller of a token's text; None if it is unknown, revoked or expired."""
        found = self.find_token(token)
        return None if found is None else Caller(found.user, self.store)


class Guard:
    """An ASGI application that passes on what may come in, and adds the security headers to every answer."""

    def __init__(self, app: App, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; what is not HTTP goes on as it is."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = partial(_with_headers, send, scope)
        headers = _headers(scope)
        refused = self._refusal(scope, headers) or _too_large(scope, headers)
        if refused is not None:
            await refused(scope, receive, send)
            return
        if not scope["path"].startswith(_OPEN):
            caller = await self._caller(headers)
            if caller is None:
                await self._ask_to_sign_in(scope, receive, send, headers)
                return
            scope["tiermem.caller"] = caller
            scope["tiermem.caller_now"] = partial(self._caller, headers)
        if self._access.secure:
            scope["scheme"] = "https"  # for redirects
        scope["tiermem.access"] = self._access
        body = _Body(receive, _limit(scope))
        try:
            await self._app(scope, body.receive, partial(body.send, send))
        except Exception:
            if body.problem is None:
                raise
        if body.problem is not None and not body.answered:
            await body.problem(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Mapping[bytes, Sequence[str]]) -> App | None:
        """Return the answer to a request under another name or from another origin; None to go on."""
        hosts = headers.get(b"host", ())
        if len(hosts) != 1 or not self._is_ours(scope, hosts[0]):
            return problem(403, "bad_host", "This server is not reached under that name.")
        own = f"{'https' if self._access.secure else 'http'}://{hosts[0]}"
        sites, origins = headers.get(b"sec-fetch-site", ()), headers.get(b"origin", ())
        is_foreign = any(one not in ("same-origin", "none") for one in sites)
        if scope["method"] in _SAFE:
            # A link on another site may lead here, but no other request of its pages.
            is_foreign = is_foreign and headers.get(b"sec-fetch-mode") != ["navigate"]
        elif not sites:
            is_foreign = any(one != own for one in origins)
        elif not is_foreign:
            # Our pages send "null", as they send no referrer. A proxy may speak TLS without `secure`.
            is_foreign = any(one != "null" and one.partition("://")[2] != hosts[0] for one in origins)
        if is_foreign:
            return problem(403, "other_origin", "Requests of other sites are refused.")
        return None

    def _is_ours(self, scope: Scope, host: str) -> bool:
        """Return True for a name that this server has, or the very address that the connection was made to."""
        if host in self._access.hosts:
            return True
        address, port = scope.get("server") or ("", None)
        address = address.removeprefix("::ffff:")  # an IPv4 connection to a socket of IPv6
        literal = f"[{address}]" if ":" in address else address
        return host == f"{literal}:{port}" or (host == literal and port == _HTTP_PORT)

    async def _caller(self, headers: Mapping[bytes, Sequence[str]]) -> Caller | None:
        """Return the caller by token or session; None without either. A wrong token is no caller."""
        for value in headers.get(b"authorization", ()):
            kind, _, text = value.partition(" ")
            if kind.lower() != "bearer":
                return None
            return await to_thread.run_sync(self._access.caller_of, text.strip())
        cookies = headers.get(b"cookie", ())
        session = self._access.sign_in.session(cookies)
        if session is None or session.token is None:
            return None if session is None else session.caller
        caller = await to_thread.run_sync(self._access.caller_of, session.token)
        if caller is None:  # revoked or expired since
            self._access.sign_in.end(cookies)
        return caller

    async def _ask_to_sign_in(
        self, scope: Scope, receive: Receive, send: Send, headers: Mapping[bytes, Sequence[str]]
    ) -> None:
        answer: App
        if scope["path"].startswith(("/api", "/metrics")):
            answer = problem(401, "sign_in", SIGN_IN_NEEDED, {"WWW-Authenticate": "Bearer"})
        elif b"hx-request" in headers:
            answer = problem(401, "sign_in", SIGN_IN_NEEDED, {"HX-Redirect": "/sign-in"})
        else:
            answer = sign_in_page(401)
        await answer(scope, receive, send)


def _headers(scope: Scope) -> Mapping[bytes, Sequence[str]]:
    found: dict[bytes, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.lower(), []).append(value.decode("latin-1"))
    return found


async def _with_headers(send: Send, scope: Scope, message: Message) -> None:
    if message["type"] == "http.response.start":
        given = {name.lower() for name, _ in message.get("headers", ())}
        added = [one for one in _HEADERS if one[0] not in given]
        if b"cache-control" not in given and not scope["path"].startswith("/static/"):
            added.append((b"cache-control", b"no-store"))
        message = {**message, "headers": [*message.get("headers", ()), *added]}
    await send(message)


def _limit(scope: Scope) -> int:
    return MOST_IMPORT if scope["path"] == IMPORTING else MOST_BODY


def _body_problem(limit: int) -> App:
    return problem(413, "body_too_large", f"The body has more than {limit:,} bytes.", {"Connection": "close"})


def _too_large(scope: Scope, headers: Mapping[bytes, Sequence[str]]) -> App | None:
    """Return the answer to a request that announces too large a body, before any of it is read."""
    limit = _limit(scope)
    for value in headers.get(b"content-length", ()):
        if not value.isascii() or not value.isdecimal() or int(value) > limit:
            return _body_problem(limit)
    return None


class _Body:
    """The body of a request: bounded in size and in the time that it takes to arrive.

    Attributes:
        problem: The answer, once a bound was passed: the rest is not read.
        answered: True if an answer has begun.
    """

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        self._size = 0
        self._is_whole = False
        self._until = time.monotonic() + BODY_S * max(1, limit // MOST_BODY)
        self.problem: App | None = None
        self.answered = False

    async def receive(self) -> Message:
        """Return the next part."""
        if self._is_whole:
            return await self._receive()
        try:
            async with asyncio.timeout(self._until - time.monotonic()):
                message = await self._receive()
        except TimeoutError:
            self.problem = problem(
                408, "too_slow", "The body did not arrive in time.", {"Connection": "close"}
            )
            return {"type": "http.disconnect"}
        self._size += len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        if self._size > self._limit:
            self.problem = _body_problem(self._limit)
            return {"type": "http.disconnect"}
        return message

    async def send(self, send: Send, message: Message) -> None:
        """Send a part of the answer, unless a bound was passed before it began."""
        if self.problem is not None and not self.answered:
            return
        self.answered = True
        await send(message)

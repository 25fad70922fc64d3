"""Sign browsers in: by a one-time link that the server opens, or by a token. Sessions are kept in memory."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any
from urllib.parse import parse_qs

from anyio import to_thread
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.requests import cookie_parser

from tiermem.doors.server.serving import Caller
from tiermem.values.frozen import dataclass

LINK_S = 60.0
"""Seconds for which a link may be used, once."""
IDLE_S = 12 * 3600.0
"""Seconds without a request after which a session ends."""
_MOST = 1_000
"""Maximum open links, and maximum sessions; the oldest ends first."""
_SIZE = 32
"""Random bytes of links and sessions."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in.

    Attributes:
        caller: Who signed in.
        token: The token that it was done with, which must still be good; None for a link.
    """

    caller: Caller
    token: str | None = None


class SignIn:
    """The open links and the sessions of a running server.

    Args:
        cookie: The name of the cookie. It holds the port, because browsers send cookies to all ports of a host.
        secure: True if cookies are to be sent over TLS alone.
        clock: Seconds that never go back.

    Attributes:
        control: The key by which the person who started the server asks for another link.
    """

    def __init__(
        self, cookie: str, *, secure: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.cookie = cookie
        self.secure = secure
        self.control = secrets.token_urlsafe(_SIZE)
        self._clock = clock
        self._links: dict[str, float] = {}
        self._sessions: dict[str, tuple[Session, float]] = {}
        self._lock = threading.Lock()

    def new_link(self) -> str:
        """Return the key of a new link, which signs in once as the store's administrator."""
        key = secrets.token_urlsafe(_SIZE)
        with self._lock:
            self._links[key] = self._clock() + LINK_S
            while len(self._links) > _MOST:
                del self._links[next(iter(self._links))]
        return key

    def redeem(self, key: str) -> str | None:
        """Return a new session for a link's key; None if it was used, is too old or never was."""
        with self._lock:
            until = self._links.pop(key, None)
        return None if until is None or until < self._clock() else self.begin(Caller())

    def begin(self, caller: Caller, token: str | None = None) -> str:
        """Begin a session, which ends with its token, and return its id."""
        key = secrets.token_urlsafe(_SIZE)
        with self._lock:
            self._sessions[key] = (Session(caller, token), self._clock() + IDLE_S)
            while len(self._sessions) > _MOST:
                del self._sessions[next(iter(self._sessions))]
        return key

    def session(self, cookies: Sequence[str]) -> Session | None:
        """Return the session that the cookie headers name, and prolong it; None if there is none."""
        key = self._named(cookies)
        with self._lock:
            session, until = self._sessions.pop(key, (None, 0.0))
            if session is None or until < self._clock():
                return None
            self._sessions[key] = (session, self._clock() + IDLE_S)
            return session

    def end(self, cookies: Sequence[str]) -> None:
        """End the session that the cookie headers name."""
        with self._lock:
            self._sessions.pop(self._named(cookies), None)

    def _named(self, cookies: Sequence[str]) -> str:
        # Cookies of other programs on this host come too, whatever they hold: `SimpleCookie` gives up at the first
        # that is malformed.
        return cookie_parser("; ".join(cookies)).get(self.cookie, "")


router = APIRouter(include_in_schema=False)

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
{head}<title>{title} · tiermem</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/panel.css">
</head>
<body class="sign-in">
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""
_FORM = """\
<p>{told}</p>
<p>On the machine that runs the server, <code>tiermem serve --http --link</code> opens this page with a new link.</p>
<form method="post" action="/sign-in">
<label>Or sign in with a token <input type="password" name="token" autocomplete="current-password" required></label>
<button class="main">Sign in</button>
</form>"""
_TOLD = "Your memory opens after you sign in."
_USED = "This link was used before or is older than a minute."
_WRONG = "This token is unknown, revoked or expired."


def sign_in_page(status: int, told: str = _TOLD) -> Response:
    """Return the page that says how to sign in."""
    return HTMLResponse(_PAGE.format(title="Sign in", head="", body=_FORM.format(told=told)), status)


def _signed_in(request: Request, session: str) -> Response:
    """Set the cookie and lead to the panel.

    A page leads there rather than a redirect: a browser sends a ``SameSite=Strict`` cookie only when the request comes
    from a page of this site, and the link may have been opened from a file or a mail.
    """
    head = '<meta http-equiv="refresh" content="0; url=/">\n'
    body = '<p><a href="/">Open your memory</a></p>'
    answer = HTMLResponse(_PAGE.format(title="Signed in", head=head, body=body))
    sign_in = _of(request)
    answer.set_cookie(
        sign_in.cookie, session, path="/", secure=sign_in.secure, httponly=True, samesite="strict"
    )
    return answer


def _of(request: Request) -> SignIn:
    found: SignIn = request.scope["tiermem.access"].sign_in
    return found


@router.get("/sign-in")
def sign_in(request: Request, link: Annotated[str | None, Query()] = None) -> Response:
    """Redeem a link, or show how to sign in."""
    if link is None:
        return sign_in_page(200)
    session = _of(request).redeem(link)
    return sign_in_page(403, _USED) if session is None else _signed_in(request, session)


@router.post("/sign-in")
async def sign_in_by_token(request: Request) -> Response:
    """Begin a session for the caller of a token."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"))
    token = fields.get("token", [""])[0].strip()
    caller = await to_thread.run_sync(request.scope["tiermem.access"].caller_of, token)
    if caller is None:
        return sign_in_page(403, _WRONG)
    return _signed_in(request, _of(request).begin(caller, token))


@router.post("/sign-in/links")
def another_link(request: Request) -> Response:
    """Return the key of a new link to whoever holds the control key."""
    given = request.headers.get("x-tiermem-control", "")
    if not hmac.compare_digest(given.encode(), _of(request).control.encode()):
        return JSONResponse({"detail": "The control key is wrong."}, 403)
    return JSONResponse({"link": _of(request).new_link()})


@router.post("/sign-out")
def sign_out(request: Request) -> Response:
    """End the session."""
    _of(request).end(request.headers.getlist("cookie"))
    answer: Any = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(_of(request).cookie, path="/")
    return answer  # type: ignore[no-any-return]

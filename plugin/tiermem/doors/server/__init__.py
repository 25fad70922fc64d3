"""Serve the REST API and the panel over HTTP: the extra ``server``."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tiermem.doors.server.links import answering, link_path, open_browser
from tiermem.errors import InputError
from tiermem.support.resources import install_command

if TYPE_CHECKING:
    from tiermem.doors.server.guard import App, Message, Scope
    from tiermem.doors.server.serving import Serving
    from tiermem.doors.server.sign_in import SignIn
    from tiermem.memory.memory import Memory

PORT = 8765
"""The default port."""
_BACKLOG = 2048
"""Maximum connections that wait to be accepted."""
_SWITCH_S = 0.001
"""Seconds after which a thread that computes lets the others run; Python's own 5 ms make each answer wait several times
(``python -m benchmarks.http_load``)."""


def serving(config: str | None, agent: str | None, store: str | None, user: str | None = None) -> Serving:
    """Return the memories to serve, see `Serving`.

    Raises:
        InputError: The extra is not installed.
        ConfigError: The YAML is invalid.
    """
    try:
        from tiermem.doors.server.serving import Serving
    except ModuleNotFoundError as error:
        raise InputError(
            f"Serving over HTTP needs {error.name}. Install it with: {install_command('server')}."
        ) from error
    return Serving(config, agent, store, user)


def serve(
    serving: Serving,
    host: str,
    port: int,
    *,
    names: Sequence[str] = (),
    secure: bool = False,
    say: Callable[[str], None],
    browser: bool,
) -> None:
    """Serve until a signal ends it.

    Args:
        serving: The memories.
        host: The address to listen on. Any but a loopback address needs a token.
        port: The port; 0 for any free one.
        names: Further names under which the server is reached, as ``memory.example`` or ``memory.example:8443``.
        secure: True if TLS is in front.
        say: Shows a line to the person who started it.
        browser: Open the panel in the person's browser.

    Raises:
        InputError: The address cannot be listened on, or has no token.
        TiermemError: The memory cannot be opened.
    """
    from tiermem.doors.server.app import create_app
    from tiermem.doors.server.events import Streams
    from tiermem.doors.server.guard import Access
    from tiermem.doors.server.sign_in import SignIn
    from tiermem.doors.server.uvicorn_server import Server, config_of

    memory = serving.memory()
    is_local = _is_loopback(host)
    if not is_local:
        _ensure_token(memory, host)
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    own_names = (name, "localhost") if is_local else (name,)
    names = [*names, *(f"{one}:{port}" for one in own_names)]
    sign_in = SignIn(f"tiermem-{port}", secure=secure)
    access = Access(sign_in, memory.tokens.find, frozenset(names), secure, memory.url)
    streams = Streams()
    app = create_app(serving, access, streams)
    server = Server(config_of(app), streams.stopping.set)
    _warm_up(app, f"{name}:{port}", sign_in)
    address = f"http://{name}:{port}"
    with listening, answering(address, port, sign_in.control):
        if is_local:
            link = address + link_path(sign_in.new_link())
            say(f"The memory is at {address}/. Open it within a minute with {link}")
            if browser:
                open_browser(link, port)
        else:
            say(f"The memory is at {address}/. Sign in with a token.")
        server.run(sockets=[listening])


def _ensure_token(memory: Memory, host: str) -> None:
    """Check that somebody can come in to an address that others reach.

    Raises:
        InputError: There is no token.
    """
    if not memory.tokens.list():
        raise InputError(
            f"Whoever reaches {host} needs a token to come in, and there is none. Make one first, with "
            "'tiermem token add --user NAME' or '--admin'."
        )


def _warm_up(app: App, host: str, sign_in: SignIn) -> None:
    """Keep any single answer from taking much longer than the others."""
    sys.setswitchinterval(_SWITCH_S)
    _load_first_page(app, host, sign_in)
    gc.collect()
    gc.freeze()  # modules and routes are never garbage; looking for it among them took up to 97 ms now and then


def _load_first_page(app: App, host: str, sign_in: SignIn) -> None:
    """Answer the first page to nobody, so that no person waits for what is loaded on first use."""
    from tiermem.doors.server.serving import Caller

    cookie = f"{sign_in.cookie}={sign_in.begin(Caller())}"
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", host.encode()), (b"cookie", cookie.encode())],
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        """Drop the answer."""

    async def load() -> None:
        with contextlib.suppress(Exception):  # whoever opens the page sees what is wrong
            await app(scope, receive, send)

    asyncio.run(load())
    sign_in.end([cookie])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio switches Nagle's algorithm off only for sockets that name TCP; with it an answer is 40 ms late.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)  # whoever is told the address may connect at once
    except (OSError, OverflowError) as error:
        listening.close()
        told = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise InputError(
            f"Cannot listen on {host}:{port}: {told}. Choose another port with --port, or 0 for any free one."
        ) from error
    return listening

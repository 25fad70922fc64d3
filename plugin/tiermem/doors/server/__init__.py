"""Serve the REST API and the panel over HTTP: the extra ``server``."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import socket
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.doors.hook_client.resident_address import is_own, socket_path
from tiermem.errors import InputError
from tiermem.support.resources import install_command

if TYPE_CHECKING:
    from tiermem.doors.server.serving import Serving

PORT = 8765
"""The default port."""
_ASK_S = 5.0
_OPEN_FILE_S = 60.0
"""Seconds after which the file is deleted that a browser was opened with; its link is over then."""


def serving(config: str | None, agent: str | None, store: str | None) -> Serving:
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
    return Serving(config, agent, store)


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
    from tiermem.doors.server.sign_in import SignIn, link_path
    from tiermem.doors.server.uvicorn_server import Server, config_of

    memory = serving.memory()
    is_local = _is_loopback(host)
    if not is_local and not memory.tokens.list():
        raise InputError(
            f"Whoever reaches {host} needs a token to come in, and there is none. Make one first, with "
            "'tiermem token add --user NAME' or '--admin'."
        )
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    own = f"[{host}]" if ":" in host else host
    hosts = {f"{own}:{port}", *((f"localhost:{port}",) if is_local else ()), *names}
    sign_in = SignIn(f"tiermem-{port}", secure=secure)
    access = Access(sign_in, memory.tokens.find, frozenset(hosts), secure)
    streams = Streams()
    server = Server(config_of(create_app(serving, access, streams)), streams.stopping.set)
    address = f"http://{own}:{port}"
    with listening, _control(port, sign_in.control):
        if is_local:
            link = address + link_path(sign_in.new_link())
            say(f"The memory is at {address}/. Open it within a minute with {link}")
            if browser:
                open_browser(link, port)
        else:
            say(f"The memory is at {address}/. Sign in with a token.")
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        told = getattr(error, "strerror", None) or error
        raise InputError(
            f"Cannot listen on {host}:{port}: {told}. Choose another port with --port, or 0 for any free one."
        ) from error
    return listening


# -- another link ------------------------------------------------------------------------------------


def ask_for_link(port: int) -> str:
    """Return a new link to the server that this user started on a port.

    Raises:
        InputError: None runs there, or it does not answer.
    """
    try:
        control = json.loads(_control_file(port).read_text(encoding="utf-8"))["control"]
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/sign-in/links", method="POST", headers={"X-Tiermem-Control": control}
        )
        with urllib.request.urlopen(request, timeout=_ASK_S) as answer:  # noqa: S310
            return f"http://127.0.0.1:{port}{json.load(answer)['path']}"
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"No server of yours answers on port {port}. Start one with 'tiermem serve --http'."
        ) from error


@contextmanager
def _control(port: int, key: str) -> Iterator[None]:
    """Keep the key by which `ask_for_link` is let in, in a file that only this user can read."""
    file = _control_file(port)
    try:
        _write_own(file, json.dumps({"control": key}))
    except OSError:
        yield  # links are asked for in vain, and all else works
        return
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def _control_file(port: int) -> Path:
    return Path(socket_path()).parent / f"http-{port}.json"


def _write_own(file: Path, text: str) -> None:
    """Write a file that nobody else can read, in a folder that nobody else can write.

    Raises:
        OSError: It cannot be written, or the folder belongs to somebody else.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_own(str(file.parent)):
        raise OSError(f"{file.parent} is not this user's own")
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(text)


# -- the browser -------------------------------------------------------------------------------------


def open_browser(link: str, port: int) -> None:
    """Open a link in the person's browser, if there is one on this screen.

    Other users of a machine can read the arguments of a process, so that the browser gets the name of a file.
    """
    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not has_screen:
        return
    file = Path(socket_path()).parent / f"open-{port}.html"
    page = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={link}">'
    try:
        _write_own(file, page)
    except OSError:
        return
    forget = threading.Timer(_OPEN_FILE_S, file.unlink, kwargs={"missing_ok": True})
    forget.daemon = True
    forget.start()
    threading.Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True).start()

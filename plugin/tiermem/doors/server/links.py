"""Let in the person who started the server: by a link in the browser, and by another link on request.

The running server keeps its address and a key in a file that only this user can read. Other users of a machine can
read the arguments of its processes, so that a browser gets the name of such a file instead of the link.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tiermem.doors.hook_client.resident_address import is_own, socket_path
from tiermem.errors import InputError

_ASK_S = 5.0
_OPEN_FILE_S = 60.0
"""Seconds after which the browser's file is deleted; its link is over then."""
_LAUNCH_S = 10.0
"""Seconds for a browser to start, for a command that ends afterwards."""
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opens addresses of this machine, which no proxy must see."""


def link_path(key: str) -> str:
    """Return the path of a link."""
    return f"/sign-in?link={key}"


def ask_for_link(port: int) -> str:
    """Return a new link to the server that this user started on a port.

    Raises:
        InputError: None runs there, or it does not answer.
    """
    try:
        running = json.loads(_control_file(port).read_text(encoding="utf-8"))
        address = running["address"]
        request = urllib.request.Request(  # noqa: S310 the address is our own server's
            f"{address}/sign-in/links", method="POST", headers={"X-Tiermem-Control": running["control"]}
        )
        with DIRECT.open(request, timeout=_ASK_S) as answer:
            return f"{address}{link_path(json.load(answer)['link'])}"
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise InputError(
            f"No server of yours answers on port {port}. Start one with 'tiermem serve --http'."
        ) from error


@contextmanager
def answering(address: str, port: int, key: str) -> Iterator[None]:
    """Keep the address of a server, and the key by which `ask_for_link` is let in, while it runs."""
    file = _control_file(port)
    try:
        _write_own(file, json.dumps({"address": address, "control": key}))
    except OSError:
        yield  # another link cannot be asked for, and all else works
        return
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        _open_file(port).unlink(missing_ok=True)


def open_browser(link: str, port: int, *, wait: bool = False) -> None:
    """Open a link in the person's browser, if there is one on this screen.

    Args:
        link: The link.
        port: The server's port.
        wait: Wait until the browser has started, because the process ends then.
    """
    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not has_screen:
        return
    file = _open_file(port)
    page = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={link}">'
    try:
        _write_own(file, page)
    except OSError:
        return
    forget = threading.Timer(_OPEN_FILE_S, file.unlink, kwargs={"missing_ok": True})
    forget.daemon = True
    forget.start()
    opening = threading.Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True)
    opening.start()
    if wait:
        opening.join(_LAUNCH_S)


def _control_file(port: int) -> Path:
    return Path(socket_path()).parent / f"http-{port}.json"


def _open_file(port: int) -> Path:
    return Path(socket_path()).parent / f"open-{port}.html"


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

"""Ask a resident process for its state, or to exit, over its socket, which only its owner can use."""

from __future__ import annotations

import json
import socket
import sys
from typing import TYPE_CHECKING, Any

from tiermem.doors.hook_client.resident_address import is_own
from tiermem.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

STOP, STOPPING, STATUS = b"stop\n", b"stopping\n", b"status\n"
"""Requests, and the immediate answer to `STOP`, whose connection then stays open until the process exits."""
PATIENCE_S = 30.0
"""Seconds for it to answer, and then to finish its work and exit."""


def stop(path: Path) -> bool:
    """Stop the resident process that listens on *path* and wait for it; return False if there is none.

    Raises:
        InputError: It does not exit in time, or something else listens there.
    """
    answer = _exchange(path, STOP)
    if answer not in (None, STOPPING):
        raise _not_ours(path)
    return answer is not None


def status(path: Path) -> dict[str, Any] | None:
    """Return the state of the resident process that listens on *path*, or None if there is none.

    Raises:
        InputError: It does not answer, or something else listens there.
    """
    answer = _exchange(path, STATUS)
    if answer is None:
        return None
    try:
        state: dict[str, Any] = json.loads(answer)
    except ValueError:
        raise _not_ours(path) from None
    return state


def _by_hand(path: Path) -> str:
    """Return the command that kills the process that listens on *path*."""
    try:
        return f"kill {int(path.with_suffix('.lock').read_text())}"
    except (OSError, ValueError):
        return f"fuser -k {path}"


def _exchange(path: Path, request: bytes) -> bytes | None:
    """Send a request and return the whole answer; None if nothing listens."""
    if sys.platform == "win32":
        return None  # it has no Unix sockets in Python
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE_S)
        try:
            if not is_own(str(path.parent)):
                return None
            connection.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        except OSError as error:
            raise InputError(f"Cannot connect to a resident process on {path}: {error}.") from error
        answer = b""
        try:
            connection.sendall(request)
            while part := connection.recv(4096):
                answer += part
        except TimeoutError:
            raise InputError(
                f"The resident process on {path} did not finish within {PATIENCE_S:g} s. "
                f"Try again, or end it by hand: {_by_hand(path)}."
            ) from None
        except OSError:
            pass  # it has ended
    return answer


def _not_ours(path: Path) -> InputError:
    return InputError(
        f"The process that listens on {path} is not a resident process of this version. "
        f"End it by hand: {_by_hand(path)}."
    )

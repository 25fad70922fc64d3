"""How a resident process is told to end: over its own socket, so that nobody but its owner can."""

from __future__ import annotations

import socket
from pathlib import Path

from tiermem.doors.hook_client.asking import is_own
from tiermem.errors import InputError

STOP, STOPPING = b"stop\n", b"stopping\n"
"""What is said in place of a request, and what is answered at once; the connection lasts as long as the process."""
PATIENCE_S = 30.0
"""Seconds in which it has to answer, and then to end: what it works on is done first."""
_BY_HAND = "pkill -f 'tiermem serve'"


def stop(path: Path) -> bool:
    """Have the resident process end that listens on *path*, and wait until it has; False where none does.

    Raises:
        InputError: It does not end in time, or what listens there is something else.
    """
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE_S)
        try:
            if not is_own(str(path.parent)):
                return False
            connection.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        except OSError as error:
            raise InputError(f"Nothing can be said to a resident process on {path}: {error}.") from error
        answer = b""
        try:
            connection.sendall(STOP)
            while part := connection.recv(64):
                answer += part
        except TimeoutError:
            raise InputError(
                f"The resident process on {path} did not end within {PATIENCE_S:g} s. "
                f"Try again, or end it yourself: {_BY_HAND}."
            ) from None
        except OSError:
            pass  # it is gone
    if answer != STOPPING:
        raise InputError(
            f"What listens on {path} is no resident process of this version. End it yourself: {_BY_HAND}."
        )
    return True

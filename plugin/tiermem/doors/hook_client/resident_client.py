"""Send a hook's input to the resident process and print its answer. If none runs, answer here and start one.

This module is imported without ``site`` and imports only built-in modules, so that it starts almost as fast as Python
itself.

Both sides use a socket that belongs to the user. A request is ``HEAD LENGTH`` in bytes and a line feed, the head
(fields separated by NUL: `identity`, `DEFAULTS`, the working folder, the arguments) and the input. An answer is two
lengths, the text for standard output and the text for standard error. A dot follows once the event is stored or the
resident process has taken over trying.
"""

import os
import sys

from resident_address import DEFAULTS, IDLE_MINUTES, PACKAGE, identity, is_own, socket_path

TYPE_CHECKING = False  # importing it takes time
if TYPE_CHECKING:
    from _socket import socket

PATIENCE_S = 3.0
"""Seconds for the resident process to answer. Hosts wait for ten, and the hook may have to answer itself."""
KEPT_S = 0.5
"""Seconds to wait after printing the answer until the resident process has stored the event."""

_LETTERS = bytes(97 + place % 16 for place in range(256))
"""A letter for each byte: an id with digits might be the number of a card, and is looked at more closely."""


def idle_minutes(arguments: list[str]) -> str:
    """Return the minutes without a call after which a resident process exits; "" to use none.

    ``TIERMEM_RESIDENT`` overrides the flag ``--resident``; 0 and "off" mean none.
    """
    flag = arguments[arguments.index("--resident") + 1 :][:1] if "--resident" in arguments else []
    minutes = os.environ.get("TIERMEM_RESIDENT") or (flag[0] if flag else IDLE_MINUTES)
    return "" if minutes in ("0", "off") else minutes


def main(arguments: list[str]) -> None:
    """Answer one event of a host on standard output. The exit status is always 0."""
    if os.environ.get("TIERMEM_OFF", "0") not in ("", "0"):
        return
    try:
        arguments = [*arguments, "--request", os.urandom(16).translate(_LETTERS).decode()]
        text = _input()
        minutes = idle_minutes(arguments)
        connection = _connection() if minutes else None
        answer = _asked(connection, arguments, text) if connection else None
        if answer is None:
            _answer_here(arguments, text, "" if connection else minutes)
        else:
            _write(1, answer[0])
            _write(2, answer[1])
            if connection and not _is_kept(connection, answer[2]):
                _answer_here([*arguments, "--late", "0"], text, "")
    except Exception as error:  # noqa: BLE001 the host goes on
        _write(2, f"tiermem: {type(error).__name__}: {error}\n".encode("utf-8", "replace"))
    os._exit(0)  # skips Python's cleanup, which takes a while


def _input() -> bytes:
    parts = []
    while part := os.read(0, 65_536):
        parts.append(part)
    return b"".join(parts)


def _write(file: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(file, data) :]
    except OSError:
        pass  # nobody reads it


def _connection() -> "socket | None":
    """Return a socket connected to the resident process, or None if none listens."""
    if sys.platform == "win32":
        return None
    try:
        import _socket

        path = socket_path()
        if not is_own(os.path.dirname(path)):
            return None
        connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        connection.settimeout(PATIENCE_S)
        connection.connect(path)
    except (ImportError, AttributeError, OSError):
        return None
    return connection


def _asked(connection: "socket", arguments: list[str], text: bytes) -> "tuple[bytes, bytes, bytes] | None":
    """Return the resident process's answer and the bytes after it, or None if it cannot answer."""
    try:
        defaults = [os.environ.get(name, "") for name in DEFAULTS]
        fields = [*identity(), *defaults, os.getcwd(), *arguments]
        head = b"\0".join(os.fsencode(field) for field in fields)
        connection.sendall(b"%d %d\n" % (len(head), len(text)) + head + text)
        received, whole = b"", 0
        while len(received) < whole or not whole:
            part = connection.recv(65_536)
            if not part:
                return None
            received += part
            if not whole and b"\n" in received:
                lengths, _, _ = received.partition(b"\n")
                out, notes = map(int, lengths.split())
                whole = len(lengths) + 1 + out + notes
    except TimeoutError:
        os.unlink(socket_path())
        return None
    except (OSError, ValueError):
        return None
    answer = received[whole - out - notes : whole]
    return answer[:out], answer[out:], received[whole:]


def _is_kept(connection: "socket", received: bytes) -> bool:
    """Return True if the resident process stored the event or is still waiting for the store.

    Args:
        connection: The connection to the resident process.
        received: The bytes after the answer: the dot, if nothing had to be stored.
    """
    try:
        connection.settimeout(KEPT_S)
        return (received or connection.recv(1)) == b"."
    except TimeoutError:
        return True
    except OSError:
        return False


def _answer_here(arguments: list[str], text: bytes, minutes: str) -> None:
    """Answer in this process, then start a resident one for *minutes* unless that is ""."""
    import gc
    import site

    gc.disable()  # the process ends before there is garbage worth collecting
    own = os.path.dirname(__file__)
    sys.path[:] = [one for one in sys.path if one != own]  # every import would look there first
    behind_standard_library = len(sys.path)
    site.main()
    folder = os.path.dirname(PACKAGE)
    sys.path.insert(behind_standard_library, folder)
    if not os.path.isdir(f"{folder}/tiermem_hooks"):
        sys.path.append(os.path.join(os.path.dirname(folder), "hooks"))
    from tiermem.doors.hook import answer_one

    answer_one(arguments, text, resident=minutes)
    sys.stdout.flush()
    sys.stderr.flush()

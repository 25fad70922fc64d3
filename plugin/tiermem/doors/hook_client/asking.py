"""A hook's input to the resident process, and its answer back; where none runs, the work is done here.

It is imported without the ``site`` module and imports nothing that is not built in, so that it is started in little
more time than Python itself.

The two speak over a socket of the user's own. A request is ``HEAD LENGTH`` in bytes and a line feed, the head (fields
with NUL between them: `SAME`, `DEFAULTS`, the working folder, the arguments) and the input; an answer is two lengths
and what goes to standard output and to standard error.
"""

import os
import sys

SAME = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TIERMEM_PLUGINS")
"""Environment in which both must agree: on it depends which store is the default, and which plugins there are."""
DEFAULTS = ("TIERMEM_CONFIG", "TIERMEM_AGENT", "TIERMEM_STORE")
"""Environment that stands for arguments."""
PATIENCE_S = 8.0
"""Seconds in which the resident process has to answer; hosts wait for ten."""
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
"""The folder of the package, in which both must agree as well: another version may answer otherwise."""


def socket_path() -> str:
    """Where the resident process listens: ``TIERMEM_SOCKET``, or in the user's own folder for such things."""
    named = os.environ.get("TIERMEM_SOCKET")
    if named:
        return named
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base:
        return f"{base}/tiermem/hook.sock"
    return f"{os.environ.get('TMPDIR') or '/tmp'}/tiermem-{os.getuid()}/hook.sock"  # noqa: S108 a folder of 0700 in it


def identity() -> list[str]:
    """What a client and a resident process must agree in."""
    return [PACKAGE, *(os.environ.get(name, "") for name in SAME)]


def main(arguments: list[str]) -> None:
    """Answer one event of a host on standard output, and end with exit status 0 whatever happened."""
    text = _input()
    answer = None if "--flush" in arguments else _asked(arguments, text)
    if answer is None:
        _answer_here(arguments, text)
        return
    out, notes = answer
    os.write(2, notes)
    while out:
        out = out[os.write(1, out) :]
    os._exit(0)  # nothing is left that Python would have to tidy up, and that takes a while


def _input() -> bytes:
    parts = []
    while part := os.read(0, 65_536):
        parts.append(part)
    return b"".join(parts)


def _asked(arguments: list[str], text: bytes) -> "tuple[bytes, bytes] | None":
    """The resident process's answer; None where none runs, or it cannot answer this."""
    try:
        import _socket

        path = socket_path()
        if os.stat(os.path.dirname(path)).st_uid != os.getuid():  # noqa: PTH116, PTH120
            return None
        connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        connection.settimeout(PATIENCE_S)
        connection.connect(path)
        defaults = [os.environ.get(name, "") for name in DEFAULTS]
        fields = [*identity(), *defaults, os.getcwd(), *arguments]  # noqa: PTH109
        head = b"\0".join(os.fsencode(field) for field in fields)
        connection.sendall(b"%d %d\n" % (len(head), len(text)) + head + text)
        received = b""
        while part := connection.recv(65_536):
            received += part
    except (ImportError, AttributeError, OSError):
        return None
    lengths, separator, answer = received.partition(b"\n")
    if not separator:
        return None
    out, notes = map(int, lengths.split())
    return (answer[:out], answer[out:]) if len(answer) == out + notes else None


def _answer_here(arguments: list[str], text: bytes) -> None:
    import gc
    import site

    gc.disable()  # the process ends before there is garbage worth collecting
    site.main()
    folder = os.path.dirname(PACKAGE)  # noqa: PTH120
    sys.path[:0] = [folder, os.path.join(os.path.dirname(folder), "hooks")]  # noqa: PTH118, PTH120 a checkout has these
    from tiermem.doors.hook import answer_one

    answer_one(arguments, text)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)

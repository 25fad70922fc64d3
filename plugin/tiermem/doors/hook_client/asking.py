"""A hook's input to the resident process, and its answer back; where none runs, the work is done here.

It is imported without the ``site`` module and imports nothing that is not built in, so that it is started in little
more time than Python itself.

The two speak over a socket of the user's own. A request is ``HEAD LENGTH`` in bytes and a line feed, the head (fields
with NUL between them: `identity`, `DEFAULTS`, the working folder, the arguments) and the input; an answer is two
lengths and what goes to standard output and to standard error.
"""

import os
import sys

SAME = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TIERMEM_PLUGINS")
"""Environment in which both must agree: on it depends which store is the default, and which plugins there are."""
DEFAULTS = ("TIERMEM_CONFIG", "TIERMEM_AGENT", "TIERMEM_STORE")
"""Environment that stands for arguments."""
PATIENCE_S = 5.0
"""Seconds in which the resident process has to answer; hosts wait for ten, and the work may have to be done here."""
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120


def socket_path() -> str:
    """Where the resident process listens: ``TIERMEM_SOCKET``, or in the user's own folder for such things."""
    named = os.environ.get("TIERMEM_SOCKET")
    if named:
        return named
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base:
        return f"{base}/tiermem/hook.sock"
    return f"{os.environ.get('TMPDIR') or '/tmp'}/tiermem-{os.getuid()}/hook.sock"  # noqa: S108 a folder of 0700 in it


def is_own(folder: str) -> bool:
    """Whether a folder is the user's, no link, and nobody else's to write to."""
    state = os.lstat(folder)
    return state.st_uid == os.getuid() and not state.st_mode & 0o022 and state.st_mode & 0o170000 == 0o040000


def identity() -> list[str]:
    """What a client and a resident process must agree in.

    First where they are from: another folder is another installation. Then when something was put there or taken out:
    a process that began before may know an older version, or other plugins.
    """
    folders = (PACKAGE, os.path.dirname(PACKAGE))  # noqa: PTH120
    changed = " ".join(str(os.stat(folder).st_mtime_ns) for folder in folders)  # noqa: PTH116
    return [PACKAGE, changed, *(os.environ.get(name, "") for name in SAME)]


def main(arguments: list[str]) -> None:
    """Answer one event of a host on standard output, and end with exit status 0 whatever happened."""
    try:
        arguments = [*arguments, "--request", os.urandom(8).hex()]
        text = _input()
        answer = _asked(arguments, text)
        if answer is None:
            _answer_here(arguments, text)
        else:
            _write(1, answer[0])
            _write(2, answer[1])
    except Exception as error:  # noqa: BLE001 whatever it is, the host goes on
        _write(2, f"tiermem: {type(error).__name__}: {error}\n".encode("utf-8", "replace"))
    os._exit(0)  # nothing is left that Python would have to tidy up, and that takes a while


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


def _asked(arguments: list[str], text: bytes) -> "tuple[bytes, bytes] | None":
    """The resident process's answer; None where none runs, or it cannot answer this."""
    try:
        import _socket

        path = socket_path()
        if not is_own(os.path.dirname(path)):  # noqa: PTH120
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
        lengths, _, answer = received.partition(b"\n")
        out, notes = map(int, lengths.split())
    except (ImportError, AttributeError, OSError, ValueError):
        return None
    return (answer[:out], answer[out:]) if len(answer) == out + notes else None


def _answer_here(arguments: list[str], text: bytes) -> None:
    import gc
    import site

    gc.disable()  # the process ends before there is garbage worth collecting
    behind_standard_library = len(sys.path)
    site.main()
    folder = os.path.dirname(PACKAGE)  # noqa: PTH120
    sys.path.insert(behind_standard_library, folder)
    if not os.path.isdir(f"{folder}/tiermem_hooks"):  # noqa: PTH112 a checkout has them elsewhere
        sys.path.append(os.path.join(os.path.dirname(folder), "hooks"))  # noqa: PTH118, PTH120
    from tiermem.doors.hook import answer_one

    answer_one(arguments, text)
    sys.stdout.flush()
    sys.stderr.flush()

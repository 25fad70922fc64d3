"""Edit a text in the person's editor."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.doors.cli.output import Output

_USUAL = ("editor", "nano", "vi", "notepad")


@contextmanager
def edited(text: str, output: Output) -> Iterator[str]:
    """Yield *text* as the person's editor left it, with plain line feeds.

    If the block raises, a changed text stays in its file, and a note names the file.

    Raises:
        InputError: There is no editor, it failed, or what it left is not UTF-8 text.
    """
    command = _command()
    handle, name = tempfile.mkstemp(prefix="tiermem-", suffix=".md")
    path = Path(name)
    os.close(handle)
    path.write_bytes(text.encode())
    try:
        _run(command, path)
        yield _read(path)
    except BaseException:
        if path.is_file() and path.read_bytes().strip() not in (b"", text.encode().strip()):
            output.note(f"What you wrote is kept in {path}")
        else:
            path.unlink(missing_ok=True)
        raise
    path.unlink(missing_ok=True)


def _command() -> list[str]:
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    try:
        command = shlex.split(named or "", posix=os.name != "nt")
    except ValueError as error:
        raise InputError(f"VISUAL or EDITOR cannot be read as a command: {error}.") from error
    if not command and sys.stdin.isatty():
        command = [path for path in map(shutil.which, _USUAL) if path][:1]
    if not command:
        raise InputError("Set VISUAL or EDITOR to your editor, or give the text with --content.")
    return command


def _run(command: list[str], path: Path) -> None:
    try:
        status = subprocess.run([*command, str(path)], check=False).returncode  # noqa: S603 the person's own editor
    except OSError as error:
        raise InputError(
            f"The editor {command[0]!r} cannot be started: {error.strerror or error}."
        ) from error
    if status:
        raise InputError(f"The editor {command[0]!r} ended with status {status}; nothing was changed.")


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise InputError("The editor left no file; nothing was changed.") from None
    except UnicodeDecodeError as error:
        raise InputError("The edited text is not UTF-8; nothing was changed.") from error

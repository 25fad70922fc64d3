"""The program that hosts run as their command hook. It is minimal, because each message starts it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

LAUNCHER = Path(
    ".local", "share", "tiermem", "bin", "tiermem-hook.cmd" if sys.platform == "win32" else "tiermem-hook"
)
"""The program that hosts run, in the home folder. If it is missing, a shell exits with status 127; Python would exit
with 2, which some hosts take as a refusal of the prompt."""
_LONGEST = 120
"""Maximum characters of an interpreter's path in the first line of a script on any Linux."""
_ABOUT = "Answers the hooks of coding agents. Written by 'tiermem install', removed by 'tiermem uninstall'."


def command() -> tuple[str, ...]:
    """Return the program and its first arguments if no launcher is installed."""
    return (sys.executable, "-I", "-S", "-c", "; ".join(_code()))


def launcher() -> str:
    """Return the launcher's text. It starts Python without ``site`` and imports only what is needed.

    A missing folder is not an error: the host continues.
    """
    python = sys.executable
    if sys.platform == "win32":
        code = "; ".join(_code()).replace("%", "%%")
        return f'@rem {_ABOUT}\n@"{python}" -I -S -c "{code}" %*\n'
    if len(python) > _LONGEST or any(map(str.isspace, python)):
        return f'#!/bin/sh\n# {_ABOUT}\nexec {shlex.join(command())} "$@"\n'
    return "\n".join([f"#!{python} -IS", f"# {_ABOUT}", *_code(), ""])


def _code() -> tuple[str, ...]:
    folder = repr(str(Path(__file__).parent))
    return (
        "import os, sys",
        f"sys.path.insert(0, {folder})",
        f"os.path.isdir({folder}) and __import__('resident_client').main(sys.argv[1:])",
    )

"""Cache slow results across processes, because each command hook is a new process.

The files are in the platform's cache folder; deleting them costs only time.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


MOST_FILES = 200
"""Maximum files: one for each agent of each YAML, and up to 20 for each Python installation. Beyond it, the older half
is deleted."""


def cache_folder() -> str:
    """Return the folder, which need not exist yet.

    Raises:
        RuntimeError: The home folder is unknown.
    """
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or _home(), "tiermem", "Cache")
    if sys.platform == "darwin":
        return f"{_home()}/Library/Caches/tiermem"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return f"{named if os.path.isabs(named) else f'{_home()}/.cache'}/tiermem"


def _home() -> str:
    found = os.path.expanduser("~")
    if found == "~":
        raise RuntimeError("The home folder is unknown.")
    return found


def cached(name: str, stamp: Any, make: Callable[[], Any]) -> Any:
    """Return the result of *make*, or that of an earlier process with the same stamp.

    Args:
        name: Name of the file, without its ending.
        stamp: JSON that differs whenever the result of *make* would.
        make: Returns JSON. If it raises, nothing is cached.
    """
    try:
        file = f"{cache_folder()}/{name}.json"
    except RuntimeError:
        return make()
    try:
        found = json.loads(_own_text(file))
        if found["stamp"] == stamp:
            return found["value"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass
    value = make()
    _keep(file, json.dumps({"stamp": stamp, "value": value}))
    return value


def clear() -> None:
    """Delete the cached files, and the folder if it is then empty."""
    try:
        folder = cache_folder()
        for file in _files(folder):
            os.unlink(file)
        os.rmdir(folder)
    except (RuntimeError, OSError):
        pass


def _own_text(file: str) -> bytes:
    """Return the content of a file that only this user can write, because it is trusted.

    Raises:
        OSError: It belongs to another user, or is missing.
    """
    with open(file, "rb") as opened:
        state = os.fstat(opened.fileno())
        if sys.platform != "win32" and (state.st_uid != os.getuid() or state.st_mode & 0o022):
            raise PermissionError(file)
        return opened.read()


def _keep(file: str, text: str) -> None:
    """Write the file atomically. If the folder is read-only, the next start is just slower."""
    folder, beside = os.path.dirname(file), f"{file}.{os.getpid()}"
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(
            os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as opened:
            opened.write(text)
        os.replace(beside, file)
        _forget_oldest(folder)
    except OSError:
        pass


def _forget_oldest(folder: str) -> None:
    files = _files(folder)
    if len(files) > MOST_FILES:
        for file in sorted(files, key=lambda one: os.stat(one).st_mtime_ns)[: -MOST_FILES // 2]:
            os.unlink(file)


def _files(folder: str) -> list[str]:
    return [entry.path for entry in os.scandir(folder) if entry.name.endswith(".json")]

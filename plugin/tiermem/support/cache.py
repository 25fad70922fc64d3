"""Cache slow results from one process to the next: a command hook is a process of its own.

Files in the platform's folder for caches; deleting them costs time only.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


MOST_FILES = 100
"""Files at most, one for each agent of each YAML and each installation of Python: of more the older half goes."""


def cache_folder() -> Path:
    """Return the folder, which need not exist yet.

    Raises:
        RuntimeError: The home folder is unknown.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home(), "tiermem", "Cache")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tiermem"
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".cache") / "tiermem"


def cached(name: str, stamp: Any, make: Callable[[], Any]) -> Any:
    """Return the result of *make*, or that of an earlier process with the same stamp.

    Args:
        name: Name of the file, without its ending.
        stamp: JSON that differs whenever the result of *make* would.
        make: Returns JSON; what it raises is raised, and nothing is cached.
    """
    try:
        file = cache_folder() / f"{name}.json"
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
    """Delete the cached files, and the folder if it is empty then."""
    try:
        folder = cache_folder()
        for file in folder.glob("*.json"):
            file.unlink(missing_ok=True)
        folder.rmdir()
    except (RuntimeError, OSError):
        pass


def _own_text(file: Path) -> bytes:
    """Return the content of a file that nobody else can write, since it is trusted.

    Raises:
        OSError: It belongs to another user, or is missing.
    """
    with file.open("rb") as opened:
        state = os.fstat(opened.fileno())
        if sys.platform != "win32" and (state.st_uid != os.getuid() or state.st_mode & 0o022):
            raise PermissionError(file)
        return opened.read()


def _keep(file: Path, text: str) -> None:
    """Write the file as a whole or not at all; a folder that cannot be written costs time at the next start."""
    beside = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside.touch(mode=0o600)
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
        _forget_oldest(file.parent)
    except OSError:
        pass


def _forget_oldest(folder: Path) -> None:
    files = list(folder.glob("*.json"))
    if len(files) > MOST_FILES:
        for file in sorted(files, key=lambda one: one.stat().st_mtime_ns)[: -MOST_FILES // 2]:
            file.unlink(missing_ok=True)

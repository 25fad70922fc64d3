"""Paths of a configuration, made independent of the current directory."""

from __future__ import annotations

import os
from pathlib import Path


def absolute(path: Path) -> Path:
    """*path* from the root, with ``..`` taken out. Nothing has to exist, and links are not followed."""
    return Path(os.path.abspath(path))  # noqa: PTH100 (Path.resolve would follow links)


def beside(folder: Path, name: str) -> Path:
    """*name* as an absolute path; a relative one starts in *folder*, ``~/`` is the home folder."""
    named = Path(name)
    if named.parts[:1] == ("~",):
        named = Path(os.path.expanduser("~"), *named.parts[1:])  # noqa: PTH111 (Path.home may raise)
    return absolute(folder / named)

"""Find the project of a host's working folder, and whether memory is off there."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

IGNORE = ".tiermemignore"
"""Name of the file that switches memory off in its folder and below."""


def project_of(folder: str | Path) -> str | None:
    """Return the repository of a folder, as the path of its main working tree; None if it is in no repository.

    All worktrees of a repository have the same one, because they share git's common directory.
    """
    for place in _upwards(folder):
        entry = f"{place}/.git"
        if os.path.isdir(entry):
            return _named(place)
        if os.path.isfile(entry):
            return _named(_main_tree(entry) or place)
    return None


def is_ignored(folder: str | Path, named: Sequence[str] = ()) -> bool:
    """Return True if memory is off in a folder.

    Args:
        folder: The folder.
        named: Folders in and below which the agent's YAML switches memory off.
    """
    if any(os.path.exists(f"{place}/{IGNORE}") for place in _upwards(folder)):
        return True
    off = set(map(os.path.realpath, named))
    return bool(off) and any(os.path.realpath(place) in off for place in _upwards(folder))


def _upwards(folder: str | Path) -> Iterator[str]:
    """Yield a folder and its parents."""
    place, below = os.path.abspath(folder), ""
    while place != below:
        yield place
        place, below = os.path.dirname(place), place


def _main_tree(entry: str) -> str | None:
    """Return the main working tree of a worktree or submodule, from its ``.git`` file."""
    from pathlib import Path  # takes milliseconds, and few folders are worktrees

    link = Path(entry)
    try:
        said = link.read_text(encoding="utf-8").partition("gitdir:")[2].strip()
        own = (link.parent / said).resolve()
        common = own / "commondir"
        if not said or not common.is_file():
            return None
        shared = (own / common.read_text(encoding="utf-8").strip()).resolve()
    except (OSError, UnicodeDecodeError):
        return None
    return str(shared.parent if shared.name == ".git" else shared)


def _named(tree: str) -> str:
    """Return the path of a repository as people write it."""
    tree, home = os.path.realpath(tree), os.path.join(os.path.expanduser("~"), "")
    return f"~/{tree.removeprefix(home)}".replace(os.sep, "/") if tree.startswith(home) else tree

"""Say which project a host's working folder belongs to, and whether memory is off there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

IGNORE = ".tiermemignore"
"""A file of this name switches memory off in its folder and below."""


def project_of(folder: Path) -> str | None:
    """Return the repository of a folder, by the path of its main working tree; None outside of any.

    Worktrees of a repository share it: they have the same common directory of git.
    """
    for place in (folder, *folder.parents):
        entry = place / ".git"
        if entry.is_dir():
            return _named(place)
        if entry.is_file():
            return _named(_main_tree(entry) or place)
    return None


def is_ignored(folder: Path, named: Sequence[str] = ()) -> bool:
    """Return True if memory is off in a folder.

    Args:
        folder: The folder.
        named: Folders in which, and below which, the agent's YAML switches it off.
    """
    places = (folder, *folder.parents)
    return any((place / IGNORE).exists() for place in places) or bool(
        named and {Path(name).resolve() for name in named} & {place.resolve() for place in places}
    )


def _main_tree(link: Path) -> Path | None:
    """Return the main working tree of a worktree or submodule, from the file that stands for its ``.git``."""
    try:
        said = link.read_text(encoding="utf-8").partition("gitdir:")[2].strip()
        own = (link.parent / said).resolve()
        common = own / "commondir"
        if not said or not common.is_file():
            return None
        shared = (own / common.read_text(encoding="utf-8").strip()).resolve()
    except (OSError, UnicodeDecodeError):
        return None
    return shared.parent if shared.name == ".git" else shared


def _named(tree: Path) -> str:
    """Return the path of a repository as people write it."""
    tree = tree.resolve()
    home = Path.home()
    return f"~/{tree.relative_to(home).as_posix()}" if home in tree.parents else str(tree)

"""Find the data files of tiermem, wherever it runs from."""

from __future__ import annotations

import json
import shlex
from pathlib import Path


def data_root() -> Path:
    """Return the folder with ``agent-schema.json`` and ``config/``.

    In an installed wheel that is ``tiermem/_data``;
    in a checkout, installed in place or not at all, it is the top of the repository.
    """
    packaged = Path(__file__).parents[1] / "_data"
    return packaged if packaged.is_dir() else Path(__file__).parents[3]


def shipped_prompts() -> dict[str, str]:
    """Name → text of the shipped prompts for generative models."""
    folder = Path(__file__).parents[1] / "prompts"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}


def read_text(name: str) -> str:
    """Return the text of a data file, named relative to `data_root`.

    Raises:
        OSError: The file cannot be read.
    """
    return (data_root() / name).read_text(encoding="utf-8")


def install_command(extra: str = "") -> str:
    """Return the command that installs tiermem, with an extra, from where this installation came.

    That is a folder, a file or a repository, as the installer recorded it (PEP 610), or the index.

    Args:
        extra: The extra that is missing; "" for tiermem alone.
    """
    from importlib.metadata import PackageNotFoundError, distribution  # slow to import

    wanted = f"tiermem[{extra}]" if extra else "tiermem"
    try:
        recorded = json.loads(distribution("tiermem").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        recorded = {"url": data_root().as_uri(), "dir_info": {"editable": True}}
    url = str(recorded.get("url", ""))
    if recorded.get("dir_info", {}).get("editable"):
        return f"pip install -e {shlex.quote(f'{_path_of(url)}[{extra}]' if extra else _path_of(url))}"
    if (vcs := recorded.get("vcs_info")) is not None:
        url = f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
    return f"pip install {shlex.quote(f'{wanted} @ {url}' if url else wanted)}"


def _path_of(url: str) -> str:
    """Return the path in a ``file:`` URL."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return url2pathname(urlsplit(url).path)

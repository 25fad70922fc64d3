"""Find tiermem's data files, in a checkout or an installation."""

from __future__ import annotations

import os
from os.path import dirname
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = dirname(dirname(os.path.abspath(__file__)))


def data_root() -> Path:
    """Return the folder with ``agent-schema.json`` and ``config/``.

    In an installed wheel that is ``tiermem/_data``;
    in a checkout, installed in place or not at all, it is the top of the repository.
    """
    from pathlib import Path

    return Path(data_file(""))


def data_file(name: str) -> str:
    """Return the path of a data file, named relative to `data_root`."""
    packaged = f"{_PACKAGE}/_data"
    folder = packaged if os.path.isdir(packaged) else dirname(dirname(_PACKAGE))
    return f"{folder}/{name}"


def shipped_prompts() -> dict[str, str]:
    """Name → text of the shipped prompts for generative models."""
    from pathlib import Path

    folder = Path(_PACKAGE, "prompts")
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}


def read_text(name: str) -> str:
    """Return the text of a data file, named relative to `data_root`.

    Raises:
        OSError: The file cannot be read.
    """
    with open(data_file(name), encoding="utf-8") as file:
        return file.read()


def install_command(extra: str = "") -> str:
    """Return the command that installs tiermem, with an extra, from where this installation came.

    That is a folder, a file or a repository, as the installer recorded it (PEP 610), or the index.

    Args:
        extra: The extra that is missing; "" for tiermem alone.
    """
    import json
    import shlex
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

"""Find the data files of tiermem, wherever it runs from."""

from __future__ import annotations

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

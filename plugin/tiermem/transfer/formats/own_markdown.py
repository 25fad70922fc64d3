"""What `markdown.render` wrote, and what a person added to it in the same form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.errors import TranscriptError
from tiermem.transfer import markdown
from tiermem.transfer.contract import Format, Reading

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.contract import Beginning

_OURS = re.compile(
    r"^(?:# What is remembered of |##[ \t]+L[012][ \t]+(?:memory|user|identity)\b)", re.MULTILINE
)


def _recognises(beginning: Beginning) -> bool:
    return _OURS.search(beginning.text) is not None


def _read(path: Path) -> Reading:
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise TranscriptError(path, line=line, problem="This is not UTF-8 text.") from None
    return Reading(items=tuple(markdown.parse(text, path.name)), known_by_origin=False)


MARKDOWN = Format(
    name="markdown",
    what="tiermem export --format markdown",
    suffixes=(".md",),
    recognises=_recognises,
    read=_read,
)

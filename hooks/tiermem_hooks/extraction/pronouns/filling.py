"""Put words into a sentence where it only points at something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem_hooks.extraction.sentences import Sentence, is_unspaced

if TYPE_CHECKING:
    import re


def filled(sentence: Sentence, pointing: re.Match[str], put: str) -> Sentence:
    """Return *sentence* with *put* instead of the group that points at it."""
    start, end = next(pointing.span(name) for name, said in pointing.groupdict().items() if said is not None)
    gap = " " if start and not is_unspaced(sentence.view[:start]) and sentence.view[start - 1] != " " else ""
    return Sentence(
        f"{sentence.text[:start]}{gap}{put}{sentence.text[end:]}",
        f"{sentence.view[:start]}{gap}{put}{sentence.view[end:]}",
    )

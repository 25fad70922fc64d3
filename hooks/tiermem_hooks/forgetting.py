"""What the user asks to have forgotten, in so many words, is proposed for removal: a person approves of it.

The patterns are data, ``forgetting.toml``; they serve beside either extractor.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins import hookimpl
from tiermem.text import strip_injected, strip_passages, words

if TYPE_CHECKING:
    from tiermem import Session, Turn

LONGEST = 200
"""Characters of a sentence that asks for it: what is longer is told or pasted."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_AROUND = "around"


@hookimpl
def extract_observations(session: Session, turns: Sequence[Turn]) -> list[Observation]:
    """An observation ``forget`` for each thing that the user asks to have forgotten."""
    return [
        found
        for turn in turns
        if turn.speaker == "user" and turn.position >= session.state.offset
        for found in _asked(turn)
    ]


def _asked(turn: Turn) -> Iterator[Observation]:
    for sentence in map(str.strip, _SENTENCES.split(strip_injected(strip_passages(turn.content)))):
        what = forgotten(sentence)
        if what is not None:
            draft = Draft(content=what, layer="L1", tier="user", speaker="user")
            yield Observation(kind="forget", draft=draft, evidence=turn.ref, quote=sentence)


def forgotten(sentence: str) -> str | None:
    """What a sentence asks to have forgotten; None where it asks for nothing of the kind, or does not say what."""
    if len(sentence) > LONGEST or (
        sentence.endswith(("?", "？")) and not sentence.lower().startswith(_ASKING)
    ):
        return None
    core = sentence.rstrip(" .!?。！？")
    for language, pattern in _patterns().items():
        match = pattern.match(core) if language != _AROUND else None
        if match:
            what = " ".join(_patterns()[_AROUND].sub(" ", match["what"]).split())
            return what if words(what) else None
    return None


_ASKING = ("can you", "could you", "would you", "will you", "please")


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    text = (files("tiermem_hooks") / "forgetting.toml").read_text(encoding="utf-8")
    return {name: re.compile(said, re.IGNORECASE) for name, said in tomllib.loads(text).items()}

"""Turns in which the user asks that what they say is not remembered: they stay in the journal and out of recall."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tiermem.text import fold
from tiermem.values import Turn

if TYPE_CHECKING:
    from tiermem import Passage

_SECRECY = r"""
    secret confiden private hush off\ the\ record never\ heard between\ you\ and\ me
    between\ us\b(?!\ and\ (?:the|our|their|your)) geheim vertraulich unter\ uns entre\ (?:nous|nosotros|tu)
"""
_REFUSING = r"""
    \w*n't dont not never no needn without forget delete wipe strike scratch leave out\ of nothing nobody
    nicht nie kein\w* nichts vergiss vergessen losch\w* ne n'\w* pas rien jamais oublie\w* hors efface\w*
    sin nunca nada olvid\w* borra\w*
"""
_REMEMBERING = r"""
    remember memor forget keep\ (?:it|this|that) profil notes? vergiss vergess merk behalt notier
    retien reten oubli memoire recuerd acuerd olvid anot apunt
"""
_KEEPING = """
    stor sav record kept hold hang log delet wipe strike scratch leave repeat writ keep speicher schreib mitschreib
    protokoll losch gard enregistr stock efface guard registr borra
"""
_TALK = r"""
    this that it the\ bit any\ of anything i i'm i've my mine our das dies\w* es davon ich mein\w* unser\w*
    ca cela ceci ce je j'\w* mon ma mes esto eso ello lo mi mis nuestr\w* gano me
"""
_SECRECY_CJK, _REFUSING_CJK, _REMEMBERING_CJK = (
    "保密|秘密|内緒|内密",
    "别|別|不|勿|忘|ない|ぬ|ずに",
    "记|記|忘|覚え|メモ|聞か",
)
_KEEPING_CJK, _TALK_CJK = "存|录|録", "这|這|那|我|これ|それ|私|俺|僕"


def is_declined(passage: Passage) -> bool:
    """Whether a passage is a turn of the user's that says of itself that it is not to be remembered.

    What a later turn takes back ("don't save that") is not looked at; gap-fill does, before it keeps anything.
    """
    if passage.kind != "turn" or passage.label in ("assistant", "tool") or not _may_decline(passage.text):
        return False
    from tiermem_hooks.extraction.declines import declined
    from tiermem_hooks.extraction.extract import spoken

    return bool(declined(spoken([Turn(speaker="user", content=passage.text, at=passage.at)])))


def _may_decline(text: str) -> bool:
    """Whether the user may speak of the talk itself, and not of software that is not to store or log something.

    Only then the rules are asked: reading them from their files takes some 100 ms.
    """
    said = fold(text).replace("’", "'")
    is_secret, refuses, remembers, keeps, talks = (bool(cue.search(said)) for cue in _cues())
    return is_secret or (refuses and (remembers or (keeps and talks)))


@cache
def _cues() -> tuple[re.Pattern[str], ...]:
    """Words of secrecy, words that refuse, those about remembering, about keeping anything, and for what was said."""
    return (
        re.compile(rf"\b(?:{_any_of(_SECRECY)})|{_SECRECY_CJK}"),
        re.compile(rf"\b(?:{_any_of(_REFUSING)})\b|{_REFUSING_CJK}"),
        re.compile(rf"\b(?:{_any_of(_REMEMBERING)})|{_REMEMBERING_CJK}"),
        re.compile(rf"\b(?:{_any_of(_KEEPING)})|{_KEEPING_CJK}"),
        re.compile(rf"\b(?:{_any_of(_TALK)})\b|{_TALK_CJK}"),
    )


def _any_of(words: str) -> str:
    return "|".join(re.split(r"(?<!\\)\s+", words.strip()))

"""Turns in which the user asks that what they say is not remembered: they stay in the journal and out of recall."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tiermem.text import fold
from tiermem.values import Turn

if TYPE_CHECKING:
    from tiermem import Passage

_REFUSING = r"""
    \w*n't dont not never no needn without forget delete wipe strike scratch leave out\ of nothing nobody
    nicht nie kein\w* nichts vergiss vergessen losch\w* ne n'\w* pas rien jamais oublie\w* hors efface\w*
    sin nunca nada olvid\w* borra\w*
"""
_KEEPING = """
    remember memor forget stor sav record note noti keep kept hold hang log delet wipe strike scratch leave profil
    repeat writ merk speicher vergiss vergess behalt schreib mitschreib protokoll notier losch retien reten gard
    enregistr
    oubli stock memoire efface recuerd acuerd anot apunt guard olvid registr borra
"""
_PRIVATE = r"""
    secret confiden between\ us between\ you off\ the\ record private hush never\ heard
    geheim vertraulich unter\ uns entre\ nous entre\ nosotros entre\ tu
"""
_REFUSING_CJK, _KEEPING_CJK, _PRIVATE_CJK = (
    "别|別|不|勿|忘|ない|ぬ|ずに",
    "记|記|忘|存|录|録|覚え|メモ|聞か",
    "保密|秘密|内緒|内密",
)


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
    """Whether the rules need to be asked: reading them from their files takes some 100 ms."""
    said = fold(text).replace("’", "'")
    refusing, keeping, secret = _cues()
    return bool(secret.search(said) or (keeping.search(said) and refusing.search(said)))


@cache
def _cues() -> tuple[re.Pattern[str], ...]:
    """Words that refuse, beginnings of words that speak of keeping, and of those that speak of secrets."""
    return (
        re.compile(rf"\b(?:{_any_of(_REFUSING)})\b|{_REFUSING_CJK}"),
        re.compile(rf"\b(?:{_any_of(_KEEPING)})|{_KEEPING_CJK}"),
        re.compile(rf"\b(?:{_any_of(_PRIVATE)})|{_PRIVATE_CJK}"),
    )


def _any_of(words: str) -> str:
    return "|".join(re.split(r"(?<!\\)\s+", words.strip()))

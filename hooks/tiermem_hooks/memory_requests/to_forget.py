"""Judge whether a message asks to forget something that is known, and what.

A sentence in words of the patterns names the thing; ``forgets.model`` judges whole messages in other words.
"""

from __future__ import annotations

import re
from typing import Final

from tiermem.plugins import dataclass
from tiermem.plugins.text import (
    QUESTION_MARKS,
    everywhere,
    has_words,
    languages_of,
    log_odds,
    straight,
    words,
)

FORGETS: Final = "forgets.model"
"""The model of requests in other words than the patterns', fitted by ``python -m benchmarks.declining``."""
_LEAST: Final = 0.1
"""Log odds from which on a text asks to forget something."""
LONGEST = 200
"""Maximum characters of such a request. A longer sentence is a story or a paste."""
_REASON = re.compile(r"\s*[,;，；、]\s*|\s[-–—]+\s")
"""Matches the beginning of a reason after the thing to forget: "forget my rent, I have moved"."""
SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """A request to forget something, as a sentence puts it.

    Attributes:
        what: The thing.
        is_of_memory: False if it may mean another thing than what is remembered.
        is_bare: True for no more than a word in small letters or a thing: "forget bruno", "forget the second
            paragraph".
    """

    what: str
    is_of_memory: bool
    is_bare: bool


def asks_to_forget_otherwise(text: str) -> bool:
    """Return True if a text asks to forget something by the judgement of the model of its language."""
    if len(text) > LONGEST:
        return False
    return any(log_odds(text, one.code, (FORGETS,))[FORGETS] > _LEAST for one in languages_of(text))


def asks_to_forget(prompt: str) -> bool:
    """Return True if a sentence of a prompt asks to forget something."""
    return any(forgotten(one.strip()) is not None for one in SENTENCES.split(prompt))


def may_ask_to_forget(sentence: str) -> bool:
    """Return True if a sentence asks to forget something, be it remembered or not."""
    return requested(sentence) is not None


def forgotten(sentence: str) -> str | None:
    """Return the thing that a sentence asks to forget, or None."""
    request = requested(sentence)
    return None if request is None or request.is_bare else request.what


def requested(sentence: str) -> ForgetRequest | None:
    """Return what a sentence asks to forget.

    A request with a name or a thing alone has no further clause, unless that asks not to remember: "forget Paris, show
    me Rome" is about this conversation, and "forget Python" may be.
    """
    sentence = straight(sentence)
    known, lowered = everywhere(), sentence.lower()
    patterns = [one for one in known.forget if one.is_cued(lowered)]
    if not patterns:
        return None
    sentence = known.assents.sub("", sentence)
    is_polite = known.polite.match(sentence) or known.please.match(sentence)
    asks = sentence.endswith(QUESTION_MARKS) and not is_polite
    if asks or len(sentence) > LONGEST:
        return None
    core = sentence.rstrip(" .!?。！？")
    wordings = [*(core[: reason.start()] for reason in _REASON.finditer(core)), core]
    for pattern in patterns:
        for said in wordings:
            match = pattern.match(said)
            if match is None:
                continue
            found = match.groupdict()
            alone = found.get("who") or found.get("maybe") or found.get("thing")
            insists = said != core and _asks_not_to_remember(core[len(said) :])
            if alone and said != core and not insists:
                continue
            named = alone or found.get("what") or ""
            thing = known.around_forgotten.sub(" ", named)
            what = " ".join(_REASON.split(thing)[0].split())
            if words(what):
                is_told = thing != named or bool(found.get("memory")) or insists
                is_name = (found.get("who") or "")[:1].isupper()
                is_unsure = is_name or any(found.get(name) for name in ("deletes", "maybe", "guess", "thing"))
                is_word = what.isidentifier() and what.islower()
                is_of_memory = is_told or not is_unsure
                return ForgetRequest(
                    what, is_of_memory, not is_of_memory and (is_word or bool(found.get("thing")))
                )
    return None


def _asks_not_to_remember(reason: str) -> bool:
    """Return True if what follows a request says that it is meant for memory: ", I don't want that stored"."""
    return (
        has_words(reason, "keeps", "remembers") and has_words(reason, "refuses") and has_words(reason, "talk")
    )

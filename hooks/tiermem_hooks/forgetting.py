"""Propose to remove what the user explicitly asks to forget. A person approves it.

It works beside either extractor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tiermem import Draft, Observation, Turn
from tiermem.plugins import dataclass, hookimpl
from tiermem.plugins.text import (
    QUESTION_MARKS,
    everywhere,
    has_words,
    languages_of,
    log_odds,
    strip_injected,
    strip_passages,
    words,
)

if TYPE_CHECKING:
    from tiermem.plugins import HookSession

FORGETS: Final = "forgets.model"
"""The model of requests in other words than the patterns', fitted by ``python -m benchmarks.declining``."""
_LEAST: Final = 0.1
"""Log odds from which on a text asks to forget something."""
_ANY_TIME: Final = "2026-01-01T00:00:00.000000Z"
LONGEST = 200
"""Maximum characters of such a request. A longer sentence is a story or a paste."""
_REASON = re.compile(r"\s*[,;，；、]\s*|\s[-–—]+\s")
"""Matches the beginning of a reason after the thing to forget: "forget my rent, I have moved"."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class _Request:
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


@hookimpl
def extract_observations(session: HookSession, turns: Sequence[Turn]) -> list[Observation]:
    """Return an observation ``forget`` for each thing that the user asks to forget."""
    return [
        found
        for place, turn in enumerate(turns)
        if turn.speaker == "user" and turn.position >= session.unread_from
        for found in _asked(turn, turns[: place + 1])
    ]


def _asked(turn: Turn, until: Sequence[Turn]) -> Iterator[Observation]:
    """Yield the requests in the last of some turns, without those that are about what the assistant wrote.

    One in words that no pattern knows is the whole turn: what it means is looked for among all that is known.
    """
    own = strip_injected(strip_passages(turn.content))
    requests = [(sentence, _request(sentence)) for sentence in map(str.strip, _SENTENCES.split(own))]
    if not any(request for _, request in requests):
        own = " ".join(own.split())
        if asks_to_forget_otherwise(own) and not (_edits_text(until, own) or _only_tells(own)):
            draft = Draft(content=own, layer="L1", tier="user", speaker="user")
            yield Observation(kind="forget", draft=draft, evidence=turn.ref, quote=own, points=True)
    for sentence, request in requests:
        if request is not None and not _edits_text(until, sentence):
            draft = Draft(content=request.what, layer="L1", tier="user", speaker="user")
            points = not request.is_of_memory
            yield Observation(kind="forget", draft=draft, evidence=turn.ref, quote=sentence, points=points)


def _edits_text(turns: Sequence[Turn], sentence: str) -> bool:
    from tiermem_hooks.extraction.turns import edits_text, spoken  # for the few turns with a request

    session = spoken(turns)
    return edits_text(session, len(session) - 1, sentence)


def _only_tells(text: str) -> bool:
    """Return True if all sentences of a text are surely statements worth keeping: 我的经理是方磊."""
    from tiermem_hooks.extraction.turns import spoken, statements  # for the few turns with a request
    from tiermem_hooks.extraction.worth import surely_worth

    session = spoken([Turn(speaker="user", content=text, at=_ANY_TIME)])
    return all(surely_worth(one) for one in statements(session, 0))


def asks_to_forget_otherwise(text: str) -> bool:
    """Return True if a text asks to forget something by the judgement of the model of its language."""
    if len(text) > LONGEST:
        return False
    return any(log_odds(text, one.code, (FORGETS,))[FORGETS] > _LEAST for one in languages_of(text))


def asks_to_forget(prompt: str) -> bool:
    """Return True if a sentence of a prompt asks to forget something."""
    return any(forgotten(one.strip()) is not None for one in _SENTENCES.split(prompt))


def may_ask_to_forget(sentence: str) -> bool:
    """Return True if a sentence asks to forget something, be it remembered or not."""
    return _request(sentence) is not None


def forgotten(sentence: str) -> str | None:
    """Return the thing that a sentence asks to forget, or None."""
    request = _request(sentence)
    return None if request is None or request.is_bare else request.what


def _request(sentence: str) -> _Request | None:
    """Return what a sentence asks to forget.

    A request with a name or a thing alone has no further clause, unless that asks not to remember: "forget Paris, show
    me Rome" is about this conversation, and "forget Python" may be.
    """
    known = everywhere()
    sentence = known.assents.sub("", sentence)
    is_polite = known.polite.match(sentence) or known.please.match(sentence)
    asks = sentence.endswith(QUESTION_MARKS) and not is_polite
    if asks or len(sentence) > LONGEST:
        return None
    core = sentence.rstrip(" .!?。！？")
    wordings = [*(core[: reason.start()] for reason in _REASON.finditer(core)), core]
    for pattern in known.forget:
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
                return _Request(
                    what, is_of_memory, not is_of_memory and (is_word or bool(found.get("thing")))
                )
    return None


def _asks_not_to_remember(reason: str) -> bool:
    """Return True if what follows a request says that it is meant for memory: ", I don't want that stored"."""
    return (
        has_words(reason, "keeps", "remembers") and has_words(reason, "refuses") and has_words(reason, "talk")
    )

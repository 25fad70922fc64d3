"""Propose to remove what the user explicitly asks to forget. A person approves it.

It works beside either extractor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins import hookimpl
from tiermem.plugins.text import QUESTION_MARKS, everywhere, strip_injected, strip_passages, words

if TYPE_CHECKING:
    from tiermem import Turn
    from tiermem.plugins import HookSession

LONGEST = 200
"""Maximum characters of such a request. A longer sentence is a story or a paste."""
_REASON = re.compile(r"\s*[,;，；、]\s*|\s[-–—]+\s")
"""Matches the beginning of a reason after the thing to forget: "forget my rent, I have moved"."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


@hookimpl
def extract_observations(session: HookSession, turns: Sequence[Turn]) -> list[Observation]:
    """Return an observation ``forget`` for each thing that the user asks to forget."""
    return [
        found
        for turn in turns
        if turn.speaker == "user" and turn.position >= session.unread_from
        for found in _asked(turn)
    ]


def _asked(turn: Turn) -> Iterator[Observation]:
    for sentence in map(str.strip, _SENTENCES.split(strip_injected(strip_passages(turn.content)))):
        request = _request(sentence)
        if request is not None:
            what, is_of_memory = request
            draft = Draft(content=what, layer="L1", tier="user", speaker="user")
            yield Observation(
                kind="forget", draft=draft, evidence=turn.ref, quote=sentence, points=not is_of_memory
            )


def asks_to_forget(prompt: str) -> bool:
    """Return True if a sentence of a prompt asks to forget something."""
    return any(forgotten(one.strip()) is not None for one in _SENTENCES.split(prompt))


def forgotten(sentence: str) -> str | None:
    """Return the thing that a sentence asks to forget, or None."""
    request = _request(sentence)
    return None if request is None or _is_bare(request) else request[0]


def _is_bare(request: tuple[str, bool]) -> bool:
    """Return True if a request has nothing but a word in small letters: "forget bruno", "forget lunch"."""
    what, is_of_memory = request
    return not is_of_memory and what.isidentifier() and what.islower()


def _request(sentence: str) -> tuple[str, bool] | None:
    """Return the thing that a sentence asks to forget, and False if it may mean another thing than what is remembered.

    A request with a name alone has no further clause: "forget Paris, show me Rome" is about this conversation, and
    "forget Python" may be.
    """
    known = everywhere()
    is_polite = known.polite.match(sentence) or known.please.match(sentence)
    asks = sentence.endswith(QUESTION_MARKS) and not is_polite
    if asks or len(sentence) > LONGEST:
        return None
    core = sentence.rstrip(" .!?。！？")
    for pattern in everywhere().forget:
        for said in dict.fromkeys((_REASON.split(core)[0], core)):
            match = pattern.match(said)
            found = match.groupdict() if match else {}
            alone = found.get("who") or found.get("maybe")
            if not found or (alone and said != core):
                continue
            named = alone or found.get("what") or ""
            thing = everywhere().around_forgotten.sub(" ", named)
            what = " ".join(_REASON.split(thing)[0].split())
            if words(what):
                is_told = thing != named or bool(found.get("memory"))
                is_name = (found.get("who") or "")[:1].isupper()
                is_unsure = is_name or any(found.get(name) for name in ("deletes", "maybe", "guess"))
                return what, is_told or not is_unsure
    return None

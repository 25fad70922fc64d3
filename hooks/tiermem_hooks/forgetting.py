"""Propose to remove what the user explicitly asks to forget. A person approves it.

It works beside either extractor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tiermem import Draft, Observation, Turn
from tiermem.plugins import hookimpl
from tiermem.plugins.text import strip_injected, strip_passages
from tiermem_hooks.memory_requests.to_forget import SENTENCES, asks_to_forget_otherwise, requested

if TYPE_CHECKING:
    from tiermem.plugins import HookSession

_ANY_TIME: Final = "2026-01-01T00:00:00.000000Z"


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
    requests = [(sentence, requested(sentence)) for sentence in map(str.strip, SENTENCES.split(own))]
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

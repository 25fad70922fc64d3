"""Find the messages of a conversation that belong to a role play, in all languages."""

from __future__ import annotations

from collections.abc import Iterable

from tiermem.text.folding import normalized
from tiermem.text.languages import everywhere

ROLE_PLAY_TURNS = 12
"""Maximum number of turns that a role play lasts after its opening, unless it is opened again."""


def in_role_play(said: Iterable[tuple[int, str]]) -> frozenset[int]:
    """Return the positions of a user's messages in a role play: from its opening until the user leaves it.

    Args:
        said: The position of each message in the conversation and its text, in order.
    """
    known = everywhere()
    played: set[int] = set()
    began: int | None = None
    for position, text in said:
        seen = normalized(text)
        if known.plays.search(seen):
            began = position
        elif began is not None and (position - began > ROLE_PLAY_TURNS or known.stops_playing.search(seen)):
            began = None
        if began is not None:
            played.add(position)
    return frozenset(played)

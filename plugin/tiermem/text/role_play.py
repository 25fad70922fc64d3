"""Find the messages of a conversation that users do not write as themselves, in all languages."""

from __future__ import annotations

from collections.abc import Iterable

from tiermem.text.folding import normalized
from tiermem.text.languages import everywhere

ROLE_PLAY_TURNS = 12
"""Maximum number of turns that a role play, or somebody else at the keyboard, lasts, unless it is opened again."""


def in_role_play(said: Iterable[tuple[int, str]]) -> frozenset[int]:
    """Return the positions of a user's messages in a role play, or typed by somebody else: "my son is typing now".

    Each is from its opening until the user leaves the role play, or is back.

    Args:
        said: The position of each message in the conversation and its text, in order.
    """
    known = everywhere()
    pairs = ((known.plays, known.stops_playing), (known.hands_over, known.takes_back))
    began: dict[int, int] = {}
    found: set[int] = set()
    for position, text in said:
        seen = normalized(text)
        for number, (opens, ends) in enumerate(pairs):
            if opens.search(seen):
                began[number] = position
            elif number in began and (position - began[number] > ROLE_PLAY_TURNS or ends.search(seen)):
                del began[number]
        if began:
            found.add(position)
    return frozenset(found)

"""Suggest tools that were used after similar messages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tiermem import ToolSuggestion
from tiermem.plugins import hookimpl
from tiermem.plugins.text import STOP_WORDS, query_words

if TYPE_CHECKING:
    from tiermem import Turn
    from tiermem.plugins import HookSession

SHARED = 0.5
"""Minimum share of the message's content words in an earlier message for the two to be similar."""
FEWEST = 2
"""Minimum number of similar messages after which a tool was used. Once is not a habit."""


@hookimpl
def suggest_tools(session: HookSession, prompt: str) -> list[ToolSuggestion]:
    """Return the tools used after similar messages, most frequent first."""
    asked = _telling(prompt)
    if not asked:
        return []
    alike = [turns for turns in session.earlier_turns(prompt) if turns and _is_like(asked, turns[0])]
    served: Counter[str] = Counter()
    for turns in alike:
        served.update({turn.name for turn in turns[1:] if turn.speaker == "tool" and turn.name})
    return [
        ToolSuggestion(
            tool=tool,
            score=times / (len(alike) + 1),
            reason=f"it served {times} of {len(alike)} earlier messages like this one",
        )
        for tool, times in served.most_common()
        if times >= FEWEST
    ]


def _is_like(asked: frozenset[str], turn: Turn) -> bool:
    return len(asked & _telling(turn.content)) >= SHARED * len(asked)


def _telling(text: str) -> frozenset[str]:
    return frozenset(query_words(text)) - STOP_WORDS

"""Suggest the tools that served earlier messages like this one."""

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
"""Share of the message's telling words that an earlier message must have to count as similar."""
FEWEST = 2
"""Earlier messages that a tool must have served: once is not a habit."""


@hookimpl
def suggest_tools(session: HookSession, prompt: str) -> list[ToolSuggestion]:
    """Return the tools that were used after messages like this one, by how often."""
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

"""Whose word counts how much where two of them contradict each other (DESIGN §9; seed 004 §9, "memory conflicts")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.learning.observation_log import TOOL_RESULT

if TYPE_CHECKING:
    from tiermem.values import Observation, Source

NOBODY = 0
"""What a tool or the memory itself said: a web page, a mail, what was injected. It is in no profile."""
AUTONOMOUS = 1
"""What an automatic writer concluded outside of a conversation."""
AGENT = 2
"""What the agent noticed in a conversation and recorded with a tool."""
USER = 3
"""The user's own words, found by gap-fill."""
PERSON = 4
"""What a person decided outside of a conversation: by command, panel or edit."""


def trust(observation: Observation, source: Source) -> int:
    """The rank of an observation.

    Only gap-fill vouches for the user's words, because it has the user's turn as evidence; what a tool call says that
    the user said is the agent's word.

    Args:
        observation: What was noticed.
        source: The channel of its event.
    """
    draft = observation.draft
    of_a_tool = (draft.context_type or "").startswith("tool_") or observation.kind == TOOL_RESULT
    if of_a_tool or draft.speaker in ("tool", "memory"):
        return NOBODY
    if source == "user":
        return PERSON
    if source == "agent":
        return AGENT
    return USER if draft.speaker == "user" and observation.evidence is not None else AUTONOMOUS

"""Memory for AI agents, as a plugin.

::

    from tiermem import Memory

    with Memory.open("agent.yaml") as memory, memory.session() as session:
        system_prompt = session.system_prompt
        message = session.on_prompt("When do we deploy billing?")
        ...
        session.on_turn_end("When do we deploy billing?", "After the staging gate.")
"""

from typing import TYPE_CHECKING

from tiermem.support.lazy import deferred

if TYPE_CHECKING:
    from tiermem.memory.entries import Entries
    from tiermem.memory.memory import Memory
    from tiermem.memory.provenance import History
    from tiermem.memory.sessions.session import Session
    from tiermem.ports.context import QueryContext
    from tiermem.values import (
        Block,
        Candidate,
        Change,
        Completion,
        CompletionRequest,
        Draft,
        Entry,
        EntryFilter,
        Matches,
        Observation,
        Passage,
        RecallResult,
        Receipt,
        Signal,
        StagingReason,
        Task,
        Tool,
        ToolResult,
        ToolSuggestion,
        Turn,
        Usage,
        Verdict,
    )
else:
    __getattr__ = deferred(
        __name__,
        {
            "tiermem.memory.entries": ("Entries",),
            "tiermem.memory.memory": ("Memory",),
            "tiermem.memory.provenance": ("History",),
            "tiermem.memory.sessions.session": ("Session",),
            "tiermem.ports.context": ("QueryContext",),
            "tiermem.values": (
                "Block",
                "Candidate",
                "Change",
                "Completion",
                "CompletionRequest",
                "Draft",
                "Entry",
                "EntryFilter",
                "Matches",
                "Observation",
                "Passage",
                "RecallResult",
                "Receipt",
                "Signal",
                "StagingReason",
                "Task",
                "Tool",
                "ToolResult",
                "ToolSuggestion",
                "Turn",
                "Usage",
                "Verdict",
            ),
        },
    )

__version__ = "0.1.0"

__all__ = [
    "Block",
    "Candidate",
    "Change",
    "Completion",
    "CompletionRequest",
    "Draft",
    "Entries",
    "Entry",
    "EntryFilter",
    "History",
    "Matches",
    "Memory",
    "Observation",
    "Passage",
    "QueryContext",
    "RecallResult",
    "Receipt",
    "Session",
    "Signal",
    "StagingReason",
    "Task",
    "Tool",
    "ToolResult",
    "ToolSuggestion",
    "Turn",
    "Usage",
    "Verdict",
]

"""The engine's side of hooks: their contract, their arguments and their calls, independent of pluggy.

`specs` is the contract. `Hooks` has a typed method for each hook. `tiermem.plugins` provides the implementations.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from tiermem.support.lazy import deferred

if TYPE_CHECKING:
    from tiermem.ports.context import HookEntries, HookSession, Query, QueryContext
    from tiermem.ports.deadlines import DEADLINES_MS, ON_PROMPT_PATH
    from tiermem.ports.hooks import Hooks, Implementation
else:
    __getattr__ = deferred(
        __name__,
        {
            "tiermem.ports.context": ("HookEntries", "HookSession", "Query", "QueryContext"),
            "tiermem.ports.deadlines": ("DEADLINES_MS", "ON_PROMPT_PATH"),
            "tiermem.ports.hooks": ("Hooks", "Implementation"),
        },
    )

Clock = Callable[[], datetime]
"""Returns the present as an aware datetime. A replay uses the transcript's own time."""

__all__ = [
    "DEADLINES_MS",
    "ON_PROMPT_PATH",
    "Clock",
    "HookEntries",
    "HookSession",
    "Hooks",
    "Implementation",
    "Query",
    "QueryContext",
]

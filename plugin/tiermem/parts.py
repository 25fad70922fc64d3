"""The parts of one agent's memory, composed: what `Memory` makes and every `Session` works with."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from tiermem.engine.background import Background
from tiermem.engine.completing import Completing
from tiermem.engine.embedding import Embedding
from tiermem.engine.freezing import Freezing
from tiermem.engine.gapfill import GapFill
from tiermem.engine.idling import Idle
from tiermem.engine.journaling import Journaling
from tiermem.engine.ports import Hooks
from tiermem.engine.processor import Processor
from tiermem.engine.prompting import Prompting
from tiermem.engine.recall import Recall
from tiermem.engine.tasks import TaskKeeping
from tiermem.engine.working import Working
from tiermem.engine.writing import Gate
from tiermem.store.contract import Store
from tiermem.tools import BUILT_IN_TOOLS
from tiermem.values import AgentSettings, Reach, Tool, instant, moment

_LOG = logging.getLogger("tiermem")


@dataclass(frozen=True)
class Parts:
    """The parts of one agent's memory, composed once."""

    store: Store
    hooks: Hooks
    settings: AgentSettings
    gate: Gate
    closed_gate: Gate
    recall: Recall
    prompting: Prompting
    freezing: Freezing
    journaling: Journaling
    gapfill: GapFill
    processor: Processor
    working: Working
    embedding: Embedding
    background: Background
    idle: Idle
    completing: Completing
    tasks: TaskKeeping

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """The built-in tools and those that plugins register; a name that is taken stays with its first owner."""
        found = {tool.name: tool for tool in BUILT_IN_TOOLS}
        for tool in self.hooks.register_tools().values:
            if tool.name in found:
                _LOG.warning("tool %s of a plugin is left out: the name is taken", tool.name)
            found.setdefault(tool.name, tool)
        return tuple(found.values())

    def backlog(self, reach: Reach, now: datetime) -> dict[str, Any]:
        """What waits of a user in the stream, and for how long already."""
        backlog = self.store.stream.backlog((reach.user.id,))
        age = (now - moment(backlog.oldest)).total_seconds() if backlog.oldest else 0.0
        made = self.settings.consolidation.enabled
        return {
            "waiting": backlog.waiting,
            "oldest": backlog.oldest,
            "age_s": max(round(age), 0),
            "unconsolidated": backlog.unconsolidated if made else 0,
            "set_aside": backlog.failed,
        }

    def forget_old_turns(self, reach: Reach, now: datetime) -> None:
        """Delete the agent's turns that are older than the retention which a person set.

        Those that gap-fill has not worked through yet, of a session that was cut off, wait for it where it is on.
        """
        days = self.settings.journal.retention_days
        if days is not None:
            before, unread = instant(now - timedelta(days=days)), not self.settings.gap_fill.enabled
            with self.store.transaction():
                self.store.sessions.forget_turns(before, reach, unread=unread)

"""The parts of one agent's memory, composed: what `Memory` makes and every `Session` works with."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from tiermem.engine.background import Background
from tiermem.engine.completing import Completing, Fits
from tiermem.engine.embedding import Embedding
from tiermem.engine.freezing import Freezing
from tiermem.engine.gapfill import GapFill
from tiermem.engine.idling import Idle
from tiermem.engine.journaling import Journaling
from tiermem.engine.meaning import Meaning
from tiermem.engine.patterns import Patterns
from tiermem.engine.ports import Clock, Hooks
from tiermem.engine.processor import Processor
from tiermem.engine.profile.consolidating import Consolidating
from tiermem.engine.prompting import Prompting
from tiermem.engine.recall import Recall
from tiermem.engine.tasks import TaskKeeping
from tiermem.engine.working import Worked, Working
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

    def forget_old_records(self, reach: Reach, now: datetime) -> int:
        """Delete this agent's and user's records of what happened that are older than they are to be kept.

        Gives how many rows; after many it is called again.
        """
        said = self.settings.retention

        def before(days: int | None) -> str | None:
            return None if days is None else instant(now - timedelta(days=days))

        with self.store.transaction(durable=False):
            return self.store.runs.forget(
                reach,
                runs_before=before(said.runs_days),
                spent_before=before(said.spending_days),
                receipts_before=before(said.receipts_days),
            )


def composed(
    settings: AgentSettings,
    store: Store,
    hooks: Hooks,
    clock: Clock,
    *,
    prompts: Mapping[str, str],
    fits: Fits,
    work: Callable[..., Worked],
) -> Parts:
    """The parts of one agent's memory, composed.

    Args:
        settings: The agent's.
        store: Where everything is kept.
        hooks: The agent's plugins.
        clock: The present.
        prompts: Name → instructions for a generative model.
        fits: What checks its answers.
        work: What an idle process does for a user, see `Upkeep.work`.
    """
    embedding = Embedding(store, hooks, settings, clock)
    background = Background(embedding, store)
    idle = Idle(
        lambda reach, stop: work(reach, trigger="idle", stop=stop),
        store,
        enabled=settings.consolidation.enabled,
        interval_s=settings.consolidation.interval_s,
    )

    def wrote(reach: Reach) -> None:
        background.wake(reach)
        idle.wake(reach)

    gate = Gate(store, hooks, settings, clock, wrote=wrote)
    completing = Completing(store, hooks, settings, prompts=prompts, fits=fits, clock=clock)
    processor = Processor(store, gate, settings)
    consolidating = Consolidating(store, gate, hooks, settings, completing)
    return Parts(
        store=store,
        hooks=hooks,
        settings=settings,
        gate=gate,
        closed_gate=Gate(store, hooks, settings, clock, closed=True),
        recall=Recall(store, hooks, settings, Meaning(embedding, store, hooks)),
        prompting=Prompting(store, hooks, settings, embedding.settle),
        freezing=Freezing(store, hooks, settings),
        journaling=Journaling(store, hooks, settings),
        gapfill=GapFill(store, hooks, settings),
        processor=processor,
        working=Working(store, processor, consolidating, Patterns(store, gate)),
        embedding=embedding,
        background=background,
        idle=idle,
        completing=completing,
        tasks=TaskKeeping(store, hooks, gate),
    )

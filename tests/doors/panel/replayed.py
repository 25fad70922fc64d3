"""A store that a long conversation filled, replayed through sessions with default settings.

The conversation is one of LoCoMo's where TIERMEM_TEST_LOCOMO names its file, and one of the project's own otherwise.
"""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.data_sets import Data, conversation, end_of, sessions
from tests.clocks import Ticking
from tests.doors.panel.conversation import propose

from benchmarks import convert
from tiermem import Memory
from tiermem.values import instant, moment

LOCOMO = os.environ.get("TIERMEM_TEST_LOCOMO")
OWN = Path(__file__).parents[3] / "benchmarks" / "data" / "conversations" / "hanneke-and-bram.txt"
NOTES = (
    ("memory", "context", "tests", "Tests run with `make check`; the integration suite needs Docker."),
    ("memory", "project", "staging", "Staging is refreshed from production at 02:00 UTC."),
    ("memory", "project", "feature flags", "Feature flags live in the repository, not in the database."),
    ("user", "preference", "editor", "Uses Neovim and a split keyboard."),
)
"""Tier, category, subject and content of what the agent stored by a tool in the last session."""
QUESTIONS = 12
"""Questions that are asked after the conversation, each in a session of its own."""


def told() -> Data:
    """Return the conversation."""
    if not LOCOMO:
        return conversation(OWN)
    found = next(convert.locomo(Path(LOCOMO)))
    relevant = {query: frozenset({document}) for query, document in found.qrels}
    return Data(found.name, found.corpus, found.queries, relevant)


def replay(store: Path, data: Data) -> None:
    """Live through a conversation that ended this week as a host does: each turn is a prompt, and each session ends."""
    late = datetime.now(UTC) - timedelta(days=5) - end_of(data)
    clock = Ticking(end_of(data))
    with Memory.open(store=str(store), clock=clock) as memory:
        for name, turns in sessions(data):
            clock.now = moment(turns[0].at) + late
            with memory.session(f"talk-{name}") as session:
                session.system_prompt  # noqa: B018 it freezes the blocks, as a host does
                for turn in turns:
                    clock.now += timedelta(seconds=40)
                    if turn.speaker == "user":
                        session.on_prompt(turn.content)
                    session.on_turn_end(turns=[replace(turn, at=instant(clock.now))])
        clock.now = end_of(data) + late
        with memory.session("notes") as session:
            session.on_turn_end("Please keep what you found out about our project.", "I noted four things.")
            for tier, category, subject, content in NOTES:
                named = {"category": category, "subject": subject, "target": tier}
                session.call_tool("add_memory", {"content": content, **named})
        for number, query in enumerate(data.queries[:QUESTIONS]):
            clock.now += timedelta(hours=7)
            with memory.session(f"question-{number + 1}") as session:
                session.on_prompt(query["text"])
                session.on_turn_end(query["text"], "Let me see.")
    propose(str(store), store.parent)

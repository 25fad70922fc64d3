"""Messages of eight facts, mixed with a greeting and a task: how many of the facts are kept, and is the rest left?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from benchmarks.learning.people import remembering
from benchmarks.learning_set import DATA
from tiermem import Observation


def run(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Say each message in a session of its own; return the facts kept of it, the least of each language, and junk."""
    messages = json.loads((DATA / "eight.json").read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    with remembering(consolidation={"enabled": False}, **settings) as (memory, _):
        for language, cases in messages.items():
            kept, junk = [], []
            for message, facts in cases:
                head = memory.timeline.head
                with memory.session() as session:
                    session.on_turn_end(message, "Sure.")
                events = memory.timeline.events(kinds=("observation",), after=head)
                told = [Observation.from_payload(event.payload) for event in events]
                said = [one.draft.content for one in told if one.kind != "session_summary"]
                kept.append(sum(any(fact in one for one in said) for fact in facts))
                junk += [one for one in said if not any(fact in one for fact in facts)]
            found[language] = {"kept": kept, "least": min(kept), "junk": junk}
    return found


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the table for people."""
    lines = [
        "Of eight facts in one message, kept",
        "",
        "| language | of each message | besides |",
        "| --- | --- | --- |",
    ]
    for language, one in result.items():
        lines.append(f"| {language} | {', '.join(map(str, one['kept']))} | {len(one['junk'])} |")
    return lines

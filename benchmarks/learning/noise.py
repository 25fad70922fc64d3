"""Measure how much gap-fill takes from ordinary conversations, and print a sample for a person to judge."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.learning.people import remembering
from tiermem.transfer.replay import replay
from tiermem.transfer.transcripts import read_transcripts
from tiermem.values import utc_now

SAMPLE = 60
"""Observations that are shown to be judged."""


def run(path: Path, settings: Mapping[str, Any], sessions: int | None = None) -> dict[str, Any]:
    """Transcripts replayed: observations by kind and per session, and a sample of their statements."""
    with remembering(consolidation={"enabled": False}, **settings) as (memory, _):
        report = replay(memory, islice(read_transcripts(path, now=utc_now()), sessions))
        statements = [
            (event.payload["kind"], event.payload["draft"]["content"])
            for user in report.users
            for event in memory.timeline.events(user, kinds=("observation",))
            if event.payload["kind"] != "session_summary"
        ]
    kinds = Counter(kind for kind, _ in statements)
    sample = random.Random(0).sample(statements, min(SAMPLE, len(statements)))
    return {
        "sessions": report.sessions,
        "turns": report.turns,
        "observations": len(statements),
        "per_session": round(len(statements) / max(report.sessions, 1), 3),
        "kinds": dict(kinds.most_common()),
        "sample": [f"{kind}: {content}" for kind, content in sample],
    }


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the figures and the sample for people."""
    kinds = ", ".join(f"{kind} {number}" for kind, number in result["kinds"].items())
    counted = f"{result['observations']} observations in {result['sessions']} sessions"
    return [
        f"{counted} ({result['per_session']} a session): {kinds}",
        "",
        *result["sample"],
    ]

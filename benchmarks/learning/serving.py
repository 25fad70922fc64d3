"""Measure the use of what was learned: is it used in replies, asked for again, corrected?

The replies are those of the transcript, which were made without it: a proxy that compares versions, not systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.learning.people import remembering
from tiermem import Memory
from tiermem.engine.measures import answers, is_used, question_in
from tiermem.transfer.replay import exchanges
from tiermem.transfer.transcripts import Transcript, read_transcripts
from tiermem.values import utc_now


def run(path: Path, settings: Mapping[str, Any], sessions: int | None = None) -> dict[str, Any]:
    """Transcripts with recall on each prompt; passages used, questions asked again, corrections, observations."""
    counted: Counter[str] = Counter()
    with remembering(consolidation={"enabled": False}, **settings) as (memory, _):
        for transcript in islice(read_transcripts(path, now=utc_now()), sessions):
            _play(memory, transcript, counted)
    shown = max(counted["passages"], 1)
    return dict(counted) | {
        "utilisation": round(counted["used"] / shown, 3),
        "observations_per_session": round(counted["observations"] / max(counted["sessions"], 1), 3),
        "corrections_per_session": round(counted["corrections"] / max(counted["sessions"], 1), 3),
        "asked_again": round(counted["known_questions"] / max(counted["questions"], 1), 3),
    }


def _play(memory: Memory, transcript: Transcript, counted: Counter[str]) -> None:
    counted["sessions"] += 1
    head = memory.timeline.head
    with memory.session(transcript.session_id, transcript.user) as session:
        for turns in exchanges(transcript.turns):
            asked = " ".join(turn.content for turn in turns if turn.speaker == "user")
            replied = " ".join(turn.content for turn in turns if turn.speaker == "assistant")
            if asked:
                session.on_prompt(asked)
                passages = session.recalled.passages if session.recalled else ()
                counted["passages"] += len(passages)
                counted["used"] += sum(is_used(passage.text, asked, replied) for passage in passages)
            question = question_in(replied)
            if question is not None:
                counted["questions"] += 1
                known = memory.recall(question, transcript.user).passages
                counted["known_questions"] += any(
                    one.layer == "L1" and answers(one.text, question) for one in known
                )
            session.on_turn_end(turns=turns)
    for event in memory.timeline.events(transcript.user, kinds=("observation",), after=head):
        if event.payload["kind"] != "session_summary":
            counted["observations"] += 1
            counted["corrections"] += bool(event.payload["draft"].get("correction"))


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the figures for people."""
    return [f"- {name.replace('_', ' ')}: {value}" for name, value in result.items()]

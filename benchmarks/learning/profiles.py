"""Measure the profile: its accuracy, growth and drift, and the sessions it takes to settle."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean
from typing import Any

from benchmarks.learning.people import Person, holds, live, people, remembering, told
from tiermem import Memory

HOLDS = 0.6
"""Share of all that is said of a person over the sessions which a profile must have to be of use."""
QUIET_SESSIONS = 6
"""Sessions with small talk only, after the last: what changes in the profile then has drifted."""
_SMALL_TALK = "Thanks, that was it for today."


def run(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Run each labelled person through the sessions."""
    rows: list[dict[str, Any]] = []
    for person in people():
        with remembering(**settings) as (memory, calendar):
            accuracy, keys, known = [], [], []
            for session in range(1, len(person.sessions) + 1):
                live(memory, calendar, person, session)
                memory.maintenance.work(person.name)
                accuracy.append(_accuracy(memory, person, session))
                known.append(_accuracy(memory, person, len(person.sessions)))
                keys.append(len(memory.profile(person.name).current.marks))
            before = dict(memory.profile(person.name).current.scaffold)
            for _ in range(QUIET_SESSIONS):
                calendar.next_day()
                with memory.session(user=person.name) as opened:
                    opened.on_turn_end(_SMALL_TALK, "You are welcome.")
                memory.maintenance.work(person.name)
            drifted = before != dict(memory.profile(person.name).current.scaffold)
            stale = _stale(memory, person)
        rows.append(
            {"person": person.name, "accuracy": accuracy, "keys": keys, "drifted": drifted, "stale": stale}
            | {"cold_start": next((n for n, one in enumerate(known, 1) if one >= HOLDS), None)}
        )
    return {
        "people": rows,
        "accuracy": round(mean(row["accuracy"][-1] for row in rows), 3),
        "drifted": sum(row["drifted"] for row in rows),
        "stale": sum(row["stale"] for row in rows),
    }


def _texts(memory: Memory, person: Person) -> list[str]:
    profile = memory.profile(person.name).current
    lines = [line.text for line in (*profile.narrative, *profile.learned)]
    return [*told(dict(profile.scaffold)), *lines]


def _accuracy(memory: Memory, person: Person, session: int) -> float:
    """Return the share of what was said up to a session that the profile has."""
    due = [truth for truth in person.truth if truth.after <= session]
    texts = _texts(memory, person)
    return round(sum(holds(texts, truth.words) for truth in due) / len(due), 3) if due else 1.0


def _stale(memory: Memory, person: Person) -> int:
    """Return how many statements are still there that are no longer true."""
    texts = _texts(memory, person)
    return sum(holds(texts, (wrong,)) for truth in person.truth for wrong in truth.wrong)


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the table for people."""
    lines = [
        "| person | accuracy after each session | values of the scaffold | of use after session | drifted | stale |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in result["people"]:
        accuracy = " ".join(f"{one:.0%}" for one in row["accuracy"])
        keys = " ".join(map(str, row["keys"]))
        start, drifted = row["cold_start"] or "never", "yes" if row["drifted"] else "no"
        lines.append(f"| {row['person']} | {accuracy} | {keys} | {start} | {drifted} | {row['stale']} |")
    return [*lines, "", f"Accuracy at the end: {result['accuracy']:.1%}."]

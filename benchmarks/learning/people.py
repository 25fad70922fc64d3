"""The labelled profiles: people, their sessions, and what a profile of them must hold after each."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tiermem import Memory

DATA = Path(__file__).parents[1] / "data" / "profiles" / "people.json"
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
ACKNOWLEDGED = "All right."
"""The assistant's answer to everything: only the users' words are judged."""


@dataclass(frozen=True, slots=True)
class Truth:
    """Knowledge expected after a session, counted from 1: words that occur together, and words that must be gone."""

    after: int
    words: tuple[str, ...]
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that can be answered after a session, by what holds these words."""

    after: int
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A labelled person."""

    name: str
    sessions: tuple[tuple[str, ...], ...]
    truth: tuple[Truth, ...]
    questions: tuple[Question, ...]


def people() -> list[Person]:
    """Return all of them."""
    return [
        Person(
            row["user"],
            tuple(map(tuple, row["sessions"])),
            tuple(
                Truth(one["after"], tuple(one["words"]), tuple(one.get("not", ()))) for one in row["truth"]
            ),
            tuple(Question(one["after"], one["question"], tuple(one["words"])) for one in row["questions"]),
        )
        for row in json.loads(DATA.read_text(encoding="utf-8"))
    ]


class Calendar:
    """A clock that goes on a day with each session."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def next_day(self) -> None:
        """It is nine in the morning of the next day."""
        self.now = datetime(self.now.year, self.now.month, self.now.day, 9, tzinfo=UTC) + timedelta(days=1)


@contextmanager
def remembering(**settings: Any) -> Iterator[tuple[Memory, Calendar]]:
    """A memory of its own, with these settings of the ``type: memory`` entry, and its clock."""
    with tempfile.TemporaryDirectory() as folder:
        entry = {
            "type": "memory",
            "store": "sqlite:///memory.db",
            "consolidation": {"enabled": True},
        } | settings
        path = Path(folder) / "agent.yaml"
        path.write_text(json.dumps({"agents": {"agent": {"tools": [entry]}}}), encoding="utf-8")
        calendar = Calendar()
        with Memory.open(path, clock=calendar) as memory:
            yield memory, calendar


def live(memory: Memory, calendar: Calendar, person: Person, session: int) -> None:
    """One session of a person, counted from 1, on the next day."""
    calendar.next_day()
    with memory.session(user=person.name) as opened:
        for text in person.sessions[session - 1]:
            opened.on_prompt(text)
            opened.on_turn_end(text, ACKNOWLEDGED)


def told(value: Any) -> Iterator[str]:
    """Yield each statement of a profile as text: lines, and each value of the scaffold with its keys."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from (f"{key}: {text}" for text in told(inner))
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from told(inner)
    else:
        yield str(value)


def holds(texts: list[str], words: tuple[str, ...]) -> bool:
    """Return True if one of the texts has all of the words."""
    return any(all(word.casefold() in text.casefold() for word in words) for text in texts)

r"""The memories that are measured: tiermem with default settings, and baselines.

To measure another memory, write a function without arguments that returns a context manager of a new, empty
`System`, and name it: ``python -m benchmarks.life --system my_module:open_memory``::

    class Mine:
        def live(self, session):                 # a session that is over, with its date, user and messages
            for exchange in session.exchanges:
                self.memory.add(exchange.user, user_id=session.user)

        def show(self, probe):                   # a new session's first prompt
            found = self.memory.search(probe.prompt, user_id=probe.user)
            return Shown(context="\n".join(found))

    @contextmanager
    def open_memory():
        yield Mine()
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from benchmarks.life.scenarios import PastSession, Probe
from tiermem import Memory
from tiermem.text import words

TURNS = 5
"""Turns that the FTS5 baseline shows: as many passages as tiermem's default."""
_PACE = timedelta(minutes=2)
_NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Shown:
    """The text that a memory puts before the model: into the system prompt, and into the user's message."""

    blocks: str = ""
    context: str = ""

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.blocks}\n{self.context}".strip()


class System(Protocol):
    """A memory that lives through the sessions of one scenario and is then asked its probes."""

    def live(self, session: PastSession) -> None:
        """Take in a session, from its start to its end."""

    def show(self, probe: Probe) -> Shown:
        """Return the text that the model sees beside the first prompt of a new session."""


Opener = Callable[[], AbstractContextManager[System]]


class Tiermem:
    """tiermem as a host runs it: blocks, recall at each prompt, tools, the end of each turn and of the session."""

    def __init__(self, store: str) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)
        self.memory = Memory.open(store=store, clock=lambda: self._now)

    def live(self, session: PastSession) -> None:
        self._now = session.at
        with self.memory.session(user=session.user, project=session.project) as live:
            live.system_prompt  # noqa: B018 asking for it freezes the blocks
            for exchange in session.exchanges:
                if exchange.user:
                    live.on_prompt(exchange.user)
                for name, arguments in exchange.calls:
                    reply = live.call_tool(name, dict(arguments))
                    assert "error" not in reply, reply
                self._now += _PACE
                live.on_turn_end(exchange.user or None, exchange.assistant)

    def show(self, probe: Probe) -> Shown:
        self._now = probe.at
        asked = self.memory.session(user=probe.user, project=probe.project)
        blocks = "\n".join(str(block["text"]) for block in asked.frozen_blocks)
        return Shown(blocks, asked.context(probe.prompt))


@contextmanager
def open_tiermem() -> Iterator[Tiermem]:
    """Open a new memory with default settings in a folder of its own."""
    with TemporaryDirectory() as folder:
        system = Tiermem(f"sqlite:///{Path(folder, 'memory.db')}")
        with system.memory:
            yield system


class _Baseline:
    """The user's words as they were said; each baseline shows a part of them."""

    def __init__(self) -> None:
        self.sessions: list[PastSession] = []

    def live(self, session: PastSession) -> None:
        self.sessions.append(session)

    def said(self, user: str) -> list[str]:
        """Return the messages of a user."""
        return [text for one in self.sessions if one.user == user for text in one.said]


class Nothing(_Baseline):
    """No memory."""

    def show(self, probe: Probe) -> Shown:
        del probe
        return Shown()


class Everything(_Baseline):
    """All that the user said."""

    def show(self, probe: Probe) -> Shown:
        return Shown(context="\n".join(self.said(probe.user)))


class LastSession(_Baseline):
    """All that the user said in the latest session."""

    def show(self, probe: Probe) -> Shown:
        own = [one for one in self.sessions if one.user == probe.user]
        return Shown(context="\n".join(own[-1].said) if own else "")


class FullText(_Baseline):
    """FTS5 with porter over all that the user said: any word of the prompt, the best five turns."""

    def show(self, probe: Probe) -> Shown:
        said = self.said(probe.user)
        asked = " OR ".join(f'"{word}"' for word in words(_spaced(probe.prompt)))
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("CREATE VIRTUAL TABLE f USING fts5(text, tokenize='porter unicode61')")
            connection.executemany("INSERT INTO f VALUES (?)", [(_spaced(text),) for text in said])
            statement = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY rank LIMIT ?"
            found = connection.execute(statement, (asked, TURNS)).fetchall() if asked else []
        return Shown(context="\n".join(said[rowid - 1] for (rowid,) in found))


class Oracle(_Baseline):
    """Exactly what is wanted."""

    def show(self, probe: Probe) -> Shown:
        wanted = [one.wordings[0].rstrip("*") for one in probe.want]
        return Shown(blocks="\n".join(wanted))


def _spaced(text: str) -> str:
    """Return text with spaces between the overlapping pairs of scripts that have none."""

    def pairs(run: re.Match[str]) -> str:
        return f" {' '.join(run[0][at : at + 2] for at in range(max(1, len(run[0]) - 1)))} "

    return _NO_SPACES.sub(pairs, text)


def _opener(kind: Callable[[], System]) -> Opener:
    @contextmanager
    def opened() -> Iterator[System]:
        yield kind()

    return opened


BASELINES: dict[str, Opener] = {
    "nothing": _opener(Nothing),
    "FTS5": _opener(FullText),
    "everything": _opener(Everything),
    "last session": _opener(LastSession),
    "oracle": _opener(Oracle),
}

"""Scenarios of a user's life with an agent, read from ``benchmarks/data/life/LANGUAGE/KIND.txt``.

A file is a list of scenarios in lines; its README describes the format. Scenarios of a file belong to ``dev`` and
``check`` in turn, so new ones are added at its end. Sessions of ``everyday.txt``, which have no fact about anybody, are
mixed into each scenario, so that no store is as small as what the scenario is about. The scenarios of
``fresh/LANGUAGE.txt`` and ``open/LANGUAGE.txt``, by other authors, are splits of their own: the former for the time
after development, the latter for development. ``amended``, ``amended_held``, ``mended`` and ``mended_held`` are
corrections and overtaken notes, ``forgotten`` and ``forgotten_held`` requests to forget and what only sounds like one,
``wide`` and ``wide_held`` all kinds in everyday typing, ``told`` and ``told_held`` overtaken notes, corrections,
changes, noise and standing statements.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

DATA = Path(__file__).parents[1] / "data" / "life"
LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
KINDS = {
    "standing": "standing statements, probed by unrelated tasks",
    "several": "several facts in one message",
    "other_words": "questions in other words",
    "about_me": "about me",
    "left_off": "where we left off",
    "changes": "changes",
    "notes": "notes of the agent, overtaken",
    "kept": "facts that stay beside a newer one",
    "declines": "declines",
    "dates": "dates",
    "corrections": "corrections",
    "noise": "noise",
    "quiet": "quiet",
    "crowded": "a life of many facts",
    "users": "users apart",
    "projects": "projects apart",
}
EVERYDAY = "everyday"
"""Name of the file of sessions that have no fact about anybody."""
MIXED_IN = 2
"""Everyday sessions before the first session of a scenario, and as many after its last."""
Apart = Literal[
    "fresh",
    "open",
    "amended",
    "amended_held",
    "mended",
    "mended_held",
    "retold",
    "retold_held",
    "forgotten",
    "forgotten_held",
    "wide",
    "wide_held",
    "told",
    "told_held",
]
"""Splits that are folders of their own, and no part of the others' totals."""
Split = Literal["dev", "check"] | Apart

_HEADER = re.compile(r"(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?(?: ([^\s@]+))?(?: @(\S+))?$")
_USER = "sam"
_TIME = "10:00"
_NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Characters of scripts that put no space between words."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A string that is looked for, in any of several wordings: one that ends with ``*`` is the start of a word."""

    wordings: tuple[str, ...]

    def is_in(self, text: str) -> bool:
        """True if a wording is in *text*, as `folded` returns it, from one word's edge to another's."""
        return any(_is_in(text, folded(wording)) for wording in self.wordings)


@dataclass(frozen=True, slots=True)
class Exchange:
    """The words of a user, the tools that the agent then called, with their arguments, and its answer."""

    user: str
    calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    assistant: str | None = None


@dataclass(frozen=True, slots=True)
class PastSession:
    """A session that took place before the probes: its start, its user and project, and what was said."""

    at: datetime
    user: str
    project: str | None
    exchanges: tuple[Exchange, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """The user's own messages."""
        return tuple(one.user for one in self.exchanges if one.user)


@dataclass(frozen=True, slots=True)
class Probe:
    """The first prompt of a new session, and what the model must and must not see.

    Attributes:
        at: Start of the session.
        user: Whose session it is.
        project: Its project, or None.
        prompt: The message.
        want: Statements that the model must see, all of them.
        forbid: Statements that it must not see, none of them.
        is_quiet: Nothing may be put into the message.
    """

    at: datetime
    user: str
    project: str | None
    prompt: str
    want: tuple[Statement, ...] = ()
    forbid: tuple[Statement, ...] = ()
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """Sessions and the probes that follow them, on a memory of its own."""

    id: str
    kind: str
    language: str
    split: Split
    sessions: tuple[PastSession, ...]
    probes: tuple[Probe, ...]


def read_scenarios(
    languages: Sequence[str] = LANGUAGES, kinds: Sequence[str] = tuple(KINDS), data: Path = DATA
) -> Iterator[Scenario]:
    """Yield the scenarios of some languages and kinds.

    Raises:
        ValueError: A file is not in the format; the message names file and line.
    """
    for language in languages:
        for kind in kinds:
            path = data / language / f"{kind}.txt"
            if path.is_file():
                everyday = _everyday(data, language)
                for place, draft in enumerate(_drafts(path)):
                    scenario = draft.finished(kind, language, "check" if place % 2 else "dev")
                    yield _mixed(scenario, everyday)


def read_apart(
    split: Apart,
    languages: Sequence[str] = LANGUAGES,
    kinds: Sequence[str] = tuple(KINDS),
    data: Path = DATA,
) -> Iterator[Scenario]:
    """Yield the scenarios of a split that is a folder of its own, whose names begin with their kinds.

    Raises:
        ValueError: A file is not in the format, or a scenario's kind is unknown; the message names it.
    """
    for language in languages:
        path = data / split / f"{language}.txt"
        if not path.is_file():
            continue
        everyday = _everyday(data, language)
        for draft in _drafts(path):
            kind = draft.slug.partition("/")[0]
            if kind not in KINDS:
                message = f"{language}: [{draft.slug}] does not begin with a kind"
                raise ValueError(message)
            if kind in kinds:
                scenario = draft.finished(kind, language, split)
                yield _mixed(replace(scenario, id=f"{split}/{language}/{draft.slug}"), everyday)


def _everyday(data: Path, language: str) -> tuple[PastSession, ...]:
    return tuple(one.sessions[0] for one in _drafts(data / language / f"{EVERYDAY}.txt"))


def folded(text: str) -> str:
    """Return text as wordings are compared with it: without case, one kind of apostrophe, single spaces."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return " ".join(plain.split())


def _is_in(text: str, wording: str) -> bool:
    plain = wording.rstrip("*")
    start = text.find(plain)
    while start >= 0:
        end = start + len(plain)
        ends_word = wording.endswith("*") or not _is_inside_word(text, end)
        if ends_word and not _is_inside_word(text, start):
            return True
        start = text.find(plain, start + 1)
    return False


def _is_inside_word(text: str, place: int) -> bool:
    """True if a place is between two characters of one word: letters or digits, of scripts that space words."""
    around = text[place - 1 : place + 1] if place else ""
    return len(around) == 2 and all(one.isalnum() and not _NO_SPACES.match(one) for one in around)


@dataclass
class _Draft:
    """A scenario that is being read."""

    slug: str
    sessions: list[PastSession] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)

    def add(self, mark: str, text: str) -> None:
        """Add a line, given as its mark and what follows."""
        if mark == "=":
            at, user, project = _header(text)
            self.sessions.append(PastSession(at, user, project, ()))
        elif mark == "?":
            header, _, prompt = text.partition(" | ")
            at, user, project = _header(header)
            self.probes.append(Probe(at, user, project, prompt.strip()))
        elif mark in "+-~":
            self._judge(mark, text)
        else:
            self._say(mark, text)

    def _judge(self, mark: str, text: str) -> None:
        old = self.probes[-1]
        statement = Statement(tuple(wording.strip() for wording in text.split("|") if wording.strip()))
        want, forbid = old.want, old.forbid
        if mark == "+":
            want = (*want, statement)
        elif mark == "-":
            forbid = (*forbid, statement)
        self.probes[-1] = Probe(
            old.at, old.user, old.project, old.prompt, want, forbid, old.is_quiet or mark == "~"
        )

    def _say(self, mark: str, text: str) -> None:
        old = self.sessions[-1]
        exchanges = list(old.exchanges)
        if mark == ">":
            exchanges.append(Exchange(text))
        else:
            last = exchanges.pop() if exchanges else Exchange("")
            if mark == "<":
                last = Exchange(last.user, last.calls, text)
            elif mark == "!":
                name, _, arguments = text.partition(" ")
                last = Exchange(last.user, (*last.calls, (name, json.loads(arguments))), last.assistant)
            else:
                message = f"unknown mark {mark!r}"
                raise ValueError(message)
            exchanges.append(last)
        self.sessions[-1] = PastSession(old.at, old.user, old.project, tuple(exchanges))

    def finished(self, kind: str, language: str, split: Split) -> Scenario:
        """Return the scenario."""
        name = f"{language}/{kind}/{self.slug}"
        return Scenario(name, kind, language, split, tuple(self.sessions), tuple(self.probes))


def _header(text: str) -> tuple[datetime, str, str | None]:
    found = _HEADER.match(text.strip())
    if not found:
        message = f"not 'DATE [TIME] [USER] [@PROJECT]': {text!r}"
        raise ValueError(message)
    day, time, user, project = found.groups()
    return datetime.fromisoformat(f"{day}T{time or _TIME}").replace(tzinfo=UTC), user or _USER, project


def _drafts(path: Path) -> list[_Draft]:
    drafts: list[_Draft] = []
    for number, (mark, text) in _lines(path):
        try:
            if mark == "[":
                drafts.append(_Draft(text.rstrip("]")))
            else:
                drafts[-1].add(mark, text)
        except (ValueError, IndexError) as error:
            message = f"{path}, line {number}: {error}"
            raise ValueError(message) from error
    return drafts


def _mixed(scenario: Scenario, everyday: Sequence[PastSession]) -> Scenario:
    """Return a scenario with everyday sessions before its first session and between its last and the first probe.

    Those are the user's of the first probe, without a project; which ones follows from the scenario's id. Nothing
    comes after the last session where its subject is wanted: after all, that is where the user left off.
    """
    first, last, probe = scenario.sessions[0].at, scenario.sessions[-1].at, scenario.probes[0]
    is_last = scenario.kind == "left_off"
    pause = (probe.at - last) / (MIXED_IN + 1)
    times = [first - timedelta(days=days) for days in range(MIXED_IN, 0, -1)]
    times += [] if is_last else [last + pause * place for place in range(1, MIXED_IN + 1)]
    begin = crc32(scenario.id.encode())
    mixed = [
        replace(everyday[(begin + place) % len(everyday)], at=at, user=probe.user)
        for place, at in enumerate(times)
    ]
    return replace(scenario, sessions=tuple(sorted((*mixed, *scenario.sessions), key=lambda one: one.at)))


def _lines(path: Path) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the number, the mark and the text of each item; lines that begin with a space go on with it."""
    item: list[str] = []
    start = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith(" "):
            item.append(line[2:])
            continue
        if item:
            yield start, _item(item)
        item, start = ([line] if line.strip() and not line.startswith("#") else []), number
    if item:
        yield start, _item(item)


def _item(lines: Sequence[str]) -> tuple[str, str]:
    text = "\n".join(lines)
    return text[0], text[1:].strip()

"""Where a scaffold made by rules keeps a statement: read from ``topics.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from tiermem.text import fold, words
from tiermem.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """A key of the scaffold, the words that point to it, and subjects of which a person has one."""

    key: str
    words: frozenset[str]
    single: frozenset[str]


@dataclass(frozen=True, slots=True)
class Topics:
    """All topics, and how languages say what something is."""

    topics: tuple[Topic, ...]
    attributes: tuple[re.Pattern[str], ...]
    cut: re.Pattern[str]
    clause: re.Pattern[str]
    lead: re.Pattern[str]

    def topic(self, subject: str | None, content: str) -> Topic | None:
        """The topic of a statement; None when no word of it points to one."""
        for text in filter(None, (subject, content)):
            said = _said(text)
            for topic in self.topics:
                if topic.words & said:
                    return topic
        return None

    def first_clause(self, text: str) -> str:
        """What *text* says before it says something else, or why."""
        return self.clause.sub("", text)

    def attribute(self, content: str) -> tuple[str, str] | None:
        """(what, value) of "My manager is Bob."; None of a statement of another form."""
        for pattern in self.attributes:
            if found := pattern.match(content.strip()):
                value = self.lead.sub("", self.cut.sub("", self.first_clause(found["value"]))).rstrip(
                    " .。!！"
                )
                return (found["key"].strip(), value) if value else None
        return None


def _said(text: str) -> frozenset[str]:
    """The words of a text, and all of its parts of one to six characters where words have no spaces."""
    folded = fold(text)
    spaced = frozenset(words(text)) | frozenset(re.findall(r"\w+", folded))
    unspaced = re.findall(r"[぀-ヿ㐀-鿿]+", folded)
    return spaced.union(*(_parts(run) for run in unspaced)) if unspaced else spaced


def _parts(run: str) -> Iterable[str]:
    return (run[start : start + length] for length in range(1, 7) for start in range(len(run) - length + 1))


@lru_cache(maxsize=1)
def topics() -> Topics:
    """The shipped topics."""
    data = tomllib.loads(Path(__file__).with_name("topics.toml").read_text(encoding="utf-8"))
    return Topics(
        topics=tuple(
            Topic(
                key=topic["key"],
                words=frozenset(map(fold, topic["words"])),
                single=frozenset(map(fold, topic["single"])),
            )
            for topic in data["topic"]
        ),
        attributes=tuple(re.compile(pattern, re.IGNORECASE) for pattern in data["attributes"]["patterns"]),
        cut=re.compile(data["attributes"]["cut"], re.IGNORECASE),
        clause=re.compile(data["attributes"]["clause"], re.IGNORECASE),
        lead=re.compile(data["attributes"]["lead"], re.IGNORECASE),
    )

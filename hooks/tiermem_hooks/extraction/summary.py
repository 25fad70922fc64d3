"""Summarize a session in its own sentences."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins import dataclass, replace
from tiermem.plugins.text import fold, statement_key, strip_passages
from tiermem_hooks.extraction.declines import declined
from tiermem_hooks.extraction.sentences import telling
from tiermem_hooks.extraction.statements import finished, trim
from tiermem_hooks.extraction.turns import spoken
from tiermem_hooks.extraction.worth import worth_keeping
from tiermem_hooks.memory_requests.to_forget import may_ask_to_forget

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from tiermem import Turn
    from tiermem.plugins import HookSession
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence
    from tiermem_hooks.extraction.turns import Spoken

_FEWEST_WORDS = 4
_LONGEST_SENTENCE = 240
_MOST_SENTENCES = 400
"""Maximum sentences read of a session: the first and the last ones."""
_NAME_OR_NUMBER = re.compile(r"(?<=\S )[A-Z][\w'-]+|\b\w*\d[\w.,:/-]*")
_FACT_WEIGHT = 0.7
"""Weight of a new name or number, besides its weight as a topic word, which is at most 1."""
_STATEMENT_WEIGHT = 1.6
"""Weight of a sentence that gap-fill would take."""
_ASSISTANT_WEIGHT = 0.6
"""Weight of the assistant's words, which are longer and more general than the user's."""
_ADDRESS_WEIGHT = 0.6
"""Weight of a sentence that addresses the other ("you …"), often a courtesy."""
_ROOM = 60
"""Characters added to a sentence's length, so that short ones do not win just by being short."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    place: tuple[int, int]
    day: str
    label: str
    text: str
    words: frozenset[str]
    facts: frozenset[str]
    weight: float
    is_users: bool
    is_statement: bool


def summarize(
    turns: Sequence[Turn], *, max_chars: int = 700, rules: Rules | None = None, zone: tzinfo = UTC
) -> str | None:
    """Return an extractive summary: the most informative sentences, in order, with each day and speaker named once.

    Deterministic, without a model. It omits what the user took back or declined to have remembered.

    Args:
        turns: The turns of one session, in order.
        max_chars: Maximum characters of the summary.
        rules: Rules from `load_rules` for all sentences; None for those of each sentence's language.
        zone: The time zone of the days.

    Returns:
        ``2026-03-02 user: … assistant: …``; None when nothing is said, or nothing in a single message of the user's
        but statements, which become entries.
    """
    lines = list(_lines(spoken(turns, rules, zone)))
    messages = sum(turn.speaker == "user" for turn in turns)
    if not messages or (messages == 1 and not any(line.is_users and not line.is_statement for line in lines)):
        return None
    if len(lines) > _MOST_SENTENCES:
        lines = lines[: _MOST_SENTENCES // 2] + lines[-_MOST_SENTENCES // 2 :]
    return _rendered(_chosen(lines, max_chars)) or None


def _chosen(lines: list[_Line], max_chars: int) -> list[_Line]:
    """Return the lines that together are most informative, best first, as long as they fit."""
    topics = _topics(lines)
    chosen: list[_Line] = []
    covered: set[str] = set()
    while lines:
        best = max(
            lines, key=lambda line: (_information(line, topics, covered), -line.place[0], -line.place[1])
        )
        if not _information(best, topics, covered):
            break
        lines.remove(best)
        if len(_rendered([*chosen, best])) <= max_chars:
            chosen.append(best)
            covered |= best.words
    return chosen


def _lines(session: Sequence[Spoken]) -> Iterator[_Line]:
    refused = declined(session)
    names = {word for said in session for word in telling(said.turn.name or "", said.rules)}
    seen: set[str] = set()
    for index, said in enumerate(session):
        kept = worth_keeping(session, index) if said.is_user else frozenset()
        for position, sentence in enumerate(said.sentences):
            if (index, position) in refused:
                continue
            line = _line(said, (index, position), sentence, names, is_kept=position in kept)
            if line and statement_key(line.text) not in seen:
                seen.add(statement_key(line.text))
                yield line


def _line(
    said: Spoken, place: tuple[int, int], sentence: Sentence, names: set[str], *, is_kept: bool
) -> _Line | None:
    """Return a sentence for a summary; None for questions and for sentences that say little."""
    rules = said.rules_of[place[1]]
    if sentence.asks or len(sentence.text) > _LONGEST_SENTENCE or may_ask_to_forget(sentence.text):
        return None
    trimmed = trim(sentence, rules)
    words = telling(trimmed.text, rules) - names
    if (
        len(words) < _FEWEST_WORDS
        or rules.pattern("question", "asks").match(trimmed.view)
        or rules.pattern("summary", "empty").search(trimmed.view)
    ):
        return None
    weight = _STATEMENT_WEIGHT if is_kept else 1.0 if said.is_user else _ASSISTANT_WEIGHT
    if rules.pattern("about", "assistant_person").search(trimmed.view):
        weight *= _ADDRESS_WEIGHT
    return _Line(
        place=place,
        day=said.day.isoformat() if said.day else "",
        label=said.turn.name or said.turn.speaker,
        text=finished(trimmed.text),
        words=words,
        facts=frozenset(fold(fact) for fact in _NAME_OR_NUMBER.findall(trimmed.text)) & words,
        weight=weight,
        is_users=said.is_user,
        is_statement=is_kept,
    )


def _topics(lines: Sequence[_Line]) -> dict[str, float]:
    """Return how much each word belongs to the session's topic, from 0 to 1."""
    counts = Counter(word for line in lines for word in line.words)
    most = max(counts.values(), default=1)
    return {word: (count / most) ** 0.5 for word, count in counts.items()}


def _information(line: _Line, topics: dict[str, float], covered: set[str]) -> float:
    """Return the weight of new topic words and facts per room of the sentence."""
    new = line.words - covered
    worth = sum(sorted(topics[word] for word in new)) + _FACT_WEIGHT * len(line.facts & new)
    return line.weight * worth / (len(line.text) + _ROOM)


def _rendered(lines: Sequence[_Line]) -> str:
    parts: list[str] = []
    day = label = None
    for line in sorted(lines, key=lambda line: line.place):
        if line.day != day:
            parts.append(line.day)
            label = None
        parts.append(line.text if line.label == label else f"{line.label}: {line.text}")
        day, label = line.day, line.label
    return " ".join(part for part in parts if part)


def summarised(session: HookSession, summary: str) -> Observation:
    """Return a session's summary for the archive."""
    draft = Draft(
        content=summary, layer="L2", tier="memory", context_type="session_summary", task_id=session.task
    )
    return Observation(kind="session_summary", draft=draft)


def without_passages(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns without recalled statements that were only repeated."""
    return [replace(turn, content=strip_passages(turn.content)) for turn in turns]

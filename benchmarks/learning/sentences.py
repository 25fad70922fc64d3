"""The sentences that gap-fill's scorecards are fitted to: their features, and what of them is to be remembered."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.learning_set import Case, Expected
from tiermem import Turn
from tiermem.transfer.transcripts import read_transcripts
from tiermem.values import utc_now
from tiermem_hooks.extraction import Rules, load_rules
from tiermem_hooks.extraction.declines import declined
from tiermem_hooks.extraction.extract import Proposal, proposals, spoken
from tiermem_hooks.extraction.worth import certain_from
from tiermem_hooks.gap_fill import said_anew

TABLES = Path(__file__).parents[2] / "tests" / "hooks" / "data"
"""What is taken and what is left: for English, and in a folder for each other language."""
OF_A_LANGUAGE = ("w ", "c ", "near ", "before ", "after ", "answer ", "left ", "void ")
"""Features that mean something in their own language only."""
COUNT_OF_PLAIN = 0.2
"""What a sentence of the tables counts: they were written along with the rules, and are plainer than people talk."""
COUNT_OF_BACKGROUND = 0.08
"""What a sentence of other people's chats counts: most of it is not worth remembering, and none of it is labelled."""
MOST_BACKGROUND = 2500


@dataclass(frozen=True)
class Row:
    """A sentence: its features, what of its turn is in it, and what the rules make of it.

    Attributes:
        certain_from: The chance from which on it is taken whatever the bounds are.
    """

    case: Case
    held: tuple[str, ...]
    states: tuple[Expected, ...]
    proposed: bool
    certain_from: float
    counts: float = 1.0


def rows(case: Case, rules: Rules | None = None) -> list[Row]:
    """The sentences of a case's judged turn that gap-fill looks at; by *rules*, or those of its language."""
    session = spoken(said_anew(case.turns), rules)
    own = case.turns[case.position].ref
    index = next((place for place, said in enumerate(session) if said.turn.ref == own), None)
    if index is None:
        return []
    refused = declined(session)
    found = (one for one in proposals(session, index, sparing=False) if (index, one.position) not in refused)
    return [_row(case, one) for one in found]


def _row(case: Case, one: Proposal) -> Row:
    content = (one.finding.content if one.finding else one.candidate.statement.text).casefold()
    states = tuple(
        expected
        for expected in case.expected
        if all(word.casefold() in content for word in expected.words if not word.startswith("20"))
    )
    held = (_placed(name, case.language) for name in sorted(one.held))
    certain = certain_from(one.finding, one.candidate) if one.finding else math.inf
    return Row(case, tuple(held), states, one.finding is not None, certain)


def _placed(name: str, language: str) -> str:
    return f"{language}|{name}" if name.startswith(OF_A_LANGUAGE) else f"|{name}"


def plain_rows(language: str) -> list[Row]:
    """The sentences of the tables; of a turn that gives one statement it is the one that the rules know."""
    folder = TABLES if language == "en" else TABLES / language
    taken = (line.split("\t") for line in _lines(folder / "taken.tsv"))
    left = (line.replace("\\n", "\n") for line in _lines(folder / "left.txt"))
    cases = [_plain(f"{language} taken {n}", language, turn, kind) for n, (kind, turn) in enumerate(taken)]
    cases += [_plain(f"{language} left {n}", language, turn) for n, turn in enumerate(left)]
    found = [row for case in cases for row in rows(case, load_rules(language))]
    return [replace(row, states=row.states if row.proposed else (), counts=COUNT_OF_PLAIN) for row in found]


def background_rows(path: Path) -> list[Row]:
    """Sentences of a transcript that no rule proposes, spread over it: what people say without a word to remember."""
    found = []
    for transcript in read_transcripts(path, now=utc_now()):
        session = spoken(said_anew(transcript.turns))
        for index, said in enumerate(session):
            case = _plain(f"{path.stem} {said.turn.ref}", said.rules.language, "")
            if said.is_user:
                found += [
                    _row(case, one) for one in proposals(session, index, sparing=False) if not one.finding
                ]
    step = max(1, len(found) // MOST_BACKGROUND)
    return [replace(row, counts=COUNT_OF_BACKGROUND) for row in found[::step]]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()[1:]


def _plain(name: str, language: str, turn: str, kind: str | None = None) -> Case:
    kind = {"project_details": "project"}.get(kind or "", kind)
    return Case(
        id=name,
        language=language,
        split="fit",
        turns=(Turn(speaker="user", content=turn, at="2026-03-02T10:00:00Z", session_id=name, position=0),),
        position=0,
        expected=(Expected(kind=kind, words=(), tier="user"),) if kind else (),
        trap=None if kind else "table",
    )

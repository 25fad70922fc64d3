"""The labelled set for gap-fill: user turns in six languages, half of them traps, and how they are judged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tiermem import Observation, Turn

DATA = Path(__file__).parent / "data" / "learning"
"""One file per language, ``LANGUAGE.jsonl``, with the splits ``tune`` and ``test``."""
FRESH = DATA / "fresh"
"""More of them, written later to fit on, with the splits ``fit`` and ``check``."""
Split = Literal["tune", "test", "fit", "check"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """Something that must be remembered of a turn.

    Attributes:
        kind: correction, preference, fact, person, project, decision, commitment, request.
        words: What any sensible stored statement holds, in any case of letters.
        tier: ``user`` for what is about the person, otherwise ``memory``.
        wrong: Values that must not be stored as true.
    """

    kind: str
    words: tuple[str, ...]
    tier: str
    wrong: tuple[str, ...] = ()

    def is_met_by(self, observations: Sequence[Observation]) -> bool:
        """Return True if these state it together; a wrong value may stand in a correction only, as what is wrong."""
        content = " ".join(one.draft.content for one in observations).casefold()
        if not all(word.casefold() in content for word in self.words):
            return False
        is_correction = any(one.draft.correction for one in observations)
        return is_correction or not any(value.casefold() in content for value in self.wrong)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A user's turn among its neighbours, and what must be remembered of it.

    Attributes:
        position: Of the judged turn in `turns`.
        trap: What makes it one, where nothing is to be remembered.
    """

    id: str
    language: str
    split: Split
    turns: tuple[Turn, ...]
    position: int
    expected: tuple[Expected, ...]
    trap: str | None

    @property
    def kind(self) -> str:
        """The kind of the first expected statement, or the trap."""
        return self.expected[0].kind if self.expected else f"trap: {self.trap}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The result of one case.

    Attributes:
        hits: What was expected and stated, each with the observation.
        misses: What was expected and is not stated.
        false: Observations of the turn that state nothing expected, or something once more.
    """

    hits: tuple[tuple[Expected, Observation], ...]
    misses: tuple[Expected, ...]
    false: tuple[Observation, ...]


def load(path: Path) -> list[Case]:
    """Return the cases of a file, in order.

    Raises:
        OSError: It cannot be read.
        ValueError: A line is not a case.
        KeyError: A field is missing.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_case(json.loads(line), path.stem) for line in lines if line.strip()]


def judge(case: Case, observations: Iterable[Observation]) -> Judged:
    """Compare what a program found in the case's turns with what was expected of the judged one.

    Observations of other turns do not count. A sentence may be kept as several statements, which are judged together.
    One sentence that states two expected things meets both.
    """
    own = case.turns[case.position].ref
    sentences: dict[str, list[Observation]] = {}
    for observation in observations:
        if observation.evidence == own:
            key = observation.quote or observation.draft.content
            sentences.setdefault(key, []).append(observation)
    hits: list[tuple[Expected, Observation]] = []
    used: set[str] = set()
    for expected in case.expected:
        found = next((key for key, said in sentences.items() if expected.is_met_by(said)), None)
        if found is not None:
            used.add(found)
            hits.append((expected, sentences[found][0]))
    met = [expected for expected, _ in hits]
    return Judged(
        hits=tuple(hits),
        misses=tuple(expected for expected in case.expected if expected not in met),
        false=tuple(one for key, said in sentences.items() if key not in used for one in said),
    )


def _case(row: dict[str, Any], language: str) -> Case:
    before, after = row.get("before") or [], row.get("after") or []
    said = [*before, {"speaker": "user", "content": row["turn"]}, *after]
    return Case(
        id=row["id"],
        language=language,
        split=row["split"],
        turns=_turns(said, row["at"], row["id"]),
        position=len(before),
        expected=tuple(
            Expected(
                kind=one["kind"],
                words=tuple(one["words"]),
                tier=one["tier"],
                wrong=tuple(one.get("not", ())),
            )
            for one in row["expected"]
        ),
        trap=row.get("trap"),
    )


def _turns(said: Sequence[dict[str, str]], at: str, session: str) -> tuple[Turn, ...]:
    return tuple(
        Turn(speaker=one["speaker"], content=one["content"], at=at, session_id=session, position=position)  # type: ignore[arg-type]
        for position, one in enumerate(said)
    )

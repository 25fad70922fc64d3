"""Precision, recall and F1 of gap-fill on the labelled turns, by language, kind and trap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from benchmarks.learning.people import remembering
from benchmarks.learning_set import DATA, FRESH, Case, Judged, judge, load
from tiermem import Memory, Observation


def run(split: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Run each case as a separate session of the product."""
    folder = FRESH if split in ("fit", "check") else DATA
    cases = [case for path in sorted(folder.glob("*.jsonl")) for case in load(path)]
    chosen = [case for case in cases if split in (case.split, "all")]
    with remembering(consolidation={"enabled": False}, **settings) as (memory, _):
        judged = [(case, judge(case, _learned(memory, case))) for case in chosen]
    by_language: defaultdict[str, list[tuple[Case, Judged]]] = defaultdict(list)
    for case, result in judged:
        by_language[case.language].append((case, result))
    return {
        "split": split,
        "languages": {language: _figures(rows) for language, rows in by_language.items()},
        "all": _figures(judged),
    }


def _learned(memory: Memory, case: Case) -> list[Observation]:
    """Return the observations that gap-fill put into the stream for a case; a change of nothing known is none."""
    head = memory.timeline.head
    with memory.session(case.id) as session:
        session.on_turn_end(turns=case.turns)
    return [
        Observation.from_payload(event.payload)
        for event in memory.timeline.events(kinds=("observation",), after=head)
        if event.payload["kind"] not in ("session_summary", "change", "slip")
    ]


def _figures(rows: Iterable[tuple[Case, Judged]]) -> dict[str, Any]:
    hits, misses, false = Counter[str](), Counter[str](), Counter[str]()
    same_kind = dated = dates = 0
    for case, judged in rows:
        hits.update(expected.kind for expected, _ in judged.hits)
        misses.update(expected.kind for expected in judged.misses)
        false[case.kind] += len(judged.false)
        same_kind += sum(_fits(expected.kind, observation.kind) for expected, observation in judged.hits)
        with_dates = [
            one for one in case.expected if any(word[:2] == "20" and "-" in word for word in one.words)
        ]
        dates += len(with_dates)
        dated += sum(expected in with_dates for expected, _ in judged.hits)
    kinds = {kind: _scores(hits[kind], misses[kind], false[kind]) for kind in sorted({*hits, *misses})}
    traps = {
        kind.removeprefix("trap: "): number for kind, number in sorted(false.items()) if kind[:4] == "trap"
    }
    total = _scores(hits.total(), misses.total(), false.total())
    return total | {
        "kinds": kinds,
        "false_in_traps": traps,
        "same_kind": same_kind,
        "dates": f"{dated}/{dates}",
    }


_KINDS = {"person": {"fact", "person"}, "project": {"project_details", "fact"}}


def _fits(expected: str, found: str) -> bool:
    """Return True if the kinds agree: a person is a fact of a person, a project's detail is a fact of it."""
    return found in _KINDS.get(expected, {expected})


def _scores(hits: int, misses: int, false: int) -> dict[str, Any]:
    precision = hits / (hits + false) if hits + false else 1.0
    recall = hits / (hits + misses) if hits + misses else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    figures = {"precision": precision, "recall": recall, "f1": f1}
    return {name: round(value, 3) for name, value in figures.items()} | {
        "hits": hits,
        "misses": misses,
        "false": false,
    }


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the table for people."""
    lines = [
        f"Gap-fill on the labelled turns, split {result['split']}",
        "",
        "| language | precision | recall | F1 | hits | misses | false | in traps | dates |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, one in (*result["languages"].items(), ("all", result["all"])):
        traps = sum(one["false_in_traps"].values())
        scores = " | ".join(f"{one[score]:.3f}" for score in ("precision", "recall", "f1"))
        counts = " | ".join(str(one[count]) for count in ("hits", "misses", "false"))
        lines.append(f"| {name} | {scores} | {counts} | {traps} | {one['dates']} |")
    lines += ["", "| kind | precision | recall | F1 |", "| --- | --- | --- | --- |"]
    for kind, one in result["all"]["kinds"].items():
        lines.append(f"| {kind} | {one['precision']:.3f} | {one['recall']:.3f} | {one['f1']:.3f} |")
    return lines

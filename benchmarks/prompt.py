"""Measure what a user gets of a data set, end to end: ``python -m benchmarks.prompt PATH [--json] [--only NAMES]``.

PATH is as ``benchmarks.recall`` takes it. Each data set is lived through session by session with default settings:
turns go into the journal, gap-fill learns, a session's end writes its summary. Then each question is the first prompt
of a new session, and what counts is the text that the model would see: the blocks and the ``<memory-context>``. A
question counts as answered if that text shows a turn of its evidence, or an entry that carries one: at least
`IN_A_ROW` words of the turn in a row. Adversarial questions are left out of the figures, as nothing answers them.

Unrelated prompts are to get nothing: tasks and questions about the world (``data/unrelated.json``), and the questions
of another data set whose people have other names. For these, the ``<memory-context>`` alone counts, as blocks are
always there.

What sessions leave is counted, too: the active entries of L1, for each session.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.data_sets import START, Data, add_options, chosen, end_of, entries, sessions
from tiermem import Entry, EntryFilter, Memory, Session
from tiermem.text import words

IN_A_ROW = 5
"""Words of a turn in a row by which an entry carries it; all of them where it has fewer."""
LEFT_OUT = "adversarial"
"""The category of questions that have no answer."""
UNRELATED = Path(__file__).parent / "data" / "unrelated.json"


@dataclass(frozen=True, slots=True)
class Shown:
    """The context of one question.

    Attributes:
        category: The question's.
        by_turn: True if a turn of the evidence is shown.
        by_entry: True if an entry that carries one is, in a block or recalled.
        blocks: Characters of the blocks.
        context: Characters of the ``<memory-context>``.
        evidence: Characters of the passages and entries that show or carry evidence.
    """

    category: str
    by_turn: bool
    by_entry: bool
    blocks: int
    context: int
    evidence: int

    @property
    def is_answered(self) -> bool:
        """True if evidence is shown, or carried by what is shown."""
        return self.by_turn or self.by_entry


class Life:
    """One data set, lived through in a store of its own.

    Args:
        data: The data set.
        memory: Its memory.
        documents: Turn's ref or entry's id → document id.
    """

    def __init__(self, data: Data, memory: Memory, documents: Mapping[str, str]) -> None:
        self.data = data
        self._memory = memory
        self._documents = documents
        self._texts = {row["_id"]: row["text"] for row in data.corpus}
        self._contents = cache(lambda ref: memory.entries().get(ref).content)
        self._numbers = count()

    def ask(self, query: Mapping[str, Any]) -> Shown:
        """Return what the model sees when a question is the first prompt of a new session."""
        session, context = self._prompted(query["text"])
        relevant = self.data.relevant[query["_id"]]
        carried = [_runs(self._texts[document]) for document in relevant]
        passages = session.recalled.receipt.rendered if session.recalled else ()
        in_blocks = [self._contents(name) for block in session.frozen_blocks for name in block["entries"]]
        shown = [one.text for one in passages if self._documents.get(one.ref) in relevant]
        texts = [one.text for one in passages if one.ref not in self._documents and one.kind == "entry"]
        carrying = [text for text in (*in_blocks, *texts) if any(_runs(text) & runs for runs in carried)]
        return Shown(
            category=str(query["metadata"].get("category")),
            by_turn=bool(shown),
            by_entry=bool(carrying),
            blocks=sum(len(str(block["text"])) for block in session.frozen_blocks),
            context=len(context),
            evidence=sum(map(len, (*shown, *carrying))),
        )

    def is_loud(self, prompt: str) -> bool:
        """Return True if a prompt gets anything beside the blocks."""
        return bool(self._prompted(prompt)[1].strip())

    def kept(self) -> Sequence[Entry]:
        """Return the active entries of L1."""
        return self._memory.entries().list(EntryFilter(layers=("L1",)))[0]

    def _prompted(self, text: str) -> tuple[Session, str]:
        session = self._memory.session(f"asked-{next(self._numbers)}")
        session.system_prompt  # noqa: B018 asking for it freezes the blocks
        message = session.on_prompt(text)
        return session, message.removesuffix(text)


@contextmanager
def lived(data: Data) -> Iterator[Life]:
    """Yield a data set after its sessions: all of them ended, with default settings, at the times of the data set."""
    now: list[datetime] = [START]
    documents: dict[str, str] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(store=str(Path(folder) / "memory.db"), clock=lambda: now[0]) as memory,
    ):
        person = memory.entries()
        for document, fields in entries(data):
            written = person.add(person.draft(**fields), allow_same_subject=True)
            documents[written.entry.id] = document
        for name, turns in sessions(data):
            now[0] = datetime.fromisoformat(turns[-1].at)
            with memory.session(f"{data.name}-{name}") as session:
                session.on_turn_end(turns=turns)
                documents |= {turn.ref: turn.external_id or "" for turn in session.turns()}
        now[0] = end_of(data)
        yield Life(data, memory, documents)


@cache
def _runs(text: str) -> frozenset[tuple[str, ...]]:
    said = words(text)
    length = min(IN_A_ROW, len(said))
    return frozenset(tuple(said[at : at + length]) for at in range(len(said) - length + 1)) - {()}


def measure(found: Sequence[Data]) -> dict[str, Any]:
    """Return the document that ``--json`` prints."""
    unrelated: Mapping[str, Sequence[str]] = json.loads(UNRELATED.read_text(encoding="utf-8"))
    shown: list[Shown] = []
    loud: dict[str, list[bool]] = {name: [] for name in (*unrelated, "stranger's")}
    lived_through = learned = 0
    for data in found:
        lived_through += sum(1 for _ in sessions(data))
        with lived(data) as life:
            learned += len(life.kept())
            shown += [life.ask(query) for query in _answerable(data)]
            for name, prompts in (*unrelated.items(), ("stranger's", _stranger_s(data, found))):
                loud[name] += [life.is_loud(prompt) for prompt in prompts]
    return {
        "questions": _summary(shown),
        "categories": {
            name: _summary([one for one in shown if one.category == name])
            for name in sorted({one.category for one in shown})
        },
        "unrelated": {
            name: {"prompts": len(rows), "loud": round(sum(rows) / len(rows), 4)}
            for name, rows in loud.items()
            if rows
        },
        "sessions": lived_through,
        "learned": round(learned / max(1, lived_through), 2),
    }


def _answerable(data: Data) -> list[dict[str, Any]]:
    return [query for query in data.queries if query["metadata"].get("category") != LEFT_OUT]


def _stranger_s(data: Data, found: Sequence[Data]) -> list[str]:
    """Return the questions of the next data set whose people have other names; none where there is none."""
    place = found.index(data)
    others = (*found[place + 1 :], *found[:place])
    stranger = next((one for one in others if not _people(one) & _people(data)), None)
    return [query["text"] for query in _answerable(stranger)] if stranger else []


def _people(data: Data) -> set[str]:
    return {str(row["metadata"]["speaker"]) for row in data.corpus if row["metadata"].get("speaker")}


def _summary(shown: Sequence[Shown]) -> dict[str, float]:
    number = max(1, len(shown))
    injected = sum(one.blocks + one.context for one in shown)
    return {
        "questions": len(shown),
        "answered": round(sum(one.is_answered for one in shown) / number, 4),
        "by turn": round(sum(one.by_turn for one in shown) / number, 4),
        "block characters": round(sum(one.blocks for one in shown) / number),
        "context characters": round(sum(one.context for one in shown) / number),
        "evidence": round(sum(one.evidence for one in shown) / max(1, injected), 4),
    }


def table(results: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of Markdown tables, shares in per cent."""
    yield "| questions | | evidence shown or carried | a turn of it shown | blocks | context | of these evidence |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, row in (("all", results["questions"]), *results["categories"].items()):
        shares = f"{100 * row['answered']:.1f} | {100 * row['by turn']:.1f}"
        characters = f"{row['block characters']:,} | {row['context characters']:,}"
        yield f"| {name} | {row['questions']:,} | {shares} | {characters} | {100 * row['evidence']:.0f} |"
    yield from ("", "| prompts that are to get nothing | | got something |", "| --- | ---: | ---: |")
    for name, row in results["unrelated"].items():
        yield f"| {name} | {row['prompts']:,} | {100 * row['loud']:.1f} |"
    yield from ("", f"{results['sessions']} sessions, {results['learned']} entries learned a session")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the data sets that are asked for, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    options = parser.parse_args(arguments)
    results = measure(chosen(parser, options))
    print(json.dumps(results, indent=2) if options.json else "\n".join(table(results)))


if __name__ == "__main__":
    main()

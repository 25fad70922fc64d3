"""Fit what asks that something is not kept or forgotten: ``python -m benchmarks.declining [--write]``.

It needs the extra ``fit``.

``benchmarks/data/declines`` has messages that ask an assistant with a memory not to keep something, and as many that
only look like it, each with the part that is meant: the turn, what was said before it, or the whole session. The
messages of ``held`` are by another author, and nothing is fitted or mended with them. Whether a request is heard, and
of the right part, is measured with the product's own reading of a session; in how many of the messages that people
write of anything else one is found, by cross-validation. ``benchmarks/data/forgets`` has requests to forget what was
stored long ago, which are measured by ``python -m benchmarks.forgetting``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from benchmarks.announcing import CONVERSATIONS, LANGUAGES, SCENARIOS, TURN, matrix, unlabelled, write
from benchmarks.learning.examples import lines
from tiermem import Turn
from tiermem_hooks.extraction.declines import declined
from tiermem_hooks.extraction.turns import spoken
from tiermem_hooks.memory_requests.not_to_keep import BEFORE, DECLINES, SESSION
from tiermem_hooks.memory_requests.to_forget import FORGETS

DATA = Path(__file__).parent / "data" / "declines"
TO_FORGET = DATA.parent / "forgets"
FOLDS = 3
FALSE = 0.004
"""Share of the messages about anything else whose log odds may be above 0. A third of them are requests after all, and
to keep what somebody asked to forget is worse than to lose one message in 400."""
FALSE_FORGETS = 0.001
"""The same of requests to forget: what they mean is hidden until a person decides."""
WEIGHT = 3.0
"""Weight of the messages that only look like requests, and of requests, beside those about anything else."""
SEVERAL = 3_000
"""Messages put together from statements, for each language."""
STRENGTH = 1.0
"""Inverse of the penalty on weights."""
SMALL = 1 << 13
"""Buckets of the models of what is meant, which have fewer messages to be fitted on."""


class Message(NamedTuple):
    """A labelled message.

    Attributes:
        before: What the user said before it.
        declines: ``turn``, ``before`` or ``session``; None if it asks nothing of the sort.
    """

    before: tuple[str, ...]
    text: str
    declines: str | None


def main() -> int:
    """Fit when asked to, and print how many requests of others are heard."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.declining", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the models, into the folders of the languages")
    parser.add_argument(
        "--only-measure", action="store_true", help="do not fit; measure the models there are"
    )
    options = parser.parse_args()
    for language in LANGUAGES:
        if not options.only_measure:
            _fit(language, is_asked=options.write)
            _fit_forgets(language, is_asked=options.write)
        _report(language)
    return 0


def messages(folder: Path, language: str) -> list[Message]:
    """Return the labelled messages of a language."""
    lines = (folder / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Message(tuple(row["before"]), row["turn"], row["declines"]) for row in rows]


def heard(message: Message) -> str | None:
    """Return what the product takes a message to decline, given as the last of a session."""
    said = [(who, text) for text in message.before for who, text in (("user", text), ("assistant", "OK."))]
    turns = [
        Turn(speaker=who, content=text, at="2026-03-18T09:00:00Z", session_id="s", position=position)  # type: ignore[arg-type]
        for position, (who, text) in enumerate([*said, ("user", message.text)])
    ]
    session = spoken(turns)
    found = {index for index, _ in declined(session) if session[index].is_user}
    return None if not found else "turn" if found == {len(turns) - 1} else "before"


def _report(language: str) -> None:
    found = Counter[tuple[str, bool]]()
    for message in messages(DATA / "held", language):
        what = heard(message)
        if message.declines is None:
            found["taken for one", what is not None] += 1
            continue
        found["heard", what is not None] += 1
        wanted = "before" if message.before else "turn"
        if what is not None:
            found["of the right part", what == wanted] += 1
    shares = (
        f"{name} {found[name, True]} of {found[name, True] + found[name, False]}"
        for name in ("heard", "of the right part", "taken for one")
    )
    sys.stdout.write(f"{language}: {', '.join(shares)}\n")


def _fit(language: str, *, is_asked: bool) -> None:
    labelled = messages(DATA, language)
    model, least = _judged(language, "declined", labelled, ordinary(language, labelled), FALSE)
    if is_asked:
        write(language, DECLINES, model, least)
        requests = [one for one in labelled if one.declines]
        for name, part in ((BEFORE, "before"), (SESSION, "session")):
            write(language, name, _regression_of_scope(requests, part))


def _fit_forgets(language: str, *, is_asked: bool) -> None:
    lines_of = (TO_FORGET / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines_of]
    asking = [Message((), row["turn"], "before" if row["forgets"] else None) for row in rows]
    declining = messages(DATA, language)
    others = [one for one in declining if one.declines is None]
    model, least = _judged(
        language, "to be forgotten", [*asking, *others], ordinary(language, declining), FALSE_FORGETS
    )
    if is_asked:
        write(language, FORGETS, model, least)


def _judged(
    language: str, what: str, labelled: Sequence[Message], rest: Sequence[str], false: float
) -> tuple[LogisticRegression, float]:
    """Return the model of requests, and its log odds from which on it is sure; print what it finds of the unseen."""
    own = [*labelled, *_wishes(language)]
    fold_of = [place % FOLDS for place in range(len(own))]
    odds_own, odds_rest = np.zeros(len(own)), np.zeros(len(rest))
    for fold in range(FOLDS):
        seen = [one for one, other in zip(own, fold_of, strict=True) if other != fold]
        model = _regression(seen, [text for place, text in enumerate(rest) if place % FOLDS != fold])
        unseen = [place for place, other in enumerate(fold_of) if other == fold]
        odds_own[unseen] = _odds(model, [own[place].text for place in unseen])
        odds_rest[fold::FOLDS] = _odds(model, rest[fold::FOLDS])
    chats = len(_chats(language))
    parts = [odds_rest, *([odds_rest[:chats]] if chats else [])]
    least = max(float(np.quantile(part, 1 - false)) for part in parts)
    asks = np.array([one.declines is not None for one in own])
    looks = np.array([place < len(labelled) for place in range(len(own))]) & ~asks
    sys.stdout.write(
        f"{language}, {what}: from log odds of {least:.2f} on, {np.mean(odds_own[asks] > least):.2f} of the unseen"
        f" requests, {np.mean(odds_own[looks] > least):.2f} of what looks like one and"
        f" {np.mean(odds_own[len(labelled) :] > least):.3f} of wishes\n"
    )
    return _regression(own, rest), least


def _wishes(language: str) -> Iterator[Message]:
    """Yield requests to remember something, and wishes for answers, which are worded like requests not to."""
    wished = (line.text for line in lines(language) if line.label.kind in ("request", "preference"))
    yield from (Message((), text, None) for text in wished)


def ordinary(language: str, labelled: Sequence[Message]) -> list[str]:
    """Return what people write of anything else: statements, messages of several, and what stands before a request."""
    statements = unlabelled(language)
    chance = random.Random(language)
    joint = "" if language in ("zh", "ja") else " "
    several = [joint.join(chance.sample(statements, chance.randint(2, 6))) for _ in range(SEVERAL)]
    before = [text for one in labelled for text in one.before]
    return [*_chats(language), *statements, *several, *before, *_told(language)]


def _chats(language: str) -> list[str]:
    """Return the messages of two people, or of a user, in conversations, which speak of much and ask for no silence."""
    files = sorted(CONVERSATIONS.glob("*.txt"))
    own = [
        one
        for one in files
        if next((code for code in LANGUAGES if f"{code}-" in one.name[:8]), "en") == language
    ]
    lines_of = (line for one in own for line in one.read_text(encoding="utf-8").splitlines())
    turns = [match["said"] for match in map(TURN.match, lines_of) if match and match["who"] != "assistant"]
    turns += (DATA / "chats" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [*turns, *map(" ".join, zip(turns[::2], turns[1::2], strict=False))]


def _told(language: str) -> Iterator[str]:
    """Yield the messages of scenarios of other kinds."""
    kind = ""
    for line in (SCENARIOS / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        kind = line if line.startswith("[") else kind
        if line.startswith("> ") and "declin" not in kind:
            yield line[2:]


def _regression(own: Sequence[Message], rest: Sequence[str]) -> LogisticRegression:
    texts = [*(one.text for one in own), *rest]
    labels = [one.declines is not None for one in own] + [False] * len(rest)
    weights = [WEIGHT] * len(own) + [1.0] * len(rest)
    return LogisticRegression(C=STRENGTH, max_iter=300).fit(matrix(texts), labels, sample_weight=weights)


def _regression_of_scope(requests: Sequence[Message], part: str) -> LogisticRegression:
    labels = [one.declines == part for one in requests]
    model = LogisticRegression(C=STRENGTH, max_iter=300, class_weight="balanced")
    return model.fit(matrix([one.text for one in requests], SMALL), labels)


def _odds(model: LogisticRegression, texts: Sequence[str]) -> NDArray[np.float64]:
    return np.asarray(model.decision_function(matrix(texts)), np.float64)


if __name__ == "__main__":
    raise SystemExit(main())

"""Fit how likely a statement overtakes another: ``python -m benchmarks.overtaking [--write]``, extra ``fit``.

It is fitted on what `compare` leaves open: each message of the groups in ``data/overtaken`` and ``data/inferred``
beside the statements of its group, and beside those of others and of talk, which it leaves as they are; and what the
people of ``data/conversations`` say, beside what memory kept of them before, of which hardly anything ends. A statement
is judged by models that were fitted without its group or conversation.

The models of `benchmarks.announcing` are fitted on the former alone. With the latter, in which most changes have to be
inferred, their area under the curve of others' pairs is the same (0.891, 0.890), but messages without a word of change
then announce one, and `compare`, whose thresholds rest on the models, ends a list for one of its items.

What it is worth is printed for people who have some facts, of which a message overtakes one or none; the pairs of other
authors (set ``open`` of ``data/changes.jsonl``), which nothing is fitted on here, are put among the facts of the
groups. *wrong* counts facts that a message is said to overtake and does not. Of the facts of another author some are
about the same as the change by chance: no more than a comparison of two ways of fitting is to be read into it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.announcing import (
    ASKING,
    CHATTER,
    LANGUAGES,
    OTHERS,
    OVERTAKING,
    PAST,
    STATE,
    conversation_files,
    fitted,
    labelled,
    matrix,
    sentences,
    split,
    stated,
    talk,
)
from benchmarks.attributes import Models
from benchmarks.attributes import labelled as about_attributes
from benchmarks.changes import NEAR, pairs
from benchmarks.data_sets import conversation
from benchmarks.data_sets import sessions as sessions_of
from benchmarks.groups import FOLDS, INFERRED, Group, read_groups
from benchmarks.prompt import lived
from tiermem.engine.comparison import likelihood
from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.likelihood import (
    EVIDENCE,
    FILE,
    LEAST_CHANGE,
    LOOKED_AT,
    Judged,
    evidence,
    is_beside,
    may_overtake,
    nearest,
    odds_of_first,
)
from tiermem.engine.comparison.statement import Statement

ENDED = Path(__file__).parent / "data" / "endings.json"
"""How the statements of conversations begin that later ones may end."""
UNRELATED, OF_TALK = 4, 1
"""Statements of other groups, and of talk, beside which each message of a group is put."""
PEOPLE = 200
"""People of a language among whose facts messages of the groups are put."""
FEW, MANY = 4, 25
"""Facts of a person."""
LEAST = (-2.5, -2.0, -1.5, -1.0)
"""Log odds from which on a statement is taken to be overtaken, for the table."""

WEIGHT = 30.0
"""Weight of a pair of a conversation beside one of the groups: of these a message seldom ends one of a dozen facts."""

Judgements = Mapping[str, Judged]
"""Statement → what models say of it that have not seen it."""


class Past(NamedTuple):
    """A session of a conversation: what one of its people said, and the statements of it that memory kept."""

    said: Sequence[str]
    kept: Sequence[str]


class Talk(NamedTuple):
    """A conversation: its part of those of the language, and its sessions in order."""

    part: int
    sessions: Sequence[Past]


class Person(NamedTuple):
    """A person's facts, what they say next, and which of the facts it overtakes, if any."""

    facts: Sequence[str]
    message: str
    overtaken: str | None


def main() -> int:
    """Print the weights and what they are worth, and write them when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.overtaking", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the weights, beside the code")
    options = parser.parse_args()
    rows: list[list[float]] = []
    labels: list[bool] = []
    sample_weights: list[float] = []
    people: dict[str, list[tuple[Person, Judgements]]] = {"groups": [], "others": []}
    models = Models(about_attributes())
    for language in LANGUAGES:
        groups, talks = read_groups(language), list(_talks(language))
        judged = _judged(language, groups, talks, models)
        groups += read_groups(language, INFERRED)
        sources = ((1.0, _pairs(language, groups)), (WEIGHT, _pairs_of(talks)))
        for weight, old, new, overtakes in ((one, *pair) for one, found in sources for pair in found):
            is_open = compare(Statement(old), Statement(new)).relation not in ("updates", "same")
            if is_open and not is_beside(old, new):
                rows.append(evidence(old, new, judged.__getitem__))
                labels.append(overtakes)
                sample_weights.append(weight)
        people["groups"] += [(one, judged) for one in people_of(language, groups)]
        people["others"] += [(one, judged) for one in _of_others(language, groups)]
        sys.stderr.write(f"{language}: {len(rows)} pairs so far\n")
    weights, bias = _fitted(rows, labels, sample_weights)
    for name, weight in zip(EVIDENCE, weights, strict=True):
        sys.stdout.write(f"{name:24}{weight:8.3f}\n")
    for name, of in people.items():
        _report(name, of, weights, bias)
    if options.write:
        named = {name: round(float(weight), 4) for name, weight in zip(EVIDENCE, weights, strict=True)}
        path = Path(likelihood.__file__).parent / FILE
        path.write_text(json.dumps({"bias": round(bias, 4), "weights": named}, indent=1) + "\n", "utf-8")
    return 0


def _judged(language: str, groups: Sequence[Group], talks: Sequence[Talk], models: Models) -> Judgements:
    """Return what models say of all statements that were fitted without them."""
    known = [pair for pair in pairs() if pair["lang"] == language]
    others = [pair for pair in known if pair["set"] == "open"]
    rest = [pair for pair in known if pair["set"] != "open"]
    chatter = [(text, False) for text in talk(language, CHATTER)]
    asking = [(text, False) for text in talk(language, ASKING, is_fact=True)]
    files = conversation_files(language)
    found: dict[str, Judged] = {}

    def measure(seen: Sequence[Group], read: Sequence[Path], texts: Sequence[str], part: int) -> None:
        lines = [line for group in seen for line in group.lines]
        overtaking = [(text, letter in OVERTAKING) for letter, text in lines if letter in OVERTAKING + OTHERS]
        states = [(text, letter in STATE) for letter, text in lines if letter in STATE + PAST]
        chat = [(text, False) for file in read for text in sentences(file)]
        of_change = fitted([*overtaking, *labelled(rest), *asking, *chatter])
        of_state = fitted([*states, *stated(rest), *chatter, *chat])
        features = matrix(texts)
        odds = zip(of_change.decision_function(features), of_state.decision_function(features), strict=True)
        about = models.about(texts, language, part)
        found.update(
            (text, Judged(float(change), float(state), what))
            for text, (change, state), what in zip(texts, odds, about, strict=True)
        )

    unseen = [text for group in read_groups(language, INFERRED) for _, text in group.lines]
    others_texts = [str(pair[name]) for pair in others for name in ("old", "new")]
    measure(groups, files, [*others_texts, *_talk(language), *unseen], 0)
    for part in range(FOLDS):
        seen = [group for place, group in enumerate(groups) if place % FOLDS != part]
        measure(seen, files, [text for group in groups[part::FOLDS] for _, text in group.lines], part)
        read = [file for place, file in enumerate(files) if place % FOLDS != part]
        sessions = [past for one in talks if one.part == part for past in one.sessions]
        said = [text for past in sessions for text in (*past.said, *past.kept)]
        if said:
            measure(groups, read, said, part)
    return found


def _talks(language: str) -> Iterator[Talk]:
    """Yield the conversations of a language as memory keeps them."""
    for place, file in enumerate(conversation_files(language)):
        data = conversation(file)
        with lived(data) as life:
            kept = [(datetime.fromisoformat(entry.created_at), entry.content) for entry in life.kept()]
        sessions = []
        for _, turns in sessions_of(data):
            end = datetime.fromisoformat(turns[-1].at)
            said = [one for turn in turns if turn.speaker == "user" for one in split(turn.content)]
            sessions.append(Past(said, [content for at, content in kept if at == end]))
        yield Talk(place % FOLDS, sessions)


def _pairs_of(talks: Sequence[Talk]) -> Iterator[tuple[str, str, bool]]:
    """Yield earlier and later statements of conversations as gap-fill weighs them; none of them ends the other."""
    ended = tuple(json.loads(ENDED.read_text(encoding="utf-8")))
    for one in talks:
        known: list[str] = []
        for past in one.sessions:
            for new in filter(may_overtake, past.said):
                yield from ((old, new, False) for old in nearest(known, new))
            known += (text for text in past.kept if not text.startswith(ended))


def _talk(language: str) -> list[str]:
    """Return statements that are no facts of the user, as a memory has some."""
    return random.Random(language).sample(sorted({*talk(language, (*CHATTER, *ASKING))}), 150)


def _near() -> Mapping[str, set[str]]:
    """Return attribute → those on which a change of it may well bear, itself included."""
    near: defaultdict[str, set[str]] = defaultdict(set)
    for line in NEAR:
        for attribute in line.split():
            near[attribute].update(line.split())
    return near


def _pairs(language: str, groups: Sequence[Group]) -> Iterator[tuple[str, str, bool]]:
    """Yield earlier and later statements, and whether the later one overtakes the earlier one."""
    draw, near, chat = random.Random(language), _near(), _talk(language)
    facts = [(group.attribute, text) for group in groups for text in group.texts("sn")]
    for group in groups:
        own, beside = group.texts("sn"), near[group.attribute] | {group.attribute}
        others = [text for attribute, text in facts if attribute not in beside]
        for letter, text in group.lines:
            if letter in OVERTAKING + "mopatb":
                yield from ((old, text, letter in OVERTAKING) for old in own)
                yield from ((old, text, False) for old in draw.sample(others, UNRELATED))
                yield from ((old, text, False) for old in draw.sample(chat, OF_TALK))
        for text in own:
            facts_beside = [one for attribute, one in facts if attribute != group.attribute]
            yield from ((old, text, False) for old in draw.sample(facts_beside, UNRELATED))


def _fitted(
    rows: Sequence[Sequence[float]], labels: Sequence[bool], sample_weights: Sequence[float]
) -> tuple[np.ndarray, float]:
    table = np.array(rows)
    mean, spread = table.mean(0), table.std(0) + 1e-6
    model = LogisticRegression(max_iter=500).fit(
        (table - mean) / spread, labels, sample_weight=sample_weights
    )
    weights = model.coef_[0] / spread
    return weights, float(model.intercept_[0] - weights @ mean)


# -- people ------------------------------------------------------------------------------------------


def _facts(draw: random.Random, groups: Sequence[Group], besides: set[str]) -> list[str]:
    """Return facts of one person: none of these attributes, and one of each other."""
    found: dict[str, str] = {}
    for group in draw.sample(groups, len(groups)):
        known = group.texts("sn")
        if known and group.attribute not in besides | found.keys() and len(found) < MANY:
            found[group.attribute] = draw.choice(known)
    return list(found.values())


def people_of(language: str, groups: Sequence[Group], count: int = PEOPLE) -> Iterator[Person]:
    """Yield up to *count* people with facts of the groups and a message of one, first the fact that it is about."""
    draw, near = random.Random(f"{language} people"), _near()
    for _ in range(count):
        group = draw.choice(groups)
        overtakes = draw.random() < 0.75
        said, own = group.texts(OVERTAKING if overtakes else "mopatb"), group.texts("sn")
        if said and own:
            facts = _facts(draw, groups, near[group.attribute] | {group.attribute})
            mine = [draw.choice(own)] if draw.random() < 0.7 else []
            yield Person([*mine, *facts], draw.choice(said), mine[0] if mine and overtakes else None)


def _of_others(language: str, groups: Sequence[Group]) -> Iterator[Person]:
    draw = random.Random(f"{language} others")
    for pair in pairs():
        if (pair["lang"], pair["set"]) == (language, "open") and pair["label"] in ("updates", "beside"):
            old, new = str(pair["old"]), str(pair["new"])
            yield Person(
                [old, *_facts(draw, groups, set())], new, old if pair["label"] == "updates" else None
            )


def _report(name: str, people: Sequence[tuple[Person, Judgements]], weights: np.ndarray, bias: float) -> None:
    weighed = []
    for person, judged in people:
        announced = judged[person.message].change
        relations = [compare(Statement(old), Statement(person.message)).relation for old in person.facts]
        chances = [
            float(weights @ evidence(old, person.message, judged.__getitem__)) + bias for old in person.facts
        ]
        are_open = [
            relation not in ("updates", "same") and not is_beside(old, person.message)
            for old, relation in zip(person.facts, relations, strict=True)
        ]
        weighed.append((person, announced, relations, are_open, chances))
    for facts in (FEW, MANY):
        for least in (None, *LEAST):
            counts = np.zeros(4)
            for person, announced, relations, are_open, chances in weighed:
                said = [place for place in range(facts) if relations[place] == "updates"]
                open_ones = [place for place in range(facts) if are_open[place]]
                ranked = sorted(open_ones, key=chances.__getitem__, reverse=True)[:LOOKED_AT]
                if not said and least is not None and ranked and announced >= LEAST_CHANGE:
                    sure = odds_of_first([chances[place] for place in ranked])
                    said = ranked[:1] if sure >= least else []
                right = sum(person.facts[place] == person.overtaken for place in said)
                counts += (person.overtaken is not None, right, 1, len(said) - right)
            sys.stdout.write(
                f"{name}, {facts:2} facts, {'compare alone' if least is None else f'likely from {least}'}: "
                f"{100 * counts[1] / counts[0]:.0f} % found, {counts[3] / counts[2]:.2f} wrong a message\n"
            )


if __name__ == "__main__":
    raise SystemExit(main())

"""Training examples for gap-fill's models: labelled statements, cut out of turns as the product does.

There are four sources: labelled turns (``data/learning``, without the split ``test``), labelled statements
(``data/statements``), alone and composed into messages, whole messages labelled line by line, and the tables that
gap-fill is tested with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from benchmarks.learning.messages import STATEMENTS, UNSPACED, Label, Line, Message, messages, turns_of
from benchmarks.learning_set import DATA, FRESH, Case, load
from tiermem_hooks.extraction.declines import declined
from tiermem_hooks.extraction.model import Candidate
from tiermem_hooks.extraction.rules import load_rules
from tiermem_hooks.extraction.summary import without_passages
from tiermem_hooks.extraction.turns import Statement, spoken
from tiermem_hooks.extraction.turns import statements as statements_of

PLAIN = DATA / "plain"
"""The plainest statements of each language, in the format of `STATEMENTS`."""
TABLES = Path(__file__).parents[2] / "tests" / "hooks" / "data"
TALK = "talk_and_events.tsv"
"""A file of `STATEMENTS`: short facts and events in everyday words, and jokes and small talk that resemble them."""
TIMES = 4
"""Copies of each line of `PLAIN` and `TALK`, each with other values in its slots."""
COUNT_OF_TABLES = 0.4
"""Weight of a sentence of the tables: they were written along with rules, and are plainer than people talk."""
COUNT_OF_LINES = 0.25
COUNT_OF_PLAIN = 0.75
"""Weight of a line of `PLAIN`: among messages that tell much, what is said plainly must not become unlikely."""
COUNT_OF_COMPOSED = 0.05
COUNT_OF_MESSAGES = 0.5
BLOCK = 30
"""Messages of a file that stand together in one fold: an author's next message may resemble the last."""
COUNT_OF_PARTS = 0.5
"""Weight of a part of a line worth keeping, relative to the line: not every part is worth keeping."""
MOST_PARTS = 8
IN_A_ROLE = 0.5
"""Share of messages beginning with a role or an invention in which all that follows belongs to it."""
_DATE = re.compile(r"20\d\d-\d\d(?:-\d\d)?")
_VOWEL = re.compile(r"[aeiouAEIOU]")
_ENDED = re.compile(r"[.!?…。！？:：]['\"”’)」]*\s*$")


@dataclass(frozen=True, slots=True)
class Example:
    """A statement with its label.

    Attributes:
        fold: Of its file: a model is judged by files that it has not seen, as a stranger's words are.
        counts: Its weight; 0 for a part of a sentence of a turn that is labelled as a whole.
        sentence: The candidate of the sentence of which it is a part; None where it is all of it.
        line: What is labelled together: a line of a file, a sentence of a turn.
        expected: Of a labelled turn: which of the expected statements are in it.
    """

    language: str
    candidate: Candidate
    label: Label
    fold: int
    counts: float = 1.0
    sentence: Candidate | None = None
    line: str = ""
    case: Case | None = None
    expected: tuple[int, ...] = ()


def examples(language: str, folds: int, seed: int = 0) -> list[Example]:
    """Return the examples of a language, its files in as many folds."""
    random = Random(f"{language} {seed}")
    placed = _folds(language, folds)
    found = [one for path, fold in placed.items() if path.suffix == ".jsonl" for one in _of_cases(path, fold)]
    for fold in range(folds):
        paths = [path for path, own in placed.items() if own == fold and path.suffix == ".tsv"]
        found += _of_lines(paths, language, fold, random)
    found += _of_tables(language, folds, random)
    for number, message in messages(language):
        found += of_labelled(message, number // BLOCK % folds)
    return found


def of_labelled(message: Message, fold: int = 0) -> Iterator[Example]:
    """Yield the statements of a labelled message; one that has words of several lines is worth keeping if one is."""
    session = spoken(message.turns, load_rules(message.language))
    refused = declined(session)
    last = len(session) - 1
    whole: set[Candidate] = set()
    for statement in statements_of(session, last) if session and session[last].is_user else ():
        said = [(statement.candidate, statement.sentence, statement.clause.said.text)]
        if statement.sentence and statement.sentence not in whole:
            whole.add(statement.sentence)
            said.append((statement.sentence, None, ""))
        for candidate, sentence, words in said if (last, statement.position) not in refused else ():
            if lines := message.lines_of(statement.quote, words):
                line = next((line for line in lines if line.label.kind), lines[0])
                yield Example(
                    message.language, candidate, line.label, fold, COUNT_OF_MESSAGES, sentence, line.name
                )


def _folds(language: str, folds: int) -> dict[Path, int]:
    """Return the files of a language, each with its fold; the folds are of about the same size."""
    cases = [DATA / f"{language}.jsonl", FRESH / f"{language}.jsonl"]
    paths = [*cases, PLAIN / f"{language}.tsv", *sorted((STATEMENTS / language).glob("*.tsv"))]
    sizes = [0] * folds
    found = {}
    for path in sorted(paths, key=lambda path: (-path.stat().st_size, path.name)):
        fold = sizes.index(min(sizes))
        sizes[fold] += path.stat().st_size
        found[path] = fold
    return found


def _of_cases(path: Path, fold: int) -> Iterator[Example]:
    for case in load(path):
        if case.split == "test":
            continue
        found = list(labelled(case))
        of_sentence: dict[int, tuple[int, ...]] = {}
        for statement, expected in found:
            of_sentence[statement.position] = (*of_sentence.get(statement.position, ()), *expected)
        seen = set()
        for statement, expected in found:
            position, whole = statement.position, of_sentence[statement.position]
            one = Example(
                statement.rules.language,
                statement.candidate,
                _label(case, expected),
                fold,
                counts=1.0 if expected or not whole else 0.0,
                sentence=statement.sentence,
                line=f"{case.id}/{position}",
                case=case,
                expected=expected,
            )
            yield one
            if statement.sentence and position not in seen:
                seen.add(position)
                label = _label(case, whole)
                yield replace(
                    one, candidate=statement.sentence, label=label, counts=1.0, sentence=None, expected=whole
                )


def _label(case: Case, expected: Sequence[int]) -> Label:
    if not expected:
        return Label()
    first = case.expected[expected[0]]
    return Label(first.kind, first.tier == "user")


def labelled(case: Case) -> Iterator[tuple[Statement, tuple[int, ...]]]:
    """Yield the statements of a case's judged turn, each with the places of the expected ones in it."""
    session = spoken(without_passages(case.turns))
    own = case.turns[case.position].ref
    index = next((place for place, said in enumerate(session) if said.turn.ref == own), None)
    if index is None:
        return
    refused = declined(session)
    for statement in statements_of(session, index):
        if (index, statement.position) not in refused:
            yield statement, _expected(case, statement)


def _expected(case: Case, statement: Statement) -> tuple[int, ...]:
    """Return the expected statements that are in *statement*, or of which it has a part where a sentence has all."""
    found = []
    for place, one in enumerate(case.expected):
        words = [word.casefold() for word in one.words if not _DATE.fullmatch(word)]
        quote, content = statement.quote.casefold(), statement.clause.said.text.casefold()
        if words and all(word in quote for word in words) and any(word in content for word in words):
            found.append(place)
    return tuple(found)


def lines(language: str) -> Iterator[Line]:
    """Yield the labelled statements of a language once each, slots filled, and the lines of its messages."""
    random, slots = Random(0), _slots(language)
    for path in sorted((STATEMENTS / language).glob("*.tsv")):
        seen = {line.text: line for line in _lines(path)}
        yield from (_filled(line, slots, random) for line in seen.values())
    yield from (_filled(line, slots, random) for _, message in messages(language) for line in message.lines)


def _of_lines(paths: Sequence[Path], language: str, fold: int, random: Random) -> Iterator[Example]:
    """Yield the statements of the files: each alone, and among others of its fold."""
    slots = _slots(language)
    lines = [line for path in paths for line in _lines(path)]
    for line in lines:
        count = COUNT_OF_PLAIN if line.name.startswith(f"{language}/") else COUNT_OF_LINES
        yield from _of_message([_filled(line, slots, random)], language, fold, count)
    random.shuffle(lines)
    rest = [_filled(line, slots, random) for line in lines]
    while rest:
        size = random.randint(2, MOST_PARTS)
        yield from _of_message(rest[:size], language, fold, COUNT_OF_COMPOSED, random)
        rest = rest[size:]


def _lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file, those of `PLAIN` and `TALK` several times."""
    times = TIMES + (path.name == TALK) if path.parent == PLAIN or path.name == TALK else 1
    for again in range(times):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines()):
            if text.strip() and not text.startswith("#"):
                kind, tier, stands, said, *before = text.split("\t")
                trap = kind.partition(":")[2] if kind.startswith("none") else ""
                label = Label() if kind.startswith("none") else Label(kind, tier == "user", stands == "S")
                yield Line(label, trap, said, before[0] if before else "", f"{path.stem}/{number}/{again}")


def _slots(language: str) -> Mapping[str, Sequence[str]]:
    path = STATEMENTS / language / "slots.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _filled(line: Line, slots: Mapping[str, Sequence[str]], random: Random) -> Line:
    return replace(line, text=_fill(line.text, slots, random), before=_fill(line.before, slots, random))


def _fill(text: str, slots: Mapping[str, Sequence[str]], random: Random) -> str:
    """Return *text* with a value in each slot, and "an" before one that begins with a vowel."""
    for name in re.findall(r"\{(\w+)\}", text):
        if name in slots:
            value = str(random.choice(slots[name]))
            if _VOWEL.match(value):
                text = text.replace(f"a {{{name}}}", f"an {{{name}}}", 1)
            text = text.replace(f"{{{name}}}", value, 1)
    return text


def _of_message(
    parts: Sequence[Line], language: str, fold: int, counts: float, random: Random | None = None
) -> Iterator[Example]:
    """Yield the statements of a message that these lines make."""
    first = parts[0]
    said: list[tuple[str, Label, str]] = []
    in_a_role = random is not None and first.trap == "roleplay" and random.random() < IN_A_ROLE
    for line in parts:
        if line.before.startswith("U:"):
            said.append((line.before[2:].strip(), Label(stands=False), f"{line.name}-"))
        said.append((line.text, Label() if in_a_role else line.label, line.name))
    joint = "\n" if random and random.random() < 0.2 else "" if language in UNSPACED else " "
    ended = [text if _ENDED.search(text) or len(said) == 1 else text + _stop(language) for text, *_ in said]
    turns = []
    if first.before.startswith("A:"):
        turns.append(("assistant", first.before[2:].strip()))
    turns.append(("user", joint.join(ended)))
    session = spoken(turns_of(turns), load_rules(language))
    refused = declined(session)
    place = 0
    whole: set[Candidate] = set()
    for statement in statements_of(session, len(turns) - 1) if len(session) == len(turns) else ():
        if (len(turns) - 1, statement.position) in refused:
            continue
        while place < len(said) - 1 and statement.quote not in ended[place]:
            place += 1
        if statement.quote not in ended[place]:
            continue
        _, label, name = said[place]
        known = counts if statement.sentence is None or label.kind is None else counts * COUNT_OF_PARTS
        yield Example(language, statement.candidate, label, fold, known, statement.sentence, name)
        if statement.sentence and statement.sentence not in whole:
            whole.add(statement.sentence)
            yield Example(language, statement.sentence, label, fold, counts, None, name)


def _stop(language: str) -> str:
    return "。" if language in UNSPACED else "."


def _of_tables(language: str, folds: int, random: Random) -> Iterator[Example]:
    """Yield the statements of turns that hold none, and of turns that are a single statement."""
    folder = TABLES if language == "en" else TABLES / language
    for line in (folder / "taken.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        kind, text = line.split("\t")
        kind = {"project_details": "project"}.get(kind, kind)
        label = Label(kind, of_user=kind != "project")
        found = list(_of_message([Line(label, "", text)], language, random.randrange(folds), COUNT_OF_TABLES))
        if len(found) == 1:
            yield from found
    for line in (folder / "left.txt").read_text(encoding="utf-8").splitlines()[1:]:
        trap = Line(Label(), "", line.replace("\\n", "\n"))
        session = spoken(turns_of([("user", trap.text)]), load_rules(language))
        fold = random.randrange(folds)
        for statement in statements_of(session, 0) if session else ():
            yield Example(language, statement.candidate, Label(), fold, COUNT_OF_TABLES)

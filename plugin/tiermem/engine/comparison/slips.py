"""Estimate which earlier statement a message puts right, in whatever words it admits a slip.

"Sign it plot 14, I had the digits backwards" puts "My allotment is plot 41" right without a word like "no" or
"actually". A model of the message's language (``slips.model``) tells how likely it admits a slip. The other evidence is
that of `likelihood`, and how the values of the two compare. A logistic regression weighs it (``slips.json``). Both are
fitted by ``python -m benchmarks.slips``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tiermem.engine.comparison.beside import leaves_appointment
from tiermem.engine.comparison.likelihood import COMMON, common_evidence, nearest
from tiermem.engine.comparison.weights import weights_of
from tiermem.engine.reading.clauses import clauses
from tiermem.engine.reading.given_values import EXACT, unit_behind, values_in, word_before
from tiermem.engine.reading.lexicon import Unspaced, alike, lexicon_of
from tiermem.engine.reading.reading import odds_of_change, read
from tiermem.engine.statements.amendments.spellings import shared_letters
from tiermem.text import fold
from tiermem.text.folding import QUESTION_MARKS
from tiermem.text.message_models import log_odds as odds_of_message
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    from tiermem.engine.reading.given_values import Value

MODEL = "slips.model"
FILE = "slips.json"
EVIDENCE = (
    *COMMON,
    "share of its words",
    "names it",
    "ends a word of it",
    "denies a word of it",
    "of the speaker",
    "of one owner",
    "odds of a slip",
    "a value to exchange",
    "values of one sort",
    "names in both",
    "shared words",
    "of another person",
    "adds",
    "asks",
    "the same values",
)
"""Names of the evidence, in order."""
LIKELY = 0.5
"""Log odds from which on an earlier statement is believed to be put right."""
_ALIKE = 0.6
"""Minimum share of common letters of a name and the one that was meant: "Larkfield", "Larkhill"."""
_PERSONS = ("kin", "name", "role")
"""Sorts of owners that are persons other than the user."""


def odds_of_slip(message: str) -> float:
    """Return the log odds that a message admits that something said before was wrong."""
    return odds_of_message(message, read(message).language, (MODEL,))[MODEL]


def statement_meant(olds: Iterable[str], message: str) -> str | None:
    """Return the earlier statement that a message likely puts right, or None."""
    near = (
        old
        for old in nearest(olds, message)
        if not (_gives_anothers(old, message) or leaves_appointment(read(old), read(message)))
    )
    weighed = [(log_odds(old, message), old) for old in near]
    odds, old = max(weighed, default=(LIKELY, None))
    return old if odds > LIKELY else None


def with_values_of(old: str, message: str) -> str:
    """Return an earlier statement with the values that a message gives in place of its own; "" if it gives none.

    Nor is one put right by half: with the new hour of an appointment and the old date.
    """
    pairs = _pairs(old, message)
    wrong_values, right_values = {wrong for wrong, _ in pairs}, {right for _, right in pairs}
    if any(one.sort in EXACT for one in {*values_in(old)} - wrong_values) and any(
        one.sort in EXACT and one.text not in old for one in {*values_in(message)} - right_values
    ):
        return ""
    text = old
    exchanged = (_with_parts_of_day(wrong, old, right, message) for wrong, right in pairs)
    for wrong, right in sorted(exchanged, key=lambda pair: pair[0].start, reverse=True):
        text = f"{text[: wrong.start]}{right.text}{text[wrong.end :]}"
    return text if text != old else ""


def log_odds(old: str, message: str, *, slip: float | None = None) -> float:
    """Return the log odds that a message puts an earlier statement right; *slip* replaces its own odds of a slip."""
    return weights_of(FILE, EVIDENCE).log_odds(evidence(old, message, slip=slip))


def evidence(old: str, message: str, *, slip: float | None = None) -> list[float]:
    """Return the numbers of `EVIDENCE`; a given *slip* replaces the odds of the shipped model."""
    before, after = read(old), read(message)
    known, said = values_in(old), values_in(message)
    sorts = {one.sort for one in known} & {one.sort for one in said}
    is_anothers = after.owner.sort in _PERSONS and not after.owner.is_of(before.owner)
    exact = {fold(one.text) for one in known if one.sort in EXACT}
    hit = alike(before.telling, after.says)
    return [
        *common_evidence(old, message, change=odds_of_change(message), state=before.stability),
        len(hit) / max(len(before.telling), 1),
        float(bool(hit & before.naming)),
        float(bool(alike(hit, after.ended))),
        float(bool(alike(hit, after.denied))),
        float(before.owner.sort == "self"),
        float(before.owner.is_of(after.owner)),
        odds_of_slip(message) if slip is None else slip,
        float(bool(_pairs(old, message))),
        float(not sorts.isdisjoint(EXACT)),
        float("name" in sorts),
        float(len(hit)),
        float(is_anothers),
        float(after.has("adds")),
        float(message.rstrip().endswith(QUESTION_MARKS)),
        float(bool(exact) and exact <= {fold(one.text) for one in said}),
    ]


def _pairs(old: str, message: str) -> list[tuple[Value, Value]]:
    """Return the values of an earlier statement, each with the only one that a message may put in its place."""
    known, said = values_in(old), values_in(message)
    have = {fold(one.text) for one in known}
    new = [one for one in said if fold(one.text) not in have]
    found = []
    for wrong in known:
        fitting = [right for right in new if _fits(wrong, old, right, message)]
        rivals = [one for one in known if fitting and _fits(one, old, fitting[0], message)]
        if len(fitting) == 1 and len(rivals) == 1:
            found.append((wrong, fitting[0]))
    return found


def _with_parts_of_day(wrong: Value, old: str, right: Value, message: str) -> tuple[Value, Value]:
    """Return two hours with the parts of the day before them, if both have one and no space stands between."""
    lexicon = lexicon_of(old)
    if wrong.sort != "time" or not isinstance(lexicon, Unspaced):
        return wrong, right
    part = re.compile(f"(?:{lexicon.data.clock})$")
    before, after = part.search(old[: wrong.start]), part.search(message[: right.start])
    if before is None or after is None:
        return wrong, right
    return wrong._replace(start=before.start()), right._replace(text=after[0] + right.text)


def _share_more(wrong: Value, old: str, right: Value, message: str) -> bool:
    """Return True if two texts share more than names spelt alike: "Derby" and "Derry Lane" share nothing else."""
    before, after = read(old), read(message)
    names = {fold(word) for one in (wrong, right) for word in one.text.split()}
    shared = {word for word in alike(before.telling, after.says) if word not in names}
    return bool(shared) or not topics_of(old).keys().isdisjoint(topics_of(message))


def _gives_anothers(old: str, message: str) -> bool:
    """Return True if the value to exchange is that of another person: "my neighbour's number plate is KX12 PLD"."""
    before = read(old)
    for _, right in _pairs(old, message):
        clause = next((one for one in clauses(message) if right.text in one), message)
        said = read(clause)
        is_persons = said.owner.sort in _PERSONS and not said.owner.is_of(before.owner)
        if is_persons or said.related - before.related:
            return True
    return False


def _fits(wrong: Value, old: str, right: Value, message: str) -> bool:
    """Return True if a value may stand in place of another: of its sort and unit, or a name spelt nearly alike."""
    if wrong.sort != right.sort:
        return False
    if wrong.sort == "name":
        is_near = _ALIKE <= shared_letters(wrong.text, right.text) < 1
        is_near = is_near and fold(wrong.text)[0] == fold(right.text)[0]
        return is_near and _share_more(wrong, old, right, message)
    if wrong.sort != "number":
        return wrong.sort in EXACT
    units = unit_behind(old, wrong.end), unit_behind(message, right.end)
    leads = word_before(old, wrong.start), word_before(message, right.start)
    return any(one and one == other for one, other in (units, leads))

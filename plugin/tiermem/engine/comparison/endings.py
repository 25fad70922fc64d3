"""Decide whether an ending that `compare` or `likelihood` found is believed.

Friends who chat say "I finally belong somewhere!" and "Now I'm gonna submit it", and neither ends anything that they
said before. And of somebody's dozens of facts a change ends one or none: "Karen moved to Berlin" leaves "my train is at
8:15". The evidence is that of `likelihood`, and what sort of statement each of the two is. Two logistic regressions
weigh it, for all languages: one tells endings from chat (``endings.json``), the other from changes of other matters
(``matters.json``). Both are fitted by ``python -m benchmarks.endings``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.comparison.denial import denies_only, ends_only
from tiermem.engine.comparison.likelihood import EVIDENCE, evidence, likeliest
from tiermem.engine.comparison.weights import weights_of
from tiermem.engine.reading.lexicon import alike
from tiermem.engine.reading.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE, FILE_OF_MATTERS = "endings.json", "matters.json"
OF_BOTH = (
    *EVIDENCE,
    "the later one happens",
    "the later one changes",
    "the later one ends",
    "a strong cue",
    "values",
    "later values",
    "concepts",
    "later concepts",
    "shared concepts",
    "members",
    "later one of the speaker",
    "length",
    "later length",
)
"""Names of the evidence, in order. A name without "later" is of the earlier statement, or of both."""
_MOST_WORDS = 15
"""Telling words at which the length of a statement is capped."""
_FEWEST_NAMED = 2
"""Minimum telling words of an earlier statement for their mention to show that it is meant."""
_STATUS = "status"
LEAST = -1.25
"""Log odds from which on an ending is believed. Of 88 endings in the half of ``benchmarks.life`` that the model has not
seen, 86 are.
"""
LIKELY = -1.0
"""Log odds of `likelihood` from which on a statement is believed to overtake one that `names_it` shows it to mean."""
LEAST_LIKELY = -1.75
"""Log odds of `likelihood` below which a statement overtakes nothing."""
LEAST_SUM, WEIGHT = -0.5, 0.75
"""Minimum sum of the log odds of `likelihood` and of those of this model by this weight.

With it 5 statements are left out of three conversations between friends, where nearly nothing is overtaken; 19 are with
a threshold for each of the two. A split of `benchmarks.life` that this model has seen (``open``) passes four probes
more, those that it has not seen as many as before.
"""
LEAST_OF_MATTER = -1.5
"""Minimum sum, by the same weight, with the log odds that both are about one matter.

Of people whose groups the model has not seen, with 20 facts, one change in 24 wrongly leaves one of them out; without
the model it was one in 7. Of what is rightly left out, four in five still are, and `benchmarks.life` passes 8 probes of
1,877 less (``dev``, ``open`` and ``told``): there a person has few facts.
"""


def likely_overtaken(
    olds: Iterable[str], new: str, *, kept: str = "", corrects: bool = False
) -> tuple[str, ...]:
    """Return the earlier statement that a later one likely overtakes, and others that say the same; often none.

    Args:
        olds: The earlier statements.
        new: The later one.
        kept: The later one as memory keeps it, if in other words.
        corrects: True if it is known to say that something was wrong, and so need not announce a change.
    """
    found = likeliest(olds, new, corrects=corrects)
    if found is None:
        return ()
    first, *others = found.statements
    if not _is_believed(first, kept or new, found.odds, corrects=corrects):
        return ()
    return (first, *(old for old in others if corrects or is_real_end(old, kept or new)))


def _is_believed(old: str, new: str, odds: float, *, corrects: bool) -> bool:
    """Return True if *odds* of `likelihood` are enough for a statement to overtake another."""
    if odds < LEAST_LIKELY:
        return False
    if corrects or names_it(old, new):
        return odds >= LIKELY
    numbers = of_both(old, new)
    return is_enough(odds, *(weights_of(file, OF_BOTH).log_odds(numbers) for file in (FILE, FILE_OF_MATTERS)))


def is_enough(odds: float, ends: float, is_of_matter: float) -> bool:
    """Return True if the log odds of `likelihood` and of both models show that one statement overtakes another."""
    return odds + WEIGHT * ends >= LEAST_SUM and odds + WEIGHT * is_of_matter >= LEAST_OF_MATTER


def is_real_end(old: str, new: str) -> bool:
    """Return True if the later statement is believed to end the earlier one, as it seems to."""
    return names_it(old, new) or log_odds(old, new) >= LEAST


def names_it(old: str, new: str) -> bool:
    """Return True if a later statement surely means an earlier one.

    It has all its words, or ends all that the earlier one names or a thing in it and says no more, or both say whether
    somebody is married.
    """
    before, after = read(old), read(new)
    named = alike(before.telling, after.says)
    has_all = len(named) >= _FEWEST_NAMED and len(named) == len(before.telling)
    is_ended = bool(before.naming) and before.naming <= after.ended
    is_ended = is_ended and not before.concepts.keys().isdisjoint(after.concepts)
    is_named = has_all or is_ended or denies_only(before, after) or ends_only(before, after)
    return is_named or (_STATUS in before.concepts and _STATUS in after.concepts)


def log_odds(old: str, new: str) -> float:
    """Return the log odds that an ending which was found is one."""
    return weights_of(FILE, OF_BOTH).log_odds(of_both(old, new))


def of_both(old: str, new: str) -> list[float]:
    """Return the numbers of `OF_BOTH`."""
    before, after = read(old), read(new)
    return [
        *evidence(old, new),
        float(after.has("happens")),
        float(after.has("changes")),
        float(after.has("ends_next", "ends_last")),
        float(after.is_strong),
        float(bool(before.values)),
        float(bool(after.values)),
        float(bool(before.concepts)),
        float(bool(after.concepts)),
        float(not before.concepts.keys().isdisjoint(after.concepts)),
        float(not before.members.keys().isdisjoint(after.members)),
        float(after.owner.sort == "self"),
        float(min(len(before.telling), _MOST_WORDS)),
        float(min(len(after.telling), _MOST_WORDS)),
    ]

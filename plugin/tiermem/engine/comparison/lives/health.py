"""The end of an ailment or of a medicine, and another dose.

A recovery ends an ailment only if it names all of it: "my cat allergy is gone" leaves "allergic to cats and nuts".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import expressions, words_that_say
from tiermem.engine.reading.given_values import exact_values
from tiermem.engine.reading.lexicon import MARKS, Spaced, alike, undated
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.people import last_piece, people_of, person_in
from tiermem.engine.reading.reading import read
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.names import names_in
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.reading.reading import Reading

OF_HEALTH = frozenset({"allergy", "illness", "medicine", "diet"})
"""Topics of statements about somebody's health."""
_AILMENTS = frozenset({"allergy", "illness"})
_DOSE = pattern(
    r"(?P<number>\d+(?:[.,]\d+)?)\s?(?:mg|mcg|[µu]g|ml|iu|ie|ui|毫克|微克|毫升|ミリ(?:グラム)?)(?![a-z])",
    re.IGNORECASE,
)
_TO_DOSE = pattern(
    r"\b(?:to|auf|à|a)\s(?P<number>\d+(?:[.,]\d+)?)"
    r"(?=\W*$|[.,;!]|\s(?:now|erhöht|gesetzt|gesteigert|reduziert|gesenkt)\b)",
    re.IGNORECASE,
)
"""A dose without its unit."""
_OF_COMPOUND = 4
"""First letters of a word that an earlier statement must have: "Pollenallergie", "gegen Pollen allergisch"."""


def keys_of(text: str) -> Iterator[str]:
    """Yield the key of a statement about health."""
    if not OF_HEALTH.isdisjoint(topics_of(text)):
        yield "health"


def ended_by(text: str) -> Iterator[str]:
    """Yield the key of statements about health, if a text tells a recovery."""
    if mentions_recovery(text):
        yield "health"


def mentions_recovery_or_stop(text: str) -> bool:
    """Return True if a text tells that an ailment is over or a medicine was stopped."""
    return mentions_recovery(text) or any(
        one.search(text) for one in expressions(read(text).language, "stopped")
    )


def mentions_recovery(text: str) -> bool:
    """Return True if a text says that an ailment is over, whatever it was."""
    return any(one.search(text) for one in expressions(read(text).language, "healed"))


def dosed(old: str, new: str) -> str:
    """Return an earlier statement with the dose of a medicine that a later one changes, "" if it changes none.

    "Doc upped my sertraline to 100" of "I take 50 mg of sertraline": the unit stays unless another is given.
    """
    doses, given = list(_DOSE.finditer(old)), _given_dose(undated(new))
    if len(doses) != 1 or given is None:
        return ""
    before, after = read(old), read(new)
    is_of_one = before.language == after.language and before.related == after.related
    is_of_one = is_of_one and names_in(new) <= names_in(old) | before.all_words
    if not (is_of_one and after.has("changes")) or after.has("supposes", "denies", "past", "once"):
        return ""
    numbers = before.values.get("number", frozenset())
    medicine = [one for one in alike(before.telling, after.says) - numbers if len(one) >= _OF_COMPOUND]
    dose, (number, unit) = doses[0], given
    if not medicine or number == dose["number"] or mentions_recovery_or_stop(new):
        return ""
    right = f"{number}{unit or dose[0][len(dose['number']) :]}"
    return f"{old[: dose.start()]}{right}{old[dose.end() :]}".rstrip(f"{MARKS}。！ ")


def _given_dose(text: str) -> tuple[str, str] | None:
    """Return the number and the unit of the only dose in a text, "" for a unit that it leaves out; None without one.

    Without a unit it stands behind "to" and nothing is counted: "upped it to 100", not "to room 12" or "2 times a day".
    """
    given = exact_values(text)
    if len(given) != 1 or given[0].sort != "number":
        return None
    with_unit = _DOSE.search(text)
    if with_unit is not None:
        return with_unit["number"], with_unit[0][len(with_unit["number"]) :]
    bare = _TO_DOSE.search(text)
    return (bare["number"], "") if bare else None


def ends_ailment(old: Reading, new: Reading) -> bool:
    """Return True if a later statement says that an ailment of the user is over, or that a medicine was stopped."""
    others = people_of(new.text, new.language).kin - people_of(old.text, old.language).kin
    if others and new.related - old.related:  # "dad" is the father, and a cat is one of the cats
        return False
    if new.language != old.language or old.has("denies", "past") or new.has("supposes", "denies"):
        return False
    return _is_over(old, new.text) or _is_stopped(old, new)


def _is_over(old: Reading, new: str) -> bool:
    """Return True if all that an earlier statement names is over, and nothing else."""
    lexicon, known = lexicon_by_code(old.language), not OF_HEALTH.isdisjoint(topics_of(old.text))
    ailing = frozenset(words_that_say(lexicon.data.ailing, lexicon))
    every = frozenset(words_that_say(old.text, lexicon))
    for expression in expressions(old.language, "healed"):
        for match in expression.finditer(new):
            matter = match.groupdict().get("what") or last_piece(new[: match.start()])
            is_of_health = known or bool(every & ailing) or bool(match.groupdict().get("cured"))
            said, wanted = fold(new if match.groupdict().get("what") else matter), every - ailing
            is_all = bool(wanted) and all(word[:_OF_COMPOUND] in said for word in wanted)
            named = words_that_say(matter, lexicon)
            if is_of_health and is_all and all(word[:_OF_COMPOUND] in fold(old.text) for word in named):
                return True
    return False


def _is_patient(who: str | None, old: Reading, after: Reading) -> bool:
    """Return True if an earlier statement is of a relative whom a later one names; of the user if it names nobody."""
    if who is None:
        return not after.related and old.owner.sort in ("self", "thing")
    person = person_in(who, old.language)
    return person is not None and old.owner.sort == "kin" and person.is_of(people_of(old.text, old.language))


def _is_stopped(old: Reading, after: Reading) -> bool:
    """Return True if a medicine of an earlier statement was stopped, which is no more than that of it."""
    lexicon = lexicon_by_code(old.language)
    if not isinstance(lexicon, Spaced):
        return False
    for expression in expressions(old.language, "stopped"):
        for match in expression.finditer(after.text):
            if not _is_patient(match.groupdict().get("who"), old, after):
                continue
            named = lexicon.stem(lexicon.spelt(match["what"]))
            rest = re.sub(re.escape(match["what"]), "", old.text, flags=re.IGNORECASE)
            if named in old.telling and _AILMENTS.isdisjoint(topics_of(rest)):
                return True
    return False

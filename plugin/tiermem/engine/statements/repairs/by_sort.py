"""Find the place of a right value by its sort: a number, a day, a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.engine.reading.given_values import (
    LAST_DAY,
    LAST_HOUR,
    exact_values,
    is_month_name,
    is_of_another_name,
    month_in,
    values_of,
)
from tiermem.engine.reading.lexicon import Spaced, Unspaced
from tiermem.engine.statements.repairs.wording import FEWEST_LETTERS, is_within, words_of
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.scripts import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.reading.given_values import Value
    from tiermem.engine.statements.repairs.wording import Word

_YEAR = pattern(r"(?:19|20)\d\d")
_NAME = pattern(r"[\u3400-\u9fff]{3,}$")
"""Characters in front of a number that name a thing."""
_CURRENCIES = "$€£¥"


def by_sort(wrong: str, said: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return the statement with the first precise value of a repair in place of its only one of that sort."""
    old = exact_values(wrong, lexicon)
    new = exact_values(said, lexicon)
    if len(new) > 1:  # "she's actually 72 since Sunday"
        sorts = {one.sort for one in old}
        new = [one for one in new if one.sort in sorts] or new
    places = [place for value in new[:1] for place in _places(value, said, old, wrong, lexicon)]
    is_other = any(is_of_another_name(value, said, wrong) for value in new)
    if is_other or len(new) > 1 or len(places) != 1 or _says_more(said, new[0], wrong, lexicon):
        return None
    ((start, end),) = places
    sign = wrong[start] if wrong[start] in _CURRENCIES and new[0].text[0].isdigit() else ""
    return f"{wrong[:start]}{sign}{new[0].text}{wrong[end:]}"


def _says_more(said: str, value: Value, wrong: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if words beside a value are neither the statement's nor only function words: "… I have to leave"."""
    if isinstance(lexicon, Unspaced):
        return _names_another(said, value, wrong)
    known = {word.stem for word in words_of(wrong, lexicon)} | lexicon.repairs
    spans = [(one.start, one.end) for one in values_of(said, lexicon)]
    rest = [word for word in words_of(said, lexicon) if not is_within(word, spans)]
    begins = {one[:FEWEST_LETTERS] for one in known if len(one) >= FEWEST_LETTERS}
    foreign = [
        word
        for word in rest
        if word.stem not in known and word.stem[:FEWEST_LETTERS] not in begins and not _ends_one(word, wrong)
    ]
    is_own = any(lexicon.spelt(word.text) in lexicon.we for word in foreign if word.start > value.end)
    return is_own or any(word.informs for word in foreign)


def _names_another(said: str, value: Value, wrong: str) -> bool:
    """Return True if a number without a unit is that of a thing that a statement does not name: 房间号写203."""
    name = _NAME.search(said[: value.start])
    is_bare = value.sort == "number" and not _beside(said, value.start, value.end)[1]
    return is_bare and name is not None and set(name[0]).isdisjoint(wrong)


def _ends_one(word: Word, text: str) -> bool:
    """Return True if a word is the last part of a compound in a text: "Nummer", "Hausnummer"."""
    return (
        len(word.text) >= FEWEST_LETTERS
        and re.search(rf"\w{re.escape(fold(word.text))}\b", fold(text)) is not None
    )


def _places(
    value: Value, said: str, old: Sequence[Value], wrong: str, lexicon: Spaced | Unspaced
) -> list[tuple[int, int]]:
    """Return the places of a statement for a precise value, those beside the same words if there are any."""
    fillers = lexicon.language.stop_words
    is_year = _YEAR.fullmatch(value.text) is not None
    old = [one for one in old if is_year or one.sort != "number" or not _YEAR.fullmatch(one.text)]
    same = [(one.start, one.end) for one in old if one.sort == value.sort]
    if value.sort == "date" and is_month_name(value.text, lexicon):
        months = [(one, month_in(one.text, lexicon)) for one in old if one.sort == "date"]
        same = [(one.start + month[0], one.start + month[1]) for one, month in months if month]
    is_day = lexicon.day.fullmatch(value.text.rstrip(lexicon.data.day_units))
    if is_day and int(is_day[1]) <= LAST_DAY and not any(one.sort == "number" for one in old):
        days = [(one, lexicon.day.search(one.text)) for one in old if one.sort == "date"]
        same = [(one.start + day.start(), one.start + day.end()) for one, day in days if day]
        if isinstance(lexicon, Spaced):
            led = _beside(said, value.start, value.end)[0]
            same = [
                one for one in same if not led or led in lexicon.articles or led == _beside(wrong, *one)[0]
            ]
    before, behind = _beside(said, value.start, value.end)
    if isinstance(lexicon, Spaced) and (behind in fillers or lexicon.stem(behind) in lexicon.repairs):
        behind = ""
    alike = [
        (start, end)
        for start, end in same
        if (behind and behind == _beside(wrong, start, end)[1])
        or (before and before == _beside(wrong, start, end)[0])
    ]
    if not same and value.sort == "number" and value.text.isdigit() and int(value.text) <= LAST_HOUR:
        return [(one.start, one.end) for one in old if one.sort == "time" and one.text.isdigit()]
    if len(same) > 1:
        return alike
    is_other_unit = (
        value.sort not in ("weekday", "date")
        and behind
        and any(
            (unit := _beside(wrong, start, end)[1]) and unit != behind and unit not in fillers
            for start, end in same
        )
    )
    return [] if is_other_unit else same


def _beside(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the words, or characters, beside a place."""
    before = re.search(r"([^\W\d_]+)\W{0,2}$", text[:start])
    behind = re.match(r" ?([^\W\d_]+|[%€$£])", text[end:])
    one, other = (before[1] if before else ""), (behind[1] if behind else "")
    is_run = UNSPACED.search(text) is not None
    return fold(one[-1:] if is_run else one), fold(other[:1] if is_run else other)

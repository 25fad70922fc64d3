"""Find the values in a statement: numbers, times, dates, weekdays and names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import (
    ADDED_DATE,
    MARKS,
    RUN,
    TOKEN,
    Spaced,
    Unspaced,
    blanked,
    lexicon_of,
)
from tiermem.support.lazy import pattern
from tiermem.text import fold, straight
from tiermem.text.scripts import UNSPACED
from tiermem.values.frozen import NamedTuple

_NAMED_BEFORE = re.compile(r"([^\W\d_]+)[ -]?$")
_NAMED_UNSPACED = pattern(r"([A-Za-z]+|[ァ-ヶー]{2,}|[\u3400-\u9fff々]+)[ -]?$")
_JOINS = pattern(r".*[是为為叫用买買换換成到了过過在住开開有去给給和跟我你他她的]")
"""What stands before a name, up to a letter that belongs to none."""

if TYPE_CHECKING:
    from tiermem.engine.reading.lexicon import Tokens
    from tiermem.text.languages import Language

SORTS = ("date", "weekday", "time", "number")
"""Sorts of exact values, of which a statement seldom has two of one sort, the most telling first."""
EXACT = frozenset(SORTS)
_LETTERS = pattern(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_HOUR = pattern(r"(\d{1,2})(?:(?P<mark>[:.h])([0-5]\d)|h)?(am|pm)?")
_AMOUNT = pattern(r"(?:[$£]|€(?=\d))?(\d[\d., ]*?)(k|m|kg|km|mg|ml|cl|cm|mm|gb|mb|tb|%|ms|s|min|h|€)?")
_ISO_DATE = pattern(r"\d{4}-(\d\d)-(\d\d)")
_NUMERIC_DATE = pattern(r"(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d\d))?")
_ALWAYS_OPEN = "24/7"
_GROUP = pattern(r"[., ](?=\d{3}(?:\D|$))")
_COUNTER = pattern(r" ?([\u30a0-\u30ff\u4e00-\u9fff])")
_CLOCK = r"\d{1,2}:\d\d"
_FOREIGN = r"[A-Za-z][\w.+#-]*|[\u30a0-\u30ff]{2,}"
_SHORT = 3
"""Maximum letters of a word that is too short to name a month or weekday by itself: "mar", "sun"."""
LAST_MONTH, LAST_DAY, LAST_HOUR = 12, 31, 24
_KEPT = 512
"""Number of statements whose values are cached; a correction is compared with every statement that it may concern."""


class Value(NamedTuple):
    """A value in a text, or a word of one.

    Attributes:
        text: Its text as written.
        sort: number, time, date, weekday, name; ``word`` for any word.
        start: Its start.
        end: Its end.
        is_name: True if it is written like a name, or its script does not mark names.
    """

    text: str
    sort: str
    start: int
    end: int
    is_name: bool = False


@lru_cache(maxsize=_KEPT)
def values_in(text: str) -> tuple[Value, ...]:
    """Return the values of a statement in order, those of several words as one."""
    return values_of(text, lexicon_of(text))


def values_of(text: str, lexicon: Spaced | Unspaced) -> tuple[Value, ...]:
    """Return the values of a statement in a language."""
    found = _unspaced_values(text, lexicon) if isinstance(lexicon, Unspaced) else _values(text, lexicon)
    return tuple(found)


def is_of_another_name(value: Value, said: str, wrong: str) -> bool:
    """Return True if a number is part of a name that a statement does not have: "a Pixel 9" of "an iPhone 12".

    Without spaces, a Chinese word before a number is a name if the other number has one too: "小米15" of "P40".
    """
    before = _NAMED_BEFORE.search(said[: value.start])
    if value.sort != "number" or before is None:
        return False
    if UNSPACED.search(said):
        name = _name_before(said[: value.start])
        if not name or re.search(rf"{re.escape(fold(name))}[ -]?\d", fold(wrong)):
            return False
        is_named = any(_name_before(wrong[: one.start()]) for one in re.finditer(r"\d+", wrong))
        return is_named or UNSPACED.match(name) is None or "ァ" <= name[0] <= "ー"
    word = before[1]
    is_first = not said[: before.start(1)].strip() or said[: before.start(1)].rstrip()[-1] in ".!?:"
    return word[0].isupper() and not is_first and fold(word) not in fold(wrong)


def _name_before(text: str) -> str:
    """Return the name at the end of an unspaced text; "" if it ends with none."""
    found = _NAMED_UNSPACED.search(text)
    return _JOINS.sub("", found[1]) if found else ""


def exact_values(text: str, lexicon: Spaced | Unspaced | None = None) -> list[Value]:
    """Return the exact values of a statement, in a language if that is known."""
    found = values_in(text) if lexicon is None else values_of(text, lexicon)
    return [one for one in found if one.sort in EXACT]


@lru_cache(maxsize=_KEPT)
def without_dated_weekdays(text: str) -> str:
    """Return a statement without the dates that were added to its weekdays."""
    for one in reversed(values_in(text)):
        if one.sort == "weekday" and (date := ADDED_DATE.match(text, one.end)):
            text = text[: one.end] + text[date.end() :]
    return text


def recurs_weekly(text: str) -> bool:
    """Return True if a statement names a weekday, and no day of the calendar: no date was added to it either."""
    sorts = {one.sort for one in values_in(text)}
    return "weekday" in sorts and "date" not in sorts and without_dated_weekdays(text) == text


def words_in(text: str) -> tuple[Value, ...]:
    """Return the words of a statement in order; without spaces, the rest after removing uninformative words."""
    lexicon = lexicon_of(text)
    if isinstance(lexicon, Spaced):
        matches = _LETTERS.finditer(text)
        return tuple(Value(one[0], "word", *one.span(), is_name=one[0][0].isupper()) for one in matches)
    bare = blanked(lexicon.function, blanked(lexicon.small, text))
    return tuple(Value(match[0], "word", *match.span(), is_name=True) for match in RUN.finditer(bare))


def month_in(date: str, lexicon: Spaced | Unspaced) -> tuple[int, int] | None:
    """Return the place of the name of a month in a date; None if it has none."""
    months = lexicon.language.months
    return next((one.span() for one in _LETTERS.finditer(date) if fold(one[0]) in months), None)


def is_month_name(text: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a text is the name of a month and nothing else."""
    return month_in(text, lexicon) == (0, len(text))


def word_before(text: str, place: int) -> str:
    """Return the word right before a place, folded: "plot" of "plot 41"; "" without one."""
    word = _NAMED_BEFORE.search(text[:place])
    return fold(word[1]) if word else ""


def unit_behind(text: str, place: int) -> str:
    """Return the unit of a number that ends at a place: "kg" of "5 kg", "歳" of "5歳"; "" without one."""
    lexicon = lexicon_of(text)
    if isinstance(lexicon, Unspaced):
        counter = _COUNTER.match(text, place)
        return counter[1] if counter else ""
    word = _LETTERS.match(text, place + 1) if text[place : place + 1] in (" ", "-") else None
    is_bare = word is None or word[0][0].isupper() or fold(word[0]) in lexicon.language.stop_words
    return "" if is_bare or word is None else fold(word[0])


def values_at(said: Tokens, lexicon: Spaced) -> tuple[dict[str, frozenset[str]], dict[int, str]]:
    """Return sort → values, and place → the value there as a word."""
    values: dict[str, set[str]] = defaultdict(set)
    places: dict[int, str] = {}
    folded = [fold(word) for word in said.small]
    for place, word in enumerate(said.small):
        found = _value(said.written[place], folded, place, lexicon)
        if found is not None:
            values[found[0]].update(found[1].split())
            places[place] = found[1]
        elif said.named[place]:
            values["name"].update(fold(word).split())
            places[place] = lexicon.stem(word)
    return {sort: frozenset(found) for sort, found in values.items()}, places


def values_taken_out(text: str, lexicon: Unspaced) -> tuple[dict[str, frozenset[str]], str]:
    """Return sort → values of a text without spaces, and the text without them."""
    language, values = lexicon.language, defaultdict[str, set[str]](set)
    dates = _dates(language)
    for match in dates.finditer(text):
        values["date"] |= {f"m{int(match[1])}", match[2]}
    text = blanked(dates, text)
    for name, number in language.weekdays.items():
        if name in text:
            values["weekday"].add(f"d{number}")
            text = text.replace(name, " " * len(name))
    for match in re.finditer(rf"{_CLOCK}|\d[\d.,]*", text):
        values["number"].add(_GROUP.sub("", match[0]).rstrip(".,"))
    counted = _counted(lexicon)
    for match in counted.finditer(text):
        values["number"].add(str(language.times.numbers.get(match[1], match[1])))
    return {sort: frozenset(found) for sort, found in values.items()}, blanked(counted, text)


@cache
def _dates(language: Language) -> re.Pattern[str]:
    times = language.times
    return re.compile(
        rf"(\d{{1,2}}){times.month_mark}(\d{{1,2}})[{times.day_marks}]" if times.day_marks else "(?!)"
    )


@cache
def _counted(lexicon: Unspaced) -> re.Pattern[str]:
    """Return the expression of a number word before a counter."""
    numbers = "".join(one for one in lexicon.language.times.numbers if len(one) == 1)
    return re.compile(f"([{numbers}]+)(?={lexicon.data.counters})")


def _unspaced_values(text: str, lexicon: Unspaced) -> list[Value]:
    days = "|".join(map(re.escape, lexicon.language.weekdays)) or "(?!)"
    times = rf"{_CLOCK}|\d{{1,2}}(?:{lexicon.data.hours or '(?!)'})"
    counted = rf"{_counted(lexicon).pattern}|\d(?:[\d.,]*\d)?[A-Za-z]*"
    sorts = (("weekday", days), ("time", times), ("number", counted), ("name", _FOREIGN))
    found = [Value(match[0], "date", *match.span()) for match in _dates(lexicon.language).finditer(text)]
    for sort, expression in sorts:
        for match in re.finditer(expression, text):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Value(match[0], sort, *match.span()))
    return sorted(found, key=lambda value: value.start)


def _values(text: str, lexicon: Spaced) -> list[Value]:
    matches = [match for match in TOKEN.finditer(straight(text)) if match[0][0] not in MARKS]
    written = [match[0].partition("'")[0] or match[0] for match in matches]
    folded = [fold(lexicon.spelt(word)) for word in written]
    found: list[Value] = []
    for place, match in enumerate(matches):
        value = _value(written[place], folded, place, lexicon)
        is_name = place > 0 and lexicon.is_name(written[place])
        sort = value[0] if value else "name" if is_name else None
        if sort is None:
            continue
        start, end = match.start(), match.start() + len(written[place])
        between = text[found[-1].end : start] if found and found[-1].sort == sort else "-"
        if between.isspace() or (found and sort == "date" and _joins(found[-1].text, between, lexicon)):
            start = found.pop().start
        found.append(Value(text[start:end], sort, start, end))
    return found


def _joins(before: str, between: str, lexicon: Spaced) -> bool:
    """Return True for separators within one date: "3. Mai", "4 de marzo", and "june, the 4th" behind a month."""
    roles = lexicon.language.times.roles
    is_apart = between.startswith(", ") and is_month_name(before, lexicon)
    return between in (".", ". ") or roles.get((between[1:] if is_apart else between).strip()) == "of"


def _value(written: str, folded: Sequence[str], place: int, lexicon: Spaced) -> tuple[str, str] | None:
    """Return sort and value of the word at a place of a folded statement, if it is a value other than a name."""
    word, language = folded[place], lexicon.language
    if word.isalpha() and not _may_be_value(word, language):
        return None
    near = (place - 1, place + 1, place - 2, place + 2)
    beside = [folded[other] for other in near if 0 <= other < len(folded)]
    found = _day(written, word, beside, lexicon) or _hour(folded, place, lexicon)
    found = found or _amount(word, beside, language)
    number = language.times.numbers.get(word)
    if found is not None or number is None or lexicon.spelt(written) in lexicon.function:
        return found
    return "number", str(number)


def _may_be_value(word: str, language: Language) -> bool:
    """Return True if a word of letters may be a value."""
    days = language.weekdays
    return (
        word in language.months or word in language.times.numbers or word in days or word.rstrip("s") in days
    )


def _day(written: str, word: str, beside: Sequence[str], lexicon: Spaced) -> tuple[str, str] | None:
    one = lexicon.language
    if (date := _ISO_DATE.fullmatch(word)) is not None:
        return "date", f"m{int(date[1])} {int(date[2])}"
    if (numeric := _numeric_date(word, beside, lexicon)) is not None:
        return "date", numeric
    month = one.months.get(word)
    if month is not None and _is_month(written, word, beside, lexicon):
        return "date", f"m{month}"
    day = one.weekdays.get(word, one.weekdays.get(word.rstrip("s")) if len(word) > _SHORT + 1 else None)
    return ("weekday", f"d{day}") if day is not None and len(word) > _SHORT else None


def _numeric_date(word: str, beside: Sequence[str], lexicon: Spaced) -> str | None:
    """Return month and day of a date in numbers ("am 15.4.", "le 15/04"); None for a time or a fraction ("3/4 pay").

    Of "4/5" the month is the first in English, the second elsewhere.
    """
    date = _NUMERIC_DATE.fullmatch(word)
    if date is None or (date[2] == "." and not lexicon.data.dotted_dates):
        return None
    before, behind = (*beside, "", "")[:2]
    if not (date[4] or before in lexicon.dates) or behind in lexicon.hours or word == _ALWAYS_OPEN:
        return None
    if behind.isalpha() and not (date[4] or behind in lexicon.function or behind in lexicon.clock):
        return None  # "on 3/4 pay"
    day, month = int(date[1]), int(date[3])
    if month > LAST_MONTH or (lexicon.code == "en" and day <= LAST_MONTH):
        day, month = month, day
    return f"m{month} {day}" if 0 < month <= LAST_MONTH and 0 < day <= LAST_DAY else None


def _is_month(written: str, word: str, beside: Sequence[str], lexicon: Spaced) -> bool:
    """Return False if a month's name is used as another word: "may", "March on"."""
    is_of = lexicon.language.times.roles.get(beside[0] if beside else "") == "of"  # "the 15th of May now"
    if any(other[:1].isdigit() for other in (beside if is_of else beside[:2])):
        return True
    is_ambiguous = word in lexicon.language.times.ambiguous
    if (len(word) <= _SHORT and is_ambiguous) or word in lexicon.function:
        return False
    return written[0].isupper() or not (lexicon.data.capital_months and is_ambiguous)


def _hour(folded: Sequence[str], place: int, lexicon: Spaced) -> tuple[str, str] | None:
    word = folded[place]
    hour = _HOUR.fullmatch(word)
    if hour is None:
        return None
    before = folded[place - 1] if place else ""
    behind = folded[place + 1] if place + 1 < len(folded) else ""
    is_said_so = behind in lexicon.hours or before in lexicon.clock
    # "at 9.30" is a time, and "Python 3.11" is not
    is_dotted = hour["mark"] == "." and not hour[4]
    is_written_so = before in lexicon.function if is_dotted else bool(hour[3] or hour[4]) or "h" in word
    if not (is_written_so or is_said_so):
        return None
    late = (hour[4] or behind) == "pm" and int(hour[1]) < 12
    return "time", f"{int(hour[1]) + 12 * late}:{hour[3] or '00'}"


@cache
def _ordinals(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(\d{{1,2}})(?:{language.times.ordinals or '(?!)'})")


def _amount(word: str, beside: Sequence[str], language: Language) -> tuple[str, str] | None:
    if word[:1].isdigit() and (ordinal := _ordinals(language).fullmatch(word)):
        return "date", ordinal[1]
    amount = _AMOUNT.fullmatch(word)
    if amount is None:
        return None
    number = _GROUP.sub("", amount[1]).replace(" ", "").rstrip(".,")
    is_day = any(other in language.months for other in beside) or any(
        other in language.weekdays for other in beside[:1]
    )
    if is_day and number.isdigit() and int(number) <= LAST_DAY:
        return "date", number
    return "number", number + (amount[2] or "").replace("€", "")

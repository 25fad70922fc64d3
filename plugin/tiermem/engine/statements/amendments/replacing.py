"""Put a value in the place of another: of its sort and unit, written alike, whole, and outside quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import courtesies
from tiermem.engine.reading.given_values import (
    EXACT,
    LAST_DAY,
    LAST_HOUR,
    SORTS,
    exact_values,
    is_month_name,
    is_of_another_name,
    month_in,
    unit_behind,
    values_in,
    words_in,
)
from tiermem.engine.reading.lexicon import Spaced, alike, lexicon_of
from tiermem.engine.reading.reading import read
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.scripts import UNSPACED
from tiermem.text.sentences import TITLES
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.engine.reading.given_values import Value
    from tiermem.engine.reading.lexicon import Unspaced

_WHOLE_DATE = pattern(r"\d{4}-\d\d-\d\d", re.ASCII)
"""A date that a lone number does not change: learning puts it behind "on Thursday"."""
_QUOTED = pattern(r"「[^」]*」|『[^』]*』|«[^»]*»|“[^”]*”|„[^“”]*[“”]|\"[^\"]*\"|《[^》]*》|‘[^’]*’")
_RUN = pattern(r"[\u30a0-\u30ff]+|[A-Za-zÀ-ÿ0-9]+")
"""Consecutive characters of which a part is not a word."""
CUT = re.compile(rf"[,;!?](?=\s)|{TITLES}\.(?=\s+\D)|[，；、。！？]|\s[-–—]\s")
OF_DAYS = ("date", "weekday")


class Amended(NamedTuple):
    """A statement with its corrected value.

    Attributes:
        content: The statement.
        is_certain: True if it must be this statement: the right value is another spelling of the wrong one, or the
            correction names the wrong one.
        has_more: True if the correction contains more.
    """

    content: str
    is_certain: bool = False
    has_more: bool = False


def amendment(text: str | None, *, is_certain: bool = False) -> Amended | None:
    """Return an amended statement; None for no text."""
    return None if text is None else Amended(text, is_certain)


def with_pieces(text: str, *pieces: tuple[int, int, str]) -> str | None:
    """Return a text with pieces replaced; None if one is within quotation marks."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    if any(start < end_of and begin < end for start, end, _ in pieces for begin, end_of in quoted):
        return None
    for start, end, right in sorted(pieces, reverse=True):
        begins = not start and text[:1].isupper()
        text = f"{text[:start]}{right[:1].upper() + right[1:] if begins else right}{text[end:]}"
    return text


def replacement(old: Value, new: Value, lexicon: Spaced | Unspaced) -> tuple[int, int, str]:
    """Return the place of a value and its replacement: only the day of a date if nothing else is given."""
    day = lexicon.day.search(old.text) if old.sort == "date" else None
    if day and lexicon.day.fullmatch(new.text):
        return old.start + day.start(), old.start + day.end(), new.text
    month = month_in(old.text, lexicon) if old.sort == "date" else None
    if month and is_month_name(new.text, lexicon):
        return old.start + month[0], old.start + month[1], new.text
    return old.start, old.end, _in_its_form(old.text, new.text, lexicon) if "," in new.text else new.text


def _in_its_form(old: str, new: str, lexicon: Spaced | Unspaced) -> str:
    """Return a date as another one is written: "4th June" of "june, the 4th" beside "3 May"."""
    month, named = month_in(old, lexicon), month_in(new, lexicon)
    day, given = lexicon.day.search(old), lexicon.day.search(new)
    if not (month and named and day and given):
        return new
    name = new[named[0] : named[1]]
    name = name.capitalize() if old[month[0]].isupper() else name
    return with_pieces(old, (*month, name), (*day.span(), given[0])) or new


def fits(old: Value, wrong: str, new: Value, correction: str) -> bool:
    """Return True if a value may replace another: same sort, same unit, written alike."""
    if old.sort == "date" and new.sort == "number":
        is_day = new.text.isdigit() and 0 < int(new.text) <= LAST_DAY and not _WHOLE_DATE.match(old.text)
        return is_day and _unit_behind(correction, new.end) in ("", *lexicon_of(correction).data.day_units)
    if old.sort == "time" and new.sort == "number" and old.text.isdigit():  # "at 9", "10, not 9"
        return new.text.isdigit() and int(new.text) <= LAST_HOUR and not _unit_behind(correction, new.end)
    if old.sort != new.sort:
        return False
    if old.sort == "date" and is_month_name(new.text, lexicon_of(correction)):
        # "on the 3rd", "no wait, June"
        return month_in(old.text, lexicon_of(wrong)) is not None
    if old.sort == "name":
        return _is_written_alike(old.text, new.text) and is_whole(wrong, old.start, old.end)
    units = unit_behind(wrong, old.end), _unit_behind(correction, new.end)
    return old.sort != "number" or not all(units) or _is_one_unit(*units)


def _unit_behind(correction: str, end: int) -> str:
    """Return the unit behind a number in a correction, which "sorry" is not."""
    unit, lexicon = unit_behind(correction, end), lexicon_of(correction)
    is_courtesy = isinstance(lexicon, Spaced) and lexicon.stem(unit) in courtesies(lexicon)
    return "" if is_courtesy else unit


def _is_one_unit(one: str, other: str) -> bool:
    """Return True if two units are the same, perhaps abbreviated: "hours", "hrs"."""
    short, long = sorted((one, other), key=len)
    letters = iter(long)
    return short[0] == long[0] and all(letter in letters for letter in short)


def _is_written_alike(old: str, new: str) -> bool:
    """Return True if two names are written in the same way: "IVA" and "Aitana" are not."""

    def look(name: str) -> tuple[bool, bool, bool]:
        is_short = len(name) > 1 and name.isupper() and name.isascii()
        return is_short, any(map(str.isdigit, name)), UNSPACED.search(name) is not None

    return look(old) == look(new)


def is_whole(text: str, start: int, end: int) -> bool:
    """Return True if a piece of a text is not cut out of a word or a run of characters of one script."""
    runs = (match.span() for match in _RUN.finditer(text))
    return not any(begin < edge < stop for begin, stop in runs for edge in (start, end))


def is_day(value: Value, text: str) -> bool:
    """Return True if a number may be a day of the month: "au 16", "10日"."""
    is_small = value.sort == "number" and value.text.isdigit() and 0 < int(value.text) <= LAST_DAY
    return is_small and unit_behind(text, value.end) in ("", *lexicon_of(text).data.day_units)


def amended_by_sort(wrong: str, correction: str, right: Sequence[Value]) -> Amended | None:
    """Return the statement with each right value in place of its own value of that sort, if it has one."""
    pieces: list[tuple[int, int, str]] = []
    days = [value for value in values_in(wrong) if value.sort in OF_DAYS]
    given = {value.sort for value in right}
    for sort in SORTS if any(value.sort in EXACT for value in right) else ("name",):
        after = [value for value in right if value.sort == sort]
        if any(is_of_another_name(value, correction, wrong) for value in after):
            return None
        before = _replaceable(wrong, correction, after) if len(after) == 1 else []
        # with "on the 17th at 12", the 17 is no hour
        before = [one for one in before if one.sort == sort or one.sort not in given]
        if len(before) == 1:
            pieces.append(replacement(before[0], after[0], lexicon_of(wrong)))
        elif after and not pieces:
            return None
    is_day_alone = (
        len(days) > 1 and sum(start <= day.start < end for day in days for start, end, _ in pieces) == 1
    )
    return None if not pieces or is_day_alone else amendment(with_pieces(wrong, *pieces))


def _replaceable(wrong: str, correction: str, after: Sequence[Value]) -> list[Value]:
    """Return the values of a statement that the right one may replace; those with its unit, if there are any."""
    old = values_in(wrong)
    fitting = [value for value in old if fits(value, wrong, after[0], correction)]
    same = [value for value in fitting if value.sort == after[0].sort]
    unit = _unit_behind(correction, after[0].end)
    of_unit = [value for value in same if unit and unit_behind(wrong, value.end) == unit]
    return of_unit or same or fitting


def words_besides(wrong: str, correction: str, right: Sequence[Value]) -> frozenset[str]:
    """Return the words of a correction that the statement lacks, except values and words for being wrong."""
    said, known = read(correction), read(wrong)
    lexicon = lexicon_of(said.text)
    owner = said.owner.word if UNSPACED.match(said.owner.word) and said.owner.word not in wrong else ""
    cue = courtesies(lexicon) if isinstance(lexicon, Spaced) else frozenset[str]()
    precise = (said.values.get(sort, frozenset()) for sort in EXACT)
    put = stems([value.text for value in right], correction)
    is_spaced = isinstance(lexicon, Spaced)
    telling = frozenset(word for word in said.telling if is_spaced or len(word) > 1)
    rest = telling.union(filter(None, [owner])) - put.union(*precise)
    return rest - alike(rest, known.says | known.member_words | known.all_words | cue)


def stems(texts: Iterable[str], where: str) -> frozenset[str]:
    """Return the stems of the words of texts, in the language of the sentence that they come from."""
    lexicon = lexicon_of(where)
    if isinstance(lexicon, Spaced):
        words = (word for text in texts for word in (*(one.text for one in words_in(text)), *text.split()))
        return frozenset(
            lexicon.stem(lexicon.spelt(part)) for word in words for part in (word, *lexicon.apart(word))
        )
    return frozenset().union(*(read(text).says for text in texts))


def exact_sorts(text: str, denied: str | None = None) -> set[str]:
    """Return the sorts of the exact values of a text except the denied ones."""
    return {one.sort for one in exact_values(text) if not is_part_of(one, denied)}


def is_part_of(value: Value, denied: str | None) -> bool:
    """Return True if a value is a denied one, or a part of it."""
    return denied is not None and fold(value.text) in fold(denied)


def has_one(text: str, value: str) -> bool:
    """Return True if a text has a value, or one of its words."""
    words = words_in(value)
    return place_of(value, text) is not None or any(fold(word.text) in fold(text) for word in words)


def place_of(value: str, text: str) -> re.Match[str] | None:
    """Return the place of a value in a text, as a word of its own; None if it is not there."""
    edge = r"" if UNSPACED.search(value) else r"\b"
    ordinals = lexicon_of(text).data.ordinals if value.isdigit() and edge else ""
    script = re.ASCII if UNSPACED.search(text) else re.IGNORECASE
    return re.search(f"{edge}{re.escape(value)}(?:{ordinals})?{edge}", text, re.IGNORECASE | script)

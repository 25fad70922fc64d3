"""Replace the wrong value of a statement by a correction: "My flight is on the 12th", "I meant the 21st".

A stored sentence is changed only if its speaker would surely agree with the result: the correction is about nothing
else, and a whole value replaces another of the same sort and unit, outside quotation marks. Otherwise both sentences
stay as they were said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import around_swap, clauses, courtesies, joined, own_words, swaps
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
    values_of,
    words_in,
)
from tiermem.engine.reading.lexicon import MARKS, Spaced, Unspaced, alike, lexicon_of, undated
from tiermem.engine.reading.reading import read
from tiermem.support.lazy import pattern
from tiermem.text import STOP_WORDS, fold
from tiermem.text.languages.changes import ONE
from tiermem.text.names import names_of
from tiermem.text.scripts import UNSPACED
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiermem.engine.reading.given_values import Value

_SIMILAR = 0.6
"""Minimum share of common letters for a word to be another spelling of one."""
_CERTAIN = 0.75
"""Share of common letters that shows by itself which statement is meant: "Brian", "Bryan"."""
_FEWEST_LETTERS, _FEWEST_CHARACTERS = 4, 2
"""Minimum letters of such a word; minimum characters in a script without spaces."""
_MOST_BEFORE_NAME = 4
"""Maximum words before a name that say who it is: "my little brother"."""
_FEWEST_AROUND, _MOST_CHARACTERS = 2, 4
"""Minimum characters around another one that show that it replaces one, and maximum of the run."""
_MOST_IN_VALUE = 3
"""Maximum words of a value that replaces another; more are likely a clause."""
_WHOLE_DATE = pattern(r"\d{4}-\d\d-\d\d", re.ASCII)
"""A date that a lone number does not change: learning puts it behind "on Thursday"."""
_ENDS = tuple(".!?:")
_CODE = pattern(r"(?=.*\d)[\w-]{4,}", re.ASCII)
"""A number or code that hardly belongs to two things, and so shows what a correction is about however it is worded."""
_QUOTED = pattern(r"「[^」]*」|『[^』]*』|«[^»]*»|“[^”]*”|„[^“”]*[“”]|\"[^\"]*\"|《[^》]*》|‘[^’]*’")
_RUN = pattern(r"[\u30a0-\u30ff]+|[A-Za-zÀ-ÿ0-9]+")
"""Consecutive characters of which a part is not a word."""
_HAN = pattern(r"[\u3400-\u9fff]")
_MARK = re.compile(r"[,;!?](?=\s)|\.(?=\s+\D)|[，；、。！？]|\s[-–—]\s")
_END_OF_CLAUSE = re.compile(r"[,;!?，；、。！？]")
_OF_PERSON = ("kin", "role")
_OF_DAYS = ("date", "weekday")


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


class Names:
    """The names in statements, for finding those that a correction spells differently."""

    def __init__(self) -> None:
        self._by_name: defaultdict[str, set[str]] = defaultdict(set)
        self._added: dict[str, str] = {}

    def add(self, statement: str, text: str) -> None:
        """Add the names of a statement; do nothing if it was added with this text."""
        if self._added.get(statement) == text:
            return
        self._added[statement] = text
        for word in words_in(text):
            if word.is_name and len(word.text) >= _fewest(word.text):
                self._by_name[fold(word.text)].add(statement)

    def alike(self, correction: str) -> set[str]:
        """Return the statements with a name that may be another spelling of a word of a correction."""
        said = words_in(correction)
        words = {fold(word.text) for word in said if word.is_name} - STOP_WORDS
        names = self._by_name
        close = (get_close_matches(word, names, len(names) or 1, _SIMILAR) for word in words)
        return {statement for found in close for name in found for statement in names[name]}


def amended(wrong: str, correction: str, denied: str | None = None) -> Amended | None:
    """Return a statement with the value of a correction; None if that is not sure.

    Args:
        wrong: The statement.
        correction: The correcting sentence, alone or with other words.
        denied: The wrong value, if known.
    """
    is_denied = denied is None or fold(denied) in fold(wrong)
    if not is_denied or is_new_state(wrong, correction):
        return None
    swapped = swaps(correction)
    if denied is None and not swapped:
        correction = own_words(correction)
    hinted = correction
    if not swapped:
        correction = _without_hint(correction)
    new = values_in(correction)
    if any(value.sort in _OF_DAYS for value in new):
        wrong = undated(wrong)
    old = values_in(wrong)
    is_known = any(_is_known(wrong, *pair) for pair in swapped)
    if denied is None and swapped and (is_known or not any(_has_one(wrong, value) for _, value in swapped)):
        respelt = None if is_known else _respelt(wrong, swapped[0][0], old, frozenset())
        # "of Portugal, not Brazil" does not mean Porto
        return respelt if respelt and respelt.is_certain else None
    right = _right_values(wrong, old, new, (denied, *(value for _, value in swapped)))
    besides = _besides(wrong, _without_swap(correction), right)
    found = (_of_denied(wrong, correction, denied) if denied else None) or _swapped(wrong, correction)
    if found is None:
        found = _of_one_sort(wrong, *_head(wrong, *_behind_cue(correction, right)))
    if found is None or (not besides and not found.is_certain):
        found = _respelt(wrong, correction, old, besides) or found
    if found is None and not any(value.sort in EXACT for value in (*old, *new)):
        is_hinted = correction != hinted
        found = _of_hinted(wrong, correction) if is_hinted else _of_one_character(wrong, correction)
    if found is None:
        return None
    return found._replace(has_more=besides > alike(besides, read(found.content).says))


def moves(said: str) -> bool:
    """Return True if a text gives a new day or time of something that it does not name: "they moved it to the 10th"."""
    return _bare_move(said) is not None


def moved(old: str, said: str, stored: str) -> str | None:
    """Return a statement with the new day or time of such a text, or followed by what of it would be *stored*.

    None if it has none to change.
    """
    clause = _bare_move(said)
    if clause is None:
        return None
    old_values, new = values_in(undated(old)), exact_values(clause)
    sorts = {one.sort for one in old_values}
    if not sorts & {*_OF_DAYS, "time"} or _is_over(old):
        return None
    month = month_in(clause, lexicon_of(clause))
    is_whole = month is None or any(one.start <= month[0] < one.end for one in new)
    amended_old = _of_one_sort(undated(old), clause, new) if is_whole else None
    if amended_old is not None:
        return amended_old.content
    is_of_day = any(one.sort in _OF_DAYS or _is_day(one, clause) for one in new)
    fits = bool(sorts & {*_OF_DAYS}) if is_of_day else "time" in sorts
    return joined([one.rstrip(f"{MARKS} 。") for one in (old, stored)]) if fits else None


def _is_over(old: str) -> bool:
    """Return True if a statement tells what happened once: "I started at Aldi on 3 May"."""
    said = read(old)
    return said.has("happens", "past") or (said.has("changes") and not ONE.isdisjoint(said.concepts))


def _bare_move(said: str) -> str | None:
    """Return a text, or its only clause with a day or time, that says that this changed, and of nothing named."""
    if read(said).has("supposes", "past", "only_once", "adds", "ends_next", "ends_last"):
        return None
    giving = [one for one in clauses(said) if exact_values(one)]
    return next((one for one in (said, *(giving if len(giving) == 1 else ())) if moves_only(one)), None)


def moves_only(text: str) -> bool:
    """Return True if a text says nothing but a new day or time."""
    said, given = read(text), exact_values(text)
    is_time = bool(given) and all(one.sort != "number" or _is_day(one, text) for one in given)
    return is_time and said.has("changes") and said.owner.sort in ("thing", "self") and not said.unchanging


def _is_day(value: Value, text: str) -> bool:
    """Return True if a number may be a day of the month: "au 16", "10日"."""
    is_small = value.sort == "number" and value.text.isdigit() and 0 < int(value.text) <= LAST_DAY
    return is_small and unit_behind(text, value.end) in ("", *lexicon_of(text).data.day_units)


def is_of_another_kind(wrong: str, correction: str) -> bool:
    """Return True if a correction names a place and the statement persons alone, or the other way round.

    "Oops, Luton" does not mean "my colleague Anita is picking me up".
    """
    old, new = _kinds(wrong), _kinds(correction)
    return bool(old) and len(new) == 1 and old.isdisjoint(new)


@lru_cache(maxsize=256)
def _kinds(text: str) -> frozenset[str]:
    """Return the kinds of the names in a text, as far as they are known."""
    kinds = ("person", "place")
    if UNSPACED.search(text):
        return frozenset(kind for kind in kinds if any(name in text for name in names_of(kind)))
    named = {fold(one.text).replace("-", " ") for one in values_in(text) if one.sort == "name"}
    found = {kind for kind in kinds if not named.isdisjoint(names_of(kind))}
    person = read(text).owner
    is_person = person.sort in ("kin", "role") and bool(person.name)
    return frozenset(found | ({"person"} if is_person else set()))


def introduced(old: str, new: str) -> str:
    """Return a statement that begins with a name, with who it is by an earlier one: "My son Max turned 5".

    The same with a pronoun, if it denies what the earlier one says: "My brother is no nurse any more, he's a cook".
    """
    person = read(old).owner
    if person.sort == "kin" and any(_has_one(old, denied) for _, denied in swaps(new)):
        new = _named_by(old, new, person.name if person.is_named else person.word)
    size = len(person.name)
    start = fold(old).find(person.name) if person.sort == "kin" and person.name else 0
    lead, name, behind = old[: max(start, 0)], old[start : start + size], new[size : size + 1]
    is_beside = person.is_named or UNSPACED.match(person.name) is not None  # not "my son is Max"
    is_person = is_beside and 0 < len(lead.split()) <= _MOST_BEFORE_NAME and fold(name) == person.name
    if not is_person or any(mark in lead for mark in MARKS) or fold(new[:size]) != person.name:
        return new
    is_whole = not behind.isalnum() or UNSPACED.match(behind) is not None
    if "status" in read(new).concepts:  # not "my girlfriend Nadia's my wife now"
        return new
    return f"{lead}{name}{new[size:]}" if is_whole else new


def _named_by(old: str, new: str, person: str) -> str:
    """Return a statement that begins with a pronoun with the person instead that an earlier one begins with."""
    pronoun = lexicon_of(new).others.match(new)
    start = fold(old).find(fold(person))
    lead = old[: start + len(person)]
    is_lead = start >= 0 and len(lead.split()) <= _MOST_BEFORE_NAME and not any(one in lead for one in MARKS)
    if pronoun is None or not is_lead or read(lead).has("denies"):
        return new
    return f"{lead}{new[pronoun.end() :]}"


def _right_values(
    wrong: str, old: Sequence[Value], new: Sequence[Value], denied: Sequence[str | None]
) -> list[Value]:
    """Return the values of a correction that neither the statement has nor a denied value."""
    said = {fold(value.text) for value in old}
    dates = (value.text for value in old if value.sort == "date")
    said |= {day[0] for date in dates for day in lexicon_of(wrong).day.finditer(date)}
    return [
        value
        for value in new
        if fold(value.text) not in said and not any(_is_in(value, one) for one in denied)
    ]


def _without_swap(correction: str) -> str:
    """Return a correction in a script without spaces without its "X, not Y" and the words of that; others unchanged."""
    is_swap = isinstance(lexicon_of(correction), Unspaced) and bool(swaps(correction))
    return " ".join(around_swap(correction)) if is_swap else correction


def _is_known(wrong: str, right: str, denied: str) -> bool:
    """Return True if a statement has the right value of "X, not Y" and not the wrong one: it was put right before."""
    return _place_of(right, wrong) is not None and _place_of(denied, wrong) is None


def _is_in(value: Value, denied: str | None) -> bool:
    return denied is not None and fold(value.text) in fold(denied)


def _behind_cue(correction: str, right: Sequence[Value]) -> tuple[str, Sequence[Value]]:
    """Return a correction from the last clause on that says that something was wrong and has right values behind it.

    In "she'll be 9. wait, no, the 21st of June", the 9 corrects nothing.
    """
    for start in reversed([mark.end() for mark in _MARK.finditer(correction)]):
        behind = [value for value in right if value.start >= start]
        if behind and len(behind) < len(right) and read(correction[start:]).has("corrects"):
            moved = [one._replace(start=one.start - start, end=one.end - start) for one in behind]
            return correction[start:], moved
    return correction, right


def _head(wrong: str, correction: str, right: Sequence[Value]) -> tuple[str, list[Value]]:
    """Return a correction up to the end of the first clause with a right value, and the right values in it.

    There are none if this part names anything that the statement does not: then it is about something else.
    """
    end = next((_clause_end(correction, value.end) for value in right), 0)
    head = correction[:end]
    within = [value for value in right if value.end <= end]
    return head, [] if _besides(wrong, head, within) else within


def _clause_end(text: str, start: int) -> int:
    mark = _MARK.search(text, start)
    return mark.start() if mark else len(text)


def _besides(wrong: str, correction: str, right: Sequence[Value]) -> frozenset[str]:
    """Return the words of a correction that the statement lacks, except values and words for being wrong."""
    said, known = read(correction), read(wrong)
    lexicon = lexicon_of(said.text)
    owner = said.owner.word if UNSPACED.match(said.owner.word) and said.owner.word not in wrong else ""
    cue = courtesies(lexicon) if isinstance(lexicon, Spaced) else frozenset[str]()
    precise = (said.values.get(sort, frozenset()) for sort in EXACT)
    put = _stems([value.text for value in right], correction)
    is_spaced = isinstance(lexicon, Spaced)
    telling = frozenset(word for word in said.telling if is_spaced or len(word) > 1)
    rest = telling.union(filter(None, [owner])) - put.union(*precise)
    return rest - alike(rest, known.says | known.member_words | known.all_words | cue)


def _put(text: str, *pieces: tuple[int, int, str]) -> str | None:
    """Return a text with pieces replaced; None if one is within quotation marks."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    if any(start < end_of and begin < end for start, end, _ in pieces for begin, end_of in quoted):
        return None
    for start, end, right in sorted(pieces, reverse=True):
        begins = not start and text[:1].isupper()
        text = f"{text[:start]}{right[:1].upper() + right[1:] if begins else right}{text[end:]}"
    return text


def _amendment(text: str | None, *, is_certain: bool = False) -> Amended | None:
    return None if text is None else Amended(text, is_certain)


def _of_denied(wrong: str, correction: str, denied: str) -> Amended | None:
    """Return the statement with the only right value in place of the denied value of its sort."""
    place = wrong.lower().find(denied.lower())
    within = [value for value in values_in(wrong) if place <= value.start < place + len(denied)]
    gives_more = len(_sorts(wrong) & _sorts(correction, denied)) > 1
    if place < 0 or len(within) != 1 or gives_more:
        return None
    right = [
        value
        for value in values_in(correction)
        if not _is_in(value, denied) and _fits(within[0], wrong, value, correction)
    ]
    if len(right) != 1 or is_of_other(wrong, correction, [right[0].text, denied]):
        return None
    return _amendment(
        _put(wrong, _piece(within[0], right[0], lexicon_of(wrong))), is_certain=within[0].sort in EXACT
    )


def exchanged_value(wrong: str, correction: str) -> str:
    """Return a statement that is surely meant with X of "X, not Y" in place of Y; "" if it does not have Y."""
    is_change = is_new_state(wrong, correction)
    found = None if is_change else _swapped(undated(wrong), correction, is_meant=True)
    return found.content if found else ""


def is_of_one_person(statements: Sequence[str]) -> bool:
    """Return True if all statements are of the same relative, or of who has the same role."""
    owners = [read(one).owner for one in statements]
    return len({one.word for one in owners}) == 1 and all(one.sort in _OF_PERSON for one in owners)


def renamed(other: str, old: str, new: str) -> str:
    """Return another statement of a person with the name that a correction gave them; "" if it is not theirs.

    Args:
        other: The other statement.
        old: The one that was put right, before …
        new: … and after that.
    """
    if not is_of_one_person([other, old]):
        return ""
    if UNSPACED.search(old):
        names = [value.text for value in values_in(old) if value.sort == "name" and value.text not in new]
        rights = [value.text for value in values_in(new) if value.sort == "name" and value.text not in old]
        pairs = [*zip(names, rights, strict=False)]
    else:
        words = [[word.strip(MARKS) for word in text.split()] for text in (old, new)]
        pairs = [pair for pair in zip(*words, strict=False) if pair[0] != pair[1]]
        is_only = len(words[0]) == len(words[1]) and len(pairs) == 1
        pairs = pairs if is_only and all(word[:1].isupper() for word in pairs[0]) else []
    place = _place_of(pairs[0][0], other) if len(pairs) == 1 else None
    return (_put(other, (*place.span(), pairs[0][1])) or "") if place else ""


def is_new_state(wrong: str, correction: str) -> bool:
    """Return True if "X, not Y any more" ends what a statement says has been so for long.

    Of a teacher since 2011, who is a coach now, nobody knows since when.
    """
    if not (lexicon_of(wrong).for_long.search(wrong) and lexicon_of(correction).no_more.search(correction)):
        return False
    return any(not _is_exact(denied) and _has_one(wrong, denied) for _, denied in swaps(correction))


def _swapped(wrong: str, correction: str, *, is_meant: bool = False) -> Amended | None:
    """Return the statement with the wrong value of "X, not Y" replaced, if it has that.

    With *is_meant* the correction is about it, whatever it names besides: "the doctor says not milk, but eggs".
    """
    found = swaps(correction)
    for whole, denied in without_reasons(found, wrong, correction):
        ends = (one for one, other in found if other == denied and whole.endswith(one))
        right = _without_hint(min(ends, key=len))  # "hazelnuts" of "I meant hazelnuts"
        value, like = _alike(denied, whole, correction)
        right = right if value == denied else like
        value, place = _said_in(wrong, value)
        if place is None or _place_of(right, wrong) is not None:
            continue
        is_known = is_meant or _CODE.fullmatch(value)
        if not is_known and is_of_other(wrong, correction, [right, value]):
            return None
        if len(_sorts(wrong) & _sorts(correction, denied)) > 1:
            return None  # "not Tuesday but Thursday 12 March" gives the date too
        piece = _swap_of(wrong, place, right, value)
        if piece is None:
            return None
        return _amendment(_put(wrong, _with_article(piece, wrong, correction)), is_certain=True)
    return None


def _with_article(piece: tuple[int, int, str], wrong: str, correction: str) -> tuple[int, int, str]:
    """Return a replacement with the article that its value has in a correction, fused as the one before it is.

    "Au lait" and "c'est l'œuf" make "à l'œuf".
    """
    lexicon = lexicon_of(wrong)
    fused = lexicon.data.fused if isinstance(lexicon, Spaced) else {}
    if not fused:
        return piece
    apart = {whole: parts for parts, whole in fused.items()}
    old = _behind_article(wrong[piece[0] : piece[1]], [*fused.values()], fused)
    right = _behind_article(piece[2], (), fused)
    start = piece[1] - len(old)
    lead = re.search(rf"(?<!\S)(?:{_one_of([*fused, *apart])})\s?$", _straight(wrong[:start]), re.IGNORECASE)
    own = lead[0].strip().lower() if lead else ""
    preposition = apart.get(own, own).split()[0] if own else ""
    articles = _one_of([one.split()[1] for one in fused if one.split()[0] == preposition])
    found = re.search(
        rf"(?:^|(?<=[\s(]))({articles})\s?{re.escape(right)}", _straight(correction), re.IGNORECASE
    )
    if lead is None or found is None:
        return piece
    whole = fused[f"{preposition} {found[1].lower()}"]
    return lead.start(), piece[1], f"{whole}{'' if whole.endswith(chr(39)) else ' '}{right}"


def _behind_article(text: str, others: Sequence[str], fused: Mapping[str, str]) -> str:
    """Return a value without an article, or one of some others, before it."""
    known = _one_of([*others, *(one.split()[1] for one in fused)])
    found = re.match(rf"(?:{known})(?:(?<=')|\s)", _straight(text), re.IGNORECASE)
    return text[found.end() :] if found else text


def _one_of(words: Iterable[str]) -> str:
    """Return an expression for one of some words, the longest first."""
    return "|".join(map(re.escape, sorted(set(words), key=len, reverse=True))) or "(?!)"


def _straight(text: str) -> str:
    return text.replace("’", "'")


def without_reasons(pairs: Sequence[tuple[str, str]], wrong: str, correction: str) -> list[tuple[str, str]]:
    """Return the right values of "X, not Y", without a clause that says how it is known: "had a test, not Y, X"."""
    lexicon = lexicon_of(correction)
    if isinstance(lexicon, Unspaced):
        return [*pairs]
    kept = []
    for right, denied in pairs:
        place = correction.find(denied)
        is_led = any(other == denied and correction.find(one, place) > place for one, other in pairs)
        is_before = 0 <= correction.find(right) < place
        end = correction.find(right) + len(right)
        is_clause = is_before and correction[end : end + 1] in (*MARKS, "")
        if not (is_led and is_before and _is_reason(correction[:end], wrong, is_clause=is_clause)):
            kept.append((right, denied))
    return kept


def _is_reason(text: str, wrong: str, *, is_clause: bool) -> bool:
    """Return True if a text ends with a clause that shares no word with a statement: "saw the doctor".

    It has no subject, or a verb: "the doctor says, …".
    """
    begin = max((one.end() for one in _MARK.finditer(text)), default=0)
    clause, lexicon = text[begin:].split(), lexicon_of(text)
    if isinstance(lexicon, Unspaced) or len(clause) < 2:
        return False
    first = lexicon.spelt(clause[0].partition("'")[0])
    is_subject = any(first in words for words in (lexicon.starts, lexicon.we, lexicon.mine, lexicon.articles))
    has_verb = is_clause and any(
        lexicon.spelt(word.strip(MARKS)) in lexicon.verbs or _is_telling(word, lexicon) for word in clause[1:]
    )
    is_apart = not is_subject or has_verb
    return is_apart and not alike(read(" ".join(clause)).says, read(wrong).says)


def _without_hint(said: str) -> str:
    """Return a text without hints at a spelling: "it's Kristin with a K"."""
    lexicon = lexicon_of(said)
    return lexicon.spells.sub("" if isinstance(lexicon, Spaced) else r"\g<kept>", said)


def _said_in(wrong: str, value: str) -> tuple[str, re.Match[str] | None]:
    """Return a wrong value, as far as a statement has it, with its place: "Porto" of "Porto I'm flying to"."""
    words = value.split()
    place = _place_of(value, wrong)
    for size in range(len(words) - 1, 0, -1) if place is None else ():
        begin = " ".join(words[:size])
        place = _place_of(begin, wrong)
        if place is not None:
            found = [one for one in values_in(wrong) if one.start <= place.start() and place.end() <= one.end]
            return (begin, place) if found else (value, None)
    return value, place


def _sorts(text: str, denied: str | None = None) -> set[str]:
    """Return the sorts of the exact values of a text except the denied ones."""
    return {one.sort for one in exact_values(text) if not _is_in(one, denied)}


def _alike(denied: str, right: str, correction: str) -> tuple[str, str]:
    """Return the end of a wrong value that is like the right one, and that: "strawberries" and "raspberries".

    Both follow the same word in "not allergic to strawberries but to raspberries".
    """
    words, own = _folded(denied.split()), right.split()
    before = correction[: max(correction.find(right), 0)].split()[-1:]
    for lead, skipped in ((own[:1] if len(own) > 1 else [], 1), (before, 0)):
        places = [place for place, word in enumerate(words[:-1]) if place and [word] == _folded(lead)]
        if places:
            return " ".join(denied.split()[places[-1] + 1 :]), " ".join(own[skipped:])
    return denied, right


def _swap_of(wrong: str, place: re.Match[str], right: str, value: str) -> tuple[int, int, str] | None:
    """Return the replacement for Y in "X, not Y"; None if X is not a value like Y."""
    lexicon = lexicon_of(wrong)
    before, after = (
        values_in(value),
        values_in(right) or values_of(right, lexicon),
    )  # 木曜 alone is no Japanese
    old = [one for one in exact_values(wrong) if place.start() <= one.start < place.end()]
    if old:
        fitting = [one for one in after if _fits(old[0], wrong, one, right)]
        return _piece(old[0], fitting[0], lexicon) if len(old) == len(fitting) == 1 else None
    is_number = any(one.sort in EXACT for one in (*before, *after))
    fitting_words = _fitting(wrong[: place.start()], right, wrong[place.end() :])
    known = read(wrong).says - _stems([value], wrong)
    if isinstance(lexicon, Spaced) and not lexicon.negating.isdisjoint(
        lexicon.stem(lexicon.spelt(word)) for word in fitting_words.split()
    ):
        return None  # "I'm not vegan, never said that"
    if _has_verb(value, lexicon) > _has_verb(fitting_words, lexicon):
        return None  # "I said my brother lives in Ulm, but it's my cousin"
    is_clause = len(fitting_words.split()) > max(_MOST_IN_VALUE, len(value.split()) + 1)
    if is_number or is_clause or alike(read(fitting_words).says, known):
        return None
    return (*place.span(), fitting_words) if _is_whole(wrong, *place.span()) else None


def _has_verb(text: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a text has a verb besides its first word; in a script without spaces that is not known."""
    if isinstance(lexicon, Unspaced):
        return False
    return any(lexicon.spelt(word.strip(MARKS)) in lexicon.verbs for word in text.split()[1:])


def is_of_other(wrong: str, correction: str, values: Sequence[str]) -> bool:
    """Return True if a correction names something before its values that the statement does not: "the rent is …".

    Between a wrong value and the right one stands why it was wrong: "I said walnuts, but the test says hazelnuts".
    """
    places = [(correction.find(value), len(value)) for value in values]
    right, denied = places[0], places[-1]
    lexicon = lexicon_of(correction)
    gives_reason = _is_exact(values[-1]) or _is_told(correction, *denied, lexicon)
    end = sum(denied if denied[0] < right[0] and gives_reason else max(places))
    if isinstance(lexicon, Unspaced) and swaps(correction):
        before = around_swap(correction)[0]
        begin = max((one.end() for one in _END_OF_CLAUSE.finditer(before)), default=0)
        return bool(_besides(wrong, before[begin:], []))
    begin = max((one.end() for one in _MARK.finditer(correction, 0, min(places)[0])), default=0)
    said = [one._replace(start=one.start - begin, end=one.end - begin) for one in values_in(correction)]
    head = correction[begin:end]
    telling = [word for word in head.split() if isinstance(lexicon, Spaced) and _is_telling(word, lexicon)]
    return bool(_besides(wrong, head, said) - _stems(values, correction) - _stems(telling, head))


def takes_back(correction: str) -> bool:
    """Return True if a correction says that the speaker gave the wrong value: "I said walnuts, but the test says …"."""
    lexicon = lexicon_of(correction)
    found = [
        (correction.find(right), correction.find(denied), len(denied)) for right, denied in swaps(correction)
    ]
    return any(
        0 <= start < right and _is_told(correction, start, size, lexicon) for right, start, size in found
    )


def _is_told(correction: str, start: int, size: int, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a verb of saying stands beside a wrong value: "I said walnuts", "ich habe Walnüsse gesagt"."""
    if isinstance(lexicon, Unspaced):
        return False
    beside = (*correction[:start].split()[-2:], *correction[start + size :].split()[:1])
    return any(_is_telling(word, lexicon) for word in beside)


def _is_telling(word: str, lexicon: Spaced) -> bool:
    bare = lexicon.spelt(word.strip(MARKS))
    return bare.isalpha() and bare not in lexicon.function and lexicon.stem(bare) in lexicon.repairs


def _is_exact(value: str) -> bool:
    return any(map(str.isdigit, value))


def _stems(texts: Iterable[str], where: str) -> frozenset[str]:
    """Return the stems of the words of texts, in the language of the sentence that they come from."""
    lexicon = lexicon_of(where)
    if isinstance(lexicon, Spaced):
        words = (word for text in texts for word in (*(one.text for one in words_in(text)), *text.split()))
        return frozenset(
            lexicon.stem(lexicon.spelt(part)) for word in words for part in (word, *lexicon.apart(word))
        )
    return frozenset().union(*(read(text).says for text in texts))


def _fits(old: Value, wrong: str, new: Value, correction: str) -> bool:
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
        return _is_written_alike(old.text, new.text) and _is_whole(wrong, old.start, old.end)
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


def _is_whole(text: str, start: int, end: int) -> bool:
    """Return True if a piece of a text is not cut out of a word or a run of characters of one script."""
    runs = (match.span() for match in _RUN.finditer(text))
    return not any(begin < edge < stop for begin, stop in runs for edge in (start, end))


def _piece(old: Value, new: Value, lexicon: Spaced | Unspaced) -> tuple[int, int, str]:
    """Return the place of a value and its replacement: only the day of a date if nothing else is given."""
    day = lexicon.day.search(old.text) if old.sort == "date" else None
    if day and lexicon.day.fullmatch(new.text):
        return old.start + day.start(), old.start + day.end(), new.text
    month = month_in(old.text, lexicon) if old.sort == "date" else None
    if month and is_month_name(new.text, lexicon):
        return old.start + month[0], old.start + month[1], new.text
    return old.start, old.end, new.text


def _has_one(text: str, value: str) -> bool:
    """Return True if a text has a value, or one of its words."""
    words = words_in(value)
    return _place_of(value, text) is not None or any(fold(word.text) in fold(text) for word in words)


def _place_of(value: str, text: str) -> re.Match[str] | None:
    edge = r"" if UNSPACED.search(value) else r"\b"
    ordinals = lexicon_of(text).data.ordinals if value.isdigit() and edge else ""
    script = re.ASCII if UNSPACED.search(text) else re.IGNORECASE
    return re.search(f"{edge}{re.escape(value)}(?:{ordinals})?{edge}", text, re.IGNORECASE | script)


def _fitting(before: str, right: str, behind: str) -> str:
    """Return a right value without words that surround the wrong one already: "on the 14th of May"."""
    if UNSPACED.search(right):
        tail = next((size for size in range(len(right) - 1, 0, -1) if behind.startswith(right[-size:])), 0)
        return right[: len(right) - tail]
    words = right.split()
    first, last = fold(before).split(), fold(behind).strip(".!?").split()
    lead = next((size for size in range(len(words) - 1, 0, -1) if _folded(words[:size]) == first[-size:]), 0)
    words = words[lead:]
    tail = next((size for size in range(len(words) - 1, 0, -1) if _folded(words[-size:]) == last[:size]), 0)
    return " ".join(words[: len(words) - tail])


def _folded(words: Sequence[str]) -> list[str]:
    return [fold(word) for word in words]


def _respelt(wrong: str, correction: str, old: Sequence[Value], besides: frozenset[str]) -> Amended | None:
    """Return the statement with another spelling of a name; only a sure one if the correction names more *besides*."""
    known = {fold(word.text) for word in words_in(wrong)}
    others = [
        other
        for other in _names(correction)
        if fold(other.text) not in known
        and not _opens(other, correction)
        and not _is_denied(other, correction)
    ]
    precise = [value for value in old if value.sort in EXACT] if others else []
    lexicon = lexicon_of(wrong)
    is_compounding = isinstance(lexicon, Spaced) and lexicon.data.capital_nouns
    found = [
        (_likeness(word, other), word, other)
        for other in others
        for word in _names(wrong)
        if not any(value.start <= word.start < value.end for value in precise)
        and not (is_compounding and _is_part(word, other))
        and not (isinstance(lexicon, Spaced) and _is_form(word, other, lexicon))
        and not _is_small(word, lexicon)
        and not (_begins(word, wrong) and _begins(other, correction))
    ]
    share, word, other = max(found, key=lambda one: one[0], default=(0.0, None, None))
    if (
        word is None
        or other is None
        or share < (_CERTAIN if besides - _stems([other.text], correction) else _SIMILAR)
    ):
        return None
    return _amendment(_put(wrong, (word.start, word.end, other.text)), is_certain=share >= _CERTAIN)


def _is_denied(word: Value, text: str) -> bool:
    """Return True if a negation stands before a word: "sie heißt nicht Aiofe"."""
    lexicon, before = lexicon_of(text), text[: word.start].split()
    if isinstance(lexicon, Unspaced) or not before:
        return False
    last = lexicon.spelt(before[-1])
    return last in lexicon.negations or lexicon.stem(last) in lexicon.negating


def _is_small(word: Value, lexicon: Spaced | Unspaced) -> bool:
    """Return True for a word that only looks like a name because it begins a sentence: "Meine"."""
    return isinstance(lexicon, Spaced) and lexicon.spelt(word.text) in lexicon.function | lexicon.mine


def _is_form(word: Value, other: Value, lexicon: Spaced) -> bool:
    """Return True if two words are forms of one: "Stichpunkte", "Stichpunkten"."""
    return lexicon.stem(lexicon.spelt(word.text)) == lexicon.stem(lexicon.spelt(other.text))


def _is_part(word: Value, other: Value) -> bool:
    """Return True if one word is the last part of the other: "Nummer", "Hausnummer"."""
    one, two = fold(word.text), fold(other.text)
    return one.endswith(two) or two.endswith(one)


def _of_one_character(wrong: str, correction: str) -> Amended | None:
    """Return the statement with one character changed, in a script without spaces: "张文静", "张雯静".

    The correction must have the characters beside it, and nothing else of the statement in another spelling.
    """
    lexicon = lexicon_of(wrong)
    if isinstance(lexicon, Spaced):
        return None
    found = {
        (place + shift, correction[start + shift])
        for size in (_MOST_CHARACTERS, _FEWEST_AROUND + 1)
        for place in _runs(wrong, size)
        for start in _runs(correction, size)
        if (shift := _only_other(wrong[place : place + size], correction[start : start + size])) is not None
        and wrong[place : place + size] not in correction
        and not lexicon.function.fullmatch(wrong[place + shift])
        and _is_alike_beside(wrong, place + shift, correction, start + shift)
    }
    if len(found) != 1:
        return None
    ((place, character),) = found
    return _amendment(_put(wrong, (place, place + 1, character)), is_certain=True)


def _of_hinted(wrong: str, correction: str) -> Amended | None:
    """Return the statement with a name in place of the only one that differs in a character, without spaces between.

    How the right one is written was said beside it: "是章伟，立早章" of 张伟.
    """
    lexicon = lexicon_of(wrong)
    if isinstance(lexicon, Spaced) or UNSPACED.search(correction) is None:
        return None
    bare = lexicon.closing.sub("", correction.strip(" 。.!！"))
    led = [one.end() for one in (*lexicon.naming.finditer(bare), *lexicon.leads.finditer(bare))]
    right = bare[max(led, default=0) :]
    size = len(right)
    places = [
        place
        for place in (_runs(wrong, size) if _MOST_CHARACTERS > size > 1 else ())
        if _only_other(wrong[place : place + size], right) is not None
    ]
    if len(places) != 1:
        return None
    return _amendment(_put(wrong, (places[0], places[0] + size, right)))


def _is_alike_beside(wrong: str, place: int, correction: str, start: int) -> bool:
    """Return False if Chinese characters on one side of two differ too: then a word differs, and not a character."""
    sides = (
        (wrong[max(at, 0) : at + 1], correction[max(to, 0) : to + 1])
        for at, to in ((place - 1, start - 1), (place + 1, start + 1))
    )
    return all(a == b or not (a and b and _HAN.match(a) and _HAN.match(b)) for a, b in sides)


def _runs(text: str, size: int) -> list[int]:
    """Return the places where *size* Chinese characters follow each other."""
    starts, run = [], 0
    for end, character in enumerate(text, start=1):
        run = run + 1 if "\u3400" <= character <= "\u9fff" else 0
        if run >= size:
            starts.append(end - size)
    return starts


def _only_other(one: str, other: str) -> int | None:
    """Return the place of the only character in which two texts of a length differ; None if there is none."""
    places = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return places[0] if len(places) == 1 else None


def _begins(word: Value, text: str) -> bool:
    """Return True if a word begins a sentence and so has a capital without being a name."""
    return not UNSPACED.match(word.text) and (not word.start or text[: word.start].rstrip()[-1:] in _ENDS)


def _opens(word: Value, text: str) -> bool:
    """Return True if a word only opens a sentence: "Correction: …", "Sorry, …"."""
    return _begins(word, text) and text[word.end : word.end + 1] in (":", ",")


@lru_cache(maxsize=64)
def _names(text: str) -> tuple[Value, ...]:
    """Return the words written like names."""
    words = (word for word in words_in(text) if word.is_name)
    return tuple(word for word in words if fold(word.text) not in STOP_WORDS)


def _likeness(word: Value, other: Value) -> float:
    """Return the similarity of two words, from 0 to 1; 0 for short words and for two forms of one."""
    short, long = sorted((fold(word.text), fold(other.text)), key=len)
    if long in (f"{short}s", f"{short}'s") or (UNSPACED.match(long) and short in long):
        return 0.0
    if min(len(word.text), len(other.text)) < _fewest(word.text):
        return 0.0
    return shared_letters(word.text, other.text)


def shared_letters(one: str, other: str) -> float:
    """Return the share of common letters of two words, from 0 to 1."""
    return SequenceMatcher(None, fold(one), fold(other), autojunk=False).ratio()


def _fewest(word: str) -> int:
    """Return the minimum letters of a word and its other spelling."""
    return _FEWEST_LETTERS if word.isascii() or word[0] < "\u2e80" else _FEWEST_CHARACTERS


def _of_one_sort(wrong: str, correction: str, right: Sequence[Value]) -> Amended | None:
    """Return the statement with each right value in place of its own value of that sort, if it has one."""
    pieces: list[tuple[int, int, str]] = []
    days = [value for value in values_in(wrong) if value.sort in _OF_DAYS]
    for sort in SORTS if any(value.sort in EXACT for value in right) else ("name",):
        after = [value for value in right if value.sort == sort]
        if any(is_of_another_name(value, correction, wrong) for value in after):
            return None
        before = _replaceable(wrong, correction, after) if len(after) == 1 else []
        if len(before) == 1:
            pieces.append(_piece(before[0], after[0], lexicon_of(wrong)))
        elif after and not pieces:
            return None
    is_day_alone = (
        len(days) > 1 and sum(start <= day.start < end for day in days for start, end, _ in pieces) == 1
    )
    return None if not pieces or is_day_alone else _amendment(_put(wrong, *pieces))


def _replaceable(wrong: str, correction: str, after: Sequence[Value]) -> list[Value]:
    """Return the values of a statement that the right one may replace; those with its unit, if there are any."""
    old = values_in(wrong)
    fitting = [value for value in old if _fits(value, wrong, after[0], correction)]
    same = [value for value in fitting if value.sort == after[0].sort]
    unit = _unit_behind(correction, after[0].end)
    of_unit = [value for value in same if unit and unit_behind(wrong, value.end) == unit]
    return of_unit or same or fitting

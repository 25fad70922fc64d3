"""Corrections that name the wrong value beside the right one: "X, not Y"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import around_swap, swaps
from tiermem.engine.reading.given_values import EXACT, exact_values, values_in, values_of
from tiermem.engine.reading.lexicon import MARKS, Spaced, Unspaced, alike, lexicon_of, undated
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.amendments.replacing import (
    CUT,
    amendment,
    exact_sorts,
    fits,
    has_one,
    is_whole,
    place_of,
    replacement,
    stems,
    with_pieces,
    words_besides,
)
from tiermem.engine.statements.amendments.spellings import without_hint
from tiermem.support.lazy import pattern
from tiermem.text import fold, straight
from tiermem.text.scripts import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiermem.engine.statements.amendments.replacing import Amended

_MOST_IN_VALUE = 3
"""Maximum words of a value that replaces another; more are likely a clause."""
_CODE = pattern(r"(?=.*\d)[\w-]{4,}", re.ASCII)
"""A number or code that hardly belongs to two things, and so shows what a correction is about however it is worded."""
_END_OF_CLAUSE = re.compile(r"[,;!?，；、。！？]")


def amended_by_swap(wrong: str, correction: str, *, is_meant: bool = False) -> Amended | None:
    """Return the statement with the wrong value of "X, not Y" replaced, if it has that.

    With *is_meant* the correction is about it, whatever it names besides: "the doctor says not milk, but eggs". What
    the correction itself says is not so is not wrong: "we're not going to Rome, we're flying to Oslo".
    """
    if read(wrong).has("denies") and fold(undated(wrong)).rstrip(f"{MARKS} ") in fold(correction):
        return None
    found = swaps(correction)
    for whole, denied in without_reasons(found, wrong, correction):
        ends = (one for one, other in found if other == denied and whole.endswith(one))
        right = without_hint(min(ends, key=len))  # "hazelnuts" of "I meant hazelnuts"
        value, like = _alike(denied, whole, correction)
        right = right if value == denied else like
        value, place = _said_in(wrong, value)
        if place is None or place_of(right, wrong) is not None:
            continue
        is_known = is_meant or _CODE.fullmatch(value)
        if not is_known and is_of_other(wrong, correction, [right, value]):
            return None
        if len(exact_sorts(wrong) & exact_sorts(correction, denied)) > 1:
            return None  # "not Tuesday but Thursday 12 March" gives the date too
        piece = _swap_of(wrong, place, right, value)
        if piece is None:
            return None
        return amendment(with_pieces(wrong, _with_article(piece, wrong, correction)), is_certain=True)
    return None


def exchanged_value(wrong: str, correction: str) -> str:
    """Return a statement that is surely meant with X of "X, not Y" in place of Y; "" if it does not have Y."""
    is_change = is_new_state(wrong, correction)
    found = None if is_change else amended_by_swap(undated(wrong), correction, is_meant=True)
    return found.content if found else ""


def is_new_state(wrong: str, correction: str) -> bool:
    """Return True if "X, not Y any more" ends what a statement says has been so for long.

    Of a teacher since 2011, who is a coach now, nobody knows since when.
    """
    if not (lexicon_of(wrong).for_long.search(wrong) and lexicon_of(correction).no_more.search(correction)):
        return False
    return any(not _is_exact(denied) and has_one(wrong, denied) for _, denied in swaps(correction))


def takes_back(correction: str) -> bool:
    """Return True if a correction says that the speaker gave the wrong value: "I said walnuts, but the test says …"."""
    lexicon = lexicon_of(correction)
    found = [
        (correction.find(right), correction.find(denied), len(denied)) for right, denied in swaps(correction)
    ]
    return any(
        0 <= start < right and _is_told(correction, start, size, lexicon) for right, start, size in found
    )


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
        return bool(words_besides(wrong, before[begin:], []))
    begin = max((one.end() for one in CUT.finditer(correction, 0, min(places)[0])), default=0)
    said = [one._replace(start=one.start - begin, end=one.end - begin) for one in values_in(correction)]
    head = correction[begin:end]
    telling = [word for word in head.split() if isinstance(lexicon, Spaced) and _is_telling(word, lexicon)]
    return bool(words_besides(wrong, head, said) - stems(values, correction) - stems(telling, head))


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
    begin = max((one.end() for one in CUT.finditer(text)), default=0)
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


def _said_in(wrong: str, value: str) -> tuple[str, re.Match[str] | None]:
    """Return a wrong value, as far as a statement has it, with its place: "Porto" of "Porto I'm flying to"."""
    words = value.split()
    place = place_of(value, wrong)
    for size in range(len(words) - 1, 0, -1) if place is None else ():
        begin = " ".join(words[:size])
        place = place_of(begin, wrong)
        if place is not None:
            found = [one for one in values_in(wrong) if one.start <= place.start() and place.end() <= one.end]
            return (begin, place) if found else (value, None)
    return value, place


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
        fitting = [one for one in after if fits(old[0], wrong, one, right)]
        return replacement(old[0], fitting[0], lexicon) if len(old) == len(fitting) == 1 else None
    is_number = any(one.sort in EXACT for one in (*before, *after))
    fitting_words = _fitting(wrong[: place.start()], right, wrong[place.end() :])
    known = read(wrong).says - stems([value], wrong)
    if isinstance(lexicon, Spaced) and not lexicon.negating.isdisjoint(
        lexicon.stem(lexicon.spelt(word)) for word in fitting_words.split()
    ):
        return None  # "I'm not vegan, never said that"
    if _has_verb(value, lexicon) > _has_verb(fitting_words, lexicon):
        return None  # "I said my brother lives in Ulm, but it's my cousin"
    is_clause = len(fitting_words.split()) > max(_MOST_IN_VALUE, len(value.split()) + 1)
    if is_number or is_clause or alike(read(fitting_words).says, known):
        return None
    return (*place.span(), fitting_words) if is_whole(wrong, *place.span()) else None


def _has_verb(text: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a text has a verb besides its first word; in a script without spaces that is not known."""
    if isinstance(lexicon, Unspaced):
        return False
    return any(lexicon.spelt(word.strip(MARKS)) in lexicon.verbs for word in text.split()[1:])


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
    lead = re.search(rf"(?<!\S)(?:{_one_of([*fused, *apart])})\s?$", straight(wrong[:start]), re.IGNORECASE)
    own = lead[0].strip().lower() if lead else ""
    preposition = apart.get(own, own).split()[0] if own else ""
    articles = _one_of([one.split()[1] for one in fused if one.split()[0] == preposition])
    found = re.search(
        rf"(?:^|(?<=[\s(]))({articles})\s?{re.escape(right)}", straight(correction), re.IGNORECASE
    )
    if lead is None or found is None:
        return piece
    whole = fused[f"{preposition} {found[1].lower()}"]
    return lead.start(), piece[1], f"{whole}{'' if whole.endswith(chr(39)) else ' '}{right}"


def _behind_article(text: str, others: Sequence[str], fused: Mapping[str, str]) -> str:
    """Return a value without an article, or one of some others, before it."""
    known = _one_of([*others, *(one.split()[1] for one in fused)])
    found = re.match(rf"(?:{known})(?:(?<=')|\s)", straight(text), re.IGNORECASE)
    return text[found.end() :] if found else text


def _one_of(words: Iterable[str]) -> str:
    """Return an expression for one of some words, the longest first."""
    return "|".join(map(re.escape, sorted(set(words), key=len, reverse=True))) or "(?!)"

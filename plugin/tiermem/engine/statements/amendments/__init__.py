"""Replace the wrong value of a statement by a correction: "My flight is on the 12th", "I meant the 21st".

A stored sentence is changed only if its speaker would surely agree with the result: the correction is about nothing
else, and a whole value replaces another of the same sort and unit, outside quotation marks. Otherwise both sentences
stay as they were said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import around_swap, own_words, swaps
from tiermem.engine.reading.given_values import EXACT, values_in
from tiermem.engine.reading.lexicon import Unspaced, alike, lexicon_of, undated
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.amendments.replacing import (
    CUT,
    OF_DAYS,
    amended_by_sort,
    amendment,
    exact_sorts,
    fits,
    has_one,
    is_part_of,
    place_of,
    replacement,
    with_pieces,
    words_besides,
)
from tiermem.engine.statements.amendments.spellings import (
    amended_by_character,
    amended_by_hint,
    amended_by_spelling,
    without_hint,
)
from tiermem.engine.statements.amendments.swapped import amended_by_swap, is_new_state, is_of_other
from tiermem.text import fold

if TYPE_CHECKING:
    from tiermem.engine.reading.given_values import Value
    from tiermem.engine.statements.amendments.replacing import Amended


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
        correction = without_hint(correction)
    new = values_in(correction)
    if any(value.sort in OF_DAYS for value in new):
        wrong = undated(wrong)
    old = values_in(wrong)
    is_known = any(_is_known(wrong, *pair) for pair in swapped)
    if denied is None and swapped and (is_known or not any(has_one(wrong, value) for _, value in swapped)):
        respelt = None if is_known else amended_by_spelling(wrong, swapped[0][0], old, frozenset())
        # "of Portugal, not Brazil" does not mean Porto
        return respelt if respelt and respelt.is_certain else None
    right = _right_values(wrong, old, new, (denied, *(value for _, value in swapped)))
    besides = words_besides(wrong, _without_swap(correction), right)
    found = (_of_denied(wrong, correction, denied) if denied else None) or amended_by_swap(wrong, correction)
    if found is None:
        found = amended_by_sort(wrong, *_head(wrong, *_behind_cue(correction, right)))
    if found is None or (not besides and not found.is_certain):
        found = amended_by_spelling(wrong, correction, old, besides) or found
    if found is None and not any(value.sort in EXACT for value in (*old, *new)):
        is_hinted = correction != hinted
        found = amended_by_hint(wrong, correction) if is_hinted else amended_by_character(wrong, correction)
    if found is None:
        return None
    return found._replace(has_more=besides > alike(besides, read(found.content).says))


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
        if fold(value.text) not in said and not any(is_part_of(value, one) for one in denied)
    ]


def _without_swap(correction: str) -> str:
    """Return a correction in a script without spaces without its "X, not Y" and the words of that; others unchanged."""
    is_swap = isinstance(lexicon_of(correction), Unspaced) and bool(swaps(correction))
    return " ".join(around_swap(correction)) if is_swap else correction


def _is_known(wrong: str, right: str, denied: str) -> bool:
    """Return True if a statement has the right value of "X, not Y" and not the wrong one: it was put right before."""
    return place_of(right, wrong) is not None and place_of(denied, wrong) is None


def _behind_cue(correction: str, right: Sequence[Value]) -> tuple[str, Sequence[Value]]:
    """Return a correction from the last clause on that says that something was wrong and has right values behind it.

    In "she'll be 9. wait, no, the 21st of June", the 9 corrects nothing.
    """
    for start in reversed([mark.end() for mark in CUT.finditer(correction)]):
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
    return head, [] if words_besides(wrong, head, within) else within


def _clause_end(text: str, start: int) -> int:
    is_ordinal = text[start : start + 1] == "." and lexicon_of(text).data.dotted_dates  # "am 17. um 12"
    mark = CUT.search(text, start + is_ordinal)
    return mark.start() if mark else len(text)


def _of_denied(wrong: str, correction: str, denied: str) -> Amended | None:
    """Return the statement with the only right value in place of the denied value of its sort."""
    place = wrong.lower().find(denied.lower())
    within = [value for value in values_in(wrong) if place <= value.start < place + len(denied)]
    gives_more = len(exact_sorts(wrong) & exact_sorts(correction, denied)) > 1
    if place < 0 or len(within) != 1 or gives_more:
        return None
    right = [
        value
        for value in values_in(correction)
        if not is_part_of(value, denied) and fits(within[0], wrong, value, correction)
    ]
    if len(right) != 1 or is_of_other(wrong, correction, [right[0].text, denied]):
        return None
    return amendment(
        with_pieces(wrong, replacement(within[0], right[0], lexicon_of(wrong))),
        is_certain=within[0].sort in EXACT,
    )

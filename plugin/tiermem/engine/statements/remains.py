"""Cut from an earlier statement what a later one changed: the day of a flight stays when its time moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.statements.given_values import values_in
from tiermem.engine.statements.lexicon import MARKS, Spaced, alike
from tiermem.engine.statements.lexicon import lexicon as lexicon_by_code
from tiermem.engine.statements.reading import read

if TYPE_CHECKING:
    from tiermem.engine.statements.reading import Reading

_FEWEST = 3
"""Minimum words of what remains."""
_OF_DAYS = frozenset({"date", "weekday"})


def remains(old: Reading, new: Reading) -> str:
    """Return what of an earlier statement still holds behind a later one that updates it; "" if that is not sure."""
    lexicon = lexicon_by_code(old.language)
    if not isinstance(lexicon, Spaced):
        return ""
    rest = _before_comma(old, new, lexicon) or _without_time(old, new, lexicon)
    return rest if len(rest.split()) >= _FEWEST else ""


def _before_comma(old: Reading, new: Reading, lexicon: Spaced) -> str:
    """Return the statement without the addition that the later one changes: "I'm a nurse at St Mary's, night shift"."""
    head, _, tail = old.text.rstrip(f"{MARKS} ").rpartition(", ")
    said, addition = read(head), read(tail)
    has_verb = not lexicon.verbs.isdisjoint(addition.all_words)
    if (
        not head
        or has_verb
        or addition.has("lists")
        or said.has("lists", "changes", "ends_next", "ends_last")
    ):
        return ""
    names = old.values.get("name", frozenset())
    if addition.telling <= names or addition.all_words <= names:
        return ""  # "we have a dog, Rex"
    is_changed = bool(alike(addition.telling, new.says)) and not alike(said.telling, new.says)
    is_of_head = bool(said.concepts.keys() & new.concepts.keys() or said.topics & new.topics)
    return head if is_changed and not is_of_head else ""


def _without_time(old: Reading, new: Reading, lexicon: Spaced) -> str:
    """Return the statement without its time, if the later one gives another time and no day."""
    sorts = new.values.keys()
    if (
        "time" not in sorts
        or "time" not in old.values
        or _OF_DAYS & sorts
        or not _OF_DAYS & old.values.keys()
    ):
        return ""
    times = [value for value in values_in(old.text) if value.sort == "time"]
    if len(times) != 1:
        return ""
    sentence = old.text.rfind(". ", 0, times[0].start) + 1
    if sentence and old.text[times[0].end :].strip(f"{MARKS} ") == "":
        return old.text[:sentence].rstrip(".")  # "… is on 12 December. They moved the flight to 9:15."
    small = (lexicon.function - lexicon.verbs) | lexicon.clock
    before, behind = old.text[: times[0].start].split(), old.text[times[0].end :].split()
    while before and lexicon.spelt(before[-1].strip(MARKS)) in small:
        before.pop()
    while behind and lexicon.spelt(behind[0].strip(MARKS)) in lexicon.hours:
        behind.pop(0)
    return " ".join([*before, *behind]).rstrip(f"{MARKS} ").rstrip(",")

"""Put the thing that somebody is allergic to into a statement: "Any recipes without nuts? Hannah is allergic"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.plugins.text import topics_of
from tiermem_hooks.extraction.model import classes_of
from tiermem_hooks.extraction.pronouns.filling import filled
from tiermem_hooks.extraction.sentences import is_unspaced

if TYPE_CHECKING:
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence

_FOOD = "FOOD"
_CLASSES = frozenset({_FOOD, "PET"})
_TOPICS = frozenset({"allergy", "medicine"})
_MARKS = " ,;:.!?，、；：。！？"
_WORD = re.compile(r"[\w-]+")
_CLAUSE = re.compile(rf"[^{_MARKS[1:]}]+[{_MARKS[1:]}]*")


def with_thing(sentence: Sentence, before: Sentence | None, rules: Rules) -> Sentence:
    """Return *sentence* with the thing that a request *before* would leave out as what somebody is allergic to.

    That is a food, an animal or a medicine: "no worries" and "without an oven" are no allergies.
    """
    pointing = rules.pattern("about.things", "pointing").search(sentence.view)
    if before is None or pointing is None:
        return sentence
    things = list(rules.pattern("about.things", "without").finditer(before.view))
    found = {one["thing"] for one in things}
    if len(found) != 1 or not _may_harm(things[0]["thing"], rules) or not _is_of_request(things[0], rules):
        return sentence
    return filled(sentence, pointing, rules.table("about.things")["put"].format(found.pop()))


def _may_harm(thing: str, rules: Rules) -> bool:
    """Return True if a thing is a food, an animal or a medicine."""
    return bool(_classes(thing, rules) & _CLASSES) or not topics_of(thing, rules.language).keys().isdisjoint(
        _TOPICS
    )


def _is_of_request(without: re.Match[str], rules: Rules) -> bool:
    """Return True if a clause that leaves something out, or the one to which it is added, asks for food or the like."""
    view = without.string
    clauses = [one.span() for one in _CLAUSE.finditer(view)]
    at = next(place for place, (_, end) in enumerate(clauses) if end > without.start("thing"))
    start, end = clauses[at]
    parts = [view[start : without.start("thing")], view[without.end("thing") : end]]
    if at and not view[start : without.start()].strip():
        parts.append(view[slice(*clauses[at - 1])])
    asked = rules.pattern("about.things", "asked")
    return any(asked.search(part) or _FOOD in _classes(part, rules) for part in parts)


def _classes(text: str, rules: Rules) -> frozenset[str]:
    """Return the classes of the words of a text, also of those in the plural."""
    known = classes_of(rules.language)
    if is_unspaced(text.strip(_MARKS)):
        found = (word for word in known if word in text and (len(word) > 1 or word == text))
        return frozenset(known[word] for word in found)
    words = [word.lower() for word in _WORD.findall(text)]
    return frozenset(known.get(word) or known.get(word.removesuffix("s"), "") for word in words)

"""Put the place that "here" means, and the thing that somebody is allergic to, into a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem_hooks.extraction.sentences import Sentence, is_unspaced

if TYPE_CHECKING:
    import re

    from tiermem_hooks.extraction.rules import Rules


def with_place(sentence: Sentence, before: Sentence | None, rules: Rules) -> Sentence:
    """Return *sentence* with the only place of the sentence *before* instead of "here": "in Erfurt? We live here"."""
    here = rules.pattern("about.places", "here").search(sentence.view)
    place = rules.pattern("about.places", "place")
    if before is None or here is None or place.search(sentence.view):
        return sentence
    found = {one["place"] for one in place.finditer(before.view)}
    return (
        _filled(sentence, here, rules.table("about.places")["put"].format(found.pop()))
        if len(found) == 1
        else sentence
    )


def with_thing(sentence: Sentence, before: Sentence | None, rules: Rules) -> Sentence:
    """Return *sentence* with the thing that a request *before* would leave out as what somebody is allergic to."""
    pointing = rules.pattern("about.things", "pointing").search(sentence.view)
    if before is None or pointing is None:
        return sentence
    things = rules.pattern("about.things", "without").finditer(before.view)
    found = {one["thing"] for one in things}
    return (
        _filled(sentence, pointing, rules.table("about.things")["put"].format(found.pop()))
        if len(found) == 1
        else sentence
    )


def _filled(sentence: Sentence, pointing: re.Match[str], put: str) -> Sentence:
    """Return *sentence* with *put* instead of the group that points at it."""
    start, end = next(pointing.span(name) for name, said in pointing.groupdict().items() if said is not None)
    gap = " " if start and not is_unspaced(sentence.view[:start]) and sentence.view[start - 1] != " " else ""
    return Sentence(
        f"{sentence.text[:start]}{gap}{put}{sentence.text[end:]}",
        f"{sentence.view[:start]}{gap}{put}{sentence.view[end:]}",
    )

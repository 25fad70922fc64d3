"""Put the place that "here" means into a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem_hooks.extraction.pronouns.filling import filled

if TYPE_CHECKING:
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence


def with_place(sentence: Sentence, before: Sentence | None, rules: Rules) -> Sentence:
    """Return *sentence* with the only place of the sentence *before* instead of "here": "in Erfurt? We live here"."""
    here = rules.pattern("about.places", "here").search(sentence.view)
    place = rules.pattern("about.places", "place")
    if before is None or here is None or place.search(sentence.view):
        return sentence
    found = {one["place"] for one in place.finditer(before.view)}
    return (
        filled(sentence, here, rules.table("about.places")["put"].format(found.pop()))
        if len(found) == 1
        else sentence
    )

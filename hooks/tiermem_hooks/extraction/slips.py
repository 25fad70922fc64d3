"""Recognise messages that admit a slip, in whatever words: "sign it plot 14, I had the digits backwards".

The engine compares the whole message with what is known, and finds the statement that is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tiermem import Draft, Observation
from tiermem.plugins.text import MOST_JUDGED, UNSPACED, languages, log_odds, with_dates

if TYPE_CHECKING:
    from tiermem_hooks.extraction.turns import Spoken

SLIP: Final = "slip"
"""Kind of an observation of such a message, which is not stored unless it puts something right."""
SLIPS: Final = "slips.model"
"""The model of messages that admit a slip, fitted by ``python -m benchmarks.slips``."""
_LEAST: Final = -2.0
"""Least log odds of a message that memory compares: about 4 in 100 of friends' messages have as many, and hardly one
more than 0. How the values compare decides."""


def slip_of(said: Spoken) -> Observation | None:
    """Return a message of the user as an observation of kind `SLIP`; None if it is long, or admits none."""
    sentences = [sentence.text for sentence in said.sentences]
    text = ("" if any(map(UNSPACED.search, sentences)) else " ").join(sentences)
    language = languages.language(said.rules.language)
    if len(text) > MOST_JUDGED or log_odds(text, language.code, (SLIPS,))[SLIPS] <= _LEAST:
        return None
    draft = Draft(
        layer="L1",
        tier="user",
        category="context",
        content=with_dates(text, said.day, language, SLIP),
        speaker="user",
        correction=True,
        valid_from=said.turn.at,
    )
    return Observation(kind=SLIP, draft=draft, evidence=said.turn.ref, quote=text)

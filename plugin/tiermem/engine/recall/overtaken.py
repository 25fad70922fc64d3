"""Leave out of what recall found what the user changed or corrected in a later message that it found as well.

Entries are compared when they are written. Turns that no entry was made of are compared here, the few that may be
shown: "The sofa was 1,250." beside "I got the price of the sofa wrong, it was 1,520."
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.text.folding import QUESTION_MARKS
from tiermem.text.sentences import SENTENCE
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.statements.compare import Statement
    from tiermem.values import Passage

_LONGEST = 300
"""Characters of a sentence that is compared."""
_MOST_SENTENCES = 6
"""Sentences of a message that are compared: a longer one is hardly about the user."""


def without_overtaken(
    passages: Sequence[Passage],
    known: Sequence[Passage],
    is_topical: Callable[[str], bool],
    *,
    only_corrected: bool = False,
) -> list[Passage]:
    """Return the passages without sentences of the user's turns that a later message of theirs overtakes.

    Args:
        passages: What was found, the best first.
        known: What may overtake it.
        is_topical: True of a text that has to do with what was asked: the rest of a turn is shown only if it has.
        only_corrected: True if what merely ceased to hold is shown.
    """
    first = min((one.at for one in passages if _is_said(one)), default=None)
    if first is None:
        return list(passages)
    # most recalls show no turn of the user's, and a hook pays for each import
    from tiermem.engine.reading.reading import corrects, may_change

    bears = corrects if only_corrected else may_change
    later = [
        (one.at, said)
        for one in known
        if one.label == "user" and one.at > first
        for said in _sentences(one)
        if bears(said)
    ]
    left = (
        (_left(one, later, is_topical) if _is_said(one) else one for one in passages) if later else passages
    )
    return [one for one in left if one is not None]


def _left(
    passage: Passage, later: Sequence[tuple[str, str]], is_topical: Callable[[str], bool]
) -> Passage | None:
    from tiermem.engine.statements.compare import Statement

    since = [Statement(said) for at, said in later if at > passage.at]
    over = (
        {said for said in _sentences(passage) if any(_overtakes(new, said) for new in since)} if since else ()
    )
    if not over:
        return passage
    text = "".join(one for one in SENTENCE.findall(passage.text) if one.strip() not in over).strip()
    return replace(passage, text=text) if text and is_topical(text) else None


def _overtakes(new: Statement, old: str) -> bool:
    from tiermem.engine.statements.compare import Statement, compare

    return compare(Statement(old), new).relation == "updates"


def _is_said(passage: Passage) -> bool:
    return passage.kind == "turn" and passage.label == "user"


def _sentences(passage: Passage) -> Iterator[str]:
    """Yield the sentences of a message that state something; none of a long one."""
    said = SENTENCE.findall(passage.text)
    if len(said) <= _MOST_SENTENCES:
        stripped = (one.strip() for one in said)
        yield from (one for one in stripped if 0 < len(one) <= _LONGEST and not one.endswith(QUESTION_MARKS))

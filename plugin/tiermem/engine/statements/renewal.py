"""When a later word of the user's takes the place of an earlier one: "I live in York now" of "I live in Leeds".

Only where both are the user's own words, found by gap-fill, about something of which a person has one. What merely
shares a subject stays: "I live in a flat" beside "I live in Leeds".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.engine.statements.frames import replaces
from tiermem.text import fold
from tiermem.text.languages import everywhere

if TYPE_CHECKING:
    from tiermem.engine.statements.similarity import Likeness
    from tiermem.values import Draft, Entry, Observation

_NAME_OR_NUMBER = re.compile(r"(?<=\S\s)[^\W\d_a-zß-öø-ÿ][\w'-]+|\b\w*\d[\w.:]*")
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿]")


_MOSTLY = 0.4
"""Share of such a statement's telling words that the entry which it takes back must be."""
_HELD = 0.5
"""Share of an entry's telling words that the clause which takes it back must say: "We no longer use Jenkins" takes back
"We use Jenkins for CI"."""
_CLAUSES = re.compile(r"[,;:—–.](?=\s|$)|[，；、。]")
_LIST_MARKS = re.compile("[,;/&+、，]")
_FIRST = re.compile(r"[^\W_]+")


def is_one_of_a_kind(subject: str) -> bool:
    """Whether a person has one of it at a time.

    Args:
        subject: What it is called, folded.
    """
    return subject in everywhere().unique or everywhere().favourite.match(subject) is not None


def is_users_word(entry: Entry) -> bool:
    """Whether gap-fill found it in the user's own words."""
    return entry.source == "system" and entry.speaker == "user"


def is_later(draft: Draft, entry: Entry) -> bool:
    """Whether the user said it after what the entry says."""
    return (draft.valid_from or "") > (entry.valid_from or entry.created_at)


def renews(draft: Draft, entry: Entry, likeness: Likeness) -> bool:
    """Whether a statement gives another value for the one thing that an entry is about."""
    subject = fold(draft.subject or "")
    same = draft.category == entry.category and subject == fold(entry.subject or "")
    if not same or not is_one_of_a_kind(subject):
        return False
    new, old = likeness.telling(draft.content), likeness.telling(entry.content)
    if new <= old or old <= new:
        return False
    if everywhere().favourite.match(subject) or _UNSPACED.search(draft.content):
        return True
    names, others = _names(draft.content), _names(entry.content)
    return bool(names - others and others - names)


def takes_back(draft: Draft, entry: Entry, likeness: Likeness) -> bool:
    """Whether a statement says that an entry holds no longer: "My manager isn't Sarah anymore, it's Priya"."""
    ends = everywhere().no_longer.search
    if not ends(draft.content) or ends(entry.content):
        return False
    new, old = likeness.telling(draft.content), likeness.telling(entry.content)
    if len(old) > 1 and old <= new and len(old) >= _MOSTLY * len(new):
        return True
    return not _names_several(entry.content) and any(
        _ends(clause, entry.content, likeness) for clause in _CLAUSES.split(draft.content) if ends(clause)
    )


def _ends(clause: str, earlier: str, likeness: Likeness) -> bool:
    """Whether a clause says of the same person or thing that what was said *earlier* is so no longer."""
    clause = everywhere().negation.sub(" ", clause)
    first, other = _FIRST.search(clause), _FIRST.search(earlier)
    if first is None or other is None or fold(first[0]) != fold(other[0]):
        return False
    gone, old = likeness.telling(clause), likeness.telling(earlier)
    return gone == old != frozenset() or (1 < len(gone) >= _HELD * len(old) and gone <= old)


def gives_another_value(observation: Observation, entry: Entry) -> bool:
    """Whether an observation says that what an entry is about has another value, see `frames.replaces`."""
    said = dict.fromkeys((observation.draft.content, observation.quote or ""))
    return any(replaces(text, entry.content, denies=observation.draft.correction) for text in said if text)


def _names_several(text: str) -> bool:
    """True if an entry may be about several things, of which one may still hold."""
    return _LIST_MARKS.search(text) is not None or everywhere().lists.search(text) is not None


def _names(text: str) -> frozenset[str]:
    return frozenset(map(fold, _NAME_OR_NUMBER.findall(text)))

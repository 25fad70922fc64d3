"""Compare two statements: does the later one say the same, update the earlier one, contradict it, or neither?

An update is only found where both are about one and the same thing: "I live in a flat" stands beside "I live in Leeds".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from tiermem.engine.statements.duplicates import Gist, near_duplicate
from tiermem.engine.statements.frames import (
    differ_in_time,
    is_addition,
    is_of_another_than_we,
    is_of_one_more,
    replaces,
)
from tiermem.engine.statements.overlap import NAME_OR_NUMBER, prefixes
from tiermem.support.lazy import pattern
from tiermem.text import fold, query_words, statement_key, words
from tiermem.text.languages import everywhere
from tiermem.values import Observation

if TYPE_CHECKING:
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.values import Draft, Entry

Relation = Literal["same", "updates", "contradicts", "unrelated"]
Reason = Literal[
    "same words",
    "nothing new",
    "another value",
    "one at a time",
    "ended",
    "conflicting values",
]
_RELATIONS: dict[Reason, Relation] = {
    "same words": "same",
    "nothing new": "same",
    "another value": "updates",
    "one at a time": "updates",
    "ended": "updates",
    "conflicting values": "contradicts",
}
_NAMES = pattern(r"(?<=\S\s)[^\W\d_a-zß-öø-ÿ][\w'-]+|\b\w*\d[\w.:]*")
_UNSPACED = pattern(r"[぀-ヿ㐀-鿿]")
_ENDED_SHARE = 0.4
"""Share of the later statement's content words that the earlier one must be, if all of its words are repeated."""
_NAMED_SHARE = 0.5
"""Share of the earlier statement's content words that the ending clause must name: "We no longer use Jenkins" ends
"We use Jenkins for CI"."""
_CLAUSES = pattern(r"[,;:—–.](?=\s|$)|[，；、。]")
_LIST_MARKS = pattern("[,;/&+、，]")
_FIRST_WORD = pattern(r"[^\W_]+")
_COPULA = pattern(r"^(?P<stem>\S.{0,80}?)\s+(?:is|are|was|were)\s+(?P<value>\S.*)$", re.IGNORECASE)
_DESCRIPTION = pattern(r"^(?:an?|the|one|not|very|also|too|some)\b", re.IGNORECASE)
_HAS_ONE_VALUE = pattern(
    r"\b(?:favou?rite|preferred|birthday|name|e-?mail|address|deadline)\b", re.IGNORECASE
)
_SHARED_WORDS = 0.6
"""Share of the shorter statement's words that both must have for their values to conflict."""


class Statement(NamedTuple):
    """A statement to compare.

    Attributes:
        content: The words.
        subject: The thing or person that it is about, where known.
        category: Its category, where known.
        quote: The user's own sentence, which *content* may abridge.
        corrects: True if it is known to say that something was wrong.
    """

    content: str
    subject: str | None = None
    category: str | None = None
    quote: str | None = None
    corrects: bool = False

    @classmethod
    def of(cls, source: Entry | Observation) -> Statement:
        """Return the statement of an entry or an observation."""
        draft: Draft | Entry = source.draft if isinstance(source, Observation) else source
        return cls(
            content=draft.content,
            subject=draft.subject,
            category=draft.category,
            quote=getattr(source, "quote", None),
            corrects=draft.correction,
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """The content, and the quotation where it differs: an extract may lack the word "too" at its end."""
        return (self.content,) if self.quote in (None, "", self.content) else (self.content, self.quote or "")


class Comparison(NamedTuple):
    """The relation of a later statement to an earlier one.

    Attributes:
        reasons: All that apply, the one that decides first.
    """

    reasons: tuple[Reason, ...] = ()

    @property
    def relation(self) -> Relation:
        """The relation that the first reason gives."""
        return _RELATIONS[self.reasons[0]] if self.reasons else "unrelated"


def compare(old: Statement, new: Statement, overlap: Overlap) -> Comparison:
    """Return the relation of *new* to *old*, which was said before it."""
    if reason := _sameness(old, new, overlap):
        return Comparison((reason,))
    reasons: list[Reason] = []
    adds = any(map(is_addition, new.texts))
    if not adds and any(replaces(text, old.content, denies=new.corrects) for text in new.texts):
        reasons.append("another value")
    if not adds and _is_one_at_a_time(old, new, overlap):
        reasons.append("one at a time")
    if _ends(old, new, overlap):
        reasons.append("ended")
    if not adds and not new.corrects and _conflict(old, new, overlap):
        reasons.append("conflicting values")
    return Comparison(tuple(reasons))


def is_one_of_a_kind(subject: str) -> bool:
    """Return True for a subject, folded, of which a person has one at a time."""
    return subject in everywhere().unique or everywhere().favourite.match(subject) is not None


def _sameness(old: Statement, new: Statement, overlap: Overlap) -> Reason | None:
    """Return why *new* says nothing that *old* does not, or None."""
    subject = (new.subject or "").lower()
    if subject and subject == (old.subject or "").lower() and overlap.is_same(new.content, old.content):
        return "same words"
    beginnings, held = prefixes(new.content), prefixes(old.content)
    may_repeat = all(held.get(pair, 0) >= number for pair, number in beginnings.items())
    return (
        "nothing new" if may_repeat and near_duplicate(Gist.of(new.content), Gist.of(old.content)) else None
    )


# -- updates -------------------------------------------------------------------------------------


def _is_one_at_a_time(old: Statement, new: Statement, overlap: Overlap) -> bool:
    """Return True if both give a value to the one thing of a kind: "I live in York now" after "I live in Leeds"."""
    subject = fold(new.subject or "")
    same = new.category == old.category and subject == fold(old.subject or "")
    if not same or not is_one_of_a_kind(subject) or differ_in_time(new.content, old.content):
        return False
    after, before = overlap.words(new.content), overlap.words(old.content)
    if after <= before or before <= after:
        return False
    if everywhere().favourite.match(subject) or _UNSPACED.search(new.content):
        return True
    names, others = _names(new.content), _names(old.content)
    return bool(names - others and others - names)


def _ends(old: Statement, new: Statement, overlap: Overlap) -> bool:
    """Return True if *new* says that *old* holds no longer: "My manager isn't Sarah anymore, it's Priya"."""
    if not _says_ended(new.content) or _says_ended(old.content):
        return False
    if is_of_another_than_we(new.content, old.content):
        return False
    after, before = overlap.words(new.content), overlap.words(old.content)
    if len(before) > 1 and before <= after and len(before) >= _ENDED_SHARE * len(after):
        return True
    return not _names_several(old.content) and any(
        _clause_ends(clause, old.content, overlap)
        for clause in _CLAUSES.split(new.content)
        if _says_ended(clause)
    )


@lru_cache(maxsize=256)
def _says_ended(text: str) -> bool:
    return everywhere().no_longer.search(text) is not None


def _names_several(text: str) -> bool:
    """Return True if a statement may be about several things, of which one may still hold."""
    return _LIST_MARKS.search(text) is not None or everywhere().lists.search(text) is not None


def _clause_ends(clause: str, earlier: str, overlap: Overlap) -> bool:
    """Return True if a clause says of the same person or thing that *earlier* holds no longer."""
    clause = everywhere().negation.sub(" ", clause)
    first, other = _FIRST_WORD.search(clause), _FIRST_WORD.search(earlier)
    if first is None or other is None or fold(first[0]) != fold(other[0]):
        return False
    ended, before = overlap.words(clause), overlap.words(earlier)
    return ended == before != frozenset() or (
        1 < len(ended) >= _NAMED_SHARE * len(before) and ended <= before
    )


def _names(text: str) -> frozenset[str]:
    return frozenset(map(fold, _NAMES.findall(text)))


# -- contradictions ------------------------------------------------------------------------------


def _conflict(old: Statement, new: Statement, overlap: Overlap) -> bool:
    """Return True if both give one thing values that exclude each other: "My manager is Bob", "… is Alice".

    Narrow: the words before the verb are the same, and the values are names or numbers, or the thing has one value.
    "My dog is old" and "My dog is brown" are both true.
    """
    second, first = _COPULA.match(old.content.strip()), _COPULA.match(new.content.strip())
    if not first or not second or statement_key(first["stem"]) != statement_key(second["stem"]):
        return False
    if old.category != new.category or not _have_one_subject(old, new):
        return False
    after, before = overlap.words(first["value"]), overlap.words(second["value"])
    if after <= before or before <= after:
        return False
    mine, others = set(words(new.content)), set(words(old.content))
    enough = len(mine & others) >= _SHARED_WORDS * min(len(mine), len(others))
    return enough and _have_one_value(first, second) and not is_of_one_more(new.content, old.content)


def _have_one_value(first: re.Match[str], second: re.Match[str]) -> bool:
    values = (first["value"], second["value"])
    if any(map(_DESCRIPTION.match, values)) or not query_words(first["stem"]):
        return False
    named = all(NAME_OR_NUMBER.search(f"is {value}") for value in values)
    return named or _HAS_ONE_VALUE.search(first["stem"]) is not None


def _have_one_subject(old: Statement, new: Statement) -> bool:
    """Return True if the subjects are equal, or each is its statement's value: "Bob" in "My manager is Bob"."""
    mine, others = statement_key(new.subject or ""), statement_key(old.subject or "")
    if mine == others:
        return True
    return bool(
        mine
        and others
        and mine not in statement_key(old.content)
        and others not in statement_key(new.content)
    )

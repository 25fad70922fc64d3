"""A statement to compare, and the relation of a later one to an earlier one.

A message is brought into the form for comparison first: without its question and its hypothetical clauses, and with the
cues of the user's own sentence that the statement taken from it lost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from tiermem.engine.reading.clauses import before_question, clauses
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.reading import announces, read
from tiermem.values import Observation
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.engine.reading.reading import Reading
    from tiermem.values import Entry

Relation = Literal["same", "updates", "contradicts", "unrelated"]
Reason = Literal[
    "question or plan",
    "to come",
    "past",
    "one time",
    "one more",
    "another time",
    "another side",
    "another person",
    "another thing",
    "another number",
    "another wrong value",
    "about the value",
    "about the person",
    "about the company",
    "another attribute",
    "a liking",
    "an age",
    "same words",
    "ended",
    "denied",
    "withdrawn",
    "allowed",
    "corrected",
    "swapped",
    "one at a time",
    "overtaken",
    "gone",
    "another of its kind",
    "in its place",
    "another value",
    "announced",
    "conflicting values",
    "nothing in common",
]


class Statement(NamedTuple):
    """A statement to compare.

    Attributes:
        content: Its words.
        quote: The user's own sentence, which *content* may abridge.
        corrects: True if it is known to say that something was wrong.
        known_as: The word for the relative or pet that somebody whom it only names is known to be: "son", of Hugo.
    """

    content: str
    quote: str | None = None
    corrects: bool = False
    known_as: str = ""

    @property
    def said(self) -> str:
        """The user's own sentence, or else its words."""
        return self.quote or self.content

    @classmethod
    def of(cls, source: Entry | Observation) -> Statement:
        """Return the statement of an entry or an observation."""
        if isinstance(source, Observation):
            return cls(source.draft.content, source.quote, source.draft.correction)
        return cls(source.content)


class Comparison(NamedTuple):
    """The relation of a later statement to an earlier one, with the reason."""

    relation: Relation = "unrelated"
    reason: Reason = "nothing in common"
    kept: tuple[str, ...] = ()
    """Facts of an earlier statement that the later one leaves unchanged."""
    rest: str = ""
    """The part of the earlier statement that still holds: the day of a flight whose time moved."""
    renewed: str = ""
    """The earlier statement with the age or the dose that the later one gives."""

    @property
    def left(self) -> tuple[str, ...]:
        """All that the later statement leaves of the earlier one, if that is known."""
        return (*self.kept, *filter(None, [self.rest]))

    @property
    def is_beside(self) -> bool:
        """True if the later statement is known to concern something else, or another time."""
        return self.relation == "unrelated" and self.reason != "nothing in common"


@lru_cache(maxsize=64)
def as_compared(new: Statement) -> tuple[Statement, Reading] | None:
    """Return a later statement in the form for comparison, and its reading; None for a question or a plan."""
    new = _without_question(new)
    if stated := _stated_clause(new.content):
        new = new._replace(content=stated, quote=None)
    whole = read(new.content)
    if _is_supposed(whole, new) or (new.quote and _is_supposed(read(new.quote), new)):
        return None
    if new.quote and not new.corrects and read(new.quote).has("corrects"):
        new = new._replace(corrects=True)
    if new.quote and _says_more(read(new.quote), whole):
        new = new._replace(content=new.quote)
        whole = read(new.quote)
    return new, whole


def _without_question(new: Statement) -> Statement:
    """Return a statement without its sentence's final question: "we moved to Leeds, what should we see?"."""
    if new.quote and (stated := before_question(new.quote)):
        new = new._replace(quote=stated)
    stated = before_question(new.content)
    return new._replace(content=stated) if stated else new


def _stated_clause(text: str) -> str | None:
    """Return the clause that announces a change, in a sentence that is otherwise hypothetical."""
    if not read(text).has("supposes"):
        return None
    said = (one for one in map(read, clauses(text)) if not one.has("supposes"))
    return next((one.text for one in said if _is_stated(one)), None)


def _is_stated(clause: Reading) -> bool:
    """Return True if a clause announces a change: "the release slips to 8 June, update the plan"."""
    if clause.is_strong and (clause.has("lasts") or (clause.has("changes") and EXACT & clause.values.keys())):
        return True
    return announces(clause, sure=True)


def _is_supposed(said: Reading, new: Statement) -> bool:
    return said.has("supposes") and not (said.has("corrects") or new.corrects)


def _says_more(quote: Reading, content: Reading) -> bool:
    """Return True if the sentence has a cue that the statement taken from it lost: "… too", "from now on …"."""
    adds = quote.has("adds") and not content.has("adds", "ends_next", "ends_last")
    return (
        adds
        or _announces_beside(quote, content)
        or (quote.is_strong and quote.has("lasts") and not content.is_strong)
    )


def _announces_beside(quote: Reading, content: Reading) -> bool:
    """Return True if the sentence has a clause that only announces the change: "we've moved, we're in Angers now"."""
    if content.text == quote.text or not (quote.is_strong and announces(quote, sure=True)):
        return False
    others = [one for one in map(read, clauses(quote.text)) if not one.says <= content.says]
    return bool(others) and all(
        one.has("changes") and not one.values and one.telling <= _shown(one) for one in others
    )


def _shown(said: Reading) -> frozenset[str]:
    """Return the words of a clause that its concepts show."""
    return said.words_of(said.concepts)

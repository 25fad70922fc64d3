"""The rules of a language, compiled: frozen records of patterns. `loading` makes them from a TOML file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from tiermem.plugins import Category, Tier
    from tiermem.plugins.text import Unit
    from tiermem_hooks.extraction.patterns import Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on the work per turn and on what comes out; all in characters."""

    turn_chars: int
    pasted_chars: int
    own_paragraph_chars: int
    sentence_chars: int
    content_chars: tuple[int, int]
    subject_chars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceRules:
    """How text falls into sentences, and which of it is not the speaker's own voice.

    Attributes:
        abbreviations: No sentence ends after them.
        sometimes: A sentence ends after them only before a capital.
        before_digit: No sentence ends after them before a digit.
        words_of_a_letter: A sentence may end after them; after any other single letter it does not.
        goes_on: Searched in the forty characters up to a period: where it is found, no sentence ends there.
        pasted_after: What follows it in the turn is pasted text.
        fiction: A turn with it is invention or role play.
    """

    abbreviations: frozenset[str]
    sometimes: frozenset[str]
    before_digit: frozenset[str]
    words_of_a_letter: frozenset[str]
    goes_on: Pattern | None
    pasted_after: Pattern
    fiction: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveRules:
    """What is left alone; the conditions by name, by where they are looked for.

    `statement_joint` is where a statement begins behind a question ("what can I cook, I'm vegan").
    """

    question: Pattern
    question_joint: Pattern
    statement_joint: Pattern | None
    clause_start: Pattern
    clause_break: Pattern
    clause_end: Pattern
    sentence: Mapping[str, Pattern]
    clause: Mapping[str, Pattern]
    before: Mapping[str, Pattern]
    own: Mapping[str, Pattern]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineRules:
    """How a user takes back what was said, or declines to have it remembered."""

    offer: Pattern
    refusal: Pattern
    request: Pattern
    points: Pattern
    idiom: Pattern
    forward: Pattern
    joke: Pattern
    laugh: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionRules:
    """How a user corrects the assistant. `template` has the fields ``new`` and ``old``, `pointing` has ``new``.

    `plain` is a denial that is no more than a "no", `copula` what stands before a short value, `counter` what follows
    a denial, `within` what marks a correction in its midst, `changed` what says that something is another
    way by now; see the rule files.
    """

    importance: float
    confidence: float
    template: str
    pointing: str
    old_chars: int
    denial: Pattern
    plain: Pattern
    copula: Pattern | None
    instead: Pattern
    meant: Pattern
    contrast: tuple[Pattern, ...]
    elliptic: Pattern
    value: Pattern
    empty_value: Pattern
    open_statement: Pattern
    open_name: Pattern
    not_a_name: Pattern
    tag_question: Pattern
    taken_back: Pattern | None
    negated: Pattern | None
    counter: Pattern | None
    within: Pattern | None
    changed: Pattern | None
    differs: Pattern | None
    values: Mapping[str, Pattern]


@dataclass(frozen=True, slots=True)
class StatementPattern:
    """A pattern and whether it holds only where a clause starts (trying no other place saves most of the time)."""

    pattern: Pattern
    at_clause: bool = False

    def find(self, view: str, starts: Sequence[int]) -> re.Match[str] | None:
        """Return the first match in *view*, whose clauses start at *starts*."""
        if not self.at_clause:
            return self.pattern.search(view)
        return next(filter(None, (self.pattern.match(view, start) for start in starts)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRule:
    """One kind of sentence that is taken.

    Attributes:
        patterns: The first that matches counts; groups `subject` and `statement` narrow it.
        unless: Searched in the clause from the match on; if found, the rule does not hold.
        tier: None when it depends on whether the sentence speaks of the person.
        allows: Names of conditions in `LeaveRules` that do not stop it.
        open: It knows a construction and not its words: it holds only where no other rule does.
    """

    name: str
    kind: str
    patterns: tuple[StatementPattern, ...]
    unless: Pattern | None
    tier: Tier | None
    category: Category | None
    subject: str | None
    importance: float
    confidence: float
    allows: frozenset[str]
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PronounRules:
    """Pronouns at the beginning of a sentence for which a name can stand.

    Attributes:
        pattern: With the group ``pronoun``; what else it matches is a verb, by name of its group.
        verbs: What stands behind the name instead of those.
        name: A name in the sentence before, as the group ``name``.
    """

    pattern: Pattern
    verbs: Mapping[str, str]
    name: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRules:
    """How days are written out; the words for them are those of `tiermem.text.times`.

    Attributes:
        week_of: A week, with the field ``date``, its Monday.
        leave: What reads like such words and says something else.
        next_week: A weekday so said is that of the next week, also where it is still to come in this one.
        current: Words for the present week, month or year that `tiermem.text.times` does not know.
    """

    week_of: str
    leave: Pattern | None
    next_week: Pattern | None
    current: Mapping[Unit, Pattern]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All rules of one language.

    Attributes:
        language: Its code, such as ``en``: one that `tiermem.text.languages` knows.
        lead_ins: What is taken off the front of a sentence.
        lasting: What is taken off the front of what is stored only, such as "from now on".
        endings: What is taken off its end.
        person: Words by which a sentence speaks of its speaker.
        assistant_person: Words by which the assistant speaks of the user.
        pronouns: None where no name can stand for them so simply.
        elided: Sentences whose first words are left out ("moved to Oslo"), by those words ("I ").
        empty: Sentences that tell a summary nothing.
    """

    language: str
    limits: Limits
    sentences: SentenceRules
    lead_ins: Pattern
    lasting: Pattern
    endings: Pattern
    leave: LeaveRules
    decline: DeclineRules
    correction: CorrectionRules
    person: Pattern
    assistant_person: Pattern
    pronouns: PronounRules | None
    elided: Mapping[str, Pattern]
    empty: Pattern
    statements: tuple[StatementRule, ...]
    dates: DateRules

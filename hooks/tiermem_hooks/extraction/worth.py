"""Decide which statements are worth keeping, and label those."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from itertools import groupby
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins import dataclass, replace
from tiermem.plugins.text import has_words, languages, periods, topics_of, with_dates, words
from tiermem_hooks.extraction.corrections import (
    Finding,
    amended,
    answers_only,
    as_correction,
    changed,
    contradicted,
    gives_both,
    only_slips,
    points_at,
    says_little,
)
from tiermem_hooks.extraction.model import judge, says_always
from tiermem_hooks.extraction.pronouns.people import tells_who
from tiermem_hooks.extraction.sentences import word_count
from tiermem_hooks.extraction.statements import (
    INNER_MARK,
    acceptable,
    before_question,
    before_request,
    breaks_off,
    gives_meaning,
    introduces,
    is_request,
    speaks_of_person,
    stored,
    subject_of,
)
from tiermem_hooks.extraction.turns import ONE_OFF, VOID, invented, is_played, says_nothing_so, statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tiermem.plugins import Category, Tier
    from tiermem.plugins.text import Language
    from tiermem_hooks.extraction.model import Judgement
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.statements import Clause
    from tiermem_hooks.extraction.turns import Spoken, Statement

STANDING = "standing"
"""Tag of a statement that must hold whatever the next task is."""
_SHORT_ANSWER = 2
"""Maximum sentences of an answer that a user may correct without a word of correction; a longer one shares words with
anything said next."""
_MOST_WORDS_UNMARKED = 8
"""Maximum words of such a correction: a longer statement continues the topic and corrects nothing."""
_WORTH_BESIDE, _SURELY_BESIDE = 0.2, 0.8
"""Chance from which a statement about the speaker is kept beside another one in the same sentence, and the chance of
that one: "I'm a backend dev, I use fish and nvim"."""
_SURELY_WORTH = 0.9
"""Minimum chance for a sentence to be kept as a whole when none of its parts is."""
_WORTH_ASKING = 0.8
"""Minimum chance for a question without a question word to be kept for a fact in it: "I'm a potter in Leeds so is clay
deductible?"."""
_WORTH_HERE, _WORTH_OF_PROJECT = 0.1, 0.3
"""Chances to be worth keeping from which a statement made in a project is kept as a convention of it: one about what is
"here", and one of a kind that conventions are of."""
_OF_PROJECT = ("preference", "project", "decision")
_OF_LIFE = frozenset({
    "age", "allergy", "children", "diet", "doctor", "drink", "home", "household", "housing", "illness", "medicine",
    "partner", "pet", "religion", "salary", "smoking", "weight",
})  # fmt: skip
_OF_REPLIES = frozenset({"form_of_address", "reply_language", "reply_length", "reply_style", "units"})
"""Topics of what a person says of their life, and of wishes about replies: these hold in every project."""
_MAIN_TOPIC = 0.6
"""Weight from which on a topic is what a statement is about."""
_FEW_WORDS = 6
"""Number of words up to which a question contains no fact that it does not ask for: "do I have a partner?"."""
_LIKELY = 0.5
"""Minimum chance to be worth keeping for a statement that only points at earlier words to correct them."""
_WORTH_OF_PERSON = 0.25
"""Minimum chance to be worth keeping for the speaker's name or home."""
_WORTH_OF_STATEMENT, _WORTH_OF_OWN = 0.3, 0.2
"""Chances below which a text asks for something, and one that speaks of the speaker does: "split 320 by 3"."""
_WORTH_OF_INTRODUCTION = 0.1
"""The same for a statement in which the speaker introduces themselves by name."""
_WORTH_OF_WHO = 0.05
"""The same for one that says in plain words who somebody is: "Don is my husband", "my dog Rex is a beagle"."""
REQUEST_CONFIDENCE = 0.95
"""Confidence of statements that the user asks to remember."""
_CONFIDENCE = (0.6, 0.9)
"""Minimum and maximum confidence for a model's chance."""
_WISHES = ("preference", "request")
_OF_PEOPLE = ("person", "correction")
"""Kinds of statements that say who somebody is; behind another statement these look like corrections."""
_WORD = re.compile(r"(?<!\S)\w")
_A_DAY = 1
"""Rank of times that name a day, or a distance from the present."""


@dataclass(frozen=True, slots=True)
class _Filing:
    """The labels of statements of one kind."""

    kind: str
    category: Category | None
    importance: float


FILINGS = {
    "preference": _Filing("preference", "preference", 0.7),
    "fact": _Filing("fact", "context", 0.6),
    "person": _Filing("fact", "person", 0.6),
    "project": _Filing("project_details", "project", 0.55),
    "decision": _Filing("decision", "project", 0.6),
    "commitment": _Filing("commitment", "commitment", 0.65),
    "request": _Filing("request", "preference", 0.8),
    "correction": _Filing("fact", "context", 0.6),
}
_ASSOCIATION = _Filing("fact", "association", 0.6)


def worth_keeping(session: Sequence[Spoken], index: int) -> frozenset[int]:
    """Return the positions of the sentences of one user turn that contain a statement worth keeping."""
    if is_played(session, index):
        return frozenset()
    found = parts_or_whole(statements(session, index))
    return frozenset(one.position for one in found if _is_kept(one)) - invented(session[index])


def parts_or_whole(found: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the parts of each sentence, or all of it where it surely is worth keeping and no part can be kept alone."""
    for _, own in groupby(found, key=lambda one: one.position):
        parts = list(own)
        parts = list(_with_those_beside(parts))
        first = parts[0]
        kept = [part for part in parts if _is_kept(part)]
        needs_others = any(
            part is not first and says_little(part.clause.said, part.heard, part.rules) for part in kept
        )
        if first.sentence is None or (kept and not needs_others):
            yield from parts
        elif judge(first.sentence, first.rules.language).worth >= _SURELY_WORTH:
            whole = before_question(first.denial.rest, first.rules)
            whole = replace(whole, said=before_request(whole.said, first.rules)[0])
            yield replace(first, clause=whole, candidate=first.sentence, sentence=None)
        else:
            yield from parts


def _with_those_beside(parts: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the statements of a sentence, with those marked that are about the speaker as one kept for sure is."""
    rest = [one for one in parts if not _is_kept(one)]
    judged = [judge(one.candidate, one.rules.language) for one in parts if one not in rest] if rest else []
    is_sure = any(one.is_surely_of_user and one.worth >= _SURELY_BESIDE for one in judged)
    for one in parts:
        yield replace(one, is_beside=True) if is_sure and one in rest else one


def _is_kept(statement: Statement) -> bool:
    """Return True if a statement was asked to be remembered, is a lasting wish, defines a word, or is worth keeping."""
    clause, rules = statement.clause, statement.rules
    is_said = (clause.wished or clause.granted) and not statement.candidate.cues & VOID
    if is_said or clause.requested or (not clause.asks and gives_meaning(clause.said.view, rules)):
        return True
    if rules.pattern("correction", "hedge").match(clause.said.view) or _states_nothing(clause, rules):
        return False
    judged = judge(statement.candidate, rules.language)
    if clause.asks:
        return judged.worth >= _WORTH_ASKING and not _opens_with_question(clause, rules)
    if judged.is_worth or _says_who(statement, judged):
        return True
    if statement.is_beside and judged.worth >= _WORTH_BESIDE and not statement.candidate.cues & VOID:
        return speaks_of_person(clause.said.view, rules)
    return statement.in_project and _is_convention(statement, judged)


def surely_worth(one: Statement) -> bool:
    """Return True if a statement is surely worth keeping, and asks for nothing."""
    judged = judge(one.candidate, one.rules.language)
    return judged.worth >= _SURELY_WORTH and not (
        one.clause.asks or one.clause.requested or one.clause.wished
    )


def asks_for(one: Statement) -> bool:
    """Return True if a statement is a question or a task for one time, and states nothing."""
    clause, rules = one.clause, one.rules
    if clause.requested or clause.wished:
        return False
    worth = judge(one.candidate, rules.language).worth
    if clause.asks or is_request(clause.said, rules):
        return worth < _WORTH_ASKING
    if speaks_of_person(clause.said.view, rules):
        subject, view = rules.pattern("clauses", "subject"), clause.said.view
        states = any(subject.match(view[word.start() :]) for word in _WORD.finditer(view))
        return worth < _WORTH_OF_OWN and not states
    is_stated = rules.pattern("correction", "open_statement").match(clause.said.view) is not None
    return worth < _WORTH_OF_STATEMENT and not is_stated


def _opens_with_question(clause: Clause, rules: Rules) -> bool:
    """Return True if a clause opens as a question does, or asks the assistant for something: "Can you review this"."""
    if clause.said.asks and rules.pattern("question", "asks").match(clause.said.view):
        return True
    if rules.pattern("question", "of_you").match(clause.said.view):
        return True
    opening = words(clause.said.view)[:2]
    return not languages.language(rules.language).question_words.isdisjoint(opening)


def _says_who(statement: Statement, judged: Judgement) -> bool:
    """Return True if a statement likely gives the speaker's name, home or form of address, and no joke is near.

    So does one that says who somebody is, or what they like to eat: "My landlord is called Mr. Okafor".
    """
    candidate, said = statement.candidate, statement.clause.said
    if judged.worth >= _WORTH_OF_WHO and tells_who(said, statement.rules):
        return not candidate.cues & VOID
    if judged.worth < _WORTH_OF_INTRODUCTION:
        return False
    is_who = _introduces(statement) or _gives_taste(statement)
    if not is_who and judged.worth >= _WORTH_OF_PERSON:
        subject, category = subject_of(said, statement.rules)
        is_who = category is not None or (subject is not None and judged.kind in _OF_PEOPLE)
    return is_who and not (candidate.cues | candidate.near)


def _gives_taste(statement: Statement) -> bool:
    """Return True if a statement only says what somebody likes to eat, or does not: "my boss hates cilantro"."""
    view, rules = statement.clause.said.view, statement.rules
    person = rules.pattern("about.pronouns", "relative").match(view)
    if person is None or not rules.pattern("about.pronouns", "tastes").match(view, person.end()):
        return False
    return word_count(view) <= _FEW_WORDS and topics_of(view).get("food_taste", 0) >= _MAIN_TOPIC


def _introduces(statement: Statement) -> bool:
    """Return True if the speaker introduces themselves by name."""
    return introduces(statement.clause.said.view, statement.rules, opens=statement.position == 0)


def _is_convention(statement: Statement, judged: Judgement) -> bool:
    """Return True if a statement made in a project is likely a convention of it; a word alone is a request for it."""
    if has_words(statement.clause.said.text, "of_here"):
        # "this one" is the project, and no task that comes once
        said = statement.candidate
        said = replace(said, cues=said.cues - {ONE_OFF}, near=said.near - {ONE_OFF})
        return not said.cues & VOID and judge(said, statement.rules.language).worth >= _WORTH_HERE
    if statement.candidate.cues & VOID:
        return False
    is_word = word_count(statement.clause.said.view) < 2
    return judged.kind in _OF_PROJECT and judged.worth >= _WORTH_OF_PROJECT and not is_word


def _states_nothing(clause: Clause, rules: Rules) -> bool:
    """Return True if a clause is a short question, a request for one answer, a comment or a mood, or broke off."""
    view = clause.said.view
    asks = clause.asks and word_count(view) <= _FEW_WORDS and not INNER_MARK.search(view)
    comment = rules.pattern("question", "comments").search(view)
    is_comment = comment is not None and not INNER_MARK.search(view[: comment.start()])
    keys = ("requests", "passing")
    return (
        asks
        or is_comment
        or any(rules.pattern("question", key).match(view) for key in keys)
        or breaks_off(view, rules)
    )


def finding_of(statement: Statement) -> Finding | None:
    """Return what to keep of a statement that is not a correction by its form."""
    rules, clause = statement.rules, statement.clause
    says_nothing = answers_only(statement.denial, rules) or says_nothing_so(statement)
    if (says_nothing or only_slips(clause.said, rules)) and not clause.requested:
        return None
    if _is_kept(statement):
        judged = judge(statement.candidate, rules.language)
        is_introduction = _introduces(statement)
        if not clause.wished and not is_introduction and says_little(clause.said, statement.heard, rules):
            is_likely = judged.worth >= _LIKELY
            pointed = amended(clause.said, statement.heard, rules) if is_likely else None
            return pointed or changed(statement.denial, statement.heard, rules, asks=clause.asks)
        only_repairs = _puts_right(statement) and not is_introduction
        finding = None if only_repairs else _filed(statement, judged)
        if finding:
            return _corrected(finding, judged, statement)
    if not statement.is_whole or statement.candidate.cues & VOID or _states_nothing(clause, rules):
        return None
    return changed(statement.denial, statement.heard, rules, asks=clause.asks)


def _puts_right(statement: Statement) -> bool:
    """Return True if a statement only makes sense as the right value for an earlier turn."""
    view, rules = statement.clause.said.view, statement.rules
    if rules.pattern("about", "group").match(view) and says_always(view, rules.language):
        return False
    is_pointing = points_at(view, rules) is not None and not speaks_of_person(view, rules)
    return statement.denial.said and is_pointing and not statement.heard.statements


def _filed(statement: Statement, judged: Judgement) -> Finding | None:
    """Return a statement with its labels; None if it is too short or too long."""
    clause, rules = statement.clause, statement.rules
    content = stored(clause.said, rules)
    if not acceptable(content, rules) or (word_count(content) < 2 and not clause.requested):
        return None
    subject, category = subject_of(clause.said, rules)
    is_rule = clause.wished or (judged.stands and rules.pattern("trim", "lasting").match(clause.said.view))
    filing = FILINGS["preference" if is_rule else judged.kind]
    if gives_meaning(clause.said.view, rules):
        filing, category = _ASSOCIATION, "association"
    least, most = _CONFIDENCE
    is_introduction = _introduces(statement)
    is_of_user = judged.is_of_user or clause.wished or clause.granted or is_introduction
    sure = most if is_introduction else judged.worth
    if statement.in_project and not is_introduction and _is_of_here(statement):
        is_of_user = False
    elif statement.in_project and not is_introduction:
        is_of_user = judged.is_surely_of_user or _holds_everywhere(statement, filing, category)
    tier: Tier = "user" if is_of_user and filing is not _ASSOCIATION else "memory"
    return Finding(
        content=content,
        kind="request" if clause.requested else filing.kind,
        tier=tier,
        category=category or filing.category,
        subject=subject,
        importance=max(filing.importance, FILINGS["request"].importance)
        if clause.requested
        else filing.importance,
        confidence=REQUEST_CONFIDENCE if clause.requested else round(max(least, min(most, sure)), 2),
        stands=judged.stands or clause.wished or is_introduction,
    )


def _is_of_here(statement: Statement) -> bool:
    """Return True if the sentence of a statement is of the place of work: "tabs here, and we squash"."""
    return has_words(statement.quote, "of_here")


def _holds_everywhere(statement: Statement, filing: _Filing, category: Category | None) -> bool:
    """Return True if a statement made in a project is plainly of the speaker's life, or a wish about replies.

    The model is less sure of that where the project was spoken of before.
    """
    said = statement.clause.said
    every = topics_of(said.text)
    topics = {name for name, weight in every.items() if weight >= _MAIN_TOPIC}
    is_of_life = category == "person" or not topics.isdisjoint(_OF_LIFE)
    if is_of_life and speaks_of_person(said.view, statement.rules):
        return True
    return filing.kind in _WISHES and not topics.isdisjoint(_OF_REPLIES) and every.keys() <= _OF_REPLIES


def _corrected(finding: Finding, judged: Judgement, statement: Statement) -> Finding:
    """Return *finding* as a correction if it corrects something that was said."""
    denial, heard, rules = statement.denial, statement.heard, statement.rules
    clear = (denial.said and not denial.plain) or heard.slips
    marked = denial.said or denial.instead
    known = (heard.statements and not heard.asked) or gives_both(denial.rest, rules)
    if clear or (marked and known):
        return as_correction(finding, denial, heard, rules)
    if not heard.statements or heard.asked:
        return finding
    wrong = contradicted(statement.clause.said, heard, rules)
    if wrong:
        return replace(as_correction(finding, denial, heard, rules), corrects=wrong.text)
    is_short = word_count(statement.clause.said.view) <= _MOST_WORDS_UNMARKED
    is_near = marked or (is_short and len(heard.statements) <= _SHORT_ANSWER)
    is_correction = judged.kind == "correction" and is_near
    return as_correction(finding, denial, heard, rules) if is_correction else finding


def observation_of(finding: Finding, quote: str, rules: Rules, said: Spoken) -> Observation | None:
    """Return a finding as an observation of a turn; None if dates make its words too long."""
    language = languages.language(rules.language)
    content = with_dates(finding.content, said.day, language, finding.kind)
    if not acceptable(content, rules):
        return None
    draft = Draft(
        layer="L1",
        tier=finding.tier,
        category=finding.category,
        subject=finding.subject,
        content=content,
        speaker="user",
        correction=finding.correction,
        confidence=finding.confidence,
        importance=finding.importance,
        valid_from=said.turn.at,
        tags=(STANDING,) if finding.stands and not _happened(finding, said, language) else (),
    )
    return Observation(
        kind=finding.kind,
        draft=draft,
        evidence=said.turn.ref,
        quote=quote,
        corrects=finding.corrects,
        denied=finding.denied,
        points=finding.points,
    )


def _happened(finding: Finding, said: Spoken, language: Language) -> bool:
    """Return True if a statement other than a wish names a day: it happens once."""
    if finding.kind in _WISHES or said.day is None:
        return False
    now = datetime.combine(said.day, time(), UTC)
    return any(one.rank <= _A_DAY for one in periods(finding.content, now, [language]))

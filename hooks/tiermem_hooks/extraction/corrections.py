"""Corrections of what the assistant said, so worded that they can be understood alone."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tiermem_hooks.extraction.heard import (
    about_the_same,
    body_of,
    contradicts,
    has_words,
    is_value,
    most_alike,
    only_statement,
    points_at,
    saying,
)
from tiermem_hooks.extraction.sentences import is_unspaced, telling, word_count
from tiermem_hooks.extraction.statements import (
    Finding,
    acceptable,
    finished,
    is_left,
    judge,
    named,
    speaks_of_person,
)

if TYPE_CHECKING:
    from tiermem_hooks.extraction.heard import (
        Denial,
        Heard,
    )
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence

_FEWEST_WORDS = 3
"""Of a sentence that can be understood without what it corrects."""
_MOST_WORDS = 25
"""Of a statement that a number alone tells to be a correction; in longer ones numbers are of many things."""


def correct(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction that a sentence makes of what was *heard*, or what else it states."""
    rest = denial.rest
    if not rest.view or is_left(rest, rules):
        return judge(rest, rules) if rest.view else None
    marked = denial.said or denial.instead
    finding = (
        _taken_back(rest, heard, rules)
        or _meant(rest, heard, rules)
        or _contrasted(rest, heard, rules)
        or _restated(denial, heard, rules)
        or (marked and _opened(denial, heard, rules))
        or (marked and _pointed(rest, denial, heard, rules))
        or _looked_back(denial, rules)
        or _negated(rest, heard, rules)
        or _differing(rest, heard, rules)
        or _countered(denial, heard, rules)
        or None
    )
    if finding and finding.correction and finding.corrects is None:
        return _with_wrong(finding, rest, heard, rules)
    return finding


def amended_by(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction that a sentence makes of what was *heard*, where no pattern finds it."""
    rest = denial.rest
    if not rest.view or heard.asked or not heard.statements:
        return None
    of_user = any(rules.assistant_person.search(said.view) for said in heard.statements)
    if points_at(body_of(rest).view, rules) or word_count(rest.view) <= _FEWEST_WORDS:
        if contrast(body_of(rest), rules) or speaks_of_person(rest.view, rules):
            return None
        wrong = most_alike(rest.text, heard, rules) or (only_statement(heard) if of_user else None)
        return _amended(body_of(rest), wrong, rules) if wrong else None
    if not (of_user or denial.said or heard.mentions(rest.text, rules)):
        return None
    found = _alone(rest, None, rules)
    return _with_wrong(found, rest, heard, rules) if found else None


def as_correction(finding: Finding, denial: Denial, heard: Heard, rules: Rules) -> Finding:
    """Return *finding* as a correction of what was *heard*, with the wrong words where they are found."""
    return _with_wrong(_as_correction(finding, rules), denial.rest, heard, rules)


def names_value(rest: Sentence, rules: Rules) -> bool:
    """Return True if *rest* points at what was said and gives another value for it."""
    match = rules.correction.elliptic.match(body_of(rest).view)
    return match is not None and not rules.correction.empty_value.match(match["new"])


def _with_wrong(finding: Finding, rest: Sentence, heard: Heard, rules: Rules) -> Finding:
    """Return the correction with the wrong statement: as it was heard, or put together from "X, not Y"."""
    said = rebuilt(rest, rules)
    if said:
        return replace(finding, corrects=said[0], denied=said[1])
    wrong = about_the_same(rest, heard, rules)
    return replace(finding, corrects=wrong.text) if wrong else finding


def rebuilt(sentence: Sentence, rules: Rules) -> tuple[str, str] | None:
    """Return the wrong statement that a sentence like "my manager is X, not Y" speaks of, and its wrong value Y."""
    match = contrast(body_of(sentence), rules)
    if match is None or "lead" in match.re.groupindex:
        return None
    new, old = match["new"].strip(), match["old"].strip()
    for pattern in rules.correction.values.values():
        right = list(pattern.finditer(new))
        if right and pattern.search(old):
            return new[: right[-1].start()] + old + new[right[-1].end() :], old
    copula = rules.correction.copula.match(new) if rules.correction.copula else None
    if copula:
        return copula[0] + old, old
    kept = [] if is_unspaced(old) else new.split()[: -len(old.split())]
    return (" ".join((*kept, old)), old) if kept else None


def contrast(body: Sentence, rules: Rules) -> re.Match[str] | None:
    """Match the right and the wrong value in *body*, as the groups ``new`` and ``old``."""
    return next(filter(None, (pattern.match(body.view) for pattern in rules.correction.contrast)), None)


def _looked_back(denial: Denial, rules: Rules) -> Finding | None:
    """Return a sentence like "the deploy is on X, not Y" about what was said in an earlier session.

    X and Y must be of one sort of value. Of "it is X, not Y" only memory knows what it is about.
    """
    rest, body = denial.rest, body_of(denial.rest)
    match = contrast(body, rules)
    if not match or not (denial.said or _is_marked(denial, rules)):
        return None
    new, old = match["new"], match["old"].strip()
    alike = any(sort.search(new) and sort.search(old) for sort in rules.correction.values.values())
    if not (alike or (denial.said and not denial.plain)):
        return None
    if points_at(body.view, rules):
        known = names_value(rest, rules) and telling(old, rules)
        return _pointing(body.text[:1].lower() + body.text[1:], old, body, rules) if known else None
    if is_value(new, rules):
        return _pointing(new, old, body, rules) if alike and not denial.plain else None
    stated = rules.correction.open_statement.match(body.view) if denial.said else None
    empty = stated and rules.correction.empty_value.match(stated["new"])
    return _alone(rest, stated["subject"], rules) if stated and not empty else None


def _is_marked(denial: Denial, rules: Rules) -> bool:
    """Return True if words in the midst of it say that it corrects ("it's Ewa actually, not Eva")."""
    within = rules.correction.within
    return denial.instead or (within is not None and within.search(denial.rest.view) is not None)


def _pointing(new: str, old: str, body: Sentence, rules: Rules) -> Finding | None:
    """Return the correction of something that only memory knows, by its wrong value *old*."""
    content = rules.correction.pointing.format(new=new)
    finding = _correction(content, None, person=speaks_of_person(body.view, rules), rules=rules)
    return replace(finding, corrects=old, denied=old, points=True) if finding else None


def _countered(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Any statement of one's own behind a denial of what was heard."""
    pattern = rules.correction.counter
    if pattern is None or heard.asked or not denial.said or not pattern.match(denial.rest.view):
        return None
    known = {word for said in heard.statements for word in telling(said.text, rules)}
    new = telling(denial.rest.text, rules) - known
    return _alone(denial.rest, None, rules) if known and new else None


def _restated(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return a statement that needs no other: a correction if it denies and does not merely answer a question."""
    finding = judge(denial.rest, rules)
    corrects = (denial.said and not denial.plain) or ((denial.said or denial.instead) and not heard.asked)
    if not finding or not corrects:
        return finding
    return _as_correction(finding, rules)


def _as_correction(finding: Finding, rules: Rules) -> Finding:
    correction = rules.correction
    return replace(
        finding,
        kind="correction",
        correction=True,
        importance=max(finding.importance, correction.importance),
        confidence=max(finding.confidence, correction.confidence),
    )


def _contrasted(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """Return a sentence like "it is X, not Y", where Y is what the assistant said."""
    body = body_of(rest)
    for pattern in rules.correction.contrast:
        match = pattern.match(body.view)
        wrong = saying(match["old"], heard, rules) if match else None
        if match and wrong:
            bare = "lead" not in match.re.groupindex and is_value(match["new"], rules)
            if bare or points_at(body.view, rules):
                return _denying(_amended(body, wrong, rules), match["old"], rules)
            finding = judge(rest, rules)
            stated = _as_correction(finding, rules) if finding else _alone(rest, None, rules)
            return _denying(replace(stated, corrects=wrong.text), match["old"], rules) if stated else None
    return None


def _taken_back(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """Return a sentence like "I said X, but it's Y", with what the user said then."""
    pattern = rules.correction.taken_back
    match = pattern.match(body_of(rest).view) if pattern else None
    if not match:
        return None
    wrong = saying(match["old"], replace(heard, statements=(*heard.statements, *heard.own)), rules)
    found = _alone(rest, None, rules)
    return _denying(replace(found, corrects=wrong.text), match["old"], rules) if found and wrong else found


def _meant(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    body = body_of(rest)
    match = rules.correction.meant.match(body.view)
    if not match:
        return None
    old = match["old"]
    wrong = saying(old, heard, rules) if old else most_alike(match["new"], heard, rules)
    if wrong is None:
        return _pointing(match["new"], old.strip(), body, rules) if old else None
    return _denying(_amended(body, wrong, rules), old, rules)


def _pointed(rest: Sentence, denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return a sentence like "it's Thursday", or only "Thursday", with the sentence that it corrects."""
    body = body_of(rest)
    match = rules.correction.elliptic.match(body.view)
    if match and not rules.correction.empty_value.match(match["new"]):
        wrong = most_alike(match["new"], heard, rules) or only_statement(heard)
        return _amended(body, wrong, rules) if wrong and telling(match["new"], rules) else None
    if denial.said and is_value(body.view, rules):
        wrong = most_alike(body.view, heard, rules)
        return _amended(body, wrong, rules) if wrong else None
    return None


def _opened(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return a whole statement: behind more than a "no", about the thing spoken of, or about somebody by name."""
    rest = denial.rest
    if rules.correction.not_a_name.match(rest.view):
        return None
    clear = denial.said and not denial.plain and bool(heard.statements)
    match = rules.correction.open_statement.match(rest.view)
    if (
        match
        and (clear or heard.mentions(match["subject"], rules))
        and not rules.correction.empty_value.match(match["new"])
    ):
        return _alone(rest, match["subject"], rules)
    match = rules.correction.open_name.match(rest.view)
    if match and not rules.correction.empty_value.match(match["new"]):
        return _alone(rest, match["subject"], rules)
    return None


def _negated(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """Return a sentence like "I don't own it, I rent it", about what was heard."""
    pattern = rules.correction.negated
    if pattern is None or heard.asked or not pattern.match(body_of(rest).view):
        return None
    if not heard.mentions(rest.text, rules):
        return None
    return _alone(rest, None, rules)


def _differing(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """Return a short statement of a number, day or time, where what was heard has another one of the same thing."""
    pattern = rules.correction.differs
    if pattern is None or word_count(rest.view) > _MOST_WORDS:
        return None
    if not (pattern.search(rest.view) or is_value(body_of(rest).view.partition(",")[0], rules)):
        return None
    for said in reversed(heard.statements):
        if word_count(said.view) <= _MOST_WORDS and contradicts(rest, said, rules):
            found = _alone(rest, None, rules)
            return replace(found, corrects=said.text) if found else None
    return None


def _amended(new: Sentence, wrong: Sentence, rules: Rules) -> Finding | None:
    correction = rules.correction
    old = finished(wrong.text)
    if len(old) > correction.old_chars:
        return None
    words = new.text[:1].lower() + new.text[1:] if points_at(new.view, rules) else new.text
    content = correction.template.format(new=words, old=old)
    person = speaks_of_person(new.view, rules) or rules.assistant_person.search(wrong.view)
    match = correction.open_statement.match(wrong.view) or correction.open_name.match(wrong.view)
    amended = _correction(content, match["subject"] if match else None, person=bool(person), rules=rules)
    return replace(amended, corrects=wrong.text) if amended else None


def _denying(finding: Finding | None, old: str | None, rules: Rules) -> Finding | None:
    """Return the correction with the value that it denies, where what it corrects has that value."""
    if not (finding and old and finding.corrects):
        return finding
    if not (has_words(finding.corrects, old) or telling(old, rules) <= telling(finding.corrects, rules)):
        return finding
    return replace(finding, denied=old.strip())


def _alone(sentence: Sentence, subject: str | None, rules: Rules) -> Finding | None:
    content = finished(sentence.text)
    return _correction(content, subject, person=speaks_of_person(sentence.view, rules), rules=rules)


def _correction(content: str, subject: str | None, *, person: bool, rules: Rules) -> Finding | None:
    if not acceptable(content, rules):
        return None
    return Finding(
        content=content,
        kind="correction",
        tier="user" if person else "memory",
        category=None,
        subject=named(subject, rules),
        importance=rules.correction.importance,
        confidence=rules.correction.confidence,
        correction=True,
    )

"""Judging one sentence: is it a statement worth remembering, and what may be stored of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiermem_hooks.extraction.sentences import Sentence, is_unspaced, word_count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiermem.plugins import Category, Tier
    from tiermem_hooks.extraction.patterns import Pattern
    from tiermem_hooks.extraction.rules import Rules, StatementRule

_MOST_LEAD_INS = 6
_FEWEST_WORDS_BEFORE_QUESTION = 3
_SPACES = re.compile(r"\s+")
_LAST_MARKS = re.compile(r"[\s.!?…,;:—–。｡！？，、；：\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F-]+$")
_FIRST_MARKS = re.compile(r"^[\s.!…,;:—–)¡¿。！？，、；：）-]+")
_ARTICLE_EDGE = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a sentence gives.

    Attributes:
        content: The statement, ready to store.
        kind: As in `Observation.kind`.
        correction: Whether it corrects what the assistant said.
        corrects: The words that it says are wrong: the assistant's, or a statement put together again.
        denied: The wrong value in them, where it is known.
        points: It only points at what it corrects, and nothing that was heard says what that is.
    """

    content: str
    kind: str
    tier: Tier
    category: Category | None
    subject: str | None
    importance: float
    confidence: float
    correction: bool = False
    corrects: str | None = None
    denied: str | None = None
    points: bool = False


def trim(sentence: Sentence, rules: Rules) -> Sentence:
    """*sentence* without greetings, fillers and asides at either end."""
    for _ in range(_MOST_LEAD_INS):
        lead_in = rules.lead_ins.match(sentence.view)
        if not lead_in or not lead_in[0]:
            break
        sentence = sentence.part(lead_in.end())
    ending = rules.endings.search(_LAST_MARKS.sub("", sentence.view))
    return sentence.part(0, ending.start()) if ending and ending.start() else sentence


def with_name(sentence: Sentence, before: Sentence | None, rules: Rules) -> Sentence:
    """*sentence* with the one person's name of the sentence *before* in place of the pronoun that it begins with."""
    pronouns = rules.pronouns
    if pronouns is None or before is None or not (match := pronouns.pattern.match(sentence.view)):
        return sentence
    names = {found["name"] for found in pronouns.name.finditer(before.view)}
    if len(names) != 1:
        return sentence
    verb = next(
        (
            pronouns.verbs[group]
            for group, said in match.groupdict().items()
            if said and group in pronouns.verbs
        ),
        "",
    )
    start = f"{names.pop()}{verb}"
    return Sentence(start + sentence.text[match.end() :], start + sentence.view[match.end() :])


def stored(sentence: Sentence, rules: Rules) -> str:
    """The words of the trimmed *sentence* as they are stored."""
    for _ in range(_MOST_LEAD_INS):
        lasting = rules.lasting.match(sentence.view)
        if not lasting:
            break
        sentence = sentence.part(lasting.end())
    return finished(sentence.text)


def finished(text: str) -> str:
    """*text* as a sentence: single spaces, a capital, the period of its script; "" when it holds no word."""
    text = _FIRST_MARKS.sub("", _LAST_MARKS.sub("", _SPACES.sub(" ", text)))
    if text.endswith('"') and text.count('"') % 2:
        text = _LAST_MARKS.sub("", text[:-1])
    if not any(map(str.isalnum, text)):
        return ""
    if text[:1].islower() and not text[1:2].isupper():
        text = text[0].upper() + text[1:]
    return f"{text}。" if is_unspaced(text.rstrip("」』）》")) else f"{text}."


def judge(sentence: Sentence, rules: Rules, void: frozenset[str] = frozenset()) -> Finding | None:
    """What the trimmed *sentence* states, if it is to be remembered; *void* are the names of `voids`."""
    statement, asks = beside_question(sentence, rules)
    found = _stated(statement, rules, void, asks=asks)
    if found or asks or not (whole := with_subject(statement, rules)):
        return found
    return _stated(whole, rules, void, asks=False)


def with_subject(sentence: Sentence, rules: Rules) -> Sentence | None:
    """*sentence* with the words that its speaker left out in front of it; None where none are missing."""
    for words, pattern in rules.elided.items():
        if pattern.match(sentence.view):
            text = (
                sentence.text
                if sentence.text[1:2].isupper()
                else sentence.text[0].lower() + sentence.text[1:]
            )
            return Sentence(words + text, words + text[:1] + sentence.view[1:])
    return None


def _stated(sentence: Sentence, rules: Rules, void: frozenset[str], *, asks: bool) -> Finding | None:
    statement = sentence
    starts = _starts(statement.view, rules)
    matches = [
        (match, rule)
        for rule in rules.statements
        if void <= rule.allows
        and (not asks or "question" in rule.allows)
        and (match := _match(rule, statement.view, starts))
    ]
    for match, rule in sorted(matches, key=lambda found: (found[1].open, found[0].start())):
        if not _is_left(rule, match, statement.view, rules):
            return _finding(rule, match, statement, rules)
    return None


def speaks_of_person(view: str, rules: Rules) -> bool:
    """Whether a sentence speaks of the one who says it."""
    return rules.person.search(view) is not None


def voids(sentence: Sentence, rules: Rules) -> frozenset[str]:
    """What makes the whole *sentence* void: that it is a joke, a supposition, or holds for one task only."""
    return frozenset(name for name, pattern in rules.leave.sentence.items() if pattern.search(sentence.view))


def is_left(sentence: Sentence, rules: Rules) -> bool:
    """Whether the *sentence* asks or is hedged."""
    leave = rules.leave
    asks = sentence.asks or leave.question.match(sentence.view) is not None
    return asks or leave.clause["hedge"].search(sentence.view) is not None


def acceptable(content: str, rules: Rules) -> bool:
    """Whether *content* has a length that may be stored."""
    shortest, longest = rules.limits.content_chars
    return shortest <= len(content) <= longest


def named(subject: str | None, rules: Rules) -> str | None:
    """*subject* as stored: trimmed; None when empty or too long to be one."""
    subject = _ARTICLE_EDGE.sub("", _SPACES.sub(" ", subject or ""))
    return subject if 0 < len(subject) <= rules.limits.subject_chars else None


def beside_question(sentence: Sentence, rules: Rules) -> tuple[Sentence, bool]:
    """The statement in front of a question in the same sentence, or behind it, and whether it still asks."""
    asked = rules.leave.question.match(sentence.view)
    behind = (
        rules.leave.statement_joint.search(sentence.view) if asked and rules.leave.statement_joint else None
    )
    if behind:
        return sentence.part(behind.end()), False
    joint = rules.leave.question_joint.search(sentence.view)
    if joint and word_count(sentence.view[: joint.start()]) >= _FEWEST_WORDS_BEFORE_QUESTION:
        statement = sentence.part(0, joint.start())
        return statement, rules.leave.question.match(statement.view) is not None
    return sentence, sentence.asks or rules.leave.question.match(sentence.view) is not None


def _starts(view: str, rules: Rules) -> list[int]:
    return [start.end() for start in rules.leave.clause_start.finditer(view)]


def _match(rule: StatementRule, view: str, starts: Sequence[int]) -> re.Match[str] | None:
    return next(filter(None, (pattern.find(view, starts) for pattern in rule.patterns)), None)


def _is_left(rule: StatementRule, match: re.Match[str], view: str, rules: Rules) -> bool:
    leave = rules.leave
    end = leave.clause_end.search(view, max(match.start(), match.end() - 1))
    clause = view[: end.start()] if end else view
    if rule.unless and rule.unless.search(clause, match.start()):
        return True
    if _held(leave.own, clause[match.start() :], rule.allows):
        return True
    breaks = [found.end() for found in leave.clause_break.finditer(view, 0, match.start())]
    start = breaks[-1] if breaks else 0
    return _held(leave.clause, clause[start:], rule.allows) or _held(
        leave.before, view[start : match.start()], rule.allows
    )


def _held(conditions: Mapping[str, Pattern], view: str, allows: frozenset[str] = frozenset()) -> bool:
    return any(pattern.search(view) for name, pattern in conditions.items() if name not in allows)


def _finding(rule: StatementRule, match: re.Match[str], sentence: Sentence, rules: Rules) -> Finding | None:
    groups = match.re.groupindex
    subject = match["subject"] if "subject" in groups else None
    inner: Finding | None = None
    if "statement" in groups:
        sentence = trim(sentence.part(*match.span("statement")), rules)
        inner = _plain(sentence, rules)
    content = stored(sentence, rules)
    if not acceptable(content, rules):
        return None
    person: Tier = "user" if speaks_of_person(sentence.view, rules) else "memory"
    return Finding(
        content=content,
        kind=rule.kind,
        tier=rule.tier or (inner.tier if inner else person),
        category=rule.category or (inner.category if inner else None),
        subject=named(subject or rule.subject or (inner.subject if inner else None), rules),
        importance=rule.importance,
        confidence=rule.confidence,
    )


def _plain(sentence: Sentence, rules: Rules) -> Finding | None:
    """How *sentence* would be filed if it stood alone, whatever its hedges."""
    starts = _starts(sentence.view, rules)
    for rule in rules.statements:
        match = _match(rule, sentence.view, starts)
        if match and "statement" not in match.re.groupindex:
            return _finding(rule, match, sentence, rules)
    return None

"""Find turns that only put right what was said before, in words that are not clear alone: "oops, Thursday"."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from tiermem.plugins import replace
from tiermem.plugins.text import UNSPACED, fold
from tiermem_hooks.extraction.corrections import CHANGE, PRECISE, Finding, gives_both
from tiermem_hooks.extraction.sentences import Sentence, telling, word_count
from tiermem_hooks.extraction.statements import is_request, speaks_of_person, with_apostrophes
from tiermem_hooks.extraction.turns import TURNS_BACK, heard_before, statements
from tiermem_hooks.extraction.worth import (
    FILINGS,
    REQUEST_CONFIDENCE,
    asks_for,
    observation_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tiermem import Observation
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.turns import Spoken, Statement

_MOST_WORDS_OF_TURN, _MOST_CHARS_OF_TURN = 25, 160
"""Maximum words and characters of a turn that repairs what was said before."""
_MOST_WORDS_OF_REPAIR = 4
"""Maximum words of a statement in it that says nothing without what it repairs: "6:58"."""
_FEW_WORDS_OF_VALUE, _MOST_WORDS_OF_VALUE = 3, 6
"""Maximum words of a turn that only gives a value, and of one that says no more than the turn before."""
_NAMED = re.compile(r"([^\W_]+(?:['’-][^\W_]+)*)(?=\s*(?:[,.!*(]|$))")
"""A word that begins a turn and stands alone."""
_FEWEST_LETTERS, _ALIKE = 4, 0.7
"""Minimum letters of a name in another spelling, and minimum share of common letters."""
_DIGITS = re.compile(r"\d[\w.:,]*")
_CAPITALISED = re.compile(r"\b[A-ZÀ-Þ]\w{4,}")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MARKS_OF_REPAIR = ("*", "×", "✗")
"""Marks by which people put a word right in chats: "*Thursday"."""
_MOST_MARKED = 3
"""Words at the beginning of a turn of which the last may have such a mark: "Mr Hart*"."""


def repair_of(session: Sequence[Spoken], index: int, found: Sequence[Statement]) -> Observation | None:
    """Return a short turn as a change, if it may put right what the user said in the turn before, or admits a slip.

    Only memory knows what it is about; by itself it is not kept.
    """
    said = session[index]
    before = next((one for one in reversed(session[max(0, index - TURNS_BACK) : index]) if one.is_user), None)
    text = " ".join(said.turn.content.split())
    text = with_apostrophes(Sentence(text, text), said.rules).text
    if not said.sentences or word_count(text) > _MOST_WORDS_OF_TURN or len(text) > _MOST_CHARS_OF_TURN:
        return None
    if (
        len(found) == 1
        and word_count(text) > _MOST_WORDS_OF_REPAIR
        and gives_both(found[0].denial.rest, found[0].rules)
        and speaks_of_person(found[0].clause.said.view, found[0].rules)
    ):
        return None
    spoken_in = {one.rules.language: one.rules for one in (said, before) if one}.values()
    may_repair = before is not None and (
        any(_repairs(text, rules) for rules in spoken_in)
        or _respells(before.turn.content, text)
        or (
            not heard_before(session, index).asked
            and _gives_only_value(before.turn.content, text, before.rules)
        )
    )
    if not (may_repair or heard_before(session, index).asked):
        may_repair = _gives_value_instead(text, said.rules) and _is_of_told(session, index)
    asks = any(one.asks and word_count(one.view) > _MOST_WORDS_OF_REPAIR for one in said.sentences)
    if asks or said.sentences[-1].asks or not (may_repair or _admits(text, said.rules)):
        return None
    finding = Finding(
        content=text,
        kind=CHANGE,
        tier="user",
        category=None,
        subject=None,
        importance=FILINGS["correction"].importance,
        confidence=REQUEST_CONFIDENCE,
        correction=True,
        points=True,
    )
    return observation_of(finding, text, said.rules, said)


def _is_of_told(session: Sequence[Spoken], index: int) -> bool:
    """Return True if the last turn with a value of a turn's sort told something, or there is none in the session.

    In "plan a trip of 3 days" the number only was asked for.
    """
    text = session[index].turn.content
    for place in range(index - 1, max(-1, index - 1 - TURNS_BACK), -1):
        before = session[place]
        if before.is_user and gives_value_alike(before.turn.content, text, before.rules):
            return not _only_asks(session, place)
    return True


def beside_repair(finding: Finding, statement: Statement, repair: Observation) -> Finding:
    """Return what to keep of a turn that may put right what was said before: little of it stands for itself."""
    text, rules = repair.quote or "", statement.rules
    if not (_repairs(text, rules) or _admits(text, rules)):
        return finding
    view = statement.clause.said.view
    is_short = statement.heard.own and word_count(view) <= _MOST_WORDS_OF_REPAIR
    if (is_short or _spells(view, rules)) and not speaks_of_person(view, rules):
        finding = replace(finding, kind=CHANGE, points=True)
    return replace(finding, correction=True) if statement.quote == text else finding


def is_repair(observation: Observation) -> bool:
    """Return True if an observation is a whole turn that may put right what was said before."""
    is_pointing = observation.kind == CHANGE and observation.points and observation.draft.correction
    return is_pointing and observation.corrects is None


def put_right(found: Mapping[str, Observation], session: Sequence[Spoken], index: int) -> str | None:
    """Return the only statement of the turn before, if it was not to be kept: who puts it right wants it known.

    A turn that only asks for something states nothing: "list three rivers" is not what "32, not 31" puts right.
    """
    place = next((one for one in range(index - 1, -1, -1) if session[one].is_user), None)
    if place is None or all(is_request(one.clause.said, one.rules) for one in statements(session, place)):
        return None
    before = session[place]
    told = [key for key, one in found.items() if one.evidence == before.turn.ref]
    only = found[told[0]] if len(told) == 1 else None
    if only is None or only.kind != CHANGE or only.points:
        return None
    is_of_one_sort = _gives_alike(only.quote or "", session[index].turn.content, before.rules)
    return told[0] if is_of_one_sort else None


def corrects_task(
    session: Sequence[Spoken], index: int, found: Sequence[Statement], repair: Observation | None
) -> bool:
    """Return True if a turn only gives another value to what the turn before asked for: "no, over 12 years".

    It says nothing of what is known, and nothing in it is worth keeping.
    """
    is_correction = repair is not None or (bool(found) and found[0].denial.said)
    if not is_correction or not found or not all(_is_bare(one) for one in found):
        return False
    text = session[index].turn.content
    before = next((one for one in reversed(session[:index]) if one.is_user), None)
    if before is None or _admits(text, session[index].rules) or _respells(before.turn.content, text):
        return False
    return not _corrects_answer(before, session[index - 1], text) and _follows_task(session, index)


def _corrects_answer(asked: Spoken, answer: Spoken, text: str) -> bool:
    """Return True if a text puts right what the assistant answered, as the question before gave no such value."""
    is_in_answer = not answer.is_user and gives_value_alike(answer.turn.content, text, answer.rules)
    return is_in_answer and not gives_value_alike(asked.turn.content, text, asked.rules)


def _follows_task(session: Sequence[Spoken], index: int) -> bool:
    """Return True if the user's turn before asks for something, or only gives a value to what such a turn asked for."""
    place = next((one for one in range(index - 1, -1, -1) if session[one].is_user), None)
    if place is None:
        return False
    found = statements(session, place)
    if found and all(_is_bare(one) for one in found) and not any(map(asks_for, found)):
        return _follows_task(session, place)
    return bool(session[place].sentences) and _only_asks(session, place)


def _only_asks(session: Sequence[Spoken], place: int) -> bool:
    """Return True if a turn of the user asks for something, and states nothing."""
    return all(map(asks_for, statements(session, place)))


def _is_bare(one: Statement) -> bool:
    """Return True if a statement is a few words that say nothing of the speaker: "I mean 20%"."""
    said, rules = one.clause.said, one.rules
    if one.clause.requested or word_count(said.view) > _MOST_WORDS_OF_REPAIR:
        return False
    return not speaks_of_person(rules.pattern("correction", "repair").sub(" ", said.view), rules)


def _repairs(text: str, rules: Rules) -> bool:
    """Return True if a turn may put right what the user said before: "oops, Thursday", "*Thursday"."""
    first = text.split(maxsplit=_MOST_MARKED)[:_MOST_MARKED]
    is_marked = text[:1] in _MARKS_OF_REPAIR and text[1:2].strip() != ""
    is_marked = is_marked or any(word[-1:] in _MARKS_OF_REPAIR and word[0].isalnum() for word in first)
    return is_marked or rules.pattern("correction", "repair").search(text) is not None


def _admits(text: str, rules: Rules) -> bool:
    """Return True if a text says that something the user said was wrong: "I told you the wrong port last week"."""
    return _spells(text, rules) or rules.pattern("correction", "admission").search(text) is not None


def _spells(text: str, rules: Rules) -> bool:
    """Return True if a text says how something is spelled: "you spell it Mya"."""
    return rules.pattern("correction", "spelling").search(text) is not None


def only_admits(sentence: Sentence, rules: Rules) -> bool:
    """Return True if a sentence admits something and gives no exact value or name."""
    if not _admits(sentence.view, rules):
        return False
    return not any(
        rules.pattern("correction.values", key).search(sentence.view, 1)
        for key in rules.table("correction.values")
    )


def _gives_alike(said: str, repair: str, rules: Rules) -> bool:
    """Return True if a statement, which asks for nothing, has a word of its repair, or a value of the same sort."""
    if rules.pattern("question", "requests").match(said):
        return False
    is_alike = not telling(said, rules).isdisjoint(telling(repair, rules)) or _is_misspelt(said, repair)
    return is_alike or gives_value_alike(said, repair, rules)


def _is_misspelt(said: str, repair: str) -> bool:
    """Return True if a name of a text and one of its repair differ in one character: Katherine, Catherine."""
    written, meant = ({*_triples(text), *_CAPITALISED.findall(text)} for text in (said, repair))
    return any(
        len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1
        for one in written
        for other in meant
    )


def _triples(text: str) -> Iterator[str]:
    """Yield three characters in a row each, where no spaces separate words."""
    found = ("".join(three) for three in zip(text, text[1:], text[2:], strict=False))
    return (one for one in found if len(UNSPACED.findall(one)) == len(one))


def gives_value_alike(said: str, repair: str, rules: Rules) -> bool:
    """Return True if two texts have exact values of the same sort."""
    sorts = (rules.pattern("correction.values", key) for key in PRECISE)
    return any(sort.search(said) and sort.search(repair) for sort in sorts)


def _gives_only_value(said: str, text: str, rules: Rules) -> bool:
    """Return True if a turn is hardly more than another exact value of a sort that the user's turn before has too."""
    if word_count(text) > _MOST_WORDS_OF_VALUE or rules.pattern("question", "requests").match(text):
        return False
    rest, values = text, []
    for key in PRECISE:
        values += [match[0] for match in rules.pattern("correction.values", key).finditer(rest)]
        rest = rules.pattern("correction.values", key).sub(" ", rest)
    others = telling(rest, rules) - telling(said, rules)
    is_bare = len(others) <= (1 if word_count(text) <= _FEW_WORDS_OF_VALUE else 0)
    is_other = len(values) == 1 and fold(values[0]).rstrip("s") not in fold(said)
    return is_bare and is_other and gives_value_alike(said, text, rules)


def _gives_value_instead(text: str, rules: Rules) -> bool:
    """Return True if a turn is no more than a value and a word for a slip: "no, the 11th", in a later session too."""
    if word_count(text) > _MOST_WORDS_OF_VALUE or not _has_cue(text, rules):
        return False
    rest = _DIGITS.sub(" ", text)
    for key in PRECISE:
        rest = rules.pattern("correction.values", key).sub(" ", rest)
    return rest != text and len(telling(rest, rules)) <= 1


def _has_cue(text: str, rules: Rules) -> bool:
    """Return True if a turn says that something was wrong, or begins with a no."""
    cues = (rules.pattern("correction", key) for key in ("denial", "second_thought"))
    return _repairs(text, rules) or any(cue.match(text) for cue in cues)


def _respells(said: str, text: str) -> bool:
    """Return True if a short turn begins with another spelling of a name in the user's turn before: "Lindqvist, …"."""
    first = _NAMED.match(text)
    if first is None or len(_WORD.findall(text)) > _MOST_WORDS_OF_VALUE or len(first[1]) < _FEWEST_LETTERS:
        return False
    names = {word for word in _WORD.findall(said) if len(word) >= _FEWEST_LETTERS and word[0].isupper()}
    matcher = SequenceMatcher(None, fold(first[1]))
    likeness = 0.0
    for name in names:
        matcher.set_seq2(fold(name))
        likeness = max(likeness, matcher.ratio())
    return first[1] not in names and likeness >= _ALIKE

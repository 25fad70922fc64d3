"""Corrections of what the assistant said, so worded that they can be understood alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiermem.text import query_words, statement_key, word_list
from tiermem.text.scripts import CJK
from tiermem_hooks.extraction.sentences import Sentence, is_unspaced, telling, word_count
from tiermem_hooks.extraction.statements import (
    Finding,
    acceptable,
    finished,
    is_left,
    judge,
    named,
    speaks_of_person,
    trim,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiermem_hooks.extraction.rules import Rules

_MOST_DENIALS = 3
"""In a row: "No, that's wrong, …"."""
_MOST_WORDS = 25
"""Of a statement that a number alone tells to be a correction; in longer ones numbers are of many things."""
_MOST_WORDS_WITH_DAY = 12
_FEWEST_WORDS = 4
"""Of an assistant's sentence that says something: "Got it, thanks." does not."""
_CHARACTER = re.compile(f"[{CJK}]")
_MARKS = " .!,;:—–-\t。！？，、；："


@dataclass(frozen=True, slots=True)
class Heard:
    """The assistant's turn that a user's turn answers.

    Attributes:
        statements: Its declarative sentences, trimmed.
        asked: Whether it ended in a question that asks for more than a yes.
        own: What the user said before that.
    """

    statements: tuple[Sentence, ...] = ()
    asked: bool = False
    own: tuple[Sentence, ...] = ()

    @classmethod
    def of(cls, said_before: Iterable[Sentence], rules: Rules) -> Heard:
        """What a turn of these sentences stated and asked."""
        statements, asked = [], False
        for said in said_before:
            tag = rules.correction.tag_question.search(said.view)
            asked = said.asks and not tag
            sentence = trim(said.part(0, tag.start()) if tag else said, rules)
            if not asked and word_count(sentence.view) >= _FEWEST_WORDS:
                statements.append(sentence)
        return cls(tuple(statements), asked)

    def mentions(self, words: str, rules: Rules) -> bool:
        """Whether a telling word of *words* is in it."""
        wanted = telling(words, rules)
        return any(telling(statement.text, rules) & wanted for statement in self.statements)


@dataclass(frozen=True, slots=True)
class Denial:
    """How a sentence opened: what is left of it, and how clearly it said that something was wrong.

    Attributes:
        rest: The sentence without the denial; empty when it was nothing else.
        plain: It was no more than a "no".
        said: It denied at all; otherwise it opened with a word such as "actually", or not specially.
        instead: It opened with such a word.
    """

    rest: Sentence
    plain: bool = False
    said: bool = False
    instead: bool = False


def denial_of(sentence: Sentence, rules: Rules) -> Denial:
    """Takes the denial off the trimmed *sentence*."""
    rest = sentence
    openings: list[str] = []
    while len(openings) < _MOST_DENIALS and (denied := rules.correction.denial.match(rest.view)):
        openings.append(rest.view[: denied.start("rest")])
        rest = trim(_behind_marks(rest, denied.start("rest")), rules)
    instead = rules.correction.instead.match(rest.view)
    if instead:
        rest = trim(rest.part(instead.start("rest")), rules)
    plain = len(openings) == 1 and rules.correction.plain.fullmatch(openings[0].strip(_MARKS)) is not None
    return Denial(rest, plain=plain, said=bool(openings), instead=instead is not None)


def correct(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """The correction that a sentence makes of what was *heard*, or what else it states."""
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


def names_value(rest: Sentence, rules: Rules) -> bool:
    """Whether *rest* points at what was said and gives another value for it."""
    match = rules.correction.elliptic.match(_body(rest).view)
    return match is not None and not rules.correction.empty_value.match(match["new"])


def _with_wrong(finding: Finding, rest: Sentence, heard: Heard, rules: Rules) -> Finding:
    """The correction with what it says is wrong: as it was heard, or put together from "X, not Y"."""
    said = rebuilt(rest, rules)
    if said:
        return replace(finding, corrects=said[0], denied=said[1])
    wrong = _about_the_same(rest, heard, rules)
    return replace(finding, corrects=wrong.text) if wrong else finding


def rebuilt(sentence: Sentence, rules: Rules) -> tuple[str, str] | None:
    """The wrong statement that a sentence like "my manager is X, not Y" speaks of, and its wrong value Y."""
    match = _contrast(_body(sentence), rules)
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


def _contrast(body: Sentence, rules: Rules) -> re.Match[str] | None:
    return next(filter(None, (pattern.match(body.view) for pattern in rules.correction.contrast)), None)


def _looked_back(denial: Denial, rules: Rules) -> Finding | None:
    """A sentence like "the deploy is on X, not Y" about what was said in an earlier session.

    X and Y must be of one sort of value. Of "it is X, not Y" only memory knows what it is about.
    """
    rest, body = denial.rest, _body(denial.rest)
    match = _contrast(body, rules)
    if not match or not (denial.said or _is_marked(denial, rules)):
        return None
    new, old = match["new"], match["old"].strip()
    alike = any(sort.search(new) and sort.search(old) for sort in rules.correction.values.values())
    if not (alike or (denial.said and not denial.plain)):
        return None
    if _points(body.view, rules):
        known = names_value(rest, rules) and telling(old, rules)
        return _pointing(body.text[:1].lower() + body.text[1:], old, body, rules) if known else None
    if _is_value(new, rules):
        return _pointing(new, old, body, rules) if alike and not denial.plain else None
    stated = rules.correction.open_statement.match(body.view) if denial.said else None
    empty = stated and rules.correction.empty_value.match(stated["new"])
    return _alone(rest, stated["subject"], rules) if stated and not empty else None


def _is_marked(denial: Denial, rules: Rules) -> bool:
    """Whether words in the midst of it say that it corrects ("it's Ewa actually, not Eva")."""
    within = rules.correction.within
    return denial.instead or (within is not None and within.search(denial.rest.view) is not None)


def _pointing(new: str, old: str, body: Sentence, rules: Rules) -> Finding | None:
    """The correction of something that only memory knows, by its wrong value *old*."""
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


def _behind_marks(sentence: Sentence, start: int) -> Sentence:
    marks = len(sentence.view[start:]) - len(sentence.view[start:].lstrip(_MARKS))
    return sentence.part(start + marks)


def _body(sentence: Sentence) -> Sentence:
    """*sentence* without the marks at its end."""
    return sentence.part(0, len(sentence.view.rstrip(" .!…。！")))


def _restated(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """A statement of its own: a correction when it denies, and is not merely the answer to a question."""
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
    """A sentence like "it is X, not Y", where Y is what the assistant said."""
    body = _body(rest)
    for pattern in rules.correction.contrast:
        match = pattern.match(body.view)
        wrong = _saying(match["old"], heard, rules) if match else None
        if match and wrong:
            bare = "lead" not in match.re.groupindex and _is_value(match["new"], rules)
            if bare or _points(body.view, rules):
                return _denying(_amended(body, wrong, rules), match["old"], rules)
            finding = judge(rest, rules)
            stated = _as_correction(finding, rules) if finding else _alone(rest, None, rules)
            return _denying(replace(stated, corrects=wrong.text), match["old"], rules) if stated else None
    return None


def _taken_back(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """A sentence like "I said X, but it's Y", with what the user said then."""
    pattern = rules.correction.taken_back
    match = pattern.match(_body(rest).view) if pattern else None
    if not match:
        return None
    wrong = _saying(match["old"], replace(heard, statements=(*heard.statements, *heard.own)), rules)
    found = _alone(rest, None, rules)
    return _denying(replace(found, corrects=wrong.text), match["old"], rules) if found and wrong else found


def _meant(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    body = _body(rest)
    match = rules.correction.meant.match(body.view)
    if not match:
        return None
    old = match["old"]
    wrong = _saying(old, heard, rules) if old else _alike(match["new"], heard, rules)
    if wrong is None:
        return _pointing(match["new"], old.strip(), body, rules) if old else None
    return _denying(_amended(body, wrong, rules), old, rules)


def _pointed(rest: Sentence, denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """A sentence like "it's Thursday", or only "Thursday", with the sentence that it corrects."""
    body = _body(rest)
    match = rules.correction.elliptic.match(body.view)
    if match and not rules.correction.empty_value.match(match["new"]):
        wrong = _alike(match["new"], heard, rules) or _only(heard)
        return _amended(body, wrong, rules) if wrong and telling(match["new"], rules) else None
    if denial.said and _is_value(body.view, rules):
        wrong = _alike(body.view, heard, rules)
        return _amended(body, wrong, rules) if wrong else None
    return None


def _opened(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """A whole statement of any kind: behind more than a "no", about what was spoken of, or about somebody by name."""
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
    """A sentence like "I don't own it, I rent it", about what was heard."""
    pattern = rules.correction.negated
    if pattern is None or heard.asked or not pattern.match(_body(rest).view):
        return None
    if not heard.mentions(rest.text, rules):
        return None
    return _alone(rest, None, rules)


def _differing(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """A short statement of a number, day or time, where what was heard has another one of the same thing."""
    pattern = rules.correction.differs
    if pattern is None or word_count(rest.view) > _MOST_WORDS:
        return None
    if not (pattern.search(rest.view) or _is_value(_body(rest).view.partition(",")[0], rules)):
        return None
    for said in reversed(heard.statements):
        if word_count(said.view) <= _MOST_WORDS and _contradicts(rest, said, rules):
            found = _alone(rest, None, rules)
            return replace(found, corrects=said.text) if found else None
    return None


def _contradicts(right: Sentence, said: Sentence, rules: Rules) -> bool:
    theirs = _numbered(said.text, rules)
    if any(theirs.get(word, value) != value for word, value in _numbered(right.text, rules).items()):
        return True
    if word_count(right.view) > _MOST_WORDS_WITH_DAY or not _is_about(right, said, rules):
        return False
    for name in ("weekday", "date", "time"):
        sort = rules.correction.values.get(name)
        mine, others = (set(sort.findall(one.view)) for one in (right, said)) if sort else (set(), set())
        if mine and others and not mine & others:
            return True
    return False


def _is_about(right: Sentence, said: Sentence, rules: Rules) -> bool:
    """Whether *right* says of what was *said*, or of a pronoun for it, what it is."""
    body = _body(right)
    if _points(body.view, rules):
        return True
    match = rules.correction.open_statement.match(body.view)
    return bool(match and telling(match["subject"], rules) & telling(said.text, rules))


def _numbered(text: str, rules: Rules) -> dict[str, str]:
    """The telling words before numbers, small words between them, and those that are counted, with the numbers."""
    found: dict[str, str] = {}
    words = word_list(text)
    known = telling(text, rules)
    number = rules.correction.values.get("number")
    for place, word in enumerate(words):
        if number and number.fullmatch(word) and words[place + 1 : place + 2] and words[place + 1] in known:
            found[f"{words[place + 1]} counted"] = word
        if word.isdigit():
            before = [
                other for other in words[max(0, place - 3) : place] if other in known and not other.isdigit()
            ]
            found.update(dict.fromkeys(before[-1:], word))
    return found


def _points(view: str, rules: Rules) -> re.Match[str] | None:
    return rules.correction.elliptic.match(view)


def _is_value(view: str, rules: Rules) -> bool:
    correction = rules.correction
    return correction.value.fullmatch(view) is not None and not correction.empty_value.match(view)


def _saying(old: str, heard: Heard, rules: Rules) -> Sentence | None:
    """The last heard sentence with the words *old* in it, or with the last of them."""
    last = [word for word in query_words(old) if word in telling(old, rules)][-1:]
    for words in (old, *last):
        for said in reversed(heard.statements):
            if _has(said.text, words):
                return said
    return None


def _has(text: str, words: str) -> bool:
    """Whether these words are in *text*, one after the other."""
    return f" {_spaced(words)} " in f" {_spaced(text)} "


def _spaced(text: str) -> str:
    """The words of *text*, or characters where there are no words, with a space between each two."""
    key = "".join(c if c.isalnum() else " " for c in statement_key(text))
    return " ".join(_CHARACTER.sub(r" \g<0> ", key).split())


def _alike(new: str, heard: Heard, rules: Rules) -> Sentence | None:
    """The last heard sentence with a value of the same sort as *new*: a weekday, a time, a number."""
    for pattern in rules.correction.values.values():
        if pattern.search(new):
            for said in reversed(heard.statements):
                if pattern.search(said.view):
                    return said
    return None


def _about_the_same(right: Sentence, heard: Heard, rules: Rules) -> Sentence | None:
    """The last heard sentence that has half of the telling words of *right*."""
    wanted = telling(right.text, rules)
    found = (
        said
        for said in reversed(heard.statements)
        if 2 * len(telling(said.text, rules) & wanted) >= len(wanted)
    )
    return next(found, None)


def _only(heard: Heard) -> Sentence | None:
    return heard.statements[0] if len(heard.statements) == 1 and not heard.asked else None


def _amended(new: Sentence, wrong: Sentence, rules: Rules) -> Finding | None:
    correction = rules.correction
    old = finished(wrong.text)
    if len(old) > correction.old_chars:
        return None
    words = new.text[:1].lower() + new.text[1:] if _points(new.view, rules) else new.text
    content = correction.template.format(new=words, old=old)
    person = speaks_of_person(new.view, rules) or rules.assistant_person.search(wrong.view)
    match = correction.open_statement.match(wrong.view) or correction.open_name.match(wrong.view)
    amended = _correction(content, match["subject"] if match else None, person=bool(person), rules=rules)
    return replace(amended, corrects=wrong.text) if amended else None


def _denying(finding: Finding | None, old: str | None, rules: Rules) -> Finding | None:
    """The correction with the value that it denies, where what it corrects has that value."""
    if not (finding and old and finding.corrects):
        return finding
    if not (_has(finding.corrects, old) or telling(old, rules) <= telling(finding.corrects, rules)):
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

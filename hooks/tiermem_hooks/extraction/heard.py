"""What a user's turn answers, and how a sentence opens that says something of it was wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiermem.plugins.text import CJK, query_words, statement_key, word_list
from tiermem_hooks.extraction.sentences import telling, word_count
from tiermem_hooks.extraction.statements import (
    trim,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence

_MOST_DENIALS = 3
"""In a row: "No, that's wrong, …"."""
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
        """Return the statements and questions of a turn of these sentences."""
        statements, asked = [], False
        for said in said_before:
            tag = rules.correction.tag_question.search(said.view)
            asked = said.asks and not tag
            sentence = trim(said.part(0, tag.start()) if tag else said, rules)
            if not asked and word_count(sentence.view) >= _FEWEST_WORDS:
                statements.append(sentence)
        return cls(tuple(statements), asked)

    def mentions(self, words: str, rules: Rules) -> bool:
        """Return True if a telling word of *words* is in it."""
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
    """Take the denial off the trimmed *sentence*."""
    rest = sentence
    openings: list[str] = []
    while len(openings) < _MOST_DENIALS and (denied := rules.correction.denial.match(rest.view)):
        openings.append(rest.view[: denied.start("rest")])
        rest = trim(behind_marks(rest, denied.start("rest")), rules)
    instead = rules.correction.instead.match(rest.view)
    if instead:
        rest = trim(rest.part(instead.start("rest")), rules)
    plain = len(openings) == 1 and rules.correction.plain.fullmatch(openings[0].strip(_MARKS)) is not None
    return Denial(rest, plain=plain, said=bool(openings), instead=instead is not None)


def behind_marks(sentence: Sentence, start: int) -> Sentence:
    """Return the sentence from *start* on, without the marks that it begins with then."""
    marks = len(sentence.view[start:]) - len(sentence.view[start:].lstrip(_MARKS))
    return sentence.part(start + marks)


def body_of(sentence: Sentence) -> Sentence:
    """*sentence* without the marks at its end."""
    return sentence.part(0, len(sentence.view.rstrip(" .!…。！")))


def contradicts(right: Sentence, said: Sentence, rules: Rules) -> bool:
    """Return True if both give a value of one sort, and another one."""
    theirs = numbered(said.text, rules)
    if any(theirs.get(word, value) != value for word, value in numbered(right.text, rules).items()):
        return True
    if word_count(right.view) > _MOST_WORDS_WITH_DAY or not is_about(right, said, rules):
        return False
    for name in ("weekday", "date", "time"):
        sort = rules.correction.values.get(name)
        mine, others = (set(sort.findall(one.view)) for one in (right, said)) if sort else (set(), set())
        if mine and others and not mine & others:
            return True
    return False


def is_about(right: Sentence, said: Sentence, rules: Rules) -> bool:
    """Return True if *right* gives a value to the thing *said*, or to a pronoun for it."""
    body = body_of(right)
    if points_at(body.view, rules):
        return True
    match = rules.correction.open_statement.match(body.view)
    return bool(match and telling(match["subject"], rules) & telling(said.text, rules))


def numbered(text: str, rules: Rules) -> dict[str, str]:
    """Return numbers with the telling words before them, small words between, and the things counted."""
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


def points_at(view: str, rules: Rules) -> re.Match[str] | None:
    """Match a sentence that only points at what was said: "it is X"."""
    return rules.correction.elliptic.match(view)


def is_value(view: str, rules: Rules) -> bool:
    """Return True if it is nothing but a value: "Thursday"."""
    correction = rules.correction
    return correction.value.fullmatch(view) is not None and not correction.empty_value.match(view)


def saying(old: str, heard: Heard, rules: Rules) -> Sentence | None:
    """Return the last heard sentence with the words *old* in it, or with the last of them."""
    last = [word for word in query_words(old) if word in telling(old, rules)][-1:]
    for words in (old, *last):
        for said in reversed(heard.statements):
            if has_words(said.text, words):
                return said
    return None


def has_words(text: str, words: str) -> bool:
    """Return True if these words are in *text*, one after the other."""
    return f" {spaced(words)} " in f" {spaced(text)} "


def spaced(text: str) -> str:
    """Return the words of *text*, or characters where there are no words, with a space between each two."""
    key = "".join(c if c.isalnum() else " " for c in statement_key(text))
    return " ".join(_CHARACTER.sub(r" \g<0> ", key).split())


def most_alike(new: str, heard: Heard, rules: Rules) -> Sentence | None:
    """Return the last heard sentence with a value of the same sort as *new*: a weekday, a time, a number."""
    for pattern in rules.correction.values.values():
        if pattern.search(new):
            for said in reversed(heard.statements):
                if pattern.search(said.view):
                    return said
    return None


def about_the_same(right: Sentence, heard: Heard, rules: Rules) -> Sentence | None:
    """Return the last heard sentence that has half of the telling words of *right*."""
    wanted = telling(right.text, rules)
    found = (
        said
        for said in reversed(heard.statements)
        if 2 * len(telling(said.text, rules) & wanted) >= len(wanted)
    )
    return next(found, None)


def only_statement(heard: Heard) -> Sentence | None:
    """Return the statement, if there was only one."""
    return heard.statements[0] if len(heard.statements) == 1 and not heard.asked else None

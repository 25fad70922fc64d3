"""Split a sentence into statements, without greetings and asides, and with names instead of pronouns."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from tiermem.plugins import dataclass, replace
from tiermem.plugins.text import everywhere, has_one, languages, words
from tiermem_hooks.extraction.model import Candidate, is_first_name, judge, may_be_name, says_always
from tiermem_hooks.extraction.pronouns.people import (
    asked_about,
    ends_with_person,
    instead_of,
    named_last,
    only_name,
    persons,
    with_name,
)
from tiermem_hooks.extraction.pronouns.things import with_thing
from tiermem_hooks.extraction.sentences import LAST_MARKS, Sentence, is_unspaced, word_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.plugins import Category
    from tiermem_hooks.extraction.rules import Rules

_MOST_LEAD_INS = 6
_FEWEST_WORDS_BEFORE_QUESTION = 2
_FEWEST_WORDS_BESIDE_QUESTION = 2
"""Minimum words of a question, and of the statement behind it: "any ideas for dinner, I'm coeliac"."""
_ASKING = "?？ "
_FEWEST_WORDS = {"joint": 2, "consequence": 2, "shared": 3}
"""Minimum words of a clause that is a statement by itself, by its separator: "I read and cook" is one statement."""
_SPACES = re.compile(r"\s+")
_FIRST_MARKS = re.compile(r"^[\s.!…,;:—–)¡¿。！？，、；：）-]+")
INNER_MARK = re.compile(r"[,;，；、]")
"""Marks within a clause after which something else may be named, so that the next clause does not share the subject."""
_SMILEY = re.compile(r"[:;=]['-]?[(\[]+")
_WORD = re.compile(r"\w+")
_MARK = re.compile(r"[,;，；、]\s*|\s+[-–—]+\s+")
"""Behind such a mark a question may be explained."""
_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_AFTER_NAME = re.compile(
    r"(?: [A-Z][\w'-]*)? ?(?:$|[,.!;(–—-])| (?:and|und|et|y|e|from|aus|de|here|hier|btw)\b"  # "Craig Ndlovu, a …"
)
"""What may follow a first name in an introduction."""
_BEFORE_CLAUSE = re.compile(r".*(?=[,;，；、])")
"""What stands before the last mark of a text."""
_ARTICLE_EDGE = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement in the form in which it is judged.

    Attributes:
        said: Its words, trimmed.
        asks: True if it is a question.
        requested: True if the user asks to remember it.
        wished: True if it is a lasting wish that says so, as a question or an order.
        granted: True if a question takes it for granted.
    """

    said: Sentence
    asks: bool = False
    requested: bool = False
    wished: bool = False
    granted: bool = False


def clauses(sentence: Sentence, rules: Rules, *, whole: bool = False) -> list[Clause]:
    """Return the statements of a trimmed *sentence*, each with its own predicate; only one with *whole*.

    A request to remember is removed from the statement, and a statement before a question is separated from it.
    """
    for pattern in rules.patterns("request", "patterns"):
        if asked := pattern.match(sentence.view):
            said = trim(sentence.part(*asked.span("statement")), rules)
            return [Clause(_in_order(said, asked[0][: asked.start("statement")], rules), requested=True)]
    statement = before_question(sentence, rules)
    if statement.wished:
        return [replace(statement, said=trim(statement.said, rules))]
    if not whole and (told := _signed(sentence, rules) or _of_person_behind(sentence, statement, rules)):
        return told
    if statement.asks:
        return [statement] if whole else _behind_question(statement, rules)
    found: list[Clause] = []
    for part in (statement.said,) if whole else _parts(statement.said, rules):
        said = trim(part, rules)
        before = found[-1].said if found else None
        if before and is_request(before, rules):
            said = with_thing(said, before, rules)
        if said.view:
            found.append(_stated(with_name(said, before, rules), rules))
    if whole:
        return found
    behind = _granted(sentence, rules) if sentence.asks else ()
    named = _named_in_request(statement.said, rules)
    return [*found, *named, *_wish_behind(sentence, statement.said, rules), *behind]


def _in_order(said: Sentence, before: str, rules: Rules) -> Sentence:
    """Return what follows "dass" in the order of a sentence of its own: "ich bei Bosch arbeite"."""
    if not rules.pattern("request", "that").search(before):
        return said
    order = rules.pattern("request", "verb_last").match(said.view)
    if order is None:
        return said
    parts = [said.part(*order.span(name)) for name in ("subject", "verb", "rest")]
    return Sentence(" ".join(one.text for one in parts), " ".join(one.view for one in parts))


def _stated(said: Sentence, rules: Rules) -> Clause:
    return Clause(said, wished=rules.pattern("question", "orders").search(said.view) is not None)


def _behind_question(asked: Clause, rules: Rules) -> list[Clause]:
    """Return a question, and what its sentence says of the speaker or asks for behind it.

    "What can I cook, we keep halal", "what's 3+4, and from now on keep it short".
    """
    view = asked.said.view
    if rules.pattern("cues", "hypothetical").search(view):
        return [asked]
    for mark in _MARK.finditer(view):
        question, told = asked.said.part(0, mark.start()), trim(asked.said.part(mark.end()), rules)
        filled = with_thing(told, question, rules)
        if filled is not told:
            return [replace(asked, said=question), _stated(filled, rules)]
    for match in chain(*(rules.pattern("clauses", key).finditer(view) for key in ("joint", "unsaid"))):
        question, told = asked.said.part(0, match.start()), trim(asked.said.part(match.end()), rules)
        language = languages.language(rules.language)
        is_own = speaks_of_person(told.view, rules) or has_one(told.view, language.first_person, language)
        is_own = is_own or rules.pattern("clauses", "subject").match(told.view) is not None
        is_told = is_own or _stated(told, rules).wished
        is_told = is_told and not rules.pattern("question", "asks").match(told.view)
        if is_told and min(word_count(question.view), word_count(told.view)) >= _FEWEST_WORDS_BESIDE_QUESTION:
            parts = (trim(part, rules) for part in _parts(told, rules))
            return [replace(asked, said=question), *(_stated(part, rules) for part in parts if part.view)]
    return [asked, *_granted(asked.said, rules)]


def _granted(asked: Sentence, rules: Rules) -> Iterator[Clause]:
    """Yield what a question takes for granted of its speaker: "I have a pacemaker" of "can I fly with my pacemaker?".

    Nearly everything stands behind "with my": only what the model surely keeps is worth it. Who goes along is a person,
    and no thing that one has.
    """
    is_supposed = rules.pattern("cues", "hypothetical").search(asked.view)
    if is_supposed or rules.pattern("about.pronouns", "relatives").search(asked.view):
        return
    rows = rules.table("question").get("granted", ())
    for (statement, least, _), pattern in zip(rows, rules.patterns("question", "granted"), strict=True):
        found = pattern.search(asked.view)
        if found is None:
            continue
        said = Sentence(
            statement.format(asked.text[slice(*found.span("what"))]), statement.format(found["what"])
        )
        if judge(Candidate(view=said.view.rstrip("."), asks=False), rules.language).worth >= least:
            yield Clause(said, granted=True)
            return


def _of_person_behind(sentence: Sentence, statement: Clause, rules: Rules) -> list[Clause]:
    """Return what is asked about one person, and what its sentence says of them behind it, with their name.

    "What can I cook for my wife, she's coeliac" says "my wife is coeliac". So does "a cake for my wife, she's coeliac",
    where the pronoun stands behind its person.
    """
    key = "left_out" if rules.has("about.pronouns", "left_out") else "pattern"
    runs_on = rules.pattern("about.pronouns", "runs_on")
    for mark in chain(_MARK.finditer(sentence.view), runs_on.finditer(sentence.view)):
        question = sentence.part(0, mark.start())
        told = sentence.part(mark.end())
        pronoun = rules.pattern("about.pronouns", key).match(told.view)
        if not pronoun or min(map(word_count, (question.view, told.view))) < _FEWEST_WORDS_BESIDE_QUESTION:
            continue
        asks = statement.asks or is_request(question, rules)
        is_last = not mark[0].strip()  # "for my son he's 9", but not "ask my son if he's coming"
        who, name = _person_of(question, pronoun, rules, asks=asks, is_last=is_last)
        if not who and is_last:
            continue
        if not who or _asks_on(told, rules) or rules.pattern("cues", "hypothetical").search(sentence.view):
            return []
        is_own = not asks and (name or rules.pattern("clauses", "subject").match(question.view))
        found = [_stated(trim(question, rules), rules) if is_own else Clause(question, asks=True)]
        told = before_question(told, rules).said
        told = told.part(0, len(told.view.rstrip(_ASKING)))
        for part in _parts(instead_of(told, pronoun, who, rules), rules):
            said = with_name(trim(part, rules), found[-1].said, rules)
            found += [_stated(said, rules)] if said.view else []
        return found
    return []


def _person_of(
    question: Sentence, pronoun: re.Match[str], rules: Rules, *, asks: bool, is_last: bool
) -> tuple[str, str]:
    """Return the person before a pronoun in the same sentence, and their name if it alone says who that is; or ""."""
    who = (
        asked_about(question, pronoun, rules, is_last=is_last)
        if asks
        else named_last(question, pronoun, rules)
    )
    if who or is_last or not (asks or ends_with_person(question, pronoun, rules)):
        return who, ""
    name = only_name(question, pronoun, rules)
    return name, name


def _named_in_request(said: Sentence, rules: Rules) -> Iterator[Clause]:
    """Yield what a request tells of its person: "my son is called Tom" of "need a card for my son Tom"."""
    form = rules.table("about.pronouns").get("is_named")
    if form is None or not rules.pattern("question", "requests").match(said.view):
        return
    said = said.part(0, len(LAST_MARKS.sub("", said.view)))
    for person, behind in persons(said, rules):
        who, _, name = person["who"].rpartition(" ")
        if person.end() == len(behind) and may_be_name(name, rules.language) and name[:1].isupper():
            told = form.format(who=who, name=name)
            yield Clause(Sentence(told, told), granted=True)


def _signed(sentence: Sentence, rules: Rules) -> list[Clause]:
    """Return what a sentence says whose text is to be signed with the speaker's name: "sign it Dana Whitlock"."""
    rows = rules.table("about").get("signs", ())
    for (statement, _), pattern in zip(rows, rules.patterns("about", "signs"), strict=True):
        found = pattern.search(sentence.view)
        if found is None or not _are_names(found["name"], rules, is_sure=bool(found.groupdict().get("sure"))):
            continue
        told = statement.format(sentence.text[slice(*found.span("name"))])
        parts = _BEFORE_CLAUSE.match(sentence.view[: found.start("name")])
        asked = trim(sentence.part(0, parts.end() if parts else 0), rules)
        return [
            *(clauses(asked, rules) if asked.view else ()),
            Clause(Sentence(told, told), granted=True),
        ]
    return []


def _are_names(said: str, rules: Rules, *, is_sure: bool) -> bool:
    """Return True if words are the name of a person: a first name, or two words or more that are nothing else."""
    first, *others = said.split()
    if is_sure or is_first_name(first, rules.language):
        return True
    if first[0].isupper() and may_be_name(first, rules.language):
        return len(others) <= 1
    return len(others) == 1 and all(may_be_name(one.capitalize(), rules.language) for one in (first, *others))


def is_request(said: Sentence, rules: Rules) -> bool:
    """Return True if a clause asks for one thing: "recommend a restaurant for my wife"."""
    keys = (("question", "requests"), ("question", "tasks"), ("cues", "task"))
    return any(rules.pattern(*key).match(said.view) for key in keys)


def _asks_on(said: Sentence, rules: Rules) -> bool:
    """Return True if the end of a question asks: "she likes what?"."""
    asking = languages.language(rules.language).question_words
    return said.asks and not asking.isdisjoint(words(said.view))


def _wish_behind(sentence: Sentence, before: Sentence, rules: Rules) -> Iterator[Clause]:
    """Yield a lasting wish in the form of a question behind a statement: "I'm Ana, and could you always …?"."""
    if not sentence.view.startswith(before.view):
        return
    for word in islice(_WORD.finditer(sentence.view, len(before.view)), 2):  # the first may be "and"
        asked = sentence.part(word.start())
        if rules.pattern("question", "wishes").search(asked.view):
            yield Clause(asked.part(0, len(asked.view.rstrip(_ASKING))), wished=True)
            return


def _parts(sentence: Sentence, rules: Rules) -> Iterator[Sentence]:
    """Cut a sentence where a clause with its own predicate begins."""
    if rules.pattern("clauses", "dependent").match(sentence.view):
        yield sentence
        return
    if rules.pattern("clauses", "replacing").search(sentence.view):
        yield from before_request(sentence, rules)
        return
    subject = ""
    rest = sentence
    while cut := _cut(rest, rules):
        place, end, is_shared = cut
        yield _with_subject(rest.part(0, place), subject, rules)
        opening = rules.pattern("clauses", "subject").match(rest.view)
        if not is_shared:
            subject = ""
        elif opening and not subject:
            subject = opening["subject"] or ""
        rest = rest.part(end)
    yield _with_subject(rest, subject, rules)


def before_request(sentence: Sentence, rules: Rules) -> tuple[Sentence, ...]:
    """Return a statement and the request for one thing behind it, or all as one: "I moved, write me a note"."""
    for match in rules.pattern("clauses", "consequence").finditer(sentence.view):
        before, behind = sentence.part(0, match.start()), sentence.part(match.end())
        is_one_task = is_request(behind, rules) and not says_always(behind.view, rules.language)
        if is_one_task and word_count(before.view) >= _FEWEST_WORDS["consequence"]:
            return before, behind
    return (sentence,)


def _cut(sentence: Sentence, rules: Rules) -> tuple[int, int, bool] | None:
    """Return the end of the next clause, the start of the one after it, and whether both have the same subject."""
    found = []
    for key in ("joint", "consequence", "shared"):
        if key == "shared" and not rules.pattern("clauses", "subject").match(sentence.view):
            continue
        for match in rules.pattern("clauses", key).finditer(sentence.view):
            before, behind = sentence.view[: match.start()], sentence.view[match.end() :]
            if _is_torn(sentence, match, rules) or _is_open(before):
                continue
            if key == "shared" and INNER_MARK.search(before):
                break
            if min(word_count(before), word_count(behind)) >= _FEWEST_WORDS[key]:
                found.append((match.start(), match.end(), key == "shared"))
                break
    return min(found, default=None)


def _is_torn(sentence: Sentence, match: re.Match[str], rules: Rules) -> bool:
    """Return True if a cut leaves half a statement: only a subject, a time or a place, or a pronoun of nobody."""
    incomplete, behind = rules.pattern("clauses", "incomplete"), sentence.part(match.end())
    since = [0, *(mark.end() for mark in INNER_MARK.finditer(sentence.view, 0, match.start()))]
    is_apart = match[0].strip(" ,") and rules.pattern("clauses", "alone").match(behind.view)
    starts = () if is_apart else {since[0], since[-1]}
    if any(incomplete.search(sentence.view[start : match.end()].lstrip()) for start in starts):
        return True
    is_pronoun = rules.pattern("about.pronouns", "pattern").match(behind.view) is not None
    return is_pronoun and with_name(behind, sentence.part(0, match.start()), rules) is behind


def _with_subject(sentence: Sentence, subject: str, rules: Rules) -> Sentence:
    """Return *sentence* with the subject that it shares with the clause before it in front: "j'habite", "je vis"."""
    if not subject or not sentence.view:
        return sentence
    if elided := rules.table("clauses").get("elided"):
        subject = elided[not rules.pattern("clauses", "elides").match(sentence.view)]
    front = subject if is_unspaced(subject) or subject.endswith("'") else f"{subject} "
    return Sentence(front + sentence.text, front + sentence.view)


def before_question(sentence: Sentence, rules: Rules) -> Clause:
    """Return the part before a question in the same sentence; all of it if there is no question.

    "Could you use metric units from now on?" is a wish.
    """
    if rules.pattern("question", "wishes").search(sentence.view):
        return Clause(sentence.part(0, len(sentence.view.rstrip(_ASKING))), wished=True)
    asks = rules.pattern("question", "asks")
    joint = rules.pattern("question", "joint").search(sentence.view)
    before = sentence.view[: joint.start()] if joint else ""
    says_nothing = breaks_off(before, rules) or rules.pattern("question", "alone").match(before)
    if joint and word_count(before) >= _FEWEST_WORDS_BEFORE_QUESTION and not says_nothing:
        statement = sentence.part(0, joint.start())
        return Clause(statement, asks=asks.match(statement.view) is not None)
    return Clause(sentence, asks=sentence.asks or asks.match(sentence.view) is not None)


def breaks_off(view: str, rules: Rules) -> bool:
    """Return True if a clause ends in a word that cannot be the last, or within brackets: "Inès joue de"."""
    said = LAST_MARKS.sub("", view).lower()
    ends = rules.words("question", "unfinished")
    return _is_open(view) or (
        said.endswith(tuple(ends)) if is_unspaced(said) else said.rpartition(" ")[2] in ends
    )


def _is_open(view: str) -> bool:
    """Return True if a bracket is not closed; the mouth of a smiley does not count."""
    said = _SMILEY.sub("", view)
    return any(said.count(left) > said.count(right) for left, right in ("()", "（）", "[]"))


def trim(sentence: Sentence, rules: Rules) -> Sentence:
    """Return *sentence* without greetings and fillers at its ends, and without asides."""
    for start, end in reversed(languages.language(rules.language).asides_in(sentence.view)):
        sentence = Sentence(
            sentence.text[:start] + sentence.text[end:], sentence.view[:start] + sentence.view[end:]
        )
    for _ in range(_MOST_LEAD_INS):
        lead_in = rules.pattern("trim", "lead_ins").match(sentence.view) or _before_name(sentence, rules)
        if not lead_in or not lead_in[0]:
            break
        sentence = sentence.part(lead_in.end())
    if rules.pattern("trim", "whole").match(sentence.view):
        return sentence
    ending = rules.pattern("trim", "endings").search(LAST_MARKS.sub("", sentence.view))
    return sentence.part(0, ending.start()) if ending and ending.start() else sentence


def _before_name(sentence: Sentence, rules: Rules) -> re.Match[str] | None:
    """Return a filler before a first name with which a sentence begins: "and Karim is my boss"."""
    found = rules.pattern("trim", "before_name").match(sentence.view)
    return found if found and is_first_name(found["name"], rules.language) else None


def with_apostrophes(sentence: Sentence, rules: Rules) -> Sentence:
    """Return *sentence* with the apostrophes that its words leave out: "hes 15", "cest bon"."""
    for place in reversed(languages.language(rules.language).missing_apostrophes(sentence.view)):
        text, view = (f"{said[:place]}'{said[place:]}" for said in (sentence.text, sentence.view))
        sentence = Sentence(text, view)
    return sentence


def stored(sentence: Sentence, rules: Rules) -> str:
    """Return the words of a trimmed *sentence* in the form to store."""
    for _ in range(_MOST_LEAD_INS):
        lasting = rules.pattern("trim", "lasting").match(sentence.view)
        if not lasting:
            break
        sentence = sentence.part(lasting.end())
    return finished(sentence.text)


def finished(text: str) -> str:
    """Return *text* as a sentence: single spaces, a capital, the period of its script; "" if it contains no word."""
    text = _FIRST_MARKS.sub("", LAST_MARKS.sub("", _SPACES.sub(" ", text)))
    if text.endswith('"') and text.count('"') % 2:
        text = LAST_MARKS.sub("", text[:-1])
    if not any(map(str.isalnum, text)):
        return ""
    if text[:1].islower() and not text[1:2].isupper():
        text = text[0].upper() + text[1:]
    return f"{text}。" if is_unspaced(text.rstrip("」』）》")) else f"{text}."


def subject_of(sentence: Sentence, rules: Rules) -> tuple[str | None, Category | None]:
    """Return the thing or person that a statement is about, with its category, if a pattern finds it."""
    slots = rules.table("slots").get("subjects", ())
    for (name, category, _), pattern in zip(slots, rules.patterns("slots", "subjects"), strict=True):
        if match := pattern.search(sentence.view):
            return named(name or match["subject"], rules), category or None
    return None, None


def introduces(view: str, rules: Rules, *, opens: bool) -> bool:
    """Return True if a statement opens with the first name of its speaker: "I'm Craig, a developer in Leeds".

    Without "I" ("Lena, 29, a designer", "Marco here") only one that *opens* a message is theirs; others may be a list.
    """
    for pattern in rules.patterns("about", "introductions") if opens else ():
        found = pattern.match(view)
        if found and is_first_name(found["name"], rules.language):
            return True
    opening = everywhere().introduces.match(view)
    name = _NAME.match(view, opening.end()) if opening else None
    if name is None or not is_first_name(name[0], rules.language):
        return False
    behind = view[name.end() :]
    return _AFTER_NAME.match(behind) is not None and (name[0][0].isupper() or not behind.startswith(" "))


def gives_meaning(view: str, rules: Rules) -> bool:
    """Return True if a sentence defines a word or a name: "QBR stands for quarterly business review"."""
    return any(pattern.search(view) for pattern in rules.patterns("association", "patterns"))


def speaks_of_person(view: str, rules: Rules) -> bool:
    """Return True if a sentence is about its speaker."""
    return rules.pattern("about", "person").search(view) is not None


def acceptable(content: str, rules: Rules) -> bool:
    """Return True if *content* has a length that may be stored."""
    shortest, longest = rules.limits.content_chars
    return shortest <= len(content) <= longest


def named(subject: str | None, rules: Rules) -> str | None:
    """Return *subject* in the form to store: trimmed; None if it is empty or too long."""
    subject = _ARTICLE_EDGE.sub("", _SPACES.sub(" ", subject or ""))
    return subject if 0 < len(subject) <= rules.limits.subject_chars else None

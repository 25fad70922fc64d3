"""Find corrections of earlier statements, in words that are clear alone, and changes of what is known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.plugins import dataclass, replace
from tiermem.plugins.text import UNSPACED, query_words, statement_key, word_list
from tiermem_hooks.extraction.model import says_always
from tiermem_hooks.extraction.pronouns.people import with_name
from tiermem_hooks.extraction.sentences import Sentence, is_unspaced, telling, word_count
from tiermem_hooks.extraction.statements import (
    acceptable,
    before_question,
    before_request,
    finished,
    named,
    speaks_of_person,
    stored,
    subject_of,
    trim,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiermem.plugins import Category, Tier
    from tiermem_hooks.extraction.rules import Rules

CHANGE = "change"
"""Kind of an observation that may change an entry, and is not stored by itself."""
_FEWEST_WORDS_OF_CHANGE, _MOST_WORDS_OF_CHANGE = 3, 40
"""Minimum and maximum words of a sentence about a change: shorter ones do not name what changed ("it moved"), longer
ones tell a story."""
_MOST_DENIALS = 3
"""Maximum consecutive denials: "No, that's wrong, …"."""
_MOST_WORDS_WITH_DAY = 12
_MOST_WORDS_WITH_NUMBER = 25
"""Maximum words of a statement that is a correction because of another day or number; longer ones name several."""
_FEWEST_WORDS_HEARD = 4
"""Minimum words of an assistant's sentence that states something: "Got it, thanks." does not."""
_FEWEST_TELLING = 4
"""Minimum telling words of a sentence that is clear though it begins with a pronoun: "It's oat milk or nothing"."""
_MOST_WORDS_OF_ANSWER = 4
PRECISE = ("weekday", "date", "time", "number")
"""Sorts of values by which memory finds the statement that a correction is about."""
_FEWEST_LEFT = 1
"""Minimum telling words of a statement that is clear without its wrong value."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CLAUSE_MARK = re.compile(r"[,;，；、]\s*|\s[-–—]\s")
_MARKS = " .!,;:—–-\t。！？，、；："


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A statement to keep.

    Attributes:
        content: The statement, ready to store.
        kind: As in `Observation.kind`.
        stands: True if it must hold whatever the next task is.
        correction: True if it corrects an earlier statement.
        corrects: The wrong statement: the assistant's, or one rebuilt from the correction.
        denied: The wrong value in it, if known.
        points: True if it only refers to the wrong statement, which was not found.
    """

    content: str
    kind: str
    tier: Tier
    category: Category | None
    subject: str | None
    importance: float
    confidence: float
    stands: bool = False
    correction: bool = False
    corrects: str | None = None
    denied: str | None = None
    points: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """The assistant's turn before a user's turn.

    Attributes:
        statements: Its declarative sentences, trimmed.
        last: Its last sentence; None if the user's turn does not answer one.
        asked: True if it ended with a question, other than a tag such as "right?".
        own: The user's earlier sentences.
        slips: True if the statements are the user's own, because the user says that these were wrong.
    """

    statements: tuple[Sentence, ...] = ()
    last: Sentence | None = None
    asked: bool = False
    own: tuple[Sentence, ...] = ()
    slips: bool = False

    def of_own(self, said: Iterable[Sentence], opening: str, rules: Rules) -> Heard:
        """Return the user's last statements instead, if the *opening* of a turn says that these were wrong.

        A second thought ("oops", "hang on") may be about anything, so it must share a word with one of them; with a day
        or a number, memory finds the statement with another one.
        """
        slips = rules.pattern("correction", "slip").search(opening) is not None
        if not slips and not rules.pattern("correction", "second_thought").match(opening):
            return self
        own = [before_question(trim(one, rules), rules) for one in said]
        sorts = [rules.pattern("correction.values", key) for key in PRECISE]
        if any(sort.search(opening) and sort.search(one.said.view) for sort in sorts for one in own):
            return replace(self, statements=(), last=None, asked=False)
        stated = tuple(one.said for one in own if not one.asks and telling(one.said.text, rules))
        alike = tuple(one for one in stated if telling(one.text, rules) & telling(opening, rules))
        chosen = alike or (stated if slips else ())
        return replace(self, statements=chosen, last=None, asked=False, slips=True) if chosen else self

    @classmethod
    def of(cls, said_before: Iterable[Sentence], rules: Rules) -> Heard:
        """Return the statements and the question of a turn with these sentences."""
        statements, asked, last = [], False, None
        for said in said_before:
            tag = rules.pattern("correction", "tag_question").search(said.view)
            asked, last = said.asks and not tag, said
            sentence = trim(said.part(0, tag.start()) if tag else said, rules)
            if not asked and word_count(sentence.view) >= _FEWEST_WORDS_HEARD:
                statements.append(sentence)
        return cls(tuple(statements), last, asked)

    def words(self, rules: Rules) -> frozenset[str]:
        """Return the telling words of its statements."""
        return frozenset(word for said in self.statements for word in telling(said.text, rules))

    def saying(self, old: str, rules: Rules) -> Sentence | None:
        """Return the last sentence with the words *old*, or with the last of them."""
        last = [word for word in query_words(old) if word in telling(old, rules)][-1:]
        for words in (old, *last):
            for said in reversed(self.statements):
                if _has_words(said.text, words):
                    return said
        return None

    def most_alike(self, new: str, rules: Rules) -> Sentence | None:
        """Return the last sentence with a value of the same sort as *new*: a weekday, a time, a number."""
        for key in rules.table("correction.values"):
            pattern = rules.pattern("correction.values", key)
            if pattern.search(new):
                for said in reversed(self.statements):
                    if pattern.search(said.view):
                        return said
        return None

    def about_the_same(self, right: Sentence, rules: Rules) -> Sentence | None:
        """Return the last sentence with at least half of the telling words of *right*."""
        wanted = telling(right.text, rules)
        shared = (
            said
            for said in reversed(self.statements)
            if 2 * len(telling(said.text, rules) & wanted) >= len(wanted)
        )
        return next(shared, None)

    @property
    def only(self) -> Sentence | None:
        """The only statement; None if there are several."""
        return self.statements[0] if len(self.statements) == 1 and not self.asked else None


@dataclass(frozen=True, slots=True)
class Denial:
    """The denial that opens a sentence, and the rest of the sentence.

    Attributes:
        rest: The sentence without the denial; "" if it has no more.
        plain: True if the denial is only a "no".
        said: True if there is a denial.
        instead: True if it opens with a word such as "actually".
    """

    rest: Sentence
    plain: bool = False
    said: bool = False
    instead: bool = False

    @classmethod
    def of(cls, sentence: Sentence, rules: Rules) -> Denial:
        """Remove the denial from a trimmed *sentence*."""
        rest = sentence
        openings: list[str] = []
        denial = rules.pattern("correction", "denial")
        while len(openings) < _MOST_DENIALS and (denied := denial.match(rest.view)):
            openings.append(rest.view[: denied.start("rest")])
            rest = trim(_behind_marks(rest, denied.start("rest")), rules)
        instead = rules.pattern("correction", "instead").match(rest.view)
        if instead:
            rest = trim(rest.part(instead.start("rest")), rules)
        plain = len(openings) == 1 and _is_plain(openings[0].strip(_MARKS), rules)
        return cls(rest, plain=plain, said=bool(openings), instead=instead is not None)


def _is_plain(opening: str, rules: Rules) -> bool:
    """Return True if a denial is only a "no"."""
    if rules.has("correction", "plain"):
        return rules.pattern("correction", "plain").fullmatch(opening) is not None
    return len(opening.split()) == 1


def correction_of(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction in a sentence of a form such as "no, it's Thursday", "A, not B", "I meant A"."""
    rest = denial.rest
    if not rest.view or is_unsure(rest, rules):
        return None
    finding = (
        _retold(rest, rules)
        or _taken_back(rest, heard, rules)
        or _meant(rest, heard, rules)
        or _contrasted(rest, heard, rules)
        or _opened(denial, heard, rules)
        or _pointed(rest, denial, heard, rules)
        or _looked_back(denial, rules)
    )
    return _with_wrong(finding, rest, heard, rules) if finding and finding.corrects is None else finding


def as_correction(finding: Finding, denial: Denial, heard: Heard, rules: Rules) -> Finding:
    """Return *finding* as a correction of what was *heard*, with the wrong statement if it is found."""
    values = rules.table("correction")
    corrected = replace(
        finding,
        kind="correction",
        correction=True,
        importance=max(finding.importance, values["importance"]),
        confidence=max(finding.confidence, values["confidence"]),
    )
    return _with_wrong(corrected, denial.rest, heard, rules)


def amended(right: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction in a sentence that only refers to what was *heard*: "it's Grenoble"."""
    if heard.asked or not heard.statements or is_unsure(right, rules):
        return None
    wrong = heard.most_alike(right.text, rules) or heard.about_the_same(right, rules) or heard.only
    return _amended(body_of(right), wrong, heard, rules) if wrong else None


def gives_both(sentence: Sentence, rules: Rules) -> bool:
    """Return True if a sentence gives the right and the wrong value: "my manager is A, not B"."""
    return _rebuilt(sentence, rules) is not None


def contrasts(sentence: Sentence, rules: Rules) -> bool:
    """Return True if a sentence says what is not so, and what is: "my son isn't in Nancy, he's in Metz"."""
    return _contrast(body_of(sentence), rules) is not None


def only_slips(sentence: Sentence, rules: Rules) -> bool:
    """Return True if a sentence only says that something was wrong: "sorry, I got that wrong"."""
    slip = rules.pattern("correction", "slip")
    if not slip.search(sentence.view):
        return False
    rest = rules.pattern("correction", "second_thought").sub(" ", slip.sub(" ", sentence.view))
    return not telling(rest, rules)


def answers_only(denial: Denial, rules: Rules) -> bool:
    """Return True if a denial gives no right value: "no, it's fine", "no, is it?"."""
    rest = denial.rest
    if not denial.said or is_unsure(rest, rules):
        return denial.said
    short = word_count(rest.view) <= _MOST_WORDS_OF_ANSWER and not speaks_of_person(rest.view, rules)
    return short and _is_empty(rest.view, rules) and not names_value(rest, rules)


def says_little(sentence: Sentence, heard: Heard, rules: Rules) -> bool:
    """Return True if a sentence only refers to what was said before, and is unclear without it."""
    if speaks_of_person(sentence.view, rules) or not points_at(body_of(sentence).view, rules):
        return False
    is_of_group = rules.pattern("about", "group").match(sentence.view)
    if is_of_group and (not heard.statements or says_always(sentence.view, rules.language)):
        return False
    return len(telling(sentence.text, rules)) < _FEWEST_TELLING


def contradicted(right: Sentence, heard: Heard, rules: Rules) -> Sentence | None:
    """Return the last sentence *heard* that gives the same thing another value of the same sort."""
    if word_count(right.view) > _MOST_WORDS_WITH_NUMBER:
        return None
    short = (said for said in reversed(heard.statements) if word_count(said.view) <= _MOST_WORDS_WITH_NUMBER)
    return next((said for said in short if _contradicts(right, said, rules)), None)


def changed(denial: Denial, heard: Heard, rules: Rules, *, asks: bool) -> Finding | None:
    """Return a statement that is not stored by itself, because it may change something that is known.

    Only memory knows what it is about, unless it says "no" and gives the right and the wrong value.
    """
    said = before_request(denial.rest, rules)[0]
    words = word_count(said.view)
    if asks or "\ufffc" in said.view or is_unsure(said, rules) or words > _MOST_WORDS_OF_CHANGE:
        return None
    only_points = points_at(said.view, rules) is not None and not speaks_of_person(said.view, rules)
    is_whole = rules.pattern("trim", "whole").match(said.view) is not None
    points = only_points or (words < _FEWEST_WORDS_OF_CHANGE and not is_whole)
    wrong = _rebuilt(said, rules)
    corrects = denial.said and wrong is not None and _states(said, rules) and not heard.asked
    found = _correction(stored(said, rules), None, person=speaks_of_person(said.view, rules), rules=rules)
    if found is None:
        return None
    return replace(
        found,
        kind="correction" if corrects else CHANGE,
        correction=denial.said or wrong is not None,
        corrects=wrong[0] if wrong else None,
        denied=wrong[1] if wrong else None,
        points=points,
    )


def is_unsure(sentence: Sentence, rules: Rules) -> bool:
    """Return True if the *sentence* asks or is hedged."""
    asks = sentence.asks or rules.pattern("question", "asks").match(sentence.view) is not None
    return asks or rules.pattern("correction", "hedge").search(sentence.view) is not None


def points_at(view: str, rules: Rules) -> re.Match[str] | None:
    """Match a sentence that only refers to what was said: "it is X"."""
    return rules.pattern("correction", "elliptic").match(view)


def names_value(rest: Sentence, rules: Rules) -> bool:
    """Return True if *rest* refers to what was said and gives it another value."""
    match = points_at(body_of(rest).view, rules)
    return match is not None and not _is_empty(match["new"], rules)


def body_of(sentence: Sentence) -> Sentence:
    """Return *sentence* without the marks at its end."""
    return sentence.part(0, len(sentence.view.rstrip(" .!…。！")))


def _with_wrong(finding: Finding, rest: Sentence, heard: Heard, rules: Rules) -> Finding:
    """Return the correction with the wrong statement: as it was heard, or rebuilt from "X, not Y"."""
    said = _rebuilt(rest, rules)
    if said:
        return replace(finding, corrects=said[0], denied=said[1])
    wrong = heard.about_the_same(rest, rules)
    if wrong is None and heard.slips:
        wrong = heard.most_alike(rest.text, rules) or heard.statements[-1]
    return replace(finding, corrects=wrong.text) if wrong else finding


def _rebuilt(sentence: Sentence, rules: Rules) -> tuple[str, str] | None:
    """Return the wrong statement that a sentence like "my manager is X, not Y" corrects, and its wrong value Y."""
    match = _contrast(body_of(sentence), rules)
    if match is None or "lead" in match.re.groupindex:
        return None
    new, old = match["new"].strip(), match["old"].strip()
    behind = (old[mark.end() :] for mark in _CLAUSE_MARK.finditer(old))
    if any(points_at(one, rules) for one in behind):
        return None  # "saw the doctor, not nuts, it's soy"
    for key in rules.table("correction.values"):
        pattern = rules.pattern("correction.values", key)
        right = list(pattern.finditer(new))
        if right and pattern.search(old):
            return new[: right[-1].start()] + old + new[right[-1].end() :], old
    if copula := rules.pattern("correction", "copula").match(new):
        return copula[0] + old, old
    kept = [] if is_unspaced(old) else new.split()[: -len(old.split())]
    return (" ".join((*kept, old)), old) if kept else None


def _contrast(body: Sentence, rules: Rules) -> re.Match[str] | None:
    """Match the right and the wrong value in *body*, as the groups ``new`` and ``old``."""
    found = (pattern.match(body.view) for pattern in rules.patterns("correction", "contrast"))
    return next(filter(None, found), None)


def _looked_back(denial: Denial, rules: Rules) -> Finding | None:
    """Return the correction of an earlier session's statement: "the deploy is on X, not Y".

    X and Y must be values of one sort. Only memory knows what "it is X, not Y" is about.
    """
    rest, body = denial.rest, body_of(denial.rest)
    match = _contrast(body, rules)
    within = rules.pattern("correction", "within").search(rest.view)
    if not match or not (denial.said or denial.instead or within):
        return None
    new, old = match["new"], match["old"].strip()
    sorts = (rules.pattern("correction.values", key) for key in rules.table("correction.values"))
    alike = any(sort.search(new) and sort.search(old) for sort in sorts)
    if not (alike or (denial.said and not denial.plain)):
        return None
    if points_at(body.view, rules):
        known = names_value(rest, rules) and telling(old, rules)
        return _pointing(body.text[:1].lower() + body.text[1:], old, body, rules) if known else None
    if _is_value(new, rules):
        return _pointing(new, old, body, rules) if alike and not denial.plain else None
    stated = _stated(rest, rules) if denial.said else None
    return _alone(rest, stated, rules) if stated else None


def _pointing(new: str, old: str, body: Sentence, rules: Rules) -> Finding | None:
    """Return the correction of something that only memory knows, with its wrong value *old*."""
    content = rules.table("correction")["pointing"].format(new=new)
    finding = _correction(content, None, person=speaks_of_person(body.view, rules), rules=rules)
    return replace(finding, corrects=old, denied=old, points=True) if finding else None


def _opened(denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction in a whole statement, after more than a "no" or about the same thing."""
    subject = _stated(denial.rest, rules) if denial.said or denial.instead else None
    if subject is None or not heard.statements:
        return None
    clear = denial.said and not denial.plain
    about = telling(subject, rules) & heard.words(rules)
    return _alone(denial.rest, subject, rules) if clear or about else None


def _stated(sentence: Sentence, rules: Rules) -> str | None:
    """Return the subject of a whole statement with a telling value; None if it is not one."""
    match = rules.pattern("correction", "open_statement").match(sentence.view)
    return match["subject"] if match and not _is_empty(match["new"], rules) else None


def _contrasted(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction of the assistant's value Y: "it is X, not Y"."""
    body = body_of(rest)
    for pattern in rules.patterns("correction", "contrast"):
        match = pattern.match(body.view)
        wrong = heard.saying(match["old"], rules) if match else None
        if match and wrong:
            bare = "lead" not in match.re.groupindex and _is_value(match["new"], rules)
            if bare or points_at(body.view, rules):
                return _denying(_amended(body, wrong, heard, rules), match["old"], rules)
            stated = _alone(rest, None, rules)
            return _denying(replace(stated, corrects=wrong.text), match["old"], rules) if stated else None
    return None


def _retold(rest: Sentence, rules: Rules) -> Finding | None:
    """Return what is so instead of what the user said of somebody: "I told you my sister is vegan but she's …"."""
    body = body_of(rest)
    match = rules.pattern("correction", "retold").match(body.view)
    if not match:
        return None
    said = match["old"]
    for short, whole in rules.table("about.pronouns").get("shortened", {}).items():
        said = said.replace(short, whole, 1)
    new = with_name(body.part(match.start("new")), Sentence(said, said), rules)
    found = _alone(new, None, rules) if speaks_of_person(new.view, rules) else None
    return replace(found, corrects=finished(match["old"])) if found else None


def _taken_back(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction of the user's own words: "I said X, but it's Y"."""
    match = rules.pattern("correction", "taken_back").match(body_of(rest).view)
    if not match:
        return None
    wrong = replace(heard, statements=(*heard.statements, *heard.own)).saying(match["old"], rules)
    found = _alone(rest, None, rules)
    return _denying(replace(found, corrects=wrong.text), match["old"], rules) if found and wrong else found


def _meant(rest: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    body = body_of(rest)
    match = rules.pattern("correction", "meant").match(body.view)
    if not match:
        return None
    old = match["old"]
    wrong = heard.saying(old, rules) if old else heard.most_alike(match["new"], rules)
    if wrong is None:
        return _pointing(match["new"], old.strip(), body, rules) if old else None
    return _denying(_amended(body, wrong, heard, rules), old, rules)


def _pointed(rest: Sentence, denial: Denial, heard: Heard, rules: Rules) -> Finding | None:
    """Return the correction "it's Thursday", or just "Thursday", with the sentence that it corrects."""
    body = body_of(rest)
    if not (denial.said or denial.instead) or speaks_of_person(body.view, rules):
        return None
    match = points_at(body.view, rules)
    if match and not _is_empty(match["new"], rules):
        wrong = heard.most_alike(match["new"], rules) or heard.only
        return _amended(body, wrong, heard, rules) if wrong and telling(match["new"], rules) else None
    if denial.said and _is_value(body.view, rules):
        wrong = heard.most_alike(body.view, rules)
        return _amended(body, wrong, heard, rules) if wrong else None
    return None


def _amended(new: Sentence, wrong: Sentence, heard: Heard, rules: Rules) -> Finding | None:
    values = rules.table("correction")
    old = finished(wrong.text)
    if len(old) > values["old_chars"]:
        return None
    words = new.text[:1].lower() + new.text[1:] if points_at(new.view, rules) else new.text
    content = values["template"].format(new=words, old=old)
    if heard.slips and (rest := _without(old, new.text, rules)):
        content = finished(f"{finished(new.text).rstrip('.')} ({rest})")
    person = speaks_of_person(new.view, rules) or rules.pattern("about", "assistant_person").search(
        wrong.view
    )
    match = rules.pattern("correction", "open_statement").match(wrong.view)
    amended = _correction(content, match["subject"] if match else None, person=bool(person), rules=rules)
    return replace(amended, corrects=wrong.text) if amended else None


def _without(text: str, said: str, rules: Rules) -> str | None:
    """Return a statement without the words that a correction names too: "My son is allergic to …"; None if it has none.

    They are the wrong value: "it's milk, eggs are fine".
    """
    named = telling(said, rules)
    left = _WORD.sub(lambda word: "…" if telling(word[0], rules) & named else word[0], text.rstrip(_MARKS))
    is_clear = "…" in left and len(telling(left, rules)) >= _FEWEST_LEFT
    return left if is_clear and not UNSPACED.search(text) else None


def _denying(finding: Finding | None, old: str | None, rules: Rules) -> Finding | None:
    """Return the correction with the value that it denies, if the wrong statement has that value."""
    if not (finding and old and finding.corrects):
        return finding
    if not (_has_words(finding.corrects, old) or telling(old, rules) <= telling(finding.corrects, rules)):
        return finding
    return replace(finding, denied=old.strip())


def _alone(sentence: Sentence, subject: str | None, rules: Rules) -> Finding | None:
    subject = subject or subject_of(sentence, rules)[0]
    person = speaks_of_person(sentence.view, rules)
    return _correction(finished(sentence.text), subject, person=person, rules=rules)


def _correction(content: str, subject: str | None, *, person: bool, rules: Rules) -> Finding | None:
    if not acceptable(content, rules):
        return None
    values = rules.table("correction")
    return Finding(
        content=content,
        kind="correction",
        tier="user" if person else "memory",
        category=None,
        subject=named(subject, rules),
        importance=values["importance"],
        confidence=values["confidence"],
        correction=True,
    )


def _states(sentence: Sentence, rules: Rules) -> bool:
    """Return True if the right part is a whole statement, unlike "the server is" in "the server is not working"."""
    match = _contrast(body_of(sentence), rules)
    stated = rules.pattern("correction", "open_statement").match(match["new"]) if match else None
    return stated is not None and not _is_empty(stated["new"], rules)


def _behind_marks(sentence: Sentence, start: int) -> Sentence:
    """Return the sentence from *start* on, without marks at its beginning."""
    marks = len(sentence.view[start:]) - len(sentence.view[start:].lstrip(_MARKS))
    return sentence.part(start + marks)


def _is_value(view: str, rules: Rules) -> bool:
    """Return True if a text is only a value: "Thursday"."""
    return rules.pattern("correction", "value").fullmatch(view) is not None and not _is_empty(view, rules)


def _is_empty(view: str, rules: Rules) -> bool:
    """Return True if a right value says nothing: "fine"."""
    return rules.pattern("correction", "empty_value").match(view) is not None


def _contradicts(right: Sentence, said: Sentence, rules: Rules) -> bool:
    """Return True if both give values of the same sort that differ."""
    theirs = _numbered(said.text, rules)
    if any(theirs.get(word, value) != value for word, value in _numbered(right.text, rules).items()):
        return True
    if word_count(right.view) > _MOST_WORDS_WITH_DAY or not _is_about(right, said, rules):
        return False
    for name in ("weekday", "date", "time"):
        sort = rules.pattern("correction.values", name)
        mine, others = ({match[0] for match in sort.finditer(one.view)} for one in (right, said))
        if mine and others and not mine & others:
            return True
    return False


def _is_about(right: Sentence, said: Sentence, rules: Rules) -> bool:
    """Return True if *right* gives a value to something in *said*, or to a pronoun."""
    body = body_of(right)
    if points_at(body.view, rules):
        return True
    match = rules.pattern("correction", "open_statement").match(body.view)
    return bool(match and telling(match["subject"], rules) & telling(said.text, rules))


def _numbered(text: str, rules: Rules) -> dict[str, str]:
    """Return telling word → the number soon after it, and counted thing → its number."""
    found: dict[str, str] = {}
    words = word_list(text)
    known = telling(text, rules)
    number = rules.pattern("correction.values", "number")
    for place, word in enumerate(words):
        if number.fullmatch(word) and words[place + 1 : place + 2] and words[place + 1] in known:
            found[f"{words[place + 1]} counted"] = word
        if word.isdigit():
            before = [
                other for other in words[max(0, place - 3) : place] if other in known and not other.isdigit()
            ]
            found.update(dict.fromkeys(before[-1:], word))
    return found


def _has_words(text: str, words: str) -> bool:
    """Return True if *text* has these words side by side."""
    return f" {_spaced(words)} " in f" {_spaced(text)} "


def _spaced(text: str) -> str:
    """Return the words of *text*, or its characters where no spaces separate words, with single spaces between."""
    key = "".join(c if c.isalnum() else " " for c in statement_key(text))
    return " ".join(UNSPACED.sub(r" \g<0> ", key).split())

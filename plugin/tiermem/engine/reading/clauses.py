"""Split a statement: its clauses, its facts, the place in an introduction, and the values that it replaces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import MARKS, Unspaced, lexicon_of, tidied
from tiermem.support.lazy import pattern
from tiermem.text import fold, straight
from tiermem.text.languages import changes_of, language
from tiermem.text.names import names_of
from tiermem.text.scripts import UNSPACED
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.engine.reading.lexicon import Spaced

_END = r"(?<!\b[DJMSdjms]r)(?<!\b[DMSdms][mr][aes])(?<!\b[Pp]rof)[.!]\s|\s-\s|[—–]"
"""The end of a sentence, and not a title's period."""
_ENDS = pattern(rf"[,;:](?=\s)|{_END}")
_WIDE_ENDS = pattern(rf"[,;:](?=\s|[^\x00-\u2fff])|{_END}|[，；]|[、。]")
"""For a text with a character from U+3000 on. The other takes a tenth of the time to compile."""
_ASKED = pattern(r"(?:[,;:](?=\s)|[.!…](?=\s)|\s-\s|—|–|[，；、。！])[^,;:.!，；、。！]*[?？]\s*$")
"""The question at the end of a sentence that states something before it."""
_FEWEST_IN_CLAUSE = 3
"""Minimum words of a clause; minimum characters in a script without spaces."""
_FEWEST_NOTES, _FEWEST_IN_NOTE = 3, 3
"""Minimum parts between commas of a text that reads like notes; minimum words of each."""
_FEWEST_BESIDE = 2
"""Minimum words after the verb of a fact besides the relatives that it adds."""
_TIME = pattern(r"\b\d{1,2}(?:[:.]\d\d|h\d?\d?)?(?:am|pm)?\b")
"""A time of day, as far as its digits show one."""
_DIGIT = pattern(r"\d")
_ORDINAL = pattern(r"(?<!\d)(?:[12]?\d|3[01])$")
_WORD = pattern(r"[^\W\d_]+")
_SENTENCE_END = pattern(r"[.!](?=\s)|[。！]")
_MOST_IN_THING = 3
"""Maximum words of a right value in a sentence of its own."""
_THING = pattern(
    r"(?!因[为為]|[为為]了|很|太|[个個])(?:[\u3400-\u9fff々]{1,4}[\u3400-\u9fff々]|[\u30a0-\u30ff]{2,8})(?<!的)"
)
"""Such a value where no spaces separate words."""
_STARS = " *×✗"
"""Marks in front of a right word."""
_FEWEST_IN_WISH = 2
"""Minimum words of one of several wishes."""
_VERB_WITHIN = 5
"""Words after a conjunction that contain the verb of a fact."""
_OF_PLACES = frozenset({"home", "housing", "trip"})
"""Topics that a place may show; a word of another one is no place: "in Python"."""


class Introduction(NamedTuple):
    """A speaker's introduction with a place.

    Attributes:
        rest: The introduction without the place.
        home: The statement that the speaker lives there.
    """

    rest: str
    home: str


@lru_cache(maxsize=256)
def clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a statement that has several."""
    said = tidied(text)
    return tuple(_clauses(said, lexicon_of(said)))


def pieces(text: str) -> list[str]:
    """Return the texts between the marks of a statement, however short."""
    return [piece.strip() for piece in _cut(tidied(text)) if piece.strip()]


@lru_cache(maxsize=256)
def before_question(text: str) -> str | None:
    """Return the statement of a sentence before its final question; None if it has none."""
    asked = _ASKED.search(text)
    if asked is None:
        return None
    stated = text[: asked.start()].strip()
    size = len(stated) if UNSPACED.search(stated) else len(stated.split())
    is_question = stated.endswith(("?", "？")) or _is_inverted(stated)
    return stated if size >= _FEWEST_IN_CLAUSE and not is_question else None


def _cut(text: str) -> list[str]:
    ends = _ENDS if text.isascii() or max(text) < "\u3000" else _WIDE_ENDS
    found, start = [], 0
    for end in ends.finditer(text):
        if not _is_within_date(text, end):
            found.append(text[start : end.start()])
            start = end.end()
    return [*found, text[start:]]


def _is_within_date(text: str, end: re.Match[str]) -> bool:
    """Return True for the period of an ordinal number before a month: "am 3. November"."""
    if end[0][0] != "." or not _ORDINAL.search(text, max(0, end.start() - 3), end.start()):
        return False
    following = _WORD.match(text, end.end())
    return following is not None and fold(following[0]) in lexicon_of(text).language.months


def _is_inverted(text: str) -> bool:
    """Return True if a verb comes before its subject: "should we have moved"."""
    lexicon = lexicon_of(text)
    if isinstance(lexicon, Unspaced):
        return False
    words = [lexicon.spelt(word) for word in text.split()[:2]]
    return len(words) > 1 and words[0] in lexicon.verbs and words[1] in lexicon.starts


@lru_cache(maxsize=8_192)
def facts(text: str) -> tuple[str, ...]:
    """Return the facts that a statement joins, each with its subject: "I live in Lyon", "I work at Shell"."""
    said = tidied(text)
    lexicon = lexicon_of(said)
    if isinstance(lexicon, Unspaced):
        return tuple(_clauses(said, lexicon) or _apart_unspaced(said, lexicon))
    found = _notes(said, lexicon)
    if not found and _DIGIT.search(said):  # versions and times have one
        found = _numbered(said, lexicon) or _timed(said, lexicon)
    found = found or _wishes(said, lexicon) or _facts(said, lexicon)
    return tuple(part for fact in found for part in _apart_from_company(fact, lexicon))


def company_of(fact: str) -> str | None:
    """Return the people of a fact that `facts` made only of them: "my husband" of "I live with my husband"."""
    lexicon = lexicon_of(fact)
    if isinstance(lexicon, Unspaced):
        before, _, behind = lexicon.data.shares.partition("{}")
        is_only = bool(behind) and fact.startswith(before) and fact.endswith(behind)
        return fact[len(before) : -len(behind)] if is_only else None
    words = fact.split()
    span = _company(words, lexicon)
    if span is None:
        return None
    is_all = all(lexicon.spelt(word.strip(MARKS)) in lexicon.function for word in words[span[1] :])
    return " ".join(words[span[0] + 1 : span[1]]) if is_all else None


def _apart_from_company(fact: str, lexicon: Spaced) -> list[str]:
    """Return a fact without the relatives that it adds, and a fact of these: both hold, and each may end by itself.

    "I live in Leipzig with my husband": "I live in Leipzig", "I live with my husband".
    """
    words = fact.split()
    span = _company(words, lexicon)
    if span is None:
        return [fact]
    start, end = span
    known = lexicon.verbs | lexicon.joined
    small = [lexicon.spelt(word.strip(MARKS)) for word in words[:start]]
    verb = next((place for place, word in enumerate(small) if {word, word.rpartition("'")[2]} & known), None)
    is_described = (
        lexicon.spelt("".join(words[end : end + 1]).strip(MARKS)) in lexicon.which
    )  # "my wife, who …"
    if verb is None or is_described or _has_object(small[verb:], lexicon):
        return [fact]
    company = " ".join(words[start:end])
    mark = "," if end < len(words) and company.endswith(",") else ""
    rest = [*words[: start - 1], f"{words[start - 1]}{mark}", *words[end:]]
    is_more = len(rest) > verb + _FEWEST_BESIDE
    return (
        [" ".join(rest).rstrip(f"{MARKS} "), " ".join([*words[: verb + 1], company.rstrip(f"{MARKS} ")])]
        if is_more
        else [fact]
    )


def _has_object(words: Sequence[str], lexicon: Spaced) -> bool:
    """Return True if a verb other than of living has an object, without which it says nothing: "take the train"."""
    behind = words[1] if len(words) > 1 else ""
    is_object = lexicon.stem(behind) in lexicon.articles or behind in lexicon.mine or behind[:1].isdigit()
    return is_object and words[0] not in lexicon.dwells


def _apart_unspaced(fact: str, lexicon: Unspaced) -> list[str]:
    """Return the same of a fact without spaces: 我和小美住在上海 says 我住在上海 and 我和小美一起住."""
    found = lexicon.company.search(fact)
    if found is None:
        return [fact]
    rest = f"{fact[: found.start()]}{fact[found.end() :]}".rstrip("。")
    return [rest, lexicon.data.shares.format(found["who"])]


def _company(words: Sequence[str], lexicon: Spaced) -> tuple[int, int] | None:
    """Return the place of "with my husband Jonas and our daughter Mia"; None if there is nothing like it."""
    small = [lexicon.spelt(word.strip(MARKS)) for word in words]
    mine = lexicon.mine | lexicon.theirs if lexicon.is_note(" ".join(words)) else lexicon.mine
    for start in range(1, len(words) - 1):
        if small[start] not in lexicon.company:
            continue
        is_home = any(word.rpartition("'")[2] in lexicon.dwells for word in small[:start])
        is_named = is_home and _is_person(words[start + 1], lexicon)
        is_mine = small[start + 1] in mine
        is_counted = not lexicon.kin.isdisjoint(small[start + 2 : start + 3])  # "with two cats"
        if not (is_mine or is_counted or is_named):
            continue
        is_known = is_home and is_mine and _is_known(words[start + 2 : start + 4], lexicon)
        end = start + 3 if is_known else start + 1 + is_counted
        end = _company_end(end, words, small, mine, lexicon)
        is_whole = end == len(words) or small[end] in lexicon.function
        if is_whole and (is_named or is_known or not lexicon.kin.isdisjoint(small[start:end])):
            return start, end
    return None


def _company_end(
    start: int, words: Sequence[str], small: Sequence[str], mine: frozenset[str], lexicon: Spaced
) -> int:
    """Return the end of the people whom a statement names from a place on."""
    end = start
    while (
        end < len(words)
        and (
            small[end] in mine | lexicon.kin
            or words[end][:1].isupper()
            or words[end].strip("(),").isdigit()  # "Emil (9)"
            or (
                small[end] in lexicon.splits
                and end + 1 < len(words)
                and (
                    _is_of_company(end + 1, words, small, lexicon)
                    or not lexicon.kin.isdisjoint(small[end + 2 : end + 3])
                )
            )
            or (
                small[end - 1] in lexicon.splits | mine
                and not lexicon.kin.isdisjoint(small[end + 1 : end + 2])
            )  # "and a dog", "our two cats"
        )
    ):
        end += 1
    return end


def _is_person(written: str, lexicon: Spaced) -> bool:
    """Return True for the name of somebody with whom one may live, and not for "Parkinson's"."""
    name = written.strip(MARKS)
    if not (name.isalpha() and name.istitle()):
        return False
    if fold(name) in names_of("person"):
        return True
    return lexicon.is_name(name) and fold(name) not in names_of("place") and not topics_of(name)


def _is_known(words: Sequence[str], lexicon: Spaced) -> bool:
    """Return True for somebody's name behind who it is, in whatever word: "missus Karen", not "Steam Deck"."""
    is_noun = lexicon.data.capital_nouns or "".join(words[:1]).islower()
    return is_noun and any(_is_person(word, lexicon) for word in words[1:])


def _is_of_company(place: int, words: Sequence[str], small: Sequence[str], lexicon: Spaced) -> bool:
    return small[place] in lexicon.mine | lexicon.kin or words[place][:1].isupper()


def joined(facts: Sequence[str]) -> str:
    """Return facts that were split as one text, each a sentence."""
    if UNSPACED.search(facts[0]):
        return "".join(f"{fact}。" for fact in facts)
    return " ".join(f"{fact[0].upper()}{fact[1:]}." for fact in facts)


def _notes(text: str, lexicon: Spaced) -> list[str]:
    """Return the parts of short notes: "12p a word, client is Fox Press, contact there Ms Vogt"."""
    parts = pieces(text.rstrip(f"{MARKS} "))
    if len(parts) < _FEWEST_NOTES:
        return []
    words = [[lexicon.spelt(word) for word in part.split()] for part in parts]
    is_noted = all(len(one) >= _FEWEST_IN_NOTE for one in words)
    has_copula = any(
        one[1] in lexicon.copulas and one[0] not in lexicon.function for one in words[1:] if is_noted
    )
    return parts if has_copula else []


def is_wish(text: str) -> bool:
    """Return True for a wish about what the agent does: "use km". In a script without spaces that is not known."""
    lexicon = lexicon_of(text)
    return (
        not isinstance(lexicon, Unspaced) and _first_wish(_spelt(text.split(), lexicon), lexicon) is not None
    )


def _spelt(words: Sequence[str], lexicon: Spaced) -> list[str]:
    return [lexicon.spelt(word.strip(MARKS).partition("-")[0]) for word in words]  # "tutoie-moi"


def _first_wish(small: Sequence[str], lexicon: Spaced) -> int | None:
    """Return the place of the word with which a wish begins; None if the words are no wish."""
    first = next((place for place, word in enumerate(small) if word in lexicon.wishes), None)
    is_led = first is not None and lexicon.leads.issuperset(small[:first])
    return first if is_led and (lexicon.we & lexicon.starts).isdisjoint(small) else None


def _wishes(text: str, lexicon: Spaced) -> list[str]:
    """Return the wishes that a statement joins: "no emojis and use km"; none if it is no wish, or only one."""
    words = text.rstrip(f"{MARKS} ").split()
    small = _spelt(words, lexicon)
    first = _first_wish(small, lexicon)
    if first is None:
        return []
    found, start = [], 0
    for place in range(first + 1, len(words)):
        is_joined = small[place - 1] in lexicon.splits
        if small[place] in lexicon.wishes and (is_joined or words[place - 1][-1] in MARKS):
            found.append(words[start : place - is_joined])
            start = place
    found.append(words[start:])
    is_several = len(found) > 1 and all(
        len(" ".join(one).replace("-", " ").split()) >= _FEWEST_IN_WISH for one in found
    )
    return [" ".join(one).rstrip(MARKS) for one in found] if is_several else []


def _numbered(text: str, lexicon: Spaced) -> list[str]:
    """Return the facts of a list of things with versions: "We use Python 3.11 and Postgres, deploys on Thursdays"."""
    first, *rest = _clauses(text, lexicon) or [text]
    words = first.rstrip(f"{MARKS} ").split()
    small = [lexicon.spelt(word.strip(MARKS)) for word in words]
    verb = next((place for place, word in enumerate(small) if word in lexicon.verbs | lexicon.light), None)
    if verb is None:
        return []
    items: list[list[str]] = [[]]
    for word, plain in zip(words[verb + 1 :], small[verb + 1 :], strict=True):
        if plain not in lexicon.splits:
            items[-1].append(word.strip(MARKS))
        if plain in lexicon.splits or word[-1] in MARKS:
            items.append([])
    items = [item for item in items if item]
    is_list = any(len(item) == 2 for item in items) and all(_is_named(item, lexicon) for item in items)
    if not is_list or len(items) + len(rest) < 2:
        return []
    return [*(" ".join([*words[: verb + 1], *item]) for item in items), *(one.rstrip(MARKS) for one in rest)]


def _timed(text: str, lexicon: Spaced) -> list[str]:
    """Return a statement and the times noted behind it: "My manager is Ines, standup at 9:30"."""
    first, *rest = (one.rstrip(f"{MARKS} ") for one in _clauses(text, lexicon) or [text])
    verbs = lexicon.verbs | lexicon.joined | lexicon.light
    small = [[lexicon.spelt(word.strip(MARKS)) for word in one.split()] for one in (first, *rest)]
    is_noted = bool(rest) and not verbs.isdisjoint(small[0])
    for words, one in zip(small[1:], rest, strict=True):
        is_noted = is_noted and bool(_TIME.search(one)) and words[0] not in lexicon.function
        is_noted = is_noted and not words[0][0].isdigit()  # "…, 3 times a week"
        is_noted = is_noted and verbs.isdisjoint(words)
    return [first, *rest] if is_noted else []


def _is_named(item: Sequence[str], lexicon: Spaced) -> bool:
    """Return True for a thing with its version, and for a name alone."""
    name, *version = item
    if not name.isalpha() or (name[0].islower() and lexicon.spelt(name) in lexicon.function):
        return False
    return version[0][:1].isdigit() if len(version) == 1 else not version and name[0].isupper()


def stands_alone(fact: str) -> bool:
    """Return False if a fact, cut out of its sentence, begins with a reference to the words before: "he works"."""
    lexicon = lexicon_of(fact)
    if isinstance(lexicon, Unspaced):
        return lexicon.small.match(fact) is None or lexicon.kin.match(fact) is not None
    words = [lexicon.spelt(word.partition("'")[0]) for word in fact.split()[:2]]
    is_first_person = words[0] in lexicon.we or words[0] in lexicon.mine
    if is_first_person or lexicon.tokens(fact).is_note:
        return True
    is_shortened = "'" in fact.split(maxsplit=1)[0]  # "he's 3"
    return not (words[0] in lexicon.function and (is_shortened or words[-1] in lexicon.verbs))


@lru_cache(maxsize=8_192)
def introduction(text: str) -> Introduction | None:
    """Return the parts of a speaker's introduction with a place; None for any other statement.

    An introduction says what somebody is, with an article or the word for a job: "I'm due in June" is none.
    """
    said = tidied(text).rstrip(f"{MARKS}。 ")
    code = lexicon_of(said).code
    found = _introducing(code).fullmatch(said)
    if found is None or not _is_place(found["place"], code):
        return None
    parts = found.groupdict()
    rest = parts.get("rest") or ""
    if not (rest or parts.get("article") or "job" in topics_of(found["who"])):
        return None
    data = changes_of(code)
    assert data is not None
    return Introduction(f"{found['who']}{rest}", data.lives.format(found["place"]))


def _is_place(text: str, code: str) -> bool:
    return fold(text) not in language(code).months and not topics_of(text).keys() - _OF_PLACES


@cache
def _introducing(code: str) -> re.Pattern[str]:
    data = changes_of(code)
    return pattern(data.introduces if data else "(?!)", re.IGNORECASE)


@lru_cache(maxsize=512)
def swaps(text: str) -> tuple[tuple[str, str], ...]:
    """Return each right value that a statement gives beside a wrong one, with the wrong one: "X, not Y"."""
    said = tidied(text).lstrip(_STARS)
    lexicon = lexicon_of(said)
    matched = (match for one in lexicon.swaps for match in one.find(said))
    found = [match for match in matched if _is_of_one_sentence(match) or _gives_thing(match, said, lexicon)]
    if isinstance(lexicon, Unspaced):
        values = [
            (_trimmed(match["right"], lexicon), wrong)
            for match in found
            for wrong in (match["wrong"], _trimmed(match["wrong"], lexicon))
            if not lexicon.trails.fullmatch(match["right"])  # モモじゃないよ
        ]
        return tuple(dict.fromkeys(values))
    told = [(match["right"].strip(), _told(match["wrong"], lexicon)) for match in found]
    behind = [_pair(*one, lexicon) for one in told if not _only_goes_on(*one, lexicon)]
    whole = [
        (_without_articles(right, lexicon) if _without_articles(wrong, lexicon) == wrong else right, wrong)
        for right, wrong in behind
    ]
    bare = [(_without_articles(right, lexicon), _without_articles(wrong, lexicon)) for right, wrong in whole]
    says_more = {right for right, _ in (*whole, *bare) if not _is_courtesy(right, lexicon)}
    return tuple((right, wrong) for right, wrong in (*whole, *bare) if right in says_more and wrong)


def _is_of_one_sentence(match: re.Match[str]) -> bool:
    start, end = sorted((match.start("right"), match.start("wrong")))
    return _SENTENCE_END.search(match.string, start, end) is None


def _gives_thing(match: re.Match[str], said: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a sentence behind a denial gives another thing, and not a reason: "It's Bradford", "It's raining".

    A name is a thing, so is what somebody is allergic to, and what has the topic of the wrong one.
    """
    right, wrong = match["right"].strip(), match["wrong"]
    if lexicon.no_more.search(said):
        return False
    is_barred = lexicon.bars.search(said) is not None
    if isinstance(lexicon, Unspaced):
        return is_barred or _THING.fullmatch(right) is not None
    words, last = right.split(), _told(wrong, lexicon).split()[-1]
    if not 0 < len(words) <= _MOST_IN_THING:
        return False
    first = lexicon.spelt(words[0])
    is_noun = first not in lexicon.function or lexicon.stem(first) in lexicon.articles
    is_noun = is_noun and not any(lexicon.spelt(word) in lexicon.function for word in words[1:])
    is_like = is_barred or not topics_of(right).keys().isdisjoint(topics_of(last))
    is_name = words[-1][0].isupper() and last[0].isupper()
    return is_name or (is_noun and is_like) or any(map(str.isdigit, right))


def _only_goes_on(right: str, wrong: str, lexicon: Spaced) -> bool:
    """Return True if a clause stands where a right value would, and names nothing: "not allergic, they tested me"."""
    first, *rest = (lexicon.spelt(word) for word in right.split())
    is_clause = first in lexicon.starts or first not in lexicon.function
    names = any(word in lexicon.of or lexicon.bars.search(word) for word in rest)
    return bool(rest) and is_clause and not names and lexicon.bars.search(wrong) is not None


def around_swap(text: str) -> tuple[str, str]:
    """Return what stands before the values of `swaps` and the words around these, and behind them."""
    said = tidied(text)
    found = [
        match.span()
        for one in lexicon_of(said).swaps
        for match in one.find(said)
        if _is_of_one_sentence(match) or _gives_thing(match, said, lexicon_of(said))
    ]
    start = min((start for start, _ in found), default=len(said))
    return said[:start], said[max((end for _, end in found), default=len(said)) :]


def without_asides(text: str) -> str:
    """Return a text without what says nothing wherever it stands: "my dog is Max, by the way, not Rex"."""
    for start, end in reversed(lexicon_of(text).language.asides_in(straight(text))):
        text = f"{text[:start]}{text[end:]}"
    return text


def with_apostrophes(text: str) -> str:
    """Return a text with the apostrophes that its words leave out: "im not vegan anymore"."""
    for place in reversed(lexicon_of(text).language.missing_apostrophes(straight(text))):
        text = f"{text[:place]}'{text[place:]}"
    return text


def own_words(text: str) -> str:
    """Return a text without what it says that the listener says: "you keep saying three. I have two children"."""
    said = tidied(text)
    found = lexicon_of(said).attributes.search(said)
    return lexicon_of(said).attributes.sub(" ", said).strip(" ,;—–-") if found else text


def _pair(right: str, wrong: str, lexicon: Spaced) -> tuple[str, str]:
    """Return a right value and a wrong one without verbs that only one of them begins with."""
    if not _begin_alike(right, wrong, lexicon):
        right = _behind_verb(right, lexicon)
    words = wrong.split()
    has_verb = any(lexicon.spelt(word) in lexicon.verbs for word in right.split())
    while len(words) > 1 and not has_verb and lexicon.spelt(words[0]) in lexicon.verbs:
        words.pop(0)  # "she doesn't study law but maths"
    return _number_of(right, words), " ".join(words)


def _number_of(right: str, wrong: Sequence[str]) -> str:
    """Return a right value from its only number on, if the wrong one begins with a number: "jetzt zahl ich 950"."""
    words = right.split()
    numbers = [place for place, word in enumerate(words) if word[:1].isdigit()]
    is_only = len(numbers) == 1 and bool(wrong) and wrong[0][:1].isdigit()
    return " ".join(words[numbers[0] :]) if is_only else right


def _begin_alike(right: str, wrong: str, lexicon: Spaced) -> bool:
    """Return True if two values begin with one word that says nothing: "my mother", "my aunt lives in Ulm"."""
    first = [lexicon.spelt(value.split()[0]) for value in (right, wrong) if value.split()]
    return len(first) > 1 and first[0] in lexicon.mine and first[1] in lexicon.mine


def own_statement(text: str) -> str:
    """Return a statement without a beginning that says what the listener says: "you said three, it's four"."""
    said = tidied(text)
    is_told = lexicon_of(said).attributes.match(said) is not None
    return own_words(text) if is_told else text


def _told(value: str, lexicon: Spaced) -> str:
    """Return a wrong value without the function words behind it: "Tuesday but"."""
    words = value.split()
    while len(words) > 1 and lexicon.spelt(words[-1].strip(MARKS)) in lexicon.function:
        words.pop()
    return " ".join(words)


def _is_courtesy(text: str, lexicon: Spaced) -> bool:
    """Return True if a text only says that something was wrong: "oh sorry"."""
    said = [lexicon.spelt(word.strip(MARKS)) for word in text.split()]
    return all(word in lexicon.function or lexicon.stem(word) in courtesies(lexicon) for word in said)


@lru_cache(maxsize=8)
def courtesies(lexicon: Spaced) -> frozenset[str]:
    """Return the stems of the words by which a language says that something was wrong, alone or within phrases."""
    found = re.findall(r"[^\W\d_]+", re.sub(r"<\w+>", "", lexicon.data.corrects))
    return frozenset(lexicon.stem(lexicon.spelt(word)) for word in found)


def _trimmed(value: str, lexicon: Unspaced) -> str:
    """Return a value without uninformative endings; unchanged if nothing else would be left."""
    return lexicon.closing.sub("", value) or lexicon.trails.sub("", value) or value


def _clauses(text: str, lexicon: Spaced | Unspaced) -> list[str]:
    if isinstance(lexicon, Unspaced):
        parts = [part.strip() for part in _cut(text)]
        return [part for part in parts if len(part) >= _FEWEST_IN_CLAUSE and part != text.strip("。")]
    parts = [clause.strip() for part in _cut(text) for clause in _split(part, lexicon)]
    return [part for part in parts if len(part.split()) >= _FEWEST_IN_CLAUSE and part != text.strip()]


def _split(text: str, lexicon: Spaced) -> Iterator[str]:
    """Yield the parts of a text that a conjunction before a subject separates."""
    words, start = text.split(), 0
    for place in range(1, len(words) - 1):
        behind = lexicon.spelt(words[place + 1].partition("'")[0])
        if lexicon.spelt(words[place]) in lexicon.splits and behind in lexicon.starts:
            yield " ".join(words[start:place])
            start = place + 1
    yield " ".join(words[start:])


def _facts(text: str, lexicon: Spaced) -> list[str]:
    words = text.split()
    small = [lexicon.spelt(word.strip(MARKS)) for word in words]
    verb, subject = _subject(words, small, lexicon)
    found, start = [], 0
    for place in range(1, len(words) - 1):
        is_mark = words[place][-1] in MARKS
        behind = place + 1 + (small[place + 1] in lexicon.splits)
        if not (is_mark or small[place] in lexicon.splits) or behind <= start or behind >= len(words):
            continue
        is_verb = _begins_with_verb(small[behind:], lexicon)
        if is_verb and verb == 1 and not is_mark and not lexicon.which.isdisjoint(small[start + 2 : place]):
            continue  # "I have a son who is 6 and has asthma"
        are_persons = all(_is_of_company(one, words, small, lexicon) for one in range(start, place))
        if not is_mark and (are_persons or (place - start == 1 and small[start] in lexicon.function)):
            continue  # "Marc and I broke up"
        has_verb = not lexicon.verbs.isdisjoint(small[behind : behind + _VERB_WITHIN])
        head, mark, _ = small[behind].partition("'")
        is_short = bool(mark) and head in lexicon.starts and words[place].endswith(",")  # ", she's a nurse"
        is_short = is_short or (bool(mark) and not is_mark and head in lexicon.we)  # "because I'm allergic"
        is_role = is_mark and small[behind] in lexicon.roles and small[behind + 1] in lexicon.copulas
        is_other = _begins_with_person(words[behind:], small[behind:], lexicon)
        if is_verb or is_short or is_role or is_other or (small[behind] in lexicon.starts and has_verb):
            found.append(" ".join(words[start : place + is_mark]))
            start = behind
            if is_other:
                subject = words[behind : behind + 1]
            if is_verb:
                words[start] = " ".join([*subject, words[start]])
            elif is_role and small[0] in lexicon.mine:  # "my thesis is on fungi, supervisor is Dr Orr"
                words[start] = f"{words[0].lower()} {words[start]}"
    return [one.rstrip(f"{MARKS} ") for one in (*found, " ".join(words[start:]))]


def _subject(words: Sequence[str], small: Sequence[str], lexicon: Spaced) -> tuple[int, Sequence[str]]:
    """Return the place of the first verb of a text, as far as it is known, and the words before it."""
    head, _, tail = small[0].partition("'") if small else ("", "", "")
    if head in lexicon.starts and (f"'{tail}" in lexicon.possessive or f"'{tail}" in lexicon.data.shortened):
        return 1, [words[0][: len(head)]]  # "I'm a nurse and live in Hull"
    verb = next((place for place, word in enumerate(small) if word in lexicon.verbs | lexicon.joined), 0)
    if small and small[0] in lexicon.we & lexicon.starts:
        verb = 1  # "I keep bees, have two kids": not every verb is known
    return verb, words[:verb]


def _begins_with_person(words: Sequence[str], small: Sequence[str], lexicon: Spaced) -> bool:
    """Return True if a clause of somebody by name begins here: "Jen hates cilantro"."""
    is_known = small[0] in names_of("person") or (words[0].istitle() and lexicon.is_name(words[0]))
    return is_known and len(small) > _FEWEST_BESIDE and _begins_with_verb(small[1:], lexicon)


def _begins_with_verb(words: Sequence[str], lexicon: Spaced) -> bool:
    """Return True if a clause without a subject begins here: "works at Shell", "can't eat nuts", "no come pan"."""
    if words[0] in lexicon.negations and len(words) > 1:
        return words[1] in lexicon.verbs | lexicon.joined
    if words[0] in lexicon.joined and len(words) > 1:
        return words[1] not in lexicon.splits
    return not lexicon.verbs.isdisjoint((words[0], lexicon.apart(words[0])[0]))


def _behind_verb(text: str, lexicon: Spaced) -> str:
    """Return the words after the last verb of a text."""
    words, last = text.split(), -1
    for place, word in enumerate(words):
        head, mark, tail = lexicon.spelt(word).partition("'")
        is_joined = f"'{tail}" in lexicon.possessive or f"'{tail}" in lexicon.data.shortened
        if (is_joined and head in lexicon.starts) or (tail if mark else head) in lexicon.verbs:
            last = place
    return " ".join(words[last + 1 :])


def _without_articles(text: str, lexicon: Spaced) -> str:
    """Return a text from its first informative word on."""
    words = text.split()
    while words and lexicon.spelt(words[0]) in lexicon.function:
        words = words[1:]
    return " ".join([*(word.rpartition("'")[2] for word in words[:1]), *words[1:]])

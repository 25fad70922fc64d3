"""Split a statement into words: in its language's spelling, as stems, and by their use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from unicodedata import normalize

from tiermem.support.lazy import pattern
from tiermem.text import fold, straight
from tiermem.text.languages import changes_of, codes, kept_of, language, languages_of, scripts
from tiermem.text.languages.changes import Changes
from tiermem.text.phrases import Expressions, Listed
from tiermem.text.scripts import UNSPACED
from tiermem.text.topics import common_words
from tiermem.values.frozen import NamedTuple

TOKEN = pattern(
    r"(?:[$£]|€(?=\d))?(?:\d{1,3}(?: \d{3})+\b|\d[\w.,:/@-]*\w|\d)|@?\w[\w'.@/+#-]*[\w+#]|\w"
    r"|[.!?,;:](?=\s|$)|[—–](?=\s|$)"
)
RUN = pattern(r"[a-z][a-z0-9.+#@_-]*|\d[\d.,:]*|[\u30a0-\u30ff]+|[\u4e00-\u9fff々]+")
"""A word in a script without spaces, as far as its letters show one."""
_TITLE = pattern(
    r"\b([Dd]r|[Mm](?:r|rs|s|me)?|[Pp]rof|[Ss]ra?|[Ss]rta|[Dd]ra|[Hh]r|[Ff]r|[Ii]ng|[Dd]ipl|[Ss]t)\.(?=\s+[A-ZÀ-Ý])"
)
"""An abbreviated title, whose period ends no sentence."""
MARKS = ".!?,;:—–"
_STEM = 6
"""Number of letters of a stem, after the language's endings are removed."""
_MOST_STEMS = 10_000
"""Number of words whose stems are cached."""
_FEWEST_KNOWN = 2
"""Minimum words of a language that show it although the commonest words show another: "ne" is German and French."""
ALIKE = 5
"""Number of equal first letters by which two words are taken for forms of one."""
_SWAPPED, _SWAPPED_UNSPACED = r"(?:[^,;:.!?—–()]%s){1,60}", r"[^\s,.，、。！？%s]{1,20}"
"""A value beside another one: "X, not Y"."""
_VALUE = re.compile(r"<(right|wrong)(\??)>")
_PUNCTUATION = re.compile(r"[,|^!$]")
"""Signs between and in listed phrases."""
ADDED_DATE = pattern(r" \([^()\d]{0,12}\d{4}(?:-\d\d(?:-\d\d)?)?(?:/\d{4}-\d\d(?:-\d\d)?)?[^()\d]{0,5}\)")
"""A date that gap-fill adds to a statement."""


class Tokens(NamedTuple):
    """The words of a statement in order.

    Attributes:
        written: As written, with "." and "," for all marks that end or divide a sentence.
        small: In the language's spelling for comparison.
        named: For each, True if it is written like a name.
        is_note: True if the statement is a note about the user in the third person.
    """

    written: Sequence[str]
    small: Sequence[str]
    named: Sequence[bool]
    is_note: bool

    def stop(self, words: frozenset[str]) -> int | None:
        """Return the place of the first of some words; None without one."""
        return next((place for place, word in enumerate(self.small) if word in words), None)


class Spaced:
    """The words of a language with spaces, by their use; see `Changes`."""

    def __init__(self, code: str, data: Changes) -> None:
        self.code, self.data, self.language = code, data, language(code)
        self._stems: dict[str, str] = {}
        self._endings, self.verb_endings = tuple(data.endings.split()), tuple(data.verb_endings.split())
        self._to_first = [(pattern(find, re.IGNORECASE), put) for find, put in data.to_first]
        self._notes = self._words(data.note)
        self.mine, self.we, self.kin, self.roles = map(
            self._words, (data.mine, data.we, data.kin, data.roles)
        )
        self.one, self.of, self.theirs = map(self._words, (data.one, data.of, data.theirs))
        self.beings = [self._words(group) for group in data.beings.split("|")]
        self.possessive, self.called, self.titles, self.no_role, self.auxiliaries, self.leaves = map(
            self._words,
            (data.possessive, data.called, data.titles, data.no_role, data.auxiliaries, data.leaves),
        )
        self.verbs, self.joined, self.negations, self.copulas, self.function = map(
            self._words, (data.verbs, data.joined, data.negations, data.copulas, data.function)
        )
        self.clock, self.hours, self.wishes = map(self._words, (data.clock, data.hours, data.wishes))
        self.splits, self.starts, self.which, self.company, self.dwells, self.pairs, self.where = map(
            self._words,
            (data.splits, data.starts, data.which, data.company, data.dwells, data.pairs, data.where),
        )
        self.dates = self._words(data.dates)
        self._openers = sorted(
            (tuple(map(self.spelt, one.split())) for one in data.openers.split(",")), key=len, reverse=True
        )
        self.light, self.generic = map(self._with_stems, (data.light, data.generic))
        self._same = {self.spelt(word): self.spelt(other) for word, other in data.same.items()}
        self.exchanges, self.attributes, self.edits, self.others = map(
            _in_any_case, (data.exchanges, data.attributes, data.edits, data.others)
        )
        self.spells, self.spelled, self.insists = map(_in_any_case, (data.spells, data.spelled, data.insists))
        self.exaggerates = _in_any_case(data.exaggerates)
        self.begins, self.to_come = map(_in_any_case, (data.begins, data.to_come))
        (
            self.for_long,
            self.bars,
            self.no_more,
            self.sells,
            self.drives,
            self.calls,
            self.aged,
            self.treats,
        ) = map(
            _in_any_case,
            (
                data.for_long,
                data.bars,
                data.no_more,
                data.sells,
                data.drives,
                data.calls,
                data.aged,
                data.treats,
            ),
        )

    @cached_property
    def common(self) -> frozenset[str]:
        """Words that occur in statements of every kind, and their stems."""
        return self._with_stems(" ".join(common_words(self.code)))

    @cached_property
    def phrases(self) -> Listed:
        """The phrases that concern other statements; a text in another language needs none of them."""
        return Listed(self.data.phrases(), self.spelt)

    @cached_property
    def swaps(self) -> Sequence[Swap]:
        """Expressions of a right value beside a wrong one."""
        dots = "".join(rf"|(?<=\b{title})\." for title in self.data.titles.split())
        dots += r"|(?<=\d)\.(?=[\s,])"
        return [Swap(one, _SWAPPED % dots) for one in self.data.swaps]

    @cached_property
    def repairs(self) -> frozenset[str]:
        """Stems of the words of `Changes.repairs`."""
        return frozenset(map(self.stem, self._words(self.data.repairs)))

    @cached_property
    def restarts(self) -> re.Pattern[str]:
        """The words between a wrong value and the right one, with the marks around them."""
        one = rf"(?:{self.data.restarts})(?![\w'-])[\s,.!:…–—-]*"
        return re.compile(rf"[\s,;…(–—-]+(?<=[\s…(])(?:{one})+|\s\*(?=[^\W_])(?!\S*\*)", re.IGNORECASE)

    @cached_property
    def leads(self) -> frozenset[str]:
        """Words that may stand before a wish: "please", "from now on"."""
        known = self.function - self.starts - self.we - self.mine
        return known | self._words(_PUNCTUATION.sub(" ", f"{self.data.lasts} {self.data.openers}"))

    @cached_property
    def negating(self) -> frozenset[str]:
        """Stems of the words that deny or forbid: "never"."""
        listed = _PUNCTUATION.sub(" ", f"{self.data.denies} {self.data.forbids}")
        return frozenset(map(self.stem, self._words(listed)))

    @cached_property
    def articles(self) -> frozenset[str]:
        """Stems of the words of `Changes.articles`."""
        return frozenset(map(self.stem, self._words(self.data.articles)))

    @cached_property
    def day(self) -> re.Pattern[str]:
        """The number of a day in a date."""
        return _day(self.data)

    def _words(self, listed: str) -> frozenset[str]:
        return frozenset(self.spelt(listed).split())

    def _with_stems(self, listed: str) -> frozenset[str]:
        return (words := self._words(listed)) | frozenset(map(self.stem, words))

    def spelt(self, word: str) -> str:
        """Return a word in the spelling for comparison."""
        return word.lower() if self.data.keeps_accents else fold(word)

    def stem(self, word: str) -> str:
        """Return the stem of a word."""
        stem = self._stems.get(word)
        if stem is None:
            if len(self._stems) > _MOST_STEMS:
                self._stems.clear()
            stem = self._stems[word] = self._stem(word)
        return stem

    def _stem(self, word: str) -> str:
        if any(map(str.isdigit, word)):
            return word
        for ending in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                if word[-1] == word[-2]:
                    word = word[:-1]
                break
        return fold(word)[:_STEM]

    def same(self, word: str) -> str:
        """Return the word that a word is another name for: "manager" for "boss"."""
        return self._same.get(word, word)

    def is_name(self, written: str) -> bool:
        """Return True if a word is written like a name."""
        has_digit = any(map(str.isdigit, written)) and any(map(str.isalpha, written))
        if has_digit or "@" in written or re.search(r"\w\.\w{2,}", written):
            return True
        if len(written) == 1 and written.isupper() and written != self.data.i:
            return True
        is_capital = written[0].isupper() and not self.data.capital_nouns
        return is_capital and self.spelt(written) not in self.function

    def is_note(self, text: str) -> bool:
        """Return True if a text reads like a note about the user in the third person."""
        first = TOKEN.match(text)
        is_bare = first is not None and self.spelt(first[0]) in self._notes
        return is_bare or any(find.search(text) for find, _ in self._to_first)

    @property
    def vocabulary(self) -> frozenset[str]:
        """The words by which a statement is known to be in the language."""
        one = self.language
        own = self.function | self.light | self.verbs | self._notes | self.kin | self.roles | self.mine
        known = one.stop_words | one.statement_words | one.first_person | frozenset(one.months)
        return known | frozenset(map(fold, own))

    def tokens(self, text: str) -> Tokens:
        """Return the words of a statement in the first person, without its opening."""
        first = text
        for find, put in self._to_first:
            first = find.sub(put, first)
        written, is_note = self._taken_apart(first), first != text
        if len(written) > 1 and self.spelt(written[0]) in self._notes:
            written, is_note = [*self.data.i.split(), written[0].lower(), *written[1:]], True
        small = [self.spelt(word) for word in written]
        start = self._opening(small)
        if start < len(written):
            written, small = written[start:], small[start:]
        written = self._with_capitals(written, small)
        named = [
            place > 0 and written[place - 1] not in (".", ":") and self.is_name(word)
            for place, word in enumerate(written)
        ]
        return Tokens(written, small, named, is_note)

    def _with_capitals(self, written: list[str], small: Sequence[str]) -> list[str]:
        """Return the words with a capital for a name in small letters behind a relative, a pet or a role.

        "My cat rex is 3": it is a first name, or stands before a verb and is none itself.
        """
        places = [
            place
            for place in range(1, len(small))
            if small[place - 1] in self.kin | self.roles
            and written[place].isalpha()
            and written[place].islower()
        ]
        if not places:
            return written
        from tiermem.text.names import names_of  # few statements need them

        verbs = self.verbs | self.joined | self.light | self.auxiliaries
        known = self.function | verbs | self.kin | self.roles | self.called | common_words(self.code)
        first = names_of("person")
        found = list(written)
        for place in places:
            is_before_verb = not verbs.isdisjoint(small[place + 1 : place + 2]) and small[place] not in known
            if fold(small[place]) in first or is_before_verb:
                found[place] = written[place].capitalize()
        return found

    def _opening(self, small: Sequence[str]) -> int:
        """Return the number of words at the beginning that say nothing: "by the way"."""
        start = 0
        while opening := next(
            (one for one in self._openers if one and tuple(small[start : start + len(one)]) == one), None
        ):
            start += len(opening)
        return start

    def _taken_apart(self, text: str) -> list[str]:
        """Return the words as written, split at apostrophes."""
        found: list[str] = []
        for match in TOKEN.finditer(text):
            written = match[0]
            if written[0] in MARKS:
                found.append(":" if written[0] == ":" else "." if written[0] in ".!?" else ",")
            elif "'" in written:
                behind = "" if found else text[match.end() :].partition(" ")[2].partition(" ")[0]
                found += self.apart(written, behind)
            else:
                found.append(written)
        return found

    def apart(self, written: str, behind: str = "") -> list[str]:
        """Return the parts of a word with an apostrophe: "don't", "Tom's", "l'ami".

        Args:
            written: The word.
            behind: The next one, if a statement begins with the word: "Jo's in Leeds" is of no thing of Jo's.
        """
        small, data = written.lower(), self.data
        for ending, word in data.shortened.items():
            if small.endswith(ending) and len(small) > len(ending):
                stem = written[: -len(ending)]
                return [data.shortened_stems.get(stem.lower(), stem), word]
        head, _, tail = written.partition("'")
        if not data.possessive:
            return [head, tail] if tail else [head]
        is_verb = f"'{tail}" == data.possessive and (
            head.lower() in self.starts or self._is_subject(head, behind)
        )
        return [head, data.verb_or_owner if is_verb else f"'{tail}"] if head else [written]

    def _is_subject(self, word: str, behind: str) -> bool:
        """Return True if a word is for a person and no thing of theirs stands behind it."""
        if self.spelt(behind) not in self.function - self.pairs - self.mine:
            return False
        from tiermem.text.names import names_of  # few statements need them

        return self.spelt(word) in self.kin | self.roles or fold(word) in names_of("person")


class Unspaced:
    """The words of a language without spaces, as expressions; see `Changes`."""

    def __init__(self, code: str, data: Changes) -> None:
        self.code, self.data, self.language = code, data, language(code)
        self.phrases = Expressions(data.expressions())
        self.products = Listed([one for one in Changes().phrases() if one[0][0] == "family"], str.lower)
        self._to_first = [(pattern(find), put) for find, put in data.to_first]
        self.mine, self.kin, self.function, self.copulas, self.titles = map(
            _expression, (data.mine, data.kin, data.function, data.copulas, data.titles)
        )
        self.called = pattern(f"(?:{data.called or '(?!)'})({RUN.pattern})")
        self.kin_name, self.numbered = pattern(data.kin_name), pattern(data.numbered)
        self.of = _expression(data.of)
        self.beings = [frozenset(group.split()) for group in data.beings.split("|")]
        self.small = _expression("|".join(filter(None, (data.corrects, data.called, data.kin))))
        self.swaps = [Swap(one, _SWAPPED_UNSPACED % data.no_value) for one in data.swaps]
        self.trails, self.repairs, self.closing, self.naming, self.leads, self.attributes, self.exchanges = (
            map(
                _expression,
                (
                    data.trails,
                    data.repairs,
                    data.closing,
                    data.naming,
                    data.leads,
                    data.attributes,
                    data.exchanges,
                ),
            )
        )
        self.insists, self.spells, self.for_long, self.no_more, self.begins, self.to_come, self.named = map(
            pattern,
            (data.insists, data.spells, data.for_long, data.no_more, data.begins, data.to_come, data.named),
        )
        self.exaggerates = pattern(data.exaggerates)
        self.bars, self.calls, self.aged, self.treats, self.sells, self.drives = map(
            pattern, (data.bars, data.calls, data.aged, data.treats, data.sells, data.drives)
        )
        self.edits, self.others, self.topic, self.mistaken = map(
            _expression, (data.edits, data.others, data.topic, data.mistaken)
        )
        self.pairs, self.pair_ends, self.company = map(
            _expression, (data.pairs, data.pair_ends, data.company)
        )
        self.restarts = pattern(rf"[，,、…—\s（(]+(?:(?:{data.restarts})[，,、…—\s]*)+")

    @cached_property
    def common(self) -> frozenset[str]:
        """Words that occur in statements of every kind."""
        return common_words(self.code)

    @cached_property
    def day(self) -> re.Pattern[str]:
        """The number of a day in a date."""
        return _day(self.data)

    def is_note(self, text: str) -> bool:
        """Return True if a text reads like a note about the user in the third person."""
        return any(find.search(text.lower()) for find, _ in self._to_first)

    def in_first_person(self, text: str) -> str:
        """Return a statement in the first person, in small letters."""
        said = text.lower()
        for find, put in self._to_first:
            said = find.sub(put, said)
        return said


def may_be_one(one: str, other: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if two words for a person or pet may mean the same one: "girlfriend", "wife"."""
    return one == other or any(one in group and other in group for group in lexicon.beings)


def _day(data: Changes) -> re.Pattern[str]:
    """Return the expression of the number of a day, which no other digit and no unit of a month follows."""
    return re.compile(rf"(?<!\d)(\d{{1,2}})(?![\d/{data.month_units}])(?:{data.ordinals})?")


def _in_any_case(expression: str) -> re.Pattern[str]:
    return pattern(expression, re.IGNORECASE)


def _expression(found: str) -> re.Pattern[str]:
    return pattern(found or "(?!)")


class Swap:
    """One of `Changes.swaps`. The text between its values is searched for first, because it is rare.

    Args:
        expression: The expression in `Changes`.
        value: The expression of a value.
    """

    def __init__(self, expression: str, value: str) -> None:
        around = filter(None, re.split(r"<(?:right|wrong)\??>", expression))
        is_last = expression.endswith("<wrong>")
        least = expression if is_last else expression.replace("<wrong>", "<wrong?>")
        whole = _VALUE.sub(lambda name: f"(?P<{name[1]}>{value}{name[2]})", least)
        self._around = [_in_any_case(part) for part in around]
        self._whole = _in_any_case(whole)

    def find(self, text: str) -> Iterator[re.Match[str]]:
        """Return its match in a text, with the groups "right" and "wrong"."""
        return self._whole.finditer(text) if all(one.search(text) for one in self._around) else iter(())


def blanked(expression: re.Pattern[str], text: str) -> str:
    """Return a text with the matches of an expression replaced by spaces."""
    return expression.sub(lambda match: " " * len(match[0]), text)


def tidied(text: str) -> str:
    """Return a statement with one spelling for characters that look alike."""
    return straight(normalize("NFKC", text)).strip()


def undated(text: str) -> str:
    """Return a statement without the dates that were added to it."""
    return ADDED_DATE.sub("", text)


def with_bare_titles(text: str) -> str:
    """Return a statement without the periods of titles, which end no sentence: "Dr. Orr"."""
    return _TITLE.sub(r"\1", text) if "." in text else text


@lru_cache(maxsize=64)
def lexicon_of(text: str) -> Spaced | Unspaced:
    """Return the words of a statement's language; among languages written alike, the one that has most of its words."""
    found = [one.code for one in languages_of(text) if changes_of(one.code) is not None]
    if not found or found[0] in scripts():
        return lexicon(found[0] if found else "en")
    words = set(TOKEN.findall(fold(text).replace("'", "' ")))
    counts = {code: len(words & known) for code, known in _vocabularies().items()}
    best = max(counts, key=counts.__getitem__)
    return lexicon(best if counts[best] > max(counts[found[0]], _FEWEST_KNOWN - 1) else found[0])


@cache
def _vocabularies() -> Mapping[str, frozenset[str]]:
    """Return code → words of the languages with spaces; an earlier process's spare the import of those not written."""
    having = [code for code in codes() if code not in scripts()]
    files = [f"{code}/{name}" for code in having for name in ("words.py", "changes.py")]
    kept = kept_of("vocabularies", files, __file__, lambda: _listed(having))
    return {code: frozenset(words) for code, words in kept.items()}


def _listed(having: Sequence[str]) -> dict[str, list[str]]:
    every = (lexicon(code) for code in having if changes_of(code))
    return {one.code: sorted(one.vocabulary) for one in every if isinstance(one, Spaced)}


@cache
def lexicon(code: str) -> Spaced | Unspaced:
    """Return the words of a language."""
    data = changes_of(code) or Changes()
    return Spaced(code, data) if data.spaced else Unspaced(code, data)


@cache
def expression(code: str, name: str) -> re.Pattern[str]:
    """Return the expression that is an attribute of the `Changes` of a language, for texts in any case."""
    return re.compile(getattr(changes_of(code) or Changes(), name) or "(?!)", re.IGNORECASE)


def alike(words: frozenset[str], pool: frozenset[str]) -> frozenset[str]:
    """Return the words that have a form in a pool."""
    others = words - pool
    if not others or not pool:
        return words - others
    begins = _beginnings(pool)
    near = [word for word in others if word[:ALIKE] in begins or not word.isascii()]
    return (words & pool).union(word for word in near if _has_form(word, pool)) if near else words - others


@lru_cache(maxsize=1_024)
def _beginnings(pool: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:ALIKE] for word in pool)


def _has_form(word: str, pool: frozenset[str]) -> bool:
    """Return True if a form of a word is in a pool."""
    if not word.isascii() and UNSPACED.match(word):
        return len(word) > 1 and any(
            len(other) > 1 and (word in other or other in word) for other in pool if UNSPACED.match(other)
        )
    return len(word) >= ALIKE and word[:ALIKE] in _beginnings(pool) and not any(map(str.isdigit, word))

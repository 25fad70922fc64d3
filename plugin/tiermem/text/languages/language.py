"""Describe a language as data: its words, and how it speaks of times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Literal

from tiermem.values.frozen import dataclass

Unit = Literal["minute", "hour", "day", "night", "week", "weekend", "month", "quarter", "year"]
Role = Literal[
    "ago",
    "back",
    "in",
    "later",
    "of",
    "since",
    "since behind",
    "before",
    "after",
    "until",
    "until behind",
    "and",
]
"""The function of a small word beside a time: *ago* and *later* stand behind an amount ("3 days ago"; before or after
when they stand behind a date), *back* and *in* before it ("vor 3 Tagen"), *of* joins ("May of last year"), *and* the
ends of a range ("March to May"), the others open a period to one side, those *behind* it in languages that put them
there."""

Phrases = tuple[tuple[str, str], ...]
"""(cues, pattern): what people say. One of the cues, which have spaces between them and ``_`` for a space, is in every
text that the pattern finds. So only few patterns are ever compiled: compiling all of a language takes longer than to
answer a prompt. The patterns are verbose, for folded text with straight apostrophes, and stand for whole words where
words have spaces."""
_ASIDE = (
    r",\s+(?:%(aside)s),(?=\s)|,?\s+(?:%(aside)s)(?=\s*(?:[.!?;:)…]|$))"
    r"|\s+(?:%(aside)s)(?=[\s,])"
)
_ASIDE_UNSPACED = r"(?:(?<=[，、,。\s])|^)(?:%(aside)s)[，、,\s]*|[，、,\s](?:%(aside)s)(?=[。！!]?$)"
"""An aside within a text, for which "%(aside)s" stands."""
_SPACES = str.maketrans("\t\r\n", "   ")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Times:
    """The expressions of times in a language: phrases, folded, their words with single spaces between them.

    Attributes:
        numbers: Number words.
        vague: Words for a few, and the least and most that they mean.
        units: Words for stretches of the calendar.
        seasons: Seasons and the month in which they begin, in the north.
        days: Words for a day and how many days away it is.
        nights: The same for its evening and night.
        steps: Last (-1), this (0) and next (1), and what else means the same.
        stretches: Words for a unit that is so many units away: 去年.
        past_steps: Those of the steps that also say "the last three weeks".
        roles: Small words and what they do.
        ambiguous: Of all these phrases and the names of months and weekdays, those that mean other things too: they
            count only beside another word of time.
        day_first: True if 3/5/2025 is in May.
        step_of_week: True if "last Monday" is that of last week, rather than the latest.
        looks_ahead: Pattern of what is said of the future.
        compounds: Pattern of words that begin as a small word does and are no time, where no spaces stand between
            words: 前端 is no 前.
        number_first: True if a number also stands before a step: "les deux dernières semaines".
        to: Pattern of what stands between the ends of a range.
        both: Patterns of what stands before, between and behind the ends, where the middle alone is not enough:
            "between May and July".
        spaced: True if spaces separate words.
        up_to_now: Those of the steps that mean a stretch up to now: "the past week".
        ordinals: Endings of an ordinal number in digits, as alternatives of a pattern: "3rd".
        year_mark: Character that makes a year of the number before it, where no spaces stand between words.
        month_mark: The same for a month.
        day_marks: Characters that do so for a day.
        range_end: What may stand behind the last day of a range.
    """

    numbers: Mapping[str, int]
    vague: Mapping[str, tuple[int, int]]
    units: Mapping[str, Unit]
    seasons: Mapping[str, int]
    days: Mapping[str, int]
    nights: Mapping[str, int]
    steps: Mapping[str, int]
    stretches: Mapping[str, tuple[Unit, int]]
    past_steps: frozenset[str]
    roles: Mapping[str, Role]
    ambiguous: frozenset[str]
    looks_ahead: str
    to: str
    both: tuple[str, str, str]
    day_first: bool = True
    step_of_week: bool = False
    compounds: str = ""
    number_first: bool = True
    spaced: bool = True
    up_to_now: frozenset[str] = frozenset()
    ordinals: str = ""
    year_mark: str = ""
    month_mark: str = ""
    day_marks: str = ""
    range_end: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dates:
    """Patterns of times after which a date is written: verbose, ignoring case, for text as typed.

    Attributes:
        weekday: Names of weekdays; ``{weekday}`` in the others.
        leave: What reads like a time and is none, or is every one of its kind: "every Monday".
        numbered: A weekday with the number of its day: "Thursday the 21st".
        next_week: A weekday said to be in the next week, also where it is still to come in this one.
        unsure: A day that is unsure, or a range of days.
        past: What is told in the past.
        deadline: A weekday up to which something is to be done, told in the past too: "promised by Friday".
        called_off: Something is cancelled, mostly on a day to come: "choir is cancelled this Tuesday".
        begun: A weekday since which something is so: "I've been off sick since Monday".
        month_end: The end of this month.
        year_end: The end of this year.
        week_of: The week that begins on ``{date}``.
        about: The days around ``{date}``.
    """

    weekday: str
    leave: str
    unsure: str
    past: str
    month_end: str
    year_end: str
    week_of: str
    about: str
    numbered: str = ""
    next_week: str = ""
    deadline: str = ""
    called_off: str = ""
    begun: str = ""

    def matches(self, pattern: str, text: str) -> bool:
        """Return True if a text has something of what one of the patterns finds."""
        return next(self.finditer(pattern, text), None) is not None

    def finditer(self, pattern: str, text: str) -> Iterator[re.Match[str]]:
        """Yield what one of the patterns finds."""
        if pattern:
            yield from compiled("(?i:" + pattern.replace("{weekday}", self.weekday) + ")").finditer(text)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """A language. All words are folded as `text.fold` does; in Chinese and Japanese they are pairs of characters.

    Attributes:
        code: ISO 639-1.
        stop_words: Words that say nothing about what is asked.
        first_person: I, me, my, we, our.
        possessives: My, our. In a language without spaces, what stands before a thing of the speaker's.
        question_words: Who, what, when.
        time_words: Single words that show that a text speaks of a time.
        months: Names of months and their numbers.
        weekdays: Names of weekdays, Monday 0.
        statement_words: Words with which people speak of themselves and to an assistant; the language of a statement
            is known by them as well. Of Chinese, characters that Japanese seldom has.
        asks_when: Questions for a time.
        asks_about_past: What people say when they ask for what was.
        asks_about_user: What people say when they ask for what is known about themselves.
        asks_of_user: Questions about the user that need neither a question mark nor a question word at the beginning.
        asks_for_help: Beginnings of a question for what to do, rather than for what is.
        asks_of_everybody: Questions about all people or their world, in the first person: "why do we dream?", "how old
            is our planet?".
        asks_where_left_off: What people say when they ask for the end of an earlier session.
        says_to_go_on: Whole prompts that say to go on.
        capitalises_nouns: True if every noun has a capital, so that a capital is no sign of a name.
        asides: What people put into a statement without saying anything: "by the way".
        contracted: A pattern for what stands before an apostrophe that was left out: "don" of "dont".
        before_nouns: Articles and the like, where every noun has a capital: a noun follows them, and seldom a name.
        drops_subjects: True if a verb often has no subject: a question about the user need not name the user.
        times: What `text.times.periods` needs.
        dates: What `text.times.dates` needs; None where dates are not written out.
    """

    code: str
    stop_words: frozenset[str]
    first_person: frozenset[str]
    question_words: frozenset[str]
    time_words: frozenset[str]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    asks_when: Phrases
    asks_about_past: Phrases
    times: Times
    possessives: frozenset[str] = frozenset()
    statement_words: frozenset[str] = frozenset()
    asks_about_user: Phrases = ()
    asks_of_user: Phrases = ()
    asks_for_help: Phrases = ()
    asks_of_everybody: Phrases = ()
    asks_where_left_off: Phrases = ()
    says_to_go_on: Phrases = ()
    capitalises_nouns: bool = False
    asides: tuple[str, ...] = ()
    contracted: str = "(?!)"
    before_nouns: frozenset[str] = frozenset()
    drops_subjects: bool = False
    dates: Dates | None = None

    def says(self, seen: str, phrases: Phrases) -> bool:
        """Return True if one of the language's phrases is in a text, as `folding.normalized` returns it."""
        return self._first(seen, phrases) is not None

    def beside(self, seen: str, phrases: Phrases) -> str:
        """Return a text, as `folding.normalized` returns it, without the first of the phrases that is in it."""
        found = self._first(seen, phrases)
        return seen if found is None else f"{seen[: found.start()]} {seen[found.end() :]}"

    def asides_in(self, text: str) -> list[tuple[int, int]]:
        """Return where the asides of a text are, with the marks that belong to them; none if it is only an aside."""
        small = text.lower()
        if not any(map(small.__contains__, self.asides)):
            return []
        known = "|".join(map(re.escape, self.asides))
        found = compiled((_ASIDE if self.times.spaced else _ASIDE_UNSPACED) % {"aside": known})
        spans = [one.span() for one in found.finditer(small)] if len(small) == len(text) else []
        rest = [*small]
        for start, end in spans:
            rest[start:end] = " " * (end - start)
        return spans if any(map(str.isalnum, rest)) else []

    def missing_apostrophes(self, text: str) -> list[int]:
        """Return the places of a text where an apostrophe was left out, in order: "hes 15", "cest bon"."""
        return [one.end() for one in compiled(f"(?i:{self.contracted})").finditer(text)]

    def _first(self, seen: str, phrases: Phrases) -> re.Match[str] | None:
        return _parsed(phrases, self.times.spaced).search(seen)


def joined(*words: str) -> str:
    """Return cues: each word of the first list with each of the second behind it, and so on."""
    return " ".join(map("_".join, product(*map(str.split, words))))


def several(words: str) -> frozenset[str]:
    """Return the words of a list with spaces between them."""
    return frozenset(words.split())


class AnyOf:
    """Verbose patterns for folded text with straight apostrophes, each compiled when a text first has one of its cues.

    Args:
        patterns: Each with its cues, as in `Phrases`.
    """

    def __init__(self, *patterns: tuple[str, str]) -> None:
        self.patterns = patterns

    @cached_property
    def _by_cue(self) -> Sequence[tuple[str, str]]:
        return [(cue.replace("_", " "), pattern) for cues, pattern in self.patterns for cue in cues.split()]

    def _cued(self, seen: str) -> Iterator[re.Pattern[str]]:
        """Return the patterns of which a text has a cue, in order."""
        line = _in_one_line(seen)
        return map(compiled, dict.fromkeys([pattern for cue, pattern in self._by_cue if cue in line]))

    def search(self, seen: str) -> re.Match[str] | None:
        """Return what the first of the patterns finds that finds anything."""
        return next(filter(None, (one.search(seen) for one in self._cued(seen))), None)

    def sub(self, instead: str, seen: str) -> str:
        """Return a text with something else for all that the patterns find."""
        for one in self._cued(seen):
            seen = one.sub(instead, seen)
        return seen


@lru_cache(maxsize=16)
def _in_one_line(seen: str) -> str:
    return seen.translate(_SPACES)


@lru_cache(maxsize=64)
def _parsed(phrases: Phrases, whole_words: bool) -> AnyOf:
    return AnyOf(*((cues, rf"\b(?:{one})(?!\w)") for cues, one in phrases) if whole_words else phrases)


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a language's pattern, once."""
    return re.compile(pattern, re.VERBOSE)

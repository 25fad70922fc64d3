"""The words of a text that may belong to a time, each as a letter for its kind, so that a grammar can be a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tiermem.support.lazy import pattern
from tiermem.text.languages import compiled
from tiermem.values.frozen import NamedTuple, dataclass

if TYPE_CHECKING:
    from tiermem.text.languages.language import Language, Role, Unit

_ROLES: Mapping[Role, str] = {
    "ago": "A", "back": "P", "in": "i", "later": "J", "of": "o", "since": "S", "since behind": "e", "before": "b",
    "after": "F", "until": "U", "until behind": "x", "and": "+",
}  # fmt: skip
"""The letters of small words."""
_SIDES = frozenset(_ROLES[role] for role in ("ago", "later"))
OTHER, BREAK = ".", "|"
"""The letters of any other word, and of what keeps two words apart."""

_DATE = r"\d{4}(?P<mark>[-/.])\d{1,2}(?P=mark)\d{1,2}|\d{4}-\d{2}|\d{1,2}(?P<sign>[-/.])\d{1,2}(?P=sign)(?:\d{4}|\d{2})"
_NUMBER_IS_PART = pattern(r"[a-z0-9_.:/$€£#+=-]$")
_NUMBER_GOES_ON = pattern(r"[:/%_=$€£]|[.,-]\d")
_NEAR = pattern(r"[\s,'\-]{0,3}")
_NEAR_NUMBER = pattern(r"\.?[\s,'\-]{0,3}")


_ANCHORS = frozenset("udrsmwzMWq")
_TIMELY = _ANCHORS | frozenset("yDNQ")
"""Kinds without one of which a text speaks of no time: anchors and numbers."""
_ANY_WORD = pattern(r"[^\W\d_]+")
_DIGIT = pattern(r"\d")


_Vocabulary = Mapping[str, tuple[tuple[tuple[str, ...], str, Any], ...]]
"""First word, or character → the phrases that begin with it, each with its letter and its meaning."""


class Token(NamedTuple):
    """A word: the letter of its kind, its meaning, and its offsets in the text."""

    kind: str
    value: Any
    start: int
    end: int


@lru_cache(maxsize=16)
def _phrases(language: Language) -> Mapping[str, tuple[str, Any]]:
    """Return phrase → (letter, what it means)."""
    times = language.times
    found: dict[str, tuple[str, Any]] = {}
    found |= {phrase: ("n", number) for phrase, number in times.numbers.items()}
    found |= {phrase: ("v", both) for phrase, both in times.vague.items()}
    found |= {phrase: ("u", unit) for phrase, unit in times.units.items()}
    found |= {phrase: ("d", ("day", away)) for phrase, away in times.days.items()}
    found |= {phrase: ("d", ("night", away)) for phrase, away in times.nights.items()}
    found |= {phrase: ("r", stretch) for phrase, stretch in times.stretches.items()}
    found |= {
        phrase: ("l", (step, phrase in times.past_steps, phrase in times.up_to_now))
        for phrase, step in times.steps.items()
    }
    found |= {phrase: (_ROLES[role], None) for phrase, role in times.roles.items()}
    for names, kinds in ((times.seasons, "sz"), (language.months, "mM"), (language.weekdays, "wW")):
        found |= {name: (kinds[name in times.ambiguous], number) for name, number in names.items()}
    return found


@lru_cache(maxsize=16)
def _vocabulary(language: Language) -> _Vocabulary:
    """Return first word, or character → the phrases that begin with it, longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str, Any]]] = {}
    for phrase, (kind, value) in _phrases(language).items():
        parts = tuple(phrase.split()) if language.times.spaced else tuple(phrase)
        found.setdefault(parts[0], []).append((parts, kind, value))
    return {first: tuple(sorted(several, key=lambda one: -len(one[0]))) for first, several in found.items()}


@lru_cache(maxsize=16)
def _anchors(language: Language) -> frozenset[str]:
    """Return the words without one of which, or a digit, a text in a language with spaces names no time."""
    return frozenset(
        max(phrase.split(), key=len) for phrase, (kind, _) in _phrases(language).items() if kind in _ANCHORS
    )


def tokens(view: str, language: Language) -> list[Token]:
    """Split a folded text into tokens, with a `BREAK` between words that are apart; none if it has no time."""
    found: list[Token] = []
    if (
        language.times.spaced
        and _anchors(language).isdisjoint(_ANY_WORD.findall(view))
        and not _DIGIT.search(view)
    ):
        return found
    for token in (_spaced if language.times.spaced else _unspaced)(view, language):
        if found:
            gap = view[found[-1].end : token.start]
            near = _NEAR_NUMBER if found[-1].kind == "D" else _NEAR
            if not near.fullmatch(gap):
                found.append(Token(BREAK, None, found[-1].end, token.start))
        found.append(token)
    return found if any(token.kind in _TIMELY for token in found) else []


@lru_cache(maxsize=16)
def _token(language: Language) -> re.Pattern[str]:
    """Return the pattern of a word or number, with what belongs to the number in a language."""
    return re.compile(
        rf"(?<![a-z0-9_.:/$€£#-])(?P<date>{_DATE})(?:(?=t\d)|(?![a-z0-9_/-]|[.:]\d))"
        r"|(?<![^\W_])q(?P<quarter>[1-4])(?![^\W_])"
        r"|(?<![a-z0-9_.:/$€£#-])(?P<short>\d{1,2}\.\d{1,2}\.)(?!\d)"
        rf"|(?P<ordinal>\d{{1,2}})(?:{language.times.ordinals or '(?!)'})(?![^\W_])"
        r"|(?P<digits>\d+)|(?P<word>[^\W\d_]+)"
    )


def _numeric(match: re.Match[str]) -> Token:
    start, end, view = match.start(), match.end(), match.string
    if match["date"]:
        return Token("q", match["date"], start, end)
    if match["quarter"]:
        return Token("s", 3 * int(match["quarter"]) - 2, start, end)
    if match["short"]:
        day, month = map(int, match["short"].split(".")[:2])
        return Token("Q", (day, month), start, end)
    if match["ordinal"]:
        return Token("N", int(match["ordinal"]), start, end)
    digits = match["digits"]
    is_part = _NUMBER_IS_PART.search(view, max(start - 1, 0), start) or _NUMBER_GOES_ON.match(view, end)
    if is_part or len(digits) > 5:
        return Token(OTHER, None, start, end)
    is_year = len(digits) == 4 and digits[:2] in ("19", "20")
    return Token("y" if is_year else "D", int(digits), start, end)


def _spaced(view: str, language: Language) -> Iterator[Token]:
    matches = list(_token(language).finditer(view))
    vocabulary = _vocabulary(language)
    place = 0
    while place < len(matches):
        match = matches[place]
        place += 1
        if match["word"] is None:
            number = _numeric(match)
            is_known = number.kind != "Q" or language.times.day_first
            yield number if is_known else number._replace(kind=OTHER)
            continue
        for words, kind, value in vocabulary.get(match[0], ()):
            following = matches[place - 1 : place - 1 + len(words)]
            if len(words) == 1 or _are(following, words):
                yield Token(kind, value, match.start(), following[-1].end())
                place += len(words) - 1
                break
        else:
            yield Token(OTHER, None, match.start(), match.end())


def _are(matches: list[re.Match[str]], words: tuple[str, ...]) -> bool:
    """Return True if the matches are these words, with at most spaces and dashes between them."""
    if tuple(match[0] for match in matches) != words:
        return False
    view = matches[0].string
    gaps = pairwise(matches)
    return all(_NEAR.fullmatch(view, one.end(), other.start()) for one, other in gaps)


def _unspaced(view: str, language: Language) -> Iterator[Token]:
    vocabulary = _vocabulary(language)
    place = 0
    while place < len(view):
        character = view[place]
        if character.isspace():
            place += 1
            continue
        token = _phrase_at(view, place, vocabulary) or _other_at(view, place, language)
        if token.kind in _SIDES and (other := _compound_at(view, place, language)):
            token = token._replace(kind=OTHER, value=None, end=other)
        yield token
        place = token.end


def _compound_at(view: str, place: int, language: Language) -> int | None:
    """Return the end of a word that only begins as a small word does."""
    pattern = language.times.compounds
    found = compiled(pattern).match(view, place) if pattern else None
    return found.end() if found else None


def _phrase_at(view: str, place: int, vocabulary: _Vocabulary) -> Token | None:
    for words, kind, value in vocabulary.get(view[place], ()):
        if view.startswith("".join(words), place):
            return Token(kind, value, place, place + len(words))
    return None


def _other_at(view: str, place: int, language: Language) -> Token:
    """Return a number, with the mark that makes it a year or a month, or any other word or character."""
    match = _token(language).match(view, place)
    if match is None or (match["word"] is not None and not match[0].isascii()):
        return Token(OTHER, None, place, place + 1)
    if match["word"] is not None:
        return Token(OTHER, None, place, match.end())
    token = _numeric(match)
    following = view[token.end : token.end + 1]
    if following == language.times.month_mark and token.kind == "D" and 1 <= token.value <= 12:
        return Token("m", token.value, place, token.end + 1)
    if following == language.times.year_mark and token.kind == "y":
        return Token("y", token.value, place, token.end + 1)
    return token


_FIELDS = {
    "u": "unit", "m": "month", "M": "month", "w": "weekday", "W": "weekday", "s": "season", "z": "season",
    "y": "year", "d": "day_away", "q": "exact",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """The values that the words of a time give."""

    amount: tuple[int, int] = (1, 1)
    unit: Unit | None = None
    step: int | None = None
    is_past_step: bool = False
    is_up_to_now: bool = False
    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    season: int | None = None
    day_away: tuple[str, int] | None = None
    exact: str = ""

    @classmethod
    def of(cls, found: Sequence[Token]) -> Values:
        """Collect the values of tokens, each kind once."""
        said: dict[str, Any] = {}
        for kind, value, _, _ in found:
            if kind in "nDNvy":
                said["amount"] = value if kind == "v" else (value, value)
            if kind in "nDN":
                said["day"] = value
            elif kind == "Q":
                said["day"], said["month"] = value
            elif kind == "r":
                said["unit"], said["step"] = value
            elif kind == "l":
                said["step"], said["is_past_step"], said["is_up_to_now"] = value
            elif kind in _FIELDS:
                said[_FIELDS[kind]] = value
        return cls(**said)

    @property
    def is_free(self) -> bool:
        """True if it recurs: a weekday, or a month or day of no year."""
        named = self.weekday is not None or self.month is not None or self.season is not None
        return named and self.year is None and self.unit is None and self.step is None

"""The words and patterns that recognise facts, changes and requests in statements of a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from tiermem.support.lazy import pattern
from tiermem.text.languages.language import AnyOf
from tiermem.values.frozen import dataclass, field


def phrase(expression: str) -> re.Pattern[str]:
    """Return a verbose pattern that ignores case, compiled at its first use."""
    return pattern(expression, re.IGNORECASE | re.VERBOSE)


def irregular(rows: str) -> dict[str, str]:
    """Return form → word of rows with commas between them, each a word and its forms."""
    split = (row.split() for row in rows.split(","))
    return {form: word for word, *forms in split for form in forms}


class CuedPattern:
    """A verbose pattern of a whole sentence, in any case, compiled at its first use; `is_cued` spares most uses.

    Args:
        cues: Words in lower case with spaces between them, of which each sentence that matches has one.
        expression: The pattern.
        beside: More such words, of which it has one as well.
    """

    def __init__(self, cues: str, expression: str, *, beside: str = "") -> None:
        self._cues, self._beside = cues.split(), beside.split() or [""]
        self._pattern = phrase(expression)

    def is_cued(self, lowered: str) -> bool:
        """Return True if a text in lower case has one of the cues, and one of the words beside them."""
        is_cued = any(map(lowered.__contains__, self._cues))
        return is_cued and any(map(lowered.__contains__, self._beside))

    def match(self, sentence: str) -> re.Match[str] | None:
        """Return the match of a sentence that is cued, or is part of a text that is; None if there is none."""
        return self._pattern.match(sentence)


_NOTHING = phrase("(?!)")
_NO_PATTERNS = AnyOf()
_NO_WORDS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statements:
    """The words and patterns of statements in a language. Words are folded as `text.fold` does.

    Attributes:
        determiners: Articles and possessives before a thing.
        names: Subjects whose value is a name: "I'm Jonas, I work as …".
        pronouns: Stand for a person or thing that is not named again.
        negates: A negation anywhere, in folded text with straight apostrophes.
        conjunctions: Join clauses.
        fillers: May stand in a statement or not.
        joins: Begin an addition to a statement that is whole without it.
        limits: Negate a statement, or bound it.
        contractions: Ending of a word → the word that it stands for.
        as_the_user: Words with which the assistant addresses a user → the user's own words for the same.
        topics: Key of the scaffold → words that point to it.
        single: Key of the scaffold → subjects of it of which a person has one.
        attributes: Patterns of "My KEY is VALUE", with these groups.
        value_end: Where a value ends: a denied value, or a clause of its own.
        clause_end: Where a clause ends and one with a subject of its own, a reason or a purpose begins.
        value_start: Words before a value that are no part of it.
        introduces: What stands before a person's name, as "My name is".
        after_name: What follows a name, where names have no capitals.
        passing: What is said of the present: "now", "at the moment", an age.
        forget: Requests to have ``what`` forgotten, or ``who``, a name that stands alone, or ``maybe``, a word
            alone that may be a name. ``guess`` is a ``what`` that may be about the work at hand. With a verb that
            ``deletes`` and without ``memory``, a thing may be another one than what is remembered of it: "delete my
            code". "Forget it" declines what was just said, "don't forget" asks for the contrary: neither matches.
        around_forgotten: Words around the thing to forget, which are not looked for.
        of_name: Words that say that a name is to be forgotten: "the name of", "is called".
        assents: End of an order that asks whether it is all right: ", ok?".
        polite: Beginning of a question that is a request.
        please: A word at the beginning that makes an order polite.
        myself: The person, as the thing to forget: all that is known of them.
        i: The speaker, as the subject of a statement.
        secrecy: Words of secrecy.
        refuses: Words that refuse something.
        remembers: Words of remembering.
        keeps: Words of storing anything.
        talk: Words for what is being said.
        mocks: A sentence that means the opposite: "oh sure, I'm a millionaire". For folded text, apostrophes straight.
        plays: Words with which a role play begins: a proposal, or both roles given out.
        stops_playing: Words with which the user leaves a role play, or turns to work that is none.
        hands_over: Words with which the user lets somebody else type: "my husband is typing now".
        takes_back: Words with which the user is back: "ok, Ann again".
        supposes: The beginning of a sentence that supposes what is not so: "if I had a million".
        of_here: What is said of the place of work, "here" or "in this repo", and not of the speaker. For folded text.
        persons: Word → grammatical person: I, WE, YOU, HE.
        irregular: Irregular form → the word it is found by, where the index's stemmer leaves the two apart. Changing it
            changes what is indexed.
        denies: The opening of a message that denies what was answered before. For folded text, apostrophes straight.
    """

    determiners: frozenset[str] = _NO_WORDS
    names: frozenset[str] = _NO_WORDS
    pronouns: frozenset[str] = _NO_WORDS
    negates: re.Pattern[str] = _NOTHING
    conjunctions: frozenset[str] = _NO_WORDS
    fillers: frozenset[str] = _NO_WORDS
    joins: frozenset[str] = _NO_WORDS
    limits: frozenset[str] = _NO_WORDS
    contractions: Mapping[str, str] = field(default_factory=dict)
    as_the_user: Mapping[str, str] = field(default_factory=dict)
    topics: Mapping[str, frozenset[str]] = field(default_factory=dict)
    single: Mapping[str, frozenset[str]] = field(default_factory=dict)
    attributes: tuple[re.Pattern[str], ...] = ()
    value_end: re.Pattern[str] = _NOTHING
    clause_end: re.Pattern[str] = _NOTHING
    value_start: re.Pattern[str] = _NOTHING
    introduces: re.Pattern[str] = _NOTHING
    after_name: re.Pattern[str] = _NOTHING
    passing: re.Pattern[str] = _NOTHING
    forget: tuple[CuedPattern, ...] = ()
    around_forgotten: re.Pattern[str] = _NOTHING
    of_name: re.Pattern[str] = _NOTHING
    assents: re.Pattern[str] = _NOTHING
    polite: re.Pattern[str] = _NOTHING
    please: re.Pattern[str] = _NOTHING
    myself: frozenset[str] = _NO_WORDS
    i: re.Pattern[str] = _NOTHING
    secrecy: AnyOf = _NO_PATTERNS
    refuses: AnyOf = _NO_PATTERNS
    remembers: AnyOf = _NO_PATTERNS
    keeps: AnyOf = _NO_PATTERNS
    talk: AnyOf = _NO_PATTERNS
    mocks: AnyOf = _NO_PATTERNS
    plays: AnyOf = _NO_PATTERNS
    stops_playing: AnyOf = _NO_PATTERNS
    hands_over: AnyOf = _NO_PATTERNS
    takes_back: AnyOf = _NO_PATTERNS
    supposes: AnyOf = _NO_PATTERNS
    of_here: re.Pattern[str] = _NOTHING
    denies: re.Pattern[str] = _NOTHING
    persons: Mapping[str, str] = field(default_factory=dict)
    irregular: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def union(cls, several: Sequence[Statements]) -> Statements:
        """Return the words of all of these, and patterns that match what any of theirs does."""
        return cast("Statements", _Union(several))


class _Union:
    """Has what several have together; each attribute is joined when it is first asked for."""

    def __init__(self, several: Sequence[Statements]) -> None:
        self._several = several

    def __getattr__(self, name: str) -> Any:
        value = _union([getattr(each, name) for each in self._several])
        setattr(self, name, value)
        return value


def _union(values: Sequence[Any]) -> Any:
    if isinstance(values[0], frozenset):
        return frozenset().union(*values)
    if isinstance(values[0], tuple):
        return tuple(item for value in values for item in value)
    if isinstance(values[0], AnyOf):
        return AnyOf(*(one for value in values for one in value.patterns))
    if not isinstance(values[0], Mapping):
        expressions = [value.pattern for value in values if value is not _NOTHING]
        return phrase("|".join(expressions)) if expressions else _NOTHING
    merged: dict[Any, Any] = {}
    for value in values:
        for key, item in value.items():
            merged[key] = merged[key] | item if isinstance(merged.get(key), frozenset) else item
    return merged

"""Find users' statements about themselves that gap-fill did not keep, for questions about what is known of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem import Turn
from tiermem.plugins import dataclass, replace
from tiermem.plugins.text import (
    QUESTION_MARKS,
    everywhere,
    has_one,
    languages,
    topics_of,
    topics_recalled,
    words,
)
from tiermem_hooks.extraction.model import judge
from tiermem_hooks.extraction.sentences import telling
from tiermem_hooks.extraction.turns import FICTION, invented, says_nothing_so, spoken, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tiermem import Passage
    from tiermem_hooks.extraction.turns import Statement

LEAST = 0.12
"""Minimum chance to be worth keeping for a likely fact, much lower than gap-fill's. Chosen with an earlier fit on the
scenarios for development (``benchmarks/data/life``)."""
MOST_TURNS = 100
"""Number of newest turns that are read."""
LONGEST_TURN, LONGEST = 1_000, 300
"""Maximum characters of a turn (longer ones are pasted), and of the part of it that is shown."""
FEWEST_TELLING = 2
"""Minimum telling words of a statement that is shown if everything is asked for."""
FEW_WORDS = 8
"""Number of words below which a sentence is short."""
_UNREAL, _SUPPOSED = frozenset({"joke", FICTION}), "hypothetical"
"""Cues of turns and of sentences that are not meant seriously."""
_QUOTED = re.compile(r"""\s*[:：]?\s*["“”„«「『](?:[^"“”„«»「」『』]*["”“»」』]|.*$)""", re.DOTALL)
_FIRST_PERSON = ("I", "WE")
_TASK = "task"
"""The cue of a request."""
_REPORTED = "reported"
"""The cue of a statement by or about somebody else."""


def unlearned(turns: Sequence[Passage], room: int, prompt: str, *, of_everything: bool) -> list[Passage]:
    """Return turns of the user, cut to the sentences that may answer a prompt, the likeliest first.

    These are sentences in turns on a topic of the prompt, with likely facts behind them if the topic is not sure (see
    `topics_recalled`); otherwise likely facts; otherwise statements in the first person. If the prompt asks for
    everything, all of them.

    Args:
        turns: The user's turns, without what gap-fill kept.
        room: Maximum characters.
        prompt: A question about the user.
        of_everything: True if it asks for everything known: then every topic is one of the prompt.
    """
    topics = topics_recalled(prompt)
    read = [
        _Read(turn, sentences, _is_topical(turn, topics, of_everything=of_everything))
        for turn in map(_without_quotes, turns[:MOST_TURNS])
        if len(turn.text) <= LONGEST_TURN and (sentences := list(_said(turn)))
    ]
    choices = _choices(read, of_everything=of_everything, is_on_topic=bool(topics_of(prompt)))
    found: list[Passage] = []
    known: set[str] = set()
    for place, choice in enumerate(choices):
        for one, said in choice:
            if room <= 0 or one.turn.ref in known:
                continue
            text = _cut(_joined(said))
            found.append(replace(one.turn, text=text, score=one.turn.score / 2**place))
            known.add(one.turn.ref)
            room -= len(text)
    return found


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of the user, with the question before it that it needs, and its kind.

    Attributes:
        states: True if it states something and neither asks nor requests, or names somebody or something of theirs.
    """

    text: str
    question: str
    worth: float
    is_likely: bool
    is_own: bool
    is_reported: bool
    states: bool


@dataclass(frozen=True, slots=True)
class _Read:
    """A turn with its sentences, and whether it is on a topic of the prompt."""

    turn: Passage
    sentences: Sequence[_Sentence]
    is_topical: bool

    def those(self, wanted: Callable[[_Sentence], bool]) -> list[_Sentence]:
        """Return the sentences that are wanted."""
        return [one for one in self.sentences if wanted(one)]

    @property
    def worth(self) -> float:
        """The chance of the likeliest sentence."""
        return max(one.worth for one in self.sentences if one.is_likely)


def _choices(
    read: Sequence[_Read], *, of_everything: bool, is_on_topic: bool
) -> Iterator[list[tuple[_Read, list[_Sentence]]]]:
    """Yield turns with some of their sentences, the likeliest answers first."""
    topical = [one for one in read if one.is_topical]
    of_topic = _with(topical, lambda one: one.is_likely or one.is_own)
    rest = _with(topical, lambda one: not one.is_reported or of_everything)
    likely = _with(read, lambda one: one.is_likely)
    own = _with(read, lambda one: one.is_own)
    if of_everything:
        for choice in (likely, own, rest):
            yield [
                (one, stated) for one, said in choice if (stated := [each for each in said if each.states])
            ]
        return
    likely.sort(key=lambda one: one[0].worth, reverse=True)
    yield of_topic or rest or likely or own or [(one, list(one.sentences)) for one in topical]
    if not is_on_topic:
        yield likely


def _with(read: Sequence[_Read], wanted: Callable[[_Sentence], bool]) -> list[tuple[_Read, list[_Sentence]]]:
    return [(one, said) for one in read if (said := one.those(wanted))]


def _is_topical(turn: Passage, topics: frozenset[str], *, of_everything: bool) -> bool:
    """Return True if a turn is on one of the topics; if everything is asked for, if the user spoke of themselves."""
    if not of_everything:
        return not topics.isdisjoint(topics_recalled(turn.text))
    own = topics_of(turn.text)
    language = languages.languages_of(turn.text)[0]
    is_own = language.drops_subjects or has_one(turn.text, language.first_person, language)
    return "told" in turn.parts or (bool(own) and is_own)


def _without_quotes(turn: Passage) -> Passage:
    """Return a turn without quotations, which are somebody else's words or material."""
    return replace(turn, text=_QUOTED.sub("", turn.text))


def _said(turn: Passage) -> Iterator[_Sentence]:
    """Yield the sentences of a turn that are meant seriously.

    A short one comes with the question before it: "Is rye fine with coeliac disease? I have it."
    """
    session = spoken([Turn(speaker="user", content=turn.text, at=turn.at)])
    made_up = invented(session[0])
    for one in statements(session, 0):
        cues = one.candidate.cues | one.candidate.near
        if cues & _UNREAL or _SUPPOSED in one.candidate.cues or says_nothing_so(one):
            continue
        if one.position in made_up:
            continue
        worth = judge(one.candidate, one.rules.language).worth
        is_own, is_reported = _is_of_speaker(one), _REPORTED in cues
        is_likely = not one.candidate.asks and worth >= LEAST and (is_own or not is_reported)
        before = session[0].sentences[one.position - 1].text if one.position else ""
        is_short = before.endswith(QUESTION_MARKS) and len(words(one.quote)) < FEW_WORDS
        answers = is_short and not one.quote.endswith(QUESTION_MARKS)
        states = answers or (not one.candidate.asks and not _is_request(one) and _tells_something(one))
        states = states or (is_own and bool(topics_of(one.quote)))  # "a joke for my twins?" names the twins
        yield _Sentence(one.quote, before if is_short else "", worth, is_likely, is_own, is_reported, states)


def _is_request(one: Statement) -> bool:
    asks = one.rules.pattern("question", "requests").match(one.clause.said.view) is not None
    return asks or _TASK in one.candidate.cues


def _tells_something(one: Statement) -> bool:
    """Return False for a word or two: "perfect", "with rhymes now"."""
    return len(telling(one.clause.said.text, one.rules)) >= FEWEST_TELLING


def _is_of_speaker(one: Statement) -> bool:
    """Return True if a statement is in the first person, or a question is about something of the user's."""
    spoken_in, view = languages.language(one.rules.language), one.clause.said.view
    known = everywhere()
    own = spoken_in.first_person - known.myself if spoken_in.times.spaced else spoken_in.first_person
    if not one.candidate.asks:
        by_verb = spoken_in.drops_subjects and any(
            known.persons.get(word) in _FIRST_PERSON for word in words(view)
        )
        return by_verb or has_one(view, own, spoken_in)
    opening = frozenset(words(view)[:2])
    opens_as_question = not opening.isdisjoint(spoken_in.question_words)
    if opens_as_question and not one.quote.rstrip().endswith(QUESTION_MARKS):
        return False
    return has_one(view, own & known.determiners, spoken_in)


def _joined(said: Sequence[_Sentence]) -> str:
    """Return the sentences in sequence, each with the question that it needs, without repetition."""
    parts: list[str] = []
    for one in said:
        is_there = any(part.endswith(one.question) for part in parts)
        parts += [one.text] if is_there else [one.question, one.text]
    return " ".join(dict.fromkeys(filter(None, parts)))


def _cut(text: str) -> str:
    text = " ".join(text.split()).lstrip(",;:.!?，。；、！？ ")
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"

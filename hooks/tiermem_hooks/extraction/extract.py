"""From the turns of a session to observations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiermem.text import statement_key
from tiermem.values import Draft, Observation
from tiermem_hooks.extraction.corrections import correct
from tiermem_hooks.extraction.dates import day_of, with_dates
from tiermem_hooks.extraction.declines import Spoken, declined
from tiermem_hooks.extraction.detecting import Rulebook
from tiermem_hooks.extraction.heard import Denial, Heard, denial_of
from tiermem_hooks.extraction.sentences import is_fiction, sentences
from tiermem_hooks.extraction.statements import acceptable, judge, trim, voids, with_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiermem.values import Turn
    from tiermem_hooks.extraction.detecting import Rulebook
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence
    from tiermem_hooks.extraction.statements import Finding

_TURNS_BACK = 12
"""How far back what the user takes back is looked for."""


def extract(turns: Sequence[Turn], rules: Rules | None = None) -> list[Observation]:
    """What the user said in *turns* that is worth remembering, in the order it was said.

    Only sentences of user turns are taken; the assistant's turns tell what a correction corrects and
    what the user declined to have remembered. The same statement is given once.

    Args:
        turns: One session's, in order.
        rules: From `load_rules`, to judge everything by; each sentence by those of its language when None.
    """
    session = spoken(turns, rules)
    refused = declined(session)
    found: dict[str, Observation] = {}
    unwanted: set[str] = set()
    for index, said in enumerate(session):
        if not said.is_user:
            continue
        for position, observation in _observations(session, index):
            key = statement_key(observation.draft.content)
            if (index, position) in refused:
                unwanted.add(key)
            else:
                found.setdefault(key, observation)
    return [observation for key, observation in found.items() if key not in unwanted]


def spoken(turns: Sequence[Turn], rules: Rules | None = None) -> list[Spoken]:
    """The turns of user and assistant with their own sentences, and the rules for each."""
    heard = [turn for turn in turns if turn.speaker in ("user", "assistant")]
    book = Rulebook.of((turn.content for turn in heard), rules)
    return [_spoken(turn, book) for turn in heard]


def _spoken(turn: Turn, book: Rulebook) -> Spoken:
    rules = book.of_turn(turn.content)
    said = tuple(sentences(turn.content, rules))
    return Spoken(turn, said, rules, tuple(book.of_sentence(sentence.text, rules) for sentence in said))


def _observations(session: Sequence[Spoken], index: int) -> Iterator[tuple[int, Observation]]:
    """The observations of one user turn, each with the position of its sentence."""
    said = session[index]
    if not said.sentences or is_fiction(said.turn.content, said.rules):
        return
    before = session[index - 1] if index and not session[index - 1].is_user else None
    heard = Heard.of(before.sentences, before.rules) if before else Heard()
    earlier = session[max(0, index - _TURNS_BACK) : index]
    own = tuple(sentence for one in earlier if one.is_user for sentence in one.sentences)
    heard = replace(heard, own=own)
    denied = False
    for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True)):
        if len(sentence.text) > rules.limits.sentence_chars:
            denied = False
            continue
        before_it = said.sentences[position - 1] if position else None
        denial = denial_of(with_name(trim(sentence, rules), before_it, rules), rules)
        if denied and not denial.said:
            denial = Denial(denial.rest, plain=True, said=True, instead=denial.instead)
        void = voids(sentence, rules)
        finding = judge(denial.rest, rules, void) if void else correct(denial, heard, rules)
        denied = denial.said and finding is None
        observation = _observation(finding, sentence, said.turn, rules) if finding else None
        if observation:
            yield position, observation


def _observation(finding: Finding, sentence: Sentence, turn: Turn, rules: Rules) -> Observation | None:
    content = with_dates(finding.content, finding.kind, day_of(turn.at), rules.language, rules.dates)
    if not acceptable(content, rules):
        return None
    draft = Draft(
        layer="L1",
        tier=finding.tier,
        category=finding.category,
        subject=finding.subject,
        content=content,
        speaker="user",
        correction=finding.correction,
        confidence=finding.confidence,
        importance=finding.importance,
        valid_from=turn.at,
    )
    return Observation(
        kind=finding.kind,
        draft=draft,
        evidence=turn.ref,
        quote=sentence.text,
        corrects=finding.corrects,
        denied=finding.denied,
        points=finding.points,
    )

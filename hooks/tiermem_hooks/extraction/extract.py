"""From the turns of a session to observations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins.text import statement_key
from tiermem_hooks.extraction.changes import CHANGE, changed
from tiermem_hooks.extraction.corrections import as_correction, correct
from tiermem_hooks.extraction.dates import day_of, with_dates
from tiermem_hooks.extraction.declines import Spoken, declined
from tiermem_hooks.extraction.detecting import Rulebook
from tiermem_hooks.extraction.features import Candidate, features, said_alone
from tiermem_hooks.extraction.heard import Denial, Heard, denial_of
from tiermem_hooks.extraction.sentences import is_fiction, sentences
from tiermem_hooks.extraction.statements import (
    acceptable,
    beside_question,
    judge,
    trim,
    voids,
    with_name,
)
from tiermem_hooks.extraction.worth import certain_from, certain_rules, scorecard, taken
from tiermem_hooks.forgetting import forgotten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from tiermem import Turn
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence
    from tiermem_hooks.extraction.statements import Finding
    from tiermem_hooks.extraction.worth import Scorecard

_TURNS_BACK = 12
"""How far back what the user takes back is looked for."""


def extract(
    turns: Sequence[Turn], rules: Rules | None = None, zone: tzinfo = UTC, *, changes: bool = False
) -> list[Observation]:
    """What the user said in *turns* that is worth remembering, in the order it was said.

    Only sentences of user turns are taken; the assistant's turns tell what a correction corrects and
    what the user declined to have remembered. The same statement is given once.

    Args:
        turns: One session's, in order.
        rules: From `load_rules`, to judge everything by; each sentence by those of its language when None.
        zone: In whose days "tomorrow" was said.
        changes: Whether to give as well what only says that something has changed, of kind `CHANGE`: it is worth
            nothing where nothing known is about it.
    """
    session = spoken(turns, rules, zone)
    refused = declined(session)
    found: dict[str, Observation] = {}
    unwanted: set[str] = set()
    for index, said in enumerate(session):
        if not said.is_user:
            continue
        for position, observation in _observations(session, index):
            if observation.kind == CHANGE and not changes:
                continue
            key = statement_key(observation.draft.content)
            if (index, position) in refused:
                unwanted.add(key)
            else:
                found.setdefault(key, observation)
    return [observation for key, observation in found.items() if key not in unwanted]


def spoken(turns: Sequence[Turn], rules: Rules | None = None, zone: tzinfo = UTC) -> list[Spoken]:
    """The turns of user and assistant with their own sentences, and the rules for each."""
    heard = [turn for turn in turns if turn.speaker in ("user", "assistant")]
    book = Rulebook.of((turn.content for turn in heard), rules)
    return [_spoken(turn, book, zone) for turn in heard]


def _spoken(turn: Turn, book: Rulebook, zone: tzinfo) -> Spoken:
    rules = book.of_turn(turn.content)
    said = tuple(sentences(turn.content, rules))
    rules_of = tuple(book.of_sentence(sentence.text, rules) for sentence in said)
    return Spoken(turn, day_of(turn.at, zone), said, rules, rules_of)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sentence of the user's, and what the rules make of it.

    Attributes:
        candidate: The sentence with what stands around it.
        held: Its features, by which the scorecard knows it.
        finding: None where no rule knows it.
    """

    position: int
    sentence: Sentence
    rules: Rules
    candidate: Candidate
    held: frozenset[str]
    finding: Finding | None


def proposals(session: Sequence[Spoken], index: int, *, sparing: bool = True) -> Iterator[Proposal]:
    """The sentences of one user turn, each with what the rules propose.

    With *sparing*, what the scorecard would refuse anyway is not looked up in rules that only propose.
    """
    said = session[index]
    if not said.sentences or is_fiction(said.turn.content, said.rules):
        return
    heard = _heard(session, index)
    denied = False
    for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True)):
        if len(sentence.text) > rules.limits.sentence_chars or forgotten(sentence.text) is not None:
            denied = False
            continue
        before_it = said.sentences[position - 1] if position else None
        trimmed = with_name(trim(sentence, rules), before_it, rules)
        denial = denial_of(trimmed, rules)
        if denied and not denial.said:
            denial = Denial(denial.rest, plain=True, said=True, instead=denial.instead)
        void = voids(sentence, rules)
        statement, asks = beside_question(trimmed, rules)
        candidate = Candidate(
            statement=statement,
            asks=asks,
            position=position,
            turn=said.sentences,
            content=said.turn.content,
            denial=denial,
            heard=heard,
            answers=index > 0 and not session[index - 1].is_user,
            void=void,
        )
        held = features(candidate, rules)
        card = scorecard(rules.language) if sparing else None
        chance = _chance(held, card) if card else 1.0
        by = certain_rules(rules, chance) if card and chance < card.refuse else rules
        finding = judge(denial.rest, by, void) if void else correct(denial, heard, by)
        if finding and by is not rules:
            finding = judge(denial.rest, rules, void) if void else correct(denial, heard, rules)
        denied = denial.said and finding is None
        yield Proposal(position, sentence, rules, candidate, held, finding)


def _heard(session: Sequence[Spoken], index: int) -> Heard:
    """What the turn at *index* answers, and what the user said before it."""
    before = session[index - 1] if index and not session[index - 1].is_user else None
    heard = Heard.of(before.sentences, before.rules) if before else Heard()
    earlier = session[max(0, index - _TURNS_BACK) : index]
    own = tuple(sentence for one in earlier if one.is_user for sentence in one.sentences)
    return replace(heard, own=own)


def _observations(session: Sequence[Spoken], index: int) -> Iterator[tuple[int, Observation]]:
    """The observations of one user turn, each with the position of its sentence."""
    for proposal in proposals(session, index):
        finding = _decided(proposal) or changed(proposal.candidate, proposal.rules)
        observation = _observation(finding, proposal, session[index]) if finding else None
        if observation:
            yield proposal.position, observation


def _decided(proposal: Proposal) -> Finding | None:
    """What is kept of a sentence: what rules and scorecard make of it together."""
    rules, finding = proposal.rules, proposal.finding
    card = scorecard(rules.language)
    if card is None:
        return finding
    candidate, held = proposal.candidate, proposal.held
    if finding is None:
        return taken(candidate, card.kind(held), rules) if card.chance(held) >= card.take else None
    chance = _chance(held, card)
    if chance >= certain_from(finding, candidate):
        return finding
    if chance < card.refuse:
        return None
    heard = candidate.heard
    corrects = not finding.correction and heard.statements and not heard.asked
    if corrects and card.kind(held) == "correction":
        return as_correction(finding, candidate.denial, heard, rules)
    return finding


def _chance(held: frozenset[str], card: Scorecard) -> float:
    """Return the chance that a statement which a rule knows is worth remembering.

    The number of sentences beside it must not cost a fact: of a list of facts each counts as if said alone.
    """
    return max(card.chance(held), card.chance(said_alone(held)))


def _observation(finding: Finding, proposal: Proposal, said: Spoken) -> Observation | None:
    turn, rules, card = said.turn, proposal.rules, scorecard(proposal.rules.language)
    ahead = card is not None and finding.kind == "fact" and card.looks_ahead(proposal.held)
    kind = "commitment" if ahead else finding.kind
    content = with_dates(finding.content, kind, said.day, rules.language, rules.dates)
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
        quote=proposal.sentence.text,
        corrects=finding.corrects,
        denied=finding.denied,
        points=finding.points,
    )

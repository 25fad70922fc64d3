"""Turn a session's turns into observations."""

from __future__ import annotations

from collections import Counter
from datetime import UTC
from typing import TYPE_CHECKING

from tiermem.plugins import replace
from tiermem.plugins.text import everywhere, fold, statement_key
from tiermem_hooks.extraction.corrections import CHANGE, changed, correction_of
from tiermem_hooks.extraction.declines import words_declined
from tiermem_hooks.extraction.model import judge
from tiermem_hooks.extraction.repairs import (
    beside_repair,
    corrects_task,
    is_repair,
    only_admits,
    put_right,
    repair_of,
)
from tiermem_hooks.extraction.sentences import Sentence, telling, word_count
from tiermem_hooks.extraction.slips import slip_of
from tiermem_hooks.extraction.turns import (
    VOID,
    edits_text,
    invented,
    is_played,
    says_nothing_so,
    spoken,
    statements,
)
from tiermem_hooks.extraction.worth import (
    FILINGS,
    STANDING,
    finding_of,
    observation_of,
    parts_or_whole,
    surely_worth,
    worth_keeping,
)
from tiermem_hooks.memory_requests.to_forget import asks_to_forget_otherwise

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from tiermem import Observation, Turn
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.turns import Spoken, Statement

_MOST_WORDS_BEHIND = 20
"""Maximum words of a sentence that is read together with the one before: "I gave the plot up. They let me have two
raised beds instead."."""
_REPAIR = "(repair)"
"""Behind the key of a repair."""
_TELLS_MUCH = 6
"""Number of statements from which a message counts as written to inform, regardless of the session's limit."""


def extract(
    turns: Sequence[Turn],
    rules: Rules | None = None,
    zone: tzinfo = UTC,
    *,
    changes: bool = False,
    most: int | None = None,
    in_project: bool = False,
) -> list[Observation]:
    """Return the user's statements in *turns* that are worth remembering, in order.

    Only sentences of user turns are kept; the assistant's turns show what a correction corrects and what the user
    declined to have remembered. The same statement is returned once.

    Args:
        turns: The turns of one session, in order.
        rules: Rules from `load_rules` for all sentences; None for those of each sentence's language.
        zone: The time zone in which "tomorrow" was said.
        changes: True to return changes too, of kind `CHANGE`, and at the end messages that may admit a slip: they
            matter only if something known is about them.
        most: Maximum statements, the likeliest; the others may still change what is known. A message with `_TELLS_MUCH`
            statements or more, or with nothing else, is taken whole and not counted.
        in_project: True if they were said in a project, where less is needed for a convention of it.
    """
    session = spoken(turns, rules, zone, in_project=in_project)
    refused = words_declined(session)
    found, sure, unwanted = _collected(session, refused, changes=changes)
    wanted = {key: observation for key, observation in found.items() if key not in unwanted}
    for key in _surplus(wanted, sure, most, session) if most is not None else ():
        wanted[key] = replace(wanted[key], kind=CHANGE)
    if not changes:
        return [observation for observation in wanted.values() if observation.kind != CHANGE]
    declining = {index for index, _ in refused}
    apart = declining | {
        index for index in range(len(session)) if _puts_right(session[index], found.values())
    }
    return _with_slips(list(wanted.values()), list(_slips(session, apart)))


def _collected(
    session: Sequence[Spoken], refused: Mapping[tuple[int, int], frozenset[str]], *, changes: bool
) -> tuple[dict[str, Observation], dict[str, float], set[str]]:
    """Return key → observation, key → how surely it is worth keeping, and the keys of those that were declined."""
    found: dict[str, Observation] = {}
    sure: dict[str, float] = {}
    unwanted: set[str] = set()
    for index, position, observation, worth in _meant(session, refused):
        is_change = observation.kind == CHANGE
        if is_change and not changes:
            continue
        key = _key(observation)
        if is_change and f"{key} {_REPAIR}" in found:
            continue
        declined = refused.get((index, position))
        if declined is not None and not _is_spared(observation, declined, session[index]):
            unwanted.add(key)
        elif key not in found or found[key].kind == CHANGE:
            found[key] = observation
            sure[key] = worth
        if is_repair(observation) and (told := put_right(found, session, index)):
            found[told] = replace(found[told], kind=FILINGS["fact"].kind)
    return found, sure, unwanted


def _puts_right(said: Spoken, found: Iterable[Observation]) -> bool:
    """Return True if an observation of a turn names what it corrects, so that nothing is to be guessed."""
    return any(one.corrects or one.denied for one in found if one.evidence == said.turn.ref)


def _with_slips(found: Sequence[Observation], slips: Sequence[Observation]) -> list[Observation]:
    """Return observations with slips at the end, or before what repairs a statement that it does not name.

    Before it they only point at the statement: if memory finds no plain value for it, the repair may.
    """
    pointing = {one.evidence for one in found if one.points or is_repair(one)}
    first = [replace(one, points=True) for one in slips if one.evidence in pointing]
    return [*first, *found, *(one for one in slips if one.evidence not in pointing)]


def _slips(session: Sequence[Spoken], apart: Container[int]) -> Iterator[Observation]:
    """Yield the messages that may admit a slip, without those of some turns, fiction and play."""
    for index, said in enumerate(session):
        is_read = said.is_user and index not in apart
        if is_read and not (is_played(session, index) or invented(said)) and (slip := slip_of(said)):
            yield slip


def _meant(
    session: Sequence[Spoken], refused: Mapping[tuple[int, int], frozenset[str]]
) -> Iterator[tuple[int, int, Observation, float]]:
    """Yield the observations of the user's turns with their places, without fiction and orders to edit a text."""
    for index, said in enumerate(session):
        if not said.is_user:
            continue
        in_play, made_up = is_played(session, index), invented(said)
        for position, observation, worth in _observations(session, index, refused):
            is_fiction = (in_play or position in made_up) and observation.kind != "request"
            is_change = observation.kind == CHANGE
            if not (is_fiction or (is_change and edits_text(session, index, observation.quote or ""))):
                yield index, position, observation, worth


def _observations(
    session: Sequence[Spoken], index: int, refused: Container[tuple[int, int]]
) -> Iterator[tuple[int, Observation, float]]:
    """Yield the observations of one user turn, each with the position of its sentence and how likely it is worth it.

    What several statements say together comes before each of them: it may change something that is known. With one that
    was *refused*, none is read together.
    """
    corrected = -1
    found = statements(session, index)
    repair = repair_of(session, index, found)
    if corrects_task(session, index, found, repair):
        return
    if repair is not None:
        yield 0, repair, 0.0
    joined = [one for one in found if (index, one.position) not in refused]
    yield from ((position, change, 0.0) for position, change in _together(joined, session[index]))
    for statement in parts_or_whole(found):
        if statement.position == corrected:
            continue
        finding = correction_of(statement.denial, statement.heard, statement.rules)
        worth = 1.0
        if finding:
            corrected = statement.position
        else:
            if not statement.clause.requested:
                worth = judge(statement.candidate, statement.rules.language).worth
            finding = None if _asks_to_forget(statement) else finding_of(statement)
        if finding and repair is not None:
            finding = beside_repair(finding, statement, repair)
        if finding and not statement.clause.requested and only_admits(statement.clause.said, statement.rules):
            finding = replace(finding, kind=CHANGE)
        observation = (
            observation_of(finding, statement.quote, statement.rules, session[index]) if finding else None
        )
        if observation:
            yield statement.position, observation, worth


def _asks_to_forget(one: Statement) -> bool:
    """Return True if the sentence of a statement asks to forget something, in words that no pattern knows."""
    is_asked = not one.clause.wished and asks_to_forget_otherwise(one.quote)
    return is_asked and not surely_worth(one)


def _together(found: Sequence[Statement], said: Spoken) -> Iterator[tuple[int, Observation]]:
    """Yield the sentences that make several statements or that another follows: together they may change something."""
    first = {one.position: one for one in reversed(found)}
    for place, one in first.items():
        behind = first.get(place + 1)
        parts = [one, behind] if behind and _goes_on(behind) else [one]
        if _is_apart(one) or says_nothing_so(one) or (one.is_whole and len(parts) == 1):
            continue
        rests = [part.denial.rest for part in parts]
        whole = Sentence(" ".join(rest.text for rest in rests), " ".join(rest.view for rest in rests))
        finding = changed(replace(one.denial, rest=whole), one.heard, one.rules, asks=False)
        if finding:
            quote = " ".join(part.quote for part in parts)
            observation = observation_of(replace(finding, kind=CHANGE), quote, one.rules, said)
            if observation:
                yield place, observation


def _goes_on(one: Statement) -> bool:
    """Return True if a sentence may tell more of what the one before tells."""
    return word_count(one.denial.rest.view) <= _MOST_WORDS_BEHIND and not _is_apart(one)


def _is_apart(one: Statement) -> bool:
    """Return True if a sentence is a request or hypothetical."""
    return one.clause.asks or one.clause.requested or bool(one.candidate.cues & VOID)


def _key(observation: Observation) -> str:
    """Return the key of a statement; a repair has its own, because a fact in its words is kept if it repairs none."""
    key = statement_key(observation.draft.content)
    return f"{key} {_REPAIR}" if is_repair(observation) else key


def _is_spared(observation: Observation, declined: frozenset[str], said: Spoken) -> bool:
    """Return True if only another statement of the sentence is declined."""
    own = telling(observation.draft.content, said.rules)
    is_part = observation.kind != CHANGE and bool(own) and own != telling(observation.quote or "", said.rules)
    return bool(declined) and is_part and own.isdisjoint(declined)


def _surplus(
    found: Mapping[str, Observation], sure: Mapping[str, float], most: int, session: Sequence[Spoken]
) -> list[str]:
    """Return the statements beyond the *most* likely ones, except those of messages with little else.

    Messages with many statements are excepted too. Standing statements come first, however likely they are.
    """
    told = Counter(one.evidence for one in found.values() if one.kind != CHANGE)
    counted = [key for key, one in found.items() if one.kind != CHANGE and told[one.evidence] < _TELLS_MUCH]
    if len(counted) <= most:
        return []
    refs = {one.turn.ref for index, one in enumerate(session) if one.is_user and _only_tells(session, index)}
    counted = [key for key in counted if found[key].evidence not in refs]
    return sorted(counted, key=lambda key: (not _must_be_known(found[key]), -sure[key]))[most:]


def _only_tells(session: Sequence[Spoken], index: int) -> bool:
    """Return True if everything in a turn of the user is worth keeping: it was written to inform."""
    return {one.position for one in statements(session, index)} == worth_keeping(session, index)


def _must_be_known(observation: Observation) -> bool:
    """Return True if a statement stands, was asked to be remembered, or gives the user's name or home."""
    draft, known = observation.draft, everywhere()
    of_who = known.names.union(*known.single.values())
    return STANDING in draft.tags or observation.kind == "request" or fold(draft.subject or "") in of_who

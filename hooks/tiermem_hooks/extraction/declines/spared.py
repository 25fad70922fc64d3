"""Find what a message that asks not to keep one thing says of another, which is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.plugins.text import fold, has_words, sensitive_words, topics_of
from tiermem_hooks.extraction.model import judge
from tiermem_hooks.extraction.sentences import CLAUSE_END, asks_to_keep, asks_to_leave, telling
from tiermem_hooks.extraction.turns import VOID, statements
from tiermem_hooks.memory_requests.not_to_keep import scope_declined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.turns import Spoken, Statement

_OF_OTHERS = frozenset({
    "age", "computer", "drink", "employer", "food_taste", "hobby", "home", "household", "instrument", "job",
    "language_learning", "name", "pet", "phone", "reading", "school", "sport", "study", "vehicle",
})  # fmt: skip
"""Topics of plain facts about a person who was not spoken of before."""
OF_ONESELF = frozenset({
    "computer", "editor", "food_taste", "form_of_address", "hobby", "instrument", "language_learning", "pet", "phone",
    "programming_language", "reading", "reply_language", "reply_length", "reply_style", "sport", "units", "vehicle",
})  # fmt: skip
"""Topics of plain facts about the speaker, which are seldom part of a secret about something else."""


_PERSONS = (("about.pronouns", "relative"), ("about", "relative"))
"""Patterns of a person of the speaker's who opens a statement."""


def spared(session: Sequence[Spoken], index: int) -> frozenset[int]:
    """Return the positions of the sentences of a user's turn that its request not to keep something does not mean.

    They ask in so many words to be kept, or stand behind the request and are about another thing. In doubt, the request
    means them.
    """
    said = session[index]
    every = range(len(said.sentences))
    asking = [place for place in every if asks_to_leave(said.sentences[place], said.rules_of[place])]
    if not asking:
        asking = [place for place in every if _is_judged(said, place)][:1]
    if not asking or any(_is_ahead(said, place) for place in asking):
        return frozenset()
    wanted = {
        place
        for place in every
        if place not in asking
        and asks_to_keep(said.sentences[place], said.rules_of[place])
        and all(other < place or _names(said, other) for other in asking)
    }
    return frozenset(wanted | _behind(session, index, asking[-1]))


def _is_judged(said: Spoken, place: int) -> bool:
    return scope_declined(said.sentences[place].text, said.rules_of[place].language) is not None


def _is_ahead(said: Spoken, place: int) -> bool:
    """Return True if a request is about what comes next."""
    view, rules = said.sentences[place].view, said.rules_of[place]
    return any(rules.pattern("decline", key).search(view) for key in ("ahead", "forward"))


def _names(said: Spoken, place: int) -> bool:
    """Return True if a request names what it means: "no need to note the recipe"."""
    rules = said.rules_of[place]
    request = rules.pattern("decline", "request").search(said.sentences[place].view)
    return request is not None and rules.pattern("decline", "points").match(request["object"]) is None


def _behind(session: Sequence[Spoken], index: int, asking: int) -> set[int]:
    """Return the positions of the sentences behind a request that are about another thing than what was told before."""
    said = session[index]
    first = CLAUSE_END.split(said.sentences[asking].text, maxsplit=1)[0]
    rules = said.rules_of[asking]
    is_first = rules.pattern("decline", "request").search(first) is not None
    secret = [one.text for one in said.sentences[:asking]]
    if not is_first:
        secret.append(first)
    told = " ".join(secret)
    if not telling(told, rules) or scope_declined(said.turn.content, rules.language) == "session":
        return set()
    found: set[int] = set()
    for place in range(asking + 1, len(said.sentences)):
        own = [one for one in statements(session, index) if one.position == place]
        if own and all(_is_apart(one, told) for one in own):
            found.add(place)
    return found


def _is_apart(one: Statement, secret: str) -> bool:
    """Return True if a statement is a plain fact about another thing than a secret, or about another person."""
    clause, rules = one.clause, one.rules
    if clause.asks or clause.requested or one.candidate.cues & VOID:
        return False
    topics = frozenset(topics_of(clause.said.text))
    is_same = not topics.isdisjoint(topics_of(secret)) or not telling(clause.said.text, rules).isdisjoint(
        telling(secret, rules)
    )
    if is_same or _may_go_on(clause.said.view, rules):
        return False
    if clause.wished:
        return True
    if not judge(one.candidate, rules.language).is_worth:
        return False
    person = next(filter(None, (rules.pattern(*key).match(clause.said.view) for key in _PERSONS)), None)
    is_named = person is not None and bool(person.groupdict().get("named"))
    return is_named or (bool(topics) and topics <= (OF_ONESELF if person is None else _OF_OTHERS))


def _may_go_on(view: str, rules: Rules) -> bool:
    """Return True if a statement may tell more of a secret: of "her", what someone does not know, or an illness."""
    said = fold(view)
    return (
        rules.pattern("about.pronouns", "pattern").match(view) is not None
        or has_words(view, "refuses")
        or any(kind.search(said) for kind in sensitive_words().values())
    )

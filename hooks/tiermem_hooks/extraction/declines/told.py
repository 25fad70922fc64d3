"""Find the turn that "don't save that" points back at: the last in which the user told something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.plugins.text import fold, named_topics, sensitive_words, topics_of
from tiermem_hooks.extraction.declines.spared import OF_ONESELF
from tiermem_hooks.extraction.model import judge
from tiermem_hooks.extraction.sentences import CLAUSE_END, telling
from tiermem_hooks.extraction.statements import is_request, trim
from tiermem_hooks.extraction.turns import statements
from tiermem_hooks.memory_requests.not_to_keep import TURNS_BACK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiermem_hooks.extraction.turns import Spoken, Statement

_PLAIN = OF_ONESELF | {"name"}
"""Topics of facts that are seldom a secret."""
_WANTED = frozenset({"allergy", "diet", "employer", "home", "household", "job", "workplace"})
"""Topics of facts that people tell to have them remembered."""
_MOST_ASKED = 2
"""Questions and tasks past which such a request reaches at most, if what was told is plain."""


def told_before(session: Sequence[Spoken], previous: int, *, whole: bool = False) -> int:
    """Return the first turn that a request means which points back, past questions and tasks that tell nothing.

    "I'm pregnant!", "what can I eat?", "don't save that" means the first. A question is meant itself if it is clearly
    about something else than what was told before it, or if nothing was.

    Args:
        session: The turns.
        previous: The user's turn before the request.
        whole: True if the request means all of it ("any of this"): turns further back about the same too.
    """
    own = [index for index in range(max(0, previous - TURNS_BACK), previous + 1) if session[index].is_user]
    telling_ones = [index for index in own if _tells(session, index)]
    if not telling_ones:
        return previous
    first = telling_ones.pop()
    if _is_plain(session[first]) and sum(index > first for index in own) > _MOST_ASKED:
        return previous
    if not _is_meant(session[first], [session[index] for index in own if index > first]):
        return previous
    while whole and telling_ones and _is_related(session[telling_ones[-1]], session[first]):
        first = telling_ones.pop()
    return first


def _tells(session: Sequence[Spoken], index: int) -> bool:
    """Return True if a turn does more than ask.

    Of "I'm pregnant, what can I eat?" the first part is worth keeping, of "je peux manger quoi ?" none is.
    """
    said = session[index]
    asked = {
        position
        for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True))
        if is_request(trim(sentence, rules), rules)
    }
    return any(
        one.position not in asked
        and not one.clause.asks
        and telling(one.clause.said.text, one.rules)
        and not (said.sentences[one.position].asks and _is_of_question(one))
        for one in statements(session, index)
    )


def _is_of_question(one: Statement) -> bool:
    """Return True if a statement before a question is a part of it: "je peux manger" of "je peux manger quoi ?"."""
    _, _, behind = one.quote.partition(one.clause.said.text)
    is_apart = CLAUSE_END.match(behind.lstrip()) is not None or bool(telling(behind, one.rules))
    return not (is_apart and judge(one.candidate, one.rules.language).is_worth)


def _is_plain(told: Spoken) -> bool:
    """Return True if a turn tells nothing that is likely a secret."""
    topics = named_topics(told.turn.content)
    return bool(topics) and (topics <= _PLAIN | _WANTED or "name" in topics)


def _is_meant(told: Spoken, asked: Iterable[Spoken]) -> bool:
    """Return True unless a question behind what was told is rather the secret: about an illness, or beside a name."""
    is_plain = _is_plain(told)
    for one in asked:
        said = fold(one.turn.content)
        is_secret = any(kind.search(said) for kind in sensitive_words().values())
        if (is_secret or (is_plain and named_topics(one.turn.content))) and not _is_related(one, told):
            return False
    return True


def _is_related(one: Spoken, other: Spoken) -> bool:
    """Return True if two turns share a topic or a telling word."""
    if not topics_of(one.turn.content).keys().isdisjoint(topics_of(other.turn.content)):
        return True
    return not telling(one.turn.content, one.rules).isdisjoint(telling(other.turn.content, other.rules))

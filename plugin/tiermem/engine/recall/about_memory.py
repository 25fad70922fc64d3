"""Answer questions about the memory itself: "Where were we?", "Continue.", "What do you know about me?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import undated
from tiermem.engine.recall.query import OPENING
from tiermem.store.contract import EntryFilter
from tiermem.text.folding import QUESTION_MARKS, normalized
from tiermem.text.languages import everywhere, languages_of
from tiermem.text.sentences import SENTENCE
from tiermem.text.terms import has_one, telling_words, words
from tiermem.values import Passage
from tiermem.values.changes import Outcome
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate, SearchFilter, Store
    from tiermem.store.contract.shapes import SessionRow
    from tiermem.text.languages import Language
    from tiermem.values import Event, Reach, Turn

LATEST = 30
"""Number of latest sessions that are searched for the one that is meant."""
OF_SESSION = 5
"""Maximum turns shown of the session that was left off."""
_OF_QUESTION = 2
"""Maximum turns shown of a later session with a single question: that and its answer."""
LONGEST_TURN = 400
"""Maximum characters shown of a turn: the end of a user's turn, where plans are, and the beginning of others."""
MOST_ENTRIES, MOST_TURNS = 300, 300
"""Numbers of newest entries and turns that are searched for facts about the user."""
_MARKS = " .!?…。！？"
_FEWEST_LEFT = 2
"""Minimum number of telling words, beyond those of an entry, with which a sentence says something new."""
_SHORTEST_PART = 8
"""Minimum characters of a sentence that an entry contains by more than chance."""
_STEP = 0.001
"""Difference between the scores of consecutive passages, which keeps them in order."""


class LeftOff:
    """The latest sessions of a user with one agent.

    Args:
        store: The store of the sessions.
        most: Maximum turns shown.
    """

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most

    def find(self, query: Query, where: SearchFilter, reach: Reach) -> tuple[Passage, ...]:
        """Return the beginning and the end of the session that a prompt wants to continue, in order.

        This is the latest session about something that the prompt names, or the latest of all if none is. If that is a
        single question ("How many teaspoons are in a tablespoon?"), the latest session with more in it comes before it.
        Sessions without telling words ("thanks!") and those of other projects are skipped.

        Args:
            query: A prompt that asks to continue, or asks where the user left off.
            where: The session of the prompt, which is excluded, and its project.
            reach: The owner of the sessions.
        """
        asked = set(self._store.search.stems(_topic(query)).values())
        latest: Sequence[Turn] = ()
        worked_in: Sequence[Turn] = ()
        for row in self._sessions(where, reach):
            turns = self._store.sessions.turns(row.id)
            said = "\n".join(turn.content for turn in turns if turn.speaker == "user")
            telling = telling_words(said, languages_of(said))
            if not telling:
                continue
            latest = latest or turns
            worked_in = worked_in or (() if _is_one_question(turns) else turns)
            if not asked.isdisjoint(self._store.search.stems(telling).values()):
                return _passages(_ends(turns, self._most))
        if latest is worked_in or not worked_in:
            return _passages(_ends(latest, self._most))
        aside = _ends(latest, min(_OF_QUESTION, self._most // 2))
        return _passages([*_ends(worked_in, self._most - len(aside)), *aside])

    def has_begun(self, session_id: str | None) -> bool:
        """Return True if something was said in the session; "continue" then refers to that."""
        return bool(session_id and self._store.sessions.turns(session_id, stop=1))

    def _sessions(self, where: SearchFilter, reach: Reach) -> list[SessionRow]:
        found = self._store.sessions.find((reach.user.id,), limit=LATEST)
        return [
            row
            for row in found
            if row.id != where.except_session
            and row.reach.agent == reach.agent
            and where.project_id in (None, row.project_id)
            and (where.since is None or row.started_at >= where.since)
            and (where.until is None or row.started_at < where.until)
        ]


class AboutUser:
    """Statements of a user on any topic: entries of L1, and turns of the journal.

    Args:
        store: The store of entries and turns.
        turns: True to search the journal too.
    """

    def __init__(self, store: Store, *, turns: bool) -> None:
        self._store = store
        self._turns = turns

    def entries(self, where: SearchFilter, reach: Reach) -> tuple[Passage, ...]:
        """Return the entries of L1, the newest first."""
        found = self._store.search.newest(
            replace(where, layers=("L1",), turns=False), reach.ids, MOST_ENTRIES
        )
        return tuple(one.passage(0.9 - place * _STEP) for place, one in enumerate(found))

    def said(self, where: SearchFilter, reach: Reach) -> list[Passage]:
        """Return the user's own turns, the newest first, without what an entry says or said.

        Args:
            where: The project, the time, and the session of the prompt, whose turns are excluded.
            reach: The owner of the turns.
        """
        if not self._turns:
            return []
        turns = replace(where, tiers=(), layers=(), turns=True)
        found = self._store.search.newest(turns, reach.ids, MOST_TURNS)
        own = [one for one in found if one.speaker == "user" and not one.name]
        carried = self._carried(reach) if own else []
        passages = (_rest(one, carried, 0.9 - place * _STEP) for place, one in enumerate(own))
        return [one for one in passages if any(map(str.isalnum, one.text))]

    def _carried(self, reach: Reach) -> list[str]:
        """Return present and former statements of entries, and corrections that they contain, the longest first."""
        where = EntryFilter(
            layers=("L0", "L1"),
            statuses=("active", "inactive", "staged"),
            newest_first=True,
            limit=MOST_ENTRIES,
        )
        found = self._store.records.select(where, reach.ids)
        said = {undated(one.content).strip().rstrip(_MARKS).lower() for one in found}
        observed = self._store.stream.latest(reach.ids, kinds=("observation",), limit=MOST_TURNS)
        said.update(map(_correction, observed))
        return sorted(said - {""}, key=len, reverse=True)


def _correction(event: Event) -> str:
    """Return the words of an observation that corrected an entry, as they are compared; "" for others.

    The entry contains the right value in its own words: "no wait, it's Wednesday, not Tuesday".
    """
    outcome = Outcome.parse(event.outcome)
    if outcome is None or outcome.kind != "corrected" or not event.payload:
        return ""
    return str(event.payload.get("quote") or "").strip().rstrip(_MARKS).lower()


def _rest(turn: Candidate, carried: Sequence[str], score: float) -> Passage:
    """Return a turn without the parts that entries carry."""
    text = _without(turn.text, carried)
    is_cut = len(text) < len(turn.text)
    if is_cut and len(telling_words(text, languages_of(text))) < _FEWEST_LEFT:
        text = ""  # "Hello!"
    told = {"told": 1.0} if is_cut else {}
    return turn._replace(text=text).passage(score, told)


def _without(text: str, carried: Sequence[str]) -> str:
    """Return a text without sentences that say little more than an entry."""
    sentences = SENTENCE.findall(text)
    found = [one for one in carried if one in text.lower()]
    left = (one for one in sentences if not (_is_carried(one, found) or _is_part(one, carried)))
    return "".join(left).strip()


def _is_carried(sentence: str, carried: Sequence[str]) -> bool:
    rest = sentence.lower()
    for one in carried:
        rest = rest.replace(one, " ")
    is_touched = rest != sentence.lower()
    return is_touched and len(telling_words(rest, languages_of(sentence))) < _FEWEST_LEFT


def _is_part(sentence: str, carried: Sequence[str]) -> bool:
    """Return True if an entry contains a whole sentence of some length: "Emil is 4 now", "My son Emil is 4 now"."""
    said = sentence.strip().rstrip(_MARKS).lower()
    return len(said) >= _SHORTEST_PART and any(said in one for one in carried)


def only_asks(text: str) -> bool:
    """Return True if each sentence of a turn asks for something or only thanks, and none speaks of the user."""
    spoken = languages_of(text)
    return all(_asks_alone(one.strip(), spoken) for one in SENTENCE.findall(text) if one.strip())


def _asks_alone(sentence: str, spoken: Sequence[Language]) -> bool:
    """Return True if a sentence asks for something that has nothing to do with the user: "how do I center a div".

    So does one that only thanks: "perfect thx".
    """
    from tiermem.engine.reading.wishes import states_nothing  # few prompts ask for all that is known

    seen = normalized(sentence)
    if any(one.says(seen, one.asks_for_help) for one in spoken):
        return not any(has_one(sentence, one.possessives, one) for one in spoken)
    opening = frozenset(words(sentence)[:OPENING])
    asks = sentence.endswith(QUESTION_MARKS) or any(
        not opening.isdisjoint(one.question_words) or states_nothing(sentence, one.code) for one in spoken
    )
    is_own = everywhere().i.search(seen) or any(has_one(sentence, one.possessives, one) for one in spoken)
    return asks and not is_own


def _is_one_question(turns: Sequence[Turn]) -> bool:
    """Return True for a session in which the user asked one thing that has nothing to do with the user."""
    said = [turn.content for turn in turns if turn.speaker == "user"]
    return len(said) == 1 and only_asks(said[0])


def _ends(turns: Sequence[Turn], most: int) -> list[Turn]:
    """Return the first spoken turn of a session and the last ones, so many at most."""
    spoken = [turn for turn in turns if turn.speaker in ("user", "assistant")]
    if len(spoken) <= most:
        return spoken
    return [spoken[0], *spoken[len(spoken) - most + 1 :]] if most > 0 else []


def _passages(turns: Sequence[Turn]) -> tuple[Passage, ...]:
    """Return turns as passages whose scores keep them in order."""
    return tuple(
        Passage(
            ref=turn.ref,
            text=_excerpt(turn),
            score=1 - place * _STEP,
            at=turn.at,
            label=turn.name or turn.speaker,
            kind="turn",
        )
        for place, turn in enumerate(turns)
    )


def _topic(query: Query) -> tuple[str, ...]:
    """Return the telling words of a prompt, without the question where the user left off."""
    rest = normalized(query.text)
    for one in query.languages:
        rest = one.beside(one.beside(rest, one.asks_where_left_off), one.says_to_go_on)
    return tuple(word for word in telling_words(rest, query.languages) if word not in query.period_words)


def _excerpt(turn: Turn) -> str:
    text = turn.content
    if len(text) <= LONGEST_TURN:
        return text
    return (
        f"…{text[-LONGEST_TURN:].lstrip()}" if turn.speaker == "user" else f"{text[:LONGEST_TURN].rstrip()}…"
    )

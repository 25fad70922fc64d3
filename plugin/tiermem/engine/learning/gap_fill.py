"""Observe what was said and not written down: read the journal into the stream.

It can run twice, late, or not at all: the session's working state holds the offset up to which it has read, and every
observation has its own key. If a model does not answer, the offset stays and its turns wait.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tiermem.engine.comparison.likelihood import may_overtake
from tiermem.engine.comparison.lives import mentions_event
from tiermem.engine.comparison.lives.partings import mentions_parting
from tiermem.engine.comparison.value import takes_a_place
from tiermem.engine.learning.known_entries import KnownEntries
from tiermem.engine.learning.observations import CHANGE, FORGET, SLIP, ObservationLog
from tiermem.engine.reading.clauses import own_words, swaps
from tiermem.engine.reading.lexicon import undated
from tiermem.engine.reading.reading import corrects, is_news, may_change
from tiermem.engine.reading.wishes import may_end_wish
from tiermem.engine.statements.amendments.moves import moves
from tiermem.engine.statements.overlap import Overlap
from tiermem.engine.statements.repairs.by_spelling import gives_spelling
from tiermem.errors import WriteRefused
from tiermem.store.contract import EntryFilter
from tiermem.support.lazy import logger
from tiermem.values import instant
from tiermem.values.frozen import dataclass, replace
from tiermem.values.words import SUMMARY

if TYPE_CHECKING:
    from tiermem.ports import Hooks
    from tiermem.ports.context import HookSession
    from tiermem.store.contract import SessionRow, Store
    from tiermem.values import AgentSettings, Collected, Entry, Event, HookFailure, Observation, Reach, Turn

_LOG = logger("tiermem")
OVERLAP = 4
"""Number of turns before the offset that are read again, because later turns refer to them."""
_ALREADY_WRITTEN = 0.6
"""Minimum share of the telling words of an observation, or of an entry that a tool wrote in the same session, that both
have in common for them to be the same."""
_FEWEST_SHARED = 3
"""Minimum common telling words for the entry's share to count: two ("Alec", "boss") are in many statements."""


PORTION_CHARS = 12_000
"""Characters of new turns that a model reads at once; the parts of a longer session are read one by one."""
ABANDONED = timedelta(minutes=10)
"""Age of the last turn from which a session without an end counts as cut off. If it continues after all, its further
turns are read at its end."""
_LOOKED_BACK = timedelta(days=30)
"""Maximum age of an abandoned session that is still read."""


@dataclass(frozen=True, slots=True)
class ReadProgress:
    """The progress of reading a session.

    Attributes:
        done: True if all turns were read.
        waits: True if the rest waits because a model did not answer.
        failures: Plugins that failed, and why.
    """

    done: bool = True
    waits: bool = False
    failures: tuple[HookFailure, ...] = ()


class GapFill:
    """Gap-fill of one agent."""

    def __init__(self, store: Store, hooks: Hooks, settings: AgentSettings) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings
        self._overlap = Overlap(store.search.stems)
        self._log = ObservationLog(store, hooks)
        self._known = KnownEntries(store, self._overlap)

    def read(self, session: HookSession, row: SessionRow, turns: Sequence[Turn], at: str) -> ReadProgress:
        """Write the statements of the next turns to the stream: by rules for all, by a model for `PORTION_CHARS`.

        Args:
            session: The session that hooks receive.
            row: The session's working state as stored.
            turns: Its turns from `OVERLAP` before the offset on.
            at: Instant of the events.
        """
        new = [turn for turn in turns if turn.position >= row.offset]
        if not self._settings.gap_fill.enabled or not new:
            return ReadProgress()
        size = len(new) if self._settings.gap_fill.extractor == "rules" else _fitting(new, PORTION_CHARS)
        handed = turns[: len(turns) - len(new) + size]
        collected = self._hooks.extract_observations(session, handed)
        if any(failure.waits for failure in collected.failures):
            return ReadProgress(done=False, waits=True, failures=collected.failures)
        heard = {turn.ref for turn in handed if turn.speaker == "user"}
        borne_out = tuple(_borne_out(observation, heard) for observation in collected.values)
        self._keep(replace(collected, values=borne_out), row, at, read=new[:size])
        return ReadProgress(done=size == len(new), failures=collected.failures)

    def end(
        self, session: HookSession, row: SessionRow, unread: Sequence[Turn], at: str
    ) -> tuple[HookFailure, ...]:
        """Write what a session's end adds to the stream; return the failures of plugins.

        Args:
            session: The session that hooks receive.
            row: The session's working state before its last turns were read.
            unread: Those turns.
            at: Instant of the events.
        """
        if not self._settings.gap_fill.enabled:
            return ()
        collected = self._hooks.on_session_end(session, unread)
        self._keep(collected, row, at)
        return collected.failures

    def unread_since(self, now: datetime) -> str | None:
        """Return the start of the oldest session whose unread turns are still read; None if none are."""
        return instant(now - _LOOKED_BACK) if self._settings.gap_fill.enabled else None

    def running(self, reach: Reach, now: datetime) -> int:
        """Return the number of sessions with unread turns that are not known to be over."""
        since, before = self.unread_since(now), instant(now - ABANDONED)
        found = self._store.sessions.unread(reach, since=since) if since is not None else []
        return sum(one.row.ended_at is None and one.last_at >= before for one in found)

    def left_unread(self, reach: Reach, now: datetime, *, limit: int) -> list[SessionRow]:
        """Return sessions that ended or broke off with unread turns, the latest first; none if nothing is read."""
        since = self.unread_since(now)
        found = self._store.sessions.unread(reach, since=since) if limit and since is not None else []
        before = instant(now - ABANDONED)
        return [one.row for one in found if one.row.ended_at is not None or one.last_at < before][:limit]

    def _keep(
        self, collected: Collected[Observation], row: SessionRow, at: str, *, read: Sequence[Turn] = ()
    ) -> None:
        """Write observations to the stream and move the offset behind the turns *read*.

        Turns that another process has read meanwhile are left to it.
        """
        events = [self._event(observation, row, at) for observation in self._narrow(collected.values, row)]
        if not (events or read):
            return
        with self._store.transaction(row.reach):
            if read and self._store.sessions.begin(row).offset > row.offset:
                return
            for event in events:
                if event is not None:
                    self._store.stream.append(event)
            if read:
                self._store.sessions.advance(row.id, read[-1].position + 1)

    def _narrow(self, found: Iterable[Observation], row: SessionRow) -> list[Observation]:
        """Leave out observations before the offset, of switched-off kinds, and those that a tool wrote here.

        Of the latter those stay that may change an earlier entry, with the entry that notes them.
        """
        written = self._written_by_tools(row)
        kept = []
        for observation in found:
            is_read = _position(observation) >= row.offset and self._settings.enabled(observation.draft.tier)
            note = next((one for one in written if self._says_the_same(observation, one)), None)
            is_change = observation.kind == CHANGE or note is not None
            if not is_read or (is_change and not _may_change(observation)):
                continue
            if note is None:
                kept.append(observation)
            elif note.status == "active" and observation.evidence is not None:
                kept.append(replace(observation, noted=note.id))
        return kept

    def _says_the_same(self, observation: Observation, entry: Entry) -> bool:
        """Return True if a tool's entry says it; for a correction, everything except the wrong statement."""
        if observation.kind in (SUMMARY, FORGET, SLIP):
            return False
        written = self._overlap.words(entry.content)
        said = self._overlap.words(undated(observation.draft.content))
        if observation.draft.correction:
            wrong = self._overlap.words(observation.corrects or "")
            right = (said - wrong, self._overlap.words(observation.quote or "") - wrong)
            return any(new and new <= written for new in right)
        shared = len(said & written)
        by_entry = shared >= _FEWEST_SHARED and shared >= _ALREADY_WRITTEN * len(written)
        return by_entry or shared >= _ALREADY_WRITTEN * max(len(said), 1)

    def _written_by_tools(self, row: SessionRow) -> list[Entry]:
        where = EntryFilter(origin=f"session:{row.id}", statuses=("active", "inactive", "staged"))
        return [
            entry for entry in self._store.records.select(where, row.reach.ids) if entry.source == "agent"
        ]

    def _event(self, observation: Observation, row: SessionRow, at: str) -> Event | None:
        """Return the observation as an event; None if a check refuses it.

        Without a journal only the statement is kept: no summary, no message that admits a slip, and no other words.
        """
        if not self._settings.journal.enabled:
            if observation.kind in (SUMMARY, SLIP):
                return None
            observation = self._without_words(observation, row.reach)
        try:
            return self._log.event(
                observation, row.reach, at=at, session_id=row.id, project_id=row.project_id
            )
        except WriteRefused as refusal:
            _LOG.warning("gap-fill of session %s: %s", row.id, refusal)
            return None

    def _without_words(self, observation: Observation, reach: Reach) -> Observation:
        """Replace the quotation of the wrong statement with the entry that was wrong."""
        wrong = self._known.corrected_by(observation, reach)
        replaces = observation.replaces if wrong is None else wrong.id
        return replace(observation, quote=None, corrects=None, denied=None, replaces=replaces)


def _borne_out(observation: Observation, heard: Container[str]) -> Observation:
    """Return the observation, without a speaker if the turn that it names is not the user's."""
    if observation.evidence is None or observation.evidence in heard or observation.draft.speaker != "user":
        return observation
    _LOG.warning("an observation names a turn that the user did not say, and is nobody's word")
    return replace(observation, evidence=None, draft=replace(observation.draft, speaker=None))


def _may_change(observation: Observation) -> bool:
    """Return True if a statement may concern an earlier one; one that only points at it must correct it."""
    said = observation.quote or ""
    is_correction = observation.draft.correction or corrects(said) or bool(swaps(said))
    is_correction = is_correction or own_words(said) != said or gives_spelling(said)
    content = observation.draft.content
    return (
        is_correction
        or mentions_parting(content)
        or may_end_wish(said or content)
        or (
            (not observation.points or is_news(content) or moves(content))
            and (
                may_change(content)
                or may_change(said)
                or mentions_event(content)
                or takes_a_place(content)
                or may_overtake(said or content)
            )
        )
    )


def _fitting(turns: Sequence[Turn], chars: int) -> int:
    """Return the number of turns that fit in this many characters, at least one."""
    total = 0
    for number, turn in enumerate(turns):
        total += len(turn.content)
        if number and total > chars:
            return number
    return len(turns)


def _position(observation: Observation) -> int:
    """Return the position of the evidence; without evidence the observation is about the whole session."""
    _, _, position = (observation.evidence or "").rpartition("/")
    return int(position) if position.isdigit() else 1 << 30

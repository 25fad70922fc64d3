"""Put away what was learned and noted of sentences that the user declined to have remembered."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.recall.withheld import observation_of, places
from tiermem.engine.writes import staging
from tiermem.engine.writes.undoing import standing
from tiermem.errors import TiermemError, WriteRefused
from tiermem.text.notes import says_declined
from tiermem.values import Change, EntryFilter, Event, instant
from tiermem.values.changes import Author
from tiermem.values.words import DECLINED

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.ports import Clock
    from tiermem.store.contract import SessionRow
    from tiermem.values import Entry, Reach, Turn

_REASON = "the user declined to have it remembered"


class Declining:
    """Keep declined sentences out of recall, and remove the entries that rest on them; a person can restore these.

    Args:
        engine: The engine of the agent's memory.
        session: The session in which the user declined them.
        reach: Its reach.
        clock: Returns the present.
    """

    def __init__(self, engine: Engine, session: SessionRow, reach: Reach, clock: Clock) -> None:
        self._gate = engine.gate
        self._store = engine.store
        self._session = session
        self._reach = reach
        self._clock = clock

    def decline(self, sentences: Mapping[str, Sequence[str]], turns: Sequence[Turn]) -> None:
        """Keep sentences out of recall; the journal keeps them.

        Args:
            sentences: `Turn.ref` of turns → sentences in their very words.
            turns: The session's turns. Those of other sessions are ignored.
        """
        known = {turn.ref: turn for turn in turns}
        declined = {ref: said for ref, said in sentences.items() if ref in known}
        if not declined:
            return
        with self._store.transaction(self._reach):
            self._store.stream.append(
                Event(
                    kind=DECLINED,
                    scope_id=self._reach.user.id,
                    at=instant(self._clock()),
                    source="system",
                    session_id=self._session.id,
                    payload={
                        "turns": {ref: places(known[ref].content, said) for ref, said in declined.items()}
                    },
                )
            )
        self._remove_learned(declined)
        self._remove_notes([one for said in declined.values() for one in said], turns)

    def _remove_learned(self, declined: Mapping[str, Sequence[str]]) -> None:
        """Remove the entries that were learned from declined sentences."""
        since = EntryFilter(layers=("L1", "L2"), since=self._session.started_at)
        for entry in self._store.records.select(since, self._reach.ids):
            if entry.source == "system" and self._rests_on(entry, declined):
                self._remove(entry)

    def _remove_notes(self, declined: Sequence[str], turns: Iterable[Turn]) -> None:
        """Remove or undo what the agent noted in this session if it says what is declined and nothing else said does.

        An older entry goes back to what it said before.
        """
        told = self._store.stream.of_session(self._session.id, self._reach.ids)
        noted = {event.seq: event for event in told if event.source == "agent" and event.entry_id}
        if not noted:
            return
        new = {event.entry_id for event in noted.values() if event.kind != "updated"}
        said = "\n".join(turn.content for turn in turns if turn.speaker == "user")
        for one in declined:
            said = said.replace(one, "")
        own = EntryFilter(layers=("L0", "L1"), ids=tuple({event.entry_id or "" for event in noted.values()}))
        failed: list[TiermemError] = []
        for note in self._store.records.select(own, self._reach.ids):
            try:
                self._put_away(note, new, noted, lambda text: says_declined(text, declined, [said]))
            except TiermemError as error:  # the other notes do not stay for it
                failed.append(error)
        if failed:
            raise failed[0]

    def _put_away(
        self,
        note: Entry,
        new: Container[str | None],
        noted: Container[int | None],
        is_declined: Callable[[str], bool],
    ) -> None:
        """Remove a note that says what is declined, or undo the changes that made it say so."""
        if not is_declined(note.content):
            return
        told = staging.record_events(self._store, note.id, self._reach)
        changes = standing(told)
        if note.id in new:
            self._remove(note)
        elif changes[-1].seq in noted:  # otherwise a person changed it since
            steps: list[tuple[str, int]] = []
            versions = self._store.records.versions(note.id, self._reach.ids)
            texts: dict[int | None, str] = {one.version: one.content for one in versions}
            text = note.content
            while changes and changes[-1].seq in noted and is_declined(text):
                undone = changes.pop()
                steps.append((note.id, undone.seq))
                text = texts.get(told[told.index(undone) - 1].version, text)
            if is_declined(text) or not self._went_back(steps):
                self._remove(note)

    def _went_back(self, steps: Sequence[tuple[str, int]]) -> bool:
        """Undo changes of a note, all in one write; False if its former text has no room or may not return."""
        try:
            self._gate.undo(steps, self._reach, Author("system", self._session.id))
        except WriteRefused:
            return False
        return True

    def _rests_on(self, entry: Entry, declined: Mapping[str, Sequence[str]]) -> bool:
        """Return True if an entry was learned from one of these sentences, or summarises them."""
        kind, _, origin = (entry.origin or "").partition(":")
        if kind == "session":
            said = (sentence for sentences in declined.values() for sentence in sentences)
            return origin == self._session.id and any(
                sentence.strip(" .!") in entry.content for sentence in said
            )
        observed = observation_of(entry.origin, self._store, self._reach.ids)
        if observed is None:
            return False
        quote, ref = str(observed.payload.get("quote") or ""), observed.payload.get("evidence")
        return bool(quote) and any(
            quote in sentence or sentence in quote for sentence in declined.get(ref or "", ())
        )

    def _remove(self, entry: Entry) -> None:
        self._gate.write([self._removal(entry)], self._reach, clock=self._clock)

    def _removal(self, entry: Entry) -> Change:
        """Return the removal of an entry, with the permission that the user's wish gives."""
        return Change(
            operation="remove",
            source="system",
            target=entry.id,
            session_id=self._session.id,
            reason=_REASON,
            declined=True,
        )

"""Read records of the past: receipts, sessions, the stream, runs and sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.engine.writes.authority import stored_filter
from tiermem.errors import InputError, TiermemError
from tiermem.store.contract import SearchFilter
from tiermem.support.lazy import logger
from tiermem.text import query_words, words
from tiermem.values import EntryFilter
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from datetime import date

    from tiermem.engine.measures import Measures
    from tiermem.engine.recall.report import RecallReport
    from tiermem.memory.engine import Engine
    from tiermem.store.contract import SessionRow
    from tiermem.values import Event, Reach, Run
    from tiermem.values.words import UserId

_LOG = logger("tiermem")
_MOST_DAYS = 3_660
_FIELDS = ("layer", "tier", "project_id", "task_id")
_OF_EVENTS = ("layers", "tiers", "project_id", "task_id")
"""Fields of an `EntryFilter` that events can meet, beside its times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventMatch:
    """An event of the stream, and the content that its entry had then; "" of an observation."""

    event: Event
    content: str

    @property
    def words(self) -> str:
        """The statement: the entry's, or the observation's own."""
        draft = self.event.payload.get("draft")
        observed = str(draft.get("content") or "") if isinstance(draft, dict) else ""
        return self.content or observed or str(self.event.payload.get("quote") or "")

    def meets(self, where: EntryFilter) -> bool:
        """Return True if the entry or observation had the layer, tier, project and task of a filter."""
        draft = self.event.payload.get("draft")
        fields = draft if isinstance(draft, dict) else self.event.payload
        wanted = {name: getattr(where, plural) for name, plural in zip(_FIELDS, _OF_EVENTS, strict=True)}
        return all(
            not value or fields.get(name) in (value if isinstance(value, tuple) else (value,))
            for name, value in wanted.items()
        )

    @property
    def text(self) -> str:
        """All that can be searched for."""
        event = self.event
        parts = (event.kind, event.source, event.session_id, event.reason, event.entry_id, self.words)
        return " ".join([*(part or "" for part in parts), *_said(event.payload)])


def _said(value: Any) -> Iterator[str]:
    """Yield the texts in a payload."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _said(one)


class Timeline:
    """The history and the observability memory of one agent's users. Returned by `Memory.timeline`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def receipts(
        self,
        user: UserId | None = None,
        session_id: str | None = None,
        limit: int = 1,
        *,
        before: tuple[str, str] | None = None,
    ) -> list[dict[str, Any]]:
        """Return the latest receipts of a user's recalls by this agent, newest first.

        Args:
            user: The user (default: the YAML's user).
            session_id: Only of this session.
            limit: Maximum number.
            before: Instant and id of the last receipt of the page before; None for the first page.
        """
        reach = self._engine.reach(user)
        return self._engine.store.sessions.receipts(reach, session_id=session_id, before=before, limit=limit)

    def recall_report(self, user: UserId | None = None, since: str | date | None = None) -> RecallReport:
        """Report from the receipts how well recall works for a user.

        Args:
            user: The user (default: the YAML's user).
            since: Only recalls at or after this time: a date, a datetime, or either as ISO 8601.

        Raises:
            InputError: *since* is not a time.
        """
        from tiermem.engine.recall.report import read_report  # only when asked for

        instant, _ = stored_filter(EntryFilter(since=since)).bounds
        reach = self._engine.reach(user)
        return read_report(self._engine.store, reach, since=instant, nearness=self._nearness(reach))

    def measures(self, user: UserId | None = None, *, days: int = 30) -> Measures:
        """Measure how memory served a user: growth, budgets, recall, corrections, repeated questions and costs.

        It recalls for the latest questions of the assistant, which leaves no trace.

        Args:
            user: The user (default: the YAML's user).
            days: How far back, up to now.

        Raises:
            InputError: The number of days is not from 1 to 3,660.
        """
        from tiermem.engine.measures import Measuring  # only when asked for

        if not 1 <= days <= _MOST_DAYS:
            raise InputError(f"The number of days has to be from 1 to {_MOST_DAYS:,}, not {days}.")
        reach = self._engine.reach(user)
        measuring = Measuring(self._engine.store, reach, lambda text, at: self._is_known(text, at, reach))
        return measuring.measure(days, self._engine.clock())

    def began(self, user: UserId | None = None) -> str | None:
        """Return the instant of a user's first event; None if nothing ever happened."""
        first = self._engine.store.stream.events(self._engine.reach(user).ids, limit=1)
        return first[0].at if first else None

    def _is_known(self, question: str, before: str, reach: Reach) -> bool:
        """Return True if an entry from before an instant answers a question."""
        from tiermem.engine.measures import answers
        from tiermem.memory.sessions.view import SessionView

        where = EntryFilter(until=before, layers=("L0", "L1"))
        view = SessionView(
            self._engine, id="", reach=reach, clock=self._engine.clock, connections=None, where=where
        )
        found = view.find_passages(question).passages
        return any(answers(one.text, question) for one in found if one.layer == "L1")

    def latest(
        self,
        user: UserId | None = None,
        *,
        kinds: Sequence[str] = (),
        before: int | None = None,
        limit: int = 50,
    ) -> list[Event]:
        """Return the latest events of a user of this agent, newest first.

        Args:
            user: The user (default: the YAML's user).
            kinds: Only these kinds of `Event`; all when empty.
            before: Only events before this place, for the next page.
            limit: Maximum number.
        """
        found = self._engine.store.stream.latest(
            self._engine.reach(user).ids, kinds=kinds, before=before, limit=max(limit, 0)
        )
        return found[::-1]

    def receipt(self, receipt_id: str, user: UserId | None = None) -> dict[str, Any]:
        """Return a receipt of a recall of a user by this agent.

        Raises:
            InputError: There is none with this id.
        """
        found = self._engine.store.sessions.receipts(self._engine.reach(user), receipt_id=receipt_id)
        if not found:
            raise InputError(f"There is no receipt {receipt_id!r} of this user.")
        return found[0]

    def _nearness(self, reach: Reach) -> Callable[[str], float] | None:
        """Return the similarity of the nearest entry to a prompt; None without vectors."""
        embedding = self._engine.embedding
        if not embedding.enabled:
            return None
        where = SearchFilter(layers=("L1", "L2"))
        try:
            embedding.nearness("Is there a model?", where, reach)
        except TiermemError as error:
            _LOG.warning("whether vectors would have helped is not known: %s", error)
            return None
        return lambda text: embedding.nearness(text, where, reach)

    def sessions(self, user: UserId | None = None, limit: int = 100) -> list[SessionRow]:
        """Return the latest sessions of a user, newest first."""
        return self._engine.store.sessions.find((self._engine.reach(user).user.id,), limit=limit)

    @property
    def head(self) -> int:
        """The place of the stream's last event; 0 while it is empty."""
        return self._engine.store.stream.head()

    @property
    def pulse(self) -> str:
        """A value that changes whenever an event may have been appended."""
        return self._engine.store.stream.pulse()

    def place(self, user: UserId | None = None) -> int:
        """Return the place of the last event that a user of this agent reads: `events` after it are all later ones.

        Args:
            user: The user (default: the YAML's user).
        """
        return self._engine.store.stream.head(self._engine.reach(user).ids)

    def events(
        self, user: UserId | None = None, *, kinds: Sequence[str] = (), after: int = 0
    ) -> Iterator[Event]:
        """Yield the stream of a user of this agent, oldest first.

        Args:
            user: The user (default: the YAML's user).
            kinds: Only these kinds of `Event`; all when empty.
            after: Only events after this place.
        """
        scopes = self._engine.reach(user).ids
        while events := self._engine.store.stream.events(scopes, kinds=kinds, after=after):
            yield from events
            after = events[-1].seq

    def search(
        self,
        text: str,
        user: UserId | None = None,
        *,
        where: EntryFilter | None = None,
        limit: int = 20,
    ) -> list[EventMatch]:
        """Find in the stream how something was learned or changed: those with most of the words first, then the latest.

        What is searched of an event is its kind, source and session, its reason, the words that it rests on, the tool
        and the file they came from, and the content that the entry had then.

        Args:
            text: Words; nothing in them is syntax.
            user: The user (default: the YAML's user).
            where: Conditions on layer, tier, project and task, as they were then, and on the event's time.
            limit: Maximum number.

        Raises:
            InputError: The limit is negative, a time is invalid, or *where* has a condition that events cannot meet.
        """
        if limit < 0:
            raise InputError(f"The limit has to be 0 or more, not {limit}.")
        wanted = set(query_words(text))
        reach = self._engine.reach(user)
        where = stored_filter(where or EntryFilter())
        kept = {name: getattr(where, name) for name in (*_OF_EVENTS, "since", "until")}
        if where != EntryFilter(**kept):
            raise InputError("Events are narrowed by layer, tier, project, task and time alone.")
        found: list[tuple[int, EventMatch]] = []
        for event, content in self._engine.store.stream.mentioning(sorted(wanted), reach.ids, where.bounds):
            match = EventMatch(event=event, content=content)
            if match.meets(where) and (hits := len(wanted & set(words(match.text)))):
                found.append((hits, match))
        found.sort(key=lambda one: (one[0], one[1].event.seq), reverse=True)
        return [match for _, match in found[:limit]]

    def runs(
        self,
        user: UserId | None = None,
        *,
        since: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int = 20,
    ) -> list[Run]:
        """Return the latest runs of the processor for a user, newest first, with what each read and wrote.

        Args:
            user: The user (default: the YAML's user).
            since: Only runs that began at or after this instant.
            after: Only those that follow this (start, id).
            limit: Maximum number.
        """
        return self._engine.store.runs.find(self._engine.reach(user), since=since, after=after, limit=limit)

    def set_aside(self, user: UserId | None = None) -> list[Event]:
        """Return a user's observations that failed too often to be tried again. Their outcome says why."""
        from tiermem.values.changes import Outcome  # only when asked for

        if not self._engine.store.stream.backlog(self._engine.reach(user).ids).failed:
            return []
        found = self.events(user, kinds=("observation",))
        outcomes = ((event, Outcome.parse(event.outcome)) for event in found)
        return [event for event, outcome in outcomes if outcome is not None and outcome.kind == "set aside"]

    def stats(self, user: UserId | None = None) -> dict[str, Any]:
        """Return the sizes of the store's tables and index, and one user's waiting work and costs of models.

        Args:
            user: The user (default: the YAML's user).
        """
        store, reach = self._engine.store, self._engine.reach(user)
        unread = store.sessions.unread(reach)
        return {
            "store": store.url,
            "tables": dict(store.sizes()),
            "waiting": self._engine.processor.waiting(reach),
            "backlog": self._engine.backlog(reach, self._engine.clock()),
            "unread": {"sessions": len(unread), "turns": sum(one.turns for one in unread)},
            "spending": self._engine.completer.spending.today_as_dict(reach, self._engine.clock()),
        }

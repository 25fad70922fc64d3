"""Report how well recall works, from its receipts.

A recall that should have found something leaves two traces: it was empty although the prompt had telling words, or the
user corrected the answer in the next message. If both are rare, full text is enough.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tiermem.errors import DeadlineExceeded
from tiermem.text import STOP_WORDS, normalized, query_words
from tiermem.text.languages import everywhere
from tiermem.values import EntryFilter, moment
from tiermem.values.changes import Outcome
from tiermem.values.frozen import asdict, dataclass, field
from tiermem.values.recall import ALL_TAKEN, NO_ANSWER, TOO_SLOW

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Event, Reach, Turn
    from tiermem.values.recall import DropReason
    from tiermem.values.words import EventKind

TURNS_AFTER = 2
"""Number of messages after a prompt within which a change of a shown entry counts as a correction."""
SOON = timedelta(hours=1)
"""The same for changes outside of the session, by a command."""
NEAR = 0.5
"""Minimum cosine of an entry and a prompt at which vectors would have shown the entry."""
MOST_TOLD = 5
"""Maximum entries listed as shown most, and as never shown."""

MOST_RECEIPTS = 20_000
"""Maximum receipts that are read, the latest: some 60 MB."""
_CHANGED: tuple[EventKind, ...] = ("updated", "removed", "superseded")
_LATE = (DeadlineExceeded.sign, NO_ANSWER, TOO_SLOW, ALL_TAKEN)
_REPLACED = frozenset({"corrected", "updated", "renewed", "staged"})
"""Outcomes of a correction of something known; a new statement that only sounds like one has others."""
_CUT: tuple[DropReason, ...] = ("beyond top_k", "over char_limit")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptFacts:
    """One recall, as its receipt records it.

    Attributes:
        terms: The query's terms that the index knew.
        rendered: Refs of the entries and turns shown.
        dropped: Reasons for candidates that were not shown, one each.
    """

    id: str
    at: str
    session_id: str | None
    query: str
    terms: tuple[str, ...]
    rendered: tuple[str, ...]
    dropped: tuple[DropReason, ...]
    notes: tuple[str, ...]
    took_ms: float

    @classmethod
    def of(cls, receipt: Mapping[str, Any]) -> ReceiptFacts:
        """Make one from a receipt as the store keeps it."""
        return cls(
            id=receipt["id"],
            at=receipt["at"],
            session_id=receipt["session_id"],
            query=receipt["query"],
            terms=tuple(receipt["terms"]),
            rendered=tuple(passage["ref"] for passage in receipt["rendered"]),
            dropped=tuple(one["why"] for one in receipt["dropped"]),
            notes=tuple(receipt["notes"]),
            took_ms=receipt["took_ms"],
        )

    @property
    def has_telling_words(self) -> bool:
        """True if the prompt had words to search for."""
        return any(word not in STOP_WORDS for word in query_words(self.query))

    @property
    def was_late(self) -> bool:
        """True if a deadline cut it short."""
        return any(sign in note for note in self.notes for sign in _LATE)

    @property
    def denies(self) -> bool:
        """True if the prompt begins by denying the previous answer."""
        return everywhere().denies.match(normalized(self.query)) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """An entry that the agent's tools or a person updated, removed or corrected."""

    entry_id: str
    at: str
    session_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardCorrection:
    """A correction of a known statement found by gap-fill: its session, and the instant of the user's turn."""

    session_id: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """Recalls that showed nothing.

    Attributes:
        telling: Recalls for prompts with telling words.
        unknown: Those for which the index knew none of the telling words: vectors could help.
        wordless: Recalls for prompts without telling words: "thanks", "go on".
    """

    telling: int = 0
    unknown: int = 0
    wordless: int = 0

    @property
    def all(self) -> int:
        """All recalls that showed nothing."""
        return self.telling + self.wordless


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorsHelp:
    """The difference that vectors would have made.

    Attributes:
        asked: Prompts with telling words whose recall was empty or corrected.
        near: Those of them with an entry near by vector, see `NEAR`; None without an embedder.
    """

    asked: int = 0
    near: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallReport:
    """A summary of recall over a period.

    Attributes:
        recalls: Number of recalls.
        sessions: Number of sessions.
        first: Instant of the first recall; None if there was none.
        last: Instant of the last.
        cut: Reason → recalls in which it removed a candidate: ``beyond top_k``, ``over char_limit``.
        late: Recalls cut short by a deadline.
        took_ms: ``p50`` and ``p95`` in milliseconds; empty without recalls.
        corrected: Recalls that showed something and were then corrected by the user or the agent.
        corrected_empty: Recalls that showed nothing, with an answer that the user then corrected.
        rendered: (entry id, number of times shown), the most shown first, at most `MOST_TOLD`.
        never: Entries outside of blocks that were never shown, the oldest first, at most `MOST_TOLD`.
        never_count: Number of all entries never shown.
    """

    recalls: int = 0
    sessions: int = 0
    first: str | None = None
    last: str | None = None
    empty: Empty = Empty()
    cut: Mapping[DropReason, int] = field(default_factory=lambda: dict.fromkeys(_CUT, 0))
    late: int = 0
    took_ms: Mapping[str, float] = field(default_factory=dict)
    corrected: int = 0
    corrected_empty: int = 0
    rendered: tuple[tuple[str, int], ...] = ()
    never: tuple[str, ...] = ()
    never_count: int = 0
    vectors: VectorsHelp = VectorsHelp()

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self) | {
            "empty": asdict(self.empty) | {"all": self.empty.all},
            "rendered": [{"id": ref, "times": times} for ref, times in self.rendered],
            "never": list(self.never),
        }


def report(
    recalls: Sequence[ReceiptFacts],
    touched: Sequence[EntryChange] = (),
    corrected: Sequence[HeardCorrection] = (),
    entries: Sequence[str] = (),
    nearness: Callable[[str], float] | None = None,
) -> RecallReport:
    """Return the report of the receipts.

    Args:
        recalls: All recalls of the period, in any order.
        touched: Entries changed in the period.
        corrected: Corrections found by gap-fill in the period.
        entries: Ids of the active entries that recall may show, oldest first.
        nearness: Returns the cosine of a prompt and the nearest entry; None without an embedder.
    """
    recalls = sorted(recalls, key=lambda recall: (recall.at, recall.id))
    wrong = corrected_recalls(recalls, touched, corrected)
    blank = [recall for recall in recalls if not recall.rendered]
    shown = Counter(ref for recall in recalls for ref in recall.rendered if "/" not in ref)
    never = [entry_id for entry_id in entries if entry_id not in shown]
    return RecallReport(
        recalls=len(recalls),
        sessions=len({recall.session_id for recall in recalls} - {None}),
        first=recalls[0].at if recalls else None,
        last=recalls[-1].at if recalls else None,
        empty=_empty(blank),
        cut={why: sum(why in recall.dropped for recall in recalls) for why in _CUT},
        late=sum(recall.was_late for recall in recalls),
        took_ms=_percentiles([recall.took_ms for recall in recalls]),
        corrected=sum(recall.id in wrong for recall in recalls if recall.rendered),
        corrected_empty=sum(recall.id in wrong for recall in blank),
        rendered=tuple(sorted(shown.items(), key=lambda one: (-one[1], one[0]))[:MOST_TOLD]),
        never=tuple(never[:MOST_TOLD]),
        never_count=len(never),
        vectors=_vectors(recalls, wrong, nearness),
    )


def _vectors(
    recalls: Sequence[ReceiptFacts], wrong: Container[str], nearness: Callable[[str], float] | None
) -> VectorsHelp:
    """Return how many failed recalls vectors could have helped; *wrong* are those that were corrected."""
    missed = [
        recall
        for recall in recalls
        if recall.has_telling_words and (not recall.rendered or recall.id in wrong)
    ]
    near = None if nearness is None else sum(nearness(recall.query) >= NEAR for recall in missed)
    return VectorsHelp(asked=len(missed), near=near)


def _empty(blank: Sequence[ReceiptFacts]) -> Empty:
    telling = [recall for recall in blank if recall.has_telling_words]
    return Empty(
        telling=len(telling),
        unknown=sum(not recall.terms and not recall.was_late for recall in telling),
        wordless=len(blank) - len(telling),
    )


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return percentiles by nearest rank."""
    ranked = sorted(values)
    return {f"p{share}": ranked[math.ceil(share / 100 * len(ranked)) - 1] for share in (50, 95) if ranked}


def corrected_recalls(
    recalls: Sequence[ReceiptFacts], touched: Iterable[EntryChange], corrected: Iterable[HeardCorrection]
) -> set[str]:
    """Return the ids of recalls corrected by a change, by gap-fill, or by the beginning of the next message."""
    changes = defaultdict(list)
    for change in touched:
        changes[change.entry_id].append(change)
    sessions = defaultdict(list)
    for recall in recalls:
        sessions[recall.session_id].append(recall)
    alone = sessions.pop(None, [])
    found = {recall.id for recall in alone if _is_touched(recall, None, changes)}
    for heard in corrected:
        found |= _answered(sessions.get(heard.session_id, ()), heard.at)
    for said in sessions.values():
        found |= {before.id for before, after in pairwise(said) if after.denies}
        ends = [recall.at for recall in said[TURNS_AFTER + 1 :]] + [None] * (TURNS_AFTER + 1)
        found |= {
            recall.id for recall, end in zip(said, ends, strict=False) if _is_touched(recall, end, changes)
        }
    return found


def _answered(said: Sequence[ReceiptFacts], at: str) -> set[str]:
    """Return the recall before that of the message at an instant, whose answer the message corrects."""
    before = [recall for recall in said if recall.at <= at]
    return {before[-2].id} if len(before) > 1 else set()


def _is_touched(recall: ReceiptFacts, end: str | None, changes: Mapping[str, Sequence[EntryChange]]) -> bool:
    """Return True if a shown entry was changed before *end* in the session, or soon by a person outside."""
    until = moment(recall.at) + SOON
    return any(
        change.at > recall.at
        and (
            (change.session_id == recall.session_id and (end is None or change.at < end))
            if change.session_id is not None
            else moment(change.at) <= until
        )
        for ref in recall.rendered
        for change in changes.get(ref, ())
    )


def read_report(
    store: Store, reach: Reach, *, since: str | None = None, nearness: Callable[[str], float] | None = None
) -> RecallReport:
    """Return the report of an agent's recalls for a user.

    Args:
        store: The store of the receipts.
        reach: The agent and the user.
        since: Earliest instant of recalls; None for all.
        nearness: See `report`.
    """
    receipts = store.sessions.receipts(reach, since=since, limit=MOST_RECEIPTS)
    recalls = [ReceiptFacts.of(receipt) for receipt in receipts]
    touched, heard = corrections(store, reach, recalls)
    return report(
        recalls,
        touched=touched,
        corrected=heard,
        entries=[
            entry.id
            for entry in sorted(
                store.records.select(EntryFilter(layers=("L1", "L2")), reach.ids),
                key=lambda entry: (entry.created_at, entry.id),
            )
        ],
        nearness=nearness,
    )


def corrections(
    store: Store, reach: Reach, recalls: Sequence[ReceiptFacts]
) -> tuple[list[EntryChange], list[HeardCorrection]]:
    """Return the changes of entries and the corrections found since the first of these recalls."""
    first = min((recall.at for recall in recalls), default=None)
    if first is None:
        return [], []
    events = store.stream.latest(reach.ids, kinds=(*_CHANGED, "observation"), since=first)
    touched = [
        EntryChange(entry_id=event.entry_id, at=event.at, session_id=event.session_id)
        for event in events
        if event.entry_id is not None and event.kind in _CHANGED and event.source != "system"
    ]
    return touched, [heard for event in events if (heard := _heard(store, event)) is not None]


def _heard(store: Store, event: Event) -> HeardCorrection | None:
    """Return the correction of an observation that replaced something, at the instant of its turn."""
    if event.kind != "observation" or not corrects(event):
        return None
    outcome = Outcome.parse(event.outcome)
    turn = _evidence(store, event) if outcome is not None and outcome.kind in _REPLACED else None
    return HeardCorrection(session_id=turn.session_id, at=turn.at) if turn is not None else None


def corrects(event: Event) -> bool:
    """Return True if an observation says that something is wrong."""
    draft = event.payload.get("draft")
    return event.payload.get("kind") == "correction" or (
        isinstance(draft, dict) and bool(draft.get("correction"))
    )


def _evidence(store: Store, event: Event) -> Turn | None:
    session_id, _, position = str(event.payload.get("evidence") or "").rpartition("/")
    if not position.isdecimal() or session_id != event.session_id:
        return None
    turns = store.sessions.turns(session_id, start=int(position), stop=int(position) + 1)
    return turns[0] if turns else None

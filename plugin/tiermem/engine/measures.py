"""Measure over time how well memory serves, on the store in use.

What is used of what was recalled, what had to be corrected or was asked again, and how much there is and costs. The
replies are those in the journal; without a journal the measures that need them are missing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from tiermem.engine.recall.report import ReceiptFacts, corrected_recalls, corrections, corrects
from tiermem.ports.deadlines import DEADLINES_MS
from tiermem.store.contract import EntryFilter
from tiermem.support import nested
from tiermem.text import STOP_WORDS, query_words
from tiermem.values import LAYERS, instant
from tiermem.values.frozen import asdict, dataclass, field
from tiermem.values.words import SUMMARY

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Layer, Profile, Reach, Run, Turn, Usage

LEAST = 20
"""Number of cases under which a rate says nothing."""
USED = 0.5
"""Share of a passage's telling words, those of the prompt apart, that a reply must have to use it."""
KNOWN = 0.5
"""Share of the telling words of what the assistant asked that a recalled entry must have to be its answer."""
MOST_RECEIPTS = 5_000
"""Receipts that are measured at most, the latest ones."""
MOST_QUESTIONS = 40
"""Questions of the assistant that are looked up at most, the latest ones."""
_COMPARED = 900
"""First characters of a prompt by which its receipt, which has both of its ends, is found."""
_STEPS = ((60, 1), (400, 7), (100_000, 30))
"""Days up to which each point of a series stands for so many days."""
_MOST_RUNS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A part of some cases.

    Attributes:
        part: How many of them.
        of: Number of cases.
    """

    part: int
    of: int

    @property
    def share(self) -> float | None:
        """Their share; None for fewer than `LEAST` cases, which are too few to say."""
        return self.part / self.of if self.of >= LEAST else None

    def as_dict(self) -> dict[str, Any]:
        """Return part, cases and share as plain data."""
        return {"part": self.part, "of": self.of, "share": self.share}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Counts over some days.

    Attributes:
        sessions: Sessions begun.
        recalls: Prompts with something to search for.
        shown: Those of them that were shown something.
        corrected: Recalls after which the user or the agent corrected what was known.
        observations: Observations made, without summaries of sessions.
        recorded: Those that the agent recorded with a tool.
        corrections: Those that correct something.
        passages: Passages shown, where the reply is known.
        used: Passages that the reply uses.
        questions: Questions that the assistant asked, as far as they were looked up.
        asked_again: Questions whose answer was known.
        tokens: Tokens of models.
        usd: Cost of models; None where a price is unknown.
    """

    sessions: int = 0
    recalls: int = 0
    shown: int = 0
    corrected: int = 0
    observations: int = 0
    recorded: int = 0
    corrections: int = 0
    passages: int = 0
    used: int = 0
    questions: int = 0
    asked_again: int = 0
    tokens: int = 0
    usd: float = 0.0

    @property
    def rates(self) -> dict[str, Rate]:
        """Name → rate: ``recall_hits``, ``corrections``, ``utilisation`` and ``repeated_questions``."""
        return {
            "recall_hits": Rate(part=self.shown, of=self.recalls),
            "corrections": Rate(part=self.corrected, of=self.recalls),
            "utilisation": Rate(part=self.used, of=self.passages),
            "repeated_questions": Rate(part=self.asked_again, of=self.questions),
        }

    @property
    def observations_per_session(self) -> float | None:
        """Observations per session; None without sessions."""
        return self.observations / self.sessions if self.sessions else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """The days of one point of the series.

    Attributes:
        start: The first day.
        counts: What happened in them.
        entries: Layer → active entries at the end.
        blocks: Block → its greatest usage at the beginning of a session; empty without sessions.
        scaffold_keys: Values in the scaffold at the end, of those that are there now.
    """

    start: str
    counts: Counts
    entries: Mapping[Layer, int]
    blocks: Mapping[str, Usage]
    scaffold_keys: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Measures of one user's memory over some time.

    Attributes:
        since: The first day, in UTC.
        days: Number of days.
        step: Days of each point.
        points: Oldest first.
        total: What happened in all of them.
        late: Recalls that a deadline cut short.
        failures: Note of a receipt on a failed plugin → number of receipts.
    """

    since: str
    days: int
    step: int
    points: tuple[Point, ...]
    total: Counts
    late: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data, with the rates."""
        data: dict[str, Any] = asdict(self)
        data["points"] = list(data["points"])
        for counted, one in ((data["total"], self.total), *self._counted(data)):
            counted["rates"] = {name: rate.as_dict() for name, rate in one.rates.items()}
            counted["observations_per_session"] = one.observations_per_session
        return data

    def _counted(self, data: Mapping[str, Any]) -> list[tuple[dict[str, Any], Counts]]:
        return [
            (told["counts"], point.counts) for told, point in zip(data["points"], self.points, strict=True)
        ]


def telling(text: str) -> frozenset[str]:
    """Return the words of a text that are not stop words."""
    return frozenset(query_words(text)) - STOP_WORDS


def is_used(passage: str, asked: str, replied: str) -> bool:
    """Return True if a reply has half of the words of a passage that the prompt does not have."""
    own = telling(passage) - telling(asked)
    return bool(own) and len(own & telling(replied)) >= USED * len(own)


def question_in(reply: str) -> str | None:
    """Return the last line of a reply if it is a question: what it asks of the user."""
    last = reply.strip().rpartition("\n")[2].rstrip()
    return last[:500] if last.endswith("?") else None


def answers(passage: str, question: str) -> bool:
    """Return True if a recalled passage has half of the telling words of a question."""
    asked = telling(question)
    return bool(asked) and len(asked & telling(passage)) >= KNOWN * len(asked)


class Measuring:
    """Measures the memory of one user with one agent.

    Args:
        store: Where the records are.
        reach: Whose.
        is_known: Whether memory had the answer to a question before an instant.
    """

    def __init__(
        self,
        store: Store,
        reach: Reach,
        is_known: Callable[[str, str], bool],
    ) -> None:
        self._store = store
        self._reach = reach
        self._is_known = is_known

    def measure(self, days: int, now: datetime) -> Measures:
        """Return the measures of some days up to now.

        Args:
            days: How many; of more than two months each point is a week, of more than a year thirty days.
            now: The present.
        """
        step = next(step for most, step in _STEPS if days <= most)
        count = -(-days // step)
        today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        first = today - timedelta(days=count * step - 1)
        buckets = _Buckets(first, step, count)
        receipts = self._store.sessions.receipts(self._reach, since=instant(first), limit=MOST_RECEIPTS)
        facts = [ReceiptFacts.of(receipt) for receipt in receipts]
        self._count_recalls(facts, buckets)
        self._count_sessions(buckets)
        self._count_observations(instant(first), buckets)
        self._count_replies(receipts, buckets)
        self._count_costs(instant(first), buckets)
        points = self._points(instant(first), buckets)
        notes = Counter(note for one in facts for note in set(one.notes) if _is_failure(note))
        return Measures(
            since=first.date().isoformat(),
            days=count * step,
            step=step,
            points=points,
            total=_sum(point.counts for point in points),
            late=sum(one.was_late for one in facts),
            failures=dict(notes.most_common(10)),
        )

    def _count_recalls(self, facts: Sequence[ReceiptFacts], buckets: _Buckets) -> None:
        asking = [one for one in facts if one.has_telling_words]
        wrong = corrected_recalls(
            sorted(facts, key=lambda one: (one.at, one.id)), *corrections(self._store, self._reach, facts)
        )
        for one in asking:
            buckets.add(one.at, "recalls")
            buckets.add(one.at, "shown", int(bool(one.rendered)))
            buckets.add(one.at, "corrected", int(one.id in wrong))

    def _count_sessions(self, buckets: _Buckets) -> None:
        for one in self._store.sessions.brief(self._reach, limit=MOST_RECEIPTS):
            buckets.add(one.started_at, "sessions")

    def _count_observations(self, since: str, buckets: _Buckets) -> None:
        for event in self._store.stream.latest(self._reach.ids, kinds=("observation",), since=since):
            if event.reason == SUMMARY:
                continue
            buckets.add(event.at, "observations")
            buckets.add(event.at, "recorded", int(event.source == "agent"))
            buckets.add(event.at, "corrections", int(corrects(event)))

    def _count_replies(self, receipts: Sequence[Mapping[str, Any]], buckets: _Buckets) -> None:
        """Count the passages that replies use, and the latest questions whose answer was known."""
        of_sessions: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for receipt in reversed(receipts):
            if receipt["session_id"]:
                of_sessions[receipt["session_id"]].append(receipt)
        texts = self._texts(receipts)
        asked: list[tuple[str, str]] = []
        for session_id, own in of_sessions.items():
            turns = self._store.sessions.turns(session_id)
            for receipt, said, reply in _replies(own, turns):
                for row in receipt["rendered"]:
                    if row["ref"] in texts:
                        buckets.add(receipt["at"], "passages")
                        buckets.add(
                            receipt["at"], "used", int(is_used(texts[row["ref"]], said.content, reply))
                        )
                question = question_in(reply)
                if question is not None:
                    asked.append((receipt["at"], question))
        for at, question in sorted(asked)[-MOST_QUESTIONS:]:
            buckets.add(at, "questions")
            buckets.add(at, "asked_again", int(self._is_known(question, at)))

    def _texts(self, receipts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        """Return ref → present text of what the receipts of sessions rendered."""
        refs = {row["ref"] for one in receipts if one["session_id"] for row in one["rendered"]}
        of_entries = sorted(ref for ref in refs if "/" not in ref)
        texts: dict[str, str] = {}
        for start in range(0, len(of_entries), 500):
            where = EntryFilter(ids=tuple(of_entries[start : start + 500]), statuses=("active", "inactive"))
            texts |= {one.id: one.content for one in self._store.records.select(where, self._reach.ids)}
        places: dict[str, list[int]] = defaultdict(list)
        for ref in refs:
            session_id, _, position = ref.rpartition("/")
            if session_id and position.isdecimal():
                places[session_id].append(int(position))
        for session_id, wanted in places.items():
            found = self._store.sessions.turns(session_id, start=min(wanted), stop=max(wanted) + 1)
            texts |= {turn.ref: turn.content for turn in found if turn.ref in refs}
        return texts

    def _count_costs(self, since: str, buckets: _Buckets) -> None:
        for one in self._store.runs.spent(self._reach, since=since):
            buckets.add(one.at, "tokens", one.input_tokens + one.output_tokens)
            buckets.add(one.at, "usd", one.usd or 0.0)

    def _points(self, since: str, buckets: _Buckets) -> tuple[Point, ...]:
        entries = self._entries(buckets)
        keys = self._scaffold_keys(buckets)
        blocks: list[dict[str, Usage]] = [{} for _ in buckets.starts]
        for at, usages in self._store.sessions.usages(self._reach, since):
            place = buckets.place(at)
            if place is None:
                continue
            for name, usage in usages.items():
                most = blocks[place].get(name, usage)
                blocks[place][name] = max(most, usage, key=lambda one: one.percent)
        return tuple(
            Point(
                start=start,
                counts=Counts(**buckets.counted[place]),
                entries=entries[place],
                blocks=blocks[place],
                scaffold_keys=keys[place],
            )
            for place, start in enumerate(buckets.starts)
        )

    def _entries(self, buckets: _Buckets) -> list[dict[Layer, int]]:
        """Return layer → active entries at the end of each point."""
        new: dict[Layer, list[int]] = {layer: [0] * len(buckets.starts) for layer in LAYERS}
        before: Counter[Layer] = Counter()
        for one in self._store.records.growth(self._reach.ids):
            place = buckets.place(one.day)
            if place is None:
                before[one.layer] += one.added - one.ended if one.day < buckets.starts[0] else 0
            else:
                new[one.layer][place] += one.added - one.ended
        totals = {layer: [*accumulate(new[layer], initial=before[layer])][1:] for layer in LAYERS}
        return [{layer: totals[layer][place] for layer in LAYERS} for place in range(len(buckets.starts))]

    def _scaffold_keys(self, buckets: _Buckets) -> list[int]:
        profile = self._store.profiles.get(self._reach.user.id)
        runs = self._store.runs.find(self._reach, limit=_MOST_RUNS) if profile.version else []
        known = sorted(_first_seen(profile, runs).values())
        return [sum(day < end for day in known) for end in (*buckets.starts[1:], buckets.end)]


class _Buckets:
    """Counts for each of some equal spans of days."""

    def __init__(self, first: datetime, step: int, count: int) -> None:
        self._first = first.date()
        self._step = step
        self.starts = [(self._first + timedelta(days=place * step)).isoformat() for place in range(count)]
        self.end = (self._first + timedelta(days=count * step)).isoformat()
        self.counted: list[dict[str, Any]] = [{} for _ in self.starts]

    def place(self, at: str) -> int | None:
        """Return the place of the span of a day or instant; None outside."""
        if not self.starts[0] <= at[:10] < self.end:
            return None
        return (datetime.fromisoformat(at[:10]).date() - self._first).days // self._step

    def add(self, at: str, name: str, number: float = 1) -> None:
        """Count something at an instant."""
        place = self.place(at)
        if place is not None:
            self.counted[place][name] = self.counted[place].get(name, 0) + number


def _sum(counts: Iterable[Counts]) -> Counts:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(asdict(one))
    return Counts(**total)


def _first_seen(profile: Profile, runs: Iterable[Run]) -> dict[str, str]:
    """Return path → day on which the processor first wrote it, of the values that the scaffold has."""
    paths = [nested.joined(keys) for keys, _ in nested.leaves(profile.scaffold)]
    seen = {path: profile.marks[path].at[:10] if path in profile.marks else "" for path in paths}
    for run in runs:
        for path in run.wrote.get("scaffold", ()) if isinstance(run.wrote.get("scaffold"), list) else ():
            if path in seen:
                seen[path] = min(seen[path], run.started_at[:10])
    return seen


def _replies(
    receipts: Sequence[Mapping[str, Any]], turns: Sequence[Turn]
) -> list[tuple[Mapping[str, Any], Turn, str]]:
    """Return each receipt of a session with the user's turn that it was for, and the reply, where both are known."""
    found: list[tuple[Mapping[str, Any], Turn, str]] = []
    place = 0
    for receipt in receipts:
        said = receipt["query"].strip()[:_COMPARED]
        at = next(
            (
                number
                for number in range(place, len(turns))
                if turns[number].speaker == "user" and turns[number].content.strip()[:_COMPARED] == said
            ),
            None,
        )
        if at is None or not said:
            continue
        place = at + 1
        reply = []
        for turn in turns[place:]:
            if turn.speaker == "user":
                break
            if turn.speaker == "assistant":
                reply.append(turn.content)
        if reply:
            found.append((receipt, turns[at], "\n".join(reply)))
    return found


def _is_failure(note: str) -> bool:
    """Return True if a receipt's note is on a call of a plugin that failed."""
    plugin, _, hook = note.partition(": ")[0].rpartition(".")
    return bool(plugin) and hook in DEADLINES_MS

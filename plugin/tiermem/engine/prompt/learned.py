"""Project L1 into the block of learned information: standing statements, then facts about the person.

The block is a view of active L1 entries. Nothing is written, every line has an entry behind it, and equal stores give
equal lines at one time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, get_args

from tiermem.engine.profile.scaffold_places import name_in, topic
from tiermem.engine.recall.withheld import removals, unforgotten
from tiermem.engine.statements.duplicates import Gist, near_duplicate
from tiermem.store.contract import EntryFilter
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages import everywhere
from tiermem.values import SEPARATOR, Block, Usage, instant
from tiermem.values.frozen import dataclass, replace
from tiermem.values.recall import LEARNED, LEARNED_BLOCK
from tiermem.values.words import HIDDEN, OTHERS, OVERTAKEN, PINNED, RECALLED_ONLY, STANDING, RecordEventKind

if TYPE_CHECKING:
    from datetime import tzinfo

    from tiermem.store.contract import Store
    from tiermem.support.kept import Kept
    from tiermem.values import AgentSettings, Entry, Reach, Tier

TITLE = f"{LEARNED} (from earlier sessions)"
LONGEST = 300
"""Maximum characters of a line. Longer entries are left to recall."""
OVER_BUDGET = "over the budget"
"""Reason given for a line that did not fit."""
REMOVAL_WAITS = "its removal waits for a person"
"""Reason given for an entry whose removal awaits a person's decision."""
LIKELY_OVERTAKEN = "likely overtaken by what the user said later; `tiermem pending` shows it"
"""Reason given for an entry that a later statement likely overtakes."""
_MOST = 300
"""Maximum entries to read of each kind, newest first."""
_KINDS = {
    "person": 0,
    "preference": 0,
    "context": 0,
    None: 1,
    "project": 2,
    "commitment": 3,
    "association": 4,
}
_REMOTE = 3
"""What `_remoteness` gives to whatever has no rank of its own."""
_UNSURE = 0.6
"""Confidence up to which a statement comes behind others of its kind: the least that gap-fill gives."""
_CONFIRMED = 3
"""Confirmations beyond this number do not change the order, so that it rarely changes between sessions."""
UNSAFE = pattern(
    r"://|\bwww\.|\]\(|```|</?[a-z!][^>]*>|[\w.+-]+@[\w-]+\.\w"
    r"|\b\w+_(?:memory|memories|recalled|context|observation)\b|\bmemory_write\b|\bmcp__|\btool_(?:call|use)\b",
    re.IGNORECASE,
)
"""Links, addresses, markup, and names of tools."""


_PAST_DAY = re.compile(r"[(（](\d{4}-\d\d-\d\d)[)）]", re.ASCII)
"""A day that learning put behind a time: "yesterday (2026-09-06)"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """The entries of the block in order, and those left out.

    Attributes:
        shown: The entries shown.
        left_out: (entry, reason) for the others, best first.
    """

    shown: tuple[Entry, ...]
    left_out: tuple[tuple[Entry, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An entry of L1 as it is judged by itself.

    Attributes:
        entry: The entry.
        barred: Why it does not belong in the block, or None.
        end: The instant at which what it states is over, if it says so ("until Thursday").
    """

    entry: Entry
    barred: str | None
    end: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedInformation:
    """The block of learned information of a session.

    Attributes:
        store: The store.
        settings: The enabled tiers and the budget.
        reach: The owners of the entries.
        project: Show entries of this project and of none.
        task: Show entries of this task and of none.
        connections: Show entries of these connections and of none; None for all.
        blocked: Returns why an entry must be kept out of blocks, or None.
        judged: Keeps the judged entries, for later sessions too.
        now: The present: what was to last until an earlier time comes last.
    """

    store: Store
    settings: AgentSettings
    reach: Reach
    project: str | None
    task: str | None
    connections: tuple[str, ...] | None
    blocked: Callable[[Entry], str | None]
    judged: Kept[tuple[Judged, ...]]
    now: datetime

    def block(self) -> Block:
        """Return the block; it is empty if switched off. Its last line counts the entries that did not fit."""
        projection = self.projection()
        if not projection.shown:
            return Block(name=LEARNED_BLOCK, title=TITLE, order=3)
        used = len(SEPARATOR.join(entry.content for entry in projection.shown))
        over = sum(why == OVER_BUDGET for _, why in projection.left_out)
        is_all = len(projection.shown) + len(projection.left_out) < _MOST
        return Block(
            name=LEARNED_BLOCK,
            title=TITLE,
            entries=projection.shown,
            usage=Usage(used=used, limit=self.settings.learned_char_limit),
            text=f"({'' if is_all else 'at least '}{over:,} more did not fit)" if over else "",
            order=3,
        )

    def projection(self) -> Projection:
        """Return the entries for the block; none if it is switched off.

        Order: pinned entries, standing statements, statements about the person, other statements of the person, and
        then what merely happened on a past day, and last what was to last until a time that has passed. Within each:
        what is sure before what is not; people, preferences and surroundings before projects, commitments and
        associations; name, wishes, health, home and work before other facts; then by number of confirmations,
        importance, and newest first.
        """
        if self.settings.gap_fill.standing != "block" or not self._tiers:
            return Projection(shown=(), left_out=())
        ids = self.reach.ids
        asked = (ids, self.project, self.task, self.connections, self.now.tzinfo)
        state = (self.store.search.state(ids, turns=False), self.store.stream.head(ids))
        judged = self.judged.get(asked, state, self._judge)
        waiting = removals(self.store.records, ids) if judged else {}
        fit: list[Entry] = []
        over: list[Entry] = []
        now = instant(self.now)
        never: list[tuple[Entry, str]] = []
        for one in judged:
            proposal = waiting.get(one.entry.id)
            entry = unforgotten(one.entry, proposal)
            if entry is None and proposal is not None:
                never.append((one.entry, why_it_waits(proposal)))
            elif why := one.barred or self.blocked(one.entry):
                never.append((one.entry, why))
            else:
                (over if one.end is not None and one.end <= now else fit).append(entry or one.entry)
        shown, left_out = self._within([*fit, *over])
        return Projection(shown=shown, left_out=(*left_out, *never))

    def _judge(self) -> tuple[Judged, ...]:
        """Read the entries that may be shown and judge each by itself; return them in the order of the block."""
        found = {entry.id: entry for entry in self._candidates()}
        confirmed = self.store.stream.confirmations(self.reach.ids) if found else {}
        ordered = sorted(found.values(), key=lambda entry: (entry.content, entry.id))
        ordered.sort(key=said_at, reverse=True)
        ordered.sort(key=lambda entry: _place(entry, confirmed.get(entry.id, 0)))
        zone = self.now.tzinfo
        return tuple(Judged(entry=one, barred=self._barred(one), end=_end(one, zone)) for one in ordered)

    @property
    def _tiers(self) -> tuple[Tier, ...]:
        return tuple(tier for tier in ("memory", "user") if self.settings.enabled(tier))

    def _candidates(self) -> Iterator[Entry]:
        anything = EntryFilter(layers=("L1",), tiers=self._tiers, connections=self.connections)
        wanted = [replace(anything, tags=(tag,)) for tag in (PINNED, STANDING)]
        if "user" in self._tiers:
            wanted.append(replace(anything, tiers=("user",)))
        if self.project is not None:
            wanted.append(replace(anything, project_id=self.project))
        for where in (*wanted, anything):
            # a page stops at its last entry, where a selection would sort them all
            page = self.store.records.page(where, self.reach, sort="newest", after=None, limit=_MOST)
            yield from (entry for _, entry in page)

    def _barred(self, entry: Entry) -> str | None:
        """Return why an entry does not belong in the block, or None."""
        is_said = _is_said(entry.speaker, entry.source, correction=entry.correction)
        is_note = (
            entry.tier == "memory" and entry.project_id is None and not (is_said or self._was_said(entry))
        )
        doubt = "it may be pasted" if is_said else "the user did not say it"
        reasons = {
            "hidden": HIDDEN in entry.tags,
            f"recalled only until pinned: {doubt}": RECALLED_ONLY in entry.tags and PINNED not in entry.tags,
            f"of project {entry.project_id}": entry.project_id not in (None, self.project),
            f"of task {entry.task_id}": entry.task_id not in (None, self.task),
            f"said by the {entry.speaker}": entry.speaker in OTHERS,
            "from a tool": (entry.context_type or "").startswith("tool_"),
            f"longer than {LONGEST} characters": len(entry.content) > LONGEST,
            "it holds a link, markup or the name of a tool": UNSAFE.search(entry.content) is not None,
            "a note that does not stand": is_note and not {PINNED, STANDING}.intersection(entry.tags),
        }
        return next((reason for reason, holds in reasons.items() if holds), None)

    def _was_said(self, entry: Entry) -> bool:
        """Return True if an earlier version is what the user said: an update keeps its place in the block."""
        if entry.version == 1:
            return False
        told = self.store.stream.events(self.reach.ids, entry_id=entry.id, kinds=get_args(RecordEventKind))
        return any(
            _is_said(
                one.payload.get("speaker"),
                one.payload.get("source"),
                correction=one.payload.get("correction"),
            )
            for one in told
        )

    def _within(self, ranked: Sequence[Entry]) -> tuple[tuple[Entry, ...], list[tuple[Entry, str]]]:
        """Return the entries that fit, in order, and the others with the reason.

        An entry that repeats an L0 block or an earlier entry is left out.
        """
        always = self.store.records.select(EntryFilter(layers=("L0",)), self.reach.ids) if ranked else []
        told = [(entry.id, Gist.of(entry.content)) for entry in always]
        shown: list[Entry] = []
        left_out: list[tuple[Entry, str]] = []
        left = self.settings.learned_char_limit + len(SEPARATOR)
        for entry in ranked:
            room = len(entry.content) + len(SEPARATOR)
            if room > left:
                left_out.append((entry, OVER_BUDGET))
                continue
            gist = Gist.of(entry.content)
            twin = next((other for other, known in told if near_duplicate(gist, known)), None)
            if twin is not None:
                left_out.append((entry, f"says what {twin} says"))
            else:
                shown.append(entry)
                told.append((entry.id, gist))
                left -= room
        return tuple(shown), left_out


def _place(entry: Entry, confirmations: int) -> tuple[bool, bool, bool, bool, bool, int, int, int, float]:
    """Return the place of an entry in the order of the block; the last said comes first among equals."""
    return (
        PINNED not in entry.tags,
        STANDING not in entry.tags and fold(entry.subject or "") not in everywhere().names,
        _is_past_event(entry),
        entry.tier != "user",
        entry.confidence <= _UNSURE,
        _KINDS.get(entry.category, 1),
        _remoteness(entry),
        -min(confirmations, _CONFIRMED),
        -entry.importance,
    )


def _is_past_event(entry: Entry) -> bool:
    """Return True for what happened on a past day and changed nothing lasting: "We had pizza yesterday"."""
    days = _PAST_DAY.findall(entry.content)
    is_near = STANDING in entry.tags or entry.category == "person" or _remoteness(entry) < _REMOTE
    if not days or is_near or min(days) > said_at(entry)[:10]:
        return False
    from tiermem.engine.reading.reading import OF_CHANGE, read  # few entries need the words of a language
    from tiermem.text.languages.changes import ONE

    said = read(entry.content)
    return ONE.isdisjoint(said.concepts) and not said.has(*OF_CHANGE)


def _end(entry: Entry, zone: tzinfo | None) -> str | None:
    """Return the instant at which what an entry states is over, if it says so: "I'm in Austin until Thursday"."""
    if PINNED in entry.tags:
        return None
    from tiermem.text.times.periods import periods  # sessions that are resumed have the block already

    said = datetime.fromisoformat(said_at(entry)).astimezone(zone)
    try:
        ends = [one.period.until for one in periods(entry.content, said) if one.period.since is None]
        if ends:  # of "until next Friday (2026-09-11)" the day decides
            days = (datetime.fromisoformat(day) for day in _PAST_DAY.findall(entry.content))
            ends += [day.replace(tzinfo=zone) + timedelta(days=1) for day in days]
    except (ValueError, OverflowError):  # at either end of the calendar, or no day of it
        return None
    end = max(filter(None, ends), default=None)
    return instant(end) if end is not None and end > said else None


def _remoteness(entry: Entry) -> int:
    """Return 0 for an introduction and wishes, 1 for health, 2 for concepts with one value, such as a home, else 3.

    Statements about somebody else, whose name is the subject, always get 3.
    """
    subject, known = fold(entry.subject or ""), everywhere()
    if subject in known.names or entry.category == "preference":
        return 0
    if subject in frozenset().union(*known.single.values()):
        return 2
    is_own = not subject and (known.i.search(entry.content) or entry.speaker != "user")
    if is_own and STANDING in entry.tags and name_in(entry.content):
        return 0
    return (
        {"Health": 1, "Home": 2, "Work": 2}.get(topic(None, entry.content) or "", _REMOTE)
        if is_own
        else _REMOTE
    )


def _is_said(speaker: object, source: object, *, correction: object) -> bool:
    """Return True for the speaker and source of what was learned of the user, or put right in the user's words."""
    return speaker == "user" and (source == "system" or bool(correction))


def said_at(entry: Entry) -> str:
    """Return when a statement was made, if known."""
    return entry.valid_from or entry.created_at


def why_it_waits(proposal: Entry) -> str:
    """Return why an entry is left out that a proposal to remove waits for."""
    return LIKELY_OVERTAKEN if OVERTAKEN in proposal.tags else REMOVAL_WAITS

"""Which entries: what listing, searching and recall are narrowed by."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from tiermem.values.frozen import dataclass
from tiermem.values.words import Layer, Status, Tier, instant


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFilter:
    """Which entries: every field narrows; empty tuples and None do not, `connections` apart.

    ::

        from tiermem import EntryFilter

        entries.list(EntryFilter(layers=("L1",), tags=("billing",), since="2026-03-02"))
        entries.search("deploys", where=EntryFilter(project_id="billing", connections=("jira",)))

    Attributes:
        subject: Upper or lower case.
        key: `text.statement_key` of the content: the same words.
        project_id: Of this project. (A session's recall takes in those of no project as well.)
        task_id: Of this task, the same.
        context_type: What kind of text it was made from, in the writer's own word: ``session_summary`` is ours.
        connections: Of one of these connections, or of none; ``()`` is only those of none, None is all.
        tags: All of them must be there.
        since: Changed at this time or later: a date, a datetime, or either as ISO 8601; UTC where no zone is named.
        until: Changed before this time.
        newest_first: Those made last come first, instead of the order of blocks.
    """

    ids: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
    tiers: tuple[Tier, ...] = ()
    statuses: tuple[Status, ...] = ("active",)
    scope_id: int | None = None
    category: str | None = None
    subject: str | None = None
    key: str | None = None
    origin: str | None = None
    supersedes: str | None = None
    project_id: str | None = None
    task_id: str | None = None
    context_type: str | None = None
    connections: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    since: str | date | None = None
    until: str | date | None = None
    newest_first: bool = False
    limit: int | None = None
    offset: int = 0

    @property
    def bounds(self) -> tuple[str | None, str | None]:
        """`since` and `until` as the store writes instants.

        Raises:
            ValueError: One of them is no time.
        """
        since, until = (None if when is None else as_instant(when) for when in (self.since, self.until))
        return since, until


def as_instant(when: str | date) -> str:
    """A date, a datetime, or either as ISO 8601, as the store writes instants; a date is its first moment, in UTC.

    Raises:
        ValueError: It is no time, or none that UTC can say.
    """
    named = datetime.fromisoformat(when) if isinstance(when, str) else when
    if not isinstance(named, datetime):
        named = datetime.combine(named, time())
    try:
        return instant(named if named.tzinfo else named.replace(tzinfo=UTC))
    except OverflowError as error:
        raise ValueError(f"{when!r} is out of range") from error

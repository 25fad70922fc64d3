"""The store as a whole: sizes, runs, measures, users, imports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from tiermem.doors.server.shapes.common import Instant
from tiermem.doors.server.shapes.recall import Usage


class Health(BaseModel):
    """The state of the store."""

    status: Literal["ok"]
    agents: list[str]
    head: Annotated[int, Field(description="The place of the stream's last event.")]


class Unread(BaseModel):
    """Sessions that gap-fill has not read."""

    sessions: int
    turns: int


class Backlog(BaseModel):
    """The observations of a user that wait."""

    waiting: int
    oldest: Instant | None
    age_s: Annotated[int, Field(description="Age of the oldest, in seconds.")]
    unconsolidated: Annotated[int, Field(description="Processed, and not in the profile yet.")]
    set_aside: Annotated[int, Field(description="Failed too often to be tried again.")]


class Stats(BaseModel):
    """Sizes, waiting work and costs."""

    tables: Annotated[
        dict[str, int] | None, Field(description="Table → rows of the whole store; null for a user's token.")
    ]
    waiting: Annotated[int, Field(description="Observations that wait.")]
    backlog: Backlog
    unread: Unread
    spending: dict[str, Any]
    usage: dict[str, Usage]


class Run(BaseModel):
    """A run of the processor."""

    id: str
    stage: Literal["entries", "profile"]
    by: Literal["rules", "model"]
    trigger: str
    started_at: Instant
    ended_at: Instant
    read: list[int]
    wrote: dict[str, Any]
    problem: str | None


class Rate(BaseModel):
    """A part of some cases."""

    part: int
    of: int
    share: Annotated[float | None, Field(description="null where there are too few cases to say.")]


class Counts(BaseModel):
    """Counts over some days."""

    sessions: int
    recalls: int
    shown: Annotated[int, Field(description="Recalls that were shown something.")]
    corrected: Annotated[int, Field(description="Recalls after which what was known was corrected.")]
    observations: int
    recorded: Annotated[int, Field(description="Observations that the agent recorded with a tool.")]
    corrections: int
    passages: int
    used: Annotated[int, Field(description="Passages that the reply uses.")]
    questions: Annotated[int, Field(description="Questions that the assistant asked.")]
    asked_again: Annotated[int, Field(description="Questions whose answer was known.")]
    tokens: int
    usd: float | None
    rates: Annotated[
        dict[str, Rate],
        Field(description="recall_hits, corrections, utilisation and repeated_questions."),
    ]
    observations_per_session: float | None


class BudgetUse(BaseModel):
    """Use of a block's budget, in characters."""

    used: int
    limit: int


class MeasuredDays(BaseModel):
    """The days of one point of the series."""

    start: str
    counts: Counts
    entries: Annotated[dict[str, int], Field(description="Layer → active memories at the end.")]
    blocks: Annotated[dict[str, BudgetUse], Field(description="Block → its greatest use.")]
    scaffold_keys: int


class Measures(BaseModel):
    """Measures of a user's memory over some time."""

    since: str
    days: int
    step: Annotated[int, Field(description="Days of each point.")]
    points: Annotated[list[MeasuredDays], Field(description="Oldest first.")]
    total: Counts
    late: Annotated[int, Field(description="Recalls that a deadline cut short.")]
    failures: dict[str, int]


class Users(BaseModel):
    """The users that the caller may name."""

    users: list[str]


class ImportRemark(BaseModel):
    """An entry that was moved, refused or left out, and why."""

    line: int | None
    id: str | None
    content: str
    why: str


class Imported(BaseModel):
    """The results of an import, or of its preview."""

    format: Annotated[str, Field(description="The recognised format; empty if none was.")]
    preview: bool
    found: Annotated[list[str], Field(description="Of a preview: the first statements in the file.")] = []
    total: Annotated[int | None, Field(description="Of a preview: statements, or rows of a JSON export.")] = (
        None
    )
    rows: Annotated[dict[str, int], Field(description="Of JSON: table → rows.")] = {}
    entries: Annotated[dict[str, int], Field(description="Outcome → entries.")] = {}
    remarks: list[ImportRemark] = []
    notes: list[str] = []

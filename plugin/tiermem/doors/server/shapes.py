"""The requests and responses of REST. The data of responses comes from `tiermem.representations`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from tiermem.values import EntrySort, Layer, Source, Speaker, Status, Tier

T = TypeVar("T")

Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"}, examples=["2026-03-02T09:14:00Z"])]
SAYS = r"\S"
"""Something that is no space."""
AT_LEAST_FIVE = r"\S[\s\S]{3,}\S"
"""Five characters or more, without the spaces around them, which are not kept."""
Content = Annotated[
    str,
    Field(
        min_length=5,
        max_length=500,
        pattern=AT_LEAST_FIVE,
        description="The statement: five characters at least, without spaces around it.",
    ),
]
Subject = Annotated[
    str | None, Field(max_length=200, description="Whom or what it is about; of identity, its section.")
]
Tags = Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=50)]
_DAY = (
    r"[12]\d{3}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))"
    r"|[12]\d(0[48]|[2468][048]|[13579][26])-02-29|(1[26]|2[048])00-02-29"
)
_TIME = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-2]):[0-5]\d)?"
When = Annotated[
    str | None,
    Field(
        pattern=f"^({_DAY})(T{_TIME})?$",
        description="A date or an instant, as ISO 8601; UTC unless it names a zone.",
        examples=["2026-03-02", "2026-03-02T09:14:00+01:00"],
    ),
]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class Category(StrEnum):
    """The categories that a new memory may have."""

    PERSON = "person"
    PREFERENCE = "preference"
    CONTEXT = "context"
    PROJECT = "project"


class Request(BaseModel):
    """A body that has no other keys than these."""

    model_config = ConfigDict(extra="forbid")


class Items(BaseModel, Generic[T]):
    """A page of a list."""

    items: list[T]
    total: Annotated[int | None, Field(description="Number on all pages; null where it is not counted.")] = (
        None
    )
    next: Annotated[str | None, Field(description="The cursor of the next page; null on the last.")] = None


class Problem(BaseModel):
    """An error, as RFC 9457 describes it. Other members name the facts."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(description="A stable name for programs.")]


# -- memories ------------------------------------------------------------------------------------


class MemoryQuery(BaseModel):
    """A selection of memories."""

    layer: list[Layer] = []
    tier: list[Tier] = []
    status: list[Status] = ["active"]
    source: Annotated[
        list[Source],
        Field(description="Written by a person (user), by the agent, or automatically (system)."),
    ] = []
    category: Annotated[str | None, Field(max_length=200)] = None
    subject: Annotated[str | None, Field(max_length=200, description="In upper or lower case.")] = None
    tag: Annotated[
        list[Annotated[str, Field(max_length=200)]], Field(max_length=20, description="All of them.")
    ] = []
    project: Annotated[str | None, Field(max_length=200)] = None
    since: When = None
    until: When = None
    q: Annotated[
        str, Field(max_length=1_000, description="Words as they are typed: the last one is a beginning.")
    ] = ""
    sort: Annotated[
        EntrySort | None,
        Field(description="Default: the best match first with q, otherwise by category, created, id."),
    ] = None
    limit: Annotated[int, Field(ge=1, le=200, description="Memories on a page.")] = 50
    cursor: Annotated[
        str | None,
        Field(max_length=2_000, description="`next` of the page before, with the same other parameters."),
    ] = None


class CreateMemoryRequest(Request):
    """A new memory."""

    content: Content
    category: Category
    subject: Subject = None
    layer: Annotated[
        Literal["L0", "L1"], Field(description="L0: always in the prompt. L1: recalled per turn.")
    ] = "L0"
    tier: Annotated[
        Tier, Field(description="memory: the agent's notes. user: the person. identity: L0 only.")
    ] = "memory"
    tags: Tags = []
    project: Annotated[str | None, Field(max_length=200, description="The project it belongs to.")] = None
    expires: Annotated[When, Field(description="Until when it holds.")] = None
    allow_same_subject: Annotated[
        bool, Field(description="Store it although a memory about the same subject exists.")
    ] = False


class UpdateMemoryRequest(Request):
    """The new content of a memory."""

    content: Content
    subject: Annotated[str | None, Field(max_length=200, description="Its new subject; null leaves it.")] = (
        None
    )
    tags: Annotated[Tags | None, Field(description="All its tags; null leaves them.")] = None


class CorrectMemoryRequest(Request):
    """The truth in place of a wrong statement."""

    content: Content
    reason: Annotated[str | None, Field(max_length=500)] = None


class MoveMemoryRequest(Request):
    """The new place of a memory."""

    layer: Literal["L0", "L1"]


class MergeMemoryRequest(Request):
    """The memory that stays."""

    into: Annotated[str, Field(min_length=1, max_length=40, description="The id of the memory that stays.")]
    content: Annotated[
        str | None,
        Field(
            min_length=5,
            max_length=500,
            pattern=AT_LEAST_FIVE,
            description="The merged content; null for what loses nothing.",
        ),
    ] = None


class MemoryResponse(BaseModel):
    """A memory. The first seven members describe it; the others say where it is and how it came to be."""

    id: Annotated[str, Field(description="Eight characters, the same for all versions.")]
    category: str | None
    subject: str | None
    content: Annotated[str, Field(description="The content of the current version.")]
    version: int
    created_at: Instant
    updated_at: Annotated[Instant | None, Field(description="The last change; null until there is one.")]
    layer: Layer
    tier: Tier
    status: Status
    source: Annotated[Source, Field(description="The channel that wrote the current version.")]
    speaker: Annotated[Speaker | None, Field(description="Whose words the evidence is.")]
    tags: list[str]
    correction: Annotated[bool, Field(description="True if it corrects an earlier statement.")]
    origin: Annotated[str | None, Field(description="session:ID, event:SEQ or import:NAME:ID.")]
    supersedes: Annotated[str | None, Field(description="The memory that it replaces, or proposes to.")]
    importance: float
    confidence: float
    project_id: str | None
    task_id: str | None
    connection_id: str | None
    context_type: str | None
    valid_from: Instant | None
    valid_to: Instant | None
    recall_count: Annotated[int, Field(description="How often it was recalled.")]
    last_recalled_at: Instant | None


class MemoryListResponse(BaseModel):
    """A page of memories."""

    memories: list[MemoryResponse]
    total: Annotated[int, Field(description="Number of memories on all pages.")]
    next: Annotated[str | None, Field(description="The cursor of the next page; null on the last.")]


class MemoryVersion(BaseModel):
    """A content that a memory has or had."""

    version: int
    content: str
    source: Source
    origin: str | None
    session_id: str | None
    created_at: Instant


class StreamEvent(BaseModel):
    """An event of the stream."""

    seq: int
    at: Instant
    kind: str
    source: Source | None
    entry_id: str | None
    version: int | None
    session_id: str | None
    reason: str | None
    outcome: str | None


class MemoryDetail(MemoryResponse):
    """A memory with its history."""

    versions: list[MemoryVersion]
    events: Annotated[list[StreamEvent], Field(description="How it was learned, and each change.")]
    superseded_by: Annotated[str | None, Field(description="The id of the memory that replaced it.")]


class WrittenMemory(MemoryResponse):
    """A memory after a change."""

    previous: Annotated[str | None, Field(description="Its content before, if that changed.")] = None
    duplicate: Annotated[bool, Field(description="True if the same was there, and nothing was added.")] = (
        False
    )
    staged: Annotated[bool, Field(description="True if it waits for a person's approval.")] = False


class ErasureReceipt(BaseModel):
    """A list of everything erased, and of copies out of reach."""

    erased: str
    state: Annotated[
        str, Field(description="complete, or pending while an open reader keeps old pages alive.")
    ]
    touched: Annotated[dict[str, int], Field(description="Table → rows removed or rewritten.")]
    out_of_reach: list[str]
    also: Annotated[list[str], Field(description="Ids and turns that speak of the same thing.")]


# -- decisions -----------------------------------------------------------------------------------


class Pending(MemoryResponse):
    """A proposal that waits for a person."""

    operation: str
    reason: str
    target: MemoryResponse | None


class AcceptRequest(Request):
    """The acceptance of a proposal."""

    content: Annotated[
        str | None,
        Field(min_length=1, max_length=500, pattern=SAYS, description="Other words; null for its own."),
    ] = None


class Decision(Request):
    """A decision on one proposal."""

    id: Annotated[str, Field(min_length=1, max_length=40)]
    decision: Literal["accept", "reject"]


class DecideRequest(Request):
    """Decisions on several proposals, each for itself."""

    decisions: Annotated[list[Decision], Field(min_length=1, max_length=200)]


class Decided(BaseModel):
    """The result of one decision."""

    id: str
    decision: Literal["accept", "reject"]
    done: bool
    memory: MemoryResponse | None
    problem: Annotated[str | None, Field(description="Why it was not done.")]


class Doubt(BaseModel):
    """A memory that a person may want to look at."""

    concern: Literal["contradicting", "duplicated", "stale", "never used"]
    reason: str
    memory: MemoryResponse
    other: Annotated[MemoryResponse | None, Field(description="The one that it contradicts or repeats.")]


# -- prompt and recall ---------------------------------------------------------------------------


class Usage(BaseModel):
    """Use of a block's budget, in characters."""

    used: int
    limit: int
    percent: int


class Block(BaseModel):
    """A section of the system prompt."""

    name: str
    title: str
    text: str
    usage: Usage | None
    entries: Annotated[list[str], Field(description="The ids of the memories in it.")]


class BlockLine(BaseModel):
    """A line of a block, or a statement left out, with the reason."""

    block: str | None
    text: str
    why: str
    id: str | None
    kind: str | None
    source: str | None
    said: str | None
    confirmed: int
    standing: bool
    pinned: bool


class Prompt(BaseModel):
    """The system prompt of a new session."""

    prompt: Annotated[str, Field(description="The system prompt, to the character.")]
    blocks: list[Block]
    usage: Annotated[dict[str, Usage], Field(description="Tier → use of its block.")]
    lines: list[BlockLine]
    left_out: list[BlockLine]


class Identity(BaseModel):
    """The core profile as one Markdown document."""

    document: str


class IdentityRequest(Request):
    """The edited document. Headings of the second level are sections."""

    document: Annotated[str, Field(max_length=20_000)]


class RecallRequest(Request):
    """A prompt."""

    text: Annotated[str, Field(min_length=1, max_length=100_000)]
    project: Annotated[str | None, Field(max_length=200)] = None
    task: Annotated[str | None, Field(max_length=200)] = None
    keep: Annotated[
        bool, Field(description="False: a preview that leaves no receipt and counts no recall.")
    ] = False


class Weighing(BaseModel):
    """The conversion of points into a chance: their sum times slope, plus base, is the logarithm of the odds."""

    scorecard: str
    base: float
    slope: float


class ShownPassage(BaseModel):
    """A passage that was recalled."""

    ref: Annotated[str, Field(description="The id of a memory, or SESSION/PLACE of a turn.")]
    score: float
    at: str
    label: str
    kind: Literal["entry", "turn"]
    layer: Layer | None
    parts: Annotated[dict[str, float], Field(description="Points by signal.")]
    answers: str | None
    weighing: Weighing | None


class Passage(ShownPassage):
    """A passage with its text."""

    text: str


class DroppedPassage(BaseModel):
    """A candidate that was not shown."""

    ref: str
    score: float
    why: str
    parts: dict[str, float]
    weighing: Weighing | None


class Receipt(BaseModel):
    """The record of a recall."""

    id: str
    at: Instant
    session_id: str | None
    query: str
    terms: list[str]
    rendered: list[ShownPassage]
    dropped: list[DroppedPassage]
    notes: list[str]
    took_ms: float
    injected: dict[str, int]


class Recall(BaseModel):
    """The passages for a prompt."""

    context: Annotated[str, Field(description="The <memory-context>, to the character; empty for nothing.")]
    passages: list[Passage]
    receipt: Receipt


class RetrieveRequest(Request):
    """A text to find documents for."""

    text: Annotated[str, Field(min_length=1, max_length=100_000)]
    connections: Annotated[
        list[Name] | None, Field(max_length=50, description="Active connections; null for all.")
    ] = None
    context_type: Annotated[str | None, Field(max_length=100)] = None


class Retrieved(BaseModel):
    """A recalled document with its metadata."""

    content: str
    metadata: dict[str, str]
    distance: Annotated[float, Field(description="1 minus the chance that it matters.")]


# -- journal -------------------------------------------------------------------------------------


class SessionBrief(BaseModel):
    """A session in a list."""

    id: str
    started_at: Instant
    ended_at: Instant | None
    project_id: str | None
    task_id: str | None
    turns: int
    observations: int
    opening: Annotated[str, Field(description="The user's first words.")]
    last_at: Instant | None


class Taught(BaseModel):
    """An observation and what became of it."""

    seq: int
    at: Instant
    kind: str
    source: Source
    statement: str
    quote: str | None
    turn: str | None
    session_id: str | None
    outcome: str | None
    memory: MemoryResponse | None


class Turn(BaseModel):
    """A turn, and the memories learned from it."""

    ref: str
    position: int
    speaker: Speaker
    name: str | None
    content: str
    at: Instant
    is_erased: bool
    taught: list[Taught]


class SessionDetail(BaseModel):
    """A session with its turns."""

    id: str
    started_at: Instant
    ended_at: Instant | None
    project_id: str | None
    task_id: str | None
    connections: list[str]
    turns: list[Turn]
    taught: Annotated[list[Taught], Field(description="What rests on no turn: tools, summaries.")]
    written: Annotated[list[MemoryResponse], Field(description="What the agent's tools wrote.")]
    receipts: list[Receipt]


# -- profile, observations, tasks ----------------------------------------------------------------


class ProfileLine(BaseModel):
    """A statement of the profile, or a value of its scaffold."""

    id: str
    kind: Literal["narrative", "scaffold", "learned"]
    path: str | None
    text: str
    value: Any
    at: str
    confidence: float | None
    rival: Any
    sources: list[Taught]


class Rival(BaseModel):
    """Two values of equal trust for one path; a person decides."""

    path: str
    value: Any
    other: Any


class Profile(BaseModel):
    """The profile of the user."""

    narrative: Annotated[str, Field(description="The user's situation, as prose.")]
    scaffold: dict[str, Any]
    inbox_guidance: str
    version: int
    updated_at: Annotated[str, Field(description="The last change; empty before the first.")]
    lines: list[ProfileLine]
    rivals: list[Rival]


class NewLine(Request):
    """A line to add."""

    text: Annotated[str, Field(min_length=1, max_length=2_000, pattern=SAYS)]
    kind: Literal["narrative", "learned"] = "learned"


class ProfileRequest(Request):
    """Changes of the profile, as a person makes them."""

    set: Annotated[
        dict[str, Any],
        Field(max_length=100, description="Path in the scaffold → its value, any JSON but null."),
    ] = {}
    add: Annotated[list[NewLine], Field(max_length=100)] = []
    settle: Annotated[
        dict[str, Literal["value", "other"]],
        Field(max_length=100, description="Path → the value that stays."),
    ] = {}
    inbox_guidance: Annotated[
        str | None,
        Field(max_length=4_000, description="The user's wishes for ranking messages; null leaves them."),
    ] = None


class UndoProfileRequest(Request):
    """The change to undo."""

    version: Annotated[
        int, Field(ge=1, le=2**53, description="`version` of the profile as the change left it.")
    ]


class CorrectLineRequest(Request):
    """The correct text."""

    value: Annotated[Any, Field(description="The right words; of a value of the scaffold, any JSON.")]


class Context(BaseModel):
    """Profile, tasks and knowledge of a user as plain data, for templates and other systems."""

    model_config = ConfigDict(extra="allow")

    user: str


class ObservationRequest(Request):
    """A statement that may become a memory."""

    content: Annotated[str, Field(min_length=1, max_length=5_000, pattern=SAYS)]
    kind: Literal["fact", "preference", "project_details", "correction"] = "fact"
    connection: Annotated[str | None, Field(max_length=200)] = None


class CycleItem(Request):
    """An agent's findings from outside of a conversation: values by key, statements, or both."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"minProperties": 1})

    scaffold_updates: Annotated[dict[str, Any], Field(max_length=100)] = {}
    persistent_info_additions: Annotated[list[Any], Field(max_length=100)] = []
    connection_id: Annotated[str | None, Field(max_length=200)] = None


class CycleRequest(Request):
    """The findings of an autonomous cycle."""

    items: Annotated[list[CycleItem], Field(min_length=1, max_length=200)]


class Recorded(BaseModel):
    """The observations recorded."""

    observations: Annotated[int, Field(description="New ones; those recorded before do not count.")]


class Observation(BaseModel):
    """An observation of the stream."""

    seq: int
    at: Instant
    kind: str | None
    content: Annotated[str | None, Field(description="The statement, or what an erasure left of it.")]
    outcome: Annotated[str | None, Field(description="What became of it; null while it waits.")]


class Work(BaseModel):
    """The results of a run of the processor."""

    users: int
    sessions: int
    processed: int
    consolidated: int
    proposed: int
    problems: list[str]
    running: int


class TaskNote(BaseModel):
    """A step of a task."""

    at: Instant
    text: str
    session_id: str | None


class Task(BaseModel):
    """A task."""

    id: str
    title: str
    status: Literal["active", "done"]
    project_id: str | None
    notes: list[TaskNote]
    archive: Annotated[str | None, Field(description="The id of the memory that holds its working state.")]
    sessions: list[str]
    created_at: Instant
    updated_at: Instant
    completed_at: Instant | None


class TaskRequest(Request):
    """A task to begin."""

    title: Annotated[str, Field(min_length=1, max_length=200, pattern=SAYS)]
    id: Annotated[str | None, Field(min_length=1, max_length=200)] = None
    project: Annotated[str | None, Field(min_length=1, max_length=200)] = None


class NoteRequest(Request):
    """A step to note."""

    text: Annotated[str, Field(min_length=1, max_length=1_000, pattern=SAYS)]


class DoneRequest(Request):
    """The outcome of a task."""

    outcome: Annotated[str | None, Field(min_length=1, max_length=1_000, pattern=SAYS)] = None


class Project(BaseModel):
    """A project."""

    id: str
    title: str
    status: Literal["active", "done"]
    created_at: Instant
    updated_at: Instant
    completed_at: Instant | None


# -- the store -----------------------------------------------------------------------------------


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

"""Changes on their way through the gate, events of the stream, observations and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, assert_never, cast, get_args

from tiermem.support.lazy import pattern
from tiermem.values.entries import Draft, Entry
from tiermem.values.frozen import asdict, dataclass, field, replace
from tiermem.values.settings import PersonalDataSettings
from tiermem.values.words import EventKind, Source

Operation = Literal[
    "add", "update", "remove", "correct", "restore", "tag", "journal", "observe", "log", "render", "load"
]
"""Operation of a `Change`. The last five are texts on their way into the journal, the stream, a receipt, or out to the
model, and entries on their way into a block: hooks see them all, so that a secret is caught wherever it passes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One write on its way through the gate, as `check_write` hooks see it.

    Attributes:
        operation: ``add`` brings `draft`; ``update`` and ``correct`` bring `draft` and `target`;
            ``remove`` brings `target`; ``tag`` brings `target` and `tags`, and changes nothing but these.
        source: Who writes.
        draft: The wanted state. For an update only its content, tags, subject, category, connection and
            context type are taken, all but the first when not empty.
        target: Id of the entry that is changed.
        tags: Of ``tag`` all tags that the entry has afterwards. Only a person gives them.
        session_id: The session it happens in, if any.
        reason: Why, for the stream.
        allow_same_subject: Store it although an entry about the same subject exists.
        any_length: The agent's limits of length do not hold for it; the budget of a block does.
        to_user: The entry belongs to the user whatever its tier: what one person said never
            reaches another one through the notes of a shared agent.
        stage_because: Why a person has to decide, when the writer knows that; it is staged.
        beside_block: A correction's new statement is recalled (L1) wherever the wrong one stood.
        at: Instant of the write; None for the present. Of what another program wrote, its own.
        rests_on: Places in the stream of all observations that it was made of, where they are several: with each of
            them it is erased.
        version: The version of the target that the writer saw; another one is a conflict. None for any.
        personal_data: The agent's policy on personal data; None where all of it is kept.
    """

    operation: Operation
    source: Source
    draft: Draft | None = None
    target: str | None = None
    tags: tuple[str, ...] = ()
    session_id: str | None = None
    reason: str | None = None
    allow_same_subject: bool = False
    any_length: bool = False
    to_user: bool = False
    stage_because: str | None = None
    beside_block: bool = False
    at: str | None = None
    rests_on: tuple[int, ...] = ()
    version: int | None = None
    personal_data: PersonalDataSettings | None = None

    @property
    def content(self) -> str:
        """The text that would be stored; "" for a removal."""
        return self.draft.content if self.draft else ""

    def with_content(self, content: str) -> Change:
        """Return the same change with another content."""
        assert self.draft is not None
        return replace(self, draft=replace(self.draft, content=content))


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One entry as a committed write left it, as `after_write` hooks see it.

    Attributes:
        operation: The `Change.operation`; ``accept`` and ``reject`` are a person's decisions on a proposal.
        source: Who wrote.
        agent: Name of the agent.
        user: Name of the user in whose reach it was written.
        entry: The entry as it is now; a proposal where it waits for approval.
        before: The entry as it was; None of a new one.
        staged: True if it waits for approval.
        session_id: The session it happened in, if any.
    """

    operation: str
    source: Source
    agent: str
    user: str
    entry: Entry
    before: Entry | None = None
    staged: bool = False
    session_id: str | None = None


VerdictAction = Literal["allow", "redact", "recall", "stage", "refuse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict of a `check_write` hook on a change; the strictest of all hooks wins.

    Attributes:
        action: allow < redact < recall < stage < refuse.
        reason: For people: shown with a refusal, kept with a staged entry.
        content: The cleaned text, for ``redact``.
        sensitive: The kind of sensitive personal data that the text tells (``health``); an entry of it is kept for
            ``personal_data.sensitive_days``.
    """

    action: VerdictAction
    reason: str = ""
    content: str | None = None
    sensitive: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Something noticed that may become an entry; an event of the stream until it is processed.

    Attributes:
        kind: fact, preference, correction, project_details, decision, commitment, session_summary, …
        draft: The entry that it would become.
        evidence: `Turn.ref` of the turn that supports it.
        quote: The very words of the evidence, for erasure and for people.
        replaces: Id of the entry that it says is wrong, where that is known.
        corrects: The words that it says are wrong, where the entry is not known.
        denied: The very value in them that it says is wrong, where that is known.
        points: Its statement only points at what it corrects ("it is X, not Y"): without the entry that is
            wrong it says nothing.
        path: Of a ``scaffold_update`` the key of the scaffold, a name or ``/``-joined names as in RFC 6901.
        value: Of a ``scaffold_update`` the wanted value, any JSON.
        source_metadata: Of a tool's result ``tool_id``, ``message_id``, ``attachment_id``, ``filename``.
    """

    kind: str
    draft: Draft
    evidence: str | None = None
    quote: str | None = None
    replaces: str | None = None
    corrects: str | None = None
    denied: str | None = None
    points: bool = False
    path: str | None = None
    value: Any = None
    source_metadata: Mapping[str, str] = field(default_factory=dict)

    def as_payload(self) -> dict[str, Any]:
        """Return it as the stream keeps it: without defaults."""
        draft = {name: value for name, value in asdict(self.draft).items() if value not in (None, ())}
        data: dict[str, Any] = {
            "kind": self.kind,
            "draft": draft,
            "evidence": self.evidence,
            "quote": self.quote,
        }
        data |= {"replaces": self.replaces, "corrects": self.corrects}
        pointing: dict[str, Any] = {"denied": self.denied, "points": self.points}
        data |= {name: value for name, value in pointing.items() if value}
        if self.source_metadata:
            data["source_metadata"] = dict(self.source_metadata)
        return data if self.path is None else data | {"path": self.path, "value": self.value}

    @classmethod
    def from_payload(cls, payload: Mapping[str, Any]) -> Observation:
        """Return the inverse of `as_payload`."""
        draft = dict(payload["draft"])
        draft["tags"] = tuple(draft.get("tags", ()))
        return cls(**{**payload, "draft": Draft(**draft)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A row of the stream: an observation or a change, with who, why and from what.

    Attributes:
        seq: Place in the stream, ascending; 0 before it is appended.
        kind: What happened.
        payload: For changes the record without its content (that is in the versions); for an
            observation its draft.
        key: Makes appending idempotent: a second event with the same key is not appended.
        processed: Instant an observation was processed; None while it waits or for changes.
        outcome: The outcome of an observation.
        consolidated: Instant since which it is in the profile; None before, and for changes.
        tries: How often it could not be worked through.
    """

    kind: EventKind
    scope_id: int
    at: str
    source: Source
    seq: int = 0
    entry_id: str | None = None
    version: int | None = None
    session_id: str | None = None
    reason: str | None = None
    payload: dict[str, Any] = field(default_factory=dict)
    key: str | None = None
    processed: str | None = None
    outcome: str | None = None
    consolidated: str | None = None
    tries: int = 0


OutcomeKind = Literal[
    "added",
    "known",
    "was put away before",
    "was updated before",
    "points at nothing that is known",
    "changes nothing that is known",
    "corrected",
    "updated",
    "renewed",
    "staged",
    "for the profile",
    "asked to forget",
    "refused",
    "set aside",
]
"""Beginning of the text of an outcome."""
_TO_ENTRY: dict[OutcomeKind, str] = {
    "known": " as ",
    "was updated before": ", in ",
    "corrected": " ",
    "updated": " ",
    "renewed": " ",
    "staged": " beside ",
}
"""Outcome → the text between it and the id of the entry that it names."""
_TEXT = pattern(rf"({'|'.join(get_args(OutcomeKind))})\b(?:( |, in | as | beside )([A-Za-z0-9]{{8}})\b)?")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an observation.

    Attributes:
        kind: The beginning of the text.
        entry_id: The entry that it matched, changed or contradicts.
        more: The rest of the text.
    """

    kind: OutcomeKind
    entry_id: str | None = None
    more: str = ""

    def __str__(self) -> str:
        """Return the text that is stored."""
        named = f"{_TO_ENTRY[self.kind]}{self.entry_id}" if self.entry_id else ""
        return f"{self.kind}{named}{self.more}"

    @classmethod
    def parse(cls, text: str | None) -> Outcome | None:
        """Return the inverse of `str`; None where it is none, as while an observation waits."""
        found = _TEXT.match(text or "")
        if found is None:
            return None
        kind = cast("OutcomeKind", found[1])
        names_entry = found[2] is not None and found[2] == _TO_ENTRY.get(kind)
        more = found.string[found.end() if names_entry else found.end(1) :]
        return cls(kind, found[3] if names_entry else None, more)

    @property
    def is_knowledge(self) -> bool:
        """True if the observed statement holds, as far as was known then."""
        match self.kind:
            case "added" | "known" | "corrected" | "updated" | "renewed" | "staged" | "for the profile":
                return True
            case "was put away before" | "was updated before" | "points at nothing that is known":
                return False
            case "changes nothing that is known" | "asked to forget" | "refused" | "set aside":
                return False
            case _:
                assert_never(self.kind)

    @property
    def wrote(self) -> bool:
        """True if it was written as an entry, or met one that was written or staged meanwhile."""
        match self.kind:
            case "added" | "corrected" | "updated" | "renewed" | "staged":
                return True
            case "known" | "was put away before" | "was updated before" | "points at nothing that is known":
                return False
            case "for the profile" | "asked to forget" | "refused" | "set aside":
                return False
            case "changes nothing that is known":
                return False
            case _:
                assert_never(self.kind)

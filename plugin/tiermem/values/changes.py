"""Changes at the write gate, events of the stream, observations and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, assert_never, cast, get_args

from tiermem.support.lazy import pattern
from tiermem.values.entries import Draft, Entry
from tiermem.values.frozen import asdict, dataclass, field, replace
from tiermem.values.settings import PersonalDataSettings
from tiermem.values.words import EventKind, Source

Operation = Literal[
    "add",
    "update",
    "remove",
    "correct",
    "restore",
    "tag",
    "label",
    "journal",
    "observe",
    "log",
    "render",
    "load",
]
"""Operation of a `Change`. The last five are texts for the journal, the stream, a receipt or the model, and entries for
a block. Hooks see them all, so that a secret is caught everywhere."""


@dataclass(frozen=True, slots=True)
class StagingReason:
    """A reason that a person must decide on a change. Its text is that of both attributes.

    Attributes:
        why: The reason, in words of its own: "the user asked to forget it". The decision keeps it.
        detail: What it is about, often in the user's words. Only the proposal keeps it.
    """

    why: str
    detail: str = ""

    @classmethod
    def parse(cls, text: str) -> StagingReason:
        """Read a reason as people write it; what stands behind a colon is the detail."""
        why, _, detail = text.partition(": ")
        return cls(why, detail)

    def __str__(self) -> str:
        """Return the reason as people read it."""
        return f"{self.why}: {self.detail}" if self.detail else self.why


@dataclass(frozen=True, slots=True)
class Author:
    """The author of a change, as its event in the stream names it.

    Attributes:
        source: The channel of the write.
        session_id: The session in which it happens, if any.
        reason: The reason, for people.
        rests_on: Places in the stream of the observations that it rests on, if there are several.
    """

    source: Source
    session_id: str | None = None
    reason: str | None = None
    rests_on: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One write at the gate, as `check_write` hooks see it.

    Attributes:
        operation: ``add`` has `draft`. ``update`` and ``correct`` have `draft` and `target`. ``remove`` has `target`.
            ``tag`` has `target` and `tags`, and changes only the tags. ``label`` has `draft` and `target`, and sets
            layer, category, subject and tags to those of `draft`, empty ones too; the content stays.
        source: The channel of the write.
        draft: The wanted state. An update takes its content, and its tags, subject, category, connection and context
            type unless they are empty.
        target: Id of the entry to change.
        tags: All tags of the entry after ``tag``. Only a person gives them.
        session_id: The session in which it happens, if any.
        reason: The reason, for the stream.
        allow_same_subject: Store it although an entry about the same subject exists.
        any_length: The agent's limits of length do not apply to it; the budget of a block does.
        to_user: The entry belongs to the user whatever its tier, so that one person's words never reach another
            through the notes of a shared agent.
        stage_because: The writer's reason that a person must decide; the change is staged.
        declined: The user asked not to keep what the target says. It lets an automatic writer remove the entry, or undo
            the agent's change of it, at once; a person can restore it.
        beside_block: A correction's new statement is recalled (L1) whatever the layer of the wrong one.
        at: Instant of the write; None for the present. Another program's entry has its own.
        rests_on: Places in the stream of its observations, if there are several. Erasing one of them erases it.
        version: The version of the target that the writer saw; another one is a conflict. None for any.
        state: The `Entry.state` of the target that the writer saw, in the same way.
        all_tags: An update sets the tags to exactly those of `draft`, empty ones too.
        personal_data: The agent's policy on personal data; None if all of it is kept.
        said: The user's latest messages in the session, the newest last. Only a tool call of the agent has them.
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
    stage_because: StagingReason | None = None
    declined: bool = False
    beside_block: bool = False
    at: str | None = None
    rests_on: tuple[int, ...] = ()
    version: int | None = None
    state: str | None = None
    all_tags: bool = False
    personal_data: PersonalDataSettings | None = None
    said: tuple[str, ...] = ()

    @property
    def author(self) -> Author:
        """Its author, for the stream."""
        return Author(self.source, self.session_id, self.reason, self.rests_on)

    @property
    def content(self) -> str:
        """The text to store; "" for a removal."""
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
        source: The channel of the write.
        agent: Name of the agent.
        user: Name of the user in whose reach it was written.
        entry: The entry as it is now, or the proposal if it waits for approval.
        before: The entry as it was; None for a new one.
        staged: True if it waits for approval.
        session_id: The session in which it happened, if any.
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
        reason: The reason, for people. It is shown with a refusal and kept with a staged entry.
        content: The cleaned text, for ``redact``.
        sensitive: The kind of sensitive personal data in the text (``health``). Such an entry is kept for
            ``personal_data.sensitive_days``.
    """

    action: VerdictAction
    reason: str = ""
    content: str | None = None
    sensitive: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A finding that may become an entry. It is an event of the stream until it is processed.

    Attributes:
        kind: fact, preference, correction, project_details, decision, commitment, session_summary, …
        draft: The entry that it would become.
        evidence: `Turn.ref` of the turn that supports it.
        quote: The exact words of the evidence, for erasure and for people.
        replaces: Id of the wrong entry that it corrects, if it is known.
        corrects: The wrong words that it corrects, if the entry is not known.
        denied: The exact value in them that is wrong, if it is known.
        points: True if its statement only refers to the wrong entry ("it is X, not Y"). Without that entry it has no
            meaning. The same is true of a request to forget that may mean another thing: "delete my code".
        noted: Id of the entry in which a tool noted it in the same session. It is not stored again, but what it ends
            ends.
        path: Key of the scaffold for a ``scaffold_update``: a name, or names joined by ``/`` as in RFC 6901.
        value: Wanted value for a ``scaffold_update``, any JSON.
        source_metadata: ``tool_id``, ``message_id``, ``attachment_id`` and ``filename`` of a tool's result.
    """

    kind: str
    draft: Draft
    evidence: str | None = None
    quote: str | None = None
    replaces: str | None = None
    corrects: str | None = None
    denied: str | None = None
    points: bool = False
    noted: str | None = None
    path: str | None = None
    value: Any = None
    source_metadata: Mapping[str, str] = field(default_factory=dict)

    def as_payload(self) -> dict[str, Any]:
        """Return the form that the stream keeps, without defaults."""
        draft = {name: value for name, value in asdict(self.draft).items() if value not in (None, ())}
        data: dict[str, Any] = {
            "kind": self.kind,
            "draft": draft,
            "evidence": self.evidence,
            "quote": self.quote,
        }
        data |= {"replaces": self.replaces, "corrects": self.corrects}
        pointing: dict[str, Any] = {"denied": self.denied, "points": self.points, "noted": self.noted}
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
    """A row of the stream: an observation or a change, with its author, reason and origin.

    Attributes:
        seq: Place in the stream, ascending; 0 before it is appended.
        kind: Kind of the event.
        payload: The record without its content (which is in the versions) for a change; the draft for an observation.
        key: Makes appending idempotent: a second event with the same key is not appended.
        processed: Instant at which an observation was processed; None while it waits, and for changes.
        outcome: The outcome of an observation.
        consolidated: Instant since which it is in the profile; None before, and for changes.
        tries: Number of failed attempts to process it.
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
        """Return the outcome of a stored text; None for any other text, and while an observation waits."""
        found = _TEXT.match(text or "")
        if found is None:
            return None
        kind = cast("OutcomeKind", found[1])
        names_entry = found[2] is not None and found[2] == _TO_ENTRY.get(kind)
        more = found.string[found.end() if names_entry else found.end(1) :]
        return cls(kind, found[3] if names_entry else None, more)

    @property
    def is_knowledge(self) -> bool:
        """True if the observed statement held at that time."""
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
        """True if it was written as an entry, or matched one that was written or staged in the meantime."""
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

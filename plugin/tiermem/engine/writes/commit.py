"""Make checked changes within one transaction: record, version, event, document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tiermem.engine.writes import authority
from tiermem.engine.writes.authority import holds_for, is_elsewhere
from tiermem.engine.writes.review import ended
from tiermem.errors import InputError, NotAllowed, Outdated, SameSubject, UnknownEntry
from tiermem.store.contract import EntryFilter
from tiermem.text import statement_key, words
from tiermem.text.languages import everywhere
from tiermem.values import (
    Draft,
    Entry,
    Event,
    StagingReason,
    new_id,
)
from tiermem.values.changes import Author
from tiermem.values.frozen import dataclass, fields, replace
from tiermem.values.words import (
    HIDDEN,
    OVERTAKEN,
    PINNED,
    RECALLED_ONLY,
    SENSITIVE,
    TO_FORGET,
    sensitive_until,
    without_marks,
)

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import (
        AgentSettings,
        Change,
        Layer,
        Reach,
        Source,
        Status,
    )
    from tiermem.values.words import EventKind


_STEM = 4
"""Letters at a word's beginning that its other forms have as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteResult:
    """The result of a change.

    Attributes:
        entry: The entry after the change; for a staged change, the proposal.
        before: The entry as it was, for an update, correction or removal.
        duplicate: True if nothing was added because the statement exists already.
        staged: True if a person has to approve it first.
        reason: Reason for staging.
    """

    entry: Entry
    before: Entry | None = None
    duplicate: bool = False
    staged: bool = False
    reason: str = ""


class Proposal(NamedTuple):
    """A staged entry as the stream keeps it, besides its record.

    Attributes:
        operation: The `Change.operation` that it proposes.
        reason: Why a person decides.
        why: The `StagingReason.why` of it; "" if there is none.
    """

    operation: str
    reason: str
    why: str

    @classmethod
    def of(cls, operation: str, because: StagingReason) -> Proposal:
        """Return the proposal of an operation for a reason."""
        return cls(operation, str(because), because.why)

    @classmethod
    def read(cls, event: Event | None) -> Proposal:
        """Return the proposal that an event of kind ``staged`` tells."""
        if event is None:
            return cls("add", "", "")
        reason = event.reason or ""
        why = event.payload.get("why")
        if why is None:  # staged by an earlier version
            why = StagingReason.parse(reason).why
        return cls(event.payload.get("operation", "add"), reason, why)

    def as_payload(self) -> dict[str, str]:
        """Return what the event's payload holds of it; its reason is the event's own."""
        return {"operation": self.operation, "why": self.why}


def record_payload(entry: Entry) -> dict[str, Any]:
    """Return an entry's fields for an event, without the content, which is in the versions."""
    data = entry.as_dict()
    del data["content"], data["id"], data["version"]
    return {name: value for name, value in data.items() if value not in (None, [])}


def _wanted(draft: Draft | Entry, target: Entry, *, all_tags: bool = False) -> dict[str, Any]:
    """Return the fields that an update takes from a draft; labels that it omits stay, unless it has all tags."""
    tags = _tags(draft, target, all_tags=all_tags)
    return {
        "content": draft.content,
        "tags": tags,
        "subject": draft.subject or _subject_left(draft, target),
        "category": draft.category or target.category,
        "connection_id": draft.connection_id or target.connection_id,
        "context_type": draft.context_type or target.context_type,
        "valid_to": _end(draft.valid_to or target.valid_to, tags),
    }


def _tags(draft: Draft | Entry, target: Entry, *, all_tags: bool) -> tuple[str, ...]:
    """Return the tags of *draft*, or those of *target*; an entry stays pinned or hidden in other words.

    An entry that was sensitive in an earlier version is erased when that version's time ends.
    """
    marks = [tag for tag in target.tags if tag.startswith(SENSITIVE)]
    labels = tuple(dict.fromkeys(without_marks(draft.tags))) if all_tags else _labels(draft, target)
    return (*labels, *(marks or (tag for tag in draft.tags if tag.startswith(SENSITIVE))))


def _labels(draft: Draft | Entry, target: Entry) -> tuple[str, ...]:
    """Return the tags as `_tags` does, without those of sensitive data.

    What the user says instead of a statement that is only recalled is not under its doubt.
    """
    given, known = without_marks(draft.tags), without_marks(target.tags)
    if RECALLED_ONLY not in given and draft.speaker == "user" and not _is_reworded(draft, target):
        known = tuple(tag for tag in known if tag != RECALLED_ONLY)
    if set(given) <= {RECALLED_ONLY}:
        return tuple(dict.fromkeys((*known, *given)))
    return given + tuple(tag for tag in known if tag in (PINNED, HIDDEN) and tag not in given)


def _is_reworded(draft: Draft | Entry, target: Entry) -> bool:
    """Return True if at least half of the words of *target* stay: then its doubtful part may be among them."""
    before = set(words(target.content))
    return 2 * len(before & set(words(draft.content))) >= len(before)


def _end(wanted: str | None, tags: Iterable[str]) -> str | None:
    """Return the end of an entry: the requested one, or that of its sensitive data if it is earlier."""
    return min((end for end in (wanted, sensitive_until(tags)) if end is not None), default=None)


def _subject_left(draft: Draft | Entry, target: Entry) -> str | None:
    """Return the subject of *target*, or None if its words named the subject and those of *draft* do not."""
    named = words(target.subject or "")
    said = [word for word in words(draft.content) if len(word) > 1 or not word.isascii()]
    gone = all(word in words(target.content) for word in named) and not any(
        word[:_STEM] == other[:_STEM] for word in named for other in said
    )
    speaks_on = bool(said) and said[0] in everywhere().pronouns
    return None if named and gone and not speaks_on else target.subject


def updated(
    draft: Draft | Entry, target: Entry, source: Source, *, at: str, all_tags: bool = False
) -> dict[str, Any]:
    """Return the fields that an update of *target* sets; the speaker stays when learning only shortens the text.

    Other words of the agent hold from *at*, the instant of the update. An edit of a person keeps the date of what it
    rewords; a correction has its own.
    """
    is_news = source == "agent" and draft.content != target.content
    is_shortened = source == "system" and set(words(draft.content)) <= set(words(target.content))
    return _wanted(draft, target, all_tags=all_tags) | {
        "version": target.version + 1,
        "source": target.source if is_shortened else source,
        "speaker": target.speaker if is_shortened else draft.speaker,
        "correction": draft.correction,
        "origin": draft.origin or target.origin,
        "valid_from": draft.valid_from or at if is_news else target.valid_from,
    }


def _changes_nothing(change: Change, draft: Draft, target: Entry) -> bool:
    """Return True if *target* already is as the change wants it."""
    if change.operation == "correct":
        return statement_key(draft.content) == statement_key(target.content)
    wanted = _wanted(draft, target, all_tags=change.all_tags).items()
    return change.operation == "update" and all(getattr(target, name) == value for name, value in wanted)


def _is_promotion(wanted: Layer, twin: Entry) -> bool:
    return wanted == "L0" and twin.layer == "L1" and twin.status == "active"


class Withdraw(Protocol):
    """Removes the statement of an entry from users' profiles, within the caller's transaction."""

    def __call__(self, scope_ids: Iterable[int], entry: Entry, *, now: str, instead: str | None) -> None:
        """Remove it; *instead* is the correct text."""


class Writer:
    """Make checked changes within one transaction."""

    def __init__(
        self, store: Store, settings: AgentSettings, reach: Reach, now: str, *, withdraw: Withdraw
    ) -> None:
        self._store = store
        self._withdraw = withdraw
        self._settings = settings
        self._reach = reach
        self._now = now

    def do(self, change: Change, stage_because: StagingReason | None) -> WriteResult:
        """Make one change, or stage it."""
        if change.operation == "add":
            return self._add(change, stage_because)
        target = self._target(change)
        if change.version not in (None, target.version) or change.state not in (None, target.state):
            seen = change.version or target.version
            raise Outdated(target.id, seen=seen, version=target.version, content=target.content)
        if authority.judge(change, target, self._settings, self._reach) == "stage":
            stage_because = stage_because or StagingReason("it contradicts what a person wrote")
        if change.operation in ("restore", "tag", "label"):
            return {"restore": self._restore, "tag": self._tag, "label": self._label}[change.operation](
                change, target
            )
        if target.status == "inactive":
            raise UnknownEntry(target.id)
        if stage_because is not None:
            return self._stage(change, target, stage_because)
        if change.operation == "update":
            return self._update(change, target)
        if change.operation == "remove":
            return self.remove(change.author, target)
        corrected = self._correct(change, target)
        if change.source == "user":
            self._settle(target)
        return corrected

    def _settle(self, target: Entry, *, tag: str | None = None) -> None:
        """Reject the proposals to change an entry that a person corrected, or only those with a tag."""
        tags = () if tag is None else (tag,)
        for staged in self._store.records.select(
            EntryFilter(statuses=("staged",), tags=tags), self._reach.ids
        ):
            if staged.supersedes == target.id:
                self.change(Author("user"), staged, "rejected", status="inactive")

    def _restore_overtaken(self, target: Entry) -> None:
        """Reject the proposals based on a statement that is removed, so that what it overtook holds again."""
        waiting = EntryFilter(statuses=("staged",), tags=(OVERTAKEN,), origin=target.origin)
        for staged in self._store.records.select(waiting, self._reach.ids) if target.origin else ():
            if staged.supersedes != target.id:
                self.change(Author("system"), staged, "rejected", status="inactive")

    def _target(self, change: Change) -> Entry:
        target = self._store.records.get(change.target or "", self._reach.ids)
        if target is None:
            raise UnknownEntry(change.target or "")
        return target

    def _add(self, change: Change, stage_because: StagingReason | None) -> WriteResult:
        draft = self._draft(change)
        scope_id = self._reach.user.id if change.to_user else self._reach.owner(draft.tier).id
        twin = self.twin(draft, scope_id)
        if twin is not None and (stage_because is None or not _is_promotion(draft.layer, twin)):
            return self.meet(change.author, draft.layer, twin)
        if stage_because is not None and (waiting := self.twin(draft, scope_id, "staged")) is not None:
            return WriteResult(entry=waiting, duplicate=True, staged=True)
        if twin is None:
            self._refuse_same_subject(change, draft, scope_id)
        status = "active" if stage_because is None else "staged"
        entry = self._entry(draft, change, scope_id=scope_id, status=status)
        self._store.records.insert(entry)
        if stage_because is not None:
            proposal = Proposal.of("add", stage_because)
            self.tell("staged", entry, change.author, proposal=proposal)
            return WriteResult(entry=entry, staged=True, reason=proposal.reason)
        self.tell("added", entry, change.author)
        return WriteResult(entry=entry)

    @staticmethod
    def _draft(change: Change) -> Draft:
        if change.draft is None:
            raise InputError(f"There is no content to {change.operation}. Give the statement as 'content'.")
        draft = replace(change.draft, content=change.draft.content.strip())
        if change.source == "user":
            return draft
        return replace(draft, tags=tuple(tag for tag in draft.tags if tag not in (PINNED, HIDDEN)))

    def _entry(self, draft: Draft, change: Change, *, scope_id: int, status: str, **more: Any) -> Entry:
        given = {field.name: getattr(draft, field.name) for field in fields(draft)}
        given["valid_to"] = _end(draft.valid_to, draft.tags)
        return Entry(
            **given | {"source": change.source, "status": status} | more,
            id=new_id(),
            scope_id=scope_id,
            created_at=self._now,
            updated_at=self._now,
        )

    def twin(
        self, wanted: Draft | Entry, scope_id: int, status: Status = "active", *, but: str | None = None
    ) -> Entry | None:
        """Return an entry that says the same and applies in the same places, of the owner, the user, or anyone.

        Args:
            wanted: What it has to say.
            scope_id: The owner of what says it, who is asked first.
            status: The status that it has to have.
            but: Id of an entry that does not count.
        """
        key, reach = statement_key(wanted.content), self._reach
        for owner in dict.fromkeys((scope_id, reach.user.id, reach.agent.id, reach.house.id)):
            where = EntryFilter(key=key, scope_id=owner, tiers=(wanted.tier,), statuses=(status,))
            for twin in self._store.records.select(where, self._reach.ids):
                fixed = _is_promotion(wanted.layer, twin) and not reach.owns(owner)
                alike = (twin.layer == "L2") == (wanted.layer == "L2") and holds_for(twin, wanted)
                if alike and not fixed and twin.id != but:
                    return twin
        return None

    def meet(self, author: Author, layer: Layer, twin: Entry) -> WriteResult:
        """Accept a statement that is stored already; move it into the block if L0 was requested."""
        if _is_promotion(layer, twin):
            return self.change(author, twin, "updated", layer="L0", version=twin.version + 1)
        return WriteResult(entry=twin, duplicate=True)

    def _refuse_same_subject(self, change: Change, draft: Draft, scope_id: int) -> None:
        if change.allow_same_subject or draft.subject is None or draft.tier == "identity":
            return
        where = EntryFilter(scope_id=scope_id, tiers=(draft.tier,), subject=draft.subject)
        for entry in self._store.records.select(where, self._reach.ids):
            if entry.layer != "L2" and not is_elsewhere(entry, draft):
                times, last = self._store.records.recalls([entry.id], self._reach).get(entry.id, (0, None))
                recalled = {"recall_count": times, "last_recalled_at": last}
                raise SameSubject(entry.as_dict() | recalled)

    def _update(self, change: Change, target: Entry) -> WriteResult:
        draft = self._draft(change)
        if _changes_nothing(change, draft, target):
            self._settle(target, tag=OVERTAKEN)  # said again: it was not overtaken
            return WriteResult(entry=target, before=target, duplicate=True)
        return self.change(
            change.author,
            target,
            "updated",
            **updated(draft, target, change.source, at=self._now, all_tags=change.all_tags),
        )

    def remove(self, author: Author, target: Entry) -> WriteResult:
        """Make an entry inactive."""
        ended = min(target.valid_to or self._now, self._now)
        self._restore_overtaken(target)
        return self.change(author, target, "removed", status="inactive", valid_to=ended)

    def _tag(self, change: Change, target: Entry) -> WriteResult:
        """Give an entry other tags; its speaker and version stay."""
        if change.source != "user":
            raise NotAllowed("Only a person pins and hides.")
        marks = tuple(tag for tag in target.tags if tag.startswith(SENSITIVE) and tag not in change.tags)
        tags = (*change.tags, *marks)
        if target.tags == tags:
            return WriteResult(entry=target, before=target, duplicate=True)
        return self.change(change.author, target, "tagged", tags=tags)

    def _label(self, change: Change, target: Entry) -> WriteResult:
        """Give an entry the layer and labels of a draft; its speaker and version stay."""
        draft = self._draft(change)
        if change.source != "user":
            raise NotAllowed("Only a person moves and labels what is stored.")
        if "L2" in (draft.layer, target.layer) and draft.layer != target.layer:
            raise NotAllowed("Entries are moved between the layers L0 and L1; the archive (L2) stays apart.")
        marks = (tag for tag in target.tags if tag.startswith(SENSITIVE))
        wanted: dict[str, Any] = {
            "layer": draft.layer,
            "category": draft.category,
            "subject": draft.subject,
            "tags": tuple(dict.fromkeys((*draft.tags, *marks))),
        }
        if all(getattr(target, name) == value for name, value in wanted.items()):
            return WriteResult(entry=target, before=target, duplicate=True)
        return self.change(change.author, target, "updated", **wanted)

    def _restore(self, change: Change, target: Entry) -> WriteResult:
        if target.status == "active":
            return WriteResult(entry=target, before=target, duplicate=True)
        if target.status == "staged":
            raise NotAllowed(
                f"Entry {target.id} is staged and was never removed. Decide on it with 'tiermem pending accept "
                f"{target.id}' or 'tiermem pending reject {target.id}'."
            )
        twin = self.twin(target, target.scope_id)
        if twin is not None:
            return WriteResult(entry=twin, before=target, duplicate=True)
        author = change.author
        _, successor = ended(self._store, target, self._reach.ids)
        if successor is not None:
            author = replace(author, reason=author.reason or f"kept beside {successor}")
        return self.change(author, target, "restored", status="active", valid_to=_end(None, target.tags))

    def _correct(self, change: Change, target: Entry) -> WriteResult:
        """Store the new statement, and remove the old one from every place that is read."""
        draft = self._inherit(self._draft(change), target)
        if change.beside_block:
            draft = replace(draft, layer="L1", tier="user" if draft.tier == "identity" else draft.tier)
        if _changes_nothing(change, draft, target):
            return WriteResult(entry=target, before=target, duplicate=True)
        twin = self.twin(draft, target.scope_id)
        known = twin if twin is not None and twin.id != target.id else None
        entry = known or self._entry(
            draft, change, scope_id=target.scope_id, status="active", supersedes=target.id, correction=True
        )
        self.supersede(change.author, target, by=entry)
        if known is not None:
            return replace(self.meet(change.author, draft.layer, known), before=target)
        self._store.records.insert(entry)
        self.tell("added", entry, change.author)
        return WriteResult(entry=entry, before=target)

    def supersede(self, author: Author, target: Entry, *, by: Entry) -> WriteResult:
        """Remove a wrong entry from every place that is read, in favour of another."""
        return self.change(author, target, "superseded", by=by, status="inactive", valid_to=self._now)

    @staticmethod
    def _inherit(draft: Draft, target: Entry) -> Draft:
        """Fill in from *target* the fields that a correction omits."""
        return replace(
            draft,
            layer=target.layer,
            tier=target.tier,
            category=draft.category or target.category,
            subject=draft.subject or _subject_left(draft, target),
            tags=(*_labels(draft, target), *(tag for tag in draft.tags if tag.startswith(SENSITIVE))),
            project_id=draft.project_id or target.project_id,
            task_id=draft.task_id or target.task_id,
            connection_id=draft.connection_id or target.connection_id,
            context_type=draft.context_type or target.context_type,
        )

    def _stage(self, change: Change, target: Entry, because: StagingReason) -> WriteResult:
        """Keep a proposal about *target* until a person accepts or rejects it."""
        draft = (
            self._draft(change)
            if change.draft is not None
            else Draft(content=target.content, tags=(*target.tags, TO_FORGET))
        )
        if _changes_nothing(change, draft, target):
            return WriteResult(entry=target, before=target, duplicate=True)
        entry = self._entry(
            self._inherit(draft, target),
            change,
            scope_id=target.scope_id,
            status="staged",
            supersedes=target.id,
        )
        where = EntryFilter(key=statement_key(entry.content), scope_id=entry.scope_id, statuses=("staged",))
        for twin in self._store.records.select(where, self._reach.ids):
            if twin.supersedes == target.id:
                waiting = twin
                if (
                    OVERTAKEN in twin.tags and OVERTAKEN not in entry.tags
                ):  # to be forgotten, whatever overtook it
                    waiting = replace(twin, tags=entry.tags)
                    self._store.records.update(waiting)
                    self.tell("tagged", waiting, replace(change.author, reason=str(because)))
                return WriteResult(entry=waiting, before=target, duplicate=True, staged=True)
        self._store.records.insert(entry)
        proposal = Proposal.of(change.operation, because)
        self.tell("staged", entry, change.author, proposal=proposal)
        return WriteResult(entry=entry, before=target, staged=True, reason=proposal.reason)

    def change(
        self,
        author: Author,
        target: Entry,
        kind: EventKind,
        *,
        by: Entry | None = None,
        proposal: Proposal | None = None,
        undoes: int | None = None,
        **changes: Any,
    ) -> WriteResult:
        """Store *target* with *changes* and log it; statements that it no longer makes leave the profile.

        Args:
            author: Who changes it, and why.
            target: The entry before the change.
            kind: The kind of the event.
            by: The superseding entry.
            proposal: What it proposes if it awaits approval from now on.
            undoes: Place in the stream of the change that this one undoes.
            changes: The fields to set.
        """
        entry = replace(target, **{"updated_at": self._now} | changes)
        self._store.records.update(entry)
        self.tell(kind, entry, author, by=by, proposal=proposal, undoes=undoes)
        if target.status == "active" and (entry.status != "active" or entry.content != target.content):
            ended_by = by.content if by is not None else None
            right = entry.content if entry.status == "active" else ended_by
            users = (self._reach.user.id, target.scope_id)
            self._withdraw(users, target, now=self._now, instead=right)
        return WriteResult(entry=entry, before=target)

    def tell(
        self,
        kind: EventKind,
        entry: Entry,
        author: Author,
        *,
        proposal: Proposal | None = None,
        by: Entry | None = None,
        undoes: int | None = None,
    ) -> None:
        """Append the change of an entry to the stream."""
        self._store.stream.append(
            Event(
                kind=kind,
                scope_id=entry.scope_id,
                at=self._now,
                source=author.source,
                entry_id=entry.id,
                version=entry.version,
                session_id=author.session_id,
                reason=(proposal.reason if proposal else "") or author.reason,
                payload=record_payload(entry)
                | (proposal.as_payload() if proposal else {})
                | ({"rests_on": list(author.rests_on)} if author.rests_on else {})
                | ({"superseded_by": by.id} if by else {})
                | ({"undoes": undoes} if undoes else {}),
            )
        )

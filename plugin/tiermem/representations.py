"""Map values to plain JSON data: the one mapping, for tools, command and MCP.

Values that have an ``as_dict`` are mapped with all their fields by it; here are the forms that leave out fields or
combine several values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tiermem.values.frozen import asdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tiermem.values import Entry, Event, Passage, Receipt, Tier, Usage, Version

Json = dict[str, Any]
Recalls = tuple[int, str | None]
"""The number of times an entry was recalled, and the last time."""
_NEVER: Recalls = (0, None)
_BRIEF = (
    "id",
    "content",
    "layer",
    "tier",
    "category",
    "subject",
    "tags",
    "version",
    "source",
    "status",
    "updated_at",
)


class Write(Protocol):
    """The result of a write."""

    @property
    def entry(self) -> Entry:
        """The entry after it."""
        ...

    @property
    def before(self) -> Entry | None:
        """The entry before it, if there was one."""
        ...

    @property
    def duplicate(self) -> bool:
        """True if nothing had to be written."""
        ...

    @property
    def staged(self) -> bool:
        """True if it waits for approval."""
        ...


def entry(one: Entry, recalls: Recalls = _NEVER) -> Json:
    """Return an entry with all its fields and its recall count, for programs."""
    times, last = recalls
    return one.as_dict() | {"recall_count": times, "last_recalled_at": last}


def brief(one: Entry) -> Json:
    """Return an entry as a model needs it: content, id and labels, without empty fields."""
    data = one.as_dict()
    return {name: data[name] for name in _BRIEF if data[name] not in (None, [])}


def usage(tiers: Mapping[Tier, Usage]) -> dict[str, Json]:
    """Return the usage of each tier."""
    return {tier: used.as_dict() for tier, used in tiers.items()}


def write(done: Write) -> Json:
    """Return ``old`` and ``new`` of a write that changed a content, ``duplicate`` and ``staged`` where true."""
    data: Json = {}
    if done.before is not None and done.before.content != done.entry.content:
        data = {"old": done.before.content, "new": done.entry.content}
    flags = {"duplicate": done.duplicate, "staged": done.staged}
    return data | {name: True for name, is_so in flags.items() if is_so}


def pending(staged: Json, operation: str, reason: str, target: Entry | None) -> Json:
    """Return a staged entry, given as data, with what its approval would do and to which entry."""
    about = None if target is None else target.as_dict()
    return staged | {"operation": operation, "reason": reason, "target": about}


def history(current: Json, versions: Iterable[Version], events: Iterable[Event]) -> Json:
    """Return an entry, given as data, with its versions and the events about it."""
    return {
        "entry": current,
        "versions": [version.as_dict() for version in versions],
        "events": [asdict(event) for event in events],
    }


def observation(event: Event) -> Json:
    """Return an observation in brief, without the words that it would have stored."""
    return {"seq": event.seq, "at": event.at, "kind": event.reason, "outcome": event.outcome}


def learned(event: Event) -> Json:
    """Return an observation with its outcome and the statement that it proposed."""
    draft = event.payload["draft"]
    return {"kind": event.reason, "outcome": event.outcome} | {
        name: draft.get(name) for name in ("layer", "tier", "content")
    }


def turn(found: Passage) -> Json:
    """Return a turn that a search found."""
    return {"ref": found.ref, "at": found.at, "who": found.label, "text": found.text}


def recalled(passages: Iterable[Passage], receipt: Receipt) -> Json:
    """Return in brief what was recalled, with its scores, what a block shows already, and the receipt's id."""
    return {
        "query": receipt.query,
        "passages": [
            {"ref": one.ref, "text": one.text, "score": round(one.score, 3), "parts": one.parts}
            for one in passages
        ],
        "in_block": [one.ref for one in receipt.dropped if one.why == "in the block LEARNED INFORMATION"],
        "receipt": receipt.id,
    }


def recalled_earlier(receipt: Json, texts: Mapping[str, str]) -> Json:
    """Return the same of a stored receipt, with the texts of entries; those of turns stand in the journal."""
    return {
        "query": receipt["query"],
        "passages": [
            {"ref": one["ref"], "score": one["score"], "parts": one["parts"]}
            | ({"text": texts[one["ref"]]} if one["ref"] in texts else {})
            for one in receipt["rendered"]
        ],
        "in_block": [
            one["ref"] for one in receipt["dropped"] if one["why"] == "in the block LEARNED INFORMATION"
        ],
        "receipt": receipt["id"],
        "session": receipt["session_id"],
    }


def recall(context: str, passages: Iterable[Passage], receipt: Receipt) -> Json:
    """Return a recall in full: the context, its passages and its receipt."""
    return {
        "context": context,
        "passages": [passage.as_dict() for passage in passages],
        "receipt": receipt.as_dict(),
    }


def connection(name: str, known: Json) -> Json:
    """Return what was learned about a connection, with its name."""
    return {"connection": name} | known


def memory(one: Entry, recalls: Recalls = _NEVER) -> Json:
    """Return an entry in the shape of REST: ``updated_at`` is null until a change; no owner's number."""
    data = entry(one, recalls)
    del data["scope_id"]
    return data | {"updated_at": None if one.updated_at == one.created_at else one.updated_at}


def memory_history(current: Json, versions: Iterable[Version], events: Iterable[Event]) -> Json:
    """Return an entry in that shape, with its versions, and the events about it."""
    return current | {
        "versions": [_memory_version(version) for version in versions],
        "events": [happening(event) for event in events],
    }


def _memory_version(version: Version) -> Json:
    origin = version.origin or ""
    return {
        "version": version.version,
        "content": version.content,
        "source": version.source,
        "origin": version.origin,
        "session_id": origin.removeprefix("session:") if origin.startswith("session:") else None,
        "created_at": version.created_at,
    }


def happening(event: Event) -> Json:
    """Return an event of the stream without the record that it carries."""
    return {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "source": event.source,
        "entry_id": event.entry_id,
        "version": event.version,
        "session_id": event.session_id,
        "reason": event.reason,
        "outcome": event.outcome,
    }

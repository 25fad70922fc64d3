"""Decide who may replace what, where an entry applies, and which entries a filter selects.

A person may replace anything except entries that are only granted for reading. The agent's tools may replace any of the
agent's entries except staged ones, the archive and, if writes need approval, a person's. Automatic writers only propose
removals, except of what the user asked not to keep. A correction in the user's own words may replace what the agent or
the system wrote; other automatic writes only what the system wrote. Everything else is staged for a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tiermem.errors import InputError, NotAllowed
from tiermem.text import clean, fold
from tiermem.values.frozen import fields, replace
from tiermem.values.words import category_named

if TYPE_CHECKING:
    from tiermem.store.contract import Records
    from tiermem.values import AgentSettings, Change, Draft, Entry, EntryFilter, Reach, Source
    from tiermem.values.changes import Operation

Ruling = Literal["allow", "stage"]


def judge(change: Change, target: Entry, settings: AgentSettings, reach: Reach) -> Ruling:
    """Return whether a change of *target* is made at once or staged.

    Raises:
        NotAllowed: It is refused. The message names the way out.
    """
    ensure_not_granted(target, reach)
    if change.source == "user":
        return "allow"
    if change.declined:
        ensure_declined(change.source, target, reach, operation=change.operation)
        return "allow"
    if not settings.enabled(target.tier):
        raise NotAllowed(settings.switched_off(target.tier))
    if not reach.owns(target.scope_id):
        whose = (
            "is shared by the agent's users" if target.scope_id == reach.agent.id else "belongs to the house"
        )
        raise NotAllowed(
            f"Entry {target.id} {whose}; only a person may change it. Ask the user, or add an entry of your own."
        )
    if target.status == "staged":
        raise NotAllowed(
            f"Entry {target.id} waits for a person's approval, so no tool changes it. The user decides with "
            f"'tiermem pending accept {target.id}' or 'tiermem pending reject {target.id}'."
        )
    if change.source == "agent":
        if target.layer == "L2":
            raise NotAllowed(
                f"Entry {target.id} is in the archive (L2), which only a person changes. Add what is right as a new "
                "entry."
            )
        if target.source == "user" and settings.write_policy == "approve":
            raise NotAllowed(f"Entry {target.id} was written by the user; ask the user to change it.")
        return "allow"
    if change.operation == "remove":
        return _removal(change, target)
    rests_on_user = change.draft is not None and change.draft.speaker == "user"
    replaceable = ("agent", "system") if rests_on_user else ("system",)
    return "allow" if target.source in replaceable else "stage"


def needs_approval(change: Change, settings: AgentSettings) -> bool:
    """Return True if the agent's YAML leaves the change to a person.

    That the user declined something is a person's decision, and automatic writers may carry it out by a removal.
    """
    carries_out = change.declined and change.operation == "remove" and change.source == "system"
    return settings.write_policy == "approve" and change.source != "user" and not carries_out


def ensure_declined(source: Source, target: Entry, reach: Reach, *, operation: Operation = "remove") -> None:
    """Check that a change is an automatic removal of what the user asked not to keep.

    Raises:
        NotAllowed: It is another change, or of a memory that the session may not change.
    """
    if operation != "remove" or source != "system" or not reach.owns(target.scope_id):
        raise NotAllowed(
            f"Entry {target.id} is not changed: that the user declined something lets automatic writers remove "
            "entries of the session's own memory, and nothing else."
        )


def ensure_not_granted(target: Entry, reach: Reach) -> None:
    """Refuse the change of an entry that is readable by a grant.

    Raises:
        NotAllowed: It is. The message names the owner, whose own memory can change it.
    """
    for owner in reach.granted:
        if owner.id == target.scope_id:
            raise NotAllowed(
                f"Entry {target.id} belongs to {owner.kind}:{owner.name} and is only granted to be read here; "
                "it is changed in the memory of its owner."
            )


def ensure_may_share(records: Records, reach: Reach) -> None:
    """Check that a reach may write its notes where the agent's YAML sends them: to the house only by a grant.

    Raises:
        NotAllowed: It may not. The message names the command that grants it.
    """
    house, agent = reach.house, reach.agent
    if reach.notes == "house" and house.id != agent.id and not records.is_granted(house.id, agent.id):
        raise NotAllowed(
            f"'scope: {{notes: house}}' shares what agent {agent.name!r} notes of a user with all agents and users of "
            f"house {house.name!r}, which needs a grant. A person gives it with: tiermem scope grant "
            f"house:{house.name} agent:{agent.name}@{house.name} (and this agent's --config). Or share notes among "
            "the users of this agent alone, with 'scope: {notes: agent}'."
        )


def _removal(change: Change, target: Entry) -> Ruling:
    """Return the verdict on a removal by an automatic writer.

    Raises:
        NotAllowed: No user asked for it.
    """
    if target.valid_to and change.at and target.valid_to <= change.at:
        return "allow"  # whoever wrote it said until when it holds
    if change.stage_because is not None:
        return "stage"
    raise NotAllowed("Automatic writers never remove entries.")


_LABELS = ("project_id", "task_id", "connection_id")


def holds_for(entry: Entry, wanted: Draft | Entry) -> bool:
    """Return True if *entry* is recalled wherever *wanted* would be, and is about the same subject.

    An entry without project, task and connection is recalled in all of them, and a block is in every prompt.
    """
    if is_about_another(entry, wanted):
        return False
    connected = entry.connection_id in (None, wanted.connection_id)
    in_block = connected and "L0" in (entry.layer, wanted.layer)
    return in_block or all(getattr(entry, label) in (None, getattr(wanted, label)) for label in _LABELS)


def reaches(draft: Draft, entry: Entry) -> bool:
    """Return True if the written text will be recalled wherever *entry* is."""
    return all(getattr(draft, label) in (None, getattr(entry, label)) for label in _LABELS)


def is_elsewhere(entry: Entry, wanted: Draft | Entry) -> bool:
    """Return True if the two belong to different projects or connections."""
    project, connection = wanted.project_id, wanted.connection_id
    return bool(project and entry.project_id and entry.project_id != project) or bool(
        connection and entry.connection_id and entry.connection_id != connection
    )


def is_about_another(entry: Entry, wanted: Draft | Entry) -> bool:
    """Return True if the two name different subjects, unless the words themselves name the same one."""
    mine, other = fold(entry.subject or ""), fold(wanted.subject or "")
    if not mine or not other or mine == other:
        return False
    return mine not in fold(entry.content) and other not in fold(wanted.content)


def stored_filter(where: EntryFilter) -> EntryFilter:
    """Translate a public filter into a filter of the store, with times as instants."""
    try:
        since, until = where.bounds
    except ValueError as error:
        raise InputError(f"The filter's times are dates or instants, as 2026-03-02: {error}.") from None
    cleaned: dict[str, Any] = {
        name: tuple(map(clean, value)) if isinstance(value, tuple) else clean(value)
        for name, value in ((field.name, getattr(where, field.name)) for field in fields(where))
        if isinstance(value, (str, tuple))
    }
    named = category_named(cleaned.get("category"))
    return replace(where, **cleaned | {"category": named, "since": since, "until": until})

"""Where an entry is recalled: the same words said of another project, connection or subject are another statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.text import fold

if TYPE_CHECKING:
    from tiermem.values import Draft, Entry

_LABELS = ("project_id", "task_id", "connection_id")


def holds_for(entry: Entry, wanted: Draft | Entry) -> bool:
    """Whether *entry* is recalled wherever *wanted* would be, and is about the same subject.

    An entry of no project, task or connection is recalled in all of them, and a block is in every prompt.
    """
    if is_about_another(entry, wanted):
        return False
    connected = entry.connection_id in (None, wanted.connection_id)
    in_block = connected and "L0" in (entry.layer, wanted.layer)
    return in_block or all(getattr(entry, label) in (None, getattr(wanted, label)) for label in _LABELS)


def reaches(draft: Draft, entry: Entry) -> bool:
    """Whether what is written will be recalled wherever *entry* is."""
    return all(getattr(draft, label) in (None, getattr(entry, label)) for label in _LABELS)


def is_elsewhere(entry: Entry, wanted: Draft | Entry) -> bool:
    """Whether the two belong to different projects or connections."""
    labels = ((getattr(entry, label), getattr(wanted, label)) for label in ("project_id", "connection_id"))
    return any(mine and other and mine != other for mine, other in labels)


def is_about_another(entry: Entry, wanted: Draft | Entry) -> bool:
    """Whether both name a subject, and not the same; one that the words name themselves is no other."""
    mine, other = fold(entry.subject or ""), fold(wanted.subject or "")
    if not mine or not other or mine == other:
        return False
    return mine not in fold(entry.content) and other not in fold(wanted.content)

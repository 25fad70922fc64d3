"""Mirror the writes of hermes' own memory tool as entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tiermem.errors import InputError, OverBudget
from tiermem.values import Change, EntryFilter
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.memory.entries import Entries
    from tiermem.values import Entry, Tier

KIND = "hermes"
"""Context type of these entries."""
_IMPORTED = "import:hermes:"


def mirror(entries: Entries, action: str, target: str, content: str, old: str) -> None:
    """Repeat a write of hermes' tool.

    Only entries that came from hermes are replaced or removed. An entry that does not fit its block goes to L1.

    Args:
        entries: The session's entries.
        action: ``add``, ``replace`` or ``remove``.
        target: ``memory`` or ``user``, the tier.
        content: The new text.
        old: A part of the old text. hermes has checked that only one of its texts contains it.

    Raises:
        WriteRefused: A rule or a check refused it.
        InputError: More than one entry contains the old text.
    """
    tier = cast("Tier", target)
    before = None if action == "add" else _holding(entries, tier, old or content)
    if action == "remove":
        if before is not None:
            entries.remove(before.id)
        return
    draft = entries.draft(content, tier=tier, context_type=KIND)
    try:
        if before is None:
            entries.add(draft)
        else:
            entries.update(before.id, draft)
    except OverBudget:
        beside = Change(operation="add", source="agent", draft=replace(draft, layer="L1"))
        gone = [] if before is None else [Change(operation="remove", source="agent", target=before.id)]
        entries.rewrite([*gone, beside])


def _holding(entries: Entries, tier: Tier, old: str) -> Entry | None:
    """Return the entry from hermes that contains a text, or None."""
    there, _ = entries.list(EntryFilter(layers=("L0", "L1"), tiers=(tier,)))
    found = [entry for entry in there if old in entry.content and _is_from_hermes(entry)]
    found = [entry for entry in found if entry.content == old] or found
    if len(found) > 1:
        ids = ", ".join(entry.id for entry in found)
        raise InputError(f"Several entries from hermes contain {old!r} ({ids}). None was changed.")
    return found[0] if found else None


def _is_from_hermes(entry: Entry) -> bool:
    return entry.context_type == KIND or (entry.origin or "").startswith(_IMPORTED)

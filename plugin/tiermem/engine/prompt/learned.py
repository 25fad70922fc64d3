"""Project what must be known without being asked for: standing statements, then the facts about the person.

It is a view of active L1 entries. Nothing is written, every line leads to its entry, and equal stores give equal lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tiermem.engine.statements.duplicates import Gist, near_duplicate
from tiermem.store.contract import EntryFilter
from tiermem.values import SEPARATOR, Block, Usage

if TYPE_CHECKING:
    from tiermem.store.contract import Records
    from tiermem.values import AgentSettings, Entry, Reach, Tier

NAME, TITLE = "learned", "LEARNED INFORMATION (from earlier sessions)"
STANDING = "standing"
"""The tag of an entry that must hold whatever the next task is."""
LONGEST = 300
"""Characters of a line at most; a longer entry is recalled when it matters."""
_MOST = 300
"""Entries of each kind that are looked at, the newest."""
_KINDS = {
    "person": 0,
    "preference": 0,
    "context": 0,
    None: 1,
    "project": 2,
    "commitment": 3,
    "association": 4,
}
_OTHERS = ("assistant", "tool", "memory")
"""Speakers whose words are recalled, with their label, and in no block."""
_UNSAFE = re.compile(
    r"://|\bwww\.|\]\(|```|</?[a-z!][^>]*>|[\w.+-]+@[\w-]+\.\w"
    r"|\b\w+_(?:memory|memories|recalled|context|observation)\b|\bmemory_write\b|\bmcp__|\btool_(?:call|use)\b",
    re.IGNORECASE,
)
"""Links, addresses, markup, and names of tools."""


def block(
    records: Records,
    settings: AgentSettings,
    reach: Reach,
    *,
    project: str | None,
    task: str | None,
    connections: Sequence[str] | None,
) -> Block | None:
    """Return the block of learned information; None where it is switched off or empty.

    Standing statements come first, then persons, preferences and surroundings before projects, commitments and
    associations; of equals the more important, then the newest.

    Args:
        records: Where entries are.
        settings: The tiers that are on, and the budget.
        reach: Whose entries.
        project: Entries of this project or of none are shown.
        task: The same.
        connections: Entries of these connections or of none are shown; None for all.
    """
    tiers: tuple[Tier, ...] = tuple(tier for tier in ("memory", "user") if settings.enabled(tier))
    if settings.gap_fill.standing != "block" or not tiers:
        return None
    narrowed = EntryFilter(
        layers=("L1",),
        tiers=tiers,
        connections=None if connections is None else tuple(connections),
        newest_first=True,
        limit=_MOST,
    )
    found = records.select(replace(narrowed, tags=(STANDING,)), reach.ids)
    if "user" in tiers:
        found += records.select(replace(narrowed, tiers=("user",)), reach.ids)
    fitting = [entry for entry in found if _may_show(entry, project, task)]
    ranked = sorted({entry.id: entry for entry in fitting}.values(), key=lambda entry: entry.id)
    ranked.sort(key=_at, reverse=True)
    ranked.sort(key=lambda one: (STANDING not in one.tags, _KINDS.get(one.category, 1), -one.importance))
    always = records.select(EntryFilter(layers=("L0",)), reach.ids) if ranked else []
    shown = _within(ranked, settings.learned_char_limit, [entry.content for entry in always])
    if not shown:
        return None
    used = len(SEPARATOR.join(entry.content for entry in shown))
    return Block(
        name=NAME,
        title=TITLE,
        entries=shown,
        usage=Usage(used=used, limit=settings.learned_char_limit),
        order=3,
    )


def _at(entry: Entry) -> str:
    return entry.valid_from or entry.created_at


def _may_show(entry: Entry, project: str | None, task: str | None) -> bool:
    return (
        entry.valid_to is None
        and entry.project_id in (None, project)
        and entry.task_id in (None, task)
        and entry.speaker not in _OTHERS
        and not (entry.context_type or "").startswith("tool_")
        and len(entry.content) <= LONGEST
        and _UNSAFE.search(entry.content) is None
    )


def _within(ranked: Sequence[Entry], limit: int, always: Sequence[str]) -> tuple[Entry, ...]:
    """Return the entries that fit, in their order, without those that say what a block or a better one says."""
    told = [Gist.of(content) for content in always]
    shown, left = [], limit + len(SEPARATOR)
    for entry in ranked:
        gist, room = Gist.of(entry.content), len(entry.content) + len(SEPARATOR)
        if room > left or any(near_duplicate(gist, other) for other in told):
            continue
        shown.append(entry)
        told.append(gist)
        left -= room
    return tuple(shown)

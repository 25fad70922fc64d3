"""The budgets of the L0 blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tiermem.errors import OverBudget
from tiermem.store.contract import EntryFilter
from tiermem.text import words
from tiermem.values import TIERS, Usage

if TYPE_CHECKING:
    from tiermem.store.contract import Records
    from tiermem.values import AgentSettings, Entry, Reach, Tier

_CANDIDATES = 5


def usage(records: Records, settings: AgentSettings, reach: Reach) -> dict[Tier, Usage]:
    """Return the usage of each tier's block."""
    return {
        tier: Usage(used=records.used(tier, reach.ids)[0], limit=settings.char_limit(tier)) for tier in TIERS
    }


def ensure(
    records: Records,
    settings: AgentSettings,
    reach: Reach,
    *,
    before: Mapping[Tier, Usage],
    contents: Iterable[str],
) -> None:
    """Raise if a tier is over its limit and did not shrink; called in the write's transaction.

    If a limit was lowered below the stored size, only writes that shrink the block are allowed.

    Args:
        records: The records, with the writes applied.
        settings: The limits.
        reach: The owners of the blocks.
        before: The usage before the writes.
        contents: The texts to write, to find entries that they could be merged with.

    Raises:
        OverBudget: It holds the usage before, the requested size, and entries that could make room.
    """
    after = usage(records, settings, reach)
    for tier, now in after.items():
        if now.used > now.limit and now.used > before[tier].used:
            raise OverBudget(
                tier=tier,
                used=before[tier].used,
                limit=now.limit,
                requested=now.used,
                candidates=_candidates(records, reach, tier, list(contents)),
                usage={one: told.as_dict() for one, told in before.items()},
            )


def _candidates(records: Records, reach: Reach, tier: Tier, contents: list[str]) -> list[dict[str, Any]]:
    """Return the entries to merge or remove first: the most similar, then the least important."""
    wanted = {word for content in contents for word in words(content)}
    entries = records.select(EntryFilter(layers=("L0",), tiers=(tier,)), reach.ids)
    stored = [entry for entry in entries if entry.content not in contents]

    def worth(entry: Entry) -> tuple[float, float, str]:
        own = set(words(entry.content))
        likeness = len(own & wanted) / max(len(own | wanted), 1)
        return (-round(likeness, 1), entry.importance, entry.updated_at)

    return [
        {"id": entry.id, "content": entry.content, "chars": len(entry.content)}
        for entry in sorted(stored, key=worth)[:_CANDIDATES]
    ]

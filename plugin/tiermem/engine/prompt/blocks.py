"""The L0 blocks of the system prompt: which entries, in which order, how full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.recall.withheld import without_unwanted
from tiermem.engine.writes import budget
from tiermem.store.contract import EntryFilter
from tiermem.values import Block

if TYPE_CHECKING:
    from tiermem.store.contract import Records
    from tiermem.values import AgentSettings, Reach, Tier

TITLES: dict[Tier, str] = {
    "identity": "IDENTITY (core profile)",
    "memory": "MEMORY (agent notes)",
    "user": "USER PROFILE (who the user is)",
}
_ORDER: dict[Tier, int] = {"identity": 10, "memory": 20, "user": 30}


def block(records: Records, settings: AgentSettings, reach: Reach, tier: Tier) -> Block | None:
    """Return the block of a tier; None when the tier is switched off or empty.

    Entries stand in the fixed order of `Records.select`, so that equal stores give equal bytes.
    """
    if not settings.enabled(tier):
        return None
    found = records.select(EntryFilter(layers=("L0",), tiers=(tier,)), reach.ids)
    entries = without_unwanted(found, records, reach.ids)
    if not entries:
        return None
    return Block(
        name=tier,
        title=TITLES[tier],
        entries=tuple(entries),
        usage=budget.usage(records, settings, reach)[tier],
        order=_ORDER[tier],
    )


def assemble(blocks: list[Block]) -> list[Block]:
    """Return the blocks in the order of the prompt: by order, then name; without empty ones."""
    filled = [block for block in blocks if block.entries or block.text.strip()]
    return sorted(filled, key=lambda block: (block.order, block.name))

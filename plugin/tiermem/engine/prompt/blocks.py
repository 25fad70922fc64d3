"""The L0 blocks of the system prompt: which entries, in which order, how full."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tiermem.engine.recall.withheld import without_unwanted
from tiermem.engine.writes import budget
from tiermem.store.contract import EntryFilter
from tiermem.values import Block

if TYPE_CHECKING:
    from tiermem.store.contract import Records
    from tiermem.values import AgentSettings, Entry, Reach, Tier

TITLES: dict[Tier, str] = {
    "identity": "IDENTITY (core profile)",
    "memory": "MEMORY (agent notes)",
    "user": "USER PROFILE (who the user is)",
}
_ORDER: dict[Tier, int] = {"identity": 10, "memory": 20, "user": 30}


def block(
    records: Records,
    settings: AgentSettings,
    reach: Reach,
    tier: Tier,
    blocked: Callable[[Entry], str | None],
) -> Block | None:
    """Return the block of a tier, or None if the tier is switched off or empty.

    Entries keep the order of `Records.select`, so that equal stores give equal bytes. Entries that *blocked* returns a
    reason for are only counted.
    """
    if not settings.enabled(tier):
        return None
    found = records.select(EntryFilter(layers=("L0",), tiers=(tier,)), reach.ids)
    wanted = without_unwanted(found, records, reach.ids)
    entries = [entry for entry in wanted if blocked(entry) is None]
    if not wanted:
        return None
    kept_back = len(wanted) - len(entries)
    return Block(
        name=tier,
        title=TITLES[tier],
        entries=tuple(entries),
        text=f"({kept_back} blocked by a check; `tiermem blocks --why` shows it)" if kept_back else "",
        usage=budget.usage(records, settings, reach)[tier],
        order=_ORDER[tier],
    )


def assemble(blocks: list[Block]) -> list[Block]:
    """Return the blocks in the order of the prompt: by order, then name; without empty ones."""
    filled = [block for block in blocks if block.entries or block.text.strip()]
    return sorted(filled, key=lambda block: (block.order, block.name))

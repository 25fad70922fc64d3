"""Explain why each line of a block is there, and why other entries were left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.engine.prompt import learned
from tiermem.engine.recall.withheld import removals, unforgotten
from tiermem.engine.writes.review import ended
from tiermem.store.contract import EntryFilter
from tiermem.text import fold
from tiermem.values.frozen import asdict, dataclass
from tiermem.values.recall import LEARNED_BLOCK
from tiermem.values.words import PINNED, STANDING

if TYPE_CHECKING:
    from tiermem.engine.prompt.learned import LearnedInformation
    from tiermem.store.contract import Store
    from tiermem.values import Block, Entry, Line, Profile

_MOST_GONE = 30
"""Maximum superseded and removed entries to list, newest first."""
_ENDS = ("accepted", "rejected", "removed", "superseded")
"""Events by which an entry may become inactive."""
_WRITTEN = {"user": "a person wrote it", "agent": "the agent stored it", "system": "it was learned"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockLine:
    """A line of a block, or a statement that is in none.

    Attributes:
        block: The block's name; None for what was left out.
        text: The line's text.
        why: The reason why it is there, or why it is not.
        id: The entry behind it; None for lines of a profile, of tasks and of plugins.
        kind: The entry's category.
        source: Its speaker, or the channel that wrote it.
        said: When it was said, if known.
        confirmed: Number of observations that repeated it; for a line of the profile, those that it is based on.
        standing: True for a standing statement.
        pinned: True if a person pinned it.
    """

    block: str | None
    text: str
    why: str
    id: str | None = None
    kind: str | None = None
    source: str | None = None
    said: str | None = None
    confirmed: int = 0
    standing: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The lines of all blocks in order, and the entries that were left out."""

    lines: tuple[BlockLine, ...]
    left_out: tuple[BlockLine, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return both as plain data."""
        return {"lines": list(map(asdict, self.lines)), "left_out": list(map(asdict, self.left_out))}


class Explaining:
    """Explain the blocks of a session.

    Args:
        learning: Makes the block of learned information.
        profile: The user's profile.
    """

    def __init__(self, learning: LearnedInformation, profile: Profile) -> None:
        self._learning = learning
        self._store = learning.store
        self._reach = learning.reach
        self._profile = profile
        self._confirmed = self._store.stream.confirmations(self._reach.ids)

    def explain(self, blocks: Sequence[Block]) -> Explanation:
        """Explain the blocks.

        Args:
            blocks: Those of the session, in their order.
        """
        lines = [line for block in blocks for line in self._lines(block)]
        left_out = [self._line(entry, why) for entry, why in self._learning.projection().left_out]
        return Explanation(lines=tuple(lines), left_out=(*self._blocked(), *left_out, *self._gone()))

    def _blocked(self) -> Iterator[BlockLine]:
        """Yield the entries of blocks that a check keeps out of them, or a proposal to remove them."""
        waiting = removals(self._store.records, self._reach.ids)
        for entry in self._store.records.select(EntryFilter(layers=("L0",)), self._reach.ids):
            proposal = waiting.get(entry.id)
            is_whole = proposal is not None and unforgotten(entry, proposal) is None
            why = learned.why_it_waits(proposal) if proposal and is_whole else self._learning.blocked(entry)
            if why is not None:
                yield self._line(entry, why)

    def _lines(self, block: Block) -> Iterator[BlockLine]:
        for entry in block.entries:
            why = self._why_learned(entry) if block.name == LEARNED_BLOCK else _WRITTEN[entry.source]
            yield self._line(entry, why, block.name)
        known = {fold(line.text): line for line in (*self._profile.narrative, *self._profile.learned)}
        for text in _texts(block, self._profile.narrative):
            line = known.get(fold(text.removeprefix("- ")))
            yield BlockLine(
                block=block.name,
                text=text,
                why="of the profile" if line or block.name == "scaffold" else "text of the block",
                said=line.at if line else None,
                confirmed=len(line.events) if line else 0,
            )

    def _why_learned(self, entry: Entry) -> str:
        reasons: Mapping[str, bool] = {
            "pinned by a person": PINNED in entry.tags,
            "it stands": STANDING in entry.tags,
            f"of project {entry.project_id}": entry.project_id is not None,
            "about the person": entry.tier == "user",
            "the user said it before the agent updated it": entry.speaker != "user",
        }
        return next((reason for reason, holds in reasons.items() if holds), "the user said it")

    def _line(self, entry: Entry, why: str, block: str | None = None) -> BlockLine:
        return BlockLine(
            block=block,
            text=entry.content,
            why=why,
            id=entry.id,
            kind=entry.category,
            source=entry.speaker or entry.source,
            said=learned.said_at(entry),
            confirmed=self._confirmed.get(entry.id, 0),
            standing=STANDING in entry.tags,
            pinned=PINNED in entry.tags,
        )

    def _gone(self) -> Iterator[BlockLine]:
        """Yield the newest entries that were superseded or removed."""
        records, ids = self._store.records, self._reach.ids
        inactive = EntryFilter(
            statuses=("inactive",), layers=("L0", "L1"), newest_first=True, limit=_MOST_GONE
        )
        for entry in records.select(inactive, ids):
            if why := _why_gone(self._store, entry, ids):
                yield self._line(entry, why)


def _why_gone(store: Store, entry: Entry, scopes: Sequence[int]) -> str | None:
    """Describe why an entry is inactive; None for a proposal to change another one, on which a person decided."""
    told = store.stream.events(scopes, entry_id=entry.id, kinds=_ENDS)
    if told and told[-1].kind in ("accepted", "rejected"):
        return "a person rejected it" if entry.supersedes is None else None
    is_superseded, after = ended(store, entry, scopes)
    if not is_superseded:
        return "removed"
    return f"superseded by {after}" if after else "superseded"


def _texts(block: Block, narrative: Sequence[Line]) -> list[str]:
    """Return the lines of a block's own text, or the statements of a narrative."""
    if block.name == "narrative":
        return [line.text for line in narrative if line.text in block.text]
    return [line for line in block.text.splitlines() if line.strip()]

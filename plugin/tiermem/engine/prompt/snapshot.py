"""Render guidance and blocks when a session starts, and freeze them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import get_ident
from typing import TYPE_CHECKING, Any

from tiermem.engine.prompt import rendering
from tiermem.engine.writes.checks import WITHHELD, redacted
from tiermem.errors import CheckRefused
from tiermem.support.kept import Kept
from tiermem.text import escape_tags
from tiermem.values import instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from datetime import datetime

    from tiermem.ports import Hooks
    from tiermem.ports.context import HookSession
    from tiermem.store.contract import SessionRow, Store
    from tiermem.values import AgentSettings, Block


_PREVIEWS = 50
"""Maximum previews that are kept, a few KB each."""
_RENDERING = ("on_session_start", "render_block", "check_write")
"""Hooks whose results are kept, if they are our own: those of others may depend on anything."""


class Snapshots:
    """Render and freeze the blocks of one agent's sessions."""

    def __init__(self, store: Store, hooks: Hooks, settings: AgentSettings) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings
        self._previews: Kept[Mapping[str, Any]] = Kept(_PREVIEWS)

    def freeze(self, session: HookSession, row: SessionRow, at: datetime) -> SessionRow:
        """Return the session's working state with its blocks, which are rendered at *at* unless they are frozen."""
        if row.frozen is not None:
            return row
        made = self.frozen_now(session, row, at)
        with self._store.transaction(session.reach, durable=False):
            return self._store.sessions.freeze(row.id, made.frozen, made.frozen_at)

    def frozen_now(self, session: HookSession, row: SessionRow, at: datetime) -> SessionRow:
        """Return the working state with its blocks as they are now, without storing it."""
        if row.frozen is not None:
            return row
        head = self._store.stream.head(session.reach.ids)
        return replace(row, frozen={**self.render(session), "at": instant(at)}, frozen_at=head)

    def discard(self, session_id: str) -> None:
        """Render the blocks again when they are next asked for."""
        self._store.sessions.freeze(session_id, None, 0)

    def preview(self, session: HookSession, at: datetime) -> Mapping[str, Any]:
        """Return what `render` does, or what it did within this minute if nothing in the store has changed since."""
        state = self._store.state()
        if state is None or not self._hooks.are_built_in(*_RENDERING):
            return self.render(session)
        asked = (get_ident(), session.reach, session.project, session.task, session.connections)
        minute = at.replace(second=0, microsecond=0)
        return self._previews.get(asked, (state, minute), lambda: self.render(session))

    def render(self, session: HookSession, *, recalls: bool = True) -> Mapping[str, Any]:
        """Return current guidance and blocks: the whole text, and each block as plain data.

        Args:
            session: The session.
            recalls: False if the guidance must not promise recall, see `guidance`.
        """
        return self.rendered(self.assembled(session), recalls=recalls)

    def rendered(self, assembled: Sequence[Block], *, recalls: bool = True) -> Mapping[str, Any]:
        """Return the same of the current blocks, as `assembled` returns them."""
        texts = [self._text(block) for block in assembled]
        return {
            "text": self._whole(assembled, texts, recalls),
            "blocks": [_block_dict(block, text) for block, text in zip(assembled, texts, strict=True)],
        }

    def assembled(self, session: HookSession) -> list[Block]:
        """Return the current blocks in order."""
        from tiermem.engine.prompt import blocks  # most hooks find them frozen

        collected = self._hooks.on_session_start(session)
        return [rendering.harmless(block, self._clean) for block in blocks.assemble(list(collected.values))]

    def _whole(self, assembled: Sequence[Block], texts: Sequence[str], recalls: bool) -> str:
        from tiermem.engine.prompt import guidance

        shown = [text for block, text in zip(assembled, texts, strict=True) if not self._is_card(block)]
        cards = [block for block in assembled if self._is_card(block)]
        parts = [guidance.guidance(self._settings, recalls=recalls), *shown]
        if cards:
            parts.append(rendering.render_cards(cards))
        return "\n\n".join(part for part in parts if part)

    def _is_card(self, block: Block) -> bool:
        return self._settings.render == "cards" and block.name in ("memory", "user") and bool(block.entries)

    def _text(self, block: Block) -> str:
        """Render an escaped block, by a plugin if there is one. Its rendering is escaped too."""
        own_look = self._hooks.render_block(block).first
        return rendering.render_block(block) if own_look is None else escape_tags(own_look)

    def _clean(self, text: str) -> str:
        try:
            return redacted(self._hooks, text, "render")
        except CheckRefused:
            return WITHHELD


def _block_dict(block: Block, text: str) -> dict[str, Any]:
    return {
        "name": block.name,
        "title": block.title,
        "usage": block.usage.as_dict() if block.usage else None,
        "entries": [entry.id for entry in block.entries],
        "text": text,
    }

"""Journal the turns of sessions as they were said, for gap-fill and for recall of the past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl
from tiermem_hooks.declined_turns import note_declined

if TYPE_CHECKING:
    from tiermem import Turn
    from tiermem.plugins import HookSession


@hookimpl
def on_turn_end(session: HookSession, turns: Sequence[Turn]) -> None:
    """Journal the turn that just ended."""
    note_declined(session, session.journal(turns))


@hookimpl
def on_pre_compact(session: HookSession, turns: Sequence[Turn]) -> None:
    """Journal the turns that compaction would drop and that are not journaled yet."""
    note_declined(session, session.journal(turns, unless_kept=True))

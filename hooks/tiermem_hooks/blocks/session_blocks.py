"""Show the three L0 blocks when a session starts: the core profile, the agent's notes, the user's profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import Block
    from tiermem.plugins import HookSession


@hookimpl
def on_session_start(session: HookSession) -> list[Block]:
    """Return the blocks that are on and not empty."""
    blocks = [session.block(tier) for tier in ("identity", "memory", "user")]
    return [block for block in blocks if block is not None]

"""For every prompt, find the entries and turns that may matter to it; what fits is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import Passage, Session


@hookimpl
def on_user_prompt(session: Session, prompt: str) -> Sequence[Passage]:
    """All candidates, best first; tiermem keeps to top_k and char_limit."""
    return session.find_passages(prompt)

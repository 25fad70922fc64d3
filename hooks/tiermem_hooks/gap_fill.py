"""At the end of a session, learn by rules what the user said and no tool stored, and summarise the session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl
from tiermem_hooks.secrets.redaction import is_about_secret

if TYPE_CHECKING:
    from tiermem import Observation, Turn
    from tiermem.plugins import HookSession


@hookimpl
def extract_observations(session: HookSession, turns: Sequence[Turn]) -> list[Observation]:
    """Find corrections, preferences, facts, decisions and requests in the user's turns, without secrets."""
    if session.settings.gap_fill.extractor != "rules":
        return []
    from tiermem_hooks.extraction.extract import extract  # when a session ends, not when one starts
    from tiermem_hooks.extraction.summary import without_passages

    most = session.settings.gap_fill.session_statements
    in_project = session.project is not None
    found = extract(
        without_passages(turns), zone=session.zone, changes=True, most=most, in_project=in_project
    )
    return [one for one in found if not is_about_secret(one.draft.content)]


@hookimpl
def on_session_end(session: HookSession) -> list[Observation]:
    """Return the summary of the whole session, for the archive."""
    if session.settings.gap_fill.extractor != "rules":
        return []
    from tiermem_hooks.extraction.summary import summarised, summarize, without_passages

    summary = summarize(without_passages(session.turns()), zone=session.zone)
    return [] if summary is None else [summarised(session, summary)]

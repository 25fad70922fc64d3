"""At the end of a session, learn by rules what the user said and no tool stored, and summarise the session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins import hookimpl, replace
from tiermem.plugins.text import strip_passages
from tiermem_hooks.secrets import is_about_secret

if TYPE_CHECKING:
    from tiermem import Turn
    from tiermem.plugins import HookSession


@hookimpl
def extract_observations(session: HookSession, turns: Sequence[Turn]) -> list[Observation]:
    """Find corrections, preferences, facts, decisions and requests in the user's turns, without secrets."""
    if session.settings.gap_fill.extractor != "rules":
        return []
    from tiermem_hooks.extraction.extract import extract  # when a session ends, not when one starts

    most = session.settings.gap_fill.session_statements
    in_project = session.project is not None
    found = extract(said_anew(turns), zone=session.zone, changes=True, most=most, in_project=in_project)
    return [one for one in found if not is_about_secret(one.draft.content)]


@hookimpl
def on_session_end(session: HookSession) -> list[Observation]:
    """Return the summary of the whole session, for the archive."""
    if session.settings.gap_fill.extractor != "rules":
        return []
    from tiermem_hooks.extraction.summary import summarize

    summary = summarize(said_anew(session.turns()), zone=session.zone)
    return [] if summary is None else [summarised(session, summary)]


def summarised(session: HookSession, summary: str) -> Observation:
    """Return a session's summary for the archive."""
    draft = Draft(
        content=summary, layer="L2", tier="memory", context_type="session_summary", task_id=session.task
    )
    return Observation(kind="session_summary", draft=draft)


def said_anew(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns without recalled statements that were only repeated."""
    return [replace(turn, content=strip_passages(turn.content)) for turn in turns]

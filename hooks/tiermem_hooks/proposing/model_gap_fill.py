"""At the end of a session, let a model find what the user said and no tool stored, and summarise the session.

``gap_fill: {extractor: model}`` turns it on; the model is that of ``completion:``. It proposes, and code accepts only
proposals that the user's own words support. If it does not answer, the turns wait, and the summary is made by rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem import EntryFilter, Observation
from tiermem.plugins import Unanswered, hookimpl
from tiermem.plugins.text import storable, strip_injected, words
from tiermem_hooks.secrets.redaction import is_about_secret

if TYPE_CHECKING:
    from logging import Logger

    from tiermem import Entry, Turn
    from tiermem.plugins import HookSession
    from tiermem_hooks.proposing.conversation import Conversation

NEAR = 20
"""Maximum related entries to show with a batch of turns."""
LOOKED_AHEAD = 40
"""Number of turns after a batch in which the user may decline something in it."""
FEWEST_WORDS = 2
"""Minimum content words of the user for a model to be asked: "ok, thanks" has none."""
SUMMARY_CHARS = 700
"""Maximum characters of a summary. A longer one is replaced by a summary made by rules."""
_MOST_SESSIONS = 1_000
_SUMMARY_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["summary"],
    "properties": {"summary": {"type": "string"}},
}
_NUMBER = re.compile(r"\d+")


class Plugin:
    """Gap-fill by model of one agent."""

    def __init__(self) -> None:
        self._unanswered: dict[str, None] = {}

    @hookimpl
    def extract_observations(self, session: HookSession, turns: Sequence[Turn]) -> list[Observation]:
        """Return the model's proposals that the user's words support.

        Raises:
            Unanswered: The model gave no answer; the turns are read again later.
        """
        if session.settings.gap_fill.extractor != "model" or not turns:
            return []
        talk = _talk(session, turns)
        if not _worth_asking(talk):
            return []
        talk = talk.beside(_near(session, talk.query), _system_prompt(session))
        try:
            return _proposed(session, talk)
        except Unanswered:
            self._unanswered[session.id] = None
            if len(self._unanswered) > _MOST_SESSIONS:
                del self._unanswered[next(iter(self._unanswered))]
            raise

    @hookimpl
    def on_session_end(self, session: HookSession, turns: Sequence[Turn]) -> list[Observation]:
        """Return the summary of the whole session for the archive, by rules if the model gave no answer."""
        if session.settings.gap_fill.extractor != "model":
            return []
        unanswered = self._unanswered.pop(session.id, ...) is None
        if not turns and _is_summarised(session):
            return []
        from tiermem_hooks.extraction.summary import summarised  # reading the rules takes some 100 ms

        summary = (None if unanswered else _by_model(session)) or _by_rules(session)
        return [] if summary is None else [summarised(session, summary)]


def _talk(session: HookSession, turns: Sequence[Turn]) -> Conversation:
    from tiermem_hooks.proposing.conversation import conversation

    last = turns[-1].position
    later = session.turns(start=last + 1)[:LOOKED_AHEAD]
    return conversation(turns, session.unread_from, last, later=later, zone=session.zone)


def _worth_asking(talk: Conversation) -> bool:
    from tiermem_hooks.proposing.support import telling

    return len(telling(talk.query)) >= FEWEST_WORDS


def _near(session: HookSession, query: str) -> list[Entry]:
    """Return active entries related to the user's words, except the house's, which only people change."""
    found = session.entries.search(query, limit=NEAR).entries
    house = session.reach.house.id
    return [entry for entry in found if entry.status == "active" and entry.scope_id != house]


def _system_prompt(session: HookSession) -> str:
    """Return the frozen parts of the system prompt that the model saw."""
    return f"{session.settings.instruction}\n{session.frozen_prompt}"


def _log() -> Logger:
    from logging import getLogger  # slow to import, and most sessions log nothing

    return getLogger("tiermem.hooks")


def _proposed(session: HookSession, talk: Conversation) -> list[Observation]:
    from tiermem_hooks.proposing.proposals import SCHEMA, RefusedProposal, checked, distinct

    answer = session.complete("extract", talk.prompt(), SCHEMA)
    judged = [checked(proposal, talk, session.settings) for proposal in answer["observations"]]
    dropped = Counter(one.reason for one in judged if isinstance(one, RefusedProposal))
    if dropped:
        told = ", ".join(f"{reason} ({number})" for reason, number in sorted(dropped.items()))
        _log().info(
            "session %s: %d of %d proposals dropped: %s", session.id, dropped.total(), len(judged), told
        )
    taken = [one for one in judged if isinstance(one, Observation)]
    return distinct([one for one in taken if not is_about_secret(one.draft.content)])


def _is_summarised(session: HookSession) -> bool:
    where = EntryFilter(origin=f"session:{session.id}", layers=("L2",), limit=1)
    return bool(session.entries.list(where)[0])


def _by_model(session: HookSession) -> str | None:
    """Return the model's summary, or None if it is unusable."""
    from tiermem_hooks.proposing.conversation import conversation, summary_prompt

    turns = session.turns()
    if not turns:
        return None
    talk = conversation(turns, 0, turns[-1].position, zone=session.zone)
    if not _worth_asking(talk):
        return None
    try:
        answer = session.complete("summarize", summary_prompt(talk), _SUMMARY_SCHEMA)
    except Unanswered as error:
        _log().warning("session %s is summarised by rules: %s", session.id, error)
        return None
    summary = " ".join(str(answer["summary"]).split())
    return summary if _is_kept(summary, talk) else None


def _is_kept(summary: str, talk: Conversation) -> bool:
    """Return True if a summary may be stored: not too long, without injected text or invented numbers."""
    if not 0 < len(summary) <= SUMMARY_CHARS or not storable(summary) or strip_injected(summary) != summary:
        return False
    heard = {number for said in talk.turns for number in _NUMBER.findall(f"{said.text} {said.date}")}
    years = {said.date[:4] for said in talk.turns}
    without_dates = re.sub(
        r"\b\d{4}-\d\d-\d\d\b", lambda day: day[0][:4] if day[0][:4] not in years else "", summary
    )
    return bool(words(summary)) and set(_NUMBER.findall(without_dates)) <= heard


def _by_rules(session: HookSession) -> str | None:
    from tiermem_hooks.extraction.summary import summarize, without_passages

    return summarize(without_passages(session.turns()), zone=session.zone)

"""A model's proposals: the schema of its answer, and the conditions for an observation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiermem import Draft, Observation
from tiermem.plugins import CATEGORIES
from tiermem.plugins.text import (
    languages,
    statement_key,
    storable,
    strip_injected,
    strip_passages,
    with_dates,
)
from tiermem_hooks.proposing.support import (
    IN_THE_TURN,
    SHARE_SAID,
    keeps_negation,
    names_said,
    normal,
    share_said,
    telling,
)

if TYPE_CHECKING:
    from tiermem import Entry
    from tiermem.plugins import AgentSettings
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.proposing.conversation import Conversation, Said

KINDS = ("fact", "preference", "correction", "decision", "commitment", "person", "project_details")
MOST_PROPOSALS = 50
"""Maximum proposals in one answer."""
LONGEST_QUOTE = 2_000
CONFIDENCE, IMPORTANCE = 0.7, 0.6
"""Confidence and importance of a model's supported proposals, a little below those of rules."""
SAME_THING = 0.5
"""Minimum share of the shorter statement's content words that two statements about the same thing share."""

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["observations"],
    "properties": {
        "observations": {
            "type": "array",
            "maxItems": MOST_PROPOSALS,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["kind", "content", "subject", "category", "tier", "turn", "quote", "replaces"],
                "properties": {
                    "kind": {"type": "string", "enum": list(KINDS)},
                    "content": {"type": "string"},
                    "subject": {"type": ["string", "null"]},
                    "category": {"type": ["string", "null"], "enum": [*CATEGORIES, None]},
                    "tier": {"type": "string", "enum": ["user", "memory"]},
                    "turn": {"type": "integer"},
                    "quote": {"type": "string"},
                    "replaces": {"type": ["string", "null"]},
                },
            },
        }
    },
}
"""The form of a model's answer to ``extract``."""


@dataclass(frozen=True, slots=True)
class RefusedProposal:
    """A rejected proposal and the reason."""

    reason: str


class _Drop(Exception):
    """A proposal is rejected; the argument is the reason."""


def checked(
    proposal: Mapping[str, Any], talk: Conversation, settings: AgentSettings
) -> Observation | RefusedProposal:
    """Return the observation of a proposal, or why it is rejected."""
    try:
        return _Proposal(proposal, talk, settings).observation()
    except _Drop as drop:
        return RefusedProposal(str(drop))


@dataclass(frozen=True)
class _Proposal:
    data: Mapping[str, Any]
    talk: Conversation
    settings: AgentSettings

    def observation(self) -> Observation:
        """Return the supported statement.

        Raises:
            _Drop: A condition is not met.
        """
        said = self._turn()
        quote = self._quote(said)
        content = self._content(said, quote)
        kind = self.data["kind"]
        if (rules := _rules_of(quote, said)) is not None:
            content = with_dates(content, said.day, languages.language(rules.language), kind)
        replaces = self._replaces(content, said)
        draft = Draft(
            layer="L1",
            tier=self.data["tier"],
            category=self.data["category"],
            subject=self._subject(content, said),
            content=content,
            speaker="user",
            correction=kind == "correction",
            confidence=CONFIDENCE,
            importance=IMPORTANCE,
            valid_from=said.turn.at,
        )
        return Observation(kind=kind, draft=draft, evidence=said.turn.ref, quote=quote, replaces=replaces)

    def _turn(self) -> Said:
        said = self.talk.turn(self.data["turn"])
        if said is None:
            raise _Drop("no such turn")
        if not said.is_user:
            raise _Drop("not the user's turn")
        if not said.is_new:
            raise _Drop("read before")
        return said

    def _quote(self, said: Said) -> str:
        quote: str = self.data["quote"].strip()
        if not telling(quote) or len(quote) > LONGEST_QUOTE or normal(quote) not in normal(said.text):
            raise _Drop("the quote was not said")
        if normal(quote) in self.talk.injected:
            raise _Drop("the system prompt quoted back")
        return quote

    def _content(self, said: Said, quote: str) -> str:
        content = " ".join(self.data["content"].split())
        low, high = self.settings.limits.content_chars
        if not low <= len(content) <= high:
            raise _Drop("too short or too long")
        if not storable(content) or strip_passages(strip_injected(content)) != content:
            raise _Drop("injected text")
        before = self.talk.before(said) if self.data["kind"] == "correction" else None
        more = [before.text] if before else []
        others = [other.text for other in self.talk.turns if other.is_user]
        if not names_said(content, [said.text, *others, *more]):
            raise _Drop("a name or a number that was not said")
        of_turn = share_said(content, said.text, *more)
        if of_turn < IN_THE_TURN or share_said(content, said.text, *more, *others) < SHARE_SAID:
            raise _Drop("words that were not said")
        if not keeps_negation(content, quote, *more):
            raise _Drop("says the opposite")
        return content

    def _replaces(self, content: str, said: Said) -> str | None:
        """Return the entry that it replaces, or None if it only shares a subject with it.

        Raises:
            _Drop: No entry with this id was shown.
        """
        wanted = self.data["replaces"]
        if wanted is None:
            return None
        entry = next((entry for entry in self.talk.entries if entry.id == wanted), None)
        if entry is None:
            raise _Drop("an id that was not shown")
        before = self.talk.before(said) if self.data["kind"] == "correction" else None
        texts = (content, f"{content} {before.text}" if before else content)
        return wanted if any(_same_thing(text, entry, self.data["subject"]) for text in texts) else None

    def _subject(self, content: str, said: Said) -> str | None:
        subject = " ".join((self.data["subject"] or "").split())
        fits = 0 < len(subject) <= self.settings.limits.subject_chars and storable(subject)
        heard = share_said(subject, content, said.text) == 1.0 if fits else False
        return subject if heard and strip_injected(subject) == subject else None


def _same_thing(text: str, entry: Entry, subject: str | None) -> bool:
    mine, others = set(telling(text)), set(telling(entry.content))
    shared = mine & others
    if not shared:
        return False
    return len(shared) >= SAME_THING * min(len(mine), len(others)) or not shared <= set(
        telling(subject or "")
    )


def _rules_of(quote: str, said: Said) -> Rules | None:
    """Return the rules of the language of the sentence that contains a quote, or that the quote contains."""
    wanted = normal(quote)
    for sentence, rules in said.sentences:
        text = normal(sentence.text)
        if text and (text in wanted or wanted in text):
            return rules
    return None


def distinct(found: list[Observation]) -> list[Observation]:
    """Return the observations without those that repeat an earlier one."""
    return list({statement_key(one.draft.content): one for one in reversed(found)}.values())[::-1]

"""Present a session to a model: the speakers' own words and related entries."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING, Any

from tiermem.plugins.text import strip_injected, strip_passages
from tiermem_hooks.extraction.declines import declined
from tiermem_hooks.extraction.turns import spoken
from tiermem_hooks.proposing.support import normal

if TYPE_CHECKING:
    from datetime import date, tzinfo

    from tiermem import Entry, Turn
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence
    from tiermem_hooks.extraction.turns import Spoken

ASSISTANT_CHARS = 1_500
"""Maximum characters of an assistant's turn to show, from its end, which the user answers."""
SUMMARY_CHARS = 24_000
"""Maximum characters of a session to summarise. Of a longer one, a third is from the start, the rest from the end."""


@dataclass(frozen=True, slots=True)
class Said:
    """A turn as the model sees it.

    Attributes:
        number: Its number in the prompt.
        day: The day it was said, in the session's zone; None if unknown.
        text: The text to show; of a user's turn, only the user's own sentences that were not declined.
        sentences: Those sentences, each with the rules of its language; none for an assistant's turn.
        is_new: True if statements may be taken from it; other turns are context.
    """

    number: int
    turn: Turn
    day: date | None
    text: str
    sentences: tuple[tuple[Sentence, Rules], ...]
    is_new: bool

    @property
    def is_user(self) -> bool:
        """True if the user said it."""
        return self.turn.speaker == "user"

    @property
    def date(self) -> str:
        """Its day as ISO 8601; "" when that is not known."""
        return self.day.isoformat() if self.day else ""

    def as_data(self) -> dict[str, Any]:
        """Return the turn as the prompt shows it."""
        known = {} if self.is_new else {"read_before": True}
        spoken_by = {"speaker": self.turn.speaker, "date": self.date}
        return {"turn": self.number, **spoken_by, **known, "said": self.text}


@dataclass(frozen=True, slots=True)
class Conversation:
    """The turns of a batch with related entries.

    Attributes:
        entries: Related entries.
        injected: The content of the session's system prompt, normalised like quotes.
    """

    turns: tuple[Said, ...]
    entries: tuple[Entry, ...] = ()
    injected: str = ""

    @property
    def query(self) -> str:
        """The user's new sentences."""
        return "\n".join(said.text for said in self.turns if said.is_user and said.is_new)

    def prompt(self) -> str:
        """Return the prompt as JSON, so that no text can imitate another turn."""
        entries = [{"id": entry.id, "content": entry.content} for entry in self.entries]
        return _dumped({"entries": entries, "turns": [said.as_data() for said in self.turns]})

    def beside(self, entries: Sequence[Entry], system_prompt: str = "") -> Conversation:
        """Return the conversation with entries and the system prompt, whose quotes are not the user's words."""
        return replace(self, entries=tuple(entries), injected=normal(system_prompt))

    def turn(self, number: int) -> Said | None:
        """Return the turn with this number."""
        return next((said for said in self.turns if said.number == number), None)

    def before(self, said: Said) -> Said | None:
        """Return the assistant's turn right before one."""
        place = self.turns.index(said) - 1
        return self.turns[place] if place >= 0 and not self.turns[place].is_user else None


def conversation(
    turns: Sequence[Turn], first: int, last: int, later: Sequence[Turn] = (), zone: tzinfo = UTC
) -> Conversation:
    """Return the turns of user and assistant for a model. Turns of tools are left out.

    If the user declined something, the assistant's turns are filtered by sentence too, because they may repeat it.

    Args:
        turns: In order.
        first: Position of the first new one.
        last: Position of the last one to show.
        later: Later turns, in which the user may have declined something.
        zone: The zone for the days of turns.
    """
    session = spoken([_own(turn) for turn in (*turns, *later)], zone=zone)
    refused = declined(session)
    shown: list[Said] = []
    for index, said in enumerate(session):
        if said.turn.position > last:
            break
        if said.is_user or refused:
            sentences = _kept(said, {position for place, position in refused if place == index})
            text = " ".join(sentence.text for sentence, _ in sentences)
        else:
            sentences, text = (), " ".join(said.turn.content.split())
        if not said.is_user and len(text) > ASSISTANT_CHARS:
            text = f"… {text[-ASSISTANT_CHARS:]}"
        if text:
            is_new = said.turn.position >= first
            shown.append(Said(len(shown) + 1, said.turn, said.day, text, sentences, is_new))
    return Conversation(tuple(shown))


def summary_prompt(talk: Conversation) -> str:
    """Return the prompt for a summary, within `SUMMARY_CHARS`. It says how many turns are left out."""
    texts = [said.as_data() for said in talk.turns]
    lengths = [len(said.text) for said in talk.turns]
    if sum(lengths) <= SUMMARY_CHARS:
        return _dumped({"turns": texts})
    head = _within(lengths, SUMMARY_CHARS // 3)
    tail = _within(lengths[head:][::-1], SUMMARY_CHARS - SUMMARY_CHARS // 3)
    left_out = len(texts) - head - tail
    return _dumped({"turns": [*texts[:head], {"left_out": left_out}, *texts[len(texts) - tail :]]})


def _within(lengths: Sequence[int], chars: int) -> int:
    """Return how many of the first turns fit."""
    total = 0
    for number, length in enumerate(lengths):
        total += length
        if total > chars:
            return number
    return len(lengths)


def _own(turn: Turn) -> Turn:
    return replace(turn, content=strip_passages(strip_injected(turn.content)))


def _kept(said: Spoken, refused: set[int]) -> tuple[tuple[Sentence, Rules], ...]:
    """Return the sentences of a turn that were not declined, each with the rules of its language."""
    pairs = zip(said.sentences, said.rules_of, strict=True)
    return tuple(pair for position, pair in enumerate(pairs) if position not in refused)


def _dumped(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)

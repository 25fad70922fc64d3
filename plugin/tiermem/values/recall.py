"""Results of recall and what the model sees: candidates, passages, blocks and receipts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from tiermem.values.entries import Entry
from tiermem.values.frozen import NamedTuple, dataclass, field
from tiermem.values.words import Layer, Source, Speaker

NO_ANSWER = "did not answer within"
"""Part of a receipt's note on a late plugin. These words and those of `errors.DeadlineExceeded` identify late
recalls."""
TOO_SLOW = "took longer than"
"""The same for a plugin that was switched off for it."""
ALL_TAKEN = "took all of"
"""The same where the checks of a prompt left no time for recall."""
LONGEST_SEARCHED = 800
"""Maximum characters of `Candidate.searched`. A text names its topic at its beginning."""

LEARNED: Final = "LEARNED INFORMATION"
"""The heading of the block of learned information."""
LEARNED_BLOCK: Final = "learned"
"""The name of that block."""
DropReason = Literal[
    "far below the best",
    "beyond top_k",
    "over char_limit",
    "same text as one shown",
    "says what one shown says",
    "in the block LEARNED INFORMATION",
    "shown earlier in this session",
    "too few of the prompt's words",
]
"""Reason in a receipt for not showing a passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Use of a block: characters of the tier's L0 entries joined by `SEPARATOR`."""

    used: int
    limit: int

    @property
    def percent(self) -> int:
        """``int(100 * used / limit)``; over 100 if the limit was lowered below the stored length."""
        return int(100 * self.used / self.limit)

    def as_dict(self) -> dict[str, int]:
        """Return ``{"used", "limit", "percent"}``, as in every reply."""
        return {"used": self.used, "limit": self.limit, "percent": self.percent}

    def __str__(self) -> str:
        return f"{self.percent}% — {self.used:,}/{self.limit:,} chars"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A section of the system prompt.

    Attributes:
        name: ``identity``, ``memory``, ``user``, or a plugin's own word.
        title: The heading the model sees.
        entries: The entries in it, in their fixed order; empty for a block of free text.
        usage: None if there is no limit.
        text: The body of a plugin's block that holds no entries.
        order: Blocks are sorted by it, then by name. The order is narrative 1, scaffold 2, learned 3; from plugins the
            agent's own name and constitution 4, directives 5 and artifacts 6; then `identity` 10, `memory` 20,
            `user` 30, `task` 40.
    """

    name: str
    title: str
    entries: tuple[Entry, ...] = ()
    usage: Usage | None = None
    text: str = ""
    order: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """A scorecard's conversion of points into a chance: sum × `slope` + `base` is the logarithm of the odds.

    Attributes:
        scorecard: Name of the scorecard, for example ``entries``.
        base: The logarithm of the odds for no points.
        slope: What a point adds to it.
    """

    scorecard: str
    base: float
    slope: float

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return {"scorecard": self.scorecard, "base": self.base, "slope": self.slope}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One recalled entry or journal turn, with the values that ranked it.

    Attributes:
        ref: The entry's id, or a `Turn.ref`.
        text: The text to show.
        score: The chance that it matters, 0 to 1.
        parts: The parts of the score: points by signal, as the scorecard gives them. A factor that a plugin puts on the
            odds is the number of points that changes them as much.
        at: Instant at which it was said or last changed.
        label: Its speaker, as shown: the speaker's name, else the `Speaker`, else the source.
        kind: ``entry`` or ``turn``.
        layer: The entry's layer; None for turns.
        answers: The ref of the user's question that it answers. It is shown right after the question if there is room,
            and only with it. None for an independent passage.
        weighing: How the points made the score; None if no scorecard did.
    """

    ref: str
    text: str
    score: float
    at: str
    label: str
    kind: Literal["entry", "turn"] = "entry"
    layer: Layer | None = None
    parts: dict[str, float] = field(default_factory=dict)
    answers: str | None = None
    weighing: Weighing | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return self.without_text() | {"text": self.text}

    def without_text(self) -> dict[str, Any]:
        """Return the fields that a receipt keeps. The text stays in its entry or turn."""
        return {
            "ref": self.ref,
            "score": round(self.score, 4),
            "at": self.at,
            "label": self.label,
            "kind": self.kind,
            "layer": self.layer,
            "parts": dict(self.parts),
            "answers": self.answers,
            "weighing": None if self.weighing is None else self.weighing.as_dict(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallResult:
    """Passages recalled for a prompt.

    Attributes:
        passages: Best first.
        terms: The terms that were searched, for the receipt.
        notes: Failures and omissions, for the receipt.
        dropped: Entries with too few of the prompt's words to be shown, for the receipt.
        said: The user's own turns, newest first, without the statements that entries hold. They are given if the
            prompt asks about the user and no other turn answers it. A turn that an entry covers in part has "told" in
            its parts. They are not shown unless a plugin makes passages of them.
        is_about_user: True if the prompt asks what is known about the user. All passages that fit are shown then.
        advice: Lines shown to the model before the passages.
    """

    passages: tuple[Passage, ...] = ()
    terms: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    said: tuple[Passage, ...] = ()
    is_about_user: bool = False
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The result of a search.

    Attributes:
        entries: Best first.
        turns: Turns of the journal, if they were asked for.
        total: Number of matching entries, including those beyond the limit.
    """

    entries: tuple[Entry, ...]
    turns: tuple[Passage, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """A recalled entry or turn as a document with metadata.

    Attributes:
        ref: The entry's id, or a `Turn.ref`.
        content: The text; for a long turn, the excerpt that matters.
        metadata: Its origin, see `Records.metadata`.
        distance: 1 minus the chance that it matters. The nearest document is the most relevant.
    """

    ref: str
    content: str
    metadata: Mapping[str, str]
    distance: float

    def as_dict(self) -> dict[str, Any]:
        """Return content, metadata and distance as plain data."""
        return {"content": self.content, "metadata": dict(self.metadata), "distance": self.distance}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A passage that was not shown, and the reason.

    Attributes:
        ref: The entry's id, or a `Turn.ref`.
        score: The chance that it matters, 0 to 1.
        why: The reason, a `tiermem.values.recall.DropReason` such as "beyond top_k".
        parts: As in `Passage`.
        weighing: As in `Passage`.
    """

    ref: str
    score: float
    why: DropReason
    parts: dict[str, float] = field(default_factory=dict)
    weighing: Weighing | None = None

    @classmethod
    def of(cls, passage: Passage, why: DropReason) -> Dropped:
        """Return the record of a passage that is not shown."""
        return cls(
            ref=passage.ref,
            score=round(passage.score, 4),
            why=why,
            parts=passage.parts,
            weighing=passage.weighing,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return {
            "ref": self.ref,
            "score": self.score,
            "why": self.why,
            "parts": dict(self.parts),
            "weighing": None if self.weighing is None else self.weighing.as_dict(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The record of one recall.

    Attributes:
        id: Eight characters.
        session_id: The session; None for a recall outside of one.
        query: The user's words as they were searched, with secrets redacted.
        terms: The terms that were matched.
        rendered: The passages shown, in order, with the parts of each score. Their text is not kept.
        dropped: The best of the candidates not shown, with the reason.
        notes: Failures and omissions: deadlines, failed plugins, archive searched or not.
        took_ms: Wall time of the recall.
        injected: Part of this request → its number of characters. The parts are the blocks of the system prompt, which
            are frozen for the session, and ``memory-context``.
    """

    id: str
    at: str
    session_id: str | None
    query: str
    terms: tuple[str, ...]
    rendered: tuple[Passage, ...]
    dropped: tuple[Dropped, ...]
    notes: tuple[str, ...]
    took_ms: float
    injected: Mapping[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data. The rendered passages have no text."""
        return {
            "id": self.id,
            "at": self.at,
            "session_id": self.session_id,
            "query": self.query,
            "terms": list(self.terms),
            "rendered": [passage.without_text() for passage in self.rendered],
            "dropped": [one.as_dict() for one in self.dropped],
            "notes": list(self.notes),
            "took_ms": self.took_ms,
            "injected": dict(self.injected),
        }


class Candidate(NamedTuple):
    """A document that matched: an entry or a turn. It is a plain tuple because a recall has hundreds of them.

    Attributes:
        relevance: The search engine's own measure over all columns. Greater is better. Only values of one result are
            comparable.
        content_relevance: The same over the spoken words alone, here and in the neighbouring turns.
        ref: Id of the entry, or ``SESSION/POSITION`` of the turn.
        layer: The entry's layer; None for a turn.
        source: The entry's source; None for a turn.
        name: The entry's subject, or the name of the turn's speaker.
        tags: The entry's tags in searched form, joined by spaces; "" for a turn.
        searched: The first words of the text in searched form, joined by single spaces, at most `LONGEST_SEARCHED`
            characters.
    """

    relevance: float
    content_relevance: float
    ref: str
    text: str
    at: str
    layer: Layer | None
    source: Source | None
    speaker: Speaker | None
    correction: int
    importance: float
    name: str | None
    tags: str = ""
    searched: str = ""

    def passage(
        self, score: float, parts: dict[str, float] | None = None, weighing: Weighing | None = None
    ) -> Passage:
        """Return the document as a passage."""
        is_turn = self.layer is None
        return Passage(
            ref=self.ref,
            text=self.text,
            score=score,
            at=self.at,
            label=(self.name if is_turn else None) or self.speaker or self.source or "",
            kind="turn" if is_turn else "entry",
            layer=self.layer,
            parts=parts or {},
            weighing=weighing,
        )

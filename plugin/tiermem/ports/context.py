"""The arguments of hooks: the session that they are called for, and the query whose candidates they score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tiermem.values.frozen import dataclass, field

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from tiermem.text.languages import Language
    from tiermem.text.times import Period
    from tiermem.values import (
        AgentSettings,
        Block,
        Candidate,
        Connection,
        Entry,
        EntryFilter,
        Layer,
        Matches,
        Profile,
        Purpose,
        Reach,
        RecallResult,
        Task,
        Tier,
        Turn,
    )


class HookEntries(Protocol):
    """The entries that a session can see, for hooks: they read, and only tools and the gate write."""

    def get(self, entry_id: str) -> Entry:
        """Return the entry of an id, whatever its status.

        Raises:
            UnknownEntry: None is visible here.
        """
        ...

    def list(self, where: EntryFilter | None = None) -> tuple[list[Entry], int]:
        """Return the entries that match, in the fixed order, and their number without the filter's limit."""
        ...

    def search(
        self,
        query: str,
        *,
        layers: tuple[Layer, ...] = (),
        tiers: tuple[Tier, ...] = (),
        turns: bool = False,
        where: EntryFilter | None = None,
        limit: int = 20,
    ) -> Matches:
        """Return the entries (and turns) that match the words of a query, best first."""
        ...


class HookSession(Protocol):
    """The session that a hook is called for."""

    @property
    def id(self) -> str:
        """Its id; "" for a preview, which writes nothing."""
        ...

    @property
    def settings(self) -> AgentSettings:
        """The agent's settings."""
        ...

    @property
    def reach(self) -> Reach:
        """The scopes that it reads."""
        ...

    @property
    def project(self) -> str | None:
        """Its project."""
        ...

    @property
    def task(self) -> str | None:
        """Its task."""
        ...

    @property
    def connections(self) -> tuple[str, ...] | None:
        """Active connections: of entries that belong to one, only theirs are recalled. None for all."""
        ...

    @property
    def zone(self) -> tzinfo:
        """The time zone in which "today" and "tomorrow" are meant."""
        ...

    @property
    def entries(self) -> HookEntries:
        """The entries that it can see."""
        ...

    @property
    def learned(self) -> Block:
        """The block of what was learned and must always be known, as it is now; switched off, it is empty."""
        ...

    def not_in_blocks(self, texts: Sequence[str]) -> list[str]:
        """Return those of some texts that no entry of a block says in the same words, and none that a person hid."""
        ...

    @property
    def profile(self) -> Profile:
        """The user's profile as it is now; an empty one where none was made."""
        ...

    @property
    def active_tasks(self) -> list[Task]:
        """The session's task; without one, the user's active ones of its project, those changed last first."""
        ...

    @property
    def known_connections(self) -> list[Connection]:
        """Data of the active connections, by id."""
        ...

    @property
    def frozen_prompt(self) -> str:
        """Guidance and blocks as they were frozen into the system prompt; "" before."""
        ...

    @property
    def unread_from(self) -> int:
        """Position of the first turn that gap-fill has not read."""
        ...

    def block(self, tier: Tier) -> Block | None:
        """Return the block of a tier as it is now; None when it is empty or switched off."""
        ...

    def find_passages(self, prompt: str, *, depth: int | None = None) -> RecallResult:
        """Find what may matter to a prompt, best first, within the recall deadline.

        Args:
            prompt: The user's own words.
            depth: Passages at most; None for what budgets may choose from.
        """
        ...

    def earlier_turns(self, prompt: str, *, limit: int = 30) -> tuple[tuple[Turn, ...], ...]:
        """Return the user's turns of earlier sessions that resemble a prompt, each with what followed it.

        Args:
            prompt: The user's own words.
            limit: Turns of the user at most, the most alike first.
        """
        ...

    def turns(self, start: int = 0) -> list[Turn]:
        """Return what was said from a position on."""
        ...

    def journal(self, turns: Sequence[Turn], *, unless_kept: bool = False) -> tuple[Turn, ...]:
        """Keep turns as they were said, redacted; return those that were new.

        Args:
            turns: In the order they were said.
            unless_kept: Leave out turns that are in the journal already.

        Raises:
            CheckRefused: A check refused a turn; none of them was kept.
        """
        ...

    def decline(self, sentences: Mapping[str, Sequence[str]]) -> None:
        """Keep sentences out of recall that the user declined to have remembered; the journal keeps them.

        Args:
            sentences: `Turn.ref` of turns of this session → sentences in their very words.
        """
        ...

    def complete(self, purpose: Purpose, prompt: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the generative model that the YAML names; the user is charged, and the daily caps hold.

        Args:
            purpose: The prompt of this name goes with it.
            prompt: The text to work on; secrets are taken out.
            schema: JSON Schema of the answer, an object.

        Raises:
            SpendingCap: The user's daily cap is reached; no model was asked.
            CompletionFailed: There is no usable answer. A hook that lets either of these through is called again
                with the same turns another time.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A search: the words, and what they ask for.

    Attributes:
        text: The user's own words, without fences and wrappers; of a long prompt the part that asks.
        words: The telling words of it.
        languages: Its languages, the likeliest first.
        asks_about_past: True if the archive is asked for.
        asks: True if it is a question, of whatever time.
        speaks_of_self: True if it has a word of the first person: I, my, we.
        names: Capitalised words in it, folded.
        asks_when: True if a time is asked for.
        asks_about_user: True if it asks for what is known about the user: "What do you know about me?"
        asks_of_user: True if it asks for something about the user: "Do I have pets?"
        asks_where_left_off: True if it asks for the end of an earlier session: "Where were we?"
        says_to_go_on: True if it is nothing but "Continue.", which in a new session means an earlier one.
        period: The time that it asks about, which has begun or is open to the past; None without any. "Last week" goes
            before a month that may be what is spoken of, and a time that may be to come counts in a question about the
            past only.
        period_words: Those of its words that only say when, as "last week" does and "May 2024" does not. They are
            among the words: without them recall@10 on LoCoMo 26, 30 and 41 falls from 78.8 to 78.4.
    """

    text: str
    words: tuple[str, ...]
    languages: tuple[Language, ...] = ()
    asks_about_past: bool = False
    asks: bool = False
    speaks_of_self: bool = False
    names: tuple[str, ...] = ()
    asks_when: bool = False
    asks_about_user: bool = False
    asks_of_user: bool = False
    asks_where_left_off: bool = False
    says_to_go_on: bool = False
    period: Period | None = None
    period_words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryContext:
    """A query, and what the index and the candidates know of its words.

    Attributes:
        query: The query.
        now: The present.
        weights: Stem → inverse document frequency of the telling words that are no names of speakers.
        adjacent: The pairs of stems that stand side by side in the query.
        names: The folded names, of speakers and subjects among the candidates, that the query names.
        words: `Candidate.ref` → the folded words of the text's beginning, in order.
        shared: `Candidate.ref` → (place, stem) of those of its words that the query has too.
        similarities: Ref → cosine of its vector and the query's, of candidates and of the turns right before and
            after them; those without a vector are not there, and nothing is without ``vectors:``.
    """

    query: Query
    now: datetime
    weights: Mapping[str, float]
    adjacent: frozenset[tuple[str, str]]
    names: frozenset[str]
    words: Mapping[str, Sequence[str]] = field(repr=False)
    shared: Mapping[str, Sequence[tuple[int, str]]] = field(repr=False)
    similarities: Mapping[str, float] = field(default_factory=dict, repr=False)

    def telling(self, candidate: Candidate) -> set[str]:
        """Return the stems of the telling words that a candidate shares with the query."""
        return {stem for _, stem in self.shared[candidate.ref] if stem in self.weights}

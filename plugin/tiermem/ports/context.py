"""The arguments of hooks: the session of the call, and the query whose candidates are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tiermem.values.frozen import dataclass, field

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from tiermem.text.languages import Language
    from tiermem.text.times.periods import Period
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
    """The entries that a session can see, for hooks. Hooks only read; tools and the gate write."""

    def get(self, entry_id: str) -> Entry:
        """Return the entry with an id, whatever its status.

        Raises:
            UnknownEntry: No visible entry has the id.
        """
        ...

    def list(self, where: EntryFilter | None = None) -> tuple[list[Entry], int]:
        """Return the matching entries in the fixed order, and their number without the filter's limit."""
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
    """The session of a hook's call."""

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
        """Active connections. Entries of other connections are not recalled. None for all."""
        ...

    @property
    def zone(self) -> tzinfo:
        """The time zone of "today" and "tomorrow"."""
        ...

    @property
    def entries(self) -> HookEntries:
        """The entries that it can see."""
        ...

    @property
    def learned(self) -> Block:
        """The current block of learned information; empty if it is switched off."""
        ...

    def not_in_blocks(self, texts: Sequence[str]) -> list[str]:
        """Return the texts that no entry of a block repeats word for word, without those that a person hid."""
        ...

    @property
    def profile(self) -> Profile:
        """The user's current profile; an empty one if there is none."""
        ...

    @property
    def active_tasks(self) -> list[Task]:
        """The session's task; without one, the user's active tasks of its project, latest change first."""
        ...

    @property
    def known_connections(self) -> list[Connection]:
        """Data of the active connections, by id."""
        ...

    @property
    def frozen_prompt(self) -> str:
        """Guidance and blocks as frozen into the system prompt; "" before that."""
        ...

    @property
    def unread_from(self) -> int:
        """Position of the first turn that gap-fill has not read."""
        ...

    def block(self, tier: Tier) -> Block | None:
        """Return the current block of a tier; None if it is empty or switched off."""
        ...

    def find_passages(self, prompt: str, *, depth: int | None = None) -> RecallResult:
        """Find the passages that may matter to a prompt, best first, within the recall deadline.

        Args:
            prompt: The user's own words.
            depth: Maximum number of passages; None for all that the budgets may choose from.
        """
        ...

    def earlier_turns(self, prompt: str, *, limit: int = 30) -> tuple[tuple[Turn, ...], ...]:
        """Return the user's turns of earlier sessions that resemble a prompt, each with the turns after it.

        Args:
            prompt: The user's own words.
            limit: Maximum number of the user's turns, most similar first.
        """
        ...

    def turns(self, start: int = 0) -> list[Turn]:
        """Return the turns from a position on."""
        ...

    def journal(self, turns: Sequence[Turn], *, unless_kept: bool = False) -> tuple[Turn, ...]:
        """Store turns as they were said, with secrets redacted, and return the new ones.

        Args:
            turns: The turns, in the order they were said.
            unless_kept: Leave out turns that are already in the journal.

        Raises:
            CheckRefused: A check refused a turn. No turn was stored.
        """
        ...

    def decline(self, sentences: Mapping[str, Sequence[str]]) -> None:
        """Keep sentences out of recall that the user asked not to remember. The journal keeps them.

        Args:
            sentences: `Turn.ref` of turns of this session → sentences in their exact words.
        """
        ...

    def complete(self, purpose: Purpose, prompt: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the generative model that the YAML names. The user is charged, and the daily caps apply.

        Args:
            purpose: Selects the instructions of this name.
            prompt: The text to work on. Secrets are removed from it.
            schema: JSON Schema of the answer, an object.

        Raises:
            SpendingCap: The user's daily cap is reached. No model was asked.
            CompletionFailed: There is no usable answer. A hook that lets either error through is called again later
                with the same turns.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A search: its words and their meaning.

    Attributes:
        text: The user's own words, without fences and wrappers; for a long prompt, the part with the question.
        words: Its telling words.
        languages: Its languages, likeliest first.
        asks_about_past: True if it asks for the archive.
        asks: True if it is a question, about any time.
        speaks_of_self: True if it has a word of the first person: I, my, we.
        names: Its capitalised words, folded.
        asks_when: True if it asks for a time.
        asks_about_user: True if it asks for the knowledge about the user: "What do you know about me?"
        asks_of_user: True if it asks for something about the user: "Do I have pets?"
        asks_where_left_off: True if it asks for the end of an earlier session: "Where were we?"
        says_to_go_on: True if it is only "Continue.", which in a new session means an earlier one.
        period: The time that it asks about, which has begun or is open to the past; None without one. "Last week" takes
            precedence over a month that may be the topic. A time that may be in the future counts only in a question
            about the past.
        period_words: The words that only give a time, such as "last week" but not "May 2024". They are also in `words`:
            without them recall@10 on LoCoMo 26, 30 and 41 falls from 78.8 to 78.4.
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
    """A query, and the data of the index and the candidates about its words.

    Attributes:
        query: The query.
        now: The present.
        weights: Stem → inverse document frequency of the telling words, except names of speakers.
        adjacent: The pairs of stems that are adjacent in the query.
        names: The folded names in the query that are speakers or subjects of candidates.
        words: `Candidate.ref` → the folded words of the text's beginning, in order.
        shared: `Candidate.ref` → (place, stem) of each of its words that the query has too.
        similarities: Ref → cosine of its vector and the query's, for candidates and the turns right before and after
            them. Texts without a vector are missing; without ``vectors:`` the mapping is empty.
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

"""One agent's memory settings, as its YAML says them. Defaults live in ``agent-schema.json`` alone."""

from __future__ import annotations

from typing import Literal

from tiermem.values.frozen import dataclass
from tiermem.values.words import NotesOwner, Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeNames:
    """The house and the user that sessions belong to unless a caller names others, and who shares the agent's notes."""

    house: str
    user: str
    notes: NotesOwner


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallSettings:
    """Amount and duration of recall.

    Attributes:
        top_k: Passages at most.
        char_limit: Characters of the rendered passages at most.
        archive: When L2 and the journal are searched.
        deadline_ms: Milliseconds after which recall gives what it has.
    """

    enabled: bool
    top_k: int
    char_limit: int
    archive: Literal["auto", "always", "never"]
    deadline_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSettings:
    """Recall by meaning.

    Attributes:
        model: ``local``, or ``PROVIDER:NAME``; handed to the `embed` hooks.
        index: The search of the vectors: ``numpy``, ``sqlite-vec``, ``chroma``, or the name of another plugin's index.
    """

    enabled: bool
    model: str
    index: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalSettings:
    """Keeping of turns as they were said, and for how many days (None: for good)."""

    enabled: bool
    retention_days: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GapFillSettings:
    """Extraction, at a session's end, of what no tool stored.

    Attributes:
        standing: ``block`` shows what must always be known in the block of learned information; ``recall`` does not.
        session_statements: Statements that the rules take from a session at most, the likeliest.
    """

    enabled: bool
    extractor: Literal["rules", "model"]
    standing: Literal["block", "recall"]
    session_statements: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationSettings:
    """Consolidation of observations into a profile.

    Attributes:
        by: ``rules`` needs no model.
        batch: Observations that are consolidated at once.
        interval_s: Seconds between two looks of the worker, and of quiet before an idle process looks.
        narrative_words: Words of the narrative at most.
        narrative_model: The model asked for the narrative; None for that of `CompletionSettings`.
        scaffold_model: The model asked for the scaffold.
        facts_model: The model asked for facts.
    """

    enabled: bool
    by: Literal["rules", "model"]
    batch: int
    interval_s: int
    narrative_words: int
    narrative_model: str | None
    scaffold_model: str | None
    facts_model: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionSettings:
    """The generative model that learning may ask.

    Attributes:
        model: ``PROVIDER:NAME``, ``host`` for the model that the host lends; None for the agent's own ``model``.
        deadline_s: Seconds that one call may take.
        prompts: A folder with files that replace shipped prompts, absolute; None for the shipped ones.
    """

    model: str | None
    deadline_s: int
    prompts: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionSettings:
    """Days for which records of events are kept; None for good."""

    receipts_days: int | None
    runs_days: int | None
    spending_days: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingSettings:
    """Daily costs (UTC) of one user at most, over all models; None for no limit."""

    tokens_per_day: int | None
    usd_per_day: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSettings:
    """Lengths in characters.

    Attributes:
        content_chars: Of an entry's content that no person wrote: at least, at most.
        subject_chars: Of an entry's subject at most.
        task_chars: Of a task's working state at most; what is older goes into the archive.
    """

    content_chars: tuple[int, int]
    subject_chars: int
    task_chars: int


_READING = frozenset({"search_memories", "get_memories"})
_OFFERED = {
    "core": _READING | {"add_memory", "update_memory", "delete_memory", "correct_memory"},
    "read": _READING | {"list_recalled"},
    "none": frozenset[str](),
}
"""What ``offer:`` says → our tools that are offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """Everything one agent's ``type: memory`` entry says, resolved.

    Attributes:
        agent: The agent's name: its key under ``agents:``.
        file: The YAML it was read from; None for the built-in defaults.
        instruction: The agent's own instruction, in front of the blocks.
        model: The agent's own model, for ``tiermem chat``.
        store: URL of the store; None for the platform's data folder.
        hooks: Files with the agent's own hooks, absolute.
        disable: Names of built-in hooks to leave out.
        ignore_folders: Folders in which hosts' hooks and MCP are off, absolute.
    """

    agent: str
    file: str | None
    instruction: str
    model: str | None
    memory_enabled: bool
    user_profile_enabled: bool
    identity_enabled: bool
    memory_char_limit: int
    user_char_limit: int
    identity_char_limit: int
    learned_char_limit: int
    render: Literal["blocks", "cards"]
    store: str | None
    scope: ScopeNames
    offer: Literal["core", "all", "read", "none"] | tuple[str, ...]
    recall: RecallSettings
    vectors: VectorSettings
    journal: JournalSettings
    gap_fill: GapFillSettings
    consolidation: ConsolidationSettings
    completion: CompletionSettings
    retention: RetentionSettings
    spending: SpendingSettings
    write_policy: Literal["allow", "approve"]
    limits: LimitSettings
    hooks: tuple[str, ...]
    disable: tuple[str, ...]
    ignore_folders: tuple[str, ...]

    def enabled(self, tier: Tier) -> bool:
        """Return True if a tier has its block, tools, recall and gap-fill."""
        enabled: bool = {
            "memory": self.memory_enabled,
            "user": self.user_profile_enabled,
            "identity": self.identity_enabled,
        }[tier]
        return enabled

    def offers(self, tool: str) -> bool:
        """Return True if a tool of tiermem's is offered to the model; all of them answer when called by name."""
        if not isinstance(self.offer, str):
            return tool in self.offer
        no_targets = self.offer == "core" and not (self.memory_enabled or self.user_profile_enabled)
        if no_targets and tool == "memory_write":  # the one tool that edits the identity
            return self.identity_enabled
        return self.offer == "all" or tool in _OFFERED[self.offer]

    def char_limit(self, tier: Tier) -> int:
        """Return the budget of a tier's L0 block in characters."""
        limit: int = {
            "memory": self.memory_char_limit,
            "user": self.user_char_limit,
            "identity": self.identity_char_limit,
        }[tier]
        return limit

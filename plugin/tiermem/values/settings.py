"""One agent's memory settings, read from its YAML. The defaults are only in ``agent-schema.json``."""

from __future__ import annotations

from typing import Literal

from tiermem.values.frozen import dataclass
from tiermem.values.words import NotesOwner, Tier

HOST_MODEL = "host"
"""The value of ``completion.model`` that means the host's own model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeNames:
    """The default house and user of sessions, and the readers of the agent's notes."""

    house: str
    user: str
    notes: NotesOwner


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallSettings:
    """Amount and duration of recall.

    Attributes:
        top_k: Maximum number of passages.
        char_limit: Maximum characters of the rendered passages.
        archive: When to search L2 and the journal.
        deadline_ms: Milliseconds after which recall returns the passages found so far.
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
        model: ``local``, or ``PROVIDER:NAME``; passed to the `embed` hooks.
        index: The vector index: ``numpy``, ``sqlite-vec``, ``chroma``, or the name of another plugin's index.
    """

    enabled: bool
    model: str
    index: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalSettings:
    """Storage of turns as they were said, and its days (None for good)."""

    enabled: bool
    retention_days: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GapFillSettings:
    """Extraction of statements that no tool stored, at a session's end.

    Attributes:
        standing: ``block`` shows standing statements in the block of learned information; ``recall`` does not.
        session_statements: Maximum statements that the rules take from a session; the likeliest are kept.
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
        batch: Number of observations consolidated at once.
        interval_s: Seconds between two checks of the worker, and of quiet before an idle process checks.
        narrative_words: Maximum words of the narrative.
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
class PostgresqlSettings:
    """Settings of stores on a server alone.

    Attributes:
        lease_s: Seconds after which another worker may take what a worker has not renewed.
        listen: URL at which workers listen for new work; None for the store's.
        spool: Keep what is written while the server is away in a file of this machine.
    """

    lease_s: int
    listen: str | None
    spool: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionSettings:
    """The generative model that learning may ask.

    Attributes:
        model: ``PROVIDER:NAME``, or ``host`` for the host's model; None for the agent's own ``model``.
        deadline_s: Maximum seconds of one call.
        prompts: Absolute path of a folder with files that replace shipped prompts; None for the shipped ones.
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
class PersonalDataSettings:
    """Policy on addresses, numbers and dates that identify a person, and days for sensitive statements."""

    policy: Literal["off", "redact", "refuse"]
    sensitive_days: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingSettings:
    """Maximum daily (UTC) spending of one user over all models; None for no limit."""

    tokens_per_day: int | None
    usd_per_day: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSettings:
    """Lengths in characters.

    Attributes:
        content_chars: Minimum and maximum of an entry's content, unless a person wrote it.
        subject_chars: Maximum of an entry's subject.
        task_chars: Maximum of a task's working state. Older notes go into the archive.
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
"""Value of ``offer:`` → our tools that it offers."""


_SWITCHES: dict[Tier, str] = {
    "memory": "memory_enabled",
    "user": "user_profile_enabled",
    "identity": "identity_enabled",
}
"""Tier → the key that switches it on and off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """The resolved settings of one agent's ``type: memory`` entry.

    Attributes:
        agent: The agent's name: its key under ``agents:``.
        file: Its YAML file; None for the built-in defaults.
        instruction: The agent's own instruction, before the blocks.
        model: The agent's own model, for ``tiermem chat``.
        store: URL of the store; None for the platform's data folder.
        hooks: Absolute paths of files with the agent's own hooks.
        disable: Names of built-in hooks to leave out.
        ignore_folders: Absolute paths of folders in which hosts' hooks and MCP are off.
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
    postgresql: PostgresqlSettings
    completion: CompletionSettings
    retention: RetentionSettings
    personal_data: PersonalDataSettings
    spending: SpendingSettings
    write_policy: Literal["allow", "approve"]
    limits: LimitSettings
    hooks: tuple[str, ...]
    disable: tuple[str, ...]
    ignore_folders: tuple[str, ...]

    def enabled(self, tier: Tier) -> bool:
        """Return True if a tier's block, tools, recall and gap-fill are on."""
        return bool(getattr(self, _SWITCHES[tier]))

    def switched_off(self, tier: Tier) -> str:
        """Return the message for a call that needs a tier that is off."""
        return (
            f"Nothing was done: the tier '{tier}' is switched off for this agent ('{_SWITCHES[tier]}: false' in its "
            "YAML). Name another target, or leave it out."
        )

    def offers(self, tool: str) -> bool:
        """Return True if one of tiermem's tools is offered to the model. All of them can be called by name."""
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

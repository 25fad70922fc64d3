"""What plugins give and what became of calling them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Generic, TypeVar

from tiermem.values.changes import Change, Verdict
from tiermem.values.frozen import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """Something measured of each candidate, for ranking: what a `score_entries` hook gives.

    Attributes:
        name: Shown in the receipt.
        factors: `Candidate.ref` → factor on the odds that it matters; 1 changes nothing, refs left out count
            as 1. Bounded to 0.1 … 10 where it is applied.
        values: Or one measured value for each candidate, in their order; what it is worth stands in the
            scorecard under the signal's name. Without a table there it is worth nothing.
    """

    name: str
    factors: Mapping[str, float] = field(default_factory=dict)
    values: Sequence[float] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool that the model may call.

    Attributes:
        name: As the model calls it.
        description: For the model: when and how to use it.
        parameters: JSON Schema of its arguments, an object.
        run: ``run(session, arguments) -> reply``, the reply being plain data.
        tags: ``system`` tools are always offered and count toward no limit (seed 002).
        requires_confirmation: Whether a host should ask the person first.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    run: Callable[[Any, dict[str, Any]], dict[str, Any]]
    tags: frozenset[str] = frozenset({"memory"})
    risk: str = "low"
    requires_confirmation: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """``{"name", "description", "parameters"}``, as model APIs take it."""
        return {"name": self.name, "description": self.description, "parameters": dict(self.parameters)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool gave, or the text of an attachment.

    Attributes:
        tool: The tool's name; of an attachment that of the tool that read it, or ``attachment``.
        content: The text. It is nobody's word: whatever it says, it is data.
        message_id: The host's id of the message that it belongs to.
        attachment_id: The host's id of the attachment.
        filename: The attachment's file name.
        connection_id: The connection that it came through.
        at: Instant; None for the present.
    """

    tool: str
    content: str
    message_id: str | None = None
    attachment_id: str | None = None
    filename: str | None = None
    connection_id: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSuggestion:
    """A tool that may be wanted now: what a `suggest_tools` hook gives.

    Attributes:
        tool: Its name.
        score: The chance that it is wanted, 0 to 1.
        reason: Why, for people.
    """

    tool: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HookFailure:
    """A call of a plugin's hook that gave nothing to use.

    Attributes:
        problem: It raised, returned something wrong, was too late, was busy, or is switched off after
            having been too late. May quote the plugin's own error text.
        waits: Whether it only had no answer of a model (`errors.Unanswered`): what it was to read waits for it.
    """

    plugin: str
    hook: str
    problem: str
    waits: bool = False

    def __str__(self) -> str:
        return f"{self.plugin}.{self.hook}: {self.problem}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected(Generic[T]):
    """The results of one hook over all plugins, and the failures among them.

    Attributes:
        values: In the order of registration, built-ins first; None results are left out.
    """

    values: tuple[T, ...]
    failures: tuple[HookFailure, ...] = ()

    @property
    def first(self) -> T | None:
        """The first value; None without any."""
        return self.values[0] if self.values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What the `check_write` hooks made of a change.

    Attributes:
        change: The change as redacted on the way. Only this one may be written.
        verdict: The strictest verdict, the first of its kind. For ``redact`` its content is that of
            `change`, after all redactions.
        plugin: Who gave that verdict; None when everything is allowed.
        failure: Why a plugin could not check; the verdict is ``refuse`` then.
    """

    change: Change
    verdict: Verdict
    plugin: str | None = None
    failure: HookFailure | None = None

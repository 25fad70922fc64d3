"""Results of plugins' hooks, and their failures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from tiermem.values.changes import Change, Verdict
from tiermem.values.frozen import dataclass, field

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """A measure of each candidate, for ranking: the result of a `score_entries` hook.

    Attributes:
        name: Shown in the receipt.
        factors: `Candidate.ref` → factor on the odds that it matters; 1 changes nothing, refs left out count
            as 1. Bounded to 0.1 … 10 where it is applied.
        values: Or one measured value for each candidate, in their order; the scorecard weighs it under the
            signal's name. Without a table there it weighs nothing.
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
        tags: ``system`` tools are always offered and count toward no limit.
        requires_confirmation: True if a host should ask the person first.
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
        return {"name": self.name, "description": self.description, "parameters": self._object}

    @property
    def _object(self) -> dict[str, Any]:
        """The parameters as the schema of an object, which all models' APIs ask for."""
        return {"type": "object", "properties": {}, **self.parameters}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """The result of a tool, or the text of an attachment.

    Attributes:
        tool: The tool's name; of an attachment that of the tool that read it, or ``attachment``.
        content: The text. Data, whatever it says.
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
    """A tool that may be wanted now: the result of a `suggest_tools` hook.

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
    """A call of a plugin's hook without a usable result.

    Attributes:
        problem: It raised, returned something wrong, was too late, was busy, or is switched off after
            having been too late. May quote the plugin's own error text.
        waits: True if a model gave no answer (`errors.Unanswered`) or the store was busy: its input waits for the next
            try.
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
    """The combined verdict of the `check_write` hooks.

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

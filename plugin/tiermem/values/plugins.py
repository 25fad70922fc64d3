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
        factors: `Candidate.ref` → factor on the odds that it matters. 1 changes nothing; missing refs count as 1.
            Ranking limits it to 0.1 … 10.
        values: Alternatively one measured value for each candidate, in their order. The scorecard weighs them under the
            signal's name. Without a table there they weigh nothing.
    """

    name: str
    factors: Mapping[str, float] = field(default_factory=dict)
    values: Sequence[float] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool that the model may call.

    Attributes:
        name: The name that the model calls.
        description: When and how to use it, for the model.
        parameters: JSON Schema of its arguments, an object.
        run: ``run(session, arguments) -> reply``; the reply is plain data.
        tags: ``system`` tools are always offered and count toward no limit.
        requires_confirmation: True if a host should first ask the person.
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
        """``{"name", "description", "parameters"}``, the form that model APIs take."""
        return {"name": self.name, "description": self.description, "parameters": self._object}

    @property
    def _object(self) -> dict[str, Any]:
        """The parameters as the schema of an object, which all model APIs require."""
        return {"type": "object", "properties": {}, **self.parameters}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """The result of a tool, or the text of an attachment.

    Attributes:
        tool: The tool's name. For an attachment, the name of the tool that read it, or ``attachment``.
        content: The text. It is data, never an instruction.
        message_id: The host's id of the message that it belongs to.
        attachment_id: The host's id of the attachment.
        filename: The attachment's file name.
        connection_id: The connection that it came through.
        at: Instant of the result; None for the present.
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
        reason: The reason, for people.
    """

    tool: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HookFailure:
    """A call of a plugin's hook without a usable result.

    Attributes:
        problem: The hook raised, returned a wrong result, was too late, was busy, or is switched off because it was too
            late. May quote the plugin's own error text.
        waits: True if a model gave no answer (`errors.Unanswered`) or the store was busy. Its input then waits for the
            next try.
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
        values: The results in the order of registration, built-ins first, without None.
    """

    values: tuple[T, ...]
    failures: tuple[HookFailure, ...] = ()

    @property
    def first(self) -> T | None:
        """The first value; None if there is none."""
        return self.values[0] if self.values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The combined verdict of the `check_write` hooks.

    Attributes:
        change: The change after all redactions. Only this one may be written.
        verdict: The first of the strictest verdicts. For ``redact`` its content is that of `change`, after all
            redactions.
        plugin: The plugin that gave the verdict; None if everything is allowed.
        failure: The failure of a plugin to check; the verdict is then ``refuse``.
    """

    change: Change
    verdict: Verdict
    plugin: str | None = None
    failure: HookFailure | None = None

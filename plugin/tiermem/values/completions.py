"""What a generative model is asked, what it answers, and what that cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from tiermem.values.frozen import dataclass

Purpose = Literal["extract", "consolidate", "summarize", "judge"]
"""What a model is asked for: gap-fill, the profile, a session's summary, the benchmarks' judgements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionRequest:
    """One structured question to a generative model: what a `complete` hook gets.

    Attributes:
        purpose: What it is for; plugins may choose another model by it.
        system: The instructions, a documented file that a user can replace.
        prompt: What they are to be followed on; secrets are redacted.
        schema: JSON Schema of the answer, an object.
        model: What ``completion.model`` in the YAML says, or the agent's ``model``; None when neither does.
        deadline_ms: Milliseconds that are left; what comes later is not waited for.
        check: Tells in words why an answer will not be taken, None when it will: for a plugin that asks again.
    """

    purpose: Purpose
    system: str
    prompt: str
    schema: Mapping[str, Any]
    model: str | None
    deadline_ms: int
    check: Callable[[Any], str | None] = lambda _: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A model's answer.

    Attributes:
        data: The answer as plain data; it is checked against the schema where it is used.
        model: Which model answered, for the record.
        input_tokens: Tokens read, over all tries.
        output_tokens: Tokens written, over all tries.
        usd: What it cost in US dollars; None where the price is not known.
        problem: Why there is no answer in `data`, though tokens were spent on it; None when there is one. It repeats
            no words of a person.
        of_content: Whether the problem lies in what was asked, which may be refused, too long, or never answered as
            the schema wants it: less of it is asked next then. Of an endpoint that is away, late or has had enough
            it is False, and all waits.
    """

    data: Mapping[str, Any]
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    problem: str | None = None
    of_content: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """One paid call, charged to a user.

    Attributes:
        purpose: A `Purpose`, or ``embed``.
        outcome: ``ok``, or what went wrong: a call that failed may have cost something too.
    """

    at: str
    purpose: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    session_id: str | None = None
    outcome: str = "ok"

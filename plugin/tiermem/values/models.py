"""Requests to generative and embedding models, and their answers."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from math import hypot, isfinite
from typing import Any, Literal

from tiermem.values.frozen import dataclass

Purpose = Literal["extract", "consolidate", "summarize", "judge"]
"""Purpose of a request: gap-fill, the profile, a session's summary, the benchmarks' judgements."""


HOST_MODEL = "host"
"""The name in ``completion.model`` that means the model that the host itself runs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionRequest:
    """One structured request to a generative model: the argument of a `complete` hook.

    Attributes:
        purpose: Plugins may choose another model by it.
        system: The instructions, a documented file that a user can replace.
        prompt: The input to follow them on; secrets are redacted.
        schema: JSON Schema of the answer, an object.
        model: What ``completion.model`` in the YAML says, or the agent's ``model``; None when neither does.
        deadline_ms: Milliseconds that are left; a later answer is not waited for.
        check: Returns why an answer is not accepted, None if it is: for a plugin that asks again.
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
        problem: The reason why `data` has no answer though tokens were spent; None if it has one. It repeats no
            words of a person.
        of_content: True if the problem lies in the request, which may be refused, too long, or never answered by the
            schema: the next one is shorter. False for an endpoint that is away, late or over its limits: all waits.
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
        outcome: ``ok``, or the problem: a call that failed may have cost something too.
    """

    at: str
    purpose: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    session_id: str | None = None
    outcome: str = "ok"


EmbeddedKind = Literal["query", "document"]
"""Role of an embedded text: a query to search with, or a document to find."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Embeddings:
    """The vectors of some texts, in their order: the result of an `embed` hook.

    Attributes:
        model: The model that made them, and its form: ``openai:text-embedding-3-small``. Only vectors of the
            same model are compared; a change embeds everything again.
        dims: Numbers in each vector.
        vectors: Each of length 1, as *dims* little-endian float32 numbers; all zeros for a text that says nothing.
        input_tokens: Tokens that were read for them, as far as they are paid for: the user is charged.
        usd: What that cost in US dollars; None where the price is not known.

    Raises:
        ValueError: A vector has another number of bytes, or there are no dimensions.
    """

    model: str
    dims: int
    vectors: tuple[bytes, ...]
    input_tokens: int = 0
    usd: float | None = None

    def __post_init__(self) -> None:
        if self.dims < 1:
            raise ValueError(f"a vector has at least 1 dimension, not {self.dims}")
        for vector in self.vectors:
            if len(vector) != 4 * self.dims:
                raise ValueError(
                    f"a vector of {self.dims} dimensions has {4 * self.dims} bytes, not {len(vector)}"
                )

    @classmethod
    def of(cls, model: str, rows: Iterable[Iterable[float]]) -> Embeddings:
        """Make vectors of any length from a sequence of sequences, or a numpy array with a row per text.

        Raises:
            ValueError: There are no rows, the rows differ in length, or a number is not finite.
        """
        plain = [_plain(row) for row in rows]
        if not plain:
            raise ValueError("there are no rows, so the dimensions are not known")
        vectors = tuple(_packed(row) for row in plain)
        return cls(model=model, dims=len(plain[0]), vectors=vectors)

    def numbers(self) -> list[tuple[float, ...]]:
        """Return the vectors as plain numbers."""
        return [struct.unpack(f"<{self.dims}f", vector) for vector in self.vectors]


def _plain(row: Any) -> list[float]:
    """Return a row as plain floats; arrays convert themselves faster than one number at a time."""
    numbers = row.tolist() if hasattr(row, "tolist") else row
    return [float(number) for number in numbers]


def _packed(row: list[float]) -> bytes:
    """Return a row at length 1. Its largest number is made 1 first, so that no square is too large or too small."""
    largest = max(map(abs, row), default=0.0)
    if not all(map(isfinite, row)):
        raise ValueError("a vector holds a number that is not finite")
    scaled = [number / largest for number in row] if largest else row
    length = hypot(*scaled) or 1.0
    return struct.pack(f"<{len(row)}f", *(number / length for number in scaled))

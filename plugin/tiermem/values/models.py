"""Requests to generative and embedding models, and their answers."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from math import hypot, isfinite
from typing import Any, Literal

from tiermem.values.frozen import dataclass

Purpose = Literal["extract", "consolidate", "summarize", "judge"]
"""Purpose of a request: gap-fill, the profile, a session's summary, or the benchmarks' judgements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionRequest:
    """One structured request to a generative model: the argument of a `complete` hook.

    Attributes:
        purpose: A plugin may choose a model by it.
        system: The instructions, from a documented file that a user can replace.
        prompt: The input for the instructions, with secrets redacted.
        schema: JSON Schema of the answer, an object.
        model: The value of ``completion.model`` in the YAML, or the agent's ``model``; None if both are missing.
        deadline_ms: Remaining milliseconds. A later answer is ignored.
        check: Returns the reason to reject an answer, or None to accept it. A plugin may use it to ask again.
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
        data: The answer as plain data. The caller checks it against the schema.
        model: The model that answered, for the record.
        input_tokens: Tokens read, over all tries.
        output_tokens: Tokens written, over all tries.
        usd: Cost in US dollars; None if the price is unknown.
        problem: The reason that `data` has no answer although tokens were spent; None if it has one. It repeats no
            words of a person.
        of_content: True if the cause is the request: it was refused, too long, or never answered by the schema. The
            next request is then shorter. False if the endpoint is away, late or over its limits. Everything then waits.
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
        outcome: ``ok``, or the problem. A failed call may have a cost too.
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
"""Role of an embedded text: the query of a search, or a document to find."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Embeddings:
    """The vectors of some texts, in their order: the result of an `embed` hook.

    Attributes:
        model: Name and form of the model that made them: ``openai:text-embedding-3-small``. Only vectors of the same
            model are compared. A change embeds everything again.
        dims: Numbers in each vector.
        vectors: Unit vectors of *dims* little-endian float32 numbers; all zeros for a text without meaning.
        input_tokens: Paid tokens that were read for them. The user is charged.
        usd: Their cost in US dollars; None if the price is unknown.

    Raises:
        ValueError: A vector has the wrong number of bytes, or there are no dimensions.
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
        """Make unit vectors from a sequence of sequences, or a numpy array with one row per text.

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
    """Return a row as plain floats. An array converts itself faster than number by number."""
    numbers = row.tolist() if hasattr(row, "tolist") else row
    return [float(number) for number in numbers]


def _packed(row: list[float]) -> bytes:
    """Return a row scaled to length 1. It is first divided by its largest number, to keep squares in range."""
    largest = max(map(abs, row), default=0.0)
    if not all(map(isfinite, row)):
        raise ValueError("a vector holds a number that is not finite")
    scaled = [number / largest for number in row] if largest else row
    length = hypot(*scaled) or 1.0
    return struct.pack(f"<{len(row)}f", *(number / length for number in scaled))

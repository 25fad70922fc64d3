"""Vectors of texts."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from math import hypot, isfinite
from typing import Any, Literal

from tiermem.values.frozen import dataclass

EmbeddedKind = Literal["query", "document"]
"""What a text is embedded as: a question to search with, or what is searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Embeddings:
    """The vectors of some texts, in their order: what an `embed` hook gives.

    Attributes:
        model: Which model made them, and in which form: ``openai:text-embedding-3-small``. Only vectors of the
            same model are compared; another word here makes everything be embedded anew.
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
        """From numbers: a sequence of sequences, or a numpy array with a row per text. They may have any length.

        Raises:
            ValueError: There is no row, the rows differ in length, or a number is not finite.
        """
        plain = [_plain(row) for row in rows]
        if not plain:
            raise ValueError("there is no row, so that the dimensions are not known")
        vectors = tuple(_packed(row) for row in plain)
        return cls(model=model, dims=len(plain[0]), vectors=vectors)

    def numbers(self) -> list[tuple[float, ...]]:
        """The vectors as plain numbers."""
        return [struct.unpack(f"<{self.dims}f", vector) for vector in self.vectors]


def _plain(row: Any) -> list[float]:
    """A row as plain floats; arrays turn themselves into such faster than one by one."""
    numbers = row.tolist() if hasattr(row, "tolist") else row
    return [float(number) for number in numbers]


def _packed(row: list[float]) -> bytes:
    """A row at length 1. Its largest number is made 1 first, so that no square is too large or too small."""
    largest = max(map(abs, row), default=0.0)
    if not all(map(isfinite, row)):
        raise ValueError("a vector holds a number that is not finite")
    scaled = [number / largest for number in row] if largest else row
    length = hypot(*scaled) or 1.0
    return struct.pack(f"<{len(row)}f", *(number / length for number in scaled))

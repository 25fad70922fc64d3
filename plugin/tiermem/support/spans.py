"""Spans for OpenTelemetry, in programs that use it: they are made only where its API is imported already.

A span has names and numbers, never contents or names of users.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from types import TracebackType

Value = str | int | float | bool


class Span(Protocol):
    """A span that is open, in a ``with`` statement."""

    def __enter__(self) -> Span:
        """Begin it."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it; an error marks it as failed, with the error's type alone."""
        ...

    def set(self, **attributes: Value) -> None:
        """Add attributes, named ``tiermem.NAME``."""
        ...


def span(name: str, **attributes: Value) -> Span:
    """Return a span, which does nothing in programs that have not imported OpenTelemetry.

    Args:
        name: What is done: ``recall``; the span is named ``tiermem.recall``.
        attributes: Names and numbers.
    """
    if "opentelemetry.trace" not in sys.modules:
        return _NOTHING
    return _Recorded(name, attributes)


class _Nothing:
    """A span that records nothing."""

    def __enter__(self) -> Span:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def set(self, **attributes: Value) -> None:
        """Ignore the attributes."""


_NOTHING = _Nothing()


class _Recorded:
    """A span of the tracer ``tiermem``."""

    def __init__(self, name: str, attributes: dict[str, Value]) -> None:
        from opentelemetry import trace

        self._tracing = trace.get_tracer("tiermem").start_as_current_span(
            f"tiermem.{name}",
            attributes=_named(attributes),
            record_exception=False,
            set_status_on_exception=False,
        )
        self._span: Any = None

    def __enter__(self) -> Span:
        self._span = self._tracing.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            from opentelemetry.trace import Status, StatusCode

            self._span.set_attribute("error.type", kind.__name__)
            self._span.set_status(Status(StatusCode.ERROR))
        self._tracing.__exit__(kind, error, trace)

    def set(self, **attributes: Value) -> None:
        """Add attributes."""
        self._span.set_attributes(_named(attributes))


def _named(attributes: dict[str, Value]) -> dict[str, Value]:
    return {f"tiermem.{name}": value for name, value in attributes.items()}

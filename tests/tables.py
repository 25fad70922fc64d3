"""Tests over the rows of a table: one test that reports all rows that fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def each_row(
    names: str | Sequence[str], rows: Sequence[Any], *, misses: int = 0
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Call a test with each row; it fails with all failing rows when there are more than *misses* of them."""
    single = isinstance(names, str) and "," not in names

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def over_all_rows() -> None:
            failed = []
            for row in rows:
                try:
                    test(*((row,) if single else row))
                except AssertionError as error:
                    failed.append(f"{row!r}: {str(error).splitlines()[0]}")
            assert len(failed) <= misses, "\n".join((f"{len(failed)} of {len(rows)} rows", *failed))

        over_all_rows.__name__ = test.__name__
        return over_all_rows

    return decorate

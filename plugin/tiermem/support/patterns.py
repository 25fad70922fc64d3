"""Compile regular expressions once for many short processes: of a one-shot hook's time a fifth goes there.

Within `kept`, what an earlier process compiled is taken from a file beside the other caches, and what is compiled
anew is added to it. Python has no public way to keep a compiled expression; where its own is another, each is compiled
as ever. Everywhere else `compiled` is `re.compile`.
"""

from __future__ import annotations

import marshal
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = "patterns.cache"
"""Name of the file in the folder of caches."""
MOST_BYTES = 2_000_000
"""Size from which on the file is begun anew: expressions of earlier versions are never asked for again."""


class _Kept:
    """Expressions as Python compiles them, each by its flags and text."""

    def __init__(self, codes: dict[str, bytes]) -> None:
        self.codes = codes
        self.is_new = False

    def compiled(self, expression: str, flags: int) -> re.Pattern[str]:
        import _sre  # type: ignore[import-not-found]

        key = f"{flags} {expression}"
        code = self.codes.get(key)
        if code is None:
            code = self.codes[key] = marshal.dumps(_code_of(expression, flags))
            self.is_new = True
        return _sre.compile(*marshal.loads(code))  # type: ignore[no-any-return]  # noqa: S302 a file of the user's own


_current: _Kept | None = None


def compiled(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` does, within `kept` from an earlier process.

    Raises:
        re.error: It is no regular expression.
    """
    if _current is not None:
        try:
            return _current.compiled(expression, int(flags))
        except (
            ArithmeticError,
            AttributeError,
            EOFError,
            ImportError,
            LookupError,
            RuntimeError,
            TypeError,
            ValueError,
        ):
            pass  # another Python
    return re.compile(expression, flags)


@contextmanager
def kept() -> Iterator[None]:
    """Take what earlier processes compiled, and keep what is compiled meanwhile for later ones."""
    from tiermem.support import cache

    global _current  # noqa: PLW0603 expressions are compiled wherever they are met
    file = cache.file(FILE)
    _current = known = _Kept(_read(file) if file else {})
    try:
        yield
    finally:
        _current = None
        if known.is_new and file:
            cache.keep(file, _written(known.codes))


def _written(codes: dict[str, bytes]) -> bytes:
    data = marshal.dumps(codes)
    return _head(data) + data


def _head(data: bytes) -> bytes:
    """Return what stands in front of expressions: what is not whole, or another Python's, is not read."""
    return f"{sys.version} {crc32(data)}\n\n".encode()


def _read(file: Path) -> dict[str, bytes]:
    from tiermem.support.cache import own_bytes

    try:
        head, end, data = own_bytes(file).partition(b"\n\n")
    except OSError:
        return {}
    is_whole = len(data) < MOST_BYTES and head + end == _head(data)
    return marshal.loads(data) if is_whole else {}  # noqa: S302 it is the user's own


def _code_of(expression: str, flags: int) -> tuple[Any, ...]:
    """Return the arguments of Python's own function that makes an expression, as `re.compile` finds them."""
    from re import _compiler, _parser  # type: ignore[attr-defined]

    parsed = _parser.parse(expression, flags)
    state, groups = parsed.state, parsed.state.groupdict
    names: list[str | None] = [None] * state.groups
    for name, number in groups.items():
        names[number] = name
    code = [int(one) for one in _compiler._code(parsed, flags)]  # noqa: SLF001
    return expression, int(flags | state.flags), code, state.groups - 1, dict(groups), tuple(names)

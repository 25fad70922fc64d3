"""The words of a language for occupations."""

from __future__ import annotations

from functools import cache

from tiermem.text.folding import fold
from tiermem.text.languages import changes_of, read_toml


@cache
def occupations(code: str) -> frozenset[str]:
    """Return the folded words of a language for what people work as; see ``classes.toml`` and `Changes.roles`."""
    data = changes_of(code)
    listed = f"{read_toml(code, 'classes.toml').get('occ', '')} {data.roles if data else ''}"
    return frozenset(fold(listed).split())

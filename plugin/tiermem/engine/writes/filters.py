"""A person's filter, made ready for the store."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.text import clean

if TYPE_CHECKING:
    from tiermem.values import EntryFilter


def stored_filter(where: EntryFilter) -> EntryFilter:
    """Translate a public filter into a store filter: times become instants."""
    try:
        since, until = where.bounds
    except ValueError as error:
        raise InputError(f"The filter's times are dates or instants, as 2026-03-02: {error}.") from None
    cleaned: dict[str, Any] = {
        name: tuple(map(clean, value)) if isinstance(value, tuple) else clean(value)
        for name, value in ((field.name, getattr(where, field.name)) for field in fields(where))
        if isinstance(value, (str, tuple))
    }
    return replace(where, **cleaned | {"since": since, "until": until})

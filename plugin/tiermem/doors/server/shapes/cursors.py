"""Cursors of lists whose order is fixed: opaque texts that hold a place."""

from __future__ import annotations

import base64
import json
from typing import Any

from tiermem.errors import InputError
from tiermem.text import clean

_GREATEST = 2**63


def write(*place: str | int) -> str:
    """Return the cursor of a place."""
    text = json.dumps(place, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read(cursor: str | None, *kinds: type) -> Any:
    """Return the place of a cursor, as a tuple of these types; None without a cursor.

    Raises:
        InputError: It is not one of ours.
    """
    if cursor is None:
        return None
    try:
        place = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
        fits = isinstance(place, list) and [type(one) for one in place] == list(kinds)
        if fits and all(clean(one) == one if isinstance(one, str) else 0 <= one < _GREATEST for one in place):
            return tuple(place)
    except (ValueError, RecursionError):
        pass
    raise InputError("The cursor is not one that a page of this list gave.")

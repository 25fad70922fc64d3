"""Notes about the user in the third person, as agents write them."""

from __future__ import annotations

import re

from tiermem.support.lazy import pattern
from tiermem.text.languages import changes_of, languages_of


def in_first_person(text: str) -> str:
    """Return a note about the user in the first person; any other text as it is."""
    said = text
    for one in languages_of(text):
        changes = changes_of(one.code)
        for find, put in changes.to_first if changes else ():
            said = pattern(find, re.IGNORECASE).sub(put, said)
    return said if said == text else said[:1].upper() + said[1:]

"""Find the place of right characters by those beside them, in a script without spaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.engine.reading.given_values import exact_values
from tiermem.engine.statements.repairs.wording import CUT, MOST_WORDS
from tiermem.support.lazy import pattern
from tiermem.text.names import names_of

if TYPE_CHECKING:
    from tiermem.engine.reading.lexicon import Unspaced

MOST_IN_RUN = 6
"""Maximum characters of a value that takes another one's place, in a script without spaces."""
_HAN = r"\u4e00-\u9fff々"
SAME_SCRIPT = pattern(rf"[{_HAN}]+|[\u30a0-\u30ff]+|[A-Za-z0-9]+")


def between(wrong: str, said: str, correction: str, lexicon: Unspaced) -> str | None:
    """Return a statement with the characters between the same ones replaced: 对鸡蛋过敏, 是对牛奶过敏."""
    if exact_values(said, lexicon):
        return None
    body = wrong.rstrip("。.!！")
    if (closing := lexicon.closing.search(body)) and not lexicon.closing.search(said):
        body = body[: closing.start()]
    before = correction[max(correction.find(said) - 1, 0) : max(correction.find(said), 0)]
    for value in (before + said, said):
        lead = lexicon.leads.match(value)
        start = body.rfind(lead[0]) if lead else -1
        if lead is None or start < 0:
            continue
        place, rest = start + len(lead[0]), value[lead.end() :]
        tail = next(
            (size for size in range(len(rest) - 1, -1, -1) if body.endswith(rest[len(rest) - size :])), 0
        )
        end = len(body) - tail
        right, old = rest[: len(rest) - tail], body[place:end]
        if 0 < len(old) <= MOST_IN_RUN and 0 < len(right) <= MOST_IN_RUN and not CUT.search(old):
            return f"{wrong[:place]}{right}{wrong[end:]}"
    return None


def by_characters(wrong: str, said: str, lexicon: Unspaced) -> str | None:
    """Return the statement with a run of characters replaced that ends like the right one, or follows the same word."""
    named = list(lexicon.naming.finditer(said))
    value = said[named[-1].end() :] if named else said
    body = wrong.rstrip("。.!！")
    if named and value and (place := body.find(named[-1][0])) >= 0:
        start = place + len(named[-1][0])
        end = next((one.start() for one in CUT.finditer(body, start)), len(body))
        old = lexicon.closing.sub("", body[start:end])
        if old and len(old) <= 2 * len(value) + 2 and len(value) <= 2 * len(old) + 2:
            return f"{wrong[:start]}{value}{wrong[start + len(old) :]}"
    if len(value) > 2 * MOST_WORDS:
        return None
    place_of = _other_name(body, value, lexicon) or _respelt_run(body, value) or _led_run(body, said, lexicon)
    if place_of is not None:
        start, end = place_of
        return f"{wrong[:start]}{value}{wrong[end:]}"
    for size in range(len(value) - 1, 0, -1):
        ending, right = value[-size:], value[:-size]
        if body.count(ending) != 1 or not right:
            continue
        end = body.find(ending)
        run = next((one for one in SAME_SCRIPT.finditer(body[:end]) if one.end() == end), None)
        if run is None:
            return None
        is_kana = re.search(r"[\u3040-\u309f]", wrong) is not None
        start = run.start() if is_kana else max(run.start(), end - len(right))
        return f"{wrong[:start]}{right}{wrong[end:]}"
    return None


def _other_name(body: str, value: str, lexicon: Unspaced) -> tuple[int, int] | None:
    """Return the place of a name as long as the right one and with the same family name: 叫陈立洁, 陈丽杰."""
    start = max((one.end() for one in lexicon.naming.finditer(body)), default=len(body))
    old = CUT.split(body[start:])[0]
    is_other = len(old) == len(value) > 1 and old != value and old[0] == value[0]
    return (start, start + len(old)) if is_other else None


def _led_run(body: str, value: str, lexicon: Unspaced) -> tuple[int, int] | None:
    """Return the only place of a name of a place where the right value is one, too: 在南京上大学, 南通.

    Without a list of it, the right one must share a character in the same position behind a lead: 在.
    """
    places, size = names_of("place"), len(value)
    known = {
        (start, end)
        for start in range(len(body))
        for end in range(start + 2, min(start + MOST_IN_RUN, len(body)) + 1)
        if value in places and body[start:end] in places and body[start:end] != value
    }
    whole = {
        one
        for one in known
        if not any(other != one and other[0] <= one[0] and one[1] <= other[1] for other in known)
    }
    led = {
        (one.end(), one.end() + size)
        for one in lexicon.leads.finditer(body)
        if size > 1
        and len(found := body[one.end() : one.end() + size]) == size
        and found != value
        and any(a == b for a, b in zip(found, value, strict=True))
    }
    found_places = whole or led
    return next(iter(found_places)) if len(found_places) == 1 else None


def _respelt_run(body: str, value: str) -> tuple[int, int] | None:
    """Return the place of the only run of one script that is as long as a value and shares a character: 翔太, 翔大."""
    runs = [
        one.span()
        for one in SAME_SCRIPT.finditer(body)
        if len(one[0]) == len(value) > 1
        and one[0] != value
        and any(a == b for a, b in zip(one[0], value, strict=True))
    ]
    return runs[0] if len(runs) == 1 else None


def filled_characters(wrong: str, said: str, lexicon: Unspaced) -> str | None:
    """Return a statement with a short value in place of what stands behind its last lead: 在."""
    body = wrong.rstrip("。.!！")
    body = body[: closing.start()] if (closing := lexicon.closing.search(body)) else body
    place = max((one.end() for one in lexicon.leads.finditer(body)), default=len(body))
    is_value = len(said) <= MOST_IN_RUN and not lexicon.leads.search(said) and not CUT.search(body)
    is_slot = is_value and 0 < len(body) - place <= MOST_IN_RUN
    is_slot = is_slot and not any(map(str.isdigit, body[place:]))
    return f"{wrong[:place]}{said}{wrong[len(body) :]}" if is_slot else None

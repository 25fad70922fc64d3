"""The words that records use, and how ids and instants are written."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from tiermem.support.lazy import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

Layer = Literal["L0", "L1", "L2"]
"""Loading of an entry: L0 always in the system prompt, L1 recalled per turn, L2 archive."""
Tier = Literal["memory", "user", "identity"]
"""Subject of an entry: agent notes, the person, or the core profile (L0 only)."""
Target = Literal["memory", "user"]
"""The tiers that the memory tools take as their ``target``."""
Category: TypeAlias = str
"""One of `CATEGORIES`, or a word of the writer's own, on one line."""
Source = Literal["user", "agent", "system"]
"""The channel that wrote: a person, a tool call, or something automatic."""
UserId: TypeAlias = "str | int | UUID"
"""The name of a user, or an id, whose text is the name."""
Speaker = Literal["user", "assistant", "tool", "memory"]
"""The speaker of a journal turn, or of the evidence of an entry."""
OTHERS: tuple[Speaker, ...] = ("assistant", "tool", "memory")
"""Speakers whose words are recalled, with their label, and reach no block without a person's approval."""
Status = Literal["active", "inactive", "staged"]
ScopeKind = Literal["house", "agent", "user", "pair", "grant"]
NotesOwner = Literal["user", "agent", "house"]
"""The readers of the agent's notes: the user alone, in the pair with the agent; all users of the agent; the house."""
RecordEventKind = Literal[
    "added",
    "updated",
    "removed",
    "superseded",
    "restored",
    "tagged",
    "staged",
    "accepted",
    "rejected",
]
"""Events of an entry, which carry the state of its record."""
EventKind = Literal[
    "observation",
    RecordEventKind,
    "erased",
    "adopted",
    "reviewed",
    "declined",
    "connection_learned",
    "connection_forgotten",
]
"""All events; ``adopted``: a row of another program became an entry; ``reviewed``: a person kept an entry as it is;
``declined``: the user asked not to remember what was said in turns."""
DECLINED: EventKind = "declined"

LAYERS: tuple[Layer, ...] = get_args(Layer)
TIERS: tuple[Tier, ...] = get_args(Tier)
TARGETS: tuple[Target, ...] = get_args(Target)
CATEGORIES = ("person", "preference", "context", "project", "commitment", "association")
"""The categories that rules know; any other word is a category too, and only groups entries."""
STATUSES: tuple[Status, ...] = get_args(Status)
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)
STANDING, PINNED, HIDDEN = "standing", "pinned", "hidden"
"""Tags that decide on an entry's place in the block of learned information: it must hold whatever the next task is; a
person wants it there first; a person wants it in no block."""
RECALLED_ONLY, APPROVED = "recalled only", "approved"
"""Tags that checks and people give: it stands in no block, because nobody vouches for it; a person accepted it, so that
what checks say of it when it is loaded no longer counts."""
SENSITIVE = "sensitive:"
"""Beginning of the tag ``sensitive:KIND:INSTANT`` of an entry with sensitive personal data, which is erased at that
instant. Checks alone give it: writers cannot."""
_SENSITIVE_UNTIL = pattern(r":(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)$")
TO_FORGET = "to forget"
"""Tag of each proposal to remove an entry, which is not shown until a person decides."""
SUMMARY = "session_summary"
"""Kind of the observation that becomes a session's entry in the archive, and its type of context there."""
SEPARATOR = "\n§\n"
"""Separates the entries of a block, and counts toward its budget."""

_ID_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def new_id() -> str:
    """Return eight characters of A-Za-z0-9, each as likely; short, to save tokens in the prompt.

    From the system's randomness, as with `secrets`, which imports a third of the standard library's cryptography.
    """
    found = ""
    while len(found) < 8:
        found += "".join(_ID_ALPHABET[byte % 62] for byte in os.urandom(16) if byte < 248)  # 4 times 62
    return found[:8]


def sensitive_until(tags: Iterable[str]) -> str | None:
    """Return the instant at which an entry with these tags is erased; None if it is not sensitive."""
    found = (_SENSITIVE_UNTIL.search(tag) for tag in tags if tag.startswith(SENSITIVE))
    return min((one[1] for one in found if one is not None), default=None)


def without_marks(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the tags without those of sensitive data."""
    return tuple(tag for tag in tags if not tag.startswith(SENSITIVE))


def category_named(word: str | None) -> Category | None:
    """Return a category as records have it: on one line, one of `CATEGORIES` in lower case; None for none."""
    named = " ".join((word or "").split())
    return named.lower() if named.lower() in CATEGORIES else named or None


def instant(moment: datetime) -> str:
    """Return an aware datetime as the stored text: UTC, ISO 8601, microseconds, Z.

    Raises:
        ValueError: The datetime has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone")
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def moment(stored: str) -> datetime:
    """Return the aware datetime of a stored instant; the inverse of `instant`."""
    return datetime.fromisoformat(stored)


def day_of(instant: str, zone: tzinfo = UTC) -> date | None:
    """Return the day that an instant as stored has in a zone; None when it is none."""
    try:
        said = moment(instant)
        return (said.astimezone(zone) if said.tzinfo else said).date()
    except (ValueError, TypeError, OverflowError):
        return None


def utc_now() -> datetime:
    """Return the present in UTC, for stored instants."""
    return datetime.now(UTC)


def local_now() -> datetime:
    """Return the present in the computer's zone, in which people say "today": the default clock."""
    return datetime.now(_LOCAL)


class _Local(tzinfo):
    """The computer's zone, summer and winter; that of `datetime.astimezone` has the offset of one instant only."""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        if moment is None:
            return None
        try:
            return moment.replace(tzinfo=None).astimezone().utcoffset()
        except (OverflowError, ValueError, OSError):  # years that the system's clock does not know
            return timedelta()

    def dst(self, moment: datetime | None) -> timedelta | None:  # noqa: ARG002 the zone's own part is not told apart
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return moment.replace(tzinfo=None).astimezone().tzname() if moment else None

    def fromutc(self, moment: datetime) -> datetime:
        try:
            return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)
        except (OverflowError, ValueError, OSError):
            return moment


_LOCAL = _Local()

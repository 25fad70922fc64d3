"""The words that records use, and the form of ids and instants."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from tiermem.support.lazy import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

Layer = Literal["L0", "L1", "L2"]
"""Loading of an entry: L0 is always in the system prompt, L1 is recalled per turn, L2 is the archive."""
Tier = Literal["memory", "user", "identity"]
"""Subject of an entry: agent notes, the person, or the core profile (L0 only)."""
Target = Literal["memory", "user"]
"""The tiers that the memory tools take as their ``target``."""
Category: TypeAlias = str
"""One of `CATEGORIES`, or a word of the writer's own, on one line."""
Source = Literal["user", "agent", "system"]
"""The channel of a write: a person, a tool call, or an automatic process."""
SOURCES: tuple[Source, ...] = ("user", "agent", "system")
UserId: TypeAlias = "str | int | UUID"
"""The name of a user, or an id whose text is the name."""
Speaker = Literal["user", "assistant", "tool", "memory"]
"""The speaker of a journal turn, or of the evidence of an entry."""
OTHERS: tuple[Speaker, ...] = ("assistant", "tool", "memory")
"""Speakers whose words are recalled with a label, and enter no block without a person's approval."""
Status = Literal["active", "inactive", "staged"]
ScopeKind = Literal["house", "agent", "user", "pair"]
NotesOwner = Literal["user", "agent", "house"]
"""The readers of the agent's notes: the pair of agent and user alone, all users of the agent, or the house."""
EntrySort = Literal["category", "newest", "updated", "recalled"]
"""Orders of a list of entries: the fixed order of blocks, the last made first, the last changed first, or those that
were recalled most often first."""
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
    "caught_up",
    "reviewed",
    "declined",
    "connection_learned",
    "connection_forgotten",
]
"""All events. ``adopted``: a row of another program became an entry. ``caught_up``: a write
was stored that had waited for the server. ``reviewed``: a person kept an entry as it is.
``declined``: the user asked not to remember some turns."""
DECLINED: EventKind = "declined"

LAYERS: tuple[Layer, ...] = get_args(Layer)
TIERS: tuple[Tier, ...] = get_args(Tier)
TARGETS: tuple[Target, ...] = get_args(Target)
CATEGORIES = ("person", "preference", "context", "project", "commitment", "association")
"""The categories that rules know. Any other word is a category too, but only groups entries."""
STATUSES: tuple[Status, ...] = get_args(Status)
ENTRY_SORTS: tuple[EntrySort, ...] = get_args(EntrySort)
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)
STANDING, PINNED, HIDDEN = "standing", "pinned", "hidden"
"""Tags that decide an entry's place in the block of learned information. A standing entry holds for every task. A
person pins an entry to put it first, and hides an entry to keep it out of every block."""
RECALLED_ONLY, APPROVED = "recalled only", "approved"
"""Tags that checks and people give. A recalled-only entry is in no block, because nobody vouches for it. A person has
accepted an approved entry, so checks at loading no longer affect it."""
SENSITIVE = "sensitive:"
"""Prefix of the tag ``sensitive:KIND:INSTANT`` of an entry with sensitive personal data, which is erased then.
Only checks give it; writers cannot."""
_SENSITIVE_UNTIL = pattern(r":(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)$")
TO_FORGET = "to forget"
"""Tag of a proposal to remove an entry. It is not shown until a person decides."""
OVERTAKEN = "likely overtaken"
"""Second tag of such a proposal: a later statement likely overtakes the entry."""
IN_PART = "in part"
"""Second tag of a proposal to shorten an entry: its content is what stays, which is shown until a person decides."""
SUMMARY = "session_summary"
"""Kind of the observation that becomes a session's entry in the archive, and that entry's context type."""
SEPARATOR = "\n§\n"
"""Separates the entries of a block, and counts toward its budget."""

_ID_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def new_id() -> str:
    """Return eight equally likely characters of A-Za-z0-9. A short id saves tokens in the prompt.

    It uses the system's randomness, as `secrets` does, without the cost of importing `secrets`.
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
    """Return a category as records store it: on one line, with `CATEGORIES` in lower case; None for no category."""
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
    """Return the day of a stored instant in a zone; None if it is not an instant."""
    try:
        said = moment(instant)
        return (said.astimezone(zone) if said.tzinfo else said).date()
    except (ValueError, TypeError, OverflowError):
        return None


def utc_now() -> datetime:
    """Return the present in UTC, for stored instants."""
    return datetime.now(UTC)


def local_now() -> datetime:
    """Return the present in the computer's zone, where people mean "today". It is the default clock."""
    return datetime.now(_LOCAL)


class _Local(tzinfo):
    """The computer's zone in summer and winter; `datetime.astimezone` gives the offset of one instant only."""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        if moment is None:
            return None
        try:
            return moment.replace(tzinfo=None).astimezone().utcoffset()
        except (OverflowError, ValueError, OSError):  # years beyond the system's clock
            return timedelta()

    def dst(self, moment: datetime | None) -> timedelta | None:  # noqa: ARG002 the offset is not split
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return moment.replace(tzinfo=None).astimezone().tzname() if moment else None

    def fromutc(self, moment: datetime) -> datetime:
        try:
            return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)
        except (OverflowError, ValueError, OSError):
            return moment


_LOCAL = _Local()

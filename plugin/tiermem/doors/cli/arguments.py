"""Define and read arguments that several verbs share."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Any, Literal

from tiermem.errors import InputError
from tiermem.text.times.periods import periods
from tiermem.values import LAYERS, STATUSES, TIERS, EntryFilter, as_instant, instant, utc_now
from tiermem.values.words import SOURCES

if TYPE_CHECKING:
    from argparse import _ArgumentGroup
    from collections.abc import Callable

_MOST = 1_000_000_000
"""The largest number that a flag takes, within what databases count with."""


def whole_number(text: str) -> int:
    """Parse a number from 0 on, for argparse."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(_MOST)) else -1
    if not 0 <= number <= _MOST:
        raise ArgumentTypeError(f"expected a whole number from 0 to {_MOST:,}, got {text[:40]!r}")
    return number


def up_to(longest: float, unit: str) -> Callable[[str], float]:
    """Return what parses a length of time of at most *longest* of a unit, for argparse."""

    def length(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise ArgumentTypeError(f"{text!r} is not a number of {unit}") from None
        if not 0 < number <= longest:
            raise ArgumentTypeError(f"expected up to {longest:,} {unit}, got {text}")
        return number

    return length


def add_id(parser: ArgumentParser, *, turns: bool = False) -> None:
    """Add the id of an entry and the tier expected of it; with *turns* it may be a turn's, or left out."""
    about = "the entry's id, as 'tiermem list' shows it"
    if turns:
        turn = ", or a turn's, SESSION/PLACE, as 'tiermem search --archive' shows it"
        parser.add_argument("id", metavar="ID", nargs="?", help=about + turn)
    else:
        parser.add_argument("id", metavar="ID", help=about)
    parser.add_argument(
        "--target", "--tier", choices=TIERS, help="refuse the id if the entry is in another tier"
    )


def add_filters(parser: ArgumentParser, *, limit: int | None) -> None:
    """Add flags that narrow a listing; `entry_filter` reads them."""
    group = parser.add_argument_group("which entries")
    group.add_argument("--layer", action="append", choices=LAYERS, default=[], help="may be repeated")
    add_labels(group)
    group.add_argument("--status", choices=(*STATUSES, "all"), default="active", help="default: active")
    group.add_argument(
        "--source",
        action="append",
        choices=SOURCES,
        default=[],
        help="written by a person (user), the agent, or automatically (system); may be repeated",
    )
    group.add_argument(
        "--since", metavar="TIME", help="changed at or after this time (UTC): 2026-03-02, monday, 'last week'"
    )
    group.add_argument("--until", metavar="TIME", help="changed before this time (UTC)")
    add_connections(parser, unless_named="all")
    group.add_argument("--limit", type=whole_number, default=limit, help="maximum number")
    group.add_argument("--offset", type=whole_number, default=0, help="skip this many")


def add_labels(group: _ArgumentGroup) -> None:
    """Add flags that narrow by an entry's labels."""
    group.add_argument(
        "--target", "--tier", action="append", choices=TIERS, default=[], help="may be repeated"
    )
    group.add_argument("--category", help="in this category")
    group.add_argument("--subject", help="about this subject (case is ignored)")
    group.add_argument(
        "--tag", action="append", default=[], help="with this tag; if repeated, with all of them"
    )
    group.add_argument("--context-type", metavar="TYPE", help="of this type of context: session_summary")


def add_connections(parser: ArgumentParser, *, unless_named: Literal["all", "none"]) -> None:
    """Add flags that narrow by connection; `connections` reads them.

    Args:
        parser: The verb's.
        unless_named: Entries that are meant without a flag: of all connections, or of none.
    """
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--connection",
        metavar="NAME",
        action="append",
        default=[],
        help="of this connection or of none; may be repeated",
    )
    other = "--all-connections" if unless_named == "none" else "--no-connection"
    about = "of any connection or of none" if unless_named == "none" else "of no connection"
    group.add_argument(other, action="store_true", help=about)


def connections(options: Namespace) -> tuple[str, ...] | None:
    """Return the connections that the flags of `add_connections` name; None for all."""
    if options.connection:
        return tuple(options.connection)
    is_all = options.all_connections if "all_connections" in options else not options.no_connection
    return None if is_all else ()


def entry_filter(options: Namespace) -> EntryFilter:
    """Return the filter that the flags of `add_filters` name, without limit and offset.

    Raises:
        InputError: A date is invalid.
    """
    return EntryFilter(
        layers=tuple(options.layer),
        statuses=STATUSES if options.status == "all" else (options.status,),
        sources=tuple(options.source),
        project_id=options.project,
        task_id=options.task,
        connections=connections(options),
        since=time_argument(options.since, "--since"),
        until=time_argument(options.until, "--until"),
        **labels(options),
    )


def labels(options: Namespace) -> dict[str, Any]:
    """Return the flags of `add_labels` as fields of a filter."""
    return {
        "tiers": tuple(options.target),
        "category": options.category,
        "subject": options.subject,
        "tags": tuple(options.tag),
        "context_type": options.context_type,
    }


def time_argument(text: str | None, flag: str) -> str | None:
    """Return the beginning of a time as a person writes it: a date, ``monday``, ``last week``, ``may 2026``.

    UTC unless a zone is named. A weekday is the most recent one.

    Raises:
        InputError: It is not a time.
    """
    if text is None:
        return None
    try:
        return as_instant(text)
    except ValueError:
        pass
    now = utc_now()
    is_date = re.match(r"\d{4}-\d", text)  # of an invalid date no part is used
    for said in () if is_date else (f"since {text}", f"last {text}", text):
        found = [one.period.since for one in periods(said, now) if one.period.since is not None]
        if found:
            return instant(found[0])
    raise InputError(
        f"{flag} takes a date such as 2026-03-02 or 2026-03-02T14:30, or words such as 'last week', not {text[:40]!r}."
    )

"""Arguments that several verbs share."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, datetime
from typing import get_args

from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter
from tiermem.values import CATEGORIES, LAYERS, TIERS, Status, instant

STATUSES: tuple[Status, ...] = get_args(Status)
_MOST = 1_000_000_000
"""The largest number that a flag takes: far beyond any store, and within what databases count with."""


def whole_number(text: str) -> int:
    """A number from 0 on, as a type for argparse."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(_MOST)) else -1
    if not 0 <= number <= _MOST:
        raise ArgumentTypeError(f"expected a whole number from 0 to {_MOST:,}, got {text[:40]!r}")
    return number


def add_id(parser: ArgumentParser) -> None:
    """The id of an entry, and the tier that the caller takes it to be of."""
    parser.add_argument("id", metavar="ID", help="the entry's id, as 'tiermem list' shows it")
    parser.add_argument(
        "--target", "--tier", choices=TIERS, help="refuse the id when the entry is of another tier"
    )


def add_filters(parser: ArgumentParser, *, limit: int | None) -> None:
    """Flags that narrow a listing; `entry_filter` reads them."""
    group = parser.add_argument_group("which entries")
    group.add_argument("--layer", action="append", choices=LAYERS, default=[], help="may be given again")
    group.add_argument(
        "--target", "--tier", action="append", choices=TIERS, default=[], help="may be given again"
    )
    group.add_argument("--category", choices=CATEGORIES, help="of this category")
    group.add_argument("--subject", help="about this subject, upper or lower case")
    group.add_argument("--tag", action="append", default=[], help="with this tag; of several, with all")
    group.add_argument(
        "--status", choices=(*STATUSES, "all"), default="active", help="active unless another is named"
    )
    group.add_argument("--since", metavar="DATE", help="changed at this date (UTC) or later: 2026-03-02")
    group.add_argument("--until", metavar="DATE", help="changed before this date (UTC)")
    group.add_argument("--limit", type=whole_number, default=limit, help="this many at most")
    group.add_argument("--offset", type=whole_number, default=0, help="leave out this many of the first")


def entry_filter(options: Namespace) -> EntryFilter:
    """The filter that the flags of `add_filters` name, with ``--project`` and ``--task``, without limit and offset.

    Raises:
        InputError: A date is none.
    """
    return EntryFilter(
        layers=tuple(options.layer),
        tiers=tuple(options.target),
        statuses=STATUSES if options.status == "all" else (options.status,),
        category=options.category,
        subject=options.subject,
        project_id=options.project,
        task_id=options.task,
        tags=tuple(options.tag),
        since=_stored_instant(options.since, "--since"),
        until=_stored_instant(options.until, "--until"),
    )


def _stored_instant(text: str | None, flag: str) -> str | None:
    """A date or date and time as the store writes it; UTC where no zone is named."""
    if text is None:
        return None
    try:
        named = datetime.fromisoformat(text)
        return instant(named if named.tzinfo else named.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise InputError(
            f"{flag} takes a date such as 2026-03-02 or 2026-03-02T14:30, not {text[:40]!r}."
        ) from None

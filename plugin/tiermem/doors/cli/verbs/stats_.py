"""``tiermem stats``: how full, how large, how often recalled; with ``--recall`` how well recall serves."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli import recall_report
from tiermem.doors.cli.arguments import said_time
from tiermem.errors import InputError
from tiermem.values import STATUSES, EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call

_COUNTED = ("layer", "tier", "status", "source")
_MOST_SHOWN = 5


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument(
        "--recall",
        action="store_true",
        help="how well recall serves, from the receipts: empty, cut, corrected",
    )
    parser.add_argument(
        "--since", metavar="TIME", help="with --recall: of this time (UTC) or later: 2026-03-02, 'last week'"
    )


def run(call: Call) -> int:
    """Show them.

    Raises:
        InputError: ``--since`` is no time, or stands without ``--recall``.
    """
    options = call.options
    if options.recall:
        recall_report.show(call, call.memory.recall_report(options.user, said_time(options.since, "--since")))
        return 0
    if options.since is not None:
        raise InputError("--since narrows --recall; the other figures are of now.")
    stats = _stats(call)
    if call.output.json:
        call.output.document(stats)
    else:
        _show(call, stats)
    return 0


def _stats(call: Call) -> dict[str, Any]:
    """Usage, entries and recalls are the user's; the tables' sizes are the whole store's."""
    entries, total = call.entries.list(EntryFilter(statuses=STATUSES))
    active = [entry for entry in call.entry_data(entries) if entry["status"] == "active"]
    recalled = sorted(
        (entry for entry in active if entry["recall_count"]),
        key=lambda entry: (-entry["recall_count"], entry["id"]),
    )
    told = ("id", "content", "recall_count", "last_recalled_at")
    store = call.memory.stats(call.options.user)
    return {
        "store": store["store"],
        "usage": call.usage,
        "entries": {"total": total}
        | {
            name: dict(sorted(Counter(getattr(entry, name) for entry in entries).items()))
            for name in _COUNTED
        },
        "recalls": {
            "never": sum(not entry["recall_count"] for entry in active if entry["layer"] != "L0"),
            "most": [{name: entry[name] for name in told} for entry in recalled[:_MOST_SHOWN]],
        },
        "waiting": store["waiting"],
        "backlog": store["backlog"],
        "unread": store["unread"],
        "spending": store["spending"],
        "sessions": store["tables"]["sessions"],
        "receipts": store["tables"]["recalls"],
        "documents": store["tables"]["documents"],
        "tables": store["tables"],
    }


def _show(call: Call, stats: dict[str, Any]) -> None:
    output = call.output
    output.text(f"Store: {stats['store']}")
    output.text(output.bold("\nBlocks, in characters"))
    for tier, used in stats["usage"].items():
        output.text(f"  {tier:<16} {used['used']:>9,} of {used['limit']:,} ({used['percent']}%)")
    entries = stats["entries"]
    output.text(output.bold("\nEntries"))
    _numbers(call, {"all": entries["total"]})
    for name in _COUNTED:
        _numbers(call, {f"{name} {value}": number for value, number in entries[name].items()})
    output.text(output.bold("\nRecalls"))
    _numbers(call, {"never (L1, L2)": stats["recalls"]["never"]})
    for entry in stats["recalls"]["most"]:
        output.text(f"  {entry['recall_count']:>5,} times      [{entry['id']}] {entry['content']}")
    output.text(output.bold("\nObservations"))
    _numbers(call, {"waiting": stats["waiting"], "turns unread": stats["unread"]["turns"]})
    _show_backlog(call, stats["backlog"])
    _show_spending(call, stats["spending"])
    output.text(output.bold("\nTables, of all users"))
    _numbers(call, {table.replace("_", " "): rows for table, rows in stats["tables"].items()})


def _show_backlog(call: Call, backlog: dict[str, Any]) -> None:
    """For how long observations wait already, and what is not tried again."""
    if backlog["oldest"]:
        call.output.text(
            f"  {'oldest waits':<16} {_span(backlog['age_s']):>9}, since {backlog['oldest'][:19]}Z"
        )
    told = {"not in profile": backlog["unconsolidated"], "set aside": backlog["set_aside"]}
    _numbers(call, {name: number for name, number in told.items() if number})


def _span(seconds: int) -> str:
    """A time span in its largest whole unit."""
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"


def _show_spending(call: Call, spending: dict[str, Any]) -> None:
    """What models cost the user today (UTC); nothing where none was asked and no cap is set."""
    tokens, most = spending["tokens"], spending["tokens_per_day"]
    usd, dearest = spending["usd"], spending["usd_per_day"]
    if not tokens and most is None and dearest is None:
        return
    call.output.text(call.output.bold("\nModels, today (UTC)"))
    call.output.text(f"  {'tokens':<16} {tokens:>9,}" + ("" if most is None else f" of {most:,}"))
    call.output.text(f"  {'US dollars':<16} {usd:>9,.4f}" + ("" if dearest is None else f" of {dearest:,g}"))


def _numbers(call: Call, numbers: dict[str, int]) -> None:
    for name, number in numbers.items():
        call.output.text(f"  {name:<16} {number:>9,}")

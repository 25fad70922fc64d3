"""Show how full the store is and how well recall serves: ``stats``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.arguments import time_argument
from tiermem.doors.cli.output import minute
from tiermem.errors import InputError
from tiermem.support.resources import install_command
from tiermem.values import STATUSES, EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.recall.report import RecallReport


_COUNTED = ("layer", "tier", "status", "source")
_MOST_SHOWN = 5


def flags_stats(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--recall",
        action="store_true",
        help="show from the receipts how often recall was empty, cut or corrected",
    )
    parser.add_argument(
        "--since", metavar="TIME", help="with --recall: at or after this time (UTC): 2026-03-02, 'last week'"
    )


def run_stats(call: Call) -> int:
    """Show the figures.

    Raises:
        InputError: ``--since`` is not a time, or is given without ``--recall``.
    """
    options = call.options
    if options.recall:
        _report(
            call, call.memory.timeline.recall_report(options.user, time_argument(options.since, "--since"))
        )
        return 0
    if options.since is not None:
        raise InputError("--since needs --recall. The other figures are current.")
    stats = _stats(call)
    if call.output.json:
        call.output.document(stats)
    else:
        _show_stats(call, stats)
    return 0


def _stats(call: Call) -> dict[str, Any]:
    """Return the figures: of the user, except for the tables' sizes, which are the whole store's."""
    entries, total = call.entries.list(EntryFilter(statuses=STATUSES))
    active = [entry for entry in call.entry_data(entries) if entry["status"] == "active"]
    recalled = sorted(
        (entry for entry in active if entry["recall_count"]),
        key=lambda entry: (-entry["recall_count"], entry["id"]),
    )
    shown = call.memory.review(call.options.user).shown()
    told = ("id", "content", "recall_count", "last_recalled_at")
    store = call.memory.timeline.stats(call.options.user)
    return {
        "store": store["store"],
        "usage": call.usage,
        "entries": {"total": total}
        | {
            name: dict(sorted(Counter(getattr(entry, name) for entry in entries).items()))
            for name in _COUNTED
        },
        "recalls": {
            "never": sum(
                not entry["recall_count"] and entry["id"] not in shown
                for entry in active
                if entry["layer"] != "L0"
            ),
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


def _show_stats(call: Call, stats: dict[str, Any]) -> None:
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
    _numbers(call, {"never (L1, L2)": stats["recalls"]["never"]})  # what blocks always show is not counted
    for entry in stats["recalls"]["most"]:
        output.text(f"  {entry['recall_count']:>5,} times      [{entry['id']}] {entry['content']}")
    output.text(output.bold("\nObservations"))
    _numbers(call, {"waiting": stats["waiting"], "turns unread": stats["unread"]["turns"]})
    _show_backlog(call, stats["backlog"])
    _show_spending(call, stats["spending"])
    output.text(output.bold("\nTables, of all users"))
    _numbers(call, {table.replace("_", " "): rows for table, rows in stats["tables"].items()})
    if not entries["total"]:
        call.note_none("No entries.")


def _show_backlog(call: Call, backlog: dict[str, Any]) -> None:
    """Show how long observations have waited, and which are not retried."""
    if backlog["oldest"]:
        call.output.text(
            f"  {'oldest waits':<16} {_span(backlog['age_s']):>9}, since {backlog['oldest'][:19]}Z"
        )
    told = {"not in profile": backlog["unconsolidated"], "set aside": backlog["set_aside"]}
    _numbers(call, {name: number for name, number in told.items() if number})


def _span(seconds: int) -> str:
    """Format a time span in its largest whole unit."""
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"


def _show_spending(call: Call, spending: dict[str, Any]) -> None:
    """Show what models cost the user today (UTC), if any was used or a cap is set."""
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


_FEWEST_RECALLS = 20
"""Recalls under which the figures say little."""


def _report(call: Call, report: RecallReport) -> None:
    """Show the recall report as a table or as JSON."""
    contents = _contents(call, [*(ref for ref, _ in report.rendered), *report.never])
    if call.output.json:
        call.output.document(_data(report, contents))
    elif not report.recalls:
        call.output.note("There is no receipt of a recall yet.")
    else:
        _show_report(call, report, contents)


def _contents(call: Call, ids: list[str]) -> dict[str, str]:
    """Return id → present content, without erased entries."""
    found, _ = call.entries.list(EntryFilter(ids=tuple(ids) or ("",), statuses=()))
    return {entry.id: entry.content for entry in found}


def _data(report: RecallReport, contents: dict[str, str]) -> dict[str, Any]:
    data = report.as_dict()
    data["rendered"] = [one | {"content": contents.get(one["id"])} for one in data["rendered"]]
    data["never"] = [{"id": ref, "content": contents.get(ref)} for ref in data["never"]]
    return data


def _show_report(call: Call, report: RecallReport, contents: dict[str, str]) -> None:
    output = call.output
    when = f"{minute(report.first)} to {minute(report.last)} UTC"
    output.text(output.bold(f"Recalls: {report.recalls:,}, sessions: {report.sessions:,}, {when}"))
    if report.recalls < _FEWEST_RECALLS:
        output.text(f"  Under {_FEWEST_RECALLS} recalls these figures say little.")
    output.table(("What", "Recalls", "Share", "Means"), [_row(*row, report.recalls) for row in _rows(report)])
    took = report.took_ms
    output.text(f"\nTook {took['p50']:,.1f} ms (p50), {took['p95']:,.1f} ms (p95)")
    if report.rendered:
        output.text(output.bold("\nShown most"))
    for ref, times in report.rendered:
        output.text(f"  {times:>5,} times  [{ref}] {contents.get(ref, '(erased)')}")
    if report.never:
        output.text(output.bold(f"\nEntries of L1 and L2 never shown: {report.never_count:,}; the oldest"))
    for ref in report.never:
        output.text(f"  [{ref}] {contents.get(ref, '')}")
    output.text(output.bold("\nWould vectors have helped?"))
    output.text(_vectors(report))


def _rows(report: RecallReport) -> list[tuple[str, int, str]]:
    empty = report.empty
    return [
        ("empty", empty.all, "nothing was shown"),
        ("empty: no telling words", empty.wordless, "there was nothing to search for, as in 'thanks'"),
        (
            "empty: telling words",
            empty.telling,
            "something was asked and nothing found, or nothing near enough",
        ),
        ("empty: words unknown", empty.unknown, "none of these words is in any entry or turn"),
        ("cut by top_k", report.cut["beyond top_k"], "more passages matched than recall.top_k"),
        ("cut by char_limit", report.cut["over char_limit"], "a passage did not fit into recall.char_limit"),
        ("past the deadline", report.late, "recall.deadline_ms passed before all was looked at"),
        ("corrected", report.corrected, "the next messages changed what was shown, or denied the answer"),
        ("corrected after empty", report.corrected_empty, "the answer was denied and nothing had been shown"),
    ]


def _row(name: str, number: int, means: str, all_of_them: int) -> tuple[str, str, str, str]:
    return (name, f"{number:,}", f"{100 * number / all_of_them:.0f} %", means)


def _vectors(report: RecallReport) -> str:
    """Return a sentence on whether vectors would help."""
    help_ = report.vectors
    if not help_.asked:
        return "  No: no prompt with telling words came back empty or was corrected."
    asked = f"  Prompts with telling words that came back empty or were corrected: {help_.asked:,}."
    if help_.near is not None:
        return f"{asked}\n  Of these, an entry is near by vector for {help_.near:,}."
    return (
        f"{asked}\n  Of the empty ones, no telling word is in the index for {report.empty.unknown:,}: "
        f"vectors find the same said in other words.\n"
        f"  {install_command('vectors')}\n"
        "  and 'vectors: {enabled: true}' bring them; then this shows for how many an entry is near."
    )

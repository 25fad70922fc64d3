"""How ``tiermem stats --recall`` shows its report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.output import minute
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.recall.report import RecallReport

_EXTRA = "tiermem[vectors]"
_FEW = 20
"""Recalls under which the figures say little."""


def show(call: Call, report: RecallReport) -> None:
    """The report as a table, or as the JSON document."""
    contents = _contents(call, [*(ref for ref, _ in report.rendered), *report.never])
    if call.output.json:
        call.output.document(_data(report, contents))
    elif not report.recalls:
        call.output.note("There is no receipt of a recall yet.")
    else:
        _show(call, report, contents)


def _contents(call: Call, ids: list[str]) -> dict[str, str]:
    """Id → what the entry says now; one that was erased is not there."""
    found, _ = call.entries.list(EntryFilter(ids=tuple(ids) or ("",), statuses=()))
    return {entry.id: entry.content for entry in found}


def _data(report: RecallReport, contents: dict[str, str]) -> dict[str, Any]:
    data = report.as_dict()
    data["rendered"] = [one | {"content": contents.get(one["id"])} for one in data["rendered"]]
    data["never"] = [{"id": ref, "content": contents.get(ref)} for ref in data["never"]]
    return data


def _show(call: Call, report: RecallReport, contents: dict[str, str]) -> None:
    output = call.output
    when = f"{minute(report.first)} to {minute(report.last)} UTC"
    output.text(output.bold(f"Recalls: {report.recalls:,}, sessions: {report.sessions:,}, {when}"))
    if report.recalls < _FEW:
        output.text(f"  Under {_FEW} recalls these figures say little.")
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
    """For people: what the figures say about vectors."""
    help_ = report.vectors
    if not help_.asked:
        return "  No: no prompt with telling words came back empty or was corrected."
    asked = f"  Prompts with telling words that came back empty or were corrected: {help_.asked:,}."
    if help_.near is not None:
        return f"{asked}\n  Of these, an entry is near by vector for {help_.near:,}."
    return (
        f"{asked}\n  Of the empty ones, no telling word is in the index for {report.empty.unknown:,}: "
        f"vectors find the same said in other words.\n"
        f"  Install {_EXTRA} and enable 'vectors:' to have them; then this tells for how many an entry is near."
    )

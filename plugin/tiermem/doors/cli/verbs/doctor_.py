"""``tiermem doctor``: prove that database, records, versions, stream and index agree."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.store.contract import Finding

_SHOWN = 10
"""Findings of a kind that are shown; the rest are counted."""
_NAMED = re.compile(r"\b(Entry|Turn|Table|row) \S+")


def configure(parser: ArgumentParser) -> None:
    """Add its flags."""
    parser.add_argument(
        "--tidy",
        action="store_true",
        help="where the store is sound, take out the receipts, runs and costs of the user that 'retention:' does "
        "not keep",
    )


def run(call: Call) -> int:
    """Examine the store: exit status 1 when something was found."""
    findings = call.memory.doctor()
    groups = _groups(findings)
    tidies = call.options.tidy and not findings
    gone = call.memory.tidy(call.options.user) if tidies else 0
    if call.output.json:
        call.output.document(
            {"sound": not findings, "total": len(findings), "findings": groups, "removed": gone}
        )
    elif not findings:
        call.output.text("sound")
    else:
        _show(call, groups)
    if tidies:
        call.output.note(
            f"Took out {gone:,} record{'' if gone == 1 else 's'} that 'retention:' does not keep."
        )
    elif call.options.tidy:
        call.output.note("No record was taken out: first mend what was found.")
    return 1 if findings else 0


def _groups(findings: list[Finding]) -> list[dict[str, Any]]:
    """Findings that differ only in what they name, together."""
    groups: dict[str, dict[str, Any]] = {}
    for finding in findings:
        kind = _NAMED.sub(r"\1", finding.what).split(":")[0]
        group = groups.setdefault(kind, {"count": 0, "mend": finding.mend, "found": []})
        group["count"] += 1
        if len(group["found"]) < _SHOWN:
            group["found"].append(finding.what)
    return list(groups.values())


def _show(call: Call, groups: list[dict[str, Any]]) -> None:
    output = call.output
    for group in groups:
        for what in group["found"]:
            output.text(what)
        hidden = group["count"] - len(group["found"])
        if hidden:
            output.text(f"… and {hidden:,} more like these")
        output.text(f"  {group['mend']}")

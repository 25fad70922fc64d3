"""``tiermem list``: the entries, grouped by layer, tier and category."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_filters, entry_filter
from tiermem.values import TIERS

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.values import Entry

_LOADED = {"L0": "always in the prompt", "L1": "recalled when it matters", "L2": "archive"}
_TIER_ORDER = ("identity", "memory", "user")
assert set(_TIER_ORDER) == set(TIERS)


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    add_filters(parser, limit=None)


def run(call: Call) -> int:
    """List them."""
    options = call.options
    where = replace(entry_filter(options), limit=options.limit, offset=options.offset)
    found, total = call.entries.list(where)
    if call.output.json:
        call.output.document({"entries": call.entry_data(found), "total": total, "usage": call.usage})
    elif found:
        _show(call, found)
        hidden = total - len(found)
        more = f"{len(found):,} of {total:,} entries. " if hidden else ""
        call.output.text(call.output.dim(f"{more}Use 'tiermem remove ID' to remove an entry."))
    else:
        call.output.note("No entries." if not total else f"No entries from there on; there are {total:,}.")
    if waiting := len(call.entries.pending()):
        call.output.note(f"Waiting for approval: {waiting:,}, see 'tiermem pending'.")
    return 0


def _show(call: Call, entries: list[Entry]) -> None:
    output = call.output
    entries = sorted(entries, key=lambda entry: (entry.layer, _TIER_ORDER.index(entry.tier)))
    for (layer, tier), group in groupby(entries, key=lambda entry: (entry.layer, entry.tier)):
        block = f" [{call.entries.usage()[tier]}]" if layer == "L0" else ""
        output.text(output.bold(f"{layer} {tier}, {_LOADED[layer]}{block}"))
        for heading, members in groupby(sorted(group, key=_by_heading), key=_heading):
            output.text(f"  {heading}")
            for entry in members:
                output.text(f"    {_line(entry)}")
        output.text()


def _heading(entry: Entry) -> str:
    """The category; for the identity, whose entries have none, the section."""
    section = entry.subject if entry.tier == "identity" else None
    return section or (entry.category or "other").title()


def _by_heading(entry: Entry) -> tuple[bool, str]:
    return (_heading(entry) == "Other", _heading(entry))


def _line(entry: Entry) -> str:
    status = "" if entry.status == "active" else f"({entry.status}) "
    content = entry.content.replace("\n", "\n      ")
    return f"[{entry.id}] {status}{content}"

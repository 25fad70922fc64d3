"""``tiermem erase ID``: an entry and its words leave every table, for good."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_id
from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.store.contract import Erased
    from tiermem.values import Entry


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    add_id(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(call: Call) -> int:
    """Erase it, and show the receipt."""
    entry = call.entry()
    if not call.options.yes:
        _ask(call, entry)
    erased = call.entries.erase(entry.id)
    if call.output.json:
        call.output.document({"erased": _data(erased), "usage": call.usage})
    else:
        _show(call, erased)
    return 0


def _ask(call: Call, entry: Entry) -> None:
    """Have the id typed once more; nothing that is piped in counts as a yes."""
    if not sys.stdin.isatty():
        raise InputError("Erasing cannot be undone. Say --yes where nobody can be asked.")
    call.output.note(f"[{entry.id}] {entry.content}")
    call.output.note("This removes it and its words everywhere, for good. Type the id to erase it:")
    if sys.stdin.readline().strip() != entry.id:
        raise InputError("That is not its id; nothing was erased.")


def _data(erased: Erased) -> dict[str, object]:
    return {
        "id": erased.entry_id,
        "state": erased.state,
        "touched": dict(erased.touched),
        "out_of_reach": list(erased.out_of_reach),
    }


def _show(call: Call, erased: Erased) -> None:
    output = call.output
    output.text(f"Erased {erased.entry_id}: {erased.state}")
    if erased.state != "complete":
        output.text("Another process still reads the file: old pages of it stay until that ends.")
    for table, rows in erased.touched.items():
        output.text(f"  {table.replace('_', ' '):<15} {rows:,}")
    output.text("Out of reach:")
    for place in erased.out_of_reach:
        output.text(f"  {place}")

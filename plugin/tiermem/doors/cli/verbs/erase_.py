"""``tiermem erase``: an entry and its words, a session or a user leave every table, for good."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_target
from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.store.contract import Erased


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("id", metavar="ID", nargs="?", help="the entry's id, as 'tiermem list' shows it")
    what.add_argument(
        "--session", metavar="ID", help="what was said in this session, and all that came of it"
    )
    what.add_argument(
        "--everything", action="store_true", help="all that is kept of the user that --user names"
    )
    add_target(parser)
    parser.add_argument("--dry-run", action="store_true", help="only show what would go")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(call: Call) -> int:
    """Erase it, and show the receipt."""
    if not (call.options.yes or call.options.dry_run):
        _ask(call, *_told(call))
    erased = _erase(call)
    if call.output.json:
        call.output.document({"erased": _data(erased), "usage": call.usage})
    else:
        _show(call, erased)
    return 0


def _erase(call: Call) -> Erased:
    options, preview = call.options, call.options.dry_run
    if options.session is not None:
        return call.memory.erase_session(options.session, options.user, preview=preview)
    if options.everything:
        return call.memory.erase_user(options.user, preview=preview)
    return call.entries.erase(call.entry().id, preview=preview)


def _told(call: Call) -> tuple[str, str]:
    """(what has to be typed, what it stands for)."""
    options = call.options
    if options.session is not None:
        call.memory.erase_session(options.session, options.user, preview=True)
        return options.session, f"Session {options.session}, and all that came of it"
    if options.everything:
        name = call.memory.reach(options.user).user.name
        return name, f"All that is kept of the user {name}"
    entry = call.entry()
    return entry.id, f"[{entry.id}] {entry.content}"


def _ask(call: Call, name: str, told: str) -> None:
    """Have the name typed once more; nothing that is piped in counts as a yes."""
    if not sys.stdin.isatty():
        raise InputError("Erasing cannot be undone. Say --yes where nobody can be asked.")
    call.output.note(told)
    what = "name" if call.options.everything else "id"
    call.output.note(f"This removes it and its words everywhere, for good. Type the {what} to erase it:")
    if sys.stdin.readline().strip() != name:
        raise InputError(f"That is not its {what}; nothing was erased.")


def _data(erased: Erased) -> dict[str, object]:
    return {
        "id": erased.name,
        "state": erased.state,
        "touched": dict(erased.touched),
        "out_of_reach": list(erased.out_of_reach),
    }


def _show(call: Call, erased: Erased) -> None:
    output = call.output
    if erased.state == "preview":
        output.text(f"Of {erased.name} this would go:")
    else:
        output.text(f"Erased {erased.name}: {erased.state}")
    if erased.state == "pending":
        output.text("Another process still reads the file: old pages of it stay until that ends.")
    for table, rows in erased.touched.items():
        output.text(f"  {table.replace('_', ' '):<15} {rows:,}")
    output.text("Out of reach:")
    for place in erased.out_of_reach:
        output.text(f"  {place}")

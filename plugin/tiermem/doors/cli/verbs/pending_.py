"""``tiermem pending``: what waits for a person's word, and giving it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.written import show_written
from tiermem.errors import InputError, UnknownEntry

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.values import Entry, Event

_DIGITS = 18
"""Of a place in the stream; SQLite takes no longer ones."""


def configure(parser: ArgumentParser) -> None:
    """The sub-verbs."""
    parser.add_argument("action", nargs="?", choices=("list", "accept", "reject", "retry"), default="list")
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="which of them to accept or reject; the number of an observation to try again",
    )


def run(call: Call) -> int:
    """List what waits, or decide on one of it."""
    options = call.options
    if options.action == "list":
        if options.id is not None:
            raise InputError("'pending list' takes no id.")
        return _list(call)
    if options.id is None:
        raise InputError(f"Which one? Say 'tiermem pending {options.action} ID'.")
    if options.action == "retry":
        return _retry(call)
    if options.action == "accept":
        return show_written(call, call.entries.accept(options.id), "Accepted")
    return show_written(call, call.entries.reject(options.id), "Rejected")


def _retry(call: Call) -> int:
    """Let an observation that was set aside wait again."""
    number = call.options.id
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        raise InputError(f"An observation has a number, as 'tiermem pending' shows it, not {number!r}.")
    call.memory.try_again(int(number), call.options.user)
    if call.output.json:
        call.output.document({"waiting": int(number)})
    else:
        call.output.text(f"Observation {int(number)} waits for the next run: 'tiermem worker --once'.")
    return 0


def _list(call: Call) -> int:
    waiting = [
        (entry, operation, reason, _target(call, entry))
        for entry, operation, reason in call.entries.pending()
    ]
    if call.output.json:
        entries = [_data(call, *one) for one in waiting]
        aside = [_set_aside(event) for event in call.memory.set_aside(call.options.user)]
        call.output.document(
            {"entries": entries, "total": len(entries), "set_aside": aside, "usage": call.usage}
        )
        return 0
    if not waiting:
        call.output.note("Nothing waits for approval.")
    for entry, operation, reason, target in waiting:
        _show(call, entry, operation, reason, target)
    for event in call.memory.set_aside(call.options.user):
        told = _set_aside(event)
        call.output.note(f"Observation {told['seq']} of {told['at'][:10]} was {told['outcome']}")
        call.output.note(f"    Once more: tiermem pending retry {told['seq']}")
    return 0


def _set_aside(event: Event) -> dict[str, Any]:
    """An observation that is not tried again, without the words that it would have stored."""
    return {"seq": event.seq, "at": event.at, "kind": event.reason, "outcome": event.outcome}


def _target(call: Call, entry: Entry) -> Entry | None:
    """The entry that a staged one is about."""
    if entry.supersedes is None:
        return None
    try:
        return call.entries.get(entry.supersedes)
    except UnknownEntry:
        return None


def _data(call: Call, entry: Entry, operation: str, reason: str, target: Entry | None) -> dict[str, Any]:
    about = None if target is None else target.as_dict()
    return call.entry_data([entry])[0] | {"operation": operation, "reason": reason, "target": about}


def _show(call: Call, entry: Entry, operation: str, reason: str, target: Entry | None) -> None:
    place = f"{entry.layer} {entry.tier}, by {entry.source}"
    call.output.text(f"[{entry.id}] {operation} ({place})")
    if target is not None:
        call.output.text(f"    now: [{target.id}] {target.content!r}")
    if operation != "remove":
        call.output.text(f"    new: {entry.content!r}")
    if reason:
        call.output.text(f"    why: {reason}")

"""Decide on what waits: ``pending`` (approval) and ``review`` (entries in doubt)."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import TYPE_CHECKING, Any

from tiermem import representations
from tiermem.doors.cli.arguments import whole_number
from tiermem.doors.cli.verbs.entries.edit import show_written, written_data
from tiermem.errors import InputError, TiermemError, UnknownEntry

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.writes.review import Doubt
    from tiermem.memory.user.profile import Rival
    from tiermem.memory.user.review import Review
    from tiermem.values import Entry


_DONE = {"remove": "Removed", "update": "Changed", "correct": "Replaced"}
"""The words for what accepting a proposed operation did."""
_DIGITS = 18
"""Digits of a place in the stream; SQLite takes no more."""


def flags_pending(parser: ArgumentParser) -> None:
    """Add the sub-verbs."""
    parser.add_argument(
        "action", nargs="?", choices=("list", "accept", "reject", "undo", "retry"), default="list"
    )
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="the change to accept or reject, the decision to undo, or the number of an observation to retry",
    )


def run_pending(call: Call) -> int:
    """List what waits, or decide on one item."""
    options = call.options
    if options.action == "list":
        if options.id is not None:
            raise InputError("'pending list' takes no id.")
        return _list_pending(call)
    if options.id is None:
        raise InputError(f"Name a change: 'tiermem pending {options.action} ID'.")
    if options.action == "retry":
        return _retry(call)
    if options.action == "undo":
        return _undo(call)
    return _decided(call)


def _decided(call: Call) -> int:
    """Accept or reject a change, and say what that did and how to undo it."""
    staged, is_accepted = call.entries.get(call.options.id), call.options.action == "accept"
    operation = next((what for one, what, _ in call.entries.pending() if one.id == staged.id), "add")
    decide = call.entries.accept if is_accepted else call.entries.reject
    written = decide(staged.id)
    done = _DONE.get(operation, "Accepted") if is_accepted else "Rejected"
    show_written(call, written, done)
    if call.output.json:
        return 0
    if is_accepted and operation == "remove":
        call.output.note(
            f"Recall leaves out where it was said, too. 'tiermem erase {written.entry.id}' deletes it for good."
        )
    call.output.text(
        call.output.dim(f"'tiermem pending undo {staged.id}' undoes it: the change waits again.")
    )
    return 0


def _undo(call: Call) -> int:
    """Undo a decision: the change waits again."""
    staged = call.entries.get(call.options.id)
    decision = call.entries.last_decision(staged.id)
    if decision is None:
        back = f"'tiermem remove {staged.id} --undo' brings it back, and " * (staged.status == "inactive")
        raise InputError(
            f"Entry {staged.id} is no change that was accepted or rejected last; it is {staged.status}. "
            f"{back}'tiermem history {staged.id}' shows what was done to it."
        )
    [written] = call.entries.undo({staged.id: decision})
    if call.output.json:
        call.output.document(written_data(call, written))
    else:
        call.output.text(f"Waits again: [{written.entry.id}] {written.entry.content!r}")
    return 0


def _retry(call: Call) -> int:
    """Put an observation that was set aside back into the queue."""
    number = call.options.id
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        raise InputError(
            f"{number!r} is not the number of an observation. 'tiermem pending' shows the numbers."
        )
    call.memory.maintenance.try_again(int(number), call.options.user)
    if call.output.json:
        call.output.document({"waiting": int(number)})
    else:
        call.output.text(f"Observation {int(number)} waits for the next run: 'tiermem worker --once'.")
    return 0


def _list_pending(call: Call) -> int:
    waiting = [
        (entry, operation, reason, _target(call, entry))
        for entry, operation, reason in call.entries.pending()
    ]
    if call.output.json:
        entries = [
            representations.pending(call.entry_data([entry])[0], operation, reason, target)
            for entry, operation, reason, target in waiting
        ]
        aside = [
            representations.observation(event) for event in call.memory.timeline.set_aside(call.options.user)
        ]
        call.output.document(
            {"entries": entries, "total": len(entries), "set_aside": aside, "usage": call.usage}
        )
        return 0
    if not waiting:
        call.output.note("Nothing waits for approval.")
    for entry, operation, reason, target in waiting:
        _show_pending(call, entry, operation, reason, target)
    if waiting:
        call.output.note("Decide with 'tiermem pending accept ID' or 'tiermem pending reject ID'.")
    for event in call.memory.timeline.set_aside(call.options.user):
        call.output.note(f"Observation {event.seq} of {event.at[:10]} was {event.outcome}")
        call.output.note(f"    Retry: tiermem pending retry {event.seq}")
    return 0


def _target(call: Call, entry: Entry) -> Entry | None:
    """Return the entry that a staged one is about."""
    if entry.supersedes is None:
        return None
    try:
        return call.entries.get(entry.supersedes)
    except UnknownEntry:
        return None


def _show_pending(call: Call, entry: Entry, operation: str, reason: str, target: Entry | None) -> None:
    place = f"{entry.layer} {entry.tier}, by {entry.source}"
    call.output.text(f"[{entry.id}] {operation} ({place})")
    if target is not None:
        call.output.text(f"    now: [{target.id}] {target.content!r}")
    if operation != "remove":
        call.output.text(f"    new: {entry.content!r}")
    if reason:
        call.output.text(f"    why: {reason}")


_LETTER = re.compile(r"\[(\w)\]")
_KEYS = "[k]eep  [r]etire  [m]erge  [s]kip  [q]uit"
_STAGED_KEYS = "[k]eep what stands  [r]eplace it  [s]kip  [q]uit"


def flags_review(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.epilog = "On a terminal each is asked about; otherwise they are listed, and the flags decide."
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--list", action="store_true", help="only list the findings")
    group.add_argument("--keep", metavar="ID", help="keep this entry (or path of the profile) as it is")
    group.add_argument(
        "--retire",
        metavar="ID",
        help="make this entry inactive; for a staged one or a path of the profile, use the new value",
    )
    group.add_argument("--merge", nargs=2, metavar=("ID", "INTO"), help="merge two entries into the second")
    parser.add_argument("--limit", type=whole_number, default=50, help="maximum number")


def run_review(call: Call) -> int:
    """List them, ask about them, or do what the flags say."""
    options = call.options
    review = call.memory.review(options.user)
    if options.keep or options.retire or options.merge:
        return _decide(call, review)
    doubts = review.doubts()[: options.limit]
    rivals = call.memory.profile(options.user).rivals()
    if call.output.json:
        call.output.document(
            {"doubts": [doubt.as_dict() for doubt in doubts], "rivals": [one.as_dict() for one in rivals]}
        )
    elif not (doubts or rivals):
        call.output.note("Nothing to review.")
    elif options.list or not (sys.stdin.isatty() and call.output.is_terminal):
        _list_review(call, doubts, rivals)
    else:
        _ask(call, review, doubts, rivals)
    return 0


def _decide(call: Call, review: Review) -> int:
    options = call.options
    done: dict[str, Any]
    if options.merge:
        done = {"merged": review.merge(*options.merge).entry.as_dict()}
    else:
        done = _settled(call) or _one_decided(options, review)
    if call.output.json:
        call.output.document(done)
    else:
        call.output.text(f"{next(iter(done)).capitalize()}.")
    return 0


def _settled(call: Call) -> dict[str, Any]:
    """Settle two values of the profile; return {} if none contradict at the path given."""
    options = call.options
    path = options.keep or options.retire
    profile = call.memory.profile(options.user)
    if all(rival.path != path for rival in profile.rivals()):
        return {}
    profile.settle(path, "value" if options.keep else "other")
    return {"kept" if options.keep else "retired": {"path": path}}


def _one_decided(options: Namespace, review: Review) -> dict[str, Any]:
    """Decide on one entry."""
    if options.keep:
        return {"kept": review.keep(options.keep).as_dict()}
    return {"retired": review.retire(options.retire).entry.as_dict()}


def _list_review(call: Call, doubts: list[Doubt], rivals: list[Rival]) -> None:
    for doubt in doubts:
        _show_review(call, doubt)
    for rival in rivals:
        _show_rival(call, rival)
    told = Counter(doubt.concern for doubt in doubts)
    counted = ", ".join(f"{number} {concern}" for concern, number in told.items())
    call.output.note(f"{counted or 'Nothing'} in the entries, {len(rivals)} contradicting in the profile.")


def _show_review(call: Call, doubt: Doubt) -> None:
    call.output.text(call.output.bold(f"{doubt.concern}: {doubt.reason}"))
    call.output.text(f"  [{doubt.entry.id}] {doubt.entry.content}")
    if doubt.other is not None:
        call.output.text(f"  [{doubt.other.id}] {doubt.other.content}")


def _show_rival(call: Call, rival: Rival) -> None:
    call.output.text(call.output.bold(f"contradicting in the profile: {rival.path}"))
    call.output.text(f"  now: {rival.value}\n  or:  {rival.other}")


def _ask(call: Call, review: Review, doubts: list[Doubt], rivals: list[Rival]) -> None:
    for doubt in doubts:
        _show_review(call, doubt)
        key = _key(call, _STAGED_KEYS if doubt.entry.status == "staged" else _KEYS)
        if key == "q":
            return
        try:
            _do(call, review, doubt, key)
        except TiermemError as error:
            call.output.error(error)
    profile = call.memory.profile(call.options.user)
    for rival in rivals:
        _show_rival(call, rival)
        key = _key(call, _STAGED_KEYS)
        if key == "q":
            return
        if key in ("k", "r"):
            profile.settle(rival.path, "value" if key == "k" else "other")


def _do(call: Call, review: Review, doubt: Doubt, key: str) -> None:
    if key == "k":
        review.keep(doubt.entry.id)
    elif key == "r":
        written = review.retire(doubt.entry.id)
        if written.entry.status == "inactive":
            call.output.note(f"Undo: tiermem remove {written.entry.id} --undo")
    elif key == "m":
        if doubt.other is None or doubt.entry.status == "staged":
            raise InputError("There is no entry to merge it with.")
        review.merge(doubt.entry.id, doubt.other.id)


def _key(call: Call, keys: str) -> str:
    """Read a key, one of those in brackets; an empty line skips, the end of the input quits."""
    possible = _LETTER.findall(keys)
    while True:
        call.output.text(call.output.dim(keys))
        line = sys.stdin.readline()
        key = line.strip().lower() or ("s" if line else "q")
        if key[:1] in possible and key in (key[0], _word(keys, key[0])):
            return key[0]
        call.output.note(f"There is no key {line.strip()[:40]!r} here: it is one of {', '.join(possible)}.")


def _word(keys: str, letter: str) -> str:
    """Return the word that a letter in brackets begins: ``retire`` of ``[r]etire``."""
    _, _, rest = keys.partition(f"[{letter}]")
    return letter + rest.split(" ", 1)[0]

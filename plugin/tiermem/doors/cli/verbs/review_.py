"""``tiermem review``: what may be stale, contradicting, duplicated or never used; one key to keep, merge or retire."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.arguments import whole_number
from tiermem.errors import InputError, TiermemError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.writes.doubts import Doubt
    from tiermem.memory.review import Review
    from tiermem.memory.user_profile import Rival

_LETTER = re.compile(r"\[(\w)\]")
_KEYS = "[k]eep  [r]etire  [m]erge  [s]kip  [q]uit"
_STAGED_KEYS = "[k]eep what stands  [r]eplace it  [s]kip  [q]uit"


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.epilog = "On a terminal each is asked about; otherwise they are listed, and the flags decide."
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--list", action="store_true", help="only list them")
    group.add_argument("--keep", metavar="ID", help="keep this entry (or path of the profile) as it is")
    group.add_argument(
        "--retire",
        metavar="ID",
        help="make this entry inactive; of a staged one, or a path of the profile, put the new one in place",
    )
    group.add_argument(
        "--merge", nargs=2, metavar=("ID", "INTO"), help="make one of two entries, of the second's id"
    )
    parser.add_argument("--limit", type=whole_number, default=50, help="this many at most")


def run(call: Call) -> int:
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
        _list(call, doubts, rivals)
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
    """What was decided of two values of the profile; nothing where none contradict at what the flag names."""
    options = call.options
    path = options.keep or options.retire
    profile = call.memory.profile(options.user)
    if all(rival.path != path for rival in profile.rivals()):
        return {}
    profile.settle(path, "value" if options.keep else "other")
    return {"kept" if options.keep else "retired": {"path": path}}


def _one_decided(options: Namespace, review: Review) -> dict[str, Any]:
    """What was decided of an entry."""
    if options.keep:
        return {"kept": review.keep(options.keep).as_dict()}
    return {"retired": review.retire(options.retire).entry.as_dict()}


def _list(call: Call, doubts: list[Doubt], rivals: list[Rival]) -> None:
    for doubt in doubts:
        _show(call, doubt)
    for rival in rivals:
        _show_rival(call, rival)
    told = Counter(doubt.concern for doubt in doubts)
    counted = ", ".join(f"{number} {concern}" for concern, number in told.items())
    call.output.note(f"{counted or 'Nothing'} in the entries, {len(rivals)} contradicting in the profile.")


def _show(call: Call, doubt: Doubt) -> None:
    call.output.text(call.output.bold(f"{doubt.concern}: {doubt.reason}"))
    call.output.text(f"  [{doubt.entry.id}] {doubt.entry.content}")
    if doubt.other is not None:
        call.output.text(f"  [{doubt.other.id}] {doubt.other.content}")


def _show_rival(call: Call, rival: Rival) -> None:
    call.output.text(call.output.bold(f"contradicting in the profile: {rival.path}"))
    call.output.text(f"  now: {rival.value}\n  or:  {rival.other}")


def _ask(call: Call, review: Review, doubts: list[Doubt], rivals: list[Rival]) -> None:
    for doubt in doubts:
        _show(call, doubt)
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
            raise InputError("There is nothing to merge it with.")
        review.merge(doubt.entry.id, doubt.other.id)


def _key(call: Call, keys: str) -> str:
    """The key that was pressed, one of those in brackets: an empty line skips, and the end of the input quits."""
    possible = _LETTER.findall(keys)
    while True:
        call.output.text(call.output.dim(keys))
        line = sys.stdin.readline()
        key = line.strip().lower() or ("s" if line else "q")
        if key[:1] in possible and key in (key[0], _word(keys, key[0])):
            return key[0]
        call.output.note(f"There is no key {line.strip()[:40]!r} here: it is one of {', '.join(possible)}.")


def _word(keys: str, letter: str) -> str:
    """The word that a letter in brackets begins: ``retire`` of ``[r]etire``."""
    _, _, rest = keys.partition(f"[{letter}]")
    return letter + rest.split(" ", 1)[0]

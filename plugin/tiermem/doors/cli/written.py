"""How a write is reported."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.writes.commit import Written


def show_written(call: Call, written: Written, done: str, *, unchanged: str = "Already there") -> int:
    """Print what became of a write: ``{"entry", "usage"}``, or a line for people. Gives exit status 0.

    Args:
        call: The call that wrote.
        written: What became of it.
        done: What was done, in a word or two: ``Stored``.
        unchanged: What to say when nothing had to be done.
    """
    if call.output.json:
        call.output.document(written_data(call, written))
        return 0
    entry, before = written.entry, written.before
    if written.staged:
        done = "Waits for approval"
    elif written.duplicate:
        done = unchanged
    call.output.text(f"{done}: [{entry.id}] {entry.content!r}")
    if written.duplicate and not written.staged:
        _show_left_out(call, written)
    if before is not None and before.content != entry.content:
        call.output.text(f"Before: [{before.id}] {before.content!r}")
    show_block_usage(call, written)
    return 0


def _show_left_out(call: Call, written: Written) -> None:
    """Which of the labels that were said an entry that was there already does not have."""
    options, entry = call.options, written.entry
    for name in ("category", "subject"):
        said, stored = getattr(options, name, None), getattr(entry, name)
        if said and said != stored:
            kept = f"stays {stored!r}" if stored else "stays empty"
            call.output.note(
                f"Its {name} {kept}. To change it: tiermem edit {entry.id} --{name} {shlex.quote(said)}"
            )
    missing = [tag for tag in getattr(options, "tag", ()) if tag not in entry.tags]
    if missing:
        flags = " ".join(f"--tag {shlex.quote(tag)}" for tag in (*entry.tags, *missing))
        call.output.note(f"Its tags stay as they are. To change them: tiermem edit {entry.id} {flags}")


def written_data(call: Call, written: Written) -> dict[str, Any]:
    """A write as plain data; an update's and a correction's with ``old`` and ``new``."""
    data: dict[str, Any] = {"entry": call.entry_data([written.entry])[0], "usage": call.usage}
    if written.before is not None and written.before.content != written.entry.content:
        data |= {"old": written.before.content, "new": written.entry.content}
    flags = {"duplicate": written.duplicate, "staged": written.staged}
    return data | {name: True for name, is_so in flags.items() if is_so}


def show_block_usage(call: Call, written: Written) -> None:
    """How full the block is that was written to."""
    entry = written.entry
    if entry.layer == "L0" and not written.staged:
        used = call.entries.usage()[entry.tier]
        call.output.text(call.output.dim(f"{entry.tier} block: {used}"))

"""How a write is reported."""

from __future__ import annotations

from tiermem.doors.cli.call import Call
from tiermem.engine.committing import Written


def show_written(call: Call, written: Written, done: str) -> int:
    """Print what became of a write: ``{"entry", "usage"}``, or a line for people. Gives exit status 0."""
    if call.output.json:
        data = {"entry": call.entry_data([written.entry])[0], "usage": call.usage}
        if written.before is not None:
            data |= {"old": written.before.content, "new": written.entry.content}
        flags = {"duplicate": written.duplicate, "staged": written.staged}
        call.output.document(data | {name: True for name, is_so in flags.items() if is_so})
        return 0
    entry = written.entry
    if written.staged:
        done = "Waits for approval"
    elif written.duplicate:
        done = "Already there"
    call.output.text(f"{done}: [{entry.id}] {entry.content!r}")
    if entry.layer == "L0" and entry.status == "active":
        used = call.entries.usage()[entry.tier]
        call.output.text(call.output.dim(f"{entry.tier} block: {used}"))
    return 0

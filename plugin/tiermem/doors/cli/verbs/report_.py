"""``tiermem report``: what was done in a period, from the archive: session summaries and completed tasks."""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import groupby
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import said_time
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.values import Entry

_NAMES = {"task_archive": "task", "session_summary": "session"}


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument(
        "--since", metavar="TIME", default="last week", help="a date, or words: monday, 'last week', may 2026"
    )
    parser.add_argument("--until", metavar="TIME", help="before this time; the present by default")
    parser.add_argument(
        "--kind", choices=sorted(_NAMES.values()), help="only completed tasks, or only session summaries"
    )


def run(call: Call) -> int:
    """Show it, by day."""
    options = call.options
    names = {name: kind for kind, name in _NAMES.items()}
    since, until = said_time(options.since, "--since"), said_time(options.until, "--until")
    found, total = call.entries.list(
        EntryFilter(
            layers=("L2",),
            since=since,
            until=until,
            project_id=options.project,
            task_id=options.task,
            context_type=names.get(options.kind),
        )
    )
    found.sort(key=lambda entry: (entry.updated_at, entry.id))
    if call.output.json:
        call.output.document(
            {"since": since, "until": until, "entries": call.entry_data(found), "total": total}
        )
    elif not found:
        call.output.note(f"Nothing is in the archive since {(since or '')[:10]}.")
    else:
        for day, entries in groupby(found, key=lambda entry: entry.updated_at[:10]):
            call.output.text(call.output.bold(day))
            for entry in entries:
                call.output.text(_told(entry))
            call.output.text()
    return 0


def _told(entry: Entry) -> str:
    kind = _NAMES.get(entry.context_type or "", entry.context_type or "entry")
    labels = [label for label in (entry.project_id, entry.task_id) if label]
    of = f" ({', '.join(labels)})" if labels else ""
    content = entry.content.replace("\n", "\n    ")
    return f"  [{entry.id}] {kind}{of}\n    {content}"

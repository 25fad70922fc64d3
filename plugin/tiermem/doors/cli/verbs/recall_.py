"""``tiermem recall TEXT``: what a prompt recalls, exactly as the model gets it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_connections, add_labels, connections, labels, said_time
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("text", help="the user's message; - reads it from standard input")
    group = parser.add_argument_group("narrowed to entries")
    add_labels(group)
    group.add_argument("--since", metavar="TIME", help="with turns: of this time (UTC) or later")
    group.add_argument("--until", metavar="DATE", help="with turns: of before this date (UTC)")
    add_connections(parser, unless_named="none")


def run(call: Call) -> int:
    """Recall, and keep the receipt."""
    options = call.options
    call.memory.warm_up()
    recalled = call.memory.recall(
        call.text_argument(options.text),
        user=options.user,
        project=options.project,
        task=options.task,
        connections=connections(options),
        where=EntryFilter(
            since=said_time(options.since, "--since"),
            until=said_time(options.until, "--until"),
            **labels(options),
        ),
    )
    if call.output.json:
        call.output.document(
            {
                "context": recalled.context,
                "passages": [passage.as_dict() for passage in recalled.passages],
                "receipt": recalled.receipt.as_dict(),
            }
        )
    elif recalled.context:
        call.output.text(recalled.context)
    else:
        call.output.note(_why_nothing(call, recalled.receipt.notes))
    return 0


def _why_nothing(call: Call, notes: tuple[str, ...]) -> str:
    if not call.memory.settings.recall.enabled:
        return "Nothing: recall is switched off for this agent."
    return f"Nothing to recall. ({'; '.join(notes)})" if notes else "Nothing to recall."

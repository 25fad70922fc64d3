"""``tiermem recall TEXT``: what a prompt recalls, exactly as the model gets it."""

from __future__ import annotations

from argparse import ArgumentParser

from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("text", help="the user's message; - reads it from standard input")
    parser.add_argument(
        "--connection",
        action="append",
        default=[],
        help="only of this connection or of none; may be given again",
    )


def run(call: Call) -> int:
    """Recall, and keep the receipt."""
    options = call.options
    recalled = call.memory.recall(
        call.text_argument(options.text),
        user=options.user,
        project=options.project,
        task=options.task,
        connections=options.connection,
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

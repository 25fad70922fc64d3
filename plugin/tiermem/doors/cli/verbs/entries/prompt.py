"""Show what the model sees and why: ``blocks``, ``recall`` and ``why``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tiermem import representations
from tiermem.doors.cli.arguments import (
    add_connections,
    add_labels,
    connections,
    labels,
    time_argument,
    whole_number,
)
from tiermem.doors.cli.output import minute
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.prompt.explanation import BlockLine, Explanation


def flags_blocks(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--why", action="store_true", help="explain each line, and list what was left out")


def run_blocks(call: Call) -> int:
    """Show the blocks, or the reasons for their lines."""
    options = call.options
    preview = call.memory.preview(options.user, project=options.project, task=options.task)
    if options.why:
        return _explain(call, preview.view.explain())
    prompt = preview.system_prompt
    if call.output.json:
        call.output.document({"system_prompt": prompt, "blocks": preview.frozen_blocks})
        return 0
    if prompt:
        call.output.text(prompt)
    if not preview.frozen_blocks:
        call.note_none("No blocks." if prompt else "The system prompt is empty.")
    return 0


def _explain(call: Call, explanation: Explanation) -> int:
    output = call.output
    if output.json:
        output.document(explanation.as_dict())
        return 0
    if not explanation.lines:
        output.note("The blocks are empty.")
    for name, lines in groupby(explanation.lines, key=lambda line: line.block):
        output.text(output.bold(f"Block {name}"))
        _reasons(call, list(lines))
    if explanation.left_out:
        output.text(output.bold("Left out"))
        _reasons(call, explanation.left_out)
        output.note("'tiermem pin ID' puts a line first, 'tiermem hide ID' takes it out; --undo undoes both.")
    return 0


def _reasons(call: Call, lines: Sequence[BlockLine]) -> None:
    call.output.table(
        ("Id", "Why", "Kind", "Of", "Said", "Confirmed", "Line"),
        [
            (
                line.id or "",
                line.why,
                line.kind or "",
                line.source or "",
                (line.said or "")[:10],
                str(line.confirmed or ""),
                line.text,
            )
            for line in lines
        ],
    )
    call.output.text()


def flags_recall(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("text", help="the user's message; - reads it from standard input")
    group = parser.add_argument_group("only entries")
    add_labels(group)
    group.add_argument("--since", metavar="TIME", help="only entries and turns at or after this time (UTC)")
    group.add_argument("--until", metavar="DATE", help="only entries and turns before this date (UTC)")
    add_connections(parser, unless_named="none")


def run_recall(call: Call) -> int:
    """Recall, and keep the receipt."""
    options = call.options
    call.memory.maintenance.warm_up()
    recalled = call.memory.recall(
        call.text_argument(options.text),
        user=options.user,
        project=options.project,
        task=options.task,
        connections=connections(options),
        where=EntryFilter(
            since=time_argument(options.since, "--since"),
            until=time_argument(options.until, "--until"),
            **labels(options),
        ),
    )
    if call.output.json:
        call.output.document(representations.recall(recalled.context, recalled.passages, recalled.receipt))
    elif recalled.context:
        call.output.text(recalled.context)
    else:
        call.note_none(_why_nothing(call, recalled.receipt.notes))
    return 0


def _why_nothing(call: Call, notes: tuple[str, ...]) -> str:
    if not call.memory.settings.recall.enabled:
        return "Nothing: recall is switched off for this agent."
    return f"Nothing to recall. ({'; '.join(notes)})" if notes else "Nothing to recall."


def flags_why(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--session", metavar="ID", help="only of this session")
    parser.add_argument(
        "--last", metavar="N", type=whole_number, default=1, help="number of receipts, newest first"
    )


def run_why(call: Call) -> int:
    """Show the receipts."""
    options = call.options
    receipts = call.memory.timeline.receipts(options.user, session_id=options.session, limit=options.last)
    if call.output.json:
        call.output.document({"receipts": receipts})
        return 0
    if not receipts:
        of = f" of session {options.session!r}" if options.session else ""
        call.output.note(f"There is no receipt of a recall{of} yet.")
    for receipt in receipts:
        _show(call, receipt)
    return 0


def _show(call: Call, receipt: dict[str, Any]) -> None:
    output = call.output
    session = f", session {receipt['session_id']}" if receipt["session_id"] else ""
    output.text(output.bold(f"Receipt {receipt['id']} of {minute(receipt['at'])} UTC{session}"))
    output.text(f"Query: {receipt['query']}")
    output.text(f"Terms: {', '.join(receipt['terms']) or 'none'}")
    output.text(f"Took {receipt['took_ms']:,} ms")
    if injected := receipt.get("injected"):
        output.text(
            f"Given to the model: {', '.join(f'{part} {chars:,}' for part, chars in injected.items())}"
        )
    for note in receipt["notes"]:
        output.text(f"Note: {note}")
    rendered = receipt["rendered"]
    output.text(f"\nShown: {len(rendered)}")
    output.table(
        ("Score", "Passage", "Layer", "Of", "By", "Parts of the score"),
        [
            (
                f"{passage['score']:.3f}",
                passage["ref"],
                passage["layer"] or "turn",
                passage["at"][:10],
                passage["label"],
                ", ".join(f"{name} {value:g}" for name, value in passage["parts"].items()),
            )
            for passage in rendered
        ],
    )
    if receipt["dropped"]:
        output.text(f"\nDropped: {len(receipt['dropped'])}")
    output.table(
        ("Score", "Passage", "Why"),
        [(f"{one['score']:.3f}", one["ref"], one["why"]) for one in receipt["dropped"]],
    )
    output.text()

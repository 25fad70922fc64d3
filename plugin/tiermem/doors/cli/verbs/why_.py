"""``tiermem why``: what the last recalls found, scored, showed and dropped."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.arguments import whole_number
from tiermem.doors.cli.output import minute

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("--session", metavar="ID", help="of this session only")
    parser.add_argument(
        "--last", metavar="N", type=whole_number, default=1, help="this many, the newest first"
    )


def run(call: Call) -> int:
    """Show the receipts."""
    options = call.options
    receipts = call.memory.receipts(options.user, session_id=options.session, limit=options.last)
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

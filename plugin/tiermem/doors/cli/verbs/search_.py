"""``tiermem search WORDS``: entries by their words, and with ``--archive`` what was said."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_filters, entry_filter
from tiermem.doors.cli.output import minute

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.memory.entries import Matches
    from tiermem.values import Layer


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("query", metavar="WORDS", help="words to look for; nothing in them is syntax")
    parser.add_argument(
        "--archive", action="store_true", help="also search the archive (L2) and the journal's turns"
    )
    add_filters(parser, limit=20)


def run(call: Call) -> int:
    """Search."""
    options = call.options
    where = entry_filter(options)
    default: tuple[Layer, ...] = ("L0", "L1", "L2") if options.archive else ("L0", "L1")
    matches = call.entries.search(
        call.text_argument(options.query),
        layers=where.layers or default,
        turns=options.archive,
        where=where,
        limit=options.limit,
        offset=options.offset,
    )
    if call.output.json:
        call.output.document(_data(call, matches))
    else:
        _show(call, matches)
    return 0


def _data(call: Call, matches: Matches) -> dict[str, object]:
    data = {"entries": call.entry_data(matches.entries), "total": matches.total, "usage": call.usage}
    turns = [{"ref": turn.ref, "at": turn.at, "who": turn.label, "text": turn.text} for turn in matches.turns]
    return data | ({"turns": turns} if call.options.archive else {})


def _show(call: Call, matches: Matches) -> None:
    output = call.output
    if not (matches.entries or matches.turns):
        output.note("Nothing found.")
    output.table(
        ("Id", "Layer", "Tier", "Changed (UTC)", "Entry"),
        [
            (
                entry.id,
                entry.layer,
                entry.tier,
                minute(entry.updated_at),
                _content(entry.status, entry.content),
            )
            for entry in matches.entries
        ],
    )
    if len(matches.entries) < matches.total:
        output.note(
            f"{len(matches.entries):,} of {matches.total:,} entries; --limit and --offset show others."
        )
    if matches.entries and matches.turns:
        output.text()
    output.table(
        ("Turn", "Said (UTC)", "Who", "Words"),
        [(turn.ref, minute(turn.at), turn.label, turn.text) for turn in matches.turns],
    )


def _content(status: str, content: str) -> str:
    return content if status == "active" else f"({status}) {content}"

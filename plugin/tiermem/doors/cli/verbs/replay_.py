"""``tiermem replay FILE``: feed conversations of the past through the whole life cycle, at their own dates."""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import whole_number
from tiermem.transfer.replaying import replay
from tiermem.transfer.transcripts import LAYOUTS, read_transcripts
from tiermem.values import utc_now

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.transfer.replaying import ReplayReport

MISTAKE = 2


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    layouts = "; ".join(layout.name for layout in LAYOUTS)
    parser.description = (
        "Feed conversations through the whole life cycle, at their own dates. "
        "What is there already is left alone. --user names whose they are where the file does not say it."
    )
    parser.add_argument("file", metavar="FILE", help=f"of one of these layouts: {layouts}")
    parser.add_argument("--limit", metavar="N", type=whole_number, help="only the first N conversations")


def run(call: Call) -> int:
    """Play them."""
    options, output = call.options, call.output
    transcripts = read_transcripts(Path(options.file), now=utc_now())
    totals = [number for number in (transcripts.total, options.limit) if number is not None]
    report = replay(
        call.memory,
        islice(transcripts, options.limit),
        lambda done: output.progress(done, min(totals, default=None), "conversations replayed"),
        user=options.user,
    )
    if output.json:
        output.document(report.as_dict())
    else:
        _show(call, report)
    if report.failure is None:
        return 0
    if not output.json:
        output.error(report.failure)
    return MISTAKE


def _show(call: Call, report: ReplayReport) -> None:
    output = call.output
    output.text(
        f"Replayed {_number(report.sessions, 'conversation')} with {_number(report.turns, 'turn')} "
        f"of {_number(len(report.users), 'user')}."
    )
    if report.known:
        output.text(f"{_number(report.known, 'conversation')} were there already.")
    if report.observations:
        outcomes = ", ".join(f"{number:,} {outcome}" for outcome, number in report.observations.items())
        output.text(f"Gap-fill noticed {sum(report.observations.values()):,} statements: {outcomes}.")
    if report.users:
        shown = ", ".join(report.users[:3]) + (", …" if len(report.users) > 3 else "")
        output.text(
            output.dim(f"'tiermem recall TEXT --user NAME' shows what a prompt recalls now ({shown}).")
        )


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")

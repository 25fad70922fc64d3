"""``tiermem worker``: process what waits and make profiles, at an interval, until it is told to end."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.staying import told_to_end
from tiermem.errors import StoreError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.learning.worker import Worked

_LONGEST_S = 86_400
_LONGEST_PAUSE_S = 3_600
"""Seconds to which the pause grows, doubled each time, while something still waits: a model that answers wrongly costs
each time it is asked."""


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("--once", action="store_true", help="do what waits now, and end")
    parser.add_argument(
        "--interval",
        type=_seconds,
        metavar="S",
        help="seconds between two looks; consolidation.interval_s of the YAML by default",
    )


def run(call: Call) -> int:
    """Work until SIGTERM or SIGINT, between batches: exit status 1 with ``--once`` when something still waits."""
    options, memory = call.options, call.memory
    interval = options.interval or memory.settings.consolidation.interval_s
    pause = interval
    with told_to_end() as ended:
        while True:
            worked = _worked(call, ended.is_set)
            memory.release()
            if options.once:
                return 1 if worked is None or worked.problems else 0
            waits = worked is None or worked.problems
            pause = min(2 * pause, max(_LONGEST_PAUSE_S, interval)) if waits else interval
            if ended.wait(pause):
                return 0


def _worked(call: Call, stop: Callable[[], bool]) -> Worked | None:
    """What was done; None where the store could not be used: a worker that goes on looks again."""
    options, began = call.options, time.perf_counter()
    try:
        worked = call.memory.work(
            options.user,
            everyone=options.user is None,
            trigger="worker",
            progress=lambda done, total: call.output.progress(done, total, "observations"),
            stop=stop,
        )
    except StoreError as error:
        if options.once:
            raise
        call.output.note(f"Waits: {error}")
        return None
    if options.once or not worked.is_nothing:
        _tell(call, worked.as_dict() | {"seconds": round(time.perf_counter() - began, 2)})
    return worked


def _tell(call: Call, told: dict[str, Any]) -> None:
    """A run's line, of JSON where that is wanted; the records of runs in the store say more."""
    if call.output.json:
        call.output.text(json.dumps(told, ensure_ascii=False))
        call.output.flush()
        return
    users = f"{told['users']:,} {'user' if told['users'] == 1 else 'users'}"
    call.output.text(
        f"{users}: {told['processed']:,} observations processed, {told['consolidated']:,} put into profiles, "
        f"{told['proposed']:,} lines proposed, {told['sessions']:,} sessions read, in {told['seconds']:g} s"
    )
    for problem in told["problems"]:
        call.output.note(f"Waits: {problem}")
    call.output.flush()


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no number of seconds") from None
    if not 0 < seconds <= _LONGEST_S:
        raise ArgumentTypeError(f"the interval is from 0 to {_LONGEST_S:,} seconds, not {text}")
    return seconds

"""``tiermem serve``: stay, and answer command hooks, which are then as fast as a process can start."""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.doors.cli.staying import told_to_end
from tiermem.doors.hook_client.asking import socket_path
from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call

_LOOK_S = 1.0
"""Seconds between two looks at whether it was quiet for long enough."""
_LONGEST_MINUTES = 100_000


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--idle", type=_minutes, metavar="MINUTES", help="end after so many without a call")
    group.add_argument(
        "--stop", action="store_true", help="end the one that runs, and wait until it has ended"
    )


def run(call: Call) -> int:
    """Answer until SIGTERM, SIGINT or ``--stop``, until nobody asked for a while, or another version was installed."""
    if sys.platform == "win32":
        raise InputError(
            "A resident process needs sockets that Windows does not have here. Hooks work without."
        )
    path = Path(socket_path())
    if call.options.stop:
        return _stop(call, path)
    from tiermem.doors.resident.server import Resident

    idle = call.options.idle
    with told_to_end() as ended, Resident(path) as resident:
        thread = threading.Thread(target=resident.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        call.output.note(f"Listening on {resident.path}.")
        while not ended.wait(_LOOK_S):
            if resident.is_told_to_end or resident.is_outdated:
                break
            if idle is not None and resident.quiet_s() > idle * 60:
                break
        resident.shutdown()
        thread.join()
    return 0


def _stop(call: Call, path: Path) -> int:
    """End the resident process on a socket; where none runs there is nothing to do."""
    from tiermem.doors.resident.stopping import stop

    stopped = stop(path)
    if call.output.json:
        call.output.document({"stopped": stopped, "socket": str(path)})
    elif stopped:
        call.output.text(f"Stopped the resident process on {path}.")
    else:
        call.output.note(f"No resident process listens on {path}.")
    return 0


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no number of minutes") from None
    if not 0 < minutes <= _LONGEST_MINUTES:
        raise ArgumentTypeError(f"it is from 0 to {_LONGEST_MINUTES:,} minutes, not {text}")
    return minutes

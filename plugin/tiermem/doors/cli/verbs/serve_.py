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
    parser.add_argument("--idle", type=_minutes, metavar="MINUTES", help="end after so many without a call")


def run(call: Call) -> int:
    """Answer until SIGTERM or SIGINT, until nobody asked for a while, or until another version was installed."""
    if sys.platform == "win32":
        raise InputError(
            "A resident process needs sockets that Windows does not have here. Hooks work without."
        )
    from tiermem.doors.resident.server import Resident

    idle = call.options.idle
    with told_to_end() as ended, Resident(Path(socket_path())) as resident:
        thread = threading.Thread(target=resident.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        call.output.note(f"Listening on {resident.path}.")
        while not ended.wait(_LOOK_S):
            if resident.is_outdated or (idle is not None and resident.quiet_s() > idle * 60):
                break
        resident.shutdown()
        thread.join()
    return 0


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no number of minutes") from None
    if not 0 < minutes <= _LONGEST_MINUTES:
        raise ArgumentTypeError(f"it is from 0 to {_LONGEST_MINUTES:,} minutes, not {text}")
    return minutes

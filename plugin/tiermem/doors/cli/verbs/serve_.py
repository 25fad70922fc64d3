"""``tiermem serve``: run the hook server."""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.doors.cli.staying import told_to_end
from tiermem.doors.hook_client.resident_client import socket_path
from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call

_LOOK_S = 1.0
"""Seconds between two looks at whether to end."""
_LONGEST_MINUTES = 100_000


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--idle", type=_minutes, metavar="MINUTES", help="end after so many without a call")
    group.add_argument("--stop", action="store_true", help="end the running one and wait until it has ended")
    group.add_argument("--status", action="store_true", help="show whether one runs, and since when")


def run(call: Call) -> int:
    """Answer hooks until told to end, idle, outdated or cut off."""
    if sys.platform == "win32":
        raise InputError(
            "A resident process needs Unix sockets, which Windows lacks here. Hooks work without one."
        )
    path = Path(socket_path())
    if call.options.stop:
        return _stop(call, path)
    if call.options.status:
        return _status(call, path)
    from tiermem.doors.resident.server import Resident

    idle_s = None if call.options.idle is None else call.options.idle * 60
    with told_to_end() as ended, Resident(path) as resident:
        thread = threading.Thread(target=resident.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        call.output.note(f"Listening on {resident.path}.")
        while not (ended.wait(_LOOK_S) or resident.is_over(idle_s)):
            pass
        resident.shutdown()
        thread.join()
    return 0


def _stop(call: Call, path: Path) -> int:
    from tiermem.doors.resident.control import stop

    stopped = stop(path)
    if call.output.json:
        call.output.document({"stopped": stopped, "socket": str(path)})
    elif stopped:
        call.output.text(f"Stopped the resident process on {path}.")
    else:
        call.output.note(f"No resident process listens on {path}.")
    return 0


def _status(call: Call, path: Path) -> int:
    from tiermem.doors.resident.control import status

    state = status(path)
    if call.output.json:
        call.output.document({"running": state is not None, "socket": str(path)} | (state or {}))
    elif state is None:
        call.output.note(f"No resident process listens on {path}. The next hook starts one.")
    else:
        call.output.text(
            f"Process {state['pid']}, tiermem {state['version']}, listens on {path}: up {state['up_s']:,.0f} s, "
            f"last call {state['quiet_s']:,.0f} s ago, {state['memories']} memories open, {state['peak_mb']:,} MB."
        )
    return 0


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a number of minutes") from None
    if not 0 < minutes <= _LONGEST_MINUTES:
        raise ArgumentTypeError(f"expected up to {_LONGEST_MINUTES:,} minutes, got {text}")
    return minutes

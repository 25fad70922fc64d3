"""``tiermem hook --host NAME``: what a host's command hook calls. It never fails: what goes wrong is on stderr."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from tiermem.doors.hook.background import start_resident
from tiermem.doors.hook.options import Options
from tiermem.doors.hook.respond import error_line, respond
from tiermem.hosts.codecs import HOSTS

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from tiermem.doors.cli.call import Call

_LOG = logging.getLogger("tiermem")


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("--host", required=True, choices=HOSTS, help="whose language it is")
    parser.add_argument("--event", metavar="NAME", help="the host's event, where its input does not name it")
    parser.add_argument(
        "--flush", metavar="SESSION", help="end this session now, instead of reading an event"
    )
    parser.add_argument(
        "--resident",
        metavar="MINUTES",
        help="start 'tiermem serve' unless it runs; it ends after so many idle minutes",
    )


def run(call: Call) -> int:
    """Answer one event; exit 0 and say nothing where anything goes wrong, because the host must go on."""
    try:
        given = vars(call.options)
        options = Options(**{name: given[name] for name in Options._fields if name in given})
        data = b"" if options.flush is not None else sys.stdin.buffer.read()
        out = respond(options, data, lambda: call.memory)
        call.output.data(out.encode("ascii"))
        if options.resident not in (None, "0") and options.flush is None:
            call.output.flush()
            start_resident(options.resident)
    except Exception as error:  # noqa: BLE001 whatever it is, the host goes on
        _LOG.debug("hook of %s", call.options.host, exc_info=True)
        sys.stderr.write(error_line(error))
    return 0

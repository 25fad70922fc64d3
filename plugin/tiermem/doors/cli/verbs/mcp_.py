"""``tiermem mcp``: the tools over the Model Context Protocol, on standard input and output."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.mcp import serve

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("--session", metavar="ID", help="go on with this session instead of a new one")
    parser.add_argument(
        "--connection", metavar="NAME", action="append", default=[], help="an active connection"
    )


def run(call: Call) -> int:
    """Serve until the client leaves; then the session ends."""
    options = call.options
    with call.memory.session(
        options.session,
        user=options.user,
        project=options.project,
        task=options.task,
        connections=options.connection,
    ) as session:
        serve(call.memory, session, call.output.stdout)
    return 0

"""``tiermem hook --host NAME``: what a host's command hook calls. It never fails: what goes wrong is on stderr."""

from __future__ import annotations

import json
import logging
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors import hook
from tiermem.hosts.codecs import HOSTS, HostCall, codec

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call

_LOG = logging.getLogger("tiermem")


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("--host", required=True, choices=HOSTS, help="whose language it is")
    parser.add_argument("--event", metavar="NAME", help="the host's event, where its input does not name it")
    parser.add_argument(
        "--flush", metavar="SESSION", help="end this session now, instead of reading an event"
    )


def run(call: Call) -> int:
    """Answer one event; exit 0 and say nothing where anything goes wrong, because the host must go on."""
    try:
        _answer(call)
    except Exception as error:  # noqa: BLE001 whatever it is, the host goes on
        _LOG.debug("hook of %s", call.options.host, exc_info=True)
        call.output.note(f"tiermem: {type(error).__name__}: {error}")
    return 0


def _answer(call: Call) -> None:
    options = call.options
    if options.flush is not None:
        with call.memory.session(options.flush, user=options.user, project=options.project):
            return
    said = codec(options.host).parse(options.event, hook.read(sys.stdin.read()))
    if said is None:
        return
    if said.moment == "end":
        hook.flush_later(_flushing(call, said))
        return
    session = call.memory.session(
        said.session_id, user=options.user, project=options.project, task=options.task
    )
    answer = hook.answer(said, session, options.host)
    if answer is not None:
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")


def _flushing(call: Call, said: HostCall) -> list[str]:
    """The command that ends the session, on the same memory."""
    options = call.options
    named = [
        part
        for name in ("config", "agent", "store", "user", "project")
        if (value := getattr(options, name)) is not None
        for part in (f"--{name}", value)
    ]
    return ["hook", "--host", options.host, "--flush", said.session_id, *named]

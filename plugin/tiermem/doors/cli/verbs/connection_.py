"""``tiermem connection``: what is known of connections to tools, and forgetting it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError, StoreError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The sub-verbs."""
    parser.add_argument("action", nargs="?", choices=("list", "show", "forget"), default="list")
    parser.add_argument("what", nargs="?", metavar="NAME", help="the host's name of the connection")


def run(call: Call) -> int:
    """Do it."""
    options = call.options
    context = call.memory.context(options.user)
    if "connections" in context["unavailable"]:
        raise StoreError(context["unavailable"]["connections"])
    known = context["connections"]
    if options.action == "list":
        if options.what is not None:
            raise InputError("'connection list' takes no name.")
        return _list(call, known)
    if options.what is None:
        raise InputError(f"Which one? Say 'tiermem connection {options.action} NAME'.")
    if options.what not in known:
        raise InputError(
            f"Nothing is known of a connection {options.what!r}. There are: {', '.join(known) or 'none'}."
        )
    if options.action == "forget":
        call.memory.forget_connection(options.what, options.user)
    shown = {"connection": options.what} | known[options.what]
    if call.output.json:
        call.output.document(shown)
    else:
        said = "Forgotten: " if options.action == "forget" else ""
        call.output.text(f"{said}{json.dumps(shown, ensure_ascii=False, indent=2)}")
    return 0


def _list(call: Call, known: dict[str, Any]) -> int:
    if call.output.json:
        call.output.document({"connections": known})
    elif not known:
        call.output.note("Nothing is known of any connection.")
    else:
        call.output.table(
            ("Connection", "Cached", "Learned"),
            [
                (
                    name,
                    "yes" if one["context"] is not None else "no",
                    json.dumps(one["learned"], ensure_ascii=False),
                )
                for name, one in known.items()
            ],
        )
    return 0

"""Make, list and revoke the access tokens of the HTTP server: ``token``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.doors.cli.output import minute
from tiermem.errors import InputError

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from tiermem.doors.cli.call import Call

_ACTIONS = ("add", "list", "revoke")


def flags_token(parser: ArgumentParser) -> None:
    """Add the sub-verbs."""
    parser.epilog = "token add --user NAME | --admin [--days N] [--label TEXT] · list · revoke ID"
    parser.add_argument("action", nargs="?", choices=_ACTIONS, default="list")
    parser.add_argument("id", nargs="?", metavar="ID", help="with revoke: the id that 'token list' shows")
    parser.add_argument(
        "--admin",
        action="store_true",
        help="with add: open what is remembered of every user, not of --user alone",
    )
    parser.add_argument(
        "--days", type=int, metavar="N", help="with add: days until it expires (default: never)"
    )
    parser.add_argument("--label", default="", metavar="TEXT", help="with add: a note to recognise it by")


def run_token(call: Call) -> int:
    """Do what the sub-verb says."""
    options = call.options
    if (options.id is not None) != (options.action == "revoke"):
        raise InputError("'token revoke' takes an id; 'token add' and 'token list' take none.")
    return {"add": _add, "list": _list, "revoke": _revoke}[options.action](call)


def _add(call: Call) -> int:
    options = call.options
    if options.admin == (options.user is not None):
        raise InputError(
            "Name the user of the token with --user (or TIERMEM_USER), or make one for all users with --admin alone."
        )
    text, token = call.memory.tokens.add(options.user, label=options.label, days=options.days)
    if call.output.json:
        call.output.document({"token": text, **token.as_dict()})
        return 0
    call.output.text(text)
    call.output.note(f"It is shown only now. Send it as 'Authorization: Bearer {text[:8]}…'. Revoke it with")
    call.output.note(f"'tiermem token revoke {token.id}'.")
    return 0


def _list(call: Call) -> int:
    found = call.memory.tokens.list()
    if call.output.json:
        call.output.document({"tokens": [one.as_dict() for one in found]})
    elif found:
        rows = [
            (
                one.id,
                "everybody" if one.user is None else one.user,
                minute(one.created_at),
                minute(one.expires_at) if one.expires_at else "never",
                one.label,
            )
            for one in found
        ]
        call.output.table(("Id", "User", "Made", "Expires", "Label"), rows)
    else:
        call.output.note("There are no tokens. 'tiermem token add --user NAME' makes one.")
    return 0


def _revoke(call: Call) -> int:
    call.memory.tokens.revoke(call.options.id)
    if call.output.json:
        call.output.document({"revoked": call.options.id})
    else:
        call.output.text(f"Revoked {call.options.id}.")
    return 0

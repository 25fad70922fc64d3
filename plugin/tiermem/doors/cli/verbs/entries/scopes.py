"""Show and arrange the owners of entries: ``scope list``, ``create``, ``grant`` and ``move``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from tiermem.doors.cli.call import Call
    from tiermem.values import OwnedScope

_ACTIONS = ("list", "create", "grant", "move")
_TAKES = {"list": 0, "create": 1, "grant": 2, "move": 2}


def flags_scope(parser: ArgumentParser) -> None:
    """Add the sub-verbs."""
    parser.epilog = (
        "scope list · create HOUSE [--in HOUSE] · grant SCOPE READER [--undo] · move ID SCOPE · move HOUSE HOUSE|out\n"
        "A scope is house:NAME, agent:NAME or user:NAME; one of another house is agent:NAME@HOUSE."
    )
    parser.add_argument("action", nargs="?", choices=_ACTIONS, default="list")
    parser.add_argument(
        "what", nargs="?", metavar="WHAT", help="a new house; what is granted; the entry's id"
    )
    parser.add_argument(
        "to",
        nargs="?",
        metavar="TO",
        help="who may read it; the entry's new owner; the house above, or 'out'",
    )
    parser.add_argument("--in", dest="parent", metavar="HOUSE", help="with create: the house above it")
    parser.add_argument("--undo", action="store_true", help="with grant: take it back")


def run_scope(call: Call) -> int:
    """Do what the sub-verb says."""
    options = call.options
    given = [one for one in (options.what, options.to) if one is not None]
    if len(given) != _TAKES[options.action]:
        raise InputError(
            f"'scope {options.action}' takes {_TAKES[options.action]} names. See 'tiermem scope --help'."
        )
    if options.parent is not None and options.action != "create":
        raise InputError(f"'scope {options.action}' takes no --in.")
    if options.undo and options.action != "grant":
        raise InputError(f"'scope {options.action}' takes no --undo.")
    return _DO[options.action](call)


def _list(call: Call) -> int:
    found = call.memory.scopes.list()
    if call.output.json:
        call.output.document({"scopes": [_data(one) for one in found]})
        return 0
    call.output.table(("Scope", "In", "Entries", "Also read by"), [_row(one, found) for one in found])
    return 0


def _data(one: OwnedScope) -> dict[str, Any]:
    scope = one.scope
    return {
        "kind": scope.kind,
        "name": scope.name,
        "house": one.parent,
        "entries": one.entries,
        "granted": list(one.granted),
    }


def _row(one: OwnedScope, found: list[OwnedScope]) -> tuple[str, ...]:
    scope = one.scope
    name = f"{scope.kind}:{scope.name}"
    if scope.kind == "pair":
        agent = next((other.scope.name for other in found if other.scope.id == scope.parent_id), "")
        name = f"notes of {agent} on {scope.name}"
    return (name, one.parent or "", str(one.entries), ", ".join(one.granted))


def _create(call: Call) -> int:
    options = call.options
    name, parent = options.what.removeprefix("house:"), options.parent
    is_there = bool(call.memory.scopes.list("house", name))
    made = call.memory.scopes.create(name, parent and parent.removeprefix("house:"))
    if call.output.json:
        call.output.document({"kind": "house", "name": made.name, "house": parent})
    else:
        below = f" below house {parent.removeprefix('house:')}" if parent else ""
        did = f"House {made.name} is now{below}" if below else f"House {made.name} is there already"
        did = did if is_there else f"Created house {made.name}{below}"
        call.output.text(f"{did}. An agent joins it with scope: {{house: {made.name}}}.")
    return 0


def _grant(call: Call) -> int:
    options = call.options
    owned = call.memory.scopes.grant(options.what, options.to, withdraw=options.undo)
    if call.output.json:
        call.output.document(_data(owned))
    else:
        verb = "no longer reads" if options.undo else "now reads"
        if owned.scope.kind == "house" and options.to.startswith("agent:") and _is_of(call, owned.scope.name):
            verb += " and shares notes with" if not options.undo else " or shares notes with"
        call.output.text(f"{options.to} {verb} what {options.what} owns ({owned.entries} entries).")
    return 0


def _is_of(call: Call, house: str) -> bool:
    """Return True if the agent that the call names is one of a house."""
    _, at, named = call.options.to.rpartition("@")
    return (named if at else call.memory.settings.scope.house) == house


_OUT = "out"
"""In place of a house: none."""


def _move_house(call: Call) -> int:
    """Put a house below another, or take it out of the one above."""
    options = call.options
    name = options.what.removeprefix("house:")
    parent = None if options.to == _OUT else options.to.removeprefix("house:")
    moved = call.memory.scopes.move_house(name, parent)
    if call.output.json:
        call.output.document({"kind": "house", "name": moved.name, "house": parent})
    else:
        where = f"below house {parent}" if parent else "below no other"
        call.output.text(f"House {moved.name} is now {where}.")
    return 0


def _move(call: Call) -> int:
    options = call.options
    if options.what.startswith("house:"):
        return _move_house(call)
    moved = call.memory.scopes.move(options.what, options.to, options.user)
    if call.output.json:
        call.output.document({"id": moved.entry.id, "moved": options.what, "to": options.to})
    else:
        back = f"tiermem remove {options.what} --undo"
        call.output.text(
            f"{options.to} has it already, as {moved.entry.id}; it was removed here. Undo: {back}"
            if moved.duplicate
            else f"Moved to {options.to} as {moved.entry.id}. Undo: remove {moved.entry.id} there, and {back}"
        )
    return 0


_DO = {"list": _list, "create": _create, "grant": _grant, "move": _move}

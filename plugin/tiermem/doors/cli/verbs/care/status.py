"""Show in one screen whether all of it works: ``status``."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.doors import hook_client
from tiermem.doors.cli.verbs.running.hosts import RECORD
from tiermem.doors.hook_client.resident_address import socket_path
from tiermem.doors.resident.control import status
from tiermem.errors import TiermemError
from tiermem.hosts.command import hosts
from tiermem.hosts.command.contract import Attachment, last_call
from tiermem.hosts.install.files import Installation
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def run_status(call: Call) -> int:
    """Show store, hosts, the resident process and what waits; exit status 1 when something does not work."""
    store, problem = _store(call)
    attached, resident = _hosts(), _resident()
    problems = [text for text in (problem, *(one.get("problem") for one in attached.values())) if text]
    if call.output.json:
        data = {"store": store, "hosts": attached, "resident": resident, "problems": problems}
        call.output.document(data)
        return 1 if problems else 0
    rows = [("Store", store["url"] if store else "cannot be used")]
    if store:
        rows += [
            ("", f"{store['entries']:,} entries of the user {store['user']!r}"),
            ("Waits", _waits(store)),
        ]
    rows += [("Hosts" if not place else "", text) for place, text in enumerate(map(_told, attached.items()))]
    rows.append(("Resident", _told_resident(resident)))
    rows += [("Problem", text) for text in problems]
    call.output.table(("What", "State"), rows)
    return 1 if problems else 0


def _store(call: Call) -> tuple[dict[str, Any], str | None]:
    """Return the store's state, or {} and why it cannot be used."""
    try:
        memory, user = call.memory, call.options.user
        stats = memory.timeline.stats(user)
        return {
            "url": stats["store"],
            "user": memory.reach(user).user.name,
            "users": list(memory.users),
            "entries": call.entries.list(EntryFilter(limit=1))[1],
            "observations": stats["waiting"],
            "unread_turns": stats["unread"]["turns"],
            "approval": len(call.entries.pending()),
        }, None
    except TiermemError as error:
        return {}, error.for_people


def _waits(store: dict[str, Any]) -> str:
    waiting = (
        (store["observations"], "observation", "observations", ""),
        (store["unread_turns"], "turn", "turns", ", read when the session ends"),
        (store["approval"], "entry", "entries", " for approval ('tiermem pending')"),
    )
    found = (f"{n:,} {one if n == 1 else many}{rest}" for n, one, many, rest in waiting if n)
    return "; ".join(found) or "nothing"


def _hosts() -> dict[str, dict[str, Any]]:
    """Return host → whether it is attached here, and when it last called."""
    attachment = Attachment(
        home=Path.home(),
        command=(sys.executable, "-P", "-m", "tiermem"),
        hook_command=(str(Path.home() / hook_client.LAUNCHER),),
        environment=os.environ,
    )
    installation = Installation(attachment.home / RECORD)
    found: dict[str, dict[str, Any]] = {}
    for name, one in hosts().items():
        if one.plan is None:
            continue
        state: dict[str, Any] = {"attached": False, "last_event": last_call(name)}
        try:
            state["attached"] = bool(installation.uninstall(one.plan(attachment)).difference)
        except TiermemError as error:
            state["problem"] = f"{name}: {error.for_people}"
        found[name] = state
    return found


def _told(host: tuple[str, dict[str, Any]]) -> str:
    name, state = host
    if not state["attached"]:
        return f"{name}: not attached"
    if state["last_event"] is None:
        return f"{name}: attached, no event has arrived yet"
    at = datetime.fromtimestamp(state["last_event"], UTC)
    return f"{name}: attached, last event {at:%Y-%m-%d %H:%M} UTC"


def _resident() -> dict[str, Any] | None:
    try:
        return status(Path(socket_path()))
    except TiermemError as error:
        return {"problem": str(error)}


def _told_resident(state: dict[str, Any] | None) -> str:
    if state is None:
        return "none; the next hook starts one"
    if "problem" in state:
        return str(state["problem"])
    return (
        f"process {state['pid']}, last call {state['quiet_s']:,.0f} s ago, memories open: {state['memories']}"
    )

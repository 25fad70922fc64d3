"""Show what was learned about the user and their connections: ``profile`` and ``connection``."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from tiermem import representations
from tiermem.doors.cli.output import minute
from tiermem.errors import InputError, StoreError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.memory.user.profile import Known, UserProfile
    from tiermem.values import Profile


def flags_profile(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--inbox-guidance",
        metavar="TEXT",
        help="store the user's instructions for ranking messages; '' removes them, - reads standard input",
    )


def run_profile(call: Call) -> int:
    """Show the profile, after storing the guidance if there is any."""
    user = call.memory.profile(call.options.user)
    if call.options.inbox_guidance is not None:
        user.guide_inbox(call.text_argument(call.options.inbox_guidance))
    profile = user.current
    if call.output.json:
        call.output.document({"profile": profile.as_dict()})
    elif not (profile.narrative or profile.scaffold or profile.learned or profile.inbox_guidance):
        call.output.note(_nothing(enabled=call.memory.settings.consolidation.enabled))
    else:
        _show(call, user, profile)
    return 0


def _nothing(*, enabled: bool) -> str:
    if enabled:
        return (
            "No profile yet. 'tiermem worker --once' makes one now; a process that rests does so by itself."
        )
    return "No profile yet. 'consolidation: {enabled: true}' in the YAML has one made."


def _show(call: Call, user: UserProfile, profile: Profile) -> None:
    output = call.output
    if profile.narrative:
        output.text(output.bold(f"Narrative, {len(profile.text.split()):,} words"))
        output.text(f"{profile.text}\n")
    if profile.scaffold:
        output.text(output.bold("Scaffold"))
        output.table(("Key", "Sure", "As of", "Value"), [_row(known) for known in user.known()])
        output.text()
    if profile.learned:
        output.text(output.bold("Learned information"))
        for line in profile.learned:
            output.text(f"- {line.text} ({line.at[:10]})")
        output.text()
    if profile.inbox_guidance:
        output.text(output.bold("How messages are to be ranked"))
        output.text(f"{profile.inbox_guidance}\n")
    output.text(output.dim(f"Version {profile.version}, of {minute(profile.updated_at)} UTC"))


def _row(known: Known) -> tuple[str, ...]:
    mark = known.mark
    sure, at = (f"{mark.confidence:.0%}", mark.at[:10]) if mark else ("", "")
    told = known.value if isinstance(known.value, str) else json.dumps(known.value, ensure_ascii=False)
    rival = f" (or {json.dumps(mark.rival, ensure_ascii=False)}?)" if mark and mark.rival is not None else ""
    return known.path, sure, at, told + rival


def flags_connection(parser: ArgumentParser) -> None:
    """Add the sub-verbs."""
    parser.add_argument("action", nargs="?", choices=("list", "show", "forget"), default="list")
    parser.add_argument("what", nargs="?", metavar="NAME", help="the connection, as the host names it")


def run_connection(call: Call) -> int:
    """Do what the sub-verb says."""
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
        raise InputError(f"Name a connection: 'tiermem connection {options.action} NAME'.")
    if options.what not in known:
        raise InputError(
            f"There is no data about a connection {options.what!r}. Known connections: {', '.join(known) or 'none'}."
        )
    if options.action == "forget":
        call.memory.observations(options.user).forget_connection(options.what)
    shown = representations.connection(options.what, known[options.what])
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

"""``tiermem profile``: what is known of the user, how sure it is and since when; and how messages are to be ranked."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from tiermem.doors.cli.call import Call
from tiermem.doors.cli.output import minute
from tiermem.values import Profile


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument(
        "--inbox-guidance",
        metavar="TEXT",
        help="keep how messages are to be ranked, in the user's words; '' takes it back, - reads it",
    )


def run(call: Call) -> int:
    """Show it, after the guidance was kept."""
    user = call.memory.profile(call.options.user)
    if call.options.inbox_guidance is not None:
        user.guide_inbox(call.text_argument(call.options.inbox_guidance))
    profile = user.current
    if call.output.json:
        call.output.document({"profile": profile.as_dict()})
    elif not (profile.narrative or profile.scaffold or profile.learned or profile.inbox_guidance):
        call.output.note("No profile yet. 'consolidation: {enabled: true}' in the YAML has one made.")
    else:
        _show(call, profile)
    return 0


def _show(call: Call, profile: Profile) -> None:
    output = call.output
    if profile.narrative:
        output.text(output.bold(f"Narrative, {len(profile.text.split()):,} words"))
        output.text(f"{profile.text}\n")
    if profile.scaffold:
        output.text(output.bold("Scaffold"))
        output.table(("Key", "Sure", "As of", "Value"), list(_rows(profile)))
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


def _rows(profile: Profile) -> Iterator[tuple[str, ...]]:
    for path, value in leaves(profile.scaffold):
        mark = profile.marks.get(path)
        sure, at = (f"{mark.confidence:.0%}", mark.at[:10]) if mark else ("", "")
        told = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
        rival = (
            f" (or {json.dumps(mark.rival, ensure_ascii=False)}?)" if mark and mark.rival is not None else ""
        )
        yield path, sure, at, told + rival


def leaves(scaffold: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """(path, value) of all that is no mapping, or an empty one."""
    for key, value in scaffold.items():
        path = f"{above}{key.replace('~', '~0').replace('/', '~1')}"
        if isinstance(value, Mapping) and value:
            yield from leaves(value, f"{path}/")
        else:
            yield path, value

"""``tiermem profile``: what is known of the user, how sure it is and since when; and how messages are to be ranked."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.output import minute

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.memory.user_profile import Known, UserProfile
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

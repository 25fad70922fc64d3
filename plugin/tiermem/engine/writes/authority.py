"""Who may replace what.

A person may replace anything. The agent's tools anything but staged entries and the archive, and but user-written
ones where writes need approval. Automatic writers never remove, they only propose it; a correction that rests on the
user's own words may take the place of what the agent or the system wrote; the rest of them replaces only what the
system wrote. What they may not do themselves they propose: it is staged for a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tiermem.errors import NotAllowed

if TYPE_CHECKING:
    from tiermem.values import AgentSettings, Change, Entry, Reach

Judgement = Literal["allow", "stage"]


def judge(change: Change, target: Entry, settings: AgentSettings, reach: Reach) -> Judgement:
    """Whether a change of *target* is done at once or staged.

    Raises:
        NotAllowed: Neither; the message says what to do instead.
    """
    if change.source == "user":
        return "allow"
    if not settings.enabled(target.tier):
        raise NotAllowed(f"The tier '{target.tier}' is switched off for this agent.")
    if target.scope_id == reach.house.id:
        raise NotAllowed(f"Entry {target.id} belongs to the house; only a person may change it.")
    if target.status == "staged":
        raise NotAllowed(f"Entry {target.id} waits for a person's approval; it cannot be changed by a tool.")
    if change.source == "agent":
        if target.layer == "L2":
            raise NotAllowed(f"Entry {target.id} is in the archive (L2); only a person may change it.")
        if target.source == "user" and settings.write_policy == "approve":
            raise NotAllowed(f"Entry {target.id} was written by the user; ask the user to change it.")
        return "allow"
    if change.operation == "remove" and change.stage_because is not None:
        return "stage"
    if change.operation == "remove":
        raise NotAllowed("Automatic writers never remove entries.")
    rests_on_user = change.draft is not None and change.draft.correction and change.draft.speaker == "user"
    replaceable = ("agent", "system") if rests_on_user else ("system",)
    return "allow" if target.source in replaceable else "stage"

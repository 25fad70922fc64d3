"""The tools that write entries.

``add_memory`` and its companions are docker-agent's, with a target; ``memory_write`` writes by layer, and
``add_to_memory`` by category.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.tools.definition import (
    ALLOW,
    CATEGORY,
    CONTENT,
    ID,
    KNOWN_CATEGORY,
    OTHER_CONTENT,
    SUBJECT,
    TAGS,
    TARGET,
    old_and_new,
    reply,
    tool,
)
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.tools.definition import Arguments, Reply
    from tiermem.tools.tool_context import ToolContext
    from tiermem.values import Draft, Layer, Tier, Tool


def _add(session: ToolContext, given: Arguments) -> Reply:
    draft = session.entries.draft(
        given["content"],
        layer=given.get("layer", "L0"),
        tier=given["target"],
        category=given.get("category"),
        subject=given.get("subject"),
        tags=tuple(given.get("tags", ())),
        valid_to=given.get("expires"),
    )
    written = session.entries.add(
        draft, allow_same_subject=given["allow_same_subject"], any_length=OTHER_CONTENT in given
    )
    return reply(written, "Stored.")


def _update(session: ToolContext, given: Arguments) -> Reply:
    draft = session.entries.draft(
        given["content"],
        category=given.get("category"),
        subject=given.get("subject"),
        tags=tuple(given.get("tags", ())),
    )
    written = session.entries.update(
        given["memory_id"],
        draft,
        tier=given["target"],
        any_length=OTHER_CONTENT in given,
        version=given.get("version"),
    )
    return reply(written, "Updated.") | old_and_new(written)


def _delete(session: ToolContext, given: Arguments) -> Reply:
    written = session.entries.remove(given["memory_id"], tier=given["target"])
    return reply(written, f"Deleted: {written.entry.content!r}.") | {"content": written.entry.content}


def _correct(session: ToolContext, given: Arguments) -> Reply:
    written = session.entries.correct(
        given["memory_id"],
        given["content"],
        tier=given.get("target"),
        reason=given.get("reason"),
        speaker="user",
    )
    return reply(written, "Corrected.") | old_and_new(written)


def _write(session: ToolContext, given: Arguments) -> Reply:
    """Run ``memory_write``: layer L0 is the identity, L1 is knowledge."""
    action, layer = given["action"], given["layer"]
    tier: Tier = "identity" if layer == "L0" else given["target"]
    if action == "add":
        return reply(session.entries.add(_written_draft(session, given, tier)), "Stored.")
    target_id = given.get("target_id")
    if target_id is None:
        raise InputError(f"There is no target_id of the entry to {action}.{_choices(session, layer)}")
    target = session.entries.get(target_id)
    if target.layer != layer and target.status == "active":
        raise InputError(
            f"Entry {target_id} is of layer {target.layer}, not {layer}. Call it with layer {target.layer}."
        )
    if action == "remove":
        written = session.entries.remove(target_id)
        return reply(written, "Removed.") | {"content": written.entry.content}
    written = session.entries.update(target_id, _written_draft(session, given, target.tier))
    return reply(written, "Updated.") | old_and_new(written)


def _choices(session: ToolContext, layer: Layer) -> str:
    """Return the ids of the core profile, whose block does not show them; for L1, how to find ids."""
    if layer == "L1":
        return " search_memories shows ids."
    entries, _ = session.entries.list(EntryFilter(layers=("L0",), tiers=("identity",)))
    return "".join(f" {entry.id}: {entry.content!r}." for entry in entries)


def _written_draft(session: ToolContext, given: Arguments, tier: Tier) -> Draft:
    if "content" not in given:
        raise InputError(f"There is no content to {given['action']}. Give the statement as 'content'.")
    return session.entries.draft(
        given["content"],
        layer=given["layer"],
        tier=tier,
        subject=given.get("subject"),
        category=given.get("category"),
        tags=tuple(given.get("tags", ())),
        **({"project_id": None} if tier == "user" else {}),  # what is about a person holds everywhere
    )


CHANGING_TOOLS: tuple[Tool, ...] = (
    tool(
        "update_memory",
        "Update an entry when information has changed; no confirmation needed.",
        _update,
        {
            "memory_id": ID,
            "content": CONTENT,
            "target": TARGET,
            "category": CATEGORY,
            "subject": SUBJECT,
            "tags": TAGS,
            "version": {"type": "integer"},
        },
        ("memory_id", "content"),
    ),
    tool(
        "delete_memory",
        "Delete an entry that should no longer be remembered.",
        _delete,
        {"memory_id": ID, "target": TARGET},
        ("memory_id",),
    ),
    tool(
        "correct_memory",
        "Replace an entry that was wrong, everywhere and for good, when the user corrects what was remembered.",
        _correct,
        {
            "memory_id": ID,
            "content": CONTENT,
            "reason": {"type": "string", "description": "Why it was wrong."},
            "target": {key: value for key, value in TARGET.items() if key != "default"},
        },
        ("memory_id", "content"),
    ),
    tool(
        "memory_write",
        "Add, update or remove an entry by layer: L0 is the user's core profile in Markdown sections "
        "(subject is the section), L1 is long-term knowledge, recalled when it matters. "
        "Without a target_id, update and remove tell the ids of the core profile.",
        _write,
        {
            "action": {"type": "string", "enum": ["add", "update", "remove"], "description": "What to do."},
            "layer": {
                "type": "string",
                "enum": ["L0", "L1"],
                "description": "Always loaded (L0), or recalled when it matters (L1).",
            },
            "content": CONTENT,
            "target_id": {"type": "string", "description": "The entry to update or remove."},
            "tags": TAGS,
            "subject": SUBJECT,
            "category": CATEGORY,
            "target": TARGET,
        },
        ("action", "layer"),
    ),
)
"""The tools that change or remove entries. All changes can be undone."""

WRITING_TOOLS: tuple[Tool, ...] = (
    tool(
        "add_memory",
        "Store a statement: layer L0 is always in the system prompt, L1 is recalled when it matters. "
        "Ask for confirmation before storing something new, unless the user asked to remember it.",
        _add,
        {
            "content": CONTENT,
            "target": TARGET,
            "layer": {"type": "string", "enum": ["L0", "L1"], "default": "L0"},
            "category": CATEGORY,
            "subject": SUBJECT,
            "tags": TAGS,
            "expires": {"type": "string", "description": "It ends on this date: 2026-12-24."},
            "allow_same_subject": ALLOW,
        },
        ("content",),
    ),
    tool(
        "add_to_memory",
        "Store important information for future conversations: facts about people, preferences, recurring context. "
        "Ask for confirmation before storing new information, unless the user asked to remember it.",
        _add,
        {
            "content": CONTENT,
            "category": KNOWN_CATEGORY,
            "subject": SUBJECT,
            "target": TARGET,
            "allow_same_subject": ALLOW,
        },
        ("content", "category"),
    ),
    *CHANGING_TOOLS,
)

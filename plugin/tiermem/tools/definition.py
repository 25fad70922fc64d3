"""Helpers for defining tools: the schemas of common arguments, the tool itself, common replies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tiermem.representations import brief
from tiermem.values import CATEGORIES, TARGETS, Tool
from tiermem.values.words import RECALLED_ONLY

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.tools.tool_context import ToolContext
    from tiermem.values import Entry

Arguments = dict[str, Any]
Reply = dict[str, Any]

TARGET = {
    "type": "string",
    "enum": list(TARGETS),
    "description": "Which memory tier: 'memory' for agent notes, 'user' for user profile.",
    "default": "memory",
}
CATEGORY = {"type": "string", "description": f"{', '.join(CATEGORIES)}, or another word."}
KNOWN_CATEGORY = {"type": "string", "enum": list(CATEGORIES)}
OTHER_CONTENT = "memory"
"""docker-agent's name for the argument ``content``. Calls that use it may write texts of any length."""
SUBJECT = {"type": "string", "description": "Whom or what it is about."}
TAGS = {"type": "array", "items": {"type": "string"}}
ID = {"type": "string", "description": "The entry's id."}
CONTENT = {"type": "string", "description": "One declarative statement, not an instruction."}
ALLOW = {
    "type": "boolean",
    "default": False,
}


def tool(
    name: str,
    description: str,
    run: Callable[[ToolContext, Arguments], Reply],
    properties: dict[str, Any],
    required: tuple[str, ...] = (),
) -> Tool:
    """Define a built-in tool: always offered, without confirmation.

    Args:
        name: As the model calls it.
        description: For the model.
        run: What it does.
        properties: Argument → its JSON Schema.
        required: Arguments that must be given.
    """
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(
        name=name,
        description=description,
        parameters=parameters,
        run=run,
        tags=frozenset({"system", "memory"}),
    )


def reply(written: WriteResult, done: str) -> Reply:
    """Return the reply to a write: the entry after it, and a message about the outcome."""
    data: Reply = {"entry": brief(written.entry), "message": _message(written, done)}
    if written.staged:
        data["staged"] = True
    if written.duplicate:
        data["duplicate"] = True
    return data


def _message(written: WriteResult, done: str) -> str:
    if written.staged:
        return f"Waits for a person's approval: {written.reason or 'staged before'}. Nothing more to do."
    if written.duplicate:
        return "It is stored already; nothing was added."
    return f"{done} This is complete; do not repeat it. {_shown(written.entry)}"


def _shown(entry: Entry) -> str:
    """Return where an entry is seen after a write."""
    if entry.layer == "L0" or entry.status != "active":
        return "The block in this prompt shows it from the next session on."
    if RECALLED_ONLY in entry.tags:
        return "No block shows it, because it is doubtful and the user did not say it: it is recalled when it matters."
    return "It is recalled when it matters."


def old_and_new(written: WriteResult) -> Reply:
    """Return the content before and after a write."""
    return {"old": written.before.content if written.before else None, "new": written.entry.content}

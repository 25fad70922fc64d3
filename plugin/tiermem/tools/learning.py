"""The tools that record what an agent noticed as observations, for the processor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.learning.observations import RECORDED
from tiermem.tools.definition import tool

if TYPE_CHECKING:
    from tiermem.tools.definition import Arguments, Reply
    from tiermem.tools.tool_context import ToolContext
    from tiermem.values import Tool

_NOTED = "Noted. It becomes known when observations are next processed, at the session's end at the latest."
_CONNECTION = {"type": "string", "description": "The connection (of a tool) that it belongs to, if to one."}


def _record(session: ToolContext, given: Arguments) -> Reply:
    noted = session.observations.record(
        given["content"], given["category"], connection=given.get("connection")
    )
    return {"noted": noted, "message": _NOTED if noted else "It was noted already in this session."}


def _update_user(session: ToolContext, given: Arguments) -> Reply:
    noted = session.observations.update_user_context(
        given.get("scaffold_updates", {}), given.get("persistent_info_additions", ())
    )
    return {"noted": noted, "message": _NOTED if noted else "There was nothing new in it."}


def _update_connection(session: ToolContext, given: Arguments) -> Reply:
    connection = session.observations.update_connection(
        given["connection"],
        learned=given.get("learned", {}),
        context=given.get("context"),
        ttl_s=given.get("ttl_s"),
    )
    return {"connection": connection.id, "learned": dict(connection.learned), "message": "Stored."}


LEARNING_TOOLS: tuple[Tool, ...] = (
    tool(
        "record_observation",
        "Note something new about the user or a project as you notice it: one statement, no question asked first. "
        "It is checked, compared with what is known, and kept where it adds something.",
        _record,
        {
            "content": {"type": "string", "description": "What was observed, as one declarative statement."},
            "category": {"type": "string", "enum": list(RECORDED), "description": "What kind it is."},
            "connection": _CONNECTION,
        },
        ("content", "category"),
    ),
    tool(
        "update_user_context",
        "Note what was found out about the user outside of a conversation, from an inbox for example. "
        "Each key of scaffold_updates becomes a part of the user's profile, each addition a learned fact.",
        _update_user,
        {
            "scaffold_updates": {
                "type": "object",
                "description": 'Keys of your own choice and their values: {"Role": "Engineering Manager"}.',
            },
            "persistent_info_additions": {
                "type": "array",
                "description": "Facts that fit no key, one statement each.",
                "items": {"type": "string"},
            },
        },
    ),
    tool(
        "update_connection_context",
        "Keep what was learned of one connection of a tool, such as its default project; "
        "keys that are not named stay as they are.",
        _update_connection,
        {
            "connection": _CONNECTION | {"description": "The connection that it is about."},
            "learned": {
                "type": "object",
                "description": 'What was learned: {"default_project": "PROJ"}.',
            },
            "context": {
                "type": "object",
                "description": "The tool's own schema or metadata, to be kept for a while.",
            },
            "ttl_s": {"type": "integer", "description": "Seconds that the context holds.", "minimum": 1},
        },
        ("connection",),
    ),
)

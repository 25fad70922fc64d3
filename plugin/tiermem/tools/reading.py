"""The tools that read: entries, turns of the journal, and what was recalled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem import representations
from tiermem.errors import InputError
from tiermem.representations import brief
from tiermem.tools.definition import TARGET, tool
from tiermem.values import TARGETS, EntryFilter
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiermem.tools.definition import Arguments, Reply
    from tiermem.tools.tool_context import ToolContext
    from tiermem.values import Layer, Tier, Tool


def _get(session: ToolContext, given: Arguments) -> Reply:
    where = EntryFilter(tiers=_tiers(session, given), category=given.get("category"))
    return _listed(session, where)


def _listed(session: ToolContext, where: EntryFilter) -> Reply:
    where = replace(where, layers=where.layers or ("L0", "L1"), limit=200)
    entries, total = session.entries.list(where)
    return {
        "entries": [brief(entry) for entry in entries],
        "total": total,
        **_elsewhere(session, where, lambda other: session.entries.list(replace(other, limit=1))[1]),
    }


def _elsewhere(session: ToolContext, where: EntryFilter, count: Callable[[EntryFilter], int]) -> Reply:
    """Describe the other target's content, because callers without a target get only one tier."""
    others = [tier for tier in TARGETS if tier not in where.tiers and session.settings.enabled(tier)]
    found = {tier: count(replace(where, tiers=(tier,))) for tier in others}
    more = ", ".join(f"{number} more in target '{tier}'" for tier, number in found.items() if number)
    return {"elsewhere": more} if more else {}


def _tiers(session: ToolContext, given: Arguments) -> tuple[Tier, ...]:
    tier: Tier = given["target"]
    if not session.settings.enabled(tier):
        raise InputError(session.settings.switched_off(tier))
    return (tier,)


def _search(session: ToolContext, given: Arguments) -> Reply:
    where = EntryFilter(
        tiers=_tiers(session, given),
        category=given.get("category"),
        tags=tuple(given.get("tags", ())),
        project_id=given.get("project"),
        context_type=given.get("context_type"),
        connections=session.connections,
        since=given.get("since"),
        until=given.get("until"),
    )
    archive = given["archive"]
    layers: tuple[Layer, ...] = ("L0", "L1", "L2") if archive else ("L0", "L1")
    if not given["query"].strip():
        return _listed(session, replace(where, layers=layers))
    turns = archive and session.settings.journal.enabled
    matches = session.entries.search(given["query"], layers=layers, turns=turns, where=where)
    reply: Reply = {
        "entries": [brief(entry) for entry in matches.entries],
        "total": matches.total,
        **_elsewhere(
            session,
            where,
            lambda other: session.entries.search(given["query"], layers=layers, where=other).total,
        ),
    }
    if archive:
        reply["turns"] = [representations.turn(turn) for turn in matches.turns]
    return reply


def _recalled(session: ToolContext, _: Arguments) -> Reply:
    if session.recalled is not None:
        return representations.recalled(session.recalled.passages, session.recalled.receipt)
    receipt = session.last_recalled()  # another process recalled it: a hook of the host
    if receipt is None:
        return {"passages": [], "query": None}
    refs = [one["ref"] for one in receipt["rendered"]]
    entries = session.entries.list(EntryFilter(ids=tuple(refs), limit=len(refs)))[0] if refs else []
    texts = {entry.id: entry.content for entry in entries}
    return representations.recalled_earlier(receipt, texts)


READING_TOOLS: tuple[Tool, ...] = (
    tool(
        "search_memories",
        "Search a tier by words; with archive also what was said in earlier sessions.",
        _search,
        {
            "query": {"type": "string", "default": ""},
            "target": TARGET,
            "category": {"type": "string"},
            "tags": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Only with all of these.",
            },
            "project": {"type": "string"},
            "context_type": {"type": "string"},
            "since": {"type": "string", "description": "This date or later: 2026-03-02."},
            "until": {"type": "string", "description": "Before this date."},
            "archive": {"type": "boolean", "default": False},
        },
    ),
    tool(
        "get_memories",
        "List the entries of a tier with their ids.",
        _get,
        {"target": TARGET, "category": {"type": "string"}},
    ),
    tool(
        "list_recalled",
        "Tell which entries and turns were recalled for the current message, and why; `in_block`: those that matter and"
        " are in the system prompt already.",
        _recalled,
        {},
    ),
)

"""Return the provenance of documents, as metadata for retrieved items and for indexes over vectors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.full_text.candidate_rows import entries_and_turns
from tiermem.store.sql.statements import PLACES, placeholders, rows_of

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database

_SOURCES = {"user": "user_provided", "agent": "system_learned", "system": "system_learned"}
_EXTRACTED = "tool_attachment_content"

COLUMNS = (
    "o.kind, o.name, h.name, coalesce(g.name, h.name, o.name), "
    "e.id, e.tier, e.connection_id, e.context_type, e.source, "
    "coalesce(e.speaker, t.speaker), coalesce(ev.session_id, t.session_id), t.session_id || '/' || t.position, "
    "t.name, t.external_id, json_extract(ev.payload, '$.source_metadata'), json_extract(ev.payload, '$.evidence')"
)
"""The columns of `JOINS` that `metadata_from` reads."""
JOINS = (
    "LEFT JOIN entries e ON e.id = d.entry_id LEFT JOIN turns t ON t.id = d.turn_id "
    "LEFT JOIN scopes o ON o.id = d.scope_id LEFT JOIN scopes h ON h.id = o.parent_id "
    "LEFT JOIN scopes g ON g.id = h.parent_id "
    "LEFT JOIN events ev ON ev.seq = CASE WHEN e.origin LIKE 'event:%' THEN CAST(substr(e.origin, 7) AS BIGINT) END"
)
"""Joins the origins of a row *d* that has `entry_id`, `turn_id` and `scope_id`: a document, or a vector."""


_REF = "coalesce(e.id, t.session_id || '/' || t.position)"


def metadata_from(row: Sequence[Any]) -> dict[str, str]:
    """Return the known metadata of a row of `COLUMNS`."""
    (
        kind,
        owner,
        above,
        house,
        entry_id,
        tier,
        connection_id,
        context_type,
        source,
        speaker,
        session_id,
        turn,
        *rest,
    ) = row
    name, external_id, given, evidence = rest
    of_tool = speaker == "tool"
    context_type = context_type or _context_type(tier, connection_id, of_tool=of_tool)
    known = {
        "org_id": house,
        "user_id": owner if kind in {"user", "pair"} else None,
        "agent_id": {"agent": owner, "pair": above}.get(kind),
        "context_type": context_type,
        "source": _source(source or speaker, context_type, of_tool=of_tool),
        "connection_id": connection_id,
        "tool_id": name if of_tool and turn else None,
        "message_id": external_id or turn or evidence,
        "session_id": session_id,
        "entry_id": entry_id,
    }
    found: Mapping[str, Any] = known | (json.loads(given) if given else {})
    return {key: str(value) for key, value in found.items() if value}


def _context_type(tier: str | None, connection_id: str | None, *, of_tool: bool) -> str:
    if of_tool:
        return "tool_entity"
    if connection_id:
        return "tool_persistent"
    return "user_profile" if tier in {"user", "identity"} else "user_persistent"


def _source(writer: str, context_type: str, *, of_tool: bool) -> str:
    if of_tool:
        return "tool_extracted_content" if context_type == _EXTRACTED else "tool_indexed"
    return _SOURCES.get(writer, "system_learned")


def metadata(database: Database, refs: Sequence[str], scopes: Sequence[int]) -> dict[str, dict[str, str]]:
    """See `contract.Records.metadata`."""
    entries, turns = entries_and_turns(refs)
    owned = f"WHERE d.scope_id IN ({placeholders(database, len(scopes))})"
    documents = (
        ("json_each(?) wanted CROSS JOIN documents d ON d.entry_id = wanted.value", entries),
        (
            f"{PLACES} wanted CROSS JOIN turns said ON said.session_id = wanted.session_id "
            "AND said.position = wanted.position CROSS JOIN documents d ON d.turn_id = said.id",
            turns,
        ),
    )
    return {
        row[0]: metadata_from(row[1:])
        for table, wanted in documents
        for row in rows_of(
            database, f"SELECT {_REF}, {COLUMNS} FROM {table} {JOINS} {owned}", wanted, *scopes
        )
    }

"""Return what is known about a user as plain data, for templates, rankings and other systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tiermem.engine.writes.checks import WITHHELD, redacted
from tiermem.errors import CheckRefused, TiermemError
from tiermem.support.lazy import logger
from tiermem.support.nested import each_text
from tiermem.text import escape

if TYPE_CHECKING:
    from tiermem.ports import Hooks
    from tiermem.store.contract import Store
    from tiermem.values import Reach

_LOG = logger("tiermem")
Part = Callable[[], Mapping[str, Any]]
"""Returns some keys of a context."""


def gather(parts: Mapping[str, Part]) -> dict[str, Any]:
    """Return all keys of all parts.

    A part that fails is missing and listed with the reason under ``unavailable``.
    """
    found: dict[str, Any] = {}
    unavailable: dict[str, str] = {}
    for name, part in parts.items():
        try:
            found.update(part())
        except TiermemError as error:
            _LOG.warning("context: %s is not available: %s", name, error)
            unavailable[name] = str(error)
    return found | {"unavailable": unavailable}


def shown(hooks: Hooks, part: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a part that is safe in a prompt: redacted and escaped."""

    def harmless(text: str) -> str:
        try:
            return escape(redacted(hooks, text, "render"))
        except CheckRefused:
            return WITHHELD

    return {name: each_text(value, harmless) for name, value in part.items()}


def of_profile(store: Store, reach: Reach) -> Mapping[str, Any]:
    """Return the user's profile: narrative, scaffold, learned information, and the guidance for ranking messages."""
    profile = store.profiles.get(reach.user.id)
    return {
        "narrative": profile.text,
        "scaffold": dict(profile.scaffold),
        "learned": [line.text for line in profile.learned],
        "inbox_guidance": profile.inbox_guidance,
    }


def of_connections(store: Store, reach: Reach, now: datetime) -> Mapping[str, Any]:
    """Return the learned and the still valid cached data of each connection."""
    return {
        "connections": {
            connection.id: {"learned": dict(connection.learned), "context": connection.fresh(now)}
            for connection in store.profiles.connections(reach.user.id)
        }
    }


def of_task(store: Store, reach: Reach, task_id: str | None) -> Mapping[str, Any]:
    """Return the current task: the one named, or else the active one that was changed last."""
    found = [store.tasks.get(task_id, reach.user.id)] if task_id else []
    active = found or store.tasks.find(reach.user.id, status="active", limit=1)
    task = active[0] if active else None
    return {"task": None if task is None else task.as_dict()}

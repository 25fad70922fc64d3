"""The tools of one session: which are offered, and calling them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tiermem.engine.writes.budget import usage_dict
from tiermem.errors import InputError, OverBudget, TiermemError
from tiermem.tools import arguments
from tiermem.values import TARGETS

if TYPE_CHECKING:
    from tiermem.tools.context import ToolContext
    from tiermem.tools.retry_limit import Tries
    from tiermem.values import AgentSettings, Tool

_LOG = logging.getLogger("tiermem")


class Toolbox:
    """The tools of one session.

    Args:
        session: What tools are handed.
        tools: All tools there are; those that are on are offered.
        tries: The session's count of over-budget failures.
    """

    def __init__(self, session: ToolContext, tools: Sequence[Tool], tries: Tries) -> None:
        self._session = session
        self._tools = {tool.name: tool for tool in tools if _is_offered(tool, session)}
        self._tries = tries

    @property
    def schemas(self) -> list[dict[str, Any]]:
        """What models' APIs take."""
        return [tool.schema for tool in self.tools]

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools themselves, for hosts that want tags and risk as well."""
        return tuple(_without_switched_off(tool, self._session.settings) for tool in self._tools.values())

    def call(self, name: str, given: dict[str, Any] | None) -> dict[str, Any]:
        """The reply of a tool, with the usage of all tiers; errors as ``{"error": …}``."""
        try:
            reply = self._run(name, given)
        except OverBudget as error:
            return {"error": self._count(error).as_dict(), "usage": error.usage}
        except TiermemError as error:
            return {"error": error.as_dict()} | self._usage()
        return reply | self._usage()

    def _run(self, name: str, given: dict[str, Any] | None) -> dict[str, Any]:
        tool = self._tools.get(name)
        if tool is None:
            raise InputError(f"There is no tool {name!r} here. Possible: {', '.join(self._tools)}.")
        if given is not None and not isinstance(given, dict):
            raise InputError(f"The arguments of {name} must be an object.")
        parsed = arguments.parse(tool.parameters, given)
        try:
            reply = tool.run(self._session, parsed)
        except TiermemError:
            raise
        except Exception as error:
            _LOG.exception("tool %s failed", name)
            raise InputError(f"The tool {name} failed: {type(error).__name__}: {error}") from error
        if not isinstance(reply, dict):
            raise InputError(f"The tool {name} failed: it gave {type(reply).__name__} instead of a mapping.")
        return reply

    def _count(self, error: OverBudget) -> OverBudget:
        if not self._tries.fail():
            return error
        return OverBudget(
            tier=error.tier,
            used=error.used,
            limit=error.limit,
            requested=error.requested,
            candidates=error.candidates,
            usage=error.usage,
            final=True,
        )

    def _usage(self) -> dict[str, Any]:
        try:
            return {"usage": usage_dict(self._session.entries.usage())}
        except TiermemError:
            return {"usage": {}}


def _without_switched_off(tool: Tool, settings: AgentSettings) -> Tool:
    """One of our tools as it is offered: the target of a tier that is switched off is not among the choices."""
    target = tool.parameters.get("properties", {}).get("target")
    on = [name for name in TARGETS if settings.enabled(name)]
    if "system" not in tool.tags or target is None or len(on) != 1:
        return tool
    choices = {name: value for name, value in target.items() if name != "default" or value in on}
    properties = tool.parameters["properties"] | {"target": choices | {"enum": on}}
    must_be_said = ["target"] if "default" in target and "default" not in choices else []
    required = [*tool.parameters.get("required", ()), *must_be_said]
    return replace(tool, parameters={**tool.parameters, "properties": properties, "required": required})


def _is_offered(tool: Tool, session: ToolContext) -> bool:
    """Ours are offered while a tier is on; tools of plugins always."""
    settings = session.settings
    any_target = settings.memory_enabled or settings.user_profile_enabled
    return (
        "system" not in tool.tags or any_target or (tool.name == "memory_write" and settings.identity_enabled)
    )

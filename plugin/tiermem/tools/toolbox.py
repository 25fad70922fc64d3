"""Offer and call the tools of one session."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from tiermem import representations
from tiermem.errors import InputError, OverBudget, TiermemError
from tiermem.support.lazy import logger
from tiermem.support.nested import each_text
from tiermem.text import escape_data
from tiermem.tools.definition import OTHER_CONTENT
from tiermem.tools.learning import LEARNING_TOOLS
from tiermem.tools.reading import READING_TOOLS
from tiermem.tools.writing import WRITING_TOOLS
from tiermem.values import TARGETS
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.tools.tool_context import ToolContext
    from tiermem.values import AgentSettings, Tool

_LOG = logger("tiermem")

BUILT_IN_TOOLS: tuple[Tool, ...] = (*WRITING_TOOLS, *READING_TOOLS, *LEARNING_TOOLS)
"""The tools that write entries, those that read, and those that record observations."""
_OURS = frozenset(tool.name for tool in BUILT_IN_TOOLS)
FAILURES_PER_TURN = 3
"""Over-budget failures in one turn after which the answer is final: peers' models burnt 3-7 rounds on retrying."""
TURN_S = 60.0
"""Seconds after a failure in which the next one counts as one of the same turn, where no prompt is seen, as over MCP;
a write that succeeds ends such a turn as well, and so does a prompt that a hook of the host heard."""
ALIASES = {OTHER_CONTENT: "content", "id": "memory_id"}
"""Other programs' names of arguments: docker-agent's tool says ``memory`` and ``id``."""

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
    "number": (int, float),
}


ToolShape = Literal["plain", "openai", "openai-responses", "anthropic"]
"""The forms of tool schemas: OpenAI's chat completions, its responses, Anthropic's messages."""
_SHAPES: Mapping[ToolShape, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "plain": lambda schema: schema,
    "openai": lambda schema: {"type": "function", "function": schema},
    "openai-responses": lambda schema: {"type": "function", "strict": False, **schema},
    "anthropic": lambda schema: {
        "name": schema["name"],
        "description": schema["description"],
        "input_schema": schema["parameters"],
    },
}


class Toolbox:
    """The tools of one session.

    Args:
        session: Passed to the tools.
        tools: All tools. Enabled tools can be called, and those named by ``offer:`` are offered.
    """

    def __init__(self, session: ToolContext, tools: Sequence[Tool]) -> None:
        self._session = session
        self._tools = {tool.name: tool for tool in tools if _is_on(tool, session)}
        self._offered = [name for name, tool in self._tools.items() if _is_offered(tool, session.settings)]
        self._failures = 0
        self._failed_at = 0.0
        self._heard: object = None
        self._sees_prompts = False

    def new_turn(self) -> None:
        """Reset the count of over-budget failures, after a prompt of the user."""
        self._sees_prompts = True
        self._failures = 0

    def schemas(self, shape: ToolShape = "plain") -> list[dict[str, Any]]:
        """Return the offered tools in the form of a model's API.

        Raises:
            InputError: There is no such form.
        """
        if shape not in _SHAPES:
            raise InputError(f"There is no form {shape!r} of tools. Possible: {', '.join(_SHAPES)}.")
        return [_SHAPES[shape](tool.schema) for tool in self.tools]

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The offered tools, for hosts that need tags and risk too."""
        settings = self._session.settings
        return tuple(_without_switched_off(self._tools[name], settings) for name in self._offered)

    def call(self, name: str, given: dict[str, Any] | None) -> dict[str, Any]:
        """Call a tool; return its reply with the usage of all tiers, or ``{"error": …}``, escaped for a model."""
        return dict(each_text(self._answer(name, given), escape_data))

    def _answer(self, name: str, given: dict[str, Any] | None) -> dict[str, Any]:
        try:
            reply = self._run(name, given)
        except OverBudget as error:
            return {"error": self._count(error).as_dict(), "usage": error.usage}
        except TiermemError as error:
            return {"error": error.as_dict()} | self._usage()
        if "entry" in reply and not self._sees_prompts:
            self._failures = 0
        return reply | self._usage()

    def _run(self, name: str, given: dict[str, Any] | None) -> dict[str, Any]:
        tool = self._tools.get(name)
        if tool is None:
            raise InputError(f"There is no tool {name!r} here. Possible: {', '.join(self._tools)}.")
        if given is not None and not isinstance(given, dict):
            raise InputError(f"The arguments of {name} must be an object.")
        parsed = parse_arguments(tool.parameters, given)
        if name in _OURS and given and OTHER_CONTENT in given:
            parsed[OTHER_CONTENT] = parsed.get("content")
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
        now = time.monotonic()
        if not self._sees_prompts:
            latest = (self._session.last_recalled() or {}).get("id")
            if now - self._failed_at > TURN_S or latest != self._heard:  # a hook of the host heard a prompt
                self._failures = 0
            self._heard = latest
        self._failed_at = now
        self._failures += 1
        if self._failures < FAILURES_PER_TURN:
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
            return {"usage": representations.usage(self._session.entries.usage())}
        except TiermemError:
            return {"usage": {}}


def _without_switched_off(tool: Tool, settings: AgentSettings) -> Tool:
    """Return one of our tools without the targets that are switched off."""
    target = tool.parameters.get("properties", {}).get("target")
    on = [name for name in TARGETS if settings.enabled(name)]
    if "system" not in tool.tags or target is None or len(on) != 1:
        return tool
    choices = {name: value for name, value in target.items() if name != "default" or value in on}
    properties = tool.parameters["properties"] | {"target": choices | {"enum": on}}
    must_be_said = ["target"] if "default" in target and "default" not in choices else []
    required = [*tool.parameters.get("required", ()), *must_be_said]
    return replace(tool, parameters={**tool.parameters, "properties": properties, "required": required})


def _is_offered(tool: Tool, settings: AgentSettings) -> bool:
    """Return True for the tools that ``offer:`` names; those of plugins come with ``core`` and ``all``."""
    if tool.name in _OURS or not isinstance(settings.offer, str):
        return settings.offers(tool.name)
    return settings.offer in ("core", "all")


def _is_on(tool: Tool, session: ToolContext) -> bool:
    """Return True for a plugin's tool, and for a built-in one while a tier that it works with is on."""
    settings = session.settings
    any_target = settings.memory_enabled or settings.user_profile_enabled
    return (
        "system" not in tool.tags or any_target or (tool.name == "memory_write" and settings.identity_enabled)
    )


def parse_arguments(parameters: Mapping[str, Any], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return arguments checked by a tool's schema, with its defaults. None counts as missing.

    Of JSON Schema it knows what the tools' own schemas use: properties with a type, an enum, a default; required names.

    Raises:
        InputError: One is missing, unknown, of another type, or not one of the choices.
    """
    properties: Mapping[str, Mapping[str, Any]] = parameters.get("properties", {})
    found = {name: schema["default"] for name, schema in properties.items() if "default" in schema}
    for name, value in (given or {}).items():
        known = _known(name, properties)
        if value is not None:
            _check(known, value, properties[known])
            found[known] = value
    missing = [name for name in parameters.get("required", ()) if name not in found]
    if missing:
        raise InputError(f"The argument {', '.join(map(repr, missing))} is missing.")
    return found


def _known(name: Any, properties: Mapping[str, Any]) -> str:
    if not isinstance(name, str):
        raise InputError(f"The name of an argument must be text, not {name!r}.")
    if name in properties:
        return name
    alias = ALIASES.get(name)
    if alias in properties and alias is not None:
        return alias
    near = difflib.get_close_matches(name, properties, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else f" Possible: {', '.join(properties) or 'none'}."
    raise InputError(f"There is no argument {name!r}.{hint}")


def _check(name: str, value: Any, schema: Mapping[str, Any]) -> None:
    wanted = schema.get("type")
    if isinstance(wanted, str) and wanted in _TYPES:
        is_bool_as_number = isinstance(value, bool) and wanted in ("integer", "number")
        if not isinstance(value, _TYPES[wanted]) or is_bool_as_number:
            raise InputError(f"The argument {name!r} must be of type {wanted}, not {type(value).__name__}.")
    if "enum" in schema and value not in schema["enum"]:
        choices = ", ".join(map(str, schema["enum"]))
        raise InputError(f"The argument {name!r} must be one of {choices}, not {_shown(value)}.")
    of_strings = wanted == "array" and schema.get("items", {}).get("type") == "string"
    if of_strings and not all(isinstance(item, str) for item in value):
        raise InputError(f"The argument {name!r} must be a list of strings.")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"

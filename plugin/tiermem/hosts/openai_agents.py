"""Add memory to agents of the OpenAI Agents SDK: run hooks, an input filter in the run configuration, and tools.

::

    from agents import Agent, Runner
    from tiermem import Memory
    from tiermem.hosts.openai_agents import TierMem

    with Memory.open("agent.yaml") as memory, memory.session() as session:
        mine = TierMem(session)
        agent = Agent("Colleague", tools=[*mine.tools])
        run = Runner.run_sync(agent, "When do we deploy billing?", hooks=mine, run_config=mine.run_config())
        print(run.final_output)
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from agents import Agent, FunctionTool, ItemHelpers, RunConfig, RunHooks, Runner
from agents.run import ModelInputData

from tiermem.hosts.command.contract import Answer
from tiermem.hosts.lent_model import lend
from tiermem.hosts.shared_session import SharedSession, attachment
from tiermem.values import ToolResult

if TYPE_CHECKING:
    from agents import ModelResponse
    from agents.run import CallModelData

    from tiermem.memory.sessions.session import Session


@dataclass
class _Run:
    """The state of the current run.

    Attributes:
        asked: The user's message.
        id: A unique id.
        agents: Agents of the run, including handoffs but not agents called as tools.
        replies: The assistant's messages.
        told: Results of tools, and attachments.
    """

    asked: str = ""
    id: object = field(default_factory=object)
    agents: list[Any] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    told: list[ToolResult] = field(default_factory=list)


class TierMem(RunHooks[Any]):
    """The memory of one session, for agents that run with its hooks, configuration and tools.

    - The blocks follow the agent's own instructions.
    - Recalled text precedes each user message as a separate message, because the SDK would send a changed message again
      to servers that keep the conversation. It is found once per run and sent again with earlier messages while the
      session is open, so that each request begins with the bytes of the previous one. The run's items and the SDK's
      sessions keep the messages as typed.
    - The memory tools are offered and run.
    - Results of other tools are archived as they come. When a run ends, the messages of the user and the assistant are
      journaled, and text attachments are archived. Those of failed runs are not.

    The caller ends the session. A session is one conversation and may have many runs, one at a time. Failures of the
    store or of plugins are logged, and the agent continues without memory. The event loop never waits for them.

    Args:
        session: The session; one per conversation.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._in_turn = SharedSession(session)
        self._run = _Run()
        self._config = RunConfig()

    @property
    def tools(self) -> list[FunctionTool]:
        """The session's tools, for your agents."""
        return [self._tool(**schema) for schema in self.session.tool_schemas]

    def run_config(self, config: RunConfig | None = None) -> RunConfig:
        """Return a run configuration that adds blocks and context.

        Args:
            config: Your own configuration; its filter of the model's input runs first.
        """
        config = config or RunConfig()
        self._config = config
        return replace(config, call_model_input_filter=partial(self._filter, config.call_model_input_filter))

    async def _filter(self, before: Callable[..., Any] | None, data: CallModelData[Any]) -> ModelInputData:
        given = data.model_data
        if before is not None:
            filtered = before(data)
            given = await filtered if isawaitable(filtered) else filtered
        if self._run.agents and not any(one is data.agent for one in self._run.agents):
            return given
        tools = [tool.name for tool in data.agent.tools]
        return _telling(given, await asyncio.to_thread(self._tell, given.input, tools))

    def _tell(self, items: Sequence[Any], tools: Sequence[str]) -> tuple[str, list[str]]:
        """Return the blocks, and the context of each prompt."""
        prompts = [prompt_text(item) for item in items if _is_prompt(item)]
        return self._in_turn.blocks(), self._in_turn.contexts(prompts, self._run.id, tools)

    async def on_agent_start(self, context: Any, agent: Any) -> None:
        """Begin a run, or continue it with another agent or after a person's approval."""
        if context.usage.requests == 0:
            self._run = _Run(_asked(context.turn_input), told=_attached(context.turn_input))
            lend(self.session, partial(_answer, agent.model, self._config))
        self._run.agents.append(agent)

    async def on_llm_end(self, context: Any, agent: Any, response: ModelResponse) -> None:  # noqa: ARG002
        """Note the assistant's message."""
        texts = (ItemHelpers.extract_text(item) for item in response.output)
        self._run.replies += [text for text in texts if text]

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: object) -> None:  # noqa: ARG002
        """Note the result of a tool, and archive it if the tool is another one."""
        call = getattr(context, "tool_call_id", None)
        told = ToolResult(tool=tool.name, content=str(result), message_id=call)
        self._run.told.append(told)
        await asyncio.to_thread(self._in_turn.on_tool_result, told)

    async def on_agent_end(self, context: Any, agent: Any, output: Any) -> None:  # noqa: ARG002 the SDK's signature
        """Journal this run."""
        run, self._run = self._run, _Run()
        user = run.asked or _asked(context.turn_input)
        await asyncio.to_thread(self._in_turn.on_turn_end, user, "\n".join(run.replies), run.told)

    def _tool(self, *, name: str, description: str, parameters: dict[str, Any]) -> FunctionTool:
        async def call(context: Any, arguments: str) -> str:  # noqa: ARG001 the SDK's signature
            reply = await asyncio.to_thread(self._in_turn.call_tool, name, _parsed(arguments))
            return json.dumps(reply, ensure_ascii=False, default=str)

        return FunctionTool(name, description, parameters, call, strict_json_schema=False)


async def _answer(model: Any, config: RunConfig, text: str) -> Answer:
    """Ask the agent's model directly."""
    alone = RunConfig(model=config.model, model_provider=config.model_provider, tracing_disabled=True)
    result = await Runner.run(Agent("Memory", model=model), text, run_config=alone)
    used = result.context_wrapper.usage
    name = model if isinstance(model, str) else type(model).__name__
    return Answer(str(result.final_output), name, used.input_tokens, used.output_tokens)


def prompt_text(item: Mapping[str, Any]) -> str:
    """Return the text of a user message, without pictures and files."""
    content = item["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part.get("type") == "input_text")


def _telling(given: ModelInputData, told: tuple[str, list[str]]) -> ModelInputData:
    """Return a copy of the model's input with blocks and contexts."""
    blocks, found = told
    contexts, items = iter(found), list[Any]()
    for item in given.input:
        if _is_prompt(item) and (context := next(contexts)):
            items.append({"role": "user", "content": context})
        items.append(item)
    instructions = "\n\n".join(filter(None, (given.instructions, blocks)))
    return ModelInputData(input=items, instructions=instructions or None)


def _is_prompt(item: Any) -> bool:
    return isinstance(item, dict) and item.get("role") == "user"


def _last_prompt(items: Sequence[Any]) -> int | None:
    return next((place for place in range(len(items) - 1, -1, -1) if _is_prompt(items[place])), None)


def _prompts(items: Sequence[Any]) -> Sequence[Any]:
    """Return the user's last messages."""
    last = _last_prompt(items)
    if last is None:
        return ()
    first = last
    while first > 0 and _is_prompt(items[first - 1]):
        first -= 1
    return items[first : last + 1]


def _asked(items: Sequence[Any]) -> str:
    """Return the text of the user's last messages."""
    return "\n".join(filter(None, map(prompt_text, _prompts(items))))


def _attached(items: Sequence[Any]) -> list[ToolResult]:
    """Return the text attachments of the user's last messages."""
    contents = (item["content"] for item in _prompts(items) if not isinstance(item["content"], str))
    files = (part for content in contents for part in content if part.get("type") == "input_file")
    return [
        told
        for one in files
        for told in attachment(one.get("file_data") or "", None, one.get("filename"), one.get("file_id"))
    ]


def _parsed(arguments: str) -> Any:
    """Parse the arguments of a tool. Invalid JSON stays text, which the tool refuses with a message."""
    try:
        return json.loads(arguments or "{}")
    except ValueError:
        return arguments

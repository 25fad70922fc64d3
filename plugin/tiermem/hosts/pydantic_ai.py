"""Add memory to agents of pydantic-ai, as one capability.

::

    from pydantic_ai import Agent
    from tiermem import Memory
    from tiermem.hosts.pydantic_ai import TierMem

    with Memory.open("agent.yaml") as memory, memory.session() as session:
        agent = Agent("openai:gpt-5-mini", capabilities=[TierMem(session)])
        print(agent.run_sync("When do we deploy billing?").output)
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic_ai import Agent, FunctionToolset, Tool
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import (
    BinaryContent,
    ModelRequest,
    TextPart,
    ToolReturn,
    ToolReturnPart,
    UserPromptPart,
)

from tiermem.hosts.command.contract import Answer
from tiermem.hosts.lent_model import lend
from tiermem.hosts.shared_session import SharedSession, attachment
from tiermem.values import ToolResult

if TYPE_CHECKING:
    from pydantic_ai import RunContext
    from pydantic_ai.messages import ModelMessage, ToolCallPart, UserContent
    from pydantic_ai.models import ModelRequestContext
    from pydantic_ai.run import AgentRunResult

    from tiermem.memory.sessions.session import Session


class TierMem(AbstractCapability[Any]):
    """The memory of one session, for an agent with this capability.

    - The blocks follow the agent's own instructions.
    - Recalled text precedes each user prompt. It is found once per run and sent again with earlier prompts while the
      session is open, so that each request begins with the bytes of the previous one. The stored history keeps the
      prompts as typed.
    - The memory tools are offered and run.
    - Results of other tools are archived as they come. When a run ends, the messages of the user and the assistant are
      journaled, and text attachments are archived. Those of failed runs are not.

    The caller ends the session. A session is one conversation and may have many runs. Failures of the store or of
    plugins are logged, and the agent continues without memory. In a run, the event loop never waits for them. Calls of
    one session run one at a time. Creating an `Agent` prepares blocks and tools in the calling thread.

    Args:
        session: The session; one per conversation.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._in_turn = SharedSession(session)
        self._run = object()
        self._prepared: tuple[str, list[dict[str, Any]]] | None = None

    async def for_run(self, ctx: RunContext[Any]) -> TierMem:
        """Return a copy for one run, with current blocks and tools and nothing recalled yet."""
        lend(self.session, partial(_asked, ctx.model))
        own = copy(self)
        own._run = object()  # noqa: SLF001 of the same class
        own._prepared = await asyncio.to_thread(self._in_turn.blocks_and_tools)  # noqa: SLF001
        return own

    def get_instructions(self) -> str:
        """Return guidance and blocks, which do not change during the session."""
        prompt, _ = self._prepared or self._in_turn.blocks_and_tools()
        return prompt

    def get_toolset(self) -> FunctionToolset[Any]:
        """Return the session's tools, which return plain data and run in the order of the calls."""
        _, schemas = self._prepared or self._in_turn.blocks_and_tools()
        return FunctionToolset([self._tool(**schema) for schema in schemas])

    def _tool(self, *, name: str, description: str, parameters: dict[str, Any]) -> Tool[Any]:
        async def call(**arguments: Any) -> dict[str, Any]:
            return await asyncio.to_thread(self._in_turn.call_tool, name, arguments)

        return Tool.from_schema(
            call, name=name, description=description, json_schema=parameters, sequential=True
        )

    async def before_model_request(
        self,
        ctx: RunContext[Any],  # noqa: ARG002 pydantic-ai's signature
        request_context: ModelRequestContext,
    ) -> ModelRequestContext:
        """Put recalled text before the user prompts of this request only."""
        messages = request_context.messages
        prompts = [prompt_text(part) for part in _parts(messages) if isinstance(part, UserPromptPart)]
        tools = [tool.name for tool in request_context.model_request_parameters.function_tools]
        contexts = iter(await asyncio.to_thread(self._in_turn.contexts, prompts, self._run, tools))
        return replace(request_context, messages=[_telling(message, contexts) for message in messages])

    async def after_tool_execute(
        self,
        ctx: RunContext[Any],  # noqa: ARG002 pydantic-ai's signature
        *,
        call: ToolCallPart,
        result: Any,
        **_: Any,
    ) -> Any:
        """Archive the result of another tool."""
        content = result.return_value if isinstance(result, ToolReturn) else result
        part = ToolReturnPart(call.tool_name, content, call.tool_call_id)
        for told in _told(part):
            await asyncio.to_thread(self._in_turn.on_tool_result, told)
        return result

    async def after_run(self, ctx: RunContext[Any], *, result: AgentRunResult[Any]) -> AgentRunResult[Any]:  # noqa: ARG002
        """Journal this run, and archive its attachments."""
        said = result.new_messages()
        told = [one for part in _parts(said) for one in _told(part)]
        prompts = [prompt_text(part) for part in _parts(said) if isinstance(part, UserPromptPart)]
        replies = [part.content for part in _parts(said) if isinstance(part, TextPart)]
        await asyncio.to_thread(self._in_turn.on_turn_end, "\n".join(prompts), "\n".join(replies), told)
        return result


async def _asked(model: Any, text: str) -> Answer:
    """Ask the agent's model directly."""
    result = await Agent(model).run(text)
    used = result.usage
    return Answer(result.output, model.model_name, used.input_tokens or 0, used.output_tokens or 0)


def prompt_text(part: UserPromptPart) -> str:
    """Return the text of a prompt, without pictures and files."""
    content = [part.content] if isinstance(part.content, str) else part.content
    return "\n".join(filter(None, map(_words, content)))


def _told(part: Any) -> list[ToolResult]:
    """Return the result of a tool, or an attachment of a prompt."""
    if isinstance(part, ToolReturnPart):
        content = part.model_response_str()
        return [ToolResult(tool=part.tool_name, content=content, message_id=part.tool_call_id)]
    if not isinstance(part, UserPromptPart) or isinstance(part.content, str):
        return []
    files = (item for item in part.content if isinstance(item, BinaryContent))
    return [told for one in files for told in attachment(one.data, one.media_type, None, one.identifier)]


def _words(item: UserContent) -> str:
    if isinstance(item, str):
        return item
    return item.content if item.kind == "text-content" else ""


def _telling(message: ModelMessage, contexts: Iterator[str]) -> ModelMessage:
    """Return a copy of a message with the context of each of its prompts."""
    if not isinstance(message, ModelRequest):
        return message
    parts = [
        replace(part, content=_led_by(next(contexts), part.content))
        if isinstance(part, UserPromptPart)
        else part
        for part in message.parts
    ]
    return replace(message, parts=parts)


def _led_by(context: str, content: str | Sequence[UserContent]) -> str | Sequence[UserContent]:
    if not context:
        return content
    if isinstance(content, str):
        return f"{context}\n\n{content}"
    first, rest = content[:1], content[1:]
    if first and isinstance(first[0], str):
        return [f"{context}\n\n{first[0]}", *rest]
    return [context, *content]


def _parts(messages: Iterable[ModelMessage]) -> Iterable[Any]:
    return (part for message in messages for part in message.parts)

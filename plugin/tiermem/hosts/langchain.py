"""Add memory to agents of LangChain, as one middleware.

::

    from langchain.agents import create_agent
    from tiermem import Memory
    from tiermem.hosts.langchain import TierMem

    with Memory.open("agent.yaml") as memory, memory.session() as session:
        agent = create_agent("openai:gpt-5-mini", middleware=[TierMem(session)])
        said = agent.invoke({"messages": [("user", "When do we deploy billing?")]})
        print(said["messages"][-1].text)
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool

from tiermem.hosts.command.contract import Answer
from tiermem.hosts.lent_model import lend
from tiermem.hosts.shared_session import SharedSession, attachment
from tiermem.values import ToolResult

if TYPE_CHECKING:
    from langchain.agents.middleware import ModelRequest
    from langchain.agents.middleware.types import ToolCallRequest
    from langchain_core.messages import BaseMessage

    from tiermem.memory.sessions.session import Session

T = TypeVar("T")


class TierMem(AgentMiddleware[Any, Any, Any]):
    """The memory of one session, for an agent with this middleware.

    - The blocks follow the agent's own prompt in the system message.
    - Recalled text precedes each user message. It is found once per turn and sent again with earlier messages while the
      session is open, so that each request begins with the bytes of the previous one. State and checkpoints keep the
      messages as typed.
    - The memory tools are offered and run.
    - Results of other tools are archived as they come. When a run ends, the messages of the user and the assistant are
      journaled, and text attachments are archived. Those of failed runs are not.

    The caller ends the session. A session is one conversation and may have many runs. Failures of the store or of
    plugins are logged, and the agent continues without memory. The event loop never waits for them. Calls of one
    session run one at a time.

    Args:
        session: The session; one per conversation and agent.

    Attributes:
        tools: The session's tools, for LangChain.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.tools = [self._tool(**schema) for schema in session.tool_schemas]
        self._in_turn = SharedSession(session)

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], T]) -> T:
        """Add blocks and context to this request only."""
        lend(self.session, partial(_asked, request.model))
        return handler(_telling(request, self._tell(request)))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[T]]
    ) -> T:
        """Do the same for asynchronous runs."""
        lend(self.session, partial(_asked, request.model))
        told = await asyncio.to_thread(self._tell, request)
        return await handler(_telling(request, told))

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], T]) -> T:
        """Archive the result of another tool."""
        result = handler(request)
        self._hear(result)
        return result

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[T]]
    ) -> T:
        """Do the same for asynchronous runs."""
        result = await handler(request)
        await asyncio.to_thread(self._hear, result)
        return result

    def _hear(self, result: Any) -> None:
        if isinstance(result, ToolMessage):
            self._in_turn.on_tool_result(_result(result))

    def after_agent(self, state: Any, runtime: Any) -> None:  # noqa: ARG002 LangChain's signature
        """Journal this turn, and archive its attachments."""
        messages = state["messages"]
        user, assistant = _said(messages)
        self._in_turn.on_turn_end(user, assistant, _told(messages))

    async def aafter_agent(self, state: Any, runtime: Any) -> None:
        """Do the same for asynchronous runs."""
        await asyncio.to_thread(self.after_agent, state, runtime)

    def _tell(self, request: ModelRequest[Any]) -> tuple[str, list[str]]:
        """Return the blocks, and the context of each prompt."""
        prompts = [str(message.text) for message in request.messages if _is_prompt(message)]
        tools = [str(getattr(tool, "name", "")) for tool in request.tools]
        return self._in_turn.blocks(), self._in_turn.contexts(prompts, _key(request.messages), tools)

    def _tool(self, *, name: str, description: str, parameters: dict[str, Any]) -> StructuredTool:
        def call(**arguments: Any) -> dict[str, Any]:
            return self._in_turn.call_tool(name, arguments)

        async def call_elsewhere(**arguments: Any) -> dict[str, Any]:
            return await asyncio.to_thread(partial(call, **arguments))

        return StructuredTool(
            name=name, description=description, args_schema=parameters, func=call, coroutine=call_elsewhere
        )


async def _asked(model: Any, text: str) -> Answer:
    """Ask the agent's model directly."""
    said = await asyncio.to_thread(
        model.invoke, text
    )  # its asynchronous client belongs to another event loop
    used = said.usage_metadata or {}
    name = said.response_metadata.get("model_name") or type(model).__name__
    return Answer(str(said.text), name, used.get("input_tokens", 0), used.get("output_tokens", 0))


def _telling(request: ModelRequest[Any], told: tuple[str, list[str]]) -> ModelRequest[Any]:
    """Return a copy of the request with blocks and contexts."""
    blocks, found = told
    contexts = iter(found)
    messages = [
        message.model_copy(update={"content": _led_by(next(contexts), message.content)})
        if _is_prompt(message)
        else message
        for message in request.messages
    ]
    system = request.system_message
    if blocks:
        system = _followed_by(blocks, system)
    return request.override(system_message=system, messages=messages)


def _led_by(context: str, content: Any) -> Any:
    if not context:
        return content
    if isinstance(content, str):
        return f"{context}\n\n{content}"
    return [{"type": "text", "text": context}, *content]


def _followed_by(blocks: str, system: SystemMessage | None) -> SystemMessage:
    if system is None or not system.content:
        return SystemMessage(content=blocks)
    if isinstance(system.content, str):
        return system.model_copy(update={"content": f"{system.content}\n\n{blocks}"})
    return system.model_copy(update={"content": [*system.content, {"type": "text", "text": f"\n\n{blocks}"}]})


def _is_prompt(message: BaseMessage) -> bool:
    """Return True if the user wrote the message. LangChain's middleware marks those that it writes as the user."""
    return isinstance(message, HumanMessage) and "lc_source" not in message.additional_kwargs


def _last_prompt(messages: Sequence[BaseMessage]) -> int | None:
    places = range(len(messages) - 1, -1, -1)
    return next((place for place in places if _is_prompt(messages[place])), None)


def _key(messages: Sequence[BaseMessage]) -> str:
    """Return an id of the turn: that of its message in LangChain."""
    place = _last_prompt(messages)
    return "" if place is None else str(messages[place].id or messages[place].text)


def _turn(messages: Sequence[BaseMessage]) -> tuple[Sequence[BaseMessage], Sequence[BaseMessage]]:
    """Return the user's last messages and all later messages."""
    last = _last_prompt(messages)
    if last is None:
        return (), ()
    first = last
    while first > 0 and _is_prompt(messages[first - 1]):
        first -= 1
    return messages[first : last + 1], messages[last + 1 :]


def _said(messages: Sequence[BaseMessage]) -> tuple[str, str]:
    """Return the user's last messages and the assistant's replies to them."""
    asked, behind = _turn(messages)
    prompts = (str(message.text) for message in asked)
    replies = (str(message.text) for message in behind if isinstance(message, AIMessage))
    return "\n".join(filter(None, prompts)), "\n".join(filter(None, replies))


def _told(messages: Sequence[BaseMessage]) -> list[ToolResult]:
    """Return the tool results and attachments of the last turn."""
    asked, behind = _turn(messages)
    blocks = [block for message in asked for block in message.content_blocks]
    files = [_file(block) for block in blocks if block["type"] in ("file", "text-plain")]
    tools = [_result(message) for message in behind if isinstance(message, ToolMessage)]
    return [*(told for file in files for told in file), *tools]


def _result(message: ToolMessage) -> ToolResult:
    return ToolResult(tool=message.name or "tool", content=str(message.text), message_id=message.tool_call_id)


def _file(block: Any) -> list[ToolResult]:
    extras = block.get("extras") or {}
    name = block.get("filename") or block.get("title") or extras.get("filename") or extras.get("name")
    data = block.get("text", "").encode() or block.get("base64", "")
    return attachment(data, block.get("mime_type"), name, block.get("id") or block.get("file_id"))

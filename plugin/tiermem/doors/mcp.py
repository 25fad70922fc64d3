"""Serve the tools over the Model Context Protocol, blocks and entries as resources, the write guidance as a prompt.

The server is the SDK's own (extra ``mcp``); this module has its handlers. One process is one session.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, redirect_stdout
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from tiermem.engine.prompt.guidance import guidance
from tiermem.errors import InputError, TiermemError
from tiermem.tools.reading import READING_TOOLS
from tiermem.tools.writing import CHANGING_TOOLS
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server
    from mcp_types import CallToolResult, Resource
    from mcp_types import Tool as OfferedTool

    from tiermem.memory.memory import Memory
    from tiermem.memory.session import Session
    from tiermem.values import Tool

T = TypeVar("T")
BLOCKS, ENTRIES = "tiermem://blocks/", "tiermem://entries/"
GUIDANCE = "write_guidance"
"""Name of the prompt with the write guidance."""
LISTED = 200
"""Limit of listed entries, most recently changed first; any other is read by its id."""
_READING = frozenset(tool.name for tool in READING_TOOLS)
_CHANGING = frozenset(tool.name for tool in CHANGING_TOOLS)


def serve(memory: Memory, session: Session, stdout: TextIO) -> None:
    """Serve one session over standard input and *stdout*, until the client leaves.

    Raises:
        InputError: The extra ``mcp`` is not installed.
    """
    try:
        import anyio
        from mcp.server.stdio import stdio_server
    except ImportError as error:
        raise InputError(
            f"The extra 'mcp' is not installed ({error}): pip install 'tiermem[mcp]'."
        ) from error
    server = Serving(memory, session).server()

    async def run() -> None:
        async with AsyncExitStack() as stack:
            with redirect_stdout(stdout):  # the SDK then keeps others away from it
                incoming, outgoing = await stack.enter_async_context(stdio_server())
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)


class Serving:
    """The handlers of one server.

    Args:
        memory: Whose entries and blocks are resources.
        session: Whose tools are called.
    """

    def __init__(self, memory: Memory, session: Session) -> None:
        self._memory = memory
        self._session = session

    def server(self) -> Server[Any]:
        """Return the server with all handlers."""
        from mcp.server.lowlevel import Server

        from tiermem import __version__

        return Server(
            "tiermem",
            version=__version__,
            instructions=guidance(self._session.settings),
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )

    async def _list_tools(self, _: Any, __: Any) -> Any:
        from mcp_types import ListToolsResult

        return ListToolsResult(tools=[_offered(tool) for tool in self._session.tools])

    async def _call_tool(self, _: Any, asked: Any) -> CallToolResult:
        from mcp_types import CallToolResult, TextContent

        reply = await self._in_thread(lambda: self._session.call_tool(asked.name, asked.arguments))
        text = json.dumps(reply, ensure_ascii=False)
        return CallToolResult(
            content=[TextContent(type="text", text=text)],
            structured_content=reply,
            is_error="error" in reply,
        )

    async def _list_resources(self, _: Any, __: Any) -> Any:
        from mcp_types import ListResourcesResult

        return ListResourcesResult(resources=await self._in_thread(self._resources))

    async def _list_templates(self, _: Any, __: Any) -> Any:
        from mcp_types import ListResourceTemplatesResult, ResourceTemplate

        template = ResourceTemplate(
            name="entry",
            uri_template=f"{ENTRIES}{{id}}",
            description="An entry by its id, with all its fields.",
            mime_type="application/json",
        )
        return ListResourceTemplatesResult(resource_templates=[template])

    async def _read_resource(self, _: Any, asked: Any) -> Any:
        from mcp.shared.exceptions import MCPError
        from mcp_types import INVALID_PARAMS, ReadResourceResult, TextResourceContents

        uri = str(asked.uri)
        try:
            text, mime = await self._in_thread(lambda: self._resource(uri))
        except TiermemError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from error
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, text=text, mime_type=mime)])

    async def _list_prompts(self, _: Any, __: Any) -> Any:
        from mcp_types import ListPromptsResult, Prompt

        about = "When to store what, and where: for a system prompt."
        return ListPromptsResult(prompts=[Prompt(name=GUIDANCE, description=about)])

    async def _get_prompt(self, _: Any, asked: Any) -> Any:
        from mcp.shared.exceptions import MCPError
        from mcp_types import INVALID_PARAMS, GetPromptResult, PromptMessage, TextContent

        if asked.name != GUIDANCE:
            raise MCPError(INVALID_PARAMS, f"There is no prompt {asked.name!r}. Possible: {GUIDANCE}.")
        content = TextContent(type="text", text=guidance(self._session.settings))
        return GetPromptResult(messages=[PromptMessage(role="user", content=content)])

    def _resources(self) -> list[Resource]:
        """Return the blocks of the system prompt, then the entries, most recently changed first."""
        from mcp_types import Resource

        blocks = [
            Resource(
                name=block["name"],
                title=block["title"],
                uri=f"{BLOCKS}{block['name']}",
                mime_type="text/plain",
            )
            for block in self._session.frozen_blocks
        ]
        entries, _ = self._memory.entries(self._session.view.reach.user.name).list(
            EntryFilter(layers=("L0", "L1"))
        )
        latest = sorted(entries, key=lambda entry: (entry.updated_at, entry.id), reverse=True)[:LISTED]
        return blocks + [
            Resource(
                name=entry.id,
                title=entry.content[:80],
                uri=f"{ENTRIES}{entry.id}",
                mime_type="application/json",
            )
            for entry in latest
        ]

    def _resource(self, uri: str) -> tuple[str, str]:
        """Return the text of a resource and its type.

        Raises:
            InputError: There is no such resource.
        """
        if uri.startswith(ENTRIES):
            entry = self._memory.entries(self._session.view.reach.user.name).get(uri.removeprefix(ENTRIES))
            return json.dumps(entry.as_dict(), ensure_ascii=False), "application/json"
        texts = {f"{BLOCKS}{block['name']}": str(block["text"]) for block in self._session.frozen_blocks}
        if uri not in texts:
            raise InputError(f"There is no resource {uri!r}. Blocks: {', '.join(texts) or 'none'}.")
        return texts[uri], "text/plain"

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Run work in a thread, so that a slow plugin does not block the protocol."""
        import anyio.to_thread

        def run() -> T:
            try:
                return work()
            finally:
                self._session.release()

        return await anyio.to_thread.run_sync(run)


def _offered(tool: Tool) -> OfferedTool:
    """Return a tool as the protocol has it, with its hints."""
    from mcp_types import Tool as OfferedTool
    from mcp_types import ToolAnnotations

    schema: Mapping[str, Any] = tool.parameters
    return OfferedTool(
        name=tool.name,
        description=tool.description,
        input_schema=dict(schema),
        annotations=ToolAnnotations(
            read_only_hint=tool.name in _READING,
            destructive_hint=tool.name in _CHANGING or "system" not in tool.tags,
            idempotent_hint=tool.name in _READING,
            open_world_hint="system" not in tool.tags,
        ),
    )

"""The MCP server with the official SDK's client: in memory, and where the process matters over standard input."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from tiermem import Memory
from tiermem.doors.mcp import VERSIONS, Serving
from tiermem.tools import BUILT_IN_TOOLS, toolbox

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def in_process(serving):
    """The streams between a client and a server in this process."""
    to_client, from_server = anyio.create_memory_object_stream(10)
    to_server, from_client = anyio.create_memory_object_stream(10)

    async def serve():
        async with from_client, to_client:
            async for sent in from_client:
                line = sent.message.model_dump_json(by_alias=True, exclude_unset=True).encode()
                reply = await anyio.to_thread.run_sync(serving.answer_line, line)
                if reply:
                    await to_client.send(SessionMessage(jsonrpc_message_adapter.validate_json(reply)))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(serve)
        async with to_server, from_server:
            yield from_server, to_server


@pytest.fixture
def connected(store):
    """Run a coroutine with a client of the server, which is a process of its own."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
    }
    command = ["-m", "tiermem", "mcp", "--store", str(store)]

    def run(work, *arguments):
        async def main():
            server = StdioServerParameters(
                command=sys.executable, args=[*command, *arguments], env=environment
            )
            with anyio.fail_after(60):
                async with Client(server, cache=None) as client:
                    return await work(client)

        return anyio.run(main)

    return run


@pytest.fixture
def asked(store):
    """Run a coroutine with a client of a server in this process."""

    def run(work):
        async def main(server):
            with anyio.fail_after(60):
                async with Client(server, cache=None) as client:
                    return await work(client)

        with Memory.open(store=str(store)) as memory, memory.session() as session:
            return anyio.run(main, in_process(Serving(memory, session)))

    return run


def test_every_tool_is_listed_with_its_schema_and_what_may_be_expected_of_it(connected):
    async def work(client):
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in connected(work)}

    assert list(tools) == [tool.name for tool in BUILT_IN_TOOLS if tool.name in tools]
    assert len(tools) == 6
    assert tools["add_memory"].input_schema["required"] == ["content"]
    hints = {name: tool.annotations.read_only_hint for name, tool in tools.items()}
    assert {name for name, reads in hints.items() if reads} == {"search_memories", "get_memories"}
    assert tools["delete_memory"].annotations.destructive_hint


def test_every_tool_can_be_called_and_gives_a_structured_reply(asked):
    async def work(client):
        added = (
            await client.call_tool("add_memory", {"content": "The build needs Node 22"})
        ).structured_content
        entry = added["entry"]["id"]
        given = {
            "add_to_memory": {"content": "Alec is the boss", "category": "person"},
            "update_memory": {"memory_id": entry, "content": "The build needs Node 24"},
            "correct_memory": {"memory_id": entry, "content": "The build needs Node 26"},
            "search_memories": {"query": "build"},
            "get_memories": {},
            "memory_write": {"action": "add", "layer": "L1", "content": "Deploys go through staging"},
            "list_recalled": {},
            "record_observation": {"content": "Prefers tea", "category": "preference"},
            "update_user_context": {"scaffold_updates": {"Role": "Engineer"}},
            "update_connection_context": {"connection": "jira", "learned": {"project": "PROJ"}},
        }
        replies = {name: await client.call_tool(name, arguments) for name, arguments in given.items()}
        found = replies["search_memories"].structured_content["entries"]
        replies["delete_memory"] = await client.call_tool("delete_memory", {"memory_id": found[0]["id"]})
        return replies

    replies = asked(work)

    assert {*replies, "add_memory"} == {tool.name for tool in BUILT_IN_TOOLS}
    for name, reply in replies.items():
        assert not reply.is_error, (name, reply)
        assert json.loads(reply.content[0].text) == reply.structured_content
        assert "usage" in reply.structured_content


BAD_CALLS = [
    ("add_memory", {}, "'content' is missing"),
    ("add_memory", {"content": 3}, "must be of type string"),
    ("update_memory", {"memory_id": "nothing1", "content": "some text"}, "nothing1"),
    ("no_such_tool", {}, "There is no tool 'no_such_tool'"),
]


def test_bad_arguments_give_a_tool_error_and_the_server_goes_on(asked):
    async def work(client):
        failed = [await client.call_tool(tool, arguments) for tool, arguments, _ in BAD_CALLS]
        return failed, await client.call_tool("get_memories", {})

    failed, next_one = asked(work)

    assert [reply.is_error for reply in failed] == [True] * len(BAD_CALLS)
    said = [reply.content[0].text for reply in failed]
    assert [one for one, (*_, problem) in zip(said, BAD_CALLS, strict=True) if problem not in one] == []
    assert not next_one.is_error


def test_blocks_and_entries_are_resources_and_the_guidance_is_a_prompt(asked, store):
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries()
        kept = entries.add(entries.draft("The build needs Node 22")).entry

    async def work(client):
        resources = (await client.list_resources()).resources
        block = await client.read_resource("tiermem://blocks/memory")
        entry = await client.read_resource(f"tiermem://entries/{kept.id}")
        prompt = await client.get_prompt("write_guidance")
        command = await client.get_prompt("memories", {"request": "search tea"})
        assert "about durable memory: search tea" in command.messages[0].content.text
        with pytest.raises(MCPError, match="nothing1"):
            await client.read_resource("tiermem://entries/nothing1")
        with pytest.raises(MCPError, match="There is no resource"):
            await client.read_resource("tiermem://blocks/none")
        return [str(one.uri) for one in resources], block.contents[0].text, entry.contents[0].text, prompt

    uris, block, entry, prompt = asked(work)

    assert uris == ["tiermem://blocks/memory", f"tiermem://entries/{kept.id}"]
    assert "The build needs Node 22" in block
    assert json.loads(entry)["content"] == "The build needs Node 22"
    assert "# Durable memory" in prompt.messages[0].content.text


def test_a_prompt_that_there_is_not_is_answered_with_those_there_are(asked):
    async def work(client):
        templates = (await client.list_resource_templates()).resource_templates
        with pytest.raises(
            MCPError, match=r"There is no prompt 'guidance'. Possible: write_guidance, memories"
        ):
            await client.get_prompt("guidance")
        return [one.uri_template for one in templates]

    assert asked(work) == ["tiermem://entries/{id}"]


def test_a_request_that_fails_unexpectedly_is_answered_and_so_is_the_next_one(asked, monkeypatch, caplog):
    async def work(client):
        with monkeypatch.context() as patch:
            patch.setattr(toolbox.Toolbox, "call", lambda *_: {}["lost"])
            with pytest.raises(MCPError, match="KeyError: 'lost'"):
                await client.call_tool("get_memories", {"target": "memory"})
        return await client.call_tool("get_memories", {"target": "memory"})

    assert not asked(work).is_error
    assert "tools/call failed" in caplog.text


def test_what_is_noted_is_processed_when_the_client_leaves(connected, store):
    async def work(client):
        await client.call_tool(
            "record_observation", {"content": "Prefers tea to coffee", "category": "preference"}
        )

    connected(work, "--user", "ann")

    with Memory.open(store=str(store)) as memory:
        assert [entry.content for entry in memory.entries("ann").list()[0]] == ["Prefers tea to coffee"]
        assert memory.entries("ben").list()[0] == []


TEA = {"content": "The tea is green."}
REQUEST = {"jsonrpc": "2.0", "id": 7}
LINES = [
    (b"no json", -32700),
    (b"[]", -32600),
    (b'{"jsonrpc": "2.0", "id": 1}', -32600),
    (json.dumps(REQUEST | {"method": "server/discover", "params": {}}).encode(), -32601),
    (json.dumps(REQUEST | {"method": "tools/list", "params": []}).encode(), None),
    (json.dumps(REQUEST | {"method": "tools/list", "params": [1]}).encode(), -32602),
    (json.dumps(REQUEST | {"method": "tools/call", "params": {}}).encode(), -32602),
    (json.dumps(REQUEST | {"method": "resources/read", "params": {"uri": 3}}).encode(), -32602),
    (json.dumps(REQUEST | {"method": "ping"}).encode(), None),
]


def test_a_line_that_is_no_good_request_is_answered_with_the_error_of_the_protocol(store):
    with Memory.open(store=str(store)) as memory:
        serving = Serving(memory, memory.session())
        replies = [json.loads(serving.answer_line(line)) for line, _ in LINES]
        unanswered = [
            serving.answer_line(json.dumps({"jsonrpc": "2.0", **message}).encode())
            for message in ({"method": "notifications/initialized"}, {"id": 3, "result": {}})
        ]

    assert [reply.get("error", {}).get("code") for reply in replies] == [code for _, code in LINES]
    assert unanswered == [b"", b""]


def test_each_version_with_a_handshake_is_spoken_and_for_others_the_newest_is_offered(store):
    def agreed(serving, version):
        asked = REQUEST | {"method": "initialize", "params": {"protocolVersion": version}}
        return serving.answer(asked)["result"]["protocolVersion"]

    with Memory.open(store=str(store)) as memory:
        serving = Serving(memory, memory.session())
        assert [agreed(serving, version) for version in VERSIONS] == list(VERSIONS)
        assert agreed(serving, "1999-01-01") == agreed(serving, None) == max(VERSIONS)


def test_the_server_imports_nothing_that_starts_slowly(store):
    code = (
        "import sys, tiermem.doors.cli as cli; cli.main(['mcp', '--store', sys.argv[1]]); "
        "slow = {'mcp', 'pydantic', 'asyncio', 'jsonschema', 'yaml'} & {*sys.modules}; sys.exit(str(slow or ''))"
    )
    asked = json.dumps(REQUEST | {"method": "tools/list"}) + "\n"
    done = subprocess.run(
        [sys.executable, "-c", code, str(store)], input=asked, capture_output=True, text=True, check=False
    )
    assert (done.stderr, len(json.loads(done.stdout)["result"]["tools"])) == ("\n", 6)


def test_what_a_hook_of_the_same_session_recalled_is_listed(store, monkeypatch):
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s1")
    with Memory.open(store=str(store)) as memory:
        memory.entries().add(memory.entries().draft("Deploys go through staging.", layer="L1"))
        memory.session("s1").context("How do deploys go?")
        memory.session("s2").context("What is for lunch?")
        joined, other = memory.session("s1"), memory.session()

        mine, latest = joined.call_tool("list_recalled"), other.call_tool("list_recalled")

    assert (mine["query"], [one["text"] for one in mine["passages"]]) == (
        "How do deploys go?",
        ["Deploys go through staging."],
    )
    assert latest["query"] == "What is for lunch?"


@pytest.mark.parametrize(
    ("environment", "meta"),
    [
        ({"CLAUDE_CODE_SESSION_ID": "of-the-host"}, {}),
        ({"COPILOT_AGENT_SESSION_ID": "of-the-host"}, {}),
        ({}, {"_meta": {"sessionId": "of-the-host"}}),  # Codex names it with each call
    ],
)
def test_a_call_belongs_to_the_session_that_the_host_names(store, environment, meta):
    params = {"name": "add_memory", "arguments": TEA} | meta
    subprocess.run(
        [sys.executable, "-m", "tiermem", "mcp", "--store", str(store)],
        input=json.dumps(REQUEST | {"method": "tools/call", "params": params}) + "\n",
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    with Memory.open(store=str(store)) as memory:
        assert [row.id for row in memory.timeline.sessions()] == ["of-the-host"]
        (entry,) = memory.entries().list()[0]
        assert entry.origin == "session:of-the-host"


def test_a_call_that_names_a_session_of_somebody_else_stays_in_the_servers_own(store):
    with Memory.open(store=str(store)) as memory:
        memory.session("of-ben", user="ben").on_turn_end("Hello.", "Hello.")
        session = memory.session(user="ann")
        serving = Serving(memory, session, join=lambda named: memory.session(named, user="ann"))
        params = {"name": "add_memory", "arguments": TEA, "_meta": {"sessionId": "of-ben"}}

        serving.answer(REQUEST | {"method": "tools/call", "params": params})

        assert list(serving.used) == [session.id]
        assert [entry.content for entry in memory.entries("ann").list()[0]] == [TEA["content"]]


def test_over_budget_is_counted_anew_after_a_write_a_minute_or_a_prompt_that_only_a_hook_sees(
    store, monkeypatch
):
    numbers = itertools.count()

    def fails(session):
        content = f"{next(numbers)} " + "x" * 480
        return session.call_tool("add_memory", {"content": content})["error"]["final"]

    with Memory.open(store=str(store)) as memory:
        session = memory.session()
        for number in range(4):
            session.call_tool("add_memory", {"content": f"{number} " + str(number) * 480})
        first = [fails(session) for _ in range(3)]
        session.call_tool("add_memory", TEA)
        after_write = fails(session)
        fails(session)
        monkeypatch.setattr(toolbox, "TURN_S", -1.0)
        after_a_minute = fails(session)
        monkeypatch.setattr(toolbox, "TURN_S", 60.0)
        final = [fails(session) for _ in range(2)][-1]
        memory.session(session.id).on_prompt("Try it again, please.")  # a hook of the host heard it
        after_a_prompt = fails(session)

    assert (first, after_write, after_a_minute) == ([False, False, True], False, False)
    assert (final, after_a_prompt) == (True, False)


def test_instructions_hold_guidance_and_blocks_unless_hooks_give_them_or_memory_is_off(store):
    def begun(**how):
        with Memory.open(store=str(store)) as memory:
            serving = Serving(memory, memory.session(), **how)
            answers = [serving.answer(REQUEST | {"method": name}) for name in ("initialize", "tools/list")]
            return [answer["result"] for answer in answers]

    with Memory.open(store=str(store)) as memory:
        memory.entries().add(memory.entries().draft("The build needs Node 22"))

    alone, _ = begun()
    said = [word in alone["instructions"] for word in ("# Durable memory", "Node 22", "Before you answer")]
    assert said == [True] * 3
    assert [word in alone["instructions"] for word in ("<memory-context>", "list_recalled")] == [False] * 2
    hooked, tools = begun(has_hooks=True)
    assert ("instructions" in hooked, bool(tools["tools"])) == (False, True)
    off, tools = begun(is_off=True)
    assert ("instructions" in off, tools["tools"]) == (False, [])


def test_the_prompt_with_the_guidance_promises_recall_where_hooks_give_it_and_nowhere_else(store):
    asking = REQUEST | {"method": "prompts/get", "params": {"name": "write_guidance"}}
    config = store.with_name("agent.yaml")
    config.write_text("agents: {default: {tools: [{type: memory, offer: all}]}}", encoding="utf-8")
    with Memory.open(str(config), store=str(store)) as memory:
        told = [
            Serving(memory, memory.session(), has_hooks=has_hooks).answer(asking)["result"]["messages"]
            for has_hooks in (True, False)
        ]

    promises = [[word in str(one) for word in ("<memory-context>", "list_recalled")] for one in told]
    assert promises == [[True, True], [False, False]]
    assert all("# Durable memory" in str(one) for one in told)

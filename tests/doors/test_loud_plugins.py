"""Plugins that print: what the command answers on standard output stays whole; MCP's whatever a tool starts."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.doors.conftest import process_environment
from tests.shares import every

UNBUFFERED = {"PYTHONUNBUFFERED": "1"}
"""So that what is printed stands where it was printed, and not behind everything."""
LOUD = """\
import subprocess, sys

from tiermem.plugins import hookimpl
from tiermem.values import Tool

print("LOUD: imported")


def shout(session, given):
    print("LOUD: called")
    subprocess.run([sys.executable, "-c", "print('LOUD: of another program')"], check=True)
    return {"shouted": True}


@hookimpl
def on_session_start(session):
    print("LOUD: a session starts")


@hookimpl
def on_user_prompt(session, prompt):
    print("LOUD: a prompt")


@hookimpl
def on_session_end(session, turns):
    print("LOUD: a session ends")


@hookimpl
def register_tools():
    print("LOUD: tools")
    return [Tool(name="shout", description="", parameters={"type": "object"}, run=shout)]
"""


@pytest.fixture
def loud(tmp_path):
    """An agent's YAML with a plugin that prints whatever happens."""
    (tmp_path / "loud.py").write_text(LOUD, encoding="utf-8")
    path = tmp_path / "agent.yaml"
    memory = "{type: memory, hooks: [./loud.py], recall: {deadline_ms: 20000}}"
    path.write_text(f"agents: {{a: {{tools: [{memory}]}}}}", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "key"),
    every(
        3,
        [
            (["recall", "What do the build machines run?"], "context"),
            (["list"], "entries"),
            (["blocks"], "system_prompt"),
            (["export", "--format", "markdown"], "markdown"),
            (["demo"], "sessions"),
        ],
    ),
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_one_json_document_stands_on_stdout_and_what_plugins_print_on_stderr(process, loud, arguments, key):
    ran = process(*arguments, "--config", str(loud), "--json", **UNBUFFERED)

    assert ran.status == 0
    assert key in ran.data
    assert "LOUD: imported" in ran.err


def test_text_for_people_and_an_export_are_without_it_too(process, loud):
    process("add", "The build machines run Linux", "--config", str(loud), **UNBUFFERED)

    listed = process("list", "--config", str(loud), **UNBUFFERED)
    exported = process("export", "--config", str(loud), **UNBUFFERED)

    assert "The build machines run Linux" in listed.out
    assert "LOUD" not in listed.out + exported.out
    assert exported.data


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_a_hook_answers_with_one_json_object(process, loud, event):
    process("add", "The build machines run Linux", "--layer", "L1", "--config", str(loud))
    said = {"session_id": "s1", "hook_event_name": event, "prompt": "What do the build machines run?"}

    ran = process(
        "hook", "--host", "claude-code", "--config", str(loud), given=json.dumps(said), **UNBUFFERED
    )

    assert ran.status == 0
    assert ran.data["hookSpecificOutput"]["hookEventName"] == event
    assert "LOUD: imported" in ran.err


def test_help_and_version_stand_on_stdout(process, loud):
    assert "--limit" in process("list", "--help").out
    assert process("--version").out.startswith("tiermem ")


@pytest.fixture
def mcp_server(store, loud):
    """Return the command of the MCP server with the loud plugin."""
    return [sys.executable, "-m", "tiermem", "mcp", "--store", str(store), "--config", str(loud)]


def test_a_client_of_the_mcp_server_calls_a_loud_tool(mcp_server):
    import anyio
    from mcp import Client, StdioServerParameters

    python, *arguments = mcp_server
    server = StdioServerParameters(command=python, args=arguments, env=process_environment() | UNBUFFERED)

    async def work():
        with anyio.fail_after(120):
            async with Client(server, cache=None) as client:
                return (await client.list_tools()).tools, await client.call_tool("shout", {})

    tools, reply = anyio.run(work)

    assert {"shout", "add_memory"} <= {tool.name for tool in tools}
    assert reply.structured_content["shouted"] is True


@pytest.mark.slow
def test_every_line_of_the_mcp_server_is_one_of_the_protocol(mcp_server):
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    requests = [
        ("initialize", client),
        ("tools/list", {}),
        ("tools/call", {"name": "shout", "arguments": {}}),
    ]
    with subprocess.Popen(
        mcp_server,
        env=process_environment() | UNBUFFERED,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        answers = []
        for number, (method, params) in enumerate(requests):
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            started.stdin.write(json.dumps(request) + "\n")
            started.stdin.flush()
            answers.append(json.loads(started.stdout.readline()))
            if method == "initialize":
                started.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        rest, said = started.communicate(timeout=60)

    assert [answer["id"] for answer in answers] == [0, 1, 2]
    assert rest == ""
    heard = ("imported", "tools", "called", "of another program", "a session ends")
    assert all(f"LOUD: {what}" in said for what in heard)

"""The loops on the page of the plain SDKs, run as they stand against a server on this machine; and what is offered."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.doors.conftest import process_environment
from tests.fakes import anthropic_server
from tests.fakes.model_server import ModelServer, ToolCall, scripted

from tiermem import Memory

PAGE = Path(__file__).parents[2] / "docs" / "hosts" / "plain-sdks.md"
LOOPS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
CORE = {
    "add_memory",
    "update_memory",
    "delete_memory",
    "correct_memory",
    "search_memories",
    "get_memories",
}
CHARS_PER_TOKEN = 3.9
"""Characters of a JSON schema per token: 9,319 characters of the twelve tools were counted as 2,400 tokens."""


@pytest.mark.parametrize(
    ("loop", "server", "prefix"),
    [(LOOPS[0], ModelServer, "OPENAI"), (LOOPS[1], anthropic_server.AnthropicServer, "ANTHROPIC")],
    ids=["openai", "anthropic"],
)
def test_a_loop_stores_what_the_model_wants_and_answers(tmp_path, loop, server, prefix):
    pytest.importorskip(prefix.lower())
    wish = ToolCall("add_memory", {"content": "Deploys billing on Tuesdays", "target": "user"})
    with server(scripted([wish], "I will remember that.")) as running:
        done = subprocess.run(
            [sys.executable, "-c", loop],
            cwd=tmp_path,
            env=process_environment() | {f"{prefix}_BASE_URL": running.url, f"{prefix}_API_KEY": "none"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        first, second = running.requests

    assert (done.returncode, done.stdout) == (0, "I will remember that.\n"), done.stderr
    assert json.dumps(second["messages"]).startswith(json.dumps(first["messages"])[:-1])
    assert "Deploys billing on Tuesdays" in json.dumps(second["messages"][-1])
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        assert "Deploys billing on Tuesdays" in memory.preview("maya").system_prompt


def offered(tmp_path, offer):
    (tmp_path / "hooks.py").write_text(
        "from tiermem import Tool\nfrom tiermem.plugins import hookimpl\n\n@hookimpl\ndef register_tools():\n"
        "    return [Tool(name='mine', description='Mine.', parameters={}, run=lambda session, given: {'ok': 1})]\n",
        encoding="utf-8",
    )
    (tmp_path / "a.yaml").write_text(
        f"agents: {{a: {{tools: [{{type: memory, offer: {offer}, hooks: [./hooks.py]}}]}}}}", encoding="utf-8"
    )
    with (
        Memory.open(tmp_path / "a.yaml", store=str(tmp_path / "memory.db")) as memory,
        memory.session() as session,
    ):
        assert "error" not in session.call_tool(
            "memory_write", {"action": "add", "layer": "L1", "content": "x y z"}
        )
        assert session.call_tool("mine")["ok"] == 1
        return {one["name"] for one in session.tool_schemas}, session.system_prompt


@pytest.mark.parametrize(
    ("offer", "names"),
    [
        ("core", CORE | {"mine"}),
        ("read", {"search_memories", "get_memories", "list_recalled"}),
        ("none", set()),
        ("[add_memory, mine]", {"add_memory", "mine"}),
    ],
)
def test_what_is_offered_is_what_the_yaml_names_and_every_tool_answers(tmp_path, offer, names):
    tools, prompt = offered(tmp_path, offer)

    assert tools == names
    spoken_of = set(re.findall(r"\b[a-z]+_(?:memory|memories|recalled|write)\b", prompt))
    assert spoken_of <= names | {"correct_memory", "update_memory", "search_memories"}


def test_the_core_is_offered_by_default_in_under_a_thousand_tokens(tmp_path):
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        session = memory.preview()
        schemas = session.tool_schemas

        assert {one["name"] for one in schemas} == CORE
        assert len(json.dumps(schemas, separators=(",", ":"))) / CHARS_PER_TOKEN < 1_000
        (openai, *_), (responses, *_), (anthropic, *_) = map(
            session.tools_for, ("openai", "openai-responses", "anthropic")
        )
    assert openai == {"type": "function", "function": schemas[0]}
    assert responses == {"type": "function", "strict": False, **schemas[0]}
    assert anthropic["input_schema"] == schemas[0]["parameters"]

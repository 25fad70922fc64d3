"""The real hermes-agent: its manager of memory providers without a model, and headless against one on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import zipfile
from pathlib import Path

import pytest
from tests.fakes.model_server import ModelServer, ToolCall
from tests.hosts import real
from tests.hosts.pages import blocks_of
from tests.hosts.real import FACT, QUESTION
from tests.reading import contents_of

from tiermem import Memory

NEEDED = "import agent.memory_provider, hermes_cli, jsonschema, peewee, pluggy, yaml"


def python():
    """A Python that has hermes-agent and what tiermem needs; None if there is none."""
    named = os.environ.get("TIERMEM_TEST_HERMES")
    if not named or not Path(named).exists():
        return None
    return (
        named
        if subprocess.run([named, "-c", NEEDED], check=False, capture_output=True).returncode == 0
        else None
    )


PYTHON = python()
pytestmark = real.needs(
    PYTHON, "hermes-agent and tiermem's dependencies (TIERMEM_TEST_HERMES names a Python that has them)"
)


@pytest.fixture
def home(tmp_path):
    """A home in which tiermem is installed into hermes."""
    home = real.new_home(tmp_path)
    real.tiermem(home, "install", "hermes", "--store", str(home / "memory.db"))
    return home


def inside(home, code):
    """Return the output of a program in the environment of hermes."""
    return real.run(home, [PYTHON, "-c", code], HERMES_HOME=str(home / ".hermes"))


def ask(home, server, prompt):
    """One headless session of hermes."""
    config = home / ".hermes" / "config.yaml"
    model = f"model:\n  default: fake\n  provider: custom\n  base_url: {server.url}\n  api_key: none\n"
    if "model:" not in config.read_text(encoding="utf-8"):
        config.write_text(config.read_text(encoding="utf-8") + model, encoding="utf-8")
    hermes = [str(Path(PYTHON).parent / "hermes"), "-z", prompt]
    return real.run(home, hermes, HERMES_HOME=str(home / ".hermes")).strip()


def said(request, role):
    return [one["content"] for one in request["messages"] if one["role"] == role]


# -- without a model -----------------------------------------------------------------------------

MANAGER = """
import json
from agent.memory_manager import MemoryManager, build_memory_context_block
from agent.memory_provider import MemoryProvider
from plugins.memory import discover_memory_providers, load_memory_provider

manager, provider = MemoryManager(), load_memory_provider("tiermem")
manager.add_provider(provider)
manager.initialize_all("s1", platform="cli", agent_context="primary")
added = json.loads(manager.handle_tool_call("add_memory", {"content": "The build runs on ARM."}))
manager.notify_memory_tool_write(
    json.dumps({"success": True}),
    {"action": "add", "target": "user", "content": "The user prefers tea."},
    build_metadata=lambda: {"tool_name": "memory"},
)
said = "The launch of our shop at www.shop.example is on 12 May 2027."
manager.sync_all(said, "Noted.", session_id="s1", messages=[])
manager.commit_session_boundary_async([], new_session_id="s2", parent_session_id="s1", reason="new_session")
manager.flush_pending(30)
print(json.dumps({
    "known": [name for name, _, available in discover_memory_providers() if name == "tiermem" and available],
    "is a": isinstance(provider, MemoryProvider),
    "tools": sorted(manager.get_all_tool_names()),
    "offered": sorted(schema["name"] for schema in manager.get_all_tool_schemas()),
    "added": added,
    "prompt": manager.build_system_prompt(),
    "context": build_memory_context_block(manager.prefetch_all("When is the launch of our shop?", session_id="s2")),
    "compress": manager.on_pre_compress([{"role": "user", "content": "x"}]),
}))
manager.sync_all("Bye.", "Bye.", session_id="s2")
manager.shutdown_all()
"""


def test_the_manager_of_hermes_routes_everything_to_the_provider(home):
    found = json.loads(inside(home, MANAGER))

    assert found["known"] == ["tiermem"]
    assert found["is a"]
    assert found["tools"] == found["offered"]
    assert "search_memories" in found["tools"]
    assert found["added"]["usage"]["memory"]["used"] == len("The build runs on ARM.")
    assert "The build runs on ARM." in found["prompt"]
    assert "The user prefers tea." in found["prompt"]
    assert found["context"].count("<memory-context>") == found["context"].count("</memory-context>") == 1
    assert "The launch of our shop at www.shop.example is on 12 May 2027." in found["context"]
    assert found["compress"] == ""
    turns = [content for _, content in real.turns(home / "memory.db")]
    assert sorted(turns) == [
        "Bye.",
        "Bye.",
        "Noted.",
        "The launch of our shop at www.shop.example is on 12 May 2027.",
    ]


def test_a_backup_of_hermes_takes_the_store_along(home):
    with Memory.open(store=str(home / "memory.db")) as memory:
        memory.entries().add(memory.entries().draft("The build runs on ARM."))
    hermes = str(Path(PYTHON).parent / "hermes")

    real.run(home, [hermes, "backup", "-o", str(home / "kept.zip")], HERMES_HOME=str(home / ".hermes"))

    with zipfile.ZipFile(home / "kept.zip") as kept:
        (name,) = (name for name in kept.namelist() if name.endswith("/memory.db"))
        kept.extract(name, home / "back")
    assert contents_of(home / "back" / name) == ["The build runs on ARM."]


def test_without_tiermem_where_hermes_runs_hermes_says_so_and_goes_on(home):
    code = (
        "import logging, sys\nlogging.basicConfig(stream=sys.stdout)\nsys.modules['tiermem'] = None\n"
        "from plugins.memory import load_memory_provider\nprint(load_memory_provider('tiermem'))"
    )

    out = inside(home, code)

    assert " -m pip install " in out.partition("Install it there too: ")[2]
    assert out.strip().endswith("None")


# -- with a model --------------------------------------------------------------------------------


def test_what_one_session_says_the_next_ones_request_carries(home):
    with ModelServer(lambda request: "Understood.") as server:
        assert ask(home, server, FACT) == "Understood."
        known = contents_of(home / "memory.db")
        ask(home, server, QUESTION)

    first, last = server.requests[0], server.requests[-1]
    question, *context = said(last, "user")[0].split("\n\n")
    assert known == [FACT]
    assert "# Durable memory" in said(first, "system")[0]
    assert said(first, "user") == [FACT]
    assert question == QUESTION
    assert context[0].startswith("<memory-context>\n[System note: The following is recalled")
    assert FACT in context[1]
    assert kept_by_hermes(home) == [FACT, QUESTION]
    assert sorted(real.turns(home / "memory.db")) == real.SAID


def kept_by_hermes(home):
    """Return the users' words as hermes stores them."""
    with contextlib.closing(sqlite3.connect(home / ".hermes" / "state.db")) as database:
        rows = database.execute("SELECT content FROM messages WHERE role = 'user' ORDER BY id").fetchall()
    return [content for (content,) in rows]


def test_tools_of_ours_and_of_hermes_write_what_the_next_session_begins_with(home):
    written = [
        [ToolCall("add_memory", {"content": "The build runs on ARM."})],
        [ToolCall("memory", {"action": "add", "target": "user", "content": "The user prefers tea."})],
    ]
    answers = [*written, "Noted."]
    with ModelServer(lambda request: answers.pop(0) if answers else "Hello.") as server:
        ask(home, server, "Note that.")
        ask(home, server, "Hello.")

    replies = [json.loads(reply) for reply in said(server.requests[2], "tool")]
    (prompt,) = said(server.requests[3], "system")
    ours = prompt.partition("# Durable memory")[2]
    assert not [reply for reply in replies if "error" in reply]
    assert "The build runs on ARM." in ours
    assert "The user prefers tea." in ours
    assert "The user prefers tea." in (home / ".hermes" / "memories" / "USER.md").read_text(encoding="utf-8")


def test_with_hermes_own_files_turned_off_ours_is_all_there_is(home):
    with Memory.open(store=str(home / "memory.db")) as memory:
        memory.entries().add(memory.entries().draft("The build runs on ARM."))
    (home / ".hermes" / "memories").mkdir()
    (home / ".hermes" / "memories" / "MEMORY.md").write_text("The build runs on x86.")
    hermes = str(Path(PYTHON).parent / "hermes")
    for key in ("memory_enabled", "user_profile_enabled"):
        real.run(home, [hermes, "config", "set", f"memory.{key}", "false"], HERMES_HOME=str(home / ".hermes"))
    with ModelServer(lambda request: "Hello.") as server:
        ask(home, server, "Hello.")
    status = real.run(home, [hermes, "memory", "status"], HERMES_HOME=str(home / ".hermes"))

    offered = {tool["function"]["name"] for tool in server.requests[-1]["tools"]}
    (prompt,) = said(server.requests[-1], "system")
    assert "The build runs on ARM." in prompt
    assert {"add_memory", "search_memories"} <= offered
    assert "x86" not in prompt
    assert "available ✓" in status
    assert re.search(r"tiermem .*← active", status)


def test_uninstalling_leaves_what_hermes_has_of_its_own(tmp_path):
    home = real.new_home(tmp_path)
    (home / ".hermes").mkdir()
    config = home / ".hermes" / "config.yaml"
    with ModelServer(lambda request: "Understood.") as server:
        text = f"model:  # mine\n  default: fake\n  provider: custom\n  base_url: {server.url}\n  api_key: none\n"
        config.write_text(text, encoding="utf-8")
        flags = ("--store", str(home / "memory.db"))
        real.tiermem(home, "install", "hermes", *flags)
        ask(home, server, "Hello.")
        real.tiermem(home, "uninstall", "hermes", *flags)
        assert ask(home, server, "Hello.") == "Understood."

    assert config.read_text(encoding="utf-8") == text
    assert not (home / ".hermes" / "tiermem.json").exists()
    assert not (home / ".hermes" / "plugins" / "tiermem").exists()
    assert "# Durable memory" not in said(server.requests[-1], "system")[0]


# -- bringing along ------------------------------------------------------------------------------

OWN_TOOL = """
import json
from tools.memory_tool import MemoryStore
store = MemoryStore()
store.load_from_disk()
for target, content in json.loads({written!r}):
    answer = store.add(target, content)
    assert answer["success"], answer
print(json.dumps([store.memory_entries, store.user_entries]))
"""


def test_what_the_own_tool_of_hermes_wrote_is_imported(home):
    written = [
        ("memory", "The build runs on ARM."),
        ("memory", "Deploys go through staging.\n\n- then canary\n§ is a sign"),
        ("memory", "- a list\n# and a heading"),
        ("user", "The user prefers tea; Tee, お茶."),
    ]
    inside(home, OWN_TOOL.format(written=json.dumps(written)))

    real.tiermem(home, "uninstall", "hermes")
    store = home / "imported.db"
    command = ["-m", "tiermem", "import", str(home / ".hermes" / "memories"), "--store", str(store)]
    real.run(home, [PYTHON, *command])

    assert sorted(contents_of(store)) == sorted(content for _, content in written)


def test_what_is_exported_hermes_reads_back_and_goes_on_writing(home):
    store = str(home / "own.db")
    texts = ["The build runs on ARM.", "Deploys go through staging.\n\n- then canary", "§", "a\n§\nb", " x "]
    for text in texts:
        real.run(home, [PYTHON, "-m", "tiermem", "add", text, "--store", store])
    folder = str(home / ".hermes" / "memories")
    real.run(home, [PYTHON, "-m", "tiermem", "export", "--to", "hermes", folder, "--store", store])

    notes, _ = json.loads(inside(home, OWN_TOOL.format(written=json.dumps([("memory", "One more.")]))))
    code = "from tools.memory_tool import MemoryStore\ns = MemoryStore()\ns.load_from_disk()\n"
    replaced = inside(home, f"{code}print(s.replace('memory', 'ARM', 'The build runs on x86.')['success'])")

    assert sorted(notes) == sorted(["The build runs on ARM.", texts[1], "x", "One more."])
    assert replaced.strip() == "True"


# -- the page ------------------------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path):
    """Return the output of lines of the page, in a home of their own with tiermem installed beside hermes."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "hermes").symlink_to(Path(PYTHON).parent / "hermes")
    (programs / "tiermem").write_text(f'#!/bin/sh\nexec "{PYTHON}" -m tiermem "$@"\n', encoding="utf-8")
    (programs / "tiermem").chmod(0o755)
    path = os.pathsep.join([str(programs), os.environ["PATH"]])

    def shell(home, lines):
        there = lines.replace("/path/to/hermes/venv/bin", str(programs))
        return real.run(home, ["sh", "-e", "-c", there], PATH=path)

    return shell


def test_the_commands_of_the_page_attach_hermes_and_bring_along_what_it_kept(tmp_path, shell):
    home = real.new_home(tmp_path)
    kept = home / ".hermes" / "memories"
    kept.mkdir(parents=True)
    (kept / "MEMORY.md").write_text("The build runs on ARM.", encoding="utf-8")
    attach, bring_along = blocks_of("hermes.md", "text")
    pip, attach = attach.split("\n", 1)

    status = shell(home, attach)
    imported = shell(home, bring_along)
    with ModelServer(lambda request: "Hello.") as server:
        ask(home, server, "Hello.")

    (prompt,) = said(server.requests[-1], "system")
    assert pip.endswith("python -m pip install /path/to/the/folder/of/tiermem")
    assert re.search(r"tiermem .*← active", status)
    assert "MEMORY.md: 1 added." in imported
    assert prompt.count("The build runs on ARM.") == 1
    assert "The build runs on ARM." in prompt.partition("# Durable memory")[2]

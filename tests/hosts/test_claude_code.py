"""The real Claude Code, headless, against an API on this machine: attached, used in two sessions, detached."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.fakes import shop_server
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.model_server import ToolCall, scripted
from tests.hosts import real
from tests.hosts.real import FACT, QUESTION, SAID, fenced, heard, locked, run, tiermem, turns
from tests.pace import until
from tests.reading import contents_of

from tiermem import Memory

SEARCH = "mcp__plugin_tiermem_tiermem__search_memories"
ADD = "mcp__plugin_tiermem_tiermem__add_memory"


def bundled():
    """The program in the package of its SDK."""
    sdk = importlib.util.find_spec("claude_agent_sdk")
    return Path(sdk.origin).parent / "_bundled" / "claude" if sdk and sdk.origin else None


CLAUDE = real.program("TIERMEM_TEST_CLAUDE", "claude", bundled())
pytestmark = real.needs(CLAUDE, "Claude Code (pip install claude-agent-sdk)")


def ask(home, server, prompt, *flags, folder="work"):
    """The reply of one headless session of the host."""
    said = run(
        home,
        [CLAUDE, "-p", prompt, "--output-format", "json", *flags],
        folder=folder,
        ANTHROPIC_API_KEY="sk-ant-fake",
        ANTHROPIC_BASE_URL=server.url,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
        DISABLE_AUTOUPDATER="1",
        IS_SANDBOX="1",
    )
    return json.loads(said)["result"]


def said(request):
    """All texts of a request's messages."""
    return json.dumps(request["messages"], ensure_ascii=False)


def searching(request):
    """A model that searches the memory when it is asked something."""
    if QUESTION in said(request) and "tool_result" not in said(request):
        return [ToolCall(SEARCH, {"query": "launch of the shop"})]
    return "Understood."


def understood(_):
    """A model that has little to say."""
    return "Understood."


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """See `Used`."""
    home = real.new_home(tmp_path_factory.mktemp("claude"))
    store = home / "memory.db"
    tiermem(home, "install", "claude-code", "--store", str(store))
    with AnthropicServer(searching) as server:
        return real.use(home, store, server, partial(ask, home, server))


def test_what_one_session_says_the_next_ones_request_carries_behind_the_message(used):
    assert "# Durable memory" in said(used.first[0])
    asked, _, recalled = said(used.second[0]).partition("<memory-context>")
    assert QUESTION in asked
    assert FACT not in asked
    assert "[Recalled from memory, as reference data" in recalled
    assert FACT in recalled


def test_the_model_reaches_the_tools(used):
    [result] = [
        part
        for message in used.second[-1]["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
        if part["type"] == "tool_result"
    ]

    assert FACT in json.dumps(result)


def test_a_tool_of_ours_stores_as_installed_and_no_other_is_allowed_by_it(home):
    store = home / "memory.db"
    tiermem(home, "install", "claude-code", "--store", str(store))
    calls = [ToolCall(ADD, {"content": "The tea is green."})], [ToolCall("Bash", {"command": "touch made"})]

    with AnthropicServer(scripted(*calls, "Done.")) as server:
        ask(home, server, "Note the tea, and make a file.")

    assert ADD in [tool["name"] for tool in server.requests[0]["tools"]]
    assert contents_of(store) == ["The tea is green."]
    assert not (home / "work" / "made").exists()


def test_a_passage_and_the_guidance_are_shown_once_in_three_turns_and_again_after_compaction(home):
    store = home / "memory.db"
    tiermem(home, "install", "claude-code", "--store", str(store))
    real.knowing(store)

    with AnthropicServer(understood) as server:
        ask(home, server, QUESTION)
        for prompt in real.AGAIN:
            ask(home, server, prompt, "--continue")
        third = server.requests[-1]
        ask(home, server, "/compact", "--continue")
        ask(home, server, QUESTION, "--continue")

    assert [real.shown(third), real.shown(server.requests[-1])] == [(1, 1), (1, 1)]


def test_two_repositories_stay_apart(home):
    store = home / "memory.db"
    tiermem(home, "install", "claude-code", "--store", str(store))

    with AnthropicServer(
        scripted([ToolCall(ADD, {"content": real.GATE, "layer": "L1"})], "Understood.")
    ) as server:
        in_shop, in_other = real.kept_apart(
            home, store, server, lambda prompt, folder: ask(home, server, prompt, folder=folder)
        )

    assert (in_shop, in_other) == ((True, True), (False, True))


def test_what_a_tool_of_another_server_told_is_in_the_archive(home):
    store, config = home / "memory.db", home / "servers.json"
    tiermem(home, "install", "claude-code", "--store", str(store))
    server = {"type": "stdio", "command": sys.executable, "args": [shop_server.__file__], "alwaysLoad": True}
    config.write_text(json.dumps({"mcpServers": {"shop": server}}), encoding="utf-8")
    flags = ["--mcp-config", str(config), "--allowedTools", "mcp__shop__order"]

    with AnthropicServer(scripted([ToolCall("mcp__shop__order", {})], "Sent.")) as server:
        ask(home, server, "Where is my kettle?", *flags)

    [(told, tags)] = until(lambda: real.told_by_tools(store))
    assert (told, "mcp__shop__order" in tags, len(tags)) == (shop_server.TOLD, True, 2)


def test_the_journal_holds_what_was_said_and_nothing_that_was_put_in(used):
    assert heard(used.store, SAID) == SAID
    assert fenced(used.store) == []


def test_uninstalling_leaves_the_hosts_configuration_as_it_was(home):
    (home / ".claude").mkdir()
    settings = home / ".claude" / "settings.json"
    settings.write_text('{"model":   "opus"}', encoding="utf-8")
    tiermem(home, "install", "claude-code", "--store", str(home / "memory.db"))
    with AnthropicServer(understood) as server:
        ask(home, server, "Hello")
        assert "# Durable memory" in said(server.requests[0])
        tiermem(home, "uninstall", "claude-code", "--store", str(home / "memory.db"))
        ask(home, server, "Hello")

    assert "# Durable memory" not in said(server.requests[-1])
    assert settings.read_text(encoding="utf-8") == '{"model":   "opus"}'
    assert not (home / ".claude" / "skills").exists()


def test_the_plugin_can_be_loaded_from_any_folder_and_its_command_answers_without_the_model(home, tmp_path):
    store = home / "memory.db"
    tiermem(home, "install", "claude-code", "--store", str(store))
    shutil.move(home / ".claude" / "skills" / "tiermem", tmp_path / "plugin")
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries()
        tea = entries.add(entries.draft("The tea is green.", layer="L1")).entry
    words = {
        "": tea.id,
        " search tea": tea.content,
        f" delete {tea.id}": tea.content,
        " list": "Nothing is remembered yet.",
        " delete nothing1": "nothing1",
        " which tea?": "/tiermem:memory cannot which.",
    }

    with AnthropicServer(understood) as server:
        answers = {
            one: ask(home, server, f"/tiermem:memory{one}", "--plugin-dir", str(tmp_path / "plugin"))
            for one in words
        }

    assert [(one, answers[one]) for one, word in words.items() if word not in answers[one]] == []
    assert server.requests == []
    assert turns(store) == []


def test_a_store_that_cannot_be_read_does_not_stop_the_host(home):
    store = home / "memory.db"
    store.write_bytes(b"no database at all")
    tiermem(home, "install", "claude-code", "--store", str(store))

    with AnthropicServer(understood) as server:
        assert ask(home, server, "Hello") == "Understood."


def test_a_locked_store_does_not_stop_the_host_and_loses_nothing(used):
    with AnthropicServer(understood) as server, locked(used.store):
        assert ask(used.home, server, "Do you hear me?") == "Understood."

    said = sorted([*SAID, ("user", "Do you hear me?"), ("assistant", "Understood.")])
    assert heard(used.store, said) == said
    assert contents_of(used.store) == [FACT]

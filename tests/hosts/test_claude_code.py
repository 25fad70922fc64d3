"""The real Claude Code, headless, against an API on this machine: attached, used in two sessions, detached."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from tests.fakes.anthropic_server import AnthropicServer
from tests.hosts.real import known, needs, program, run, tiermem, turns, until

FACT = "I prefer short mails without bullet points."


def bundled():
    """The program in the package of its SDK."""
    sdk = importlib.util.find_spec("claude_agent_sdk")
    return Path(sdk.origin).parent / "_bundled" / "claude" if sdk and sdk.origin else None


CLAUDE = program("TIERMEM_TEST_CLAUDE", "claude", bundled())
pytestmark = needs(CLAUDE, "Claude Code (pip install claude-agent-sdk)")


def ask(home, url, prompt):
    """One headless session of the host."""
    said = run(
        home,
        [CLAUDE, "-p", prompt, "--output-format", "json"],
        ANTHROPIC_API_KEY="sk-ant-fake",
        ANTHROPIC_BASE_URL=url,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
        DISABLE_AUTOUPDATER="1",
        IS_SANDBOX="1",
    )
    return json.loads(said)


def said(request):
    """All texts of a request's messages."""
    return json.dumps(request["messages"], ensure_ascii=False)


def test_what_one_session_says_the_next_ones_request_carries(home):
    store = home / "memory.db"
    tiermem(home, "install", "claude-code", "--store", str(store))

    with AnthropicServer(lambda request: "Understood.") as server:
        assert ask(home, server.url, FACT)["result"] == "Understood."
        assert until(lambda: known(store)) == [FACT]
        ask(home, server.url, "How short should mails be for me?")

    first, last = server.requests[0], server.requests[-1]
    assert "# Durable memory" in said(first)
    assert FACT not in said(last).partition("<memory-context>")[0]
    assert "[Recalled from memory, as reference data" in said(last)
    assert FACT in said(last).rpartition("[Recalled from memory")[2]
    said_then = turns(store)
    assert {turn.speaker for turn in said_then} == {"user", "assistant"}
    assert not any("Recalled from memory" in turn.content for turn in said_then)


def test_uninstalling_leaves_the_hosts_configuration_as_it_was(home):
    (home / ".claude").mkdir()
    settings = home / ".claude" / "settings.json"
    settings.write_text('{"model":   "opus"}', encoding="utf-8")
    tiermem(home, "install", "claude-code", "--store", str(home / "memory.db"))
    with AnthropicServer(lambda request: "Understood.") as server:
        ask(home, server.url, "Hello")

    tiermem(home, "uninstall", "claude-code", "--store", str(home / "memory.db"))

    assert settings.read_text(encoding="utf-8") == '{"model":   "opus"}'
    assert not (home / ".claude" / "commands").exists()
    left = "".join(path.read_text(errors="replace") for path in (home / ".claude.json",) if path.exists())
    assert '-m", "tiermem' not in left.replace("\n", "").replace("  ", "")

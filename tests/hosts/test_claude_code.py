"""The real Claude Code, headless, against an API on this machine: attached, used in two sessions, detached."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.fakes.anthropic_server import AnthropicServer

from tiermem import Memory

ROOT = Path(__file__).parents[2]
FACT = "I prefer short mails without bullet points."


def program():
    """The host's program: named by TIERMEM_TEST_CLAUDE, on the path, or in the package of its SDK."""
    sdk = importlib.util.find_spec("claude_agent_sdk")
    bundled = Path(sdk.origin).parent / "_bundled" / "claude" if sdk and sdk.origin else None
    candidates = (os.environ.get("TIERMEM_TEST_CLAUDE"), shutil.which("claude"), bundled)
    return next((str(found) for found in candidates if found and Path(found).exists()), None)


pytestmark = [
    pytest.mark.host,
    pytest.mark.skipif(
        program() is None, reason="Claude Code is not installed (pip install claude-agent-sdk)"
    ),
]


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    (home / "work").mkdir(parents=True)
    return home


def tiermem(home, *arguments):
    paths = os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
    command = [sys.executable, "-m", "tiermem", *arguments, "--home", str(home)]
    return subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, check=True, capture_output=True)


def ask(home, url, prompt):
    """One headless session of the host."""
    environment = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks")),
        "ANTHROPIC_API_KEY": "sk-ant-fake",
        "ANTHROPIC_BASE_URL": url,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "IS_SANDBOX": "1",
    }
    done = subprocess.run(
        [program(), "-p", prompt, "--output-format", "json"],
        cwd=home / "work",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def known(store):
    with Memory.open(store=str(store)) as memory:
        return [entry.content for entry in memory.entries().list()[0]]


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.2)
    return found


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
    with Memory.open(store=str(store)) as memory:
        turns = [turn for row in memory.sessions() for turn in memory.session(row.id).turns()]
    assert {turn.speaker for turn in turns} == {"user", "assistant"}
    assert not any("Recalled from memory" in turn.content for turn in turns)


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

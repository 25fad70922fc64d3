"""The host's own model: the commands of coding agents, fake and real ones, and the models of frameworks."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import textwrap

import pytest
from tests.engine.opening import opened
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.gemini_server import GeminiServer
from tests.fakes.responses_server import ResponsesServer
from tests.hosts import real
from tests.hosts.test_claude_code import CLAUDE
from tests.hosts.test_codex import CODEX, configured
from tests.hosts.test_gemini import GEMINI
from tests.stories import say

from tiermem import Memory
from tiermem.doors import lend_command
from tiermem.errors import CompletionFailed
from tiermem.hosts.command.contract import note_call
from tiermem.values import Completion

SAID = "My manager is Alice Chen and reach me at @home."
PROPOSED = {
    "kind": "fact",
    "subject": None,
    "category": None,
    "tier": "user",
    "replaces": None,
    "content": "Alice Chen manages the user.",
    "turn": 1,
    "quote": "My manager is Alice Chen",
}
OBSERVED = {"observations": [PROPOSED]}
SUMMARY = json.dumps({"summary": "They talked."})
ANSWER = """
    import json, os, sys
    asked = sys.stdin.read()
    with open({log!r}, "a") as log:
        log.write(json.dumps([os.path.basename(sys.argv[0]), sys.argv[1:], os.environ.get("TIERMEM_OFF"),
                              os.path.exists(".tiermemignore"), asked]) + "\\n")
    data = {{"summary": "They talked."}} if '"summary"' in asked else {observed!r}
    text = json.dumps(data)
    """
SHAPES = {
    "claude": """print(json.dumps({"is_error": False, "result": text, "total_cost_usd": 0.01, "modelUsage": {},
        "usage": {"input_tokens": 20, "cache_read_input_tokens": 80, "output_tokens": 7}}))""",
    "codex": """print(json.dumps({"type": "item.completed", "item": {"type": "agent_message", "text": text}}))
print(json.dumps({"type": "turn.completed", "usage": {"input_tokens": 100, "output_tokens": 7}}))""",
    "gemini": """print(json.dumps({"response": text, "stats": {"models": {"flash": {"tokens":
        {"prompt": 100, "candidates": 7}}}}}))""",
}
HOSTS = {"claude": "claude-code", "codex": "codex", "gemini": "gemini"}


def put(folder, name, script):
    file = folder / name
    file.write_text(f"#!{sys.executable}\n{textwrap.dedent(script)}", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def bin_folder(tmp_path, monkeypatch):
    """The only folder on the path, with commands that answer as those of the hosts do, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name, shape in SHAPES.items():
        script = textwrap.dedent(ANSWER.format(log=str(tmp_path / "log"), observed=OBSERVED))
        put(folder, name, f"{script}\n{textwrap.dedent(shape)}")
    return folder


def learning(folder, **settings):
    completion = {"model": "host", "deadline_s": 10} | settings.pop("completion", {})
    memory = opened(folder, gap_fill={"extractor": "model"}, completion=completion, **settings)
    lend_command(memory)
    return memory


def asked(folder):
    log = folder / "log"
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def hook(folder, *flags, given="", **environment):
    """Run the hook of a host without a resident process."""
    command = [
        sys.executable,
        "-m",
        "tiermem",
        "hook",
        "--host",
        "codex",
        "--config",
        str(folder / "agent.yaml"),
    ]
    variables = real.environment(folder, XDG_CACHE_HOME=str(folder / "cache")) | environment
    done = subprocess.run(
        [*command, *flags], env=variables, input=given, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stderr


def learned(memory):
    return [one.content for one in memory.entries().list()[0] if one.layer == "L1"]


def test_the_command_of_the_host_that_called_last_is_asked_in_a_process_that_is_no_session(
    tmp_path, bin_folder
):
    problems = []
    for program, host in HOSTS.items():
        (tmp_path / "log").unlink(missing_ok=True)
        note_call(host)
        folder = tmp_path / program
        folder.mkdir()
        with learning(folder) as memory:
            say(memory, SAID)
            contents, spent = learned(memory), memory.timeline.stats()["spending"]["tokens"]
        calls = asked(tmp_path)
        if (contents, spent) != ([PROPOSED["content"]], 107 * len(calls)):
            problems.append((program, contents, spent))
        if {(one[0], one[2], one[3]) for one in calls} != {(program, "1", True)}:
            problems.append((program, calls))
        if any("@" in one[4] for one in calls):
            problems.append((program, "an @ reaches the command"))
    assert problems == []


def test_it_is_asked_only_where_the_yaml_says_so_and_below_the_cap(tmp_path, bin_folder):
    settings = {
        "no model": {"completion": {"model": None}},
        "a cap of 0": {"spending": {"tokens_per_day": 0}},
    }
    for name, setting in settings.items():
        (tmp_path / name).mkdir()
        with learning(tmp_path / name, **setting) as memory:
            say(memory, SAID)
            assert learned(memory) == []

    assert asked(tmp_path) == []


def test_a_command_that_fails_hangs_or_is_missing_loses_nothing(tmp_path, bin_folder):
    broken = {
        "fails": "raise SystemExit(1)",
        "hangs": "import time; time.sleep(60)",
        "talks": "print('Hello.')",
    }
    note_call("claude-code")
    whole = (bin_folder / "claude").read_text()
    for name, script in broken.items():
        (tmp_path / name).mkdir()
        put(bin_folder, "claude", script)
        with learning(tmp_path / name, completion={"deadline_s": 1}) as memory:
            say(memory, SAID)
            assert learned(memory) == []
            put(bin_folder, "claude", whole.partition("\n")[2])
            memory.maintenance.work()
            assert learned(memory) == [PROPOSED["content"]]
    for program in HOSTS:
        (bin_folder / program).unlink()
    with learning(tmp_path) as memory, pytest.raises(CompletionFailed, match="claude, codex, gemini"):
        memory.maintenance.complete("extract", "x", {"type": "object"})


def test_the_end_of_a_hosts_session_asks_for_the_profile_too(tmp_path, bin_folder, monkeypatch):
    note_call("codex")
    with learning(tmp_path, consolidation={"enabled": True, "by": "model"}) as memory:
        memory.session("s1").on_turn_end(SAID, "I see.")
    hook(tmp_path, "--flush", "s1", PATH=str(bin_folder))

    assert any("scaffold" in one[4] for one in asked(tmp_path))


def test_a_session_of_ours_is_not_learned_from(tmp_path, bin_folder, monkeypatch):
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": SAID, "cwd": str(tmp_path)}
    with opened(tmp_path):
        pass
    for off in ({"TIERMEM_OFF": "1"}, {}):
        assert hook(tmp_path, given=json.dumps(event), **off) == ""
        with Memory.open(tmp_path / "agent.yaml") as memory:
            assert [turn.content for turn in memory.session("s1").turns()] == ([] if off else [SAID])


def test_a_program_lends_its_own_model(tmp_path):
    requests = []

    def complete(request):
        requests.append(request)
        return Completion(
            data=json.loads(SUMMARY) if request.purpose == "summarize" else OBSERVED,
            model="mine",
        )

    with learning(tmp_path) as memory:
        memory.lend_model(complete)
        say(memory, SAID)
        assert learned(memory) == [PROPOSED["content"]]
    assert {one.model for one in requests} == {"host"}


REAL = {
    "claude": (CLAUDE, AnthropicServer, {"ANTHROPIC_API_KEY": "x", "ANTHROPIC_BASE_URL": "{url}"}),
    "codex": (CODEX, ResponsesServer, {"FAKE_KEY": "x"}),
    "gemini": (GEMINI, GeminiServer, {"GEMINI_API_KEY": "x", "GOOGLE_GEMINI_BASE_URL": "{url}"}),
}


@pytest.mark.host
@pytest.mark.parametrize("name", REAL)
def test_the_real_command_answers_without_tools_hooks_or_a_trace_in_the_store(tmp_path, monkeypatch, name):
    program, server, environment = REAL[name]
    if program is None:
        pytest.skip(f"not installed: {name}")
    home, store = real.new_home(tmp_path), tmp_path / "memory.db"
    (home / ".gemini").mkdir()
    (home / ".gemini" / "settings.json").write_text(
        '{"security": {"auth": {"selectedType": "gemini-api-key"}}}', encoding="utf-8"
    )
    with server(lambda request: SUMMARY if '"summary' in str(request) else json.dumps(OBSERVED)) as running:
        configured(home, running.url)
        real.tiermem(home, "install", HOSTS[name], "--store", str(store))
        (tmp_path / name).symlink_to(program)
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        variables = {"HOME": str(home), "PATH": f"{tmp_path}:{os.environ['PATH']}"} | environment
        for key, value in variables.items():
            monkeypatch.setenv(key, value.format(url=running.url))
        note_call(HOSTS[name])
        with learning(tmp_path, completion={"deadline_s": 60}) as memory:
            say(memory, SAID)
            assert learned(memory) == [PROPOSED["content"]]
            assert memory.timeline.stats()["spending"]["tokens"] > 0
            assert len(memory.timeline.sessions()) == 1
    assert "tiermem" not in json.dumps([request.get("tools") for request in running.requests])

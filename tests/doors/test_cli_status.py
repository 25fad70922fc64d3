"""``tiermem status``, and what a host shows of a memory that cannot be used."""

from __future__ import annotations

import json

import pytest

STARTS = json.dumps({"hook_event_name": "SessionStart", "session_id": "s1", "source": "startup"})
ASKS = json.dumps({"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "Hello?"})


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TIERMEM_SOCKET", str(tmp_path / "none.sock"))
    return tmp_path


def test_one_screen_tells_of_store_hosts_and_what_waits(home, tiermem, piped, remember):
    remember("Ana likes tea")
    before = tiermem("status", "--json").data
    tiermem("install", "claude-code")
    attached = tiermem("status").out
    piped("hook", "--host", "claude-code", given=STARTS)
    after = tiermem("status", "--json").data

    assert (before["store"]["entries"], before["hosts"]["claude-code"]["attached"]) == (1, False)
    assert "claude-code: attached, no event has arrived yet" in attached
    assert "none; the next hook starts one" in attached
    assert len(attached.splitlines()) <= 24
    assert after["hosts"]["claude-code"]["attached"]
    assert after["hosts"]["claude-code"]["last_event"] is not None


def test_what_is_wrong_is_said_and_is_the_exit_status(home, tiermem, tmp_path):
    (tmp_path / "folder").mkdir()

    told = tiermem("status", at=tmp_path / "folder")

    assert told.status == 1
    assert "Cannot use the store" in " ".join(told.out.split())


@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_a_broken_yaml_is_shown_when_a_session_starts_and_never_at_a_message(home, piped, tmp_path, host):
    (tmp_path / "broken.yaml").write_text("agents: {a: {tools: [{type: memory, colour: red}]}}")
    call = ("hook", "--host", host, "--config", tmp_path / "broken.yaml")

    started, asked = piped(*call, given=STARTS), piped(*call, given=ASKS)

    assert "colour: is not a key here" in json.loads(started.out)["systemMessage"]
    assert (started.status, asked.status, asked.out) == (0, 0, "")
    assert "colour" in asked.err

"""Codecs: what each host's hook says and expects, as captured from the hosts; pure functions, no store."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiermem.errors import InputError
from tiermem.hosts import command
from tiermem.hosts.command import host as codec
from tiermem.hosts.command import hosts
from tiermem.hosts.command.copilot import last_reply

HOSTS = [name for name, host in hosts().items() if host.parse]
CLAUDE = {"session_id": "s1", "transcript_path": "/t.jsonl", "cwd": "/w"}
SAID = {
    "claude-code": {
        "start": (None, CLAUDE | {"hook_event_name": "SessionStart", "source": "startup"}),
        "prompt": (None, CLAUDE | {"hook_event_name": "UserPromptSubmit", "prompt": "Hi", "prompt_id": "p1"}),
        "turn_end": (None, CLAUDE | {"hook_event_name": "Stop", "last_assistant_message": "Ho"}),
        "end": (None, CLAUDE | {"hook_event_name": "SessionEnd", "reason": "other"}),
        "compact": (None, CLAUDE | {"hook_event_name": "PreCompact", "trigger": "auto", "custom_instructions": ""}),
    },
    "codex": {
        "start": (None, CLAUDE | {"hook_event_name": "SessionStart", "source": "startup", "model": "m"}),
        "prompt": (None, CLAUDE | {"hook_event_name": "UserPromptSubmit", "prompt": "Hi", "turn_id": "p1"}),
        "turn_end": (None, CLAUDE | {"hook_event_name": "Stop", "last_assistant_message": "Ho", "turn_id": "p1"}),
        "end": (None, CLAUDE | {"hook_event_name": "SessionEnd", "reason": "other", "transcript_path": None}),
        "compact": (None, CLAUDE | {"hook_event_name": "PreCompact"}),
    },
    "gemini": {
        "start": (None, CLAUDE | {"hook_event_name": "SessionStart", "source": "startup"}),
        "prompt": (None, CLAUDE | {"hook_event_name": "BeforeAgent", "prompt": "Hi"}),
        "turn_end": (None, CLAUDE | {"hook_event_name": "AfterAgent", "prompt": "Hi", "prompt_response": "Ho"}),
        "end": (None, CLAUDE | {"hook_event_name": "SessionEnd", "reason": "exit"}),
        "compact": (None, CLAUDE | {"hook_event_name": "PreCompress", "trigger": "manual"}),
    },
    "copilot": {
        "start": ("sessionStart", {"sessionId": "s1", "timestamp": 1, "source": "new", "initialPrompt": "Hi"}),
        "prompt": ("userPromptSubmitted", {"sessionId": "s1", "prompt": "Hi"}),
        "turn_end": ("agentStop", {"sessionId": "s1", "transcriptPath": "/t.jsonl", "stopReason": "end_turn"}),
        "end": ("sessionEnd", {"sessionId": "s1", "reason": "complete"}),
        "compact": ("preCompact", {"sessionId": "s1"}),
    },
    "docker-agent": {
        "start": (None, {"session_id": "s1", "hook_event_name": "session_start", "source": "startup"}),
        "prompt": (None, {"session_id": "s1", "hook_event_name": "user_prompt_submit", "prompt": "Hi"}),
        "turn_end": (None, {"session_id": "s1", "hook_event_name": "stop", "stop_response": "Ho"}),
        "end": (None, {"session_id": "s1", "hook_event_name": "session_end", "reason": "stream_ended"}),
        "compact": (None, {"session_id": "s1", "hook_event_name": "pre_compact", "source": "auto"}),
    },
}  # fmt: skip
"""Host → moment → (the event by flag, its input)."""
CASES = [(host, moment) for host in HOSTS for moment in ("start", "prompt", "turn_end", "end", "compact")]


@pytest.mark.parametrize(("host", "moment"), CASES)
def test_each_event_of_each_host_is_understood(host, moment):
    call = codec(host).parse(*SAID[host][moment])

    assert (call.moment, call.session_id) == (moment, "s1")
    assert call.prompt == ("Hi" if moment == "prompt" else "")
    assert call.reply == ("Ho" if moment == "turn_end" and host != "copilot" else "")


@pytest.mark.parametrize(("host", "moment"), CASES)
def test_context_is_put_where_the_host_takes_it_and_nowhere_else(host, moment):
    spoken = codec(host)
    event, data = SAID[host][moment]
    answer = spoken.render(spoken.parse(event, data), "CONTEXT")

    if moment not in ("start", "prompt"):
        assert answer is None
    elif host == "copilot":
        assert answer == {"additionalContext": "CONTEXT"}
    elif host == "docker-agent":
        assert answer["hook_specific_output"] == {
            "hook_event_name": data["hook_event_name"],
            "additional_context": "CONTEXT",
        }
    else:
        assert answer["hookSpecificOutput"] == {
            "hookEventName": data["hook_event_name"],
            "additionalContext": "CONTEXT",
        }


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_to_say_is_no_answer(host):
    spoken = codec(host)

    assert spoken.render(spoken.parse(*SAID[host]["prompt"]), "") is None


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("data", [{}, {"session_id": ""}, {"session_id": 7, "hook_event_name": "Stop"}])
@pytest.mark.parametrize("event", [None, "NoSuchEvent"])
def test_what_is_none_of_ours_is_left_alone(host, event, data):
    assert codec(host).parse(event, data) is None


@pytest.mark.parametrize("moment", ["prompt", "turn_end"])
def test_what_a_sub_agent_of_copilot_is_asked_and_says_is_left_alone(moment):
    event, data = SAID["copilot"][moment]

    assert codec("copilot").parse(event, data | {"agentId": "a1", "agentType": "explore"}) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize("host", HOSTS)
@given(
    event=st.none() | st.sampled_from(["Stop", "stop", "agentStop", "BeforeAgent", "PreCompact"]) | st.text(),
    data=st.dictionaries(
        st.sampled_from(
            [
                "session_id",
                "sessionId",
                "hook_event_name",
                "prompt",
                "transcript_path",
                "source",
                "prompt_response",
            ]
        )
        | st.text(),
        JSON | st.sampled_from(["Stop", "SessionStart", "BeforeAgent", "stop", "s1"]),
    ),
)
def test_no_json_whatever_makes_a_codec_fail(host, event, data):
    spoken = codec(host)

    call = spoken.parse(event, data)

    if call is not None:
        assert call.session_id
        spoken.render(call, "CONTEXT")


RESULTS = {
    "claude-code": (CLAUDE | {"hook_event_name": "PostToolUse", "tool_use_id": "t1"}, "mcp__shop__order"),
    "codex": (CLAUDE | {"hook_event_name": "PostToolUse", "tool_use_id": "t1"}, "mcp__shop__order"),
    "gemini": (CLAUDE | {"hook_event_name": "AfterTool"}, "mcp_shop_order"),
    "copilot": ({"sessionId": "s1"}, "shop-order"),
}
OURS = {
    "gemini": "mcp_tiermem_get_memories",
    "copilot": "tiermem-get_memories",
    "codex": "mcp__tiermem__get_memories",
}
OUTPUTS = [
    "Sent.",
    [{"type": "text", "text": "Sent."}],
    {"content": [{"type": "text", "text": "Sent."}]},
    {"llmContent": [{"functionResponse": {"response": {"output": "Sent."}}}], "returnDisplay": "…"},
    {"resultType": "success", "textResultForLlm": "Sent."},
]


WRAPPED = {"llmContent": [{"text": "<untrusted_context>\nSent.\n</untrusted_context>"}]}


@pytest.mark.parametrize("host", RESULTS)
def test_results_of_servers_tools_are_read_and_those_of_ours_and_the_hosts_own_left_alone(host):
    data, tool = RESULTS[host]
    named, field = ("toolName", "toolResult") if host == "copilot" else ("tool_name", "tool_response")

    def read(tool, output):
        return codec(host).parse("postToolUse", data | {named: tool, field: output})

    calls = [read(tool, output) for output in OUTPUTS]
    assert [(call.moment, call.tool, call.output) for call in calls] == [("tool_result", tool, "Sent.")] * 5
    wrapped = codec("gemini").parse(
        None, RESULTS["gemini"][0] | {"tool_name": "mcp_a_b", "tool_response": WRAPPED}
    )
    assert wrapped.output == "Sent."
    own = "mcp__plugin_tiermem_tiermem__get_memories"
    assert [read(other, "Sent.") for other in (OURS.get(host, own), "Bash", "read_file")] == [None] * 3


def test_our_slash_command_is_answered_in_claude_code_and_is_no_message():
    claude = codec("claude-code")
    typed = CLAUDE | {"prompt": "/tiermem:memory search tea", "command_args": "search tea"}
    expansion = typed | {"hook_event_name": "UserPromptExpansion"}

    call = claude.parse(None, expansion | {"command_name": "tiermem:memory"})

    assert (call.moment, call.prompt) == ("command", "search tea")
    assert claude.render(call, "It is green.")["reason"] == "It is green."
    assert claude.parse(None, expansion | {"command_name": "memory"}) is None
    assert claude.parse(None, typed | {"hook_event_name": "UserPromptSubmit"}) is None


@pytest.mark.parametrize("host", ["codex", "copilot", "docker-agent", "gemini"])
def test_our_slash_command_is_answered_where_a_message_is_read(host):
    event, data = SAID[host]["prompt"]

    call = codec(host).parse(event, data | {"prompt": "/memory search tea"})
    said = codec(host).render(call, "It is green.")

    assert (call.moment, call.prompt) == ("command", "search tea")
    assert "It is green." in (said.get("reason"), said.get("responseContent"))
    assert said.get("decision") == "block" or said["handled"]
    assert "hookSpecificOutput" not in said


def test_the_skill_of_copilot_is_our_slash_command():
    event, data = SAID["copilot"]["prompt"]
    invoked = 'The user explicitly invoked the "/memories" skill. Follow its instructions now.\n\n'
    body = '<skill-context name="memories">\nBase directory: /x\n\nUse it.\n\n{}</skill-context>'

    def request(arguments):
        return codec("copilot").parse(event, data | {"prompt": invoked + body.format(arguments)}).prompt

    assert request("\nARGUMENTS: search tea\n") == "search tea"
    assert request("") == ""
    about = codec("copilot").parse(event, data | {"prompt": body.format("ARGUMENTS: delete x\n")})
    assert about.moment == "prompt"


def test_an_unknown_host_is_refused_with_the_known_ones():
    with pytest.raises(InputError, match=r"Unknown host 'emacs'\. Known: claude-code, claude-desktop, codex"):
        codec("emacs")


def test_a_host_is_added_by_its_file_alone(tmp_path, monkeypatch):
    (tmp_path / "helix.py").write_text(
        "from tiermem.hosts.command import claude_code\n"
        "from tiermem.hosts.command.contract import Host\n"
        "HOST = Host(parse=claude_code.parse, render=claude_code.render, next='Restart Helix.')\n"
    )
    monkeypatch.setattr(command, "__path__", [*command.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "tiermem.hosts.command.helix", raising=False)

    assert "helix" in hosts()
    assert codec("helix").parse(*SAID["claude-code"]["prompt"]).prompt == "Hi"


def test_a_host_that_cannot_be_imported_says_what_it_lacks(tmp_path, monkeypatch):
    (tmp_path / "helix.py").write_text("import a_library_that_is_not_installed\n")
    monkeypatch.setattr(command, "__path__", [*command.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "tiermem.hosts.command.helix", raising=False)

    with pytest.raises(ModuleNotFoundError, match="a_library_that_is_not_installed"):
        codec("helix")


def test_copilots_answer_to_our_slash_command_is_no_reply_of_the_assistant(tmp_path):
    transcript = tmp_path / "events.jsonl"
    said = [("user", "/memories search shop"), ("assistant", "Found 1 memory")]
    lines = [{"type": f"{who}.message", "data": {"content": text}} for who, text in said]
    transcript.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert last_reply(transcript) == ""

    later = [("user", "Hello there"), ("assistant", "Understood.")]
    lines += [{"type": f"{who}.message", "data": {"content": text}} for who, text in later]
    transcript.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert last_reply(transcript) == "Understood."

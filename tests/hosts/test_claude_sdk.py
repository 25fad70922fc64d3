"""The Claude Agent SDK with memory: its options, its callbacks, and the real program against an API on this machine."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from itertools import chain

import pytest

pytest.importorskip("claude_agent_sdk", reason="the extra claude-sdk is not installed")

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, HookMatcher, ResultMessage
from claude_agent_sdk import create_sdk_mcp_server as server_of
from tests.fakes import shop_server
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.model_server import ToolCall
from tests.hosts import real
from tests.hosts.in_process import break_store, remember, slow_agent
from tests.hosts.pages import program_of

from tiermem import Memory
from tiermem.errors import InputError
from tiermem.hosts.claude_sdk import TierMem

FACT = "Deploys go through the staging gate."


def options_of(session, given=None):
    return asyncio.run(TierMem(session).options(given))


def fire(options, event, **data):
    """Call the last callback of an event, as the SDK does."""
    callback = options.hooks[event][-1].hooks[-1]
    return asyncio.run(
        callback({"hook_event_name": event, "session_id": "x", **data}, None, {"signal": None})
    )


def told(answer):
    return answer["hookSpecificOutput"]["additionalContext"] if answer else ""


# -- options -------------------------------------------------------------------------------------


def test_the_blocks_are_behind_the_system_prompt_in_the_form_it_has(memory, tmp_path):
    remember(memory, FACT)
    (tmp_path / "prompt.md").write_text("Be kind.")
    preset = {"type": "preset", "preset": "claude_code", "append": "Be kind.", "snapshot": False}
    with memory.session() as session:
        prompts = [
            options_of(session, ClaudeAgentOptions(system_prompt=given)).system_prompt
            for given in (
                None,
                "Be kind.",
                {"type": "custom", "prompt": "Be kind."},
                {"type": "file", "path": str(tmp_path / "prompt.md")},
                preset,
                {"type": "preset", "preset": "claude_code"},
            )
        ]
        blocks = session.memory_prompt

    assert FACT in blocks
    assert prompts == [
        blocks,
        f"Be kind.\n\n{blocks}",
        {"type": "custom", "prompt": f"Be kind.\n\n{blocks}"},
        f"Be kind.\n\n{blocks}",
        preset | {"append": f"Be kind.\n\n{blocks}"},
        {"type": "preset", "preset": "claude_code", "append": blocks},
    ]


def test_what_the_options_have_stays_and_they_are_not_changed(memory):
    async def mine(*_):
        return {}

    matcher = HookMatcher(hooks=[mine])
    given = ClaudeAgentOptions(
        model="x",
        allowed_tools=["Read"],
        hooks={"Stop": [matcher], "PreToolUse": [matcher]},
        mcp_servers={"other": server_of("other")},
    )
    with memory.session() as session:
        options = options_of(session, given)

    assert (options.model, options.allowed_tools) == ("x", ["Read", "mcp__tiermem"])
    assert options.hooks["PreToolUse"] == [matcher]
    assert [one is matcher for one in options.hooks["Stop"]] == [True, False]
    assert set(options.mcp_servers) == {"other", "tiermem"}
    assert given.hooks == {"Stop": [matcher], "PreToolUse": [matcher]}
    assert (given.allowed_tools, set(given.mcp_servers)) == (["Read"], {"other"})


@pytest.mark.parametrize(
    ("servers", "problem"), [("servers.json", "as a mapping"), ({"tiermem": {"command": "x"}}, "already")]
)
def test_servers_that_ours_cannot_stand_beside_are_refused(memory, servers, problem):
    with memory.session() as session, pytest.raises(InputError, match=problem):
        options_of(session, ClaudeAgentOptions(mcp_servers=servers))


# -- callbacks -----------------------------------------------------------------------------------


def test_a_prompt_is_answered_with_what_is_recalled_and_the_turn_is_journaled_at_the_stop(memory):
    remember(memory, FACT, layer="L1")
    with memory.session("s") as session:
        options = options_of(session)
        recalled = told(fire(options, "UserPromptSubmit", prompt="How do deploys go?"))
        before = memory.session("s").turns()
        fire(options, "Stop", stop_hook_active=False, last_assistant_message="Slowly.")
        fire(options, "Stop", stop_hook_active=True, last_assistant_message="Very slowly.")
        nothing = fire(options, "UserPromptSubmit", prompt="Zebras?")

    assert recalled.startswith("<memory-context>")
    assert FACT in recalled
    assert nothing == {}
    assert before == []
    assert [turn.content for turn in memory.session("s").turns()] == [
        "How do deploys go?",
        "Slowly.",
        "Very slowly.",
    ]


def test_what_was_asked_in_several_messages_is_one_turn(memory):
    with memory.session("s") as session:
        options = options_of(session)
        for prompt in ("How do deploys go?", "At night, I mean."):
            fire(options, "UserPromptSubmit", prompt=prompt)
        fire(options, "Stop", stop_hook_active=False)

    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?\nAt night, I mean."]


def test_after_compaction_the_next_prompt_carries_the_blocks_if_they_changed(memory):
    with memory.session() as session:
        options = options_of(session)
        fire(options, "PreCompact", trigger="auto", custom_instructions=None)
        unchanged = told(fire(options, "UserPromptSubmit", prompt="Zebras?"))
        remember(memory, FACT)
        fire(options, "UserPromptSubmit", prompt="I prefer tea.")
        fire(options, "Stop", stop_hook_active=False, last_assistant_message="Noted.")
        fire(options, "PreCompact", trigger="auto", custom_instructions=None)
        first = told(fire(options, "UserPromptSubmit", prompt="Zebras?"))
        second = told(fire(options, "UserPromptSubmit", prompt="Zebras?"))

    assert (unchanged, second) == ("", "")
    assert f"MEMORY (agent notes) [1% — {len(FACT)}/2,200 chars]" in first
    assert "I prefer tea." in [entry.content for entry in memory.entries().list()[0]]


def test_the_agent_goes_on_when_the_store_breaks(path, caplog):
    with Memory.open(store=str(path)) as memory:
        session = memory.session()
        options = options_of(session)
        session.release()
        break_store(path)

        assert fire(options, "UserPromptSubmit", prompt="How do deploys go?") == {}
        assert fire(options, "Stop", stop_hook_active=False, last_assistant_message="Slowly.") == {}
        assert fire(options, "PreCompact", trigger="auto", custom_instructions=None) == {}
    assert "the agent continues without the call that failed" in caplog.text


def test_the_event_loop_does_not_wait_for_plugins(tmp_path):
    slow = slow_agent(tmp_path, "on_user_prompt(session, prompt)", seconds=0.25)

    async def pauses(options):
        callback = options.hooks["UserPromptSubmit"][-1].hooks[-1]
        running = asyncio.create_task(callback({"prompt": "How do deploys go?"}, None, {}))
        ticks, began = 0, time.monotonic()
        while not running.done():
            await asyncio.sleep(0.005)
            ticks += 1
        return ticks, time.monotonic() - began

    with Memory.open(slow) as memory, memory.session() as session:
        ticks, took = asyncio.run(pauses(options_of(session)))

    assert ticks > 2, took


# -- the real program ----------------------------------------------------------------------------


def surroundings(home, server):
    return {
        "HOME": str(home),
        "ANTHROPIC_API_KEY": "sk-ant-fake",
        "ANTHROPIC_BASE_URL": server.url,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "IS_SANDBOX": "1",
    }


def ask(session, home, server, *prompts, **more):
    """The results of one client that is asked one after the other, with *more* options."""
    given = ClaudeAgentOptions(
        system_prompt="You are kind.",
        cwd=home / "work",
        env=surroundings(home, server),
        setting_sources=[],
        **more,
    )

    async def run():
        messages = []
        async with ClaudeSDKClient(options=await TierMem(session).options(given)) as client:
            for prompt in prompts:
                await client.query(prompt)
                messages += [message async for message in client.receive_response()]
        return [message.result for message in messages if isinstance(message, ResultMessage)]

    return asyncio.run(run())


def texts(request):
    """The texts of a request's messages, one by one."""
    contents = [message["content"] for message in request["messages"]]
    blocks = [[{"type": "text", "text": one}] if isinstance(one, str) else one for one in contents]
    return [block["text"] for block in chain.from_iterable(blocks) if block["type"] == "text"]


def system(request):
    return json.dumps(request["system"], ensure_ascii=False)


@pytest.mark.host
def test_what_one_session_says_the_next_ones_request_carries(memory, home):
    with AnthropicServer(lambda request: "Understood.") as server:
        with memory.session("s1") as session:
            assert ask(session, home, server, real.FACT) == ["Understood."]
        with memory.session("s2") as session:
            ask(session, home, server, real.QUESTION)

    first, last = server.requests[0], server.requests[-1]
    assert "You are kind." in system(first)
    assert "# Durable memory" in system(first)
    assert not any("Recalled from memory" in text for text in texts(first))
    (recalled,) = (text for text in texts(last) if "Recalled from memory" in text)
    assert real.FACT in recalled
    assert [turn.content for turn in memory.session("s1").turns()] == [real.FACT, "Understood."]
    assert memory.session("s2").turns()[0].content == real.QUESTION


@pytest.mark.host
def test_a_tool_is_called_and_answered_without_asking_a_person(memory, home):
    answers = [[ToolCall("mcp__tiermem__add_memory", {"content": FACT})], "Noted.", "Slowly."]
    with AnthropicServer(lambda request: answers.pop(0)) as server, memory.session("s") as session:
        results = ask(session, home, server, "Hello.", "How do deploys go?")
        names = {f"mcp__tiermem__{schema['name']}" for schema in session.tool_schemas}

    assert results == ["Noted.", "Slowly."]
    assert names <= {tool["name"] for tool in server.requests[0]["tools"]}
    (result,) = (
        block for block in server.requests[1]["messages"][-1]["content"] if block["type"] == "tool_result"
    )
    assert FACT in json.dumps(result)
    assert not result.get("is_error")
    assert [entry.content for entry in memory.entries().list()[0]] == [FACT]
    assert system(server.requests[0]) == system(server.requests[2])
    assert [turn.content for turn in memory.session("s").turns()] == [
        "Hello.",
        "Noted.",
        "How do deploys go?",
        "Slowly.",
    ]


@pytest.mark.host
def test_what_a_tool_of_another_server_told_is_in_the_archive(memory, path, home):
    shop = {"type": "stdio", "command": sys.executable, "args": [shop_server.__file__], "alwaysLoad": True}
    more = {"mcp_servers": {"shop": shop}, "allowed_tools": ["mcp__shop__order"]}
    answers = [[ToolCall("mcp__shop__order", {})], "It was sent."]

    with AnthropicServer(lambda request: answers.pop(0)) as server, memory.session("s") as session:
        assert ask(session, home, server, "Where is my kettle?", **more) == ["It was sent."]

    ((told, tags),) = real.told_by_tools(path)
    assert (told, "mcp__shop__order" in tags, len(tags)) == (shop_server.TOLD, True, 2)


@pytest.mark.host
def test_after_a_real_compaction_the_blocks_are_told_as_they_are_now(memory, home):
    answers = [[ToolCall("mcp__tiermem__add_memory", {"content": FACT})]]
    with (
        AnthropicServer(lambda request: answers.pop(0) if answers else "Noted.") as server,
        memory.session("s") as session,
    ):
        ask(session, home, server, "Note how deploys go.", "/compact", "Hello.")

    asked = server.requests[-1]
    assert "Hello." in texts(asked)
    assert "Note how deploys go." not in texts(asked)
    (told,) = (text for text in texts(asked) if "MEMORY (agent notes)" in text)
    assert FACT in told


@pytest.mark.host
def test_the_program_of_the_page_works_with_an_api_on_this_machine(home):
    program = program_of("claude-sdk.md")
    answers = ["I see.", "On Tuesdays."]
    with AnthropicServer(lambda request: answers.pop(0)) as server:
        out = real.run(home, [sys.executable, "-c", program], **surroundings(home, server))

    assert out == "I see.\nOn Tuesdays.\n"
    assert "We deploy billing on Tuesdays." in str(server.requests[1])

"""A real agent of the OpenAI Agents SDK with memory; the model answers over HTTP on this machine, with a script."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import replace

import pytest

pytest.importorskip("agents", reason="the extra openai-agents is not installed")

from agents import Agent, OpenAIChatCompletionsModel, RunConfig, Runner, SQLiteSession
from agents.run import ModelInputData
from openai import AsyncOpenAI
from tests.fakes.model_server import ToolCall
from tests.hosts.in_process import break_store, longest_pause, remember, slow_agent
from tests.hosts.pages import program_of, run_program

from tiermem import Memory
from tiermem.hosts.openai_agents import TierMem

WRITE = ToolCall("add_memory", {"layer": "L1", "content": "Deploys need two approvals."})
QUIET = RunConfig(tracing_disabled=True)


def run(asked, session, prompt, /, **more):
    """One run of an agent that has a memory; *asked* is its model."""
    return asyncio.run(arun(asked, session, prompt, **more))


async def arun(asked, session, prompt, /, *, mine=None, config=QUIET, agent=None, **more):
    mine = mine or TierMem(session)
    async with client_of(asked) as client:
        first = (agent or colleague)(OpenAIChatCompletionsModel("fake", client), mine)
        return await Runner.run(first, prompt, hooks=mine, run_config=mine.run_config(config), **more)


def client_of(asked):
    return AsyncOpenAI(base_url=asked.server.url, api_key="none", max_retries=0)


def colleague(model, mine):
    return Agent("Colleague", instructions="You are kind.", model=model, tools=[*mine.tools])


# -- what the model sees -------------------------------------------------------------------------


def test_the_runs_items_and_the_sdks_session_stay_as_it_was_said(memory, model, tmp_path):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model("Slowly.", "Never.")

    async def two_runs(session, history):
        mine = TierMem(session)
        await arun(asked, session, "How do deploys go?", mine=mine, session=history)
        result = await arun(asked, session, "And deploys at night?", mine=mine, session=history)
        return result.to_input_list(), await history.get_items()

    with memory.session() as session, contextlib.closing(SQLiteSession("s", tmp_path / "sdk.db")) as history:
        kept = asyncio.run(two_runs(session, history))

    *earlier, context, last = [one["content"] for one in asked.requests[-1] if one["role"] == "user"]
    assert earlier == [one["content"] for one in asked.requests[0] if one["role"] == "user"]
    assert "staging gate" in context
    assert last == "And deploys at night?"
    for items in kept:
        assert "And deploys at night?" in str(items)
        assert "memory-context" not in str(items)
        assert "staging gate" not in str(items)


def test_the_same_words_in_a_later_run_are_recalled_anew(memory, model):
    asked = model("Slowly.", "Through the gate.")

    with memory.session() as session:
        mine = TierMem(session)
        run(asked, session, "How do deploys go?", mine=mine)
        remember(memory, "Deploys go through the staging gate.", layer="L1")
        run(asked, session, "How do deploys go?", mine=mine)

    assert "staging gate" not in str(asked.prompts[0])
    assert "staging gate" in asked.prompts[1][0]


def test_pictures_stay_behind_the_context(memory, model):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model("Yes.")
    picture = {"type": "input_image", "image_url": "https://example.org/deploy.png", "detail": "auto"}
    said = [{"type": "input_text", "text": "How do deploys go?"}, picture]

    with memory.session() as session:
        run(asked, session, [{"role": "user", "content": said}])

    context, (question, shown) = asked.prompts[0]
    assert "staging gate" in context
    assert question["text"] == "How do deploys go?"
    assert shown["type"] == "image_url"


def test_a_filter_that_was_there_comes_first(memory, model):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model("Yes.")

    async def shout(data):
        (prompt,) = data.model_data.input
        return ModelInputData([prompt | {"content": prompt["content"].upper()}], "You are loud.")

    with memory.session() as session:
        run(asked, session, "How do deploys go?", config=replace(QUIET, call_model_input_filter=shout))

    assert "staging gate" in asked.prompts[0][0]
    assert asked.prompts[0][1] == "HOW DO DEPLOYS GO?"
    assert asked.systems[0].startswith("You are loud.\n\n")


def test_a_server_that_keeps_the_conversation_is_sent_each_message_once(memory, model):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model([WRITE], [ToolCall("get_memories", {})], "Done.")

    with memory.session() as session:
        asyncio.run(arun(asked, session, "How do deploys go?", auto_previous_response_id=True))

    assert len(asked.prompts[0]) == 2
    assert [[one["role"] for one in request] for request in asked.requests[1:]] == [["system", "tool"]] * 2


# -- more than one agent -------------------------------------------------------------------------


def test_a_handoff_goes_on_with_the_same_bytes(memory, model):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model("Let me pass that on.", [ToolCall("transfer_to_expert", {})], "Slowly.")

    def with_expert(of, mine):
        expert = Agent("expert", instructions="You know it all.", model=of)
        return Agent("Colleague", instructions="You are kind.", model=of, handoffs=[expert])

    with memory.session("s") as session:
        mine = TierMem(session)
        run(asked, session, "Hello.", mine=mine)
        run(asked, session, "How do deploys go?", mine=mine, agent=with_expert)

    _, before, after = asked.requests
    assert "staging gate" in before[1]["content"]
    assert after[1:3] == before[1:]
    assert after[0]["content"] == before[0]["content"].replace("You are kind.", "You know it all.")
    assert [turn.content for turn in memory.session("s").turns()][-2:] == ["How do deploys go?", "Slowly."]


def test_an_agent_that_is_a_tool_is_asked_as_it_was_asked(memory, model):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model([ToolCall("expert", {"input": "How do deploys go?"})], "As ever.", "Slowly.")

    def with_expert(of, mine):
        expert = Agent("expert", model=of).as_tool("expert", "Knows it all.")
        return Agent("Colleague", model=of, tools=[expert])

    with memory.session("s") as session:
        run(asked, session, "What of deploys?", agent=with_expert)

    assert asked.prompts[1] == ["How do deploys go?"]
    assert len(memory.timeline.receipts(session_id="s", limit=9)) == 1
    said = [turn for turn in memory.session("s").turns() if turn.speaker != "tool"]
    assert [turn.content for turn in said] == ["What of deploys?", "Slowly."]


# -- tools ---------------------------------------------------------------------------------------


def test_tools_have_the_parameters_of_the_sessions_tools(memory, model):
    asked = model("Hello.")

    with memory.session() as session:
        run(asked, session, "Hello.")
        schemas = {schema["name"]: schema["parameters"] for schema in session.tool_schemas}

    assert asked.offered == [schemas]


def test_arguments_that_are_no_json_are_refused_in_words(memory):
    with memory.session() as session:
        (tool,) = (tool for tool in TierMem(session).tools if tool.name == "add_memory")
        reply = json.loads(asyncio.run(tool.on_invoke_tool(None, '{"content": ')))

    assert reply["error"]["message"] == "The arguments of add_memory must be an object."


# -- what is journaled ---------------------------------------------------------------------------


def test_a_run_that_waits_for_a_person_is_journaled_once_when_it_ends(memory, model):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model([WRITE], "Done.")

    def careful(of, mine):
        tools = [replace(tool, needs_approval=True) for tool in mine.tools]
        return Agent("Colleague", model=of, tools=tools)

    async def approve(session):
        mine = TierMem(session)
        async with client_of(asked) as client:
            agent = careful(OpenAIChatCompletionsModel("fake", client), mine)
            more = {"hooks": mine, "run_config": mine.run_config(QUIET)}
            first = await Runner.run(agent, "How do deploys go?", **more)
            before, state = memory.session("s").turns(), first.to_state()
            state.approve(first.interruptions[0])
            await Runner.run(agent, state, **more)
        return before

    with memory.session("s") as session:
        before = asyncio.run(approve(session))

    assert before == []
    assert "staging gate" in asked.prompts[0][0]
    assert asked.prompts == asked.prompts[:1] * 2
    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?", "Done."]


def test_a_streamed_run_does_the_same(memory, model):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    asked = model("Slowly.")

    async def stream(session):
        mine = TierMem(session)
        async with client_of(asked) as client:
            agent = colleague(OpenAIChatCompletionsModel("fake", client), mine)
            run = Runner.run_streamed(agent, "Deploys?", hooks=mine, run_config=mine.run_config(QUIET))
            with contextlib.suppress(Exception):  # the server does not stream; what was asked is what counts
                async for _ in run.stream_events():
                    pass

    with memory.session("s") as session:
        asyncio.run(stream(session))

    assert "staging gate" in asked.prompts[0][0]


# -- what goes wrong -----------------------------------------------------------------------------


def test_the_agent_goes_on_when_the_store_breaks(path, model, caplog):
    asked = model([WRITE], "I could not note that.")

    with Memory.open(store=str(path)) as memory:
        session = memory.session()
        mine = TierMem(session)
        session.release()
        break_store(path)
        result = run(asked, session, "How do deploys go?", mine=mine)

    assert result.final_output == "I could not note that."
    assert asked.prompts == [["How do deploys go?"]] * 2
    assert asked.systems == ["You are kind."] * 2
    assert "error" in asked.replies[0]
    assert "the agent continues without" in caplog.text


def test_the_event_loop_does_not_wait_for_plugins(tmp_path, model):
    slow = slow_agent(tmp_path, "on_session_start(session)", seconds=3)
    asked = model("Hello.")

    async def second_run(memory, session):
        await arun(asked, memory.session(), "Hello.")
        return await longest_pause(arun(asked, session, "Hello."))

    with Memory.open(slow) as memory, memory.session() as session:
        assert asyncio.run(second_run(memory, session)) < 1.9


# -- the page ------------------------------------------------------------------------------------


def test_the_program_of_the_page_works_with_a_model_on_this_machine(tmp_path, model):
    asked = model("I see.", "On Tuesdays.")
    program = program_of("openai-agents.md")
    offline = "import agents\nagents.set_default_openai_api('chat_completions')\n" + program
    here = {"OPENAI_BASE_URL": asked.server.url, "OPENAI_API_KEY": "none"}

    printed = run_program(offline, tmp_path, **here, OPENAI_AGENTS_DISABLE_TRACING="1")

    first, last = asked.prompts
    assert printed == "I see.\nOn Tuesdays.\n"
    assert first == ["We deploy billing on Tuesdays."]
    assert last == ["When do we deploy billing?"]
    assert "We deploy billing on Tuesdays." in str(asked.requests[-1])

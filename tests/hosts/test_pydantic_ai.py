"""A real pydantic-ai agent with memory; only the model is a function, as pydantic-ai ships it for tests."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3

import pytest

pytest.importorskip("pydantic_ai", reason="the extra llm brings pydantic-ai")

from pydantic_ai import Agent
from pydantic_ai.messages import (
    ImageUrl,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import FunctionModel
from tests.fakes.model_server import scripted
from tests.fakes.responses_server import ResponsesServer
from tests.hosts.in_process import break_store, longest_pause, remember, slow_agent
from tests.hosts.pages import program_of, run_program

from tiermem import Memory
from tiermem.hosts.pydantic_ai import TierMem

WRITE = ToolCallPart("add_memory", {"layer": "L1", "content": "Deploys need two approvals."})


class Model:
    """A model that answers as it is told, and remembers what it was asked.

    Attributes:
        prompts: The last user prompt of each request, as the model got it.
        instructions: The instructions of each request.
        replies: What the tools answered it.
    """

    def __init__(self, *answers):
        self.answers = list(answers)
        self.prompts = []
        self.instructions = []
        self.replies = []

    def __call__(self, messages, info):
        parts = [part for message in messages for part in message.parts]
        self.prompts.append([part.content for part in parts if isinstance(part, UserPromptPart)][-1])
        self.instructions.append(info.instructions)
        self.replies += [part.content for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        answer = self.answers.pop(0) if self.answers else "Certainly."
        return ModelResponse(parts=[TextPart(answer)] if isinstance(answer, str) else list(answer))


def agent(session, model):
    return Agent(FunctionModel(model), instructions="You are kind.", capabilities=[TierMem(session)])


def run(of, prompt, **more):
    return asyncio.run(of.run(prompt, **more))


def prompts_in(result):
    parts = (part for message in result.all_messages() for part in message.parts)
    return [part.content for part in parts if isinstance(part, UserPromptPart)]


# -- what the model sees -------------------------------------------------------------------------


def test_the_stored_history_stays_as_it_was_said(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model()

    with memory.session() as session:
        first = run(agent(session, model), "How do deploys go?")
        second = run(agent(session, model), "And deploys at night?", message_history=first.all_messages())

    assert "<memory-context>" in model.prompts[0]
    assert prompts_in(second) == ["How do deploys go?", "And deploys at night?"]


def test_each_prompt_of_a_request_is_led_by_its_own_context(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    seen = []

    def model(messages, info):
        parts = (part for message in messages for part in message.parts)
        seen.append([part.content for part in parts if isinstance(part, UserPromptPart)])
        return ModelResponse(parts=[TextPart("Yes.")])

    with memory.session() as session:
        first = run(agent(session, model), "How do deploys go?")
        run(agent(session, model), "And deploys at night?", message_history=first.all_messages())

    earlier, last = seen[-1]
    assert [earlier] == seen[0]
    assert earlier.endswith("\n\nHow do deploys go?")
    assert last.startswith("<memory-context>")
    assert last.endswith("\n\nAnd deploys at night?")


def test_pictures_stay_behind_the_context(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model()
    picture = ImageUrl("https://example.org/deploy.png")

    with memory.session() as session:
        run(agent(session, model), ["How do deploys go?", picture])
        run(agent(session, model), [picture, "How do deploys go?"])

    led, apart = model.prompts
    assert led[0].startswith("<memory-context>")
    assert led[0].endswith("\n\nHow do deploys go?")
    assert led[1:] == [picture]
    assert apart[0].endswith("</memory-context>")
    assert apart[1:] == [picture, "How do deploys go?"]


def test_the_last_message_of_a_compacted_session_has_new_blocks(memory):
    model = Model()

    with memory.session() as session:
        mine = agent(session, model)
        run(mine, "Hello.")
        remember(memory, "Deploys go through the staging gate.")
        session.on_pre_compact()
        run(mine, "Hello again.")

    assert "staging gate" not in model.instructions[0]
    assert "staging gate" in model.instructions[1]


# -- at the same time ----------------------------------------------------------------------------


def test_conversations_that_go_on_at_the_same_time_share_a_memory(memory):
    contents = [f"Fact {number} of many." for number in range(6)]

    def writing(content):
        return Model([ToolCallPart("add_memory", {"layer": "L1", "content": content})])

    async def all_at_once():
        with contextlib.ExitStack() as stack:
            sessions = [stack.enter_context(memory.session()) for _ in contents]
            agents = [
                agent(session, writing(content)) for session, content in zip(sessions, contents, strict=True)
            ]
            await asyncio.gather(*(one.run("Hello.") for one in agents))

    asyncio.run(all_at_once())

    assert sorted(entry.content for entry in memory.entries().list()[0]) == contents


def test_the_event_loop_does_not_wait_for_another_writer(memory, path):
    async def run_beside_a_writer(mine):
        ticks = 0
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            running = asyncio.create_task(mine.run("Hello."))
            while not running.done():
                await asyncio.sleep(0.01)
                ticks += 1
                if ticks == 20:
                    writer.execute("ROLLBACK")
        return running.result(), ticks

    with memory.session() as session:
        result, ticks = asyncio.run(run_beside_a_writer(agent(session, Model([WRITE], "Done."))))

    assert result.output == "Done."
    assert ticks > 20
    assert [entry.content for entry in memory.entries().list()[0]] == ["Deploys need two approvals."]


def test_the_event_loop_does_not_wait_for_plugins_when_a_run_starts(tmp_path):
    slow = slow_agent(tmp_path, "on_session_start(session)", seconds=3)

    with Memory.open(slow) as memory, memory.session() as session:
        mine = agent(session, Model())
        session.on_pre_compact()

        assert asyncio.run(longest_pause(mine.run("Hello."))) < 1.9


# -- other ways of running -----------------------------------------------------------------------


def test_a_streamed_run_does_the_same(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model("Slowly.")

    async def words(messages, info):
        yield model(messages, info).parts[0].content

    async def stream(mine):
        async with mine.run_stream("How do deploys go?") as running:
            return [text async for text in running.stream_text(delta=True)]

    with memory.session("s") as session:
        said = asyncio.run(
            stream(Agent(FunctionModel(stream_function=words), capabilities=[TierMem(session)]))
        )

    assert said == ["Slowly."]
    assert "staging gate" in model.prompts[0]
    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?", "Slowly."]


def test_a_run_that_is_led_step_by_step_does_the_same(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model("Slowly.")

    async def lead(mine):
        async with mine.iter("How do deploys go?") as running:
            return [type(node).__name__ async for node in running]

    with memory.session("s") as session:
        steps = asyncio.run(lead(agent(session, model)))

    assert steps[-1] == "End"
    assert "staging gate" in model.prompts[0]
    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?", "Slowly."]


# -- what goes wrong -----------------------------------------------------------------------------


def test_the_agent_goes_on_when_the_store_breaks(path, caplog):
    note = ToolCallPart("add_memory", {"content": "Deploys need two approvals."})
    model = Model([note], "I could not note that.")

    with Memory.open(store=str(path)) as memory:
        session = memory.session()
        mine = agent(session, model)
        session.release()
        break_store(path)
        result = run(mine, "How do deploys go?")

    assert result.output == "I could not note that."
    assert model.prompts == ["How do deploys go?"] * 2
    assert "error" in model.replies[0]
    assert "the agent continues without" in caplog.text


# -- the page ------------------------------------------------------------------------------------


def test_the_program_of_the_page_works_with_a_model_on_this_machine(tmp_path):
    with ResponsesServer(scripted("I see.", "On Tuesdays.")) as server:
        here = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "none"}
        printed = run_program(program_of("pydantic-ai.md"), tmp_path, **here)

    first, last = ([one["content"] for one in request["input"]] for request in server.requests)
    assert printed == "I see.\nOn Tuesdays.\n"
    assert first == ["We deploy billing on Tuesdays."]
    (asked,) = last
    assert asked.endswith("When do we deploy billing?")
    assert "We deploy billing on Tuesdays." in str(server.requests[-1])  # in the block or in the context

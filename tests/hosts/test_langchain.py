"""A real LangChain agent with memory; only the model is LangChain's own one for tests, with a script."""

from __future__ import annotations

import asyncio
import json

import pytest

pytest.importorskip("langchain", reason="the extra langchain is not installed")

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, SummarizationMiddleware
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from tests.hosts.in_process import break_store, longest_pause, remember, slow_agent
from tests.hosts.pages import program_of, run_program

from tiermem import Memory
from tiermem.hosts.langchain import TierMem

WRITE = ("add_memory", {"layer": "L1", "content": "Deploys need two approvals."})


class Model(GenericFakeChatModel):
    """A model that answers as it is told, and keeps what it was asked."""

    requests: list

    @classmethod
    def of(cls, *answers):
        return cls(messages=iter(map(message, answers)), requests=[])

    def bind_tools(self, tools, **_):
        return self

    def _generate(self, messages, *args, **more):
        self.requests.append(list(messages))
        return super()._generate(messages, *args, **more)

    @property
    def prompts(self):
        """The last user message of each request."""
        return [[one.content for one in request if one.type == "human"][-1] for request in self.requests]

    @property
    def systems(self):
        return [
            "".join(str(one.text) for one in request if one.type == "system") for request in self.requests
        ]

    @property
    def replies(self):
        """Return the tools' answers up to the last request."""
        return [json.loads(one.content) for one in self.requests[-1] if isinstance(one, ToolMessage)]


def message(answer):
    """A text, or (tool, arguments)."""
    if isinstance(answer, str):
        return AIMessage(answer)
    name, arguments = answer
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"call-{name}"}])


def agent(session, model, **more):
    return create_agent(model, system_prompt="You are kind.", middleware=[TierMem(session)], **more)


def ask(of, prompt, *earlier, **more):
    return of.invoke({"messages": [*earlier, HumanMessage(prompt)]}, **more)["messages"]


# -- what the model sees -------------------------------------------------------------------------


def test_an_agent_without_a_prompt_has_the_blocks_alone(memory):
    model = Model.of("Hello.")

    with memory.session() as session:
        ask(create_agent(model, middleware=[TierMem(session)]), "Hello.")

        assert model.systems == [session.memory_prompt]


def test_the_state_and_its_checkpoints_stay_as_it_was_said(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model, thread = Model.of("Slowly.", "Never."), {"configurable": {"thread_id": "1"}}

    with memory.session() as session:
        mine = agent(session, model, checkpointer=InMemorySaver())
        ask(mine, "How do deploys go?", config=thread)
        ask(mine, "And deploys at night?", config=thread)
        saved = [str(state.values) for state in mine.get_state_history(thread)]

    earlier, last = [one.content for one in model.requests[-1] if one.type == "human"]
    assert earlier == model.requests[0][-1].content
    assert last.startswith("<memory-context>")
    assert last.endswith("\n\nAnd deploys at night?")
    assert len(saved) > 4
    assert not [state for state in saved if "memory-context" in state or "staging gate" in state]


def test_the_same_words_in_a_later_turn_are_recalled_anew(memory):
    model, thread = Model.of("Slowly.", "Through the gate."), {"configurable": {"thread_id": "1"}}

    with memory.session() as session:
        mine = agent(session, model, checkpointer=InMemorySaver())
        ask(mine, "How do deploys go?", config=thread)
        remember(memory, "Deploys go through the staging gate.", layer="L1")
        ask(mine, "How do deploys go?", config=thread)

    assert "staging gate" not in model.prompts[0]
    assert "staging gate" in model.prompts[1]


def test_pictures_stay_behind_the_context(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model.of("Yes.")
    said = [{"type": "text", "text": "How do deploys go?"}, {"type": "image_url", "image_url": {"url": "x"}}]

    with memory.session() as session:
        ask(agent(session, model), said)

    context, *rest = model.prompts[0]
    assert context["text"].startswith("<memory-context>")
    assert rest == said


# -- asynchronous runs ---------------------------------------------------------------------------


def test_an_asynchronous_run_does_the_same(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model.of(WRITE, "Done.")

    with memory.session("s") as session:
        asyncio.run(
            agent(session, model).ainvoke({"messages": [HumanMessage("How do deploys go?")]}),
        )

    assert len(set(model.prompts)) == 1
    assert "staging gate" in model.prompts[0]
    assert "error" not in model.replies[0]
    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?", "Done."]


def test_the_event_loop_does_not_wait_for_plugins(tmp_path):
    slow = slow_agent(tmp_path, "on_session_start(session)", seconds=3)

    with Memory.open(slow) as memory, memory.session() as session:
        asking = agent(session, Model.of("Hello.")).ainvoke({"messages": [HumanMessage("Hello.")]})

        assert asyncio.run(longest_pause(asking)) < 1.9


def test_a_streamed_run_does_the_same(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model.of("Slowly.")
    said = {"messages": [HumanMessage("How do deploys go?")]}

    with memory.session("s") as session:
        steps = list(agent(session, model).stream(said, stream_mode=["messages", "values"]))

    assert "staging gate" in model.prompts[0]
    assert "staging gate" not in str(steps)
    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?", "Slowly."]


# -- what is journaled ---------------------------------------------------------------------------


def test_a_run_that_waits_for_a_person_is_journaled_once_when_it_ends(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model, thread = Model.of(WRITE, "Done."), {"configurable": {"thread_id": "1"}}
    approving = HumanInTheLoopMiddleware(interrupt_on={"add_memory": True})

    with memory.session("s") as session:
        of = create_agent(model, middleware=[TierMem(session), approving], checkpointer=InMemorySaver())
        ask(of, "How do deploys go?", config=thread)
        before = memory.session("s").turns()
        of.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread)

    assert before == []
    assert len(model.prompts) == 2
    assert len(set(model.prompts)) == 1
    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?", "Done."]


def test_a_summary_that_langchain_writes_is_nothing_the_user_said(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")
    model = Model.of("Slowly.")
    summing = SummarizationMiddleware(Model.of("Deploys."), trigger=("messages", 3), keep=("messages", 1))

    with memory.session("s") as session:
        mine = create_agent(model, middleware=[TierMem(session), summing])
        ask(mine, "How do deploys go?", HumanMessage("Hello."), AIMessage("Hello."))

    summary, prompt = [one.content for one in model.requests[0] if one.type == "human"]
    assert "memory-context" not in summary
    assert prompt.endswith("</memory-context>\n\nHow do deploys go?")
    assert [turn.content for turn in memory.session("s").turns()] == ["How do deploys go?", "Slowly."]


# -- what goes wrong -----------------------------------------------------------------------------


def test_the_agent_goes_on_when_the_store_breaks(path, caplog):
    model = Model.of(WRITE, "I could not note that.")

    with Memory.open(store=str(path)) as memory:
        session = memory.session()
        mine = agent(session, model)
        session.release()
        break_store(path)
        messages = ask(mine, "How do deploys go?")

    assert messages[-1].text == "I could not note that."
    assert model.prompts == ["How do deploys go?"] * 2
    assert "error" in model.replies[0]
    assert "the agent continues without" in caplog.text


# -- the page ------------------------------------------------------------------------------------


def test_the_program_of_the_page_works_with_a_model_of_these_tests(tmp_path):
    model = "Model(messages=iter([AIMessage('I see.')]))"
    offline = (
        "from langchain_core.language_models.fake_chat_models import GenericFakeChatModel\n"
        "from langchain_core.messages import AIMessage\n"
        "class Model(GenericFakeChatModel):\n"
        "    def bind_tools(self, tools, **_):\n"
        "        return self\n"
        "    def _generate(self, messages, *args, **more):\n"
        "        known = 'We deploy billing on Tuesdays.' in str(messages[:-1])\n"
        "        print('known:' if known else 'new:', messages[-1].content)\n"
        "        return super()._generate(messages, *args, **more)\n"
    ) + program_of("langchain.md").replace('"openai:gpt-5-mini"', model)

    first, _, asked = run_program(offline, tmp_path).partition("I see.\n")

    assert first == "new: We deploy billing on Tuesdays.\n"
    assert asked == "known: When do we deploy billing?\nI see.\n"

"""Agents of frameworks against an OpenAI-compatible server on this machine: what one session says, the next one's
request carries, in its place."""

from __future__ import annotations

import asyncio
import gc
from contextlib import closing

import pytest
from tests.fakes.model_server import ModelServer, scripted
from tests.hosts.real import FACT, QUESTION

from tiermem import Memory

pytestmark = [
    pytest.mark.host,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # their clients are closed with the process
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
RECALLED = "[Recalled from memory"


def pydantic_ai(session, url, prompt):
    pytest.importorskip("pydantic_ai", reason="the extra llm is not installed")
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    from tiermem.hosts.pydantic_ai import TierMem

    model = OpenAIChatModel("fake", provider=OpenAIProvider(base_url=url, api_key="none"))
    run = Agent(model, instructions="You are kind.", capabilities=[TierMem(session)]).run_sync(prompt)
    assert RECALLED not in run.all_messages_json().decode(), "stored history stays as it was said"
    return run.output


def langchain(session, url, prompt):
    pytest.importorskip("langchain", reason="the extra langchain is not installed")
    openai = pytest.importorskip("langchain_openai", reason="langchain-openai is not installed")
    from langchain.agents import create_agent

    from tiermem.hosts.langchain import TierMem

    model = openai.ChatOpenAI(model="fake", base_url=url, api_key="none", max_retries=0)
    agent = create_agent(model, system_prompt="You are kind.", middleware=[TierMem(session)])
    said = agent.invoke({"messages": [("user", prompt)]})["messages"]
    assert RECALLED not in str([message.content for message in said])
    return said[-1].text


def openai_agents(session, url, prompt):
    agents = pytest.importorskip("agents", reason="the extra openai-agents is not installed")
    from openai import AsyncOpenAI

    from tiermem.hosts.openai_agents import TierMem

    mine = TierMem(session)
    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    model = agents.OpenAIChatCompletionsModel("fake", client)
    agent = agents.Agent("Colleague", instructions="You are kind.", model=model, tools=[*mine.tools])
    config = mine.run_config(agents.RunConfig(tracing_disabled=True))
    run = agents.Runner.run_sync(agent, prompt, hooks=mine, run_config=config)
    assert RECALLED not in str(run.to_input_list())
    return run.final_output


@pytest.fixture
def current_loop():
    """An event loop for `run_sync`, which takes the current one, makes one where there is none, and closes neither.

    What the frameworks leave open is collected here, and fails no test that comes later.
    """
    with closing(asyncio.new_event_loop()) as loop:
        asyncio.set_event_loop(loop)
        yield loop
        asyncio.set_event_loop(None)
    gc.collect()


@pytest.mark.usefixtures("current_loop")
@pytest.mark.parametrize("ask", [pydantic_ai, langchain, openai_agents], ids=lambda ask: ask.__name__)
def test_what_one_session_says_the_next_ones_request_carries(tmp_path, ask):
    with ModelServer(scripted("Understood.")) as server:
        for prompt in (FACT, QUESTION):
            with Memory.open(store=str(tmp_path / "memory.db")) as memory, memory.session() as session:
                assert ask(session, server.url, prompt) == "Understood."

    first, last = server.requests
    assert "add_memory" in [tool["function"]["name"] for tool in first["tools"]]
    said = {
        role: [one["content"] for one in last["messages"] if one["role"] == role]
        for role in ("system", "user")
    }
    system, before_question = str(said["system"]), str(said["user"]).partition(QUESTION)[0]
    assert system.index("You are kind.") < system.index("# Durable memory")
    assert FACT in before_question
    assert RECALLED in before_question
    assert RECALLED not in str(first["messages"])

"""Agents of frameworks with memory, and a model over HTTP on this machine that tests can ask what it was asked."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any, NamedTuple

import pytest
from tests.fakes.model_server import ModelServer, ToolCall, completion, scripted


class Model:
    """A model that answers as it is told; its server keeps what it was asked.

    Args:
        answers: Texts, lists of calls that a text may go with, and statuses to fail with; the last one again and again.
    """

    def __init__(self, *answers):
        self.server = ModelServer(scripted(*map(_numbered, range(len(answers)), answers)))

    @property
    def requests(self):
        """The messages of each request."""
        return [request["messages"] for request in self.server.requests]

    @property
    def systems(self):
        """The system prompt of each request; where it comes in several messages, in one text."""
        systems = [[_words(one) for one in request if one["role"] == "system"] for request in self.requests]
        return ["\n\n".join(system) for system in systems]

    @property
    def prompts(self):
        """Return the user's last message of each request: [context, prompt] or [prompt]."""
        users = [[one["content"] for one in request if one["role"] == "user"] for request in self.requests]
        return [one[-2:] if "<memory-context>" in str(one[-2:-1]) else one[-1:] for one in users]

    @property
    def texts(self):
        """The same, each in one text."""
        return ["\n\n".join(prompt) for prompt in self.prompts]

    @property
    def offered(self):
        """Names and parameters of the tools that each request offers."""
        functions = [[tool["function"] for tool in request["tools"]] for request in self.server.requests]
        return [{one["name"]: one["parameters"] for one in offered} for offered in functions]

    @property
    def replies(self):
        """Return the tools' answers up to the last request."""
        return [json.loads(_words(one)) for one in self.requests[-1] if one["role"] == "tool"]


def _words(message):
    content = message["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _numbered(number, answer):
    """The answer, with ids of tool calls that no other answer has: agents insist. A text may go with calls."""
    if not isinstance(answer, list):
        return answer
    body = completion("fake", [part for part in answer if isinstance(part, ToolCall)])
    body["choices"][0]["message"]["content"] = "".join(part for part in answer if isinstance(part, str))
    return json.dumps(body).replace("call_0", f"call_{number}").encode()


class Said(NamedTuple):
    """The result of a run.

    Attributes:
        reply: The agent's last words.
        kept: The conversation, as the framework keeps it for the next run.
    """

    reply: str
    kept: Any


class File(NamedTuple):
    """A text that a person attaches."""

    text: str
    name: str

    @property
    def base64(self):
        """Its bytes, as frameworks take them."""
        return b64encode(self.text.encode()).decode()


def pydantic_ai(session, url, prompt, kept=(), *, tools=(), file=None):
    """One run of an agent of pydantic-ai, which goes on with what was *kept*; the prompt may have a file attached.

    The *tools* are functions without arguments.
    """
    pytest.importorskip("pydantic_ai", reason="the extra llm is not installed")
    from openai import AsyncOpenAI
    from pydantic_ai import Agent, BinaryContent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    from tiermem.hosts.pydantic_ai import TierMem

    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    model = OpenAIChatModel("fake", provider=OpenAIProvider(openai_client=client))
    agent = Agent(model, instructions="You are kind.", tools=[*tools], capabilities=[TierMem(session)])
    attached = file and BinaryContent(file.text.encode(), media_type="text/plain", identifier=file.name)
    run = agent.run_sync([prompt, attached] if file else prompt, message_history=[*kept])
    return Said(run.output, run.all_messages())


def langchain(session, url, prompt, kept=(), *, tools=(), file=None):
    """The same of LangChain."""
    pytest.importorskip("langchain", reason="the extra langchain is not installed")
    openai = pytest.importorskip("langchain_openai", reason="langchain-openai is not installed")
    from langchain.agents import create_agent

    from tiermem.hosts.langchain import TierMem

    model = openai.ChatOpenAI(model="fake", base_url=url, api_key="none", max_retries=0)
    mine = TierMem(session)
    agent = create_agent(model, tools=[*tools], system_prompt="You are kind.", middleware=[mine])
    asked = {"role": "user", "content": prompt}
    if file:
        attached = {"type": "file", "base64": file.base64, "mime_type": "text/plain", "filename": file.name}
        asked["content"] = [{"type": "text", "text": prompt}, attached]
    messages = agent.invoke({"messages": [*kept, asked]})["messages"]
    return Said(messages[-1].text, messages)


def openai_agents(session, url, prompt, kept=(), *, tools=(), file=None):
    """The same of the OpenAI Agents SDK."""
    agents = pytest.importorskip("agents", reason="the extra openai-agents is not installed")
    from openai import AsyncOpenAI

    from tiermem.hosts.openai_agents import TierMem

    mine = TierMem(session)
    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    model = agents.OpenAIChatCompletionsModel("fake", client)
    offered = [*mine.tools, *map(agents.function_tool, tools)]
    agent = agents.Agent("Colleague", instructions="You are kind.", model=model, tools=offered)
    config = mine.run_config(agents.RunConfig(tracing_disabled=True))
    content = prompt
    if file:
        data = f"data:text/plain;base64,{file.base64}"
        attached = {"type": "input_file", "file_data": data, "filename": file.name}
        content = [{"type": "input_text", "text": prompt}, attached]
    asked = [*kept, {"role": "user", "content": content}]
    run = agents.Runner.run_sync(agent, asked, hooks=mine, run_config=config)
    return Said(run.final_output, run.to_input_list())

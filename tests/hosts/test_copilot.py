"""A session of the Copilot SDK with memory: its own types, and its events and hooks in its program's order."""

from __future__ import annotations

import asyncio
import json
from uuid import uuid4

import pytest

pytest.importorskip("copilot", reason="the extra copilot is not installed")

from copilot import SessionEvent
from copilot.tools import Tool, ToolInvocation, ToolResult
from tests.hosts.in_process import break_store, longest_pause, remember, slow_agent
from tests.hosts.real import told_by_tools

from tiermem import Memory
from tiermem.hosts.copilot import TierMem

NOW = {"timestamp": "2026-11-21T12:00:00Z"}


class Chat:
    """A conversation as its program leads it, with what the options of a session make of it.

    Attributes:
        sent: What the model was sent of each message.
    """

    def __init__(self, options):
        self.options = options
        self.sent = []

    def hear(self, kind, agent=None, **data):
        raw = {"id": str(uuid4()), "parentId": None, "type": kind, "data": data, "agentId": agent, **NOW}
        self.options["on_event"](SessionEvent.from_dict(raw))

    def hook(self, name, **data):
        answer = self.options["hooks"][name](data, {"session_id": "c1"})
        return asyncio.run(answer) or {}

    def ask(self, prompt, source=None, **who):
        """The message comes in."""
        answer = self.hook("on_user_prompt_submitted", prompt=prompt, **who)
        if answer.get("decision") != "block":
            self.sent.append(answer.get("modifiedPrompt", prompt))
            source = {"source": source} if source else {}
            self.hear("user.message", agent=who.get("agentId"), content=prompt, **source)

    def answer(self, *texts, **who):
        """The replies, of which an empty one comes with a call of a tool, and the end of the turn."""
        for text in texts:
            self.hear("assistant.message", agent=who.get("agentId"), content=text, messageId="m1")
        return self.hook("on_agent_stop", stopReason="end_turn", **who)

    def say(self, prompt, *texts):
        """A whole turn."""
        self.ask(prompt)
        self.answer(*texts)
        self.hear("session.idle")

    def call(self, name, arguments):
        (tool,) = (tool for tool in self.options["tools"] if tool.name == name)
        result = asyncio.run(tool.handler(ToolInvocation(tool_name=name, arguments=arguments)))
        assert isinstance(result, ToolResult)
        return json.loads(result.text_result_for_llm)


def chat(session, **more):
    return Chat(asyncio.run(TierMem(session).options(**more)))


def turns(memory):
    return [(turn.speaker, turn.content) for turn in memory.session("s").turns()]


# -- what the model sees -------------------------------------------------------------------------


def test_the_second_session_knows_what_the_user_said_in_the_first(memory):
    with memory.session("one") as session:
        chat(session).say("The launch of our shop at www.shop.example is on 12 May 2027.", "I see.")
    with memory.session("two") as session:
        second = chat(session)
        second.say("When is the launch of our shop?", "In May.")

    (sent,) = second.sent
    assert sent.startswith("<memory-context>\n")
    assert "The launch of our shop at www.shop.example is on 12 May 2027." in sent
    assert sent.endswith("</memory-context>\n\nWhen is the launch of our shop?")


def test_a_message_is_sent_as_it_is_when_nothing_is_recalled(memory):
    with memory.session() as session:
        mine = chat(session)
        mine.say("Hello.", "Hello.")

    assert mine.sent == ["Hello."]


@pytest.mark.parametrize(
    ("own", "mode", "before"),
    [
        (None, "append", ""),
        ({"content": "Be kind."}, "append", "Be kind.\n\n"),
        ({"mode": "replace", "content": "You are kind."}, "replace", "You are kind.\n\n"),
        ({"mode": "customize", "sections": {"tone": {"action": "remove"}}}, "customize", ""),
    ],
)
def test_the_blocks_end_the_system_message_in_any_of_its_modes(memory, own, mode, before):
    remember(memory, "Deploys go through the staging gate.")

    with memory.session() as session:
        message = chat(session, system_message=own).options["system_message"]

        assert message == (own or {}) | {"mode": mode, "content": f"{before}{session.memory_prompt}"}
    assert "staging gate" in message["content"]


def test_a_sub_agent_is_asked_as_it_was_asked(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")

    with memory.session("s") as session:
        mine = chat(session)
        mine.ask("What of deploys?")
        mine.ask("How do deploys go?", agentId="a1")
        mine.answer("As ever.", agentId="a1")
        mine.answer("", "Slowly.")

    assert "staging gate" in mine.sent[0]
    assert mine.sent[1] == "How do deploys go?"
    assert turns(memory) == [("user", "What of deploys?"), ("assistant", "Slowly.")]


# -- tools ---------------------------------------------------------------------------------------


def test_tools_are_offered_called_and_answered_in_plain_data(memory):
    own = Tool("weather", "Tells the weather.")

    with memory.session() as session:
        mine = chat(session, tools=[own])
        added = mine.call("add_memory", {"content": "The user prefers tea.", "target": "user"})
        offered = {tool.name: tool for tool in mine.options["tools"]}
        schemas = session.tool_schemas

    assert offered.pop("weather") is own
    assert [
        {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
        for tool in offered.values()
    ] == schemas
    assert {(tool.skip_permission, tool.defer) for tool in offered.values()} == {(True, "never")}
    assert added["usage"]["user"]["used"] == len("The user prefers tea.")
    assert [entry.source for entry in memory.entries().list()[0]] == ["agent"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [({"memory_id": "nothing0"}, "unknown_entry"), ({"nothing": []}, "input"), ("no object", "input")],
)
def test_a_refusal_is_an_answer_and_no_failure(memory, arguments, code):
    with memory.session() as session:
        reply = chat(session).call("delete_memory", arguments)

    assert reply["error"]["code"] == code


# -- what is journaled ---------------------------------------------------------------------------


def test_a_turn_is_journaled_without_what_was_injected(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")

    with memory.session("s") as session:
        chat(session).say("How do deploys go?", "Let me look.", "", "Slowly.")

    assert turns(memory) == [("user", "How do deploys go?"), ("assistant", "Let me look.\nSlowly.")]


def test_what_a_failed_turn_was_asked_is_not_journaled(memory):
    with memory.session("s") as session:
        mine = chat(session)
        mine.ask("My boss is Ann.")
        mine.hear("session.idle")
        mine.say("Hello.", "Hello.")

    assert turns(memory) == [("user", "Hello."), ("assistant", "Hello.")]


def test_what_the_program_says_in_the_users_place_is_not_the_users(memory):
    with memory.session("s") as session:
        mine = chat(session)
        mine.ask("The user moved to Rome.", source="system")
        mine.answer("I see.")

    assert turns(memory) == [("assistant", "I see.")]


# -- hooks of one's own --------------------------------------------------------------------------


def test_a_hook_of_ones_own_is_asked_first_and_its_words_are_kept(memory):
    remember(memory, "Deploys go through the staging gate.", layer="L1")

    async def shout(data, invocation):
        return {"modifiedPrompt": data["prompt"].upper(), "additionalContext": "Be brief."}

    with memory.session("s") as session:
        mine = chat(session, hooks={"on_user_prompt_submitted": shout})
        answer = mine.hook("on_user_prompt_submitted", prompt="How do deploys go?")

    assert "staging gate" in answer["modifiedPrompt"]
    assert answer["modifiedPrompt"].endswith("\n\nHOW DO DEPLOYS GO?")
    assert answer["additionalContext"] == "Be brief."


def test_a_message_that_is_blocked_is_nothing_that_was_said(memory):
    def block(data, invocation):
        return {"decision": "block", "reason": "Not now."} if "boss" in data["prompt"] else None

    with memory.session("s") as session:
        mine = chat(session, hooks={"on_user_prompt_submitted": block})
        mine.ask("My boss is Ann.")
        mine.say("Hello.", "Hello.")
        receipts = memory.timeline.receipts(session_id=session.id, limit=9)

    assert mine.sent == ["Hello."]
    assert turns(memory) == [("user", "Hello."), ("assistant", "Hello.")]
    assert len(receipts) == 1


def test_a_turn_that_is_made_to_go_on_is_journaled_once_when_it_ends(memory):
    answers = [{"decision": "block", "reason": "Test it."}, None]

    with memory.session("s") as session:
        mine = chat(session, hooks={"on_agent_stop": lambda data, invocation: answers.pop(0)})
        mine.ask("Mend it.")
        stopped = mine.answer("Done.")
        before = turns(memory)
        mine.answer("Tested.")

    assert stopped["reason"] == "Test it."
    assert before == []
    assert turns(memory) == [("user", "Mend it."), ("assistant", "Done.\nTested.")]


def test_what_tools_of_servers_and_of_the_caller_told_is_in_the_archive(memory, path):
    told = "Order 4711 of the kettle was sent from the depot in Bremen."
    seen = []
    with memory.session("s") as session:
        mine = chat(
            session, hooks={"on_post_tool_use": lambda data, invocation: seen.append(data["toolName"])}
        )
        mine.ask("Where is my kettle?")
        for name, who in (("shop-order", {}), ("bash", {}), ("shop-order", {"agentId": "a1"})):
            mine.hook("on_post_tool_use", toolName=name, toolResult={"textResultForLlm": told}, **who)
        mine.answer("It was sent.")

    assert told_by_tools(path) == [(told, {"shop-order"})]
    assert seen == ["shop-order", "bash", "shop-order"]
    assert turns(memory)[:2] == [("user", "Where is my kettle?"), ("assistant", "It was sent.")]


def test_hooks_for_other_events_stay_as_they_are(memory):
    def start(data, invocation):
        return {"additionalContext": "It is Tuesday."}

    with memory.session() as session:
        mine = chat(session, hooks={"on_session_start": start})

    assert mine.options["hooks"]["on_session_start"] is start


# -- what goes wrong -----------------------------------------------------------------------------


def test_the_agent_goes_on_when_the_store_breaks(path, caplog):
    with Memory.open(store=str(path)) as memory:
        session = memory.session()
        mine = chat(session)
        session.release()
        break_store(path)
        mine.ask("How do deploys go?")
        reply = mine.call("get_memories", {})
        mine.answer("Slowly.")

    assert mine.sent == ["How do deploys go?"]
    assert "error" in reply
    assert "the agent continues without" in caplog.text


def test_the_event_loop_does_not_wait_for_plugins(tmp_path):
    slow = slow_agent(tmp_path, "on_session_start(session)", seconds=3)

    with Memory.open(slow) as memory, memory.session() as session:
        assert asyncio.run(longest_pause(TierMem(session).options())) < 1.9

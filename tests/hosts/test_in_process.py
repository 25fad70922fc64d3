"""Agents of all frameworks behave alike, with an OpenAI-compatible model on this machine."""

from __future__ import annotations

import asyncio
import gc
import json
from contextlib import closing
from itertools import pairwise

import pytest
from tests.engine.opening import opened
from tests.fakes.model_server import ToolCall
from tests.hosts.frameworks import File, langchain, openai_agents, pydantic_ai
from tests.hosts.in_process import remember
from tests.hosts.real import told_by_tools

pytestmark = [
    pytest.mark.usefixtures("current_loop"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # their clients are closed with the process
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
GATE = "Deploys go through the staging gate."
WRITE = ToolCall("add_memory", {"layer": "L1", "content": "Deploys need two approvals."})


@pytest.fixture
def current_loop():
    """An event loop for `run_sync`, which takes the current one, makes one where there is none, and closes neither.

    What the frameworks leave open is collected here, and fails no test that comes later.
    """
    gc.freeze()  # collecting what was there before takes longer than most tests
    with closing(asyncio.new_event_loop()) as loop:
        asyncio.set_event_loop(loop)
        yield loop
        asyncio.set_event_loop(None)
    gc.collect()
    gc.unfreeze()


@pytest.fixture(params=[pydantic_ai, langchain, openai_agents], ids=lambda ask: ask.__name__)
def ask(request):
    """One run of a framework's agent, see `tests.hosts.frameworks`."""
    return request.param


# -- what the model sees -------------------------------------------------------------------------


def test_the_second_session_knows_what_the_user_said_in_the_first(memory, model, ask):
    first, second = model("I see."), model("Ann.")

    with memory.session("one") as session:
        ask(session, first.server.url, "My boss is Ann.")
    with memory.session("two") as session:
        said = ask(session, second.server.url, "Who is my boss?")

    (prompt,) = second.texts
    assert first.texts == ["My boss is Ann."]
    assert "[Recalled from memory" not in str(first.requests)
    assert "My boss is Ann." in second.systems[0]
    assert prompt == "Who is my boss?"
    assert said.reply == "Ann."


def test_the_blocks_follow_the_agents_own_instructions(memory, model, ask):
    remember(memory, GATE)
    asked = model("Hello.")

    with memory.session() as session:
        ask(session, asked.server.url, "Hello.")

        assert asked.systems == [f"You are kind.\n\n{session.memory_prompt}"]
    assert GATE in asked.systems[0]


def test_every_request_of_a_run_carries_the_same_bytes(memory, model, ask):
    remember(memory, GATE, layer="L1")
    asked = model([WRITE], [ToolCall("get_memories", {})], "Done.")

    with memory.session() as session:
        ask(session, asked.server.url, "How do deploys go?")
        receipts = memory.timeline.receipts(session_id=session.id, limit=9)

    assert len(asked.requests) == 3
    assert asked.prompts == asked.prompts[:1] * 3
    assert GATE in asked.texts[0]
    assert len(set(asked.systems)) == 1
    assert len(receipts) == 1


def test_each_request_of_three_turns_begins_with_the_bytes_of_the_one_before(memory, model, ask):
    remember(memory, GATE, layer="L1")
    asked = model("Slowly.", [WRITE], "Never.", "With two approvals.")

    with memory.session() as session:
        kept = ask(session, asked.server.url, "How do deploys go?").kept
        remember(memory, "The build needs Node 22.")
        kept = ask(session, asked.server.url, "And deploys at night?", kept).kept
        ask(session, asked.server.url, "How do deploys go?", kept)

    bodies = [json.dumps(request)[:-1] for request in asked.requests]
    assert len(bodies) == 4
    assert [later.startswith(earlier) for earlier, later in pairwise(bodies)] == [True] * 3
    assert bodies[-1].count("</memory-context>") == 3
    assert [request["tools"] for request in asked.server.requests] == [asked.server.requests[0]["tools"]] * 4


def test_what_the_framework_keeps_stays_as_it_was_said(memory, model, ask):
    remember(memory, GATE, layer="L1")
    asked = model("Slowly.", "Never.")

    with memory.session() as session:
        kept = ask(session, asked.server.url, "How do deploys go?").kept
        kept = ask(session, asked.server.url, "And deploys at night?", kept).kept

    assert asked.texts[-1].startswith("<memory-context>")
    assert asked.texts[-1].endswith("\n\nAnd deploys at night?")
    assert "And deploys at night?" in str(kept)
    assert "[Recalled from memory" not in str(kept)
    assert GATE not in str(kept)


def order() -> str:
    """Look up an order."""
    return "Order 4711 of the kettle was sent from the depot in Bremen."


def test_what_other_tools_told_is_in_the_archive_and_ours_leave_nothing_there(memory, path, model, ask):
    asked = model([ToolCall("order", {})], [WRITE], "It was sent.", "From Bremen.")

    with memory.session() as session:
        ask(session, asked.server.url, "Where is my kettle?", tools=[order])
        said = [(turn.speaker, turn.content) for turn in session.turns() if turn.speaker != "tool"]
    with memory.session() as session:
        ask(session, asked.server.url, "From which depot was the kettle sent?", tools=[order])

    ((told, tags),) = told_by_tools(path)
    assert (told, tags) == (order(), {"order", "call_0"})
    assert said == [("user", "Where is my kettle?"), ("assistant", "It was sent.")]
    assert order() in asked.texts[-1]


def guide() -> str:
    """Look up the guide."""
    return (
        "Setup guide. Invoices of Halbach are reviewed by Quentin Marlowe in the Lisbon office. Bring cake."
    )


def test_a_note_that_repeats_a_tool_of_the_same_turn_is_recalled_only(memory, model, ask):
    repeated = "Halbach invoices are reviewed by Quentin Marlowe in Lisbon"
    own = "The deploy needs two green builds in a row"
    notes = [[ToolCall("add_memory", {"content": text})] for text in (repeated, own)]
    asked = model([ToolCall("guide", {})], *notes, "I see.")

    with memory.session() as session:
        ask(session, asked.server.url, "Read the guide.", tools=[guide])

    layers = {one.content: one.layer for one in memory.entries().list()[0] if one.source == "agent"}
    assert layers == {repeated: "L1", own: "L0"}


def test_an_attachment_that_is_text_is_in_the_archive_with_its_name(memory, model, ask):
    plan = File("The move to the harbour office is planned for the second week of May.", "plan.txt")
    asked = model("I see.")

    with memory.session() as session:
        ask(session, asked.server.url, "Read this plan.", file=plan)

    found = memory.entries().search("harbour office", layers=("L2",)).entries
    assert [(one.content, one.context_type, one.subject) for one in found] == [
        (plan.text, "tool_attachment_content", "plan.txt")
    ]


def test_tools_that_served_earlier_messages_like_this_one_are_named_where_they_are_offered(
    memory, model, ask
):
    used = model(*([ToolCall("order", {})], "It was sent.") * 3, "Sent.")
    for number in range(3):
        with memory.session(f"s{number}") as session:
            ask(session, used.server.url, "Look up where the order of the kettle is.", tools=[order])
    asked = model("Sent.")

    for name, tools in (("with", [order]), ("without", ())):
        with memory.session(name) as session:
            ask(session, asked.server.url, "Look up where the order of the kettle is.", tools=tools)

    line = "[Tools that served earlier messages like this one: order]"
    assert [line in text for text in asked.texts] == [True, False]


def test_a_prompt_stays_as_it_is_when_nothing_is_recalled(memory, model, ask):
    asked = model("Hello.")

    with memory.session() as session:
        ask(session, asked.server.url, "Hello.")

    assert asked.prompts == [["Hello."]]


# -- tools ---------------------------------------------------------------------------------------


def test_tools_are_offered_called_and_answered_in_plain_data(memory, model, ask):
    tea = {"content": "The user prefers tea.", "target": "user"}
    asked = model([ToolCall("add_memory", tea)], [ToolCall("get_memories", {"target": "user"})], "Noted.")

    with memory.session() as session:
        ask(session, asked.server.url, "I like tea.")
        names = {schema["name"] for schema in session.tool_schemas}

    added, listed = asked.replies
    assert set(asked.offered[0]) == names >= {"add_memory", "search_memories", "correct_memory"}
    assert added["usage"]["user"]["used"] == len("The user prefers tea.")
    assert [entry["content"] for entry in listed["entries"]] == ["The user prefers tea."]
    assert [entry.source for entry in memory.entries().list()[0]] == ["agent"]


@pytest.mark.parametrize(
    ("arguments", "code"), [({"memory_id": "nothing0"}, "unknown_entry"), ({"nothing": []}, "input")]
)
def test_a_refusal_is_an_answer_and_no_failure(memory, model, ask, arguments, code):
    asked = model([ToolCall("delete_memory", arguments)], "Sorry.")

    with memory.session() as session:
        said = ask(session, asked.server.url, "Forget it.")

    assert asked.replies[0]["error"]["code"] == code
    assert said.reply == "Sorry."


# -- what is journaled ---------------------------------------------------------------------------


def test_a_run_is_journaled_without_what_was_injected(memory, model, ask):
    remember(memory, GATE, layer="L1")
    asked = model(["Let me note that.", WRITE], "Done.")

    with memory.session("s") as session:
        ask(session, asked.server.url, "How do deploys go?")

    assert [(turn.speaker, turn.content) for turn in memory.session("s").turns()] == [
        ("user", "How do deploys go?"),
        ("assistant", "Let me note that.\nDone."),
    ]


def test_a_run_that_goes_on_journals_only_what_is_new(memory, model, ask):
    asked = model("One.", "Two.")

    with memory.session("s") as session:
        first = ask(session, asked.server.url, "First?")
        ask(session, asked.server.url, "Second?", first.kept)

    assert [turn.content for turn in memory.session("s").turns()] == ["First?", "One.", "Second?", "Two."]


def test_what_a_failed_run_was_asked_is_not_journaled(memory, model, ask):
    asked = model([WRITE], 500, "Hello.")

    with memory.session("s") as session:
        with pytest.raises(Exception, match="status 500"):
            ask(session, asked.server.url, "My boss is Ann.")
        ask(session, asked.server.url, "Hello.")

    assert [turn.content for turn in memory.session("s").turns()] == ["Hello.", "Hello."]


# -- the agent's own model -----------------------------------------------------------------------


def test_the_agents_own_model_reads_the_session_where_the_yaml_says_so(tmp_path, model, ask):
    observed = {
        "kind": "fact",
        "subject": None,
        "category": None,
        "tier": "user",
        "replaces": None,
        "content": "The user's boss is Ann.",
        "turn": 1,
        "quote": "My boss is Ann",
    }
    asked = model("I see.", json.dumps({"observations": [observed]}), json.dumps({"summary": "They talked."}))
    settings = {"gap_fill": {"extractor": "model"}, "completion": {"model": "host", "deadline_s": 10}}
    with opened(tmp_path, **settings) as memory:
        with memory.session() as session:
            ask(session, asked.server.url, "My boss is Ann.")
        known = [one.content for one in memory.entries().list()[0]]

        assert observed["content"] in known
        assert memory.timeline.stats()["spending"]["tokens"] > 0
    assert [len(request) for request in asked.requests[1:]] == [1, 1]

"""Seed 002: explicit entries by category and subject, versions, a cacheable prompt, and the six scenarios."""

import json
import random
import re
import tomllib
from collections import defaultdict

import pytest
from tests.fakes.telegram_server import TelegramServer
from tests.features.driving import ROOT, RULE, Agent, call, converse, parameters, process, python, refused
from tests.reading import contents
from tests.shares import every

from tiermem.doors.memory_command import answer
from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter

feature = pytest.mark.feature
CATEGORIES = ["person", "preference", "context", "project"]


@pytest.fixture
def cards(agent):
    """An agent that sees its entries as seed 002 shows them."""
    return agent(render="cards", instruction="You are a helpful assistant.")


def remember(session, content, category, subject=None):
    """The agent stores an entry as seed 002's tool does; gives it."""
    return call(session, "add_to_memory", content=content, category=category, subject=subject)["entry"]


def id_of(prompt, subject):
    """Return the id of an entry as a model finds it in its prompt."""
    return re.search(rf"\[id:(\w{{8}})\] \[{subject}\]", prompt)[1]


# -- persistence ---------------------------------------------------------------------------------


@feature("002-1")
def test_002_1_entries_survive_sessions_and_restarts(tmp_path):
    agent = Agent(tmp_path)
    script = f"""
from tiermem import Memory
with Memory.open({str(agent.path)!r}) as memory, memory.session() as session:
    if "Alec" not in session.system_prompt:
        given = {{"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}}
        session.call_tool("add_to_memory", given)
        session.on_turn_end("I prefer Friday due dates.", "Noted.")
    print(session.system_prompt)
"""
    _, second, third = (python(script) for _ in range(3))

    assert "Alec is the user's boss\n" in second
    assert re.search(r"- \[\w{8} · [\d-]{10} · user\] I prefer Friday due dates\.", second)
    assert third == second


@feature("002-2")
def test_002_2_add_to_memory_takes_content_category_and_subject(offering_all):
    with offering_all.session() as session:
        schema = parameters(session, "add_to_memory")
        entry = remember(session, "Alec is the user's boss", "person", "Alec")

    assert schema["required"] == ["content", "category"]
    assert {
        name: schema["properties"][name]["type"] for name in ("content", "category", "subject")
    } == dict.fromkeys(("content", "category", "subject"), "string")
    assert schema["properties"]["category"]["enum"][:4] == CATEGORIES
    stored = offering_all.entries().get(entry["id"])
    assert (stored.content, stored.category, stored.subject) == ("Alec is the user's boss", "person", "Alec")


# -- updates and versions ------------------------------------------------------------------------


@feature("002-3")
def test_002_3_an_update_makes_a_version_and_the_id_stays(agent, command_json):
    agent = agent()
    evolution = ["Sarah works on Platform team", "Sarah works on Design team", "Sarah is Design team lead"]
    with agent.open() as memory, memory.session() as session:
        entry = remember(session, evolution[0], "person", "Sarah")
        for version, content in enumerate(evolution[1:], start=2):
            updated = call(session, "update_memory", memory_id=entry["id"], content=content)["entry"]
            assert (updated["id"], updated["version"], updated["content"]) == (entry["id"], version, content)
        assert contents(memory) == evolution[-1:]

    history = command_json(agent, "history", entry["id"])
    assert [(one["version"], one["content"]) for one in history["versions"]] == list(
        enumerate(evolution, start=1)
    )
    assert history["entry"]["version"] == 3


@feature("002-4")
def test_002_4_the_reply_to_an_update_gives_old_and_new(memory):
    with memory.session() as session:
        entry = remember(session, "Sarah works on the Platform team", "person", "Sarah")
        reply = call(
            session, "update_memory", memory_id=entry["id"], content="Sarah works on the Design team"
        )

    assert reply["old"] == "Sarah works on the Platform team"
    assert reply["new"] == "Sarah works on the Design team"
    assert reply["message"].startswith("Updated.")


@feature("002-5")
def test_002_5_the_same_subject_suggests_an_update_instead(memory):
    with memory.session() as session:
        known = remember(session, "Sarah works on the Platform team", "person", "Sarah")
        again = {"content": "Sarah works on the Design team", "category": "person"}

        error = refused(session, "add_to_memory", **again, subject="sarah")

        assert error["code"] == "same_subject"
        assert "Use update_memory with its id" in error["message"]
        assert (error["entry"]["id"], error["entry"]["content"]) == (
            known["id"],
            "Sarah works on the Platform team",
        )
        assert contents(memory) == ["Sarah works on the Platform team"]
        other = {"content": "Sarah's project is Atlas", "category": "project", "subject": "Sarah"}
        assert refused(session, "add_to_memory", **other)["entry"]["id"] == known["id"]
        assert call(session, "add_to_memory", **again, subject="Sarah", allow_same_subject=True)
        assert call(session, "add_to_memory", **other, allow_same_subject=True)


@feature("002-5")
def test_002_5_saying_the_same_again_is_a_success_that_adds_nothing(memory):
    with memory.session() as session:
        known = remember(session, "Sarah works on the Platform team", "person", "Sarah")
        reply = call(session, "add_to_memory", content="sarah works on the platform team.", category="person")

        assert reply["entry"]["id"] == known["id"]
        assert reply["duplicate"] is True
        assert len(contents(memory)) == 1


@feature("002-6")
def test_002_6_ids_are_eight_letters_and_digits_that_no_seed_repeats(memory):
    ids = []
    for _ in range(2):
        random.seed(0)
        ids += [
            memory.entries()
            .add(memory.entries().draft(f"Statement {len(ids)} {number}", layer="L1"))
            .entry.id
            for number in range(40)
        ]

    assert len(set(ids)) == 80
    assert all(re.fullmatch(r"[A-Za-z0-9]{8}", one) for one in ids)
    assert len(set("".join(ids))) > 50


@feature("002-6")
@pytest.mark.parametrize("category", CATEGORIES)
def test_002_6_the_four_categories_are_taken_and_others_refused(memory, category):
    with memory.session() as session:
        assert remember(session, "Something to remember", category)["category"] == category
        error = refused(session, "add_to_memory", content="Something else here", category="gossip")
        assert all(known in error["message"] for known in CATEGORIES)


@feature("002-7")
def test_002_7_a_version_knows_number_content_conversation_and_time(agent):
    agent = agent()
    with agent.open() as memory:
        with memory.session(id="monday") as session:
            entry = remember(session, "Sarah works on the Platform team", "person", "Sarah")
        agent.clock.pass_days(2)
        with memory.session(id="wednesday") as session:
            call(session, "update_memory", memory_id=entry["id"], content="Sarah works on the Design team")
        versions = memory.entries().history(entry["id"]).versions

    assert [(one.version, one.content, one.origin, one.created_at[:10]) for one in versions] == [
        (1, "Sarah works on the Platform team", "session:monday", "2026-03-02"),
        (2, "Sarah works on the Design team", "session:wednesday", "2026-03-04"),
    ]


# -- the prompt ----------------------------------------------------------------------------------

STATEMENTS = [
    ("User prefers tasks to have due dates on Fridays", "preference", None),
    ("Alec is the user's boss at TechCorp", "person", "Alec"),
    ("User works on the Platform team", "context", None),
    ("Sarah is a colleague on the Design team", "person", "Sarah"),
    ("Project X uses Python 3.12", "project", "Project X"),
    ("User likes concise responses", "preference", None),
    ("User's timezone is Europe/London", "context", None),
]


def fill(memory):
    """Store the statements of the seed's example, in another order than they are shown in."""
    with memory.session() as session:
        for content, category, subject in STATEMENTS:
            remember(session, content, category, subject)
        call(session, "add_memory", content="A note without a category")
        call(session, "add_memory", content="Likes short answers", target="user")
        call(session, "memory_write", action="add", layer="L0", content="Maria Costa", subject="Person")


@feature("002-8")
def test_002_8_the_order_is_category_then_created(memory):
    fill(memory)

    expected = [
        *("User works on the Platform team", "User's timezone is Europe/London"),
        *("Alec is the user's boss at TechCorp", "Sarah is a colleague on the Design team"),
        *("User prefers tasks to have due dates on Fridays", "User likes concise responses"),
        *("Project X uses Python 3.12", "A note without a category"),
    ]
    block = next(block for block in memory.preview().frozen_blocks if block["name"] == "memory")
    assert block["text"].split(f"{RULE}\n")[2].split("\n§\n") == expected


@feature("002-8")
@pytest.mark.parametrize("render", every(2, ["blocks", "cards"]))
def test_002_8_the_prompt_is_byte_identical_across_sessions_and_processes(tmp_path, render):
    agent = Agent(tmp_path, render=render)
    with agent.open() as memory:
        fill(memory)
        prompts = set()
        for _ in range(30):
            agent.clock.pass_days(1)
            with memory.session() as session:
                session.on_prompt("Who is Alec?")
                prompts.add(session.system_prompt)
    script = f"""
import sys
from tiermem import Memory
with Memory.open({str(agent.path)!r}) as memory, memory.session() as session:
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    sys.stdout.write(session.system_prompt)
"""
    prompts |= {python(script, hash_seed=seed) for seed in ("0", "1", "4242")}

    assert len(prompts) == 1
    assert all(content in next(iter(prompts)) for content, _, _ in STATEMENTS)


@feature("002-8")
def test_002_8_a_write_leaves_the_frozen_block_and_leads_the_next_message(agent):
    agent = agent()
    with agent.open() as memory:
        fill(memory)
        frozen_then_changed(agent, memory)


def frozen_then_changed(agent, memory):
    script = f"""
import sys
from tiermem import Memory
sys.stdout.reconfigure(encoding="utf-8", newline="")
with Memory.open({str(agent.path)!r}) as memory:
    sys.stdout.write(memory.session(id="s1").system_prompt)
"""
    with memory.session(id="s1") as session:
        frozen = session.system_prompt
        entry = remember(session, "Alec likes green tea", "preference", "Alec's tea")

        assert session.system_prompt == frozen
        assert python(script) == frozen
        assert session.on_prompt("Hello!") == (
            "<memory-context>\n"
            "[Changed since this conversation began; the blocks above do not show it yet.]\n"
            f"- added in memory: [{entry['id']}] Alec likes green tea\n"
            "</memory-context>\n\nHello!"
        )

    with memory.session(id="s2") as session:
        assert session.system_prompt != frozen
        assert "Alec likes green tea" in session.system_prompt
        assert session.on_prompt("Hello!") == "Hello!"


# -- limits and shapes ---------------------------------------------------------------------------


@feature("002-10")
@pytest.mark.parametrize(("length", "stored"), [(4, False), (5, True), (500, True), (501, False)])
def test_002_10_content_has_5_to_500_characters_at_every_tool(memory, length, stored):
    with memory.session() as session:
        ids = [remember(session, f"Statement number {number}", "context")["id"] for number in range(2)]
        content = ("abcdefgh " * 60)[: length - 1] + "z"
        replies = {
            "add_to_memory": {"content": content, "category": "context"},
            "add_memory": {"content": content, "target": "user"},
            "memory_write": {"action": "add", "layer": "L1", "content": f"{content[:-1]}y", "target": "user"},
            "update_memory": {"memory_id": ids[0], "content": f"{content[:-1]}x"},
            "correct_memory": {"memory_id": ids[1], "content": f"{content[:-1]}w"},
        }
        for tool, given in replies.items():
            reply = session.call_tool(tool, given)
            assert ("error" not in reply) is stored, (tool, reply)
            if not stored:
                assert reply["error"]["code"] == "content_length"
                assert "5 to 500" in reply["error"]["message"]


@feature("002-10")
@pytest.mark.parametrize(("length", "stored"), [(200, True), (201, False)])
def test_002_10_a_subject_has_at_most_200_characters(memory, length, stored):
    with memory.session() as session:
        given = {"content": "About something long", "category": "context", "subject": "s" * length}
        reply = session.call_tool("add_to_memory", given)

    assert ("error" not in reply) is stored
    assert stored or "at most 200" in reply["error"]["message"]


@feature("002-11")
def test_002_11_an_entry_has_the_seeds_fields_and_a_list_its_total(agent, command_json):
    agent = agent()
    with agent.open() as memory, memory.session() as session:
        alec = remember(session, "Alec is the user's boss", "person", "Alec")
        remember(session, "User likes concise responses", "preference")

    listed = command_json(agent, "list")
    assert listed["total"] == len(listed["entries"]) == 2
    seen = listed["entries"][0]
    assert {name: seen[name] for name in ("id", "category", "subject", "content", "version")} == {
        "id": alec["id"],
        "category": "person",
        "subject": "Alec",
        "content": "Alec is the user's boss",
        "version": 1,
    }
    assert listed["entries"][1]["subject"] is None
    assert all(
        re.fullmatch(r"2026-03-02T09:\d\d:\d\d\.\d{6}Z", seen[name]) for name in ("created_at", "updated_at")
    )


# -- the agent's behaviour -----------------------------------------------------------------------


@feature("002-12")
def test_002_12_the_tools_are_offered_whatever_else_there_is(agent, tmp_path):
    (tmp_path / "many.py").write_text(
        """
from tiermem import Tool
from tiermem.plugins import hookimpl

EMPTY = {"type": "object", "properties": {}}

@hookimpl
def register_tools():
    return [
        Tool(name=f"tool_{n}", description="One of many.", parameters=EMPTY, run=lambda session, given: {})
        for n in range(60)
    ]
""",
        encoding="utf-8",
    )
    with agent(hooks=["./many.py"], offer="all").open() as memory, memory.session() as session:
        system = [tool for tool in session.tools if "system" in tool.tags]

        assert len(session.tools) == len(session.tool_schemas) == len(system) + 60
        assert {"add_to_memory", "update_memory"} <= {tool.name for tool in system}
        assert session.tools[: len(system)] == tuple(system)
        for tool in system:
            assert tool.tags == {"system", "memory"}
            assert (tool.risk, tool.requires_confirmation) == ("low", False)


@feature("002-13")
def test_002_13_ask_before_new_but_not_before_updates_and_requests(offering_all):
    prompt = offering_all.preview().system_prompt
    with offering_all.session() as session:
        described = {schema["name"]: schema["description"] for schema in session.tool_schemas}

    assert (
        "Ask briefly before storing something new, unless the user said to remember it. "
        "When known information changed, just update it. If the user declines, store nothing."
    ) in prompt
    for tool in ("add_to_memory", "add_memory"):
        assert "Ask for confirmation before storing" in described[tool]
        assert "unless the user asked to remember it" in described[tool]
    assert "no confirmation needed" in described["update_memory"]


@feature("002-14")
@pytest.mark.parametrize(
    "said",
    [
        "I'm tired today",
        "This task is for the Monday meeting",
        "I saw a blue car on the way here.",
        "User likes concise responses",
    ],
    ids=["transient", "task-specific", "casual", "already stored"],
)
def test_002_14_what_should_not_be_stored_is_not_filled_in(memory, said):
    with memory.session() as session:
        remember(session, "User likes concise responses", "preference")

    converse(memory, ("Hello there!", "Hello!"), (said, "I see."), ("What time is it in Tokyo?", "Nine."))

    assert contents(memory, layers=("L0", "L1")) == ["User likes concise responses"]


@feature("002-14")
def test_002_14_a_known_preference_said_again_is_not_stored_again(memory):
    for _ in range(3):
        converse(memory, ("I prefer Friday due dates.", "Noted."))

    assert contents(memory, layers=("L1",)) == ["I prefer Friday due dates."]


# -- the look ------------------------------------------------------------------------------------


def build_memory_context(memories):
    """The seed's own function, on entries."""
    grouped = defaultdict(list)
    for mem in memories:
        grouped[mem.category].append(mem)
    lines = ["## Your Memory", ""]
    lines.append("The following is information you've learned about the user from previous conversations.")
    lines.append(
        "Use this context naturally. To update a memory, use the update_memory tool with the memory ID."
    )
    lines.append("")
    for category, entries in grouped.items():
        lines.append(f"### {category.title()}")
        for entry in entries:
            subject_prefix = f"[{entry.subject}] " if entry.subject else ""
            lines.append(f"- [id:{entry.id[:8]}] {subject_prefix}{entry.content}")
        lines.append("")
    return "\n".join(lines)


@feature("002-15")
def test_002_15_the_cards_look_exactly_as_the_seed_builds_them(cards):
    with cards.open() as memory:
        with memory.session() as session:
            for content, category, subject in STATEMENTS:
                remember(session, content, category, subject)
        stored = memory.entries().list()[0]
        by_category = sorted(stored, key=lambda entry: (entry.category, entry.created_at))
        prompt = memory.preview().system_prompt

    assert prompt.endswith("\n\n" + build_memory_context(by_category).rstrip("\n"))
    assert (
        f"### Person\n- [id:{id_of(prompt, 'Alec')}] [Alec] Alec is the user's boss at TechCorp\n" in prompt
    )


@feature("002-15")
def test_002_15_nothing_stored_shows_no_heading(cards):
    with cards.open() as memory:
        assert "## Your Memory" not in memory.preview().system_prompt


@feature("002-16")
@pytest.mark.parametrize("render", ["blocks", "cards"])
def test_002_16_the_blocks_stand_last_after_the_static_prompt(agent, render):
    with agent(render=render, instruction="You are a helpful assistant.").open() as memory:
        empty = memory.preview().system_prompt
        fill(memory)
        with memory.session() as session:
            prompt = session.system_prompt
            for number in range(5):
                session.on_prompt(f"Tell me about Alec, {number}")
                session.on_turn_end(f"Tell me about Alec, {number}", "He is your boss.")
                assert session.system_prompt == prompt

    assert prompt.startswith("You are a helpful assistant.\n\n")
    assert prompt.startswith(f"{empty}\n\n")
    assert prompt.endswith("Likes short answers")


# -- scenarios -----------------------------------------------------------------------------------


@feature("002-19")
def test_scenario_1_002_19_proactive_suggestion(memory):
    with memory.session() as session:
        session.on_prompt("Alec is my boss by the way")
        asked = "Would you like me to remember that Alec is your boss for future conversations?"
        session.on_turn_end("Alec is my boss by the way", asked)
        session.on_prompt("Yes")
        reply = call(
            session, "add_to_memory", content="Alec is the user's boss", category="person", subject="Alec"
        )
        session.on_turn_end("Yes", "Done - I'll remember that Alec is your boss.")

    assert reply["message"].startswith("Stored.")
    entries, _ = memory.entries().list(EntryFilter(layers=("L0", "L1")))
    assert [(one.content, one.category, one.subject) for one in entries] == [
        ("Alec is the user's boss", "person", "Alec")
    ]


@feature("002-20")
def test_scenario_2_002_20_recall_in_a_new_session(cards):
    """The next conversation is a process of its own, and the message that the scenario has."""
    with cards.open() as memory, memory.session() as session:
        alec = remember(session, "Alec is the user's boss", "person", "Alec")["id"]
        call(
            session,
            "memory_write",
            action="add",
            layer="L1",
            content="Alec's project is the billing export",
        )

    printed = python(f"""
from tiermem import Memory
with Memory.open({str(cards.path)!r}) as memory:
    for user in ("me", "bob"):
        with memory.session(user=user) as session:
            print(session.system_prompt)
            print(session.on_prompt("Can you create a task to update Alec on the project?"))
        print("---")
""")

    mine, _, _ = printed.split("---\n")
    assert f"- [id:{alec}] [Alec] Alec is the user's boss" in mine.splitlines()
    assert "Alec's project is the billing export" in mine.partition("<memory-context>\n")[2]
    assert mine.endswith("\n\nCan you create a task to update Alec on the project?\n")
    assert "<memory-context>\n" in mine


@feature("002-21")
def test_scenario_3_002_21_update_when_information_changed(cards, command):
    with cards.open() as memory:
        with memory.session() as session:
            stored = remember(session, "Sarah works on the Platform team", "person", "Sarah")

        with memory.session() as session:
            memory_id = id_of(session.system_prompt, "Sarah")
            session.on_prompt("Sarah moved to the Design team last week")
            reply = call(
                session, "update_memory", memory_id=memory_id, content="Sarah works on the Design team"
            )
            said = "Updated - I now have Sarah on the Design team."
            session.on_turn_end("Sarah moved to the Design team last week", said)

        assert (memory_id, reply["old"]) == (stored["id"], "Sarah works on the Platform team")
        assert contents(memory, layers=("L0", "L1")) == ["Sarah works on the Design team"]
        with memory.session() as session:
            assert f"- [id:{memory_id}] [Sarah] Sarah works on the Design team" in session.system_prompt
            for asked in ("Which team is Sarah on?", "Where did Sarah work before?"):
                assert "Platform" not in session.system_prompt + session.on_prompt(asked)

    history = command(cards, "history", memory_id)[1]
    assert re.search("Platform.*Design|Design.*Platform", history, re.DOTALL)
    assert command(cards, "search", "Platform")[1].count("Sarah") == 0


@feature("002-22")
def test_scenario_4_002_22_the_user_declines(memory):
    converse(
        memory,
        (
            "I'm working with James on this project",
            "Would you like me to remember that James is a project collaborator?",
        ),
        ("No, it's just for this task", "No problem, I won't store that."),
    )

    assert contents(memory) == []
    assert "James" not in memory.preview().system_prompt


@pytest.fixture
def three(agent):
    """An agent with the three entries of scenarios 5 and 6, and their ids."""
    agent = agent()
    with agent.open() as memory, memory.session() as session:
        ids = [
            remember(session, "Alec is the user's boss", "person", "Alec")["id"],
            remember(session, "Sarah works on the Design team", "person", "Sarah")["id"],
            remember(session, "User prefers Thursday due dates", "preference")["id"],
        ]
    return agent, ids


@feature("002-17")
def test_002_17_list_and_delete_work_without_an_agent_or_a_model(three):
    """A process without the agent's YAML and without a model library sees and deletes what the agent stored."""
    agent, (alec, _, dates) = three
    store = str(agent.folder / "memory.db")

    printed = python(f"""
import sys
from tiermem.doors.cli import main
place = ["--store", {store!r}, "--agent", "agent"]
assert main(["list", *place]) == 0
assert main(["remove", {dates!r}, *place]) == 0
assert main(["list", *place]) == 0
loaded = {{"openai", "anthropic", "pydantic_ai", "httpx"}} & sys.modules.keys()
assert not loaded, loaded
""")

    before, deleted, after = printed.partition("Deleted: 'User prefers Thursday due dates'")
    assert deleted
    assert (alec in before, dates in before) == (True, True)
    assert (alec in after, f"[{dates}]" in after) == (True, False)


@feature("002-17")
def test_002_17_the_hosts_command_lists_and_deletes_without_the_model(three):
    """A hook answers in the model's place: its only output is the reply, and nothing is journaled."""
    agent, (alec, _, dates) = three

    def typed(host, event, **said):
        given = json.dumps({"session_id": "s1", "sessionId": "s1", "hook_event_name": event} | said)
        flags = ["--host", host, "--event", event, "--config", str(agent.path)]
        printed = python(
            f"from tiermem.doors.cli import main; main(['hook', *{flags!r}])",
            given=given,
            folder=agent.folder,
        )
        return json.loads(printed)

    listed = typed("claude-code", "UserPromptExpansion", command_name="tiermem:memory", command_args="")
    found = typed("gemini", "BeforeAgent", prompt="/memories search boss")
    shown = typed("copilot", "userPromptSubmitted", prompt=f"/memory show {dates}")
    deleted = typed("codex", "UserPromptSubmit", prompt=f"/memory delete {dates}")

    assert listed["decision"] == found["decision"] == deleted["decision"] == "block"
    assert listed["reason"].startswith("📝 Your memories:\n\n**Person**\n")
    assert listed["reason"].endswith("\nUse /tiermem:memory delete <id> to remove a memory.")
    assert f"• [{alec}] Alec is the user's boss" in found["reason"]
    assert (shown["handled"], "User prefers Thursday due dates" in shown["responseContent"]) == (True, True)
    assert deleted["reason"] == "Deleted: 'User prefers Thursday due dates'"
    with agent.open() as memory:
        assert memory.entries().get(dates).status == "inactive"
        assert [memory.session(row.id).turns() for row in memory.timeline.sessions() if row.id == "s1"] == []


@feature("002-23")
def test_scenario_5_002_23_memory_lists_by_category(three):
    agent, (alec, sarah, dates) = three

    with agent.open() as memory:
        reply = str(answer(memory, "/memory"))

    assert reply == (
        "📝 Your memories:\n"
        "\n"
        "**Person**\n"
        f"• [{alec}] Alec is the user's boss\n"
        f"• [{sarah}] Sarah works on the Design team\n"
        "\n"
        "**Preference**\n"
        f"• [{dates}] User prefers Thursday due dates\n"
        "\n"
        "Use /memory delete <id> to remove a memory."
    )


@feature("002-23")
def test_scenario_6_002_23_memory_deletes_and_says_what(three):
    agent, (_, _, dates) = three

    with agent.open() as memory:
        reply = str(answer(memory, f"/memory delete {dates}"))

        assert reply == "Deleted: 'User prefers Thursday due dates'"
        assert memory.entries().get(dates).status == "inactive"
        assert dates not in str(answer(memory, "/memory list"))


@feature("002-18")
def test_002_18_a_telegram_bot_answers_memory_without_an_agent(three):
    """The bot is a process of its own, led by a Bot API on this machine; headings are bold by entities."""
    agent, (alec, sarah, dates) = three
    run = f"from tiermem.doors.cli import main; main(['telegram', '--config', {str(agent.path)!r}, *FLAGS])"

    with TelegramServer("1:token") as server:
        flags = ["--api", server.url, "--allow", "7=me"]
        with process(run.replace("FLAGS", repr(flags)), TIERMEM_TELEGRAM_TOKEN="1:token"):
            server.say("/memory", sender=7)
            server.say("/memory", sender=8)
            server.say(f"/memory delete {dates}", sender=7)
            listed, deleted = server.replies(2)

    assert listed.text == (
        "📝 Your memories:\n"
        "\n"
        "Person\n"
        f"• [{alec}] Alec is the user's boss\n"
        f"• [{sarah}] Sarah works on the Design team\n"
        "\n"
        "Preference\n"
        f"• [{dates}] User prefers Thursday due dates\n"
        "\n"
        "Use /memory delete <id> to remove a memory."
    )
    assert listed.bold == ["Person", "Preference"]
    assert deleted.text == "Deleted: 'User prefers Thursday due dates'"
    assert (listed.chat, deleted.chat, len(server.replies(2))) == (7, 7, 2)


@feature("002-23")
def test_scenario_5_002_23_the_command_lists_by_category_without_an_agent(three, command):
    agent, (alec, sarah, dates) = three

    status, out, _ = command(agent, "list")

    assert status == 0
    shown = [line.strip() for line in out.splitlines()]
    start = shown.index("Person")
    assert shown[start : start + 5] == [
        "Person",
        f"[{alec}] Alec is the user's boss",
        f"[{sarah}] Sarah works on the Design team",
        "Preference",
        f"[{dates}] User prefers Thursday due dates",
    ]
    assert "remove ID" in shown[-1]


@feature("002-23")
def test_scenario_6_002_23_the_command_deletes_and_says_what(three, command):
    agent, (_, _, dates) = three

    status, out, _ = command(agent, "remove", dates)

    assert status == 0
    assert out.splitlines()[0] == "Deleted: 'User prefers Thursday due dates'"
    assert dates not in command(agent, "list")[1]
    with agent.open() as memory:
        assert memory.entries().get(dates).status == "inactive"


# -- quality and importance ----------------------------------------------------------------------


@feature("002-25")
def test_002_25_coverage_is_measured_of_all_code_with_branches_and_must_exceed_80_percent():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["coverage"]

    assert project["report"]["fail_under"] >= 80
    assert set(project["run"]["source_pkgs"]) == {"tiermem", "tiermem_hooks"}
    assert project["run"]["branch"] is True
    assert project["run"].keys().isdisjoint({"include", "omit"})
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (options,) = (line for line in run.splitlines() if line.startswith("export PYTEST_ADDOPTS="))
    assert options.endswith('$coverage"')
    assert 'coverage=" --cov ' in run
    quick, slow = (line for line in run.splitlines() if "/pytest " in line)
    assert quick.endswith(" -m 'not slow'")
    assert slow.endswith(" -m slow")
    assert not re.search(r"--cov[-=]| -k |--ignore|--deselect| tests", quick + slow)


@feature("002-30")
def test_002_30_an_entry_with_an_end_is_removed_when_it_comes(agent, command_json):
    agent = agent()
    command_json(agent, "add", "The office is closed for Easter.", "--layer", "L1", "--expires", "2026-03-05")
    with agent.open() as memory:
        with memory.session() as session:
            call(session, "add_memory", content="The deploy freeze holds", expires="2026-03-04")
            call(session, "add_memory", content="The build needs Node 22")
            assert (
                refused(session, "add_memory", content="It ends at some time", expires="soon")["code"]
                == "input"
            )
        with memory.session() as session:
            assert "deploy freeze" in session.system_prompt
            assert "closed for Easter" in session.on_prompt("When is the office closed?")
        agent.clock.pass_days(2)
        with memory.session() as session:
            assert "deploy freeze" not in session.system_prompt
            assert "closed for Easter" in session.on_prompt("When is the office closed?")
        agent.clock.pass_days(2)
        memory.maintenance.work()
        with memory.session() as session:
            assert "closed for Easter" not in session.on_prompt("When is the office closed?")

        assert contents(memory) == ["The build needs Node 22"]
        [gone] = memory.entries().list(EntryFilter(statuses=("inactive",), layers=("L0",)))[0]
        history = memory.entries().history(gone.id)
        restored = memory.entries().restore(gone.id).entry
    assert (gone.valid_to[:10], history.events[-1].reason, history.events[-1].source) == (
        "2026-03-04",
        "expired",
        "system",
    )
    assert (restored.status, restored.valid_to) == ("active", None)


@feature("002-27")
def test_002_27_importance_counts_and_fades(agent):
    agent = agent(recall={"archive": "never"})
    with agent.open() as memory:
        entries = memory.entries()
        for name, importance in (("hall A", 0.1), ("hall B", 1.0)):
            draft = entries.draft(f"The staging gate is in {name}", layer="L1", importance=importance)
            entries.add(draft)

        def weights():
            passages = memory.recall("Where is the staging gate?").passages
            return {passage.text[-1]: passage.parts.get("importance", 0.0) for passage in passages}

        new = weights()
        assert list(new) == ["B", "A"]
        assert new["A"] < 0 < new["B"]
        agent.clock.pass_days(365)
        old = weights()
        assert new["A"] < old["A"] <= 0 <= old["B"] < new["B"]


@feature("002-27")
@pytest.mark.parametrize("importance", [-0.1, 1.1])
def test_002_27_importance_is_from_0_to_1(memory, importance):
    entries = memory.entries()

    with pytest.raises(InputError, match="importance"):
        entries.add(entries.draft("The staging gate is in hall A", importance=importance))


@feature("002-27")
def test_002_27_how_often_and_when_last_it_was_used_is_known(agent, command_json):
    agent = agent()
    with agent.open() as memory, memory.session() as session:
        used = call(session, "memory_write", action="add", layer="L1", content="The gate is in hall A")[
            "entry"
        ]["id"]
        unused = call(session, "memory_write", action="add", layer="L1", content="Ana likes tea")["entry"][
            "id"
        ]
        memory.recall("Where is the gate?")
        agent.clock.pass_days(3)
        memory.recall("In which hall is the gate?")

    shown = {entry_id: command_json(agent, "show", entry_id)["entry"] for entry_id in (used, unused)}
    assert (shown[used]["recall_count"], shown[used]["last_recalled_at"][:10]) == (2, "2026-03-05")
    assert (shown[unused]["recall_count"], shown[unused]["last_recalled_at"]) == (0, None)


@feature("002-29")
def test_002_29_what_is_noted_of_a_user_is_that_users_alone(agent, command, command_json):
    agent = agent()
    with agent.open() as memory:
        with memory.session(user="anna") as session:
            assert (
                session.call_tool("add_memory", {"content": "Anna earns 90k."})["entry"]["tier"] == "memory"
            )
            session.on_turn_end("My manager is Marta.", "I see.")
        with memory.session(user="bob") as session:
            shown = [
                session.system_prompt,
                session.on_prompt("What does Anna earn, and who is my manager?"),
                *(session.call_tool("get_memories", {"target": target}) for target in ("memory", "user")),
                session.call_tool("search_memories", {"query": "Anna earns manager", "archive": True}),
            ]
        assert "90k" in memory.preview("anna").system_prompt
    verbs = (["list"], ["search", "earns"], ["blocks"], ["export"], ["export", "--format", "markdown"])
    shown += [command(agent, *verb, "--user", "bob") for verb in verbs]

    assert [one for one in shown if "90k" in str(one) or "Marta" in str(one)] == []
    assert "90k" in command(agent, "export", "--user", "anna")[1]
    status, _, error = command(agent, "list", "--user", " ")
    assert status != 0
    assert "name is empty" in error

"""Seed 000: two tiers with budgets, blocks, switches and a target on every tool."""

import json
import sqlite3
from contextlib import closing
from typing import get_type_hints

import pytest
from tests.features.driving import ROOT, RULE, TIERS, Agent, call, numbered, parameters, refused
from tests.reading import contents

from tiermem import Memory
from tiermem.values import AgentSettings

feature = pytest.mark.feature
FIVE_TOOLS = ("add_memory", "update_memory", "delete_memory", "search_memories", "get_memories")
FIELDS = ("memory_enabled", "user_profile_enabled", "memory_char_limit", "user_char_limit")
FOREIGN = {
    "memories": "CREATE TABLE memories (id TEXT PRIMARY KEY, created_at TEXT, memory TEXT, category TEXT)",
    "user_memories": "CREATE TABLE user_memories (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, memory TEXT NOT NULL)",
}
ROWS = [
    ("1", "2026-01-05T10:00:00Z", "The repository uses Go 1.24"),
    ("2", "2026-01-06T10:00:00Z", "Tests are started with task test"),
    ("3", "2026-01-07T10:00:00Z", "The linter's config is in .golangci.yml"),
]


@pytest.fixture(params=FOREIGN)
def foreign(request, agent, tmp_path):
    """An agent whose store is a database that another program made: (agent, its table)."""
    with closing(sqlite3.connect(tmp_path / "memory.db")) as database, database:
        database.execute(FOREIGN[request.param])
        database.executemany(
            f"INSERT INTO {request.param} (id, created_at, memory) VALUES (?, ?, ?)",
            ROWS,
        )
    return agent(), request.param


@feature("000-1")
def test_000_1_agent_notes_and_user_profile_are_kept_apart(memory):
    with memory.session() as session:
        call(session, "add_memory", content="The build needs Node 22", target="memory")
        call(session, "add_memory", content="The user is called Maria", target="user")
        blocks = {block["name"]: block["text"] for block in memory.preview().frozen_blocks}

        assert list(blocks) == ["memory", "user"]
        assert "Node 22" in blocks["memory"]
        assert "Node 22" not in blocks["user"]
        assert "Maria" in blocks["user"]
        assert "Maria" not in blocks["memory"]


@feature("000-1")
def test_000_1_the_profile_goes_with_the_user_and_the_notes_with_the_agent(tmp_path):
    coder, helper = Agent(tmp_path, name="coder"), Agent(tmp_path, name="helper")
    with coder.open() as memory, memory.session() as session:
        call(session, "add_memory", content="The build needs Node 22", target="memory")
        call(session, "add_memory", content="The user is called Maria", target="user")

    with helper.open() as memory:
        assert contents(memory, tiers=TIERS) == ["The user is called Maria"]


@feature("000-2")
def test_000_2_entries_have_a_tier_column_and_an_index_on_it(foreign):
    agent, _ = foreign
    with agent.open():
        columns = {row[1]: row[2:5] for row in agent.sql("PRAGMA table_info(entries)")}
        indexes = [row[1] for row in agent.sql("PRAGMA index_list(entries)")]
        first_columns = [agent.sql(f"PRAGMA index_info({index})")[0][2] for index in indexes]

    assert columns["tier"] == ("TEXT", 1, "'memory'")
    assert "tier" in first_columns


@feature("000-3")
def test_000_3_all_rows_of_an_existing_database_become_agent_notes(foreign):
    agent, table = foreign
    with agent.open() as memory:
        entries, total = memory.entries().list()

        assert total == len(ROWS)
        assert [(entry.content, entry.tier) for entry in entries] == [(row[2], "memory") for row in ROWS]
        assert [entry.valid_from[:10] for entry in entries] == ["2026-01-05", "2026-01-06", "2026-01-07"]
        assert memory.preview().frozen_blocks[0]["text"].endswith("\n§\n".join(row[2] for row in ROWS))
    assert agent.sql(f"SELECT id, created_at, memory FROM {table} ORDER BY id") == ROWS


@feature("000-3")
def test_000_3_a_copy_is_made_before_anything_is_touched(foreign):
    agent, table = foreign
    with agent.open() as memory:
        assert any("copy" in notice for notice in memory.notices)

    copies = list(agent.folder.glob("memory.db.before-tiermem-*"))
    assert len(copies) == 1
    with closing(sqlite3.connect(copies[0])) as copy:
        assert copy.execute(f"SELECT count(*) FROM {table}").fetchone() == (3,)
        assert copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall() == [(table,)]


@feature("000-3")
def test_000_3_rows_are_taken_once_and_later_ones_at_the_next_open(foreign):
    agent, table = foreign
    for _ in range(2):
        with agent.open() as memory:
            assert len(contents(memory)) == 3
    agent.change_sql(
        f"INSERT INTO {table} (id, created_at, memory) VALUES ('4', '2026-02-01', 'CI runs on arm64')"
    )

    with agent.open() as memory:
        assert contents(memory)[-1] == "CI runs on arm64"
        assert len(contents(memory)) == 4
    with agent.open() as memory:
        assert memory.notices == ()


@feature("000-3")
def test_000_3_rows_that_do_not_fit_the_block_are_all_kept_as_knowledge(foreign):
    agent, table = foreign
    long = "z" * 2300
    agent.change_sql(f"INSERT INTO {table} (id, created_at, memory) VALUES ('4', '2026-02-01', '{long}')")

    with agent.open() as memory:
        assert len(contents(memory, layers=("L1",), tiers=("memory",))) == 4
        assert memory.preview().frozen_blocks == []
        assert any("L1" in notice for notice in memory.notices)


@feature("000-3")
def test_000_3_a_row_that_was_changed_or_erased_here_does_not_come_back(foreign):
    agent, _ = foreign
    with agent.open() as memory:
        first, second, third = memory.entries().list()[0]
        with memory.session() as session:
            call(session, "update_memory", memory_id=first.id, content="The repository uses Go 1.25")
            call(session, "delete_memory", memory_id=second.id)
        memory.entries().erase(third.id)

    with agent.open() as memory:
        assert contents(memory) == ["The repository uses Go 1.25"]
        assert memory.notices == ()


@feature("000-3")
def test_000_3_equal_rows_are_announced_once(foreign):
    agent, table = foreign
    agent.change_sql(
        f"INSERT INTO {table} (id, created_at, memory) VALUES ('4', '2026-02-01', '{ROWS[0][2]}')"
    )

    with agent.open() as memory:
        assert len(contents(memory)) == 3
    with agent.open() as memory:
        assert memory.notices == ()


@feature("000-3")
def test_000_3_erasing_takes_the_adopted_row_out_of_the_file_as_well(foreign):
    agent, table = foreign
    with agent.open() as memory:
        memory.entries().erase(memory.entries().list()[0][0].id)

    assert [row[0] for row in agent.sql(f"SELECT id FROM {table} ORDER BY id")] == ["2", "3"]


@feature("000-4")
@pytest.mark.parametrize("tool", FIVE_TOOLS)
def test_000_4_target_is_the_seeds_parameter_on_each_of_the_five_tools(memory, tool):
    with memory.session() as session:
        schema = parameters(session, tool)

    assert schema["properties"]["target"] == {
        "type": "string",
        "enum": ["memory", "user"],
        "description": "Which memory tier: 'memory' for agent notes, 'user' for user profile.",
        "default": "memory",
    }
    assert "target" not in schema["required"]


@feature("000-4")
def test_000_4_a_target_that_is_left_out_is_memory(memory):
    with memory.session() as session:
        omitted = call(session, "add_memory", content="Prefers make over just")["entry"]
        notes = call(session, "add_memory", content="The build needs Node 22", target="memory")["entry"]
        profile = call(session, "add_memory", content="The user is called Maria", target="user")["entry"]

        assert (omitted["tier"], notes["tier"], profile["tier"]) == ("memory", "memory", "user")
        assert call(session, "get_memories")["total"] == 2
        assert call(session, "update_memory", memory_id=omitted["id"], content="Prefers just over make")
        assert (
            refused(session, "update_memory", memory_id=profile["id"], content="Called Ana")["code"]
            == "wrong_tier"
        )
        assert "user" in refused(session, "delete_memory", memory_id=profile["id"])["message"]
        assert call(session, "delete_memory", memory_id=profile["id"], target="user")
        assert call(session, "search_memories", query="just make")["total"] == 1


@feature("000-5")
def test_000_5_search_and_get_give_the_entries_of_the_target_only(memory):
    with memory.session() as session:
        for target, layer in (("memory", "L0"), ("user", "L0"), ("memory", "L1"), ("user", "L1")):
            statement = f"Staging fact of {target} in {layer}"
            if layer == "L0":
                call(session, "add_memory", content=statement, target=target)
            else:
                call(session, "memory_write", action="add", layer="L1", content=statement, target=target)

        for target in ("memory", "user"):
            expected = {f"Staging fact of {target} in L0", f"Staging fact of {target} in L1"}
            for reply in (
                call(session, "search_memories", query="staging fact", target=target),
                call(session, "get_memories", target=target),
            ):
                assert {entry["content"] for entry in reply["entries"]} == expected
                assert {entry["tier"] for entry in reply["entries"]} == {target}


@feature("000-6")
def test_000_6_the_limits_are_2200_and_1375_unless_the_agent_says_otherwise(tmp_path):
    (tmp_path / "two.yaml").write_text(
        """
agents:
  plain:
    tools: [{type: memory, store: "sqlite:///memory.db"}]
  small:
    tools: [{type: memory, store: "sqlite:///memory.db", memory_char_limit: 300, user_char_limit: 100}]
""",
        encoding="utf-8",
    )
    limits = {}
    for name in ("plain", "small"):
        with Memory.open(tmp_path / "two.yaml", agent=name) as memory, memory.session() as session:
            usage = call(session, "get_memories")["usage"]
            limits[name] = (usage["memory"]["limit"], usage["user"]["limit"])

    assert limits == {"plain": (2200, 1375), "small": (300, 100)}


@feature("000-7")
def test_000_7_a_write_over_the_budget_is_a_structured_error_and_nothing_is_cut(agent):
    with agent(memory_char_limit=100).open() as memory, memory.session() as session:
        first = call(session, "add_memory", content=numbered(60, 1))["entry"]
        before = call(session, "get_memories")["entries"]

        error = refused(session, "add_memory", content=numbered(60, 2))

        assert error["code"] == "over_budget"
        assert (error["tier"], error["used"], error["limit"], error["requested"]) == ("memory", 60, 100, 123)
        assert error["usage"]["memory"] == {"used": 60, "limit": 100, "percent": 60}
        assert error["candidates"] == [{"id": first["id"], "content": numbered(60, 1), "chars": 60}]
        assert "60 of 100 characters" in error["message"]
        assert "Merge, shorten or remove an entry first" in error["message"]
        assert call(session, "get_memories")["entries"] == before


@feature("000-7")
def test_000_7_an_update_over_the_budget_is_refused_and_a_shorter_one_makes_room(agent):
    with agent(user_char_limit=100).open() as memory, memory.session() as session:
        first = call(session, "add_memory", content=numbered(50, 1), target="user")["entry"]
        call(session, "add_memory", content=numbered(47, 2), target="user")

        def grow(length):
            given = {"memory_id": first["id"], "content": numbered(length, 1), "target": "user"}
            return session.call_tool("update_memory", given)

        assert grow(51)["error"]["code"] == "over_budget"
        assert call(session, "get_memories", target="user")["entries"][0]["content"] == numbered(50, 1)
        assert grow(20)["usage"]["user"]["used"] == 70
        assert grow(50)["usage"]["user"] == {"used": 100, "limit": 100, "percent": 100}


@feature("000-8")
def test_000_8_every_reply_of_every_tool_carries_the_usage(offering_all):
    with offering_all.session() as session:
        entry = call(session, "add_memory", content="The build needs Node 22")["entry"]
        section = call(session, "memory_write", action="add", layer="L0", content="Maria, engineer")["entry"]
        given = {
            "add_memory": {"content": "Deploys go through staging"},
            "add_to_memory": {"content": "Alec is the user's boss", "category": "person"},
            "update_memory": {"memory_id": entry["id"], "content": "The build needs Node 24"},
            "correct_memory": {"memory_id": entry["id"], "content": "The build needs Node 26"},
            "delete_memory": {"memory_id": "nothing1"},
            "search_memories": {"query": "staging"},
            "get_memories": {},
            "memory_write": {"action": "remove", "layer": "L0", "target_id": section["id"]},
            "list_recalled": {},
            "record_observation": {"content": "Prefers tea to coffee", "category": "preference"},
            "update_user_context": {"scaffold_updates": {"Role": "Engineer"}},
            "update_connection_context": {"connection": "jira", "learned": {"default_project": "PROJ"}},
        }
        assert set(given) == {schema["name"] for schema in session.tool_schemas}
        for name, arguments in given.items():
            for reply in (session.call_tool(name, arguments), session.call_tool(name, {"nonsense": 1})):
                assert list(reply["usage"]) == list(TIERS), name
                for usage in reply["usage"].values():
                    assert set(usage) == {"used", "limit", "percent"}


@feature("000-9")
def test_000_9_two_blocks_with_rules_title_percent_and_separator(memory):
    notes = [numbered(460, 1), numbered(461, 2)]
    profile = [numbered(212, 3), numbered(212, 4)]
    with memory.session() as session:
        for target, statements in (("memory", notes), ("user", profile)):
            for statement in statements:
                call(session, "add_memory", content=statement, target=target)

    assert memory.preview().system_prompt.endswith(
        f"""

{RULE}
MEMORY (agent notes) [42% — 924/2,200 chars]
{RULE}
{notes[0]}
§
{notes[1]}

{RULE}
USER PROFILE (who the user is) [31% — 427/1,375 chars]
{RULE}
{profile[0]}
§
{profile[1]}"""
    )


@feature("000-9")
def test_000_9_the_command_prints_the_same_bytes(agent, command):
    agent = agent(instruction="You are a helpful colleague.")
    with agent.open() as memory, memory.session() as session:
        call(session, "add_memory", content="The build needs Node 22")
        prompt = memory.preview().system_prompt

    assert command(agent, "blocks") == (0, f"{prompt}\n", "")


@feature("000-10")
@pytest.mark.parametrize(("target", "title"), [("memory", "MEMORY (agent notes)"), ("user", "USER PROFILE")])
def test_000_10_the_block_of_an_empty_tier_is_left_out(memory, target, title):
    assert RULE not in memory.preview().system_prompt

    with memory.session() as session:
        entry = call(session, "add_memory", content="Something to keep in mind", target=target)["entry"]
        prompt = memory.preview().system_prompt
        assert prompt.count(RULE) == 2
        assert title in prompt

        call(session, "delete_memory", memory_id=entry["id"], target=target)
        assert RULE not in memory.preview().system_prompt


@feature("000-11")
@pytest.mark.parametrize(
    ("switch", "off", "on"),
    [("memory_enabled", "memory", "user"), ("user_profile_enabled", "user", "memory")],
)
def test_000_11_a_tier_that_is_switched_off_has_no_block(agent, switch, off, on):
    with agent().open() as memory, memory.session() as session:
        for target in ("memory", "user"):
            call(session, "add_memory", content=f"Something about {target}", target=target)

    with agent(**{switch: False}).open() as memory:
        assert [block["name"] for block in memory.preview().frozen_blocks] == [on]
        assert f"Something about {off}" not in memory.preview().system_prompt
        with memory.session() as session:
            assert (
                refused(session, "add_memory", content="One more thing", target=off)["code"] == "not_allowed"
            )
            assert f"target '{off}'" not in session.memory_prompt
    with agent(**{switch: True}).open() as memory:
        assert f"Something about {off}" in memory.preview().system_prompt


@feature("000-12")
def test_000_12_the_schema_describes_the_four_fields():
    schema = json.loads((ROOT / "agent-schema.json").read_text(encoding="utf-8"))
    keys = schema["definitions"]["MemoryEntry"]["properties"]
    fields = {name: keys[name] for name in FIELDS}

    assert {name: (field["type"], field["default"]) for name, field in fields.items()} == {
        "memory_enabled": ("boolean", True),
        "user_profile_enabled": ("boolean", True),
        "memory_char_limit": ("integer", 2200),
        "user_char_limit": ("integer", 1375),
    }
    assert all(len(field["description"]) > 20 for field in fields.values())


@feature("000-12")
def test_000_12_the_seeds_own_yaml_is_read_by_typed_accessors(tmp_path):
    (tmp_path / "agent.yaml").write_text(
        """
agents:
  my_agent:
    tools:
      - type: memory
        memory_enabled: true      # agent-notes tier (default: true)
        user_profile_enabled: false # user-profile tier (default: true)
        memory_char_limit: 2000
        user_char_limit: 1000
""",
        encoding="utf-8",
    )
    hints = get_type_hints(AgentSettings)
    with Memory.open(tmp_path / "agent.yaml", store=str(tmp_path / "memory.db")) as memory:
        settings = memory.settings

    assert [hints[name] for name in FIELDS] == [bool, bool, int, int]
    assert [getattr(settings, name) for name in FIELDS] == [True, False, 2000, 1000]
    assert (settings.enabled("memory"), settings.enabled("user")) == (True, False)
    assert (settings.char_limit("memory"), settings.char_limit("user")) == (2000, 1000)


@feature("000-14")
def test_000_14_the_four_fields_are_read_on_the_agent_too(tmp_path):
    (tmp_path / "agent.yaml").write_text(
        """
agents:
  my_agent:
    memory_enabled: false
    user_profile_enabled: true
    memory_char_limit: 2000
    user_char_limit: 1000
    tools:
      - type: memory
        user_profile_enabled: true
""",
        encoding="utf-8",
    )
    with Memory.open(tmp_path / "agent.yaml", store=str(tmp_path / "memory.db")) as memory:
        read = [getattr(memory.settings, name) for name in FIELDS]
        with memory.session() as session:
            usage = call(session, "get_memories", target="user")["usage"]

    assert read == [False, True, 2000, 1000]
    assert usage["user"]["limit"] == 1000


@feature("000-13")
def test_000_13_docker_agents_calls_without_a_target_work_as_they_did(memory):
    """Its tools say ``memory`` and ``id``, and know of no target."""
    with memory.session() as session:
        added = call(session, "add_memory", memory="The build needs Node 22", category="project")["entry"]
        assert call(session, "get_memories")["entries"][0]["content"] == "The build needs Node 22"
        assert call(session, "search_memories", query="node", category="project")["total"] == 1

        call(session, "update_memory", id=added["id"], memory="The build needs Node 24", category="context")
        updated = call(session, "get_memories")["entries"]
        assert [(one["id"], one["content"], one["category"]) for one in updated] == [
            (added["id"], "The build needs Node 24", "context")
        ]

        call(session, "delete_memory", id=added["id"])
        assert call(session, "get_memories")["entries"] == []
        assert call(session, "get_memories", target="user")["entries"] == []


@feature("000-13")
def test_000_13_leaving_the_target_out_is_the_same_as_saying_memory(tmp_path):
    replies = []
    for target in ({}, {"target": "memory"}):
        folder = tmp_path / str(len(target))
        folder.mkdir()
        with Agent(folder).open() as memory, memory.session() as session:
            added = call(session, "add_memory", content="The build needs Node 22", **target)
            chosen = {"memory_id": added["entry"]["id"]} | target
            told = [
                added,
                call(session, "update_memory", **chosen, content="The build needs Node 24"),
                call(session, "search_memories", query="node", **target),
                call(session, "get_memories", **target),
                call(session, "delete_memory", **chosen),
            ]
            replies.append(json.dumps(told).replace(added["entry"]["id"], "ID"))

    assert replies[0] == replies[1]


@feature("000-13")
def test_000_13_docker_agents_free_categories_and_lengths_are_accepted(memory):
    long = "The long way round. " * 100
    with memory.session() as session:
        added = call(session, "add_memory", memory="The build needs Node 22", category=" build\ntools ")[
            "entry"
        ]
        call(session, "add_memory", memory="ok")
        call(session, "add_memory", memory="The API has version 3", category="PROJECT")
        assert call(session, "search_memories", query="node", category="build tools")["total"] == 1
        assert call(session, "get_memories", category="Project")["total"] == 1
        updated = call(session, "update_memory", id=added["id"], memory=long, category="detours")["entry"]
        too_long = refused(session, "add_memory", memory="Another long way. " * 300)

    assert (added["category"], updated["category"]) == ("build tools", "detours")
    assert updated["content"] == long.strip()
    assert too_long["code"] == "over_budget"

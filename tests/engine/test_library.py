"""The Python interface: coroutines, user ids, misuse, plugins' tools."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from tiermem import Memory, ToolResult, Turn
from tiermem.errors import ClosedMemory, InputError
from tiermem.memory import engine
from tiermem.memory.sessions.session import AsyncSession

CONFIG = "agents: {a: {tools: [{type: memory, hooks: [./mine.py]}]}}"


@pytest.fixture
def with_hooks(tmp_path):
    """Open a memory whose agent has a hook file with this code."""

    def with_hooks(code):
        (tmp_path / "mine.py").write_text(code, encoding="utf-8")
        (tmp_path / "a.yaml").write_text(CONFIG, encoding="utf-8")
        return Memory.open(tmp_path / "a.yaml", store=str(tmp_path / "memory.db"))

    return with_hooks


def test_a_session_is_used_with_coroutines_and_ended_by_async_with(tmp_path):
    async def talk(memory):
        async with memory.session(user="ana") as session:
            assert "add_memory" in str(await session.tool_schemas())
            reply = await session.call_tool("add_memory", {"content": "Ana likes tea", "target": "user"})
            assert "error" not in reply
            asked = [session.on_prompt(f"prompt {number}") for number in range(5)]
            assert [one[-1] for one in await asyncio.gather(*asked)] == list("01234")
            await session.on_turn_end("We deploy billing on Tuesdays.", "Noted.")
            return await session.turns()

    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        turns = asyncio.run(talk(memory))

        assert [turn.speaker for turn in turns] == ["user", "assistant"]
        prompt = memory.preview("ana").system_prompt
        assert "Ana likes tea" in prompt
        assert "We deploy billing on Tuesdays." in prompt


def test_every_call_of_a_session_has_a_coroutine_that_gives_the_same(tmp_path):
    mirrored = {name for name in vars(AsyncSession) if not name.startswith("_")} - {"id", "close", "recalled"}
    asked, result = (
        "When does the bakery open?",
        ToolResult(tool="shop", content="A lamp costs 90 euros, says Anna."),
    )

    async def compare(memory):
        async with memory.session("one", user="ana") as awaited:
            plain, seen = memory.session("one", user="ana"), set()
            assert awaited.recalled is None
            for name, arguments in (
                ("system_prompt", None), ("memory_prompt", None), ("frozen_blocks", None), ("tool_schemas", None),
                ("tools", None), ("tools_for", ("openai",)), ("context", (asked,)), ("on_prompt", (asked,)),
                ("suggest_tools", (asked,)), ("call_tool", ("get_memories", {"target": "user"})), ("turns", ()),
            ):  # fmt: skip
                there = getattr(plain, name)
                expected = there if arguments is None else there(*arguments)
                assert await getattr(awaited, name)(*(arguments or ())) == expected, name
                assert expected or name in ("suggest_tools", "turns"), name
                seen.add(name)
            assert awaited.recalled.context
            assert await awaited.on_tool_result(result) == 1
            await awaited.on_turn_end("I moved to Lund.", "Noted.")
            await awaited.on_pre_compact([Turn(speaker="user", content="Lost?", at="2026-03-02T09:00:00Z")])
            assert [turn.content for turn in plain.turns()] == ["I moved to Lund.", "Noted.", "Lost?"]
            await awaited.end()
            return mirrored - seen - {"on_turn_end", "on_tool_result", "on_pre_compact", "end"}

    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        entries = memory.entries("ana")
        entries.add(entries.draft("Ana lives in Porto", tier="user"))
        entries.add(entries.draft("The bakery in Porto opens at seven", layer="L1"))
        assert asyncio.run(compare(memory)) == set()


def test_the_loop_runs_on_while_a_call_of_a_session_waits(with_hooks, tmp_path):
    slow = (
        "import time\nfrom pathlib import Path\nfrom tiermem.plugins import hookimpl\n\n"
        "@hookimpl\ndef on_turn_end(session, turns):\n"
        f"    while not Path({str(tmp_path / 'ticked')!r}).exists():\n        time.sleep(0.01)\n"
    )

    async def ticks(memory):
        async with memory.session() as session:
            waiting = asyncio.ensure_future(session.on_turn_end("Hello.", "Hi."))
            for _ in range(4):
                await asyncio.sleep(0.01)
            has_waited = not waiting.done()
            (tmp_path / "ticked").touch()
            await waiting
            return has_waited

    with with_hooks(slow) as memory:
        assert asyncio.run(ticks(memory))


def test_user_ids_of_any_printable_kind_name_their_user(tmp_path):
    users = (
        "maya@example.org",
        "auth0|5f7c",
        "a/b:c",
        "张伟",
        "x" * 500,
        "with space",
        42,
        UUID(int=7),
    )

    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        for user in users:
            entries = memory.entries(user)
            entries.add(entries.draft(f"Is called {user}", tier="user"))
        for user in users:
            assert [one.content for one in memory.entries(str(user)).list()[0]] == [f"Is called {user}"]
        assert set(memory.users) == set(map(str, users))


def test_misuse_is_an_error_that_says_what_was_expected(tmp_path):
    with Memory.open(store=tmp_path / "memory.db") as memory:
        session = memory.session()
        for call, said in (
            (lambda: session.on_prompt(None), "Expected text as str, not None"),
            (lambda: session.on_turn_end(3, "x"), "Expected text as str, not int"),
            (lambda: session.on_turn_end(turns=None), "Expected a list of Turn, not NoneType"),
            (lambda: session.on_turn_end(turns=[None]), "Expected a list of Turn, not NoneType"),
            (lambda: session.on_turn_end(turns=[{"role": "user"}]), "Expected a list of Turn, not dict"),
            (lambda: session.on_pre_compact("text"), "Expected a list of Turn, not str"),
            (lambda: session.on_tool_result(None), "Expected a ToolResult, not NoneType"),
            (lambda: memory.session(user=b"ana"), "not bytes"),
            (lambda: memory.session(id=3), "Expected text as str, not int"),
            (lambda: memory.session(connections="jira"), "as a list of names, not str"),
            (lambda: memory.entries().draft(None), "Expected the content as str, not None"),
            (lambda: memory.entries().add("text"), "Expected a Draft, as Entries.draft makes it of a text"),
            (lambda: Memory.open(store=5), "Expected the store as str, not int"),
            (lambda: Memory.open({"agents": {}}), "Expected the path of the agent's YAML as str, not dict"),
            (
                lambda: Memory.open(agent={"tools": []}),
                r"its settings belong in a YAML file\) as str, not dict",
            ),
        ):
            with pytest.raises(InputError, match=said):
                call()


def test_a_closed_memory_says_that_it_is_closed(tmp_path):
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        session, entries = memory.session(), memory.entries()
        session.on_prompt("Hello?")

    for call in (
        memory.session,
        memory.timeline.stats,
        entries.list,
        lambda: session.on_prompt("Hello?"),
        lambda: session.system_prompt,
        lambda: session.call_tool("get_memories"),
        lambda: session.on_turn_end("Hello.", "Hi."),
        session.end,
    ):
        with pytest.raises(ClosedMemory, match="Open it again"):
            call()
    memory.close()


def test_a_session_that_was_cut_off_is_read_after_minutes(tmp_path):
    now = datetime(2026, 3, 2, 9, tzinfo=UTC)
    with Memory.open(store=str(tmp_path / "memory.db"), clock=lambda: now) as memory:
        memory.session(id="cut").on_turn_end("My sister Ana lives in Lisbon.", "Nice.")
        early = memory.maintenance.work()

        assert (early.sessions, early.running) == (0, 1)
        now += timedelta(minutes=11)
        late = memory.maintenance.work()

        assert (late.sessions, late.running) == (1, 0)
        assert "Ana lives in Lisbon" in memory.preview().system_prompt


AFTER = """
from tiermem.plugins import hookimpl

WRITTEN = []

@hookimpl
def after_write(written):
    WRITTEN.extend((one.operation, one.user, one.source, one.entry.content, one.before and one.before.content)
                   for one in written)
    with open({path!r}, "w", encoding="utf-8") as file:
        file.write(repr(WRITTEN))
    raise ValueError("costs nothing")
"""


def test_after_write_is_told_what_was_committed_and_cannot_undo_it(with_hooks, tmp_path):
    with with_hooks(AFTER.format(path=str(tmp_path / "written.txt"))) as memory:
        entries = memory.entries("ana")
        tea = entries.add(entries.draft("Likes tea", tier="user")).entry
        entries.add(entries.draft("Likes tea", tier="user"))
        entries.correct(tea.id, "Likes coffee")

        assert [one.content for one in entries.list()[0]] == ["Likes coffee"]
    written = (tmp_path / "written.txt").read_text(encoding="utf-8")
    assert written.startswith("[('add', 'ana', 'user', 'Likes tea', None), ('correct', 'ana', 'user'")
    assert written.count("'add'") == 1


TOOL = """
import time
from tiermem import Tool
from tiermem.plugins import hookimpl

SCHEMA = {{"type": "object", "properties": {{}}}}

@hookimpl
def register_tools():
    return [Tool(name={name!r}, description="Waits.", parameters={schema}, run=lambda session, given: time.sleep(60))]
"""


def test_a_plugins_tool_that_is_too_slow_is_abandoned(with_hooks, monkeypatch):
    monkeypatch.setattr(engine, "TOOL_DEADLINE_MS", 50)
    with with_hooks(TOOL.format(name="wait", schema="SCHEMA")) as memory, memory.session() as session:
        began = time.monotonic()
        replies = [session.call_tool("wait")["error"]["message"] for _ in range(2)]

        assert time.monotonic() - began < 30
        assert all("The tool wait failed" in reply for reply in replies)
        assert "error" not in session.call_tool("get_memories")


@pytest.mark.parametrize(
    ("name", "schema", "said"),
    [
        ("two words", "SCHEMA", "characters other than"),
        ("wait", "{'type': 'string'}", "type 'object'"),
        ("wait", "{**SCHEMA, 'required': ['x']}", "'required'"),
        ("wait", "{'type': 'object', 'properties': {'x': 1}}", "mapping of schemas"),
    ],
)
def test_names_and_schemas_of_tools_are_checked_when_they_are_registered(
    with_hooks, caplog, name, schema, said
):
    with with_hooks(TOOL.format(name=name, schema=schema)) as memory, memory.session() as session:
        assert name not in str([one["name"] for one in session.tool_schemas])
    assert said in caplog.text
    assert "mine.py" in caplog.text


def test_a_turn_of_the_right_kind_passes(tmp_path):
    with Memory.open(store=str(tmp_path / "memory.db")) as memory, memory.session() as session:
        session.on_turn_end(turns=(Turn(speaker="user", content="Hello.", at="2026-03-02T09:00:00Z"),))
        assert len(session.turns()) == 1

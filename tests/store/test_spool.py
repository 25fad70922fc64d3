"""Writes while the server is away are kept on this machine, and stored once, in order, when it is back."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.reading import contents
from tests.store.faults import is_drained

from tiermem import Memory
from tiermem.errors import UnusableStore
from tiermem.memory.sessions import spooling
from tiermem.store import open_store
from tiermem.values import ToolResult, Turn

ROOT = Path(__file__).parents[2]
pytest.importorskip("psycopg_pool", reason="the extra 'postgres' is not installed")


@pytest.fixture
def url(server):
    return server.new_database()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def back(server):
    """Start the server again, if a test left it stopped."""
    yield
    if not server.is_ready():
        server.start()


def said(memory, session_id):
    return [turn.content for turn in memory.session(session_id).turns()]


def spool_file():
    (found,) = Path(os.environ["XDG_DATA_HOME"], "tiermem").glob("spool-*.db")
    return found


def come_back(server):
    """Start the server, and wait until a memory asks it again."""
    server.start()
    time.sleep(1.2)


def add(session, content):
    return session.call_tool("add_memory", {"content": content, "target": "user"})


@pytest.mark.usefixtures("back")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_what_is_written_while_the_server_is_away_is_stored_in_order_when_it_is_back(server, url, how):
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        session.on_turn_end("The first thing.", "Yes.")
        add(session, "The user sails.")  # durable, and so is the turn before it
        server.stop(how)
        session.on_turn_end("The second thing.", "Yes, the second.")
        reply = add(session, "The user's boat is called Tern.")
        observed = session.call_tool(
            "record_observation", {"content": "Sails on Sundays.", "category": "fact"}
        )
        assert reply["queued"]
        assert observed["queued"]
        assert memory.maintenance.spooled() == 3
        come_back(server)

        session.on_turn_end("The third thing.", "Yes, the third.")

        assert is_drained(memory)
        assert said(memory, "talk") == [
            "The first thing.", "Yes.", "The second thing.", "Yes, the second.", "The third thing.", "Yes, the third.",
        ]  # fmt: skip
        assert sorted(contents(memory)) == ["The user sails.", "The user's boat is called Tern."]
        events = list(memory.timeline.events(kinds=("observation",)))
        assert ["Sails on Sundays." in str(one.payload) for one in events].count(True) == 1


@pytest.mark.usefixtures("back")
def test_a_session_that_begins_while_the_server_is_away_shows_nothing_and_loses_nothing(server, url):
    Memory.open(store=url).close()
    server.stop()
    with Memory.open(store=url) as memory:
        assert "Connection refused" in memory.notices[0] or "No such file" in memory.notices[0]
        with memory.session("talk") as session:
            assert session.on_prompt("Where is my boat?") == "Where is my boat?"
            (note,) = session.recalled.receipt.notes
            assert "spool" in note
            session.on_turn_end("Where is my boat?", "I do not know.")
            assert add(session, "The user's boat is called Tern.")["queued"]
            refused = session.call_tool("search_memories", {"query": "boat"})
            assert refused["error"]["code"] == "store_unusable"
            dropped = (
                Turn(speaker="user", content="Where is my boat?", at="2026-03-01T12:00:00Z"),
                Turn(speaker="user", content="It is in Kiel.", at="2026-03-01T12:01:00Z"),
            )
            session.on_pre_compact(dropped)
        assert memory.maintenance.spooled() == 4
    server.start()

    with Memory.open(store=url) as memory:
        assert is_drained(memory)
        assert said(memory, "talk") == ["Where is my boat?", "I do not know.", "It is in Kiel."]
        assert sorted(contents(memory)) == ["The user's boat is called Tern."]
        (row,) = [row for row in memory.timeline.sessions() if row.id == "talk"]
        assert row.ended_at is not None


def test_while_no_server_can_be_reached_every_call_of_a_session_answers(tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text("agents: {a: {instruction: Be kind., tools: [{type: memory}]}}", encoding="utf-8")
    with Memory.open(config, store="postgresql://nobody@127.0.0.1:1/none") as memory:
        session = memory.session("talk", user="ann")
        session.lend_model(lambda request: None)

        assert session.is_away
        assert (session.system_prompt, session.memory_prompt, session.frozen_blocks) == ("Be kind.", "", [])
        assert session.context("Where is my boat?") == ""
        session.keep_recalled()
        assert (session.last_recalled(), session.suggest_tools("Hello"), session.turns()) == (None, (), [])
        with session.within(1):
            assert session.on_tool_result(ToolResult(tool="shop", content="A lamp costs 90 euros.")) == 0
        assert "add_memory" in [tool["function"]["name"] for tool in session.tools_for("openai")]
        assert "search_memories" in [tool.name for tool in session.tools]
        with pytest.raises(UnusableStore, match="its server is away"):
            session.view  # noqa: B018 - it is read
        session.end()
        assert memory.maintenance.spooled() == 1
        with pytest.raises(UnusableStore, match="Connection refused"):
            memory.maintenance.doctor()


@pytest.mark.usefixtures("back")
def test_a_session_that_began_without_its_server_is_a_session_when_that_is_back(server, url):
    with Memory.open(store=url) as memory:
        memory.entries().add(memory.entries().draft("The user's boat is called Tern", tier="user"))
    server.stop()
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        assert session.is_away
        come_back(server)

        assert "Tern" in session.system_prompt
        assert "Tern" in session.memory_prompt
        assert [block["name"] for block in session.frozen_blocks]
        assert session.context("What is my boat called?") == memory.session("talk").context(
            "What is my boat called?"
        )
        assert session.recalled.receipt.session_id == "talk"
        session.keep_recalled()
        assert session.last_recalled() == memory.session("talk").last_recalled()
        assert session.on_tool_result(ToolResult(tool="shop", content="Tern's sail costs 90 euros.")) > 0
        session.on_turn_end("I sold it.", "A pity.")
        session.on_pre_compact([Turn(speaker="user", content="Lost?", at="2026-03-02T09:00:00Z")])
        assert [turn.content for turn in session.turns()] == ["I sold it.", "A pity.", "Lost?"]
        assert "error" not in session.call_tool("get_memories", {"target": "user"})
        session.end()
        assert memory.maintenance.spooled() == 0


@pytest.mark.usefixtures("back")
def test_what_a_host_drops_while_the_server_is_away_is_kept_with_a_warning(server, url, caplog):
    dropped = (
        Turn(speaker="user", content="My boat is called Tern.", at="2026-03-01T12:00:00Z"),
        Turn(speaker="assistant", content="A fine name.", at="2026-03-01T12:00:10Z"),
    )
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        session.on_turn_end("Good morning.", "Good morning.")
        add(session, "The user sails.")  # durable, and so is the turn before it
        server.stop()

        session.on_pre_compact(dropped)

        assert memory.maintenance.spooled() == 1
        assert "kept in" in caplog.text
        come_back(server)
        session.on_pre_compact(dropped)
        assert is_drained(memory)
        assert said(memory, "talk") == [
            "Good morning.", "Good morning.", "My boat is called Tern.", "A fine name.",
        ]  # fmt: skip


@pytest.mark.usefixtures("back")
def test_compaction_while_the_server_is_away_raises_nothing(server, url):
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        server.stop()

        session.on_pre_compact()

        assert memory.maintenance.spooled() == 0


@pytest.mark.usefixtures("back")
def test_a_write_whose_removal_from_the_spool_failed_is_stored_once(server, url):
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        server.stop()
        session.on_turn_end("One.", "Two.")
        add(session, "The user's boat is called Tern.")
        spool = spool_file()
        copy = spool.read_bytes()
        come_back(server)
        assert is_drained(memory)
        memory.entries().remove(memory.entries().list()[0][0].id)
        spool.write_bytes(copy)
        assert memory.maintenance.spooled() == 2

        assert is_drained(memory)
        assert said(memory, "talk") == ["One.", "Two."]
        assert sorted(contents(memory)) == []
        assert memory.maintenance.doctor() == []


@pytest.mark.usefixtures("back")
def test_a_write_that_cannot_be_stored_holds_no_other_up(server, url):
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        server.stop()
        session.on_turn_end("One.", "Two.")
        session.on_turn_end("Three.", "Four.")
        spool = spool_file()
        with closing(sqlite3.connect(spool)) as later:  # as a later version might write it
            later.execute("UPDATE waiting SET data = json_set(data, '$.place.planet', 'Mars') WHERE seq = 1")
            later.commit()
        come_back(server)

        assert is_drained(memory)
        session.on_turn_end("Five.", "Six.")

        assert said(memory, "talk") == ["Three.", "Four.", "Five.", "Six."]
        (finding,) = memory.maintenance.doctor()
        assert spool.name in finding.what


@pytest.mark.usefixtures("back")
def test_erasing_a_user_deletes_what_waits(server, url):
    with Memory.open(store=url) as memory:
        server.stop()
        memory.session("talk", user="ann").on_turn_end("My boat is called Tern.", "Noted.")
        memory.session("chat", user="ben").on_turn_end("My boat is called Heron.", "Noted.")
        spool = spool_file()
        come_back(server)

        erased = memory.erasing("ann").everything()

        assert "writes that wait on other machines" in erased.out_of_reach
        assert memory.maintenance.spooled() == 1
        assert b"Tern" not in spool.read_bytes()
        assert is_drained(memory)
        assert memory.journal("ann").sessions().total == 0


@pytest.mark.usefixtures("back")
def test_doctor_names_what_waits_and_secrets_are_not_kept(server, url):
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        server.stop()
        session.on_turn_end("My password is hunter2-Zebra!", "I see.")
        add(session, "The user's token is ghp_abcdefghijklmnopqrstuvwxyz0123456789.")
        spool = spool_file()
        assert b"ghp_abcdefghijkl" not in spool.read_bytes()
        assert spool.stat().st_mode & 0o077 == 0
        come_back(server)

        (finding,) = [one for one in memory.maintenance.doctor() if "wait" in one.what]

        assert "2 writes" in finding.what
        assert spool.name in finding.what
        assert is_drained(memory)
        assert memory.maintenance.doctor() == []


@pytest.fixture
def black_hole():
    """An address that takes connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        yield f"postgresql://tiermem@127.0.0.1:{listening.getsockname()[1]}/memory"


def test_an_address_that_never_answers_costs_a_prompt_its_deadline(default_deadline, black_hole):
    began = time.monotonic()
    with Memory.open(store=black_hole, patient=False) as memory:
        session = memory.session("talk")
        assert session.on_prompt("Where is my boat?") == "Where is my boat?"
        prompted = time.monotonic()
        session.on_turn_end("Where is my boat?", "I do not know.")
        written = time.monotonic()
        assert memory.maintenance.spooled() == 1
    assert prompted - began < 20
    assert written - prompted < 20


def hook(url, event, **given):
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")]),
        "TIERMEM_RESIDENT": "off",
    }
    command = [sys.executable, "-m", "tiermem", "hook", "--host", "claude-code", "--store", url]
    data = {"session_id": "talk", "hook_event_name": event, "cwd": "/", "transcript_path": "", **given}
    return subprocess.run(
        command,
        input=json.dumps(data),
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.usefixtures("back")
def test_a_command_hook_answers_while_the_server_is_away_and_what_it_heard_is_stored_later(server, url):
    open_store(url).close()
    server.stop()

    asked = hook(url, "UserPromptSubmit", prompt="Where is my boat?", prompt_id="p1")

    assert (asked.returncode, asked.stdout.strip()) == (0, "")
    server.start()
    with Memory.open(store=url) as memory:
        assert is_drained(memory)
        assert said(memory, "talk") == ["Where is my boat?"]


def test_without_the_spool_a_server_that_is_away_is_an_error(tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text("agents: {a: {tools: [{type: memory, postgresql: {spool: false}}]}}", encoding="utf-8")

    with pytest.raises(UnusableStore):
        Memory.open(config, store="postgresql://tiermem@127.0.0.1:1/memory")


AGENTS = """\
agents:
  a: {tools: [{type: memory, scope: {house: home, user: ann}}]}
  b: {tools: [{type: memory, scope: {house: home, user: bob}}]}
  c: {tools: [{type: memory, scope: {house: office, user: ann}}]}
"""


def test_what_waits_is_the_agents_own_and_names_its_user(tmp_path):
    config, away = tmp_path / "agents.yaml", "postgresql://tiermem@127.0.0.1:1/memory"
    config.write_text(AGENTS, encoding="utf-8")
    with Memory.open(config, "a", store=away) as memory:
        memory.session("talk").on_turn_end("My boat is called Tern.", "Noted.")
        assert memory.maintenance.spooled() == 1

    for other in ("b", "c"):
        with Memory.open(config, other, store=away) as memory:
            assert memory.maintenance.spooled() == 0
    with closing(sqlite3.connect(spool_file())) as spool:
        ((data,),) = spool.execute("SELECT data FROM waiting")
    assert json.loads(data)["place"]["user"] == "ann"


def test_a_write_is_kept_though_much_waits_before_it(url, monkeypatch):
    monkeypatch.setattr(spooling, "_DRAINING_S", 0.05)
    with Memory.open(store=url) as memory:
        session = memory.session("talk")
        waiting = memory._engine.spooling  # noqa: SLF001 another thread of a program has it
        with waiting._draining:  # noqa: SLF001 as if that thread stored what waits
            waiting.keep_turns(
                session.place, [Turn(speaker="user", content="One.", at="2026-03-01T12:00:00Z")]
            )
            began = time.monotonic()
            session.on_turn_end("Two.")
            assert time.monotonic() - began < 30
            assert memory.maintenance.spooled() == 2

        assert is_drained(memory)
        assert said(memory, "talk") == ["One.", "Two."]


@pytest.mark.usefixtures("back")
def test_a_store_that_was_opened_while_its_server_was_away_can_be_read_as_a_whole_at_once(server, url):
    with closing(open_store(url)) as store:
        store.records.reach(house="home", agent="a", user="ann")
    server.stop()
    with closing(open_store(url, may_be_away=True)) as store:
        assert store.notices
        server.start()
        began = time.monotonic()

        dumped = [row["name"] for table, row in store.dump() if table == "scopes"]

        assert "ann" in dumped
        assert time.monotonic() - began < 30

"""One file per user, from Python, by the command and over HTTP."""

import gc
import json
import sqlite3
import threading
from contextlib import closing

import pytest
from tests.reading import contents

from tiermem import Memory
from tiermem.doors.mcp import Serving
from tiermem.errors import ClosedMemory, InputError, StoreError, UnknownEntry
from tiermem.memory import user_memories
from tiermem.store import open_when_written

LONG = "ö" * 100
AGENT = "agents: {helper: {tools: [{type: memory, scope: SCOPE, store: 'STORE'}]}}\n"


@pytest.fixture
def place(tmp_path):
    return f"sqlite:///{tmp_path}/memories/{{user}}.db"


def _note(memory, user, content):
    entries = memory.entries(user)
    return entries.add(entries.draft(content, tier="user")).entry


def _files(tmp_path):
    return sorted(one.name for one in (tmp_path / "memories").glob("*.db"))


def test_each_user_has_a_file_and_reads_no_others(place, tmp_path):
    with Memory.open(store=place) as memory:
        for user in ("ana", "Ana", "../ana", LONG, None):
            _note(memory, user, f"This is what {user} said.")
        assert contents(memory, "ana") == ["This is what ana said."]
        assert contents(memory, LONG) == [f"This is what {LONG} said."]
        assert set(memory.users) == {"ana", "Ana", "../ana", LONG, "me"}
    assert len(_files(tmp_path)) == 5
    assert b"Ana" not in (tmp_path / "memories" / "ana.db").read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["memories"]


def test_sessions_of_several_users_run_at_the_same_time(place):
    problems = []
    with Memory.open(store=place) as memory:

        def talk(user):
            try:
                with memory.session(user=user) as session:
                    session.on_turn_end(f"I am {user} and I live in Oslo.", "Noted.")
                assert len(memory.of(user).timeline.sessions(user)) == 1
                assert "Oslo" in memory.recall("Where do I live?", user).passages[0].text
            except Exception as error:  # noqa: BLE001 the assertion below shows it
                problems.append(error)

        threads = [threading.Thread(target=talk, args=(f"user{number}",)) for number in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert problems == []
        assert len(memory.users) == 8


def test_what_is_of_one_file_says_so_for_another_user(place):
    with Memory.open(store=place) as memory:
        _note(memory, "ana", "Ana keeps bees.")
        with pytest.raises(InputError, match=r"memory\.of\('ana'\)"):
            memory.timeline.stats("ana")
        assert memory.of("ana").timeline.stats("ana")["tables"]["entries"] == 1


def test_memories_beyond_those_kept_open_are_closed_when_nothing_uses_them(place, monkeypatch):
    monkeypatch.setattr(user_memories, "KEPT_OPEN", 2)
    with Memory.open(store=place) as memory:
        session = memory.session(user="first")
        for number in range(6):
            _note(memory, f"user{number}", f"Number {number}.")
        gc.collect()
        kept = memory.of("first")
        assert kept is memory.of("first")
        session.on_turn_end("I live in Oslo.", "Noted.")
        assert len(kept.timeline.sessions()) == 1
        assert contents(memory, "user0") == ["Number 0."]


def test_recalling_for_somebody_who_is_not_known_makes_no_file(place, tmp_path):
    with Memory.open(store=place, user="ana") as memory:
        assert memory.recall("Where do I live?", "nobody").passages == ()
        assert memory.retrieve("Where do I live?", "nobody") == ()
        assert memory.context("nobody")["blocks"] == {}
        assert "Oslo" not in memory.preview("nobody").system_prompt
        assert memory.of("nobody", create=False).entries("nobody").list() == ([], 0)
        with pytest.raises(InputError, match="no user 'nobody'"):
            memory.erasing("nobody").everything()
        assert memory.journal("nobody").sessions().total == 0
        assert memory.recall("Where do I live?").passages == ()
        assert _files(tmp_path) == []

        _note(memory, "nobody", "I live in Oslo.")
        assert contents(memory, "nobody") == ["I live in Oslo."]
        assert memory.users == ("nobody",)


def test_reading_of_somebody_who_is_not_known_makes_no_file(place, tmp_path):
    with Memory.open(store=place, user="ana") as memory:
        entries = memory.entries("nobody")
        assert entries.list() == ([], 0)
        assert entries.search("Oslo").entries == ()
        assert entries.page(query="Oslo").entries == ()
        assert entries.pending() == ()
        assert entries.usage()["user"].used == 0
        with pytest.raises(UnknownEntry):
            entries.get("abcdefgh")
        with pytest.raises(UnknownEntry):
            entries.erase("abcdefgh")
        assert memory.profile("nobody").lines() == []
        assert memory.profile("nobody").rivals() == []
        assert memory.profile("nobody").guide_inbox(" ").inbox_guidance == ""
        assert memory.tasks("nobody").find() == []
        assert memory.tasks("nobody").projects() == []
        assert memory.review("nobody").doubts() == []
        assert memory.reach("nobody").user.name == "nobody"
        own = memory.of("nobody")
        assert own.timeline.stats("nobody")["tables"]["entries"] == 0
        assert own.timeline.sessions("nobody") == []
        assert own.maintenance.doctor() == []
        assert [row for kind, row in own.maintenance.dump("nobody") if kind == "entries"] == []
        assert _files(tmp_path) == []
        assert memory.users == ()


WRITES = {
    "an entry": lambda memory: _note(memory, "new", "I live in Oslo."),
    "an observation": lambda memory: memory.observations("new").record("Lives in Oslo.", "fact"),
    "a task": lambda memory: memory.tasks("new").start("Move to Oslo", id="oslo"),
    "a line of the profile": lambda memory: memory.profile("new").set("home.city", "Oslo"),
    "a session": lambda memory: memory.session(id="s", user="new").on_turn_end("I live in Oslo.", "Noted."),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_the_first_write_makes_the_file_and_is_in_it(place, tmp_path, write):
    with Memory.open(store=place, user="ana") as memory:
        held = memory.entries("new")
        assert held.list() == ([], 0)
        write(memory)
        assert _files(tmp_path) == ["new.db"]
        assert (tmp_path / "memories" / "new.db").stat().st_mode & 0o077 == 0
        held.add(held.draft("Keeps bees.", tier="user"))
        assert "Keeps bees." in contents(memory, "new")
        assert memory.of("new").maintenance.doctor() == []
    with Memory.open(store=place, user="new") as again:
        assert "Keeps bees." in contents(again, "new")
        assert b"Oslo" in b"".join(one.read_bytes() for one in (tmp_path / "memories").glob("new.db*"))
        assert again.maintenance.doctor() == []


def test_first_writes_of_many_threads_at_once_are_all_kept(place):
    with Memory.open(store=place, user="ana") as memory:
        begin = threading.Barrier(8)

        def write(number):
            entries = memory.entries("new")
            begin.wait()
            entries.add(
                entries.draft(f"Number {number} is a hive in garden {number}.", layer="L1", tier="user")
            )

        threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert len(contents(memory, "new")) == 8


def test_a_file_that_another_process_makes_is_read(place):
    with Memory.open(store=place, user="ana") as memory:
        held = memory.entries("new")
        assert held.list() == ([], 0)
        with Memory.open(store=place, user="new") as other:
            _note(other, "new", "I live in Oslo.")
        assert [one.content for one in held.list()[0]] == ["I live in Oslo."]


def test_a_file_that_another_agent_makes_is_opened_again(place, tmp_path):
    agent = tmp_path / "agent.yaml"
    agent.write_text(AGENT.replace("SCOPE", "{house: other}").replace("STORE", place))
    with Memory.open(store=place, user="ana") as memory:
        held = memory.entries("new")
        assert held.list() == ([], 0)
        with Memory.open(agent, user="new") as other:
            _note(other, "new", "I live in Oslo.")
        with pytest.raises(StoreError, match="open it again"):
            held.list()
        _note(memory, "new", "Keeps bees.")
        assert contents(memory, "new") == ["Keeps bees."]


def test_closing_the_memory_closes_all_files(place):
    memory = Memory.open(store=place)
    other = memory.of("ana")
    memory.close()
    with pytest.raises(ClosedMemory):
        other.entries()


@pytest.mark.parametrize("user", ["ana", "me"])
def test_erasing_a_user_deletes_the_file(place, tmp_path, user):
    with Memory.open(store=place) as memory:
        _note(memory, "ana", "Ana keeps bees.")
        _note(memory, "me", "I keep bees.")
        receipt = memory.erasing(user).everything()
        assert receipt.state == "complete"
        assert not list((tmp_path / "memories").glob(f"{user}.db*"))
        assert user not in memory.users
        _note(memory, user, "A new beginning.")
        assert contents(memory, user) == ["A new beginning."]


def test_erasing_a_user_leaves_the_one_of_that_name_in_another_house(place, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(AGENT.replace("SCOPE", "{house: other}").replace("STORE", place))
    with Memory.open(store=place) as memory, Memory.open(other) as elsewhere:
        _note(memory, "ana", "Ana keeps bees.")
        _note(elsewhere, "ana", "This Ana sails.")
        receipt = memory.erasing("ana").everything()
        assert any("another house" in one for one in receipt.out_of_reach)
        assert contents(elsewhere, "ana") == ["This Ana sails."]


def test_notes_that_users_share_are_refused(place, tmp_path):
    agent = tmp_path / "agent.yaml"
    agent.write_text(AGENT.replace("SCOPE", "{notes: agent}").replace("STORE", place))
    with pytest.raises(InputError, match="shares nothing"):
        Memory.open(agent)


def test_the_command_names_the_file_by_the_user(tiermem, place, tmp_path):
    tiermem("add", "Ana keeps bees.", "--user", "ana", at=place)
    tiermem("add", "Ben sails.", "--user", "ben", at=place)

    assert _files(tmp_path) == ["ana.db", "ben.db"]
    assert "bees" in tiermem("list", "--user", "ana", at=place).out
    assert "Ben" not in tiermem("list", "--user", "ana", at=place).out
    status = tiermem("status", "--user", "ana", "--json", at=place).data
    assert status["store"]["users"] == ["ana", "ben"]
    assert "Ana" in tiermem("export", "--user", "ana", at=place).out
    assert "Ben" not in tiermem("export", "--user", "ana", at=place).out
    assert tiermem("worker", "--once", at=place).status == 0


NOTHING_THERE = (
    "list", "search bees", "show abcdefgh", "stats", "doctor", "remove abcdefgh", "edit abcdefgh", "pin abcdefgh",
    "reindex", "worker --once", "doctor --repair", "export",
    "erase abcdefgh --yes", "erase --session s --yes", "erase --everything --yes", "pending accept abcdefgh",
)  # fmt: skip


@pytest.mark.parametrize("command", NOTHING_THERE)
def test_a_command_about_somebody_of_whom_nothing_is_known_makes_no_file(tiermem, place, tmp_path, command):
    tiermem(*command.split(), "--user", "ghost", at=place)

    assert list(tmp_path.rglob("*.db")) == []


def test_a_session_in_which_nothing_is_said_or_stored_makes_no_file(place, tmp_path):
    with Memory.open(store=place, user="ana") as memory:
        with memory.session("s", user="new") as session:
            prompt = session.system_prompt
            for name, arguments in (("search_memories", {"query": "Oslo"}), ("get_memories", {})):
                assert session.call_tool(name, arguments)["total"] == 0
            session.on_pre_compact()
            assert session.system_prompt == prompt
        memory.of("new").maintenance.work()
        memory.of("new").maintenance.reindex()
        assert list(memory.of("new").maintenance.dump("new"))
        assert _files(tmp_path) == []


def test_a_session_keeps_its_blocks_when_its_first_write_makes_the_file(place, tmp_path):
    with Memory.open(store=place, user="ana") as memory:
        session = memory.session("s", user="new")
        prompt = session.system_prompt
        assert _files(tmp_path) == []
        session.call_tool("add_memory", {"target": "user", "content": "Lives in Oslo."})
        assert session.system_prompt == prompt
        session.on_turn_end("I keep bees.", "Noted.")
        assert session.system_prompt == prompt
        session.end()
    with Memory.open(store=place, user="new") as memory:
        assert memory.session("s").system_prompt == prompt
        (known,) = memory.timeline.sessions()
        assert known.ended_at is not None
        assert "bees" in memory.recall("What do I keep?").context
        assert memory.maintenance.doctor() == []


def test_a_server_of_tools_that_only_reads_makes_no_file_and_outlives_another_agent(place, tmp_path):
    agent = tmp_path / "agent.yaml"
    agent.write_text(AGENT.replace("SCOPE", "{house: other}").replace("STORE", place))
    with Memory.open(store=place, user="new") as memory:
        serving = Serving(memory, memory.session("s"))

        def call(method, **params):
            return serving.answer({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})["result"]

        call("initialize")
        assert call("resources/list") == {"resources": []}
        found = call("tools/call", name="search_memories", arguments={"query": "Oslo"})
        assert found["structuredContent"]["total"] == 0
        assert _files(tmp_path) == []

        with Memory.open(agent, user="new") as other:
            _note(other, "new", "I live in Oslo.")
        call("tools/call", name="add_memory", arguments={"target": "user", "content": "Keeps bees."})
        assert contents(memory, "new") == ["Keeps bees."]


HOOKS = {
    "SessionStart": {"source": "startup"},
    "SessionStart after compaction": {"source": "compact"},
    "PreCompact": {"trigger": "auto"},
    "Stop": {"last_assistant_message": ""},
}


@pytest.mark.parametrize(("event", "told"), HOOKS.items(), ids=HOOKS)
def test_a_hook_in_a_session_in_which_nothing_is_said_makes_no_file(piped, place, tmp_path, event, told):
    at = {"session_id": "s", "cwd": str(tmp_path), "transcript_path": "", "hook_event_name": event.split()[0]}
    given = json.dumps(at | told)
    piped("hook", "--host", "claude-code", "--user", "ghost", "--store", place, given=given)
    assert list(tmp_path.rglob("ghost.db")) == []
    piped("hook", "--host", "claude-code", "--user", "ghost", "--store", place, "--flush", "s")
    assert list(tmp_path.rglob("ghost.db")) == []


def test_a_copy_of_a_store_is_of_the_file_that_another_process_made(tmp_path):
    path = str(tmp_path / "memory.db")
    with closing(open_when_written(path)) as store:
        assert [kind for kind, _ in store.dump() if kind == "entries"] == []
        with Memory.open(store=path) as other:
            _note(other, None, "I live in Oslo.")
        assert [row["content"] for kind, row in store.dump() if kind == "entries"] == ["I live in Oslo."]
        with store.snapshot() as read:
            assert read.execute_sql("SELECT content FROM entries").fetchall() == [("I live in Oslo.",)]


def test_an_export_of_everything_says_that_each_user_has_a_file(tiermem, place, tmp_path):
    for user in ("ana", "ben"):
        tiermem("add", f"{user} keeps bees.", "--user", user, at=place)

    ran = tiermem("export", "-o", tmp_path / "all.json", at=place)

    assert ran.status == 2
    assert "Nothing was exported" in ran.err
    assert "--user" in ran.err
    assert "'ana', 'ben'" in ran.err
    assert not (tmp_path / "all.json").exists()
    with Memory.open(store=place) as memory, pytest.raises(InputError, match="name a user"):
        memory.maintenance.dump()


def test_doctor_checks_all_files_and_names_the_user(tiermem, place, tmp_path):
    for user in ("ana", "ben"):
        tiermem("add", f"{user} keeps bees.", "--user", user, at=place)
    assert tiermem("doctor", at=place).out == "sound: 2 files of users\n"
    with closing(sqlite3.connect(tmp_path / "memories" / "ben.db")) as connection, connection:
        connection.execute("DELETE FROM entry_versions")

    ran = tiermem("doctor", at=place)
    assert ran.status == 1
    assert "User 'ben'" in ran.out
    assert tiermem("doctor", "--user", "ana", at=place).status == 0
    assert tiermem("doctor", "--user", "ghost", at=place).out.startswith("Nothing to check")


def test_erasing_by_the_command_deletes_the_file(tiermem, place, tmp_path):
    for user in ("ana", "ben"):
        tiermem("add", f"{user} keeps bees.", "--user", user, at=place)
    assert tiermem("erase", "--everything", "--yes", "--user", "ana", at=place).status == 0
    assert _files(tmp_path) == ["ben.db"]


def test_over_http_an_administrator_lists_users_and_a_token_opens_one(place):
    pytest.importorskip("fastapi", reason="the extra server is not installed")
    from tests.doors.server.running import running

    with running(place) as served:
        tokens = served.serving.memory().tokens
        for user in ("ana", "ben"):
            _note(served.serving.memory(), user, f"{user} keeps bees.")
        text, _ = tokens.add("ana")
        with served.client() as admin:
            assert {"ana", "ben"} <= set(admin.get("/api/users").json()["users"])
            assert admin.get("/api/stats", params={"user": "ben"}).status_code == 200
            assert "ben keeps bees." in admin.get("/api/export", params={"user": "ben"}).text
            assert admin.get("/api/export", params={"everyone": "true"}).status_code == 422
        with served.stranger(headers={"Authorization": f"Bearer {text}"}) as ana:
            assert ana.get("/api/users").json() == {"users": ["ana"]}
            assert "ana keeps bees." in ana.get("/api/export").text
            assert ana.get("/api/export", params={"user": "ben"}).status_code == 404


def test_over_http_looking_at_somebody_who_is_not_known_makes_no_file(place, tmp_path):
    pytest.importorskip("fastapi", reason="the extra server is not installed")
    from tests.doors.server.running import running

    with running(place) as served, served.client() as admin:
        for path in ("/api/memory/", "/api/stats", "/api/users", "/recall", "/memories", "/profile", "/"):
            assert admin.get(path, params={"user": "nobody"}).status_code == 200, path
        assert "nobody.db" not in _files(tmp_path)

        added = admin.post(
            "/api/memory/", params={"user": "nobody"}, json={"content": "Keeps bees.", "category": "context"}
        )

        assert added.status_code == 201, added.text
        assert "nobody.db" in _files(tmp_path)


def test_metrics_count_the_rows_of_all_files(place):
    pytest.importorskip("fastapi", reason="the extra server is not installed")
    from tests.doors.server.running import running

    with running(place) as served:
        for user, number in (("ana", 2), ("ben", 3)):
            for one in range(number):
                _note(served.serving.memory(), user, f"{user} has {one} hives in the garden.")
        with served.client() as admin:
            lines = admin.get("/metrics").text.splitlines()

    assert 'tiermem_rows{table="entries"} 5' in lines
    assert any(line.startswith("tiermem_stream_events 5") for line in lines)


def test_metrics_open_so_many_files_and_no_more(place, monkeypatch):
    pytest.importorskip("fastapi", reason="the extra server is not installed")
    from tests.doors.server.running import running

    from tiermem.doors.server import prometheus

    monkeypatch.setattr(prometheus, "MOST_USERS", 3)
    with Memory.open(store=place, user="u0") as memory:
        for number in range(6):
            _note(memory, f"u{number}", f"Number {number} keeps bees.")
    with running(place) as served, served.client() as admin:
        lines = admin.get("/metrics").text.splitlines()

    assert 'tiermem_rows{table="entries"} 3' in lines
    assert 'tiermem_files{counted="yes"} 3' in lines
    assert 'tiermem_files{counted="no"} 3' in lines


@pytest.mark.parametrize("path", ["/api/recall", "/api/retrieve"])
def test_asking_over_http_for_somebody_who_is_not_known_makes_no_file(place, tmp_path, path):
    pytest.importorskip("fastapi", reason="the extra server is not installed")
    from tests.doors.server.running import running

    with running(place) as served, served.client() as client:
        assert (
            client.post(path, params={"user": "nobody"}, json={"text": "Where do I live?"}).status_code == 200
        )
        assert "nobody.db" not in _files(tmp_path)

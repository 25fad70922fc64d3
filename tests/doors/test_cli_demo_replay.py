"""demo, replay, chat, export and import by command."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.doors.conftest import process_environment
from tests.fakes.model_server import ModelServer, ToolCall
from tests.reading import ask

from tiermem import Memory

ROOT = Path(__file__).parents[2]
RULE = "═" * 48
TALKS = [
    {
        "session_id": "monday",
        "messages": [
            {"role": "user", "content": "My boss is Ann.", "at": "2026-03-02T09:00:00Z"},
            {"role": "assistant", "content": "Noted.", "at": "2026-03-02T09:00:05Z"},
        ],
    },
    {
        "session_id": "tuesday",
        "messages": [{"role": "user", "content": "Who is my boss?", "at": "2026-03-03T09:00:00Z"}],
    },
]


asks_a_model = pytest.mark.skipif(find_spec("pydantic_ai") is None, reason="the extra llm is not installed")


@pytest.fixture(autouse=True)
def _no_model_from_outside(monkeypatch):
    for name in ("TIERMEM_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def talks(tmp_path):
    """A file of conversations, as JSON or as the text that is given."""

    def write(value=TALKS, name="talks.json"):
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    return write


# -- demo ----------------------------------------------------------------------------------------


@pytest.fixture
def demo(tiermem):
    return tiermem("demo", "--json").data["sessions"]


def test_the_first_session_of_the_demo_begins_with_nothing(demo):
    first = demo[0]

    assert first["blocks"] == []
    assert [exchange["context"] for exchange in first["exchanges"]] == [""] * len(first["exchanges"])


def test_what_the_user_said_is_in_the_second_sessions_prompts_though_no_tool_stored_it(demo):
    first, second = demo
    told = " ".join(exchange["user"] for exchange in first["exchanges"])
    contexts = [exchange["context"] for exchange in second["exchanges"]]

    for statement, context in (
        ("My manager is Marta", second["system_prompt"]),
        ("We decided to move the invoice export to a nightly job", contexts[1]),
        ("he staging database is wiped every Sunday night.", contexts[2]),
    ):
        assert statement in told
        assert statement in context
    assert {one["outcome"] for one in first["learned"] if one["kind"] != "change"} == {"added"}


def test_the_demo_notices_a_correction_a_preference_a_fact_a_decision_and_a_wish(demo):
    kinds = {one["kind"]: one["layer"] for one in demo[0]["learned"]}

    assert (
        kinds.items()
        >= {
            "correction": "L1",
            "preference": "L1",
            "fact": "L1",
            "decision": "L1",
            "request": "L1",
            "session_summary": "L2",
        }.items()
    )


def test_messages_are_exactly_what_the_model_gets(demo):
    for exchange in demo[1]["exchanges"]:
        context = f"{exchange['context']}\n\n" if exchange["context"] else ""
        assert exchange["message"] == f"{context}{exchange['user']}"


def test_the_demo_tells_its_story_in_order(tiermem):
    ran = tiermem("demo")

    steps = [
        "Session 1, 2026-09-07",
        "user       Good morning!",
        "gap-fill, by rules and without a model, wrote:",
        "Session 2, 2026-09-21",
        "LEARNED INFORMATION (from earlier sessions) [",
        "] Keep release notes to five bullets",
        "] My manager is Marta",
        "] The billing release goes out on Tuesday, not on Thursday",
        "Hi again!",
        "Welcome back!",
        "<memory-context>\n[Recalled from memory",
        "</memory-context>\n\nA customer asks",
        "tiermem chat",
        "- type: memory",
    ]
    place = 0
    for step in steps:
        assert step in ran.out[place:], step
        place = ran.out.index(step, place)
    assert ran.status == 0


def test_the_demo_can_be_looked_into_when_its_store_is_kept(tiermem):
    tiermem("demo")

    assert "My manager is Marta" in tiermem("list").out
    assert tiermem("why", "--session", "demo-2").status == 0
    assert "already contains the demo" in tiermem("demo").err


def test_the_demo_leaves_a_persons_own_store_alone(tmp_path, store):
    environment = process_environment() | {
        "TIERMEM_STORE": str(store),
        "TIERMEM_CONFIG": str(tmp_path / "none.yaml"),
    }

    done = subprocess.run(
        [sys.executable, "-m", "tiermem", "demo"],
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert not store.exists()


def test_the_demo_runs_with_the_other_look(tiermem, tmp_path):
    (tmp_path / "cards.yaml").write_text(
        "agents: {a: {tools: [{type: memory, render: cards}]}}", encoding="utf-8"
    )

    ran = tiermem("demo", "--config", tmp_path / "cards.yaml")

    assert ran.status == 0
    assert "] Keep release notes to five bullets" in ran.out


@pytest.mark.slow
def test_the_demo_runs_from_the_wheel(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling, of the dev extra, builds the wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    zipfile.ZipFile(next(tmp_path.glob("*.whl"))).extractall(tmp_path / "site")

    done = subprocess.run(
        [sys.executable, "-m", "tiermem", "demo", "--json"],
        env=process_environment() | {"PYTHONPATH": str(tmp_path / "site")},
        cwd=tmp_path,
        check=False,
        capture_output=True,
    )

    assert done.stderr == b""
    assert "Marta" in json.loads(done.stdout)["sessions"][1]["system_prompt"]


# -- replay --------------------------------------------------------------------------------------


def test_replay_says_what_it_did_and_how_to_look_at_it(tiermem, talks):
    ran = tiermem("replay", talks())

    assert ran.status == 0
    assert ran.lines == [
        "Replayed 2 conversations with 3 turns of 1 user.",
        "Gap-fill noticed 1 statements: 1 added.",
        "'tiermem recall TEXT --user NAME' shows what a prompt recalls now (me).",
    ]
    assert "My boss is Ann." in tiermem("recall", "Who is my boss?").out


def test_replay_reports_as_json(tiermem, talks):
    path = talks()

    assert tiermem("replay", path, "--json", "--user", "ada").data == {
        "sessions": 2,
        "known": 0,
        "turns": 3,
        "users": ["ada"],
        "observations": {"added": 1},
    }
    assert tiermem("replay", path, "--json", "--user", "ada").data["known"] == 2


def test_replay_stops_at_the_limit(tiermem, talks):
    path = talks()

    assert tiermem("replay", path, "--limit", "1", "--json").data["sessions"] == 1
    assert tiermem("replay", path, "--limit", "0", "--json").data["sessions"] == 0


def test_a_broken_line_is_told_with_what_was_kept(tiermem, talks):
    path = talks(f"{json.dumps(TALKS[0])}\n{{broken\n{json.dumps(TALKS[1])}\n", "talks.jsonl")

    ran = tiermem("replay", path)
    as_json = tiermem("replay", path, "--json")

    assert ran.status == as_json.status == 2
    assert ran.lines[0] == "Replayed 1 conversation with 2 turns of 1 user."
    assert f"{path}:2: This is not JSON" in ran.err
    assert "Kept: the conversation before it, 2 turns of them new." in ran.err
    assert as_json.data["error"] | {"message": ""} == {
        "code": "transcript",
        "message": "",
        "file": str(path),
        "line": 2,
        "kept": "the conversation before it",
    }
    assert as_json.data["known"] == 1
    assert "Ann" in tiermem("list").out


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 1}'])
def test_what_holds_no_conversation_is_a_mistake(tiermem, talks, content):
    ran = tiermem("replay", talks(content))

    assert ran.status == 2
    assert ran.out == ""
    assert "talks.json" in ran.err


def test_replay_of_locomo_finds_the_answering_turn_and_why_tells_its_receipt(tiermem, talks):
    locomo = {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Iris",
            "speaker_b": "Pavel",
            "session_1_date_time": "7:20 pm on 4 June, 2021",
            "session_1": [
                {"speaker": "Iris", "dia_id": "D1:1", "text": "Evening, Pavel, the kettle is on."},
                {
                    "speaker": "Pavel",
                    "dia_id": "D1:2",
                    "text": "Evening! The harvest kept me all day.",
                },
                {"speaker": "Iris", "dia_id": "D1:3", "text": "I went to the beekeepers' meeting yesterday."},
                {"speaker": "Pavel", "dia_id": "D1:4", "text": "Was Otto there, too?"},
            ],
        },
    }
    tiermem("replay", talks([locomo]))
    user = ("--user", "iris-conv-1")

    recalled = tiermem("recall", "When did Iris go to the beekeepers' meeting?", *user)
    why = tiermem("why", *user)

    assert "I went to the beekeepers' meeting yesterday (2021-06-03)." in recalled.out
    assert "Query: When did Iris go to the beekeepers' meeting?" in why.out
    assert "conv-1-session-1/2" in why.out


# -- chat ----------------------------------------------------------------------------------------


def last_words(request):
    return str(request["messages"][-1]["content"])


@asks_a_model
def test_what_was_said_in_one_chat_is_recalled_in_the_next(tiermem):
    with ModelServer(lambda request: "Noted.") as server:
        where = ("--model", "fake", "--base-url", server.url)
        first = tiermem("chat", *where, "My boss is Ann.")
        second = tiermem("chat", *where, "Who is my boss?", "--json")

    assert (first.status, first.out) == (0, "Noted.\n")
    assert "noted (fact): My boss is Ann." in first.err
    assert "My boss is Ann." in str(server.requests[1]["messages"][0])
    assert second.data["reply"] == "Noted."
    assert last_words(server.requests[1]) == "Who is my boss?"


@asks_a_model
def test_answers_are_shown_as_they_come_and_what_is_missing_is_named(tiermem, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "TIERMEM_MODEL"):
        monkeypatch.delenv(name, raising=False)
    with ModelServer(lambda request: "One\ntwo.") as server:
        shown = tiermem("chat", "--model", "fake", "--base-url", server.url, "Count.")
        assert [request.get("stream") for request in server.requests] == [True]
    gone = server.url
    missing = {
        "openai:gpt-5-mini": "OPENAI_API_KEY is not set",
        "qwen3": "'qwen3' has no provider",
        "anthropic:claude-haiku-4-5": "ANTHROPIC_API_KEY",
    }
    said = {model: tiermem("chat", "--model", model, "Hi").err for model in missing}

    assert shown.out == "One\ntwo.\n"
    assert [(model, said[model]) for model, word in missing.items() if word not in said[model]] == []
    assert (
        f"fake at {gone} did not answer" in tiermem("chat", "--model", "fake", "--base-url", gone, "Hi").err
    )


@asks_a_model
def test_the_model_gets_blocks_and_tools_and_its_calls_are_answered(tiermem, remember):
    remember("Deploys go through the staging gate.")

    def model(request):
        if request["messages"][-1]["role"] == "user":
            return [ToolCall("add_memory", {"content": "The user prefers tea.", "target": "user"})]
        return f"It says {json.loads(last_words(request))['message'][:6]}"

    with ModelServer(model) as server:
        ran = tiermem("chat", "--model", "fake", "--base-url", server.url, "I like tea.")

    system, *_ = server.requests[0]["messages"]
    assert system["role"] == "system"
    assert "staging gate" in system["content"]
    assert "add_memory" in {tool["function"]["name"] for tool in server.requests[0]["tools"]}
    assert ran.out == "It says Stored\n"
    assert "The user prefers tea." in tiermem("list", "--target", "user").out


@pytest.mark.slow
@asks_a_model
def test_who_talks_through_a_pipe_gets_each_answer_before_the_next_message(store):
    environment = {key: value for key, value in process_environment().items() if key != "PYTHONUNBUFFERED"}
    with ModelServer(lambda request: f"Heard {last_words(request)}") as server:
        environment |= {"OPENAI_BASE_URL": server.url, "TIERMEM_MODEL": "fake"}
        talk = subprocess.Popen(
            [sys.executable, "-m", "tiermem", "chat", "--store", str(store)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with talk, ThreadPoolExecutor(1) as reading:
            for message in ("My boss is Ann.", "Who is it?"):
                print(message, file=talk.stdin, flush=True)
                answer = reading.submit(talk.stdout.readline)
                try:
                    assert f"Heard {message}" in answer.result(timeout=120)
                finally:
                    if not answer.done():
                        talk.kill()
            talk.stdin.close()


@asks_a_model
@pytest.mark.slow
def test_a_talk_takes_commands_and_tells_the_model_what_was_said_before(process, store):
    lines = [
        "My boss is Ann.",
        "Who is it?",
        "/memory",
        "/memory search staging gate",
        "/why",
        "/nonsense",
        "/memory delete",
        "/quit",
        "never reached",
    ]
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries()
        entries.add(entries.draft("Deploys go through the staging gate.", layer="L1"))

    with ModelServer(lambda request: f"Heard {last_words(request)}") as server:
        talk = {"OPENAI_BASE_URL": server.url, "TIERMEM_MODEL": "fake"}
        ran = process("chat", "--session", "s1", given="\n".join(lines), **talk)

    assert ran.status == 0
    assert ran.lines[:2] == ["Heard My boss is Ann.", "Heard Who is it?"]
    assert ran.out.count("Deploys go through the staging gate.") == 2
    assert "📝 Your memories:" in ran.out
    assert "Use /memory delete ID." in ran.out
    assert "Query: Who is it?" in ran.out
    assert "There is no /nonsense here." in ran.err
    assert [message["content"] for message in server.requests[1]["messages"][1:]] == [
        "My boss is Ann.",
        "Heard My boss is Ann.",
        "Who is it?",
    ]


@pytest.fixture
def talk(tiermem, monkeypatch):
    """Type lines to a chat."""

    def talk(server, *lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return tiermem("chat", "--model", "fake", "--base-url", server.url)

    return talk


@asks_a_model
def test_an_entry_is_removed_in_a_talk(talk, memory):
    entries = memory.entries()
    tea = entries.add(entries.draft("The user prefers tea.")).entry

    with ModelServer(lambda request: "Yes.") as server:
        ran = talk(server, f"/memory delete {tea.id}", "/help")

    assert ran.status == 0
    assert "Deleted: 'The user prefers tea.'\n" in ran.out
    assert "/memory help" in ran.out
    assert entries.get(tea.id).status == "inactive"
    assert server.requests == []


@asks_a_model
def test_a_session_that_is_gone_on_with_tells_the_model_what_was_said(tiermem):
    with ModelServer(lambda request: "Noted.") as server:
        where = ("--model", "fake", "--base-url", server.url, "--session", "s1")
        tiermem("chat", *where, "My boss is Ann.")
        tiermem("chat", *where, "And who is my boss?")

    _, told, answered, asked = [message["content"] for message in server.requests[1]["messages"]]
    assert (told, answered) == ("My boss is Ann.", "Noted.")
    assert asked.endswith("And who is my boss?")


@asks_a_model
def test_what_a_message_recalled_is_noted_in_a_talk(talk, remember):
    remember("The boss is Ann.", "--layer", "L1")

    with ModelServer(lambda request: "Ann.") as server:
        ran = talk(server, "Who is the boss?")

    assert ran.out == "Ann.\n"
    assert "(1 recalled; /why shows why)" in ran.err


@asks_a_model
def test_a_model_that_fails_ends_one_question_and_not_the_talk(tiermem, talk):
    def model(request):
        return 400 if last_words(request) == "Break." else "Fine."

    with ModelServer(model) as server:
        once = tiermem("chat", "--model", "fake", "--base-url", server.url, "Break.")
        talked = talk(server, "Break.", "", "Hello.")

    assert once.status == 2
    assert "did not answer" in once.err
    assert (talked.status, talked.out) == (0, "Fine.\n")


@asks_a_model
def test_an_endpoint_that_is_not_there_is_told(tiermem):
    ran = tiermem("chat", "--model", "fake", "--base-url", "http://127.0.0.1:9/v1", "Hello.")

    assert ran.status == 2
    assert "did not answer" in ran.err


@asks_a_model
def test_the_yamls_model_and_instruction_are_used(tiermem, tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents: {a: {model: 'openai:yours', instruction: 'You are kind.', tools: [{type: memory}]}}",
        encoding="utf-8",
    )

    with ModelServer(lambda request: "Yes.") as server:
        tiermem("chat", "--config", config, "--base-url", server.url, "Hello.")

    assert server.requests[0]["model"] == "yours"
    system = [message["content"] for message in server.requests[0]["messages"] if message["role"] == "system"]
    assert "\n\n".join(system).startswith("You are kind.\n\n# Durable memory")


@asks_a_model
def test_chat_names_providers_as_the_settings_do_and_says_what_is_missing(tiermem, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with ModelServer(lambda request: "Hello.") as server:
        monkeypatch.setenv("OLLAMA_BASE_URL", server.url)
        answered = tiermem("chat", "--model", "ollama:qwen3", "Hello.")
        asked = server.requests[0]["model"]

    assert (answered.out, asked) == ("Hello.\n", "qwen3")
    missing = tiermem("chat", "--model", "anthropic:claude-haiku-4-5", "Hello.")
    assert missing.status == 2
    assert "ANTHROPIC_API_KEY" in missing.err
    assert "Agent(" not in missing.err


@asks_a_model
@pytest.mark.parametrize("flags", [(), ("--base-url", "http://127.0.0.1:9/v1")])
def test_without_a_model_chat_says_what_to_set_and_offers_the_demo(tiermem, flags):
    ran = tiermem("chat", *flags, "Hello.")

    assert ran.status == 2
    for word in ("--model", "TIERMEM_MODEL", "OPENAI_API_KEY", "--base-url", "tiermem demo"):
        assert word in ran.err


def test_without_the_extra_chat_says_how_to_install_it(tmp_path, process):
    (tmp_path / "pydantic_ai.py").write_text("raise ImportError('not installed')", encoding="utf-8")
    path = f"{tmp_path}:{ROOT / 'plugin'}:{ROOT / 'hooks'}"

    ran = process("chat", "--model", "fake", "Hello.", PYTHONPATH=path, OPENAI_API_KEY="x")

    assert ran.status == 2
    assert re.search(r"pip install \S.*\[llm\]", ran.err)
    assert "tiermem demo" in ran.err


def test_an_empty_message_and_json_without_one_are_mistakes(tiermem):
    where = ("--model", "fake", "--base-url", "http://127.0.0.1:9/v1")

    assert tiermem("chat", *where, " ").status == 2
    assert tiermem("chat", *where, "--json").data["error"]["code"] == "input"


# -- export and import ---------------------------------------------------------------------------


def test_an_export_by_command_makes_an_equal_store(tiermem, talks, tmp_path):
    tiermem("replay", talks())
    copy = tmp_path / "copy.db"

    exported = tiermem("export")
    written = tiermem("export", "-o", tmp_path / "export.json")
    imported = tiermem("import", tmp_path / "export.json", at=copy)

    assert exported.status == written.status == imported.status == 0
    assert exported.data["format"] == "tiermem-export"
    assert "all its users" in exported.err
    assert (tmp_path / "export.json").read_text(encoding="utf-8") == exported.out
    assert tiermem("export", at=copy).out == exported.out
    assert "added" in imported.out
    assert "there already" in tiermem("import", tmp_path / "export.json", at=copy).out


def test_a_dash_is_the_standard_output_of_an_export(tiermem, remember, tmp_path, monkeypatch):
    remember("Deploys go through the staging gate.")
    monkeypatch.chdir(tmp_path)

    for form in ("json", "markdown"):
        assert tiermem("export", "--format", form, "-o", "-").out == tiermem("export", "--format", form).out

    assert not (tmp_path / "-").exists()


def test_an_export_overwrites_a_file_only_when_told_to(tiermem, remember, tmp_path):
    remember("Deploys go through the staging gate.")
    path = tmp_path / "export.json"
    path.write_text("mine", encoding="utf-8")

    refused = tiermem("export", "-o", path)

    assert (refused.status, path.read_text(encoding="utf-8")) == (2, "mine")
    assert "--overwrite" in refused.err
    assert tiermem("export", "-o", path, "--overwrite").status == 0
    assert "staging gate" in path.read_text(encoding="utf-8")


def test_plain_notes_are_refused_with_the_way_to_take_them_in(tiermem, tmp_path):
    path = tmp_path / "notes.md"
    path.write_text("# Notes\n\n- The gate is red.\n", encoding="utf-8")

    refused = tiermem("import", path)

    assert refused.status == 2
    assert "--from claude" in refused.err
    assert tiermem("import", path, "--from", "claude").status == 0
    assert "The gate is red." in tiermem("list").out
    path.write_text("## L1 user\n- The gate is red.\n- {id: }\n\n## L1 nobody\n- x\n", encoding="utf-8")
    assert "--from claude" not in tiermem("import", path).err


def test_markdown_by_command(tiermem, remember, tmp_path):
    remember("Deploys go through the staging gate.")
    path = tmp_path / "notes.md"

    written = tiermem("export", "--format", "markdown", "-o", path, "--json")
    printed = tiermem("export", "--format", "markdown")
    as_json = tiermem("export", "--format", "markdown", "--json")
    imported = tiermem("import", path, "--json", at=tmp_path / "copy.db")

    assert written.data == {"file": str(path), "format": "markdown", "lines": printed.out.count("\n")}
    assert path.read_text(encoding="utf-8") == printed.out == as_json.data["markdown"]
    assert printed.err == ""
    assert imported.data["entries"] == {"added": 1}
    assert imported.data["usage"]["memory"]["used"] == len("Deploys go through the staging gate.")


def test_refused_entries_of_an_import_are_told_and_the_exit_status_says_so(tiermem, tmp_path):
    path = tmp_path / "notes.md"
    path.write_text("## L1 identity\n- The user is Ada.\n## L1 user\n- I prefer tea.\n", encoding="utf-8")

    ran = tiermem("import", path)

    assert ran.status == 1
    assert ran.lines[0] == f"{path}: 1 refused, 1 added."
    assert ran.lines[1].startswith("line 2: refused: 'The user is Ada.'")


def test_an_export_that_cannot_be_written_is_a_mistake_and_leaves_what_was_there(tiermem, remember, tmp_path):
    remember("Deploys go through the staging gate.")
    (tmp_path / "folder").mkdir()

    ran = tiermem("export", "-o", tmp_path / "folder")
    nowhere = tiermem("export", "-o", tmp_path / "none" / "export.json")

    assert ran.status == nowhere.status == 2
    assert "Cannot write" in ran.err
    assert sorted(path.name for path in tmp_path.iterdir() if "partial" in path.name) == []


# -- an export of a damaged store ------------------------------------------------------------------


def overwrite_a_page(store, table):
    """Overwrite the last leaf of a table, as a bad sector does."""
    ask(store, "VACUUM")
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        found = "SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = 'leaf'"
        try:
            ((page,),) = connection.execute(found, (table,)).fetchall()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite does not tell where a table's pages are")
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with store.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def test_an_export_skips_rows_that_cannot_be_read_and_names_them(tiermem, remember, store, tmp_path):
    gate, boat = remember("Deploys go through the staging gate."), remember("The boat is red.")
    tiermem("recall", "which gate?")
    tiermem("recall", "which boat?")
    ((receipt,), (sound,)) = ask(store, "SELECT id FROM recalls ORDER BY id")
    ask(store, "UPDATE recalls SET receipt = CAST(receipt || x'ff' AS TEXT) WHERE id = ?", receipt)
    ask(store, "UPDATE entries SET content = 'The boat is blue.' WHERE id = ?", boat)
    ask(store, "UPDATE entries SET tags = '[' WHERE id = ?", gate)
    skipped = [{"table": "entries", "key": gate}, {"table": "recalls", "key": receipt}]

    printed = tiermem("export")
    path = tmp_path / "export.json"
    written = tiermem("export", "-o", path, "--json")

    assert (printed.status, written.status) == (0, 0)
    tables = printed.data["tables"]
    assert [row["content"] for row in tables["entries"]] == ["The boat is blue."]
    assert [row["id"] for row in tables["recalls"]] == [sound]
    assert written.data["skipped"] == printed.data["skipped"] == skipped
    for said in (printed.err, written.err):
        assert "not complete" in said
        assert "tiermem doctor --repair" in said
        assert f"row {receipt} of table recalls" in said
    assert tiermem("import", path, at=tmp_path / "copy.db").status == 0
    assert "The boat is blue." in tiermem("list", at=tmp_path / "copy.db").out


def test_an_export_gives_the_rows_on_both_sides_of_a_damaged_page(tiermem, store):
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries("ann")
        for number in range(40):
            entries.add(entries.draft(f"Boat {number} lies in harbour {number}.", layer="L1", tier="user"))
    before = tiermem("export").data["tables"]
    overwrite_a_page(store, "events")

    exported, of_ann = tiermem("export"), tiermem("export", "--user", "ann")

    assert (exported.status, of_ann.status) == (0, 0)
    after, skipped = exported.data["tables"], exported.data["skipped"]
    lost = {int(one["key"]) for one in skipped}
    assert {one["table"] for one in skipped} == {"events"}
    assert 0 < len(lost) < 40
    assert of_ann.data["skipped"] == skipped
    assert of_ann.data["tables"]["events"] == after["events"]
    assert after["events"] == [row for row in before["events"] if row["seq"] not in lost]
    assert {name for name in after if after[name] != before[name]} == {"events"}


def test_a_sound_export_skips_nothing_and_says_nothing_of_it(tiermem, remember, tmp_path):
    remember("Deploys go through the staging gate.")

    written = tiermem("export", "-o", tmp_path / "export.json", "--json")

    assert written.data["skipped"] == []
    assert written.err == ""

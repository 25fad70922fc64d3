"""Conversations of the past, played through the lifecycle at their own dates, once."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.tables import each_row

from tiermem import Memory, Turn
from tiermem.doors.cli import main
from tiermem.errors import InputError, TranscriptError
from tiermem.transfer.replay import exchanges, replay
from tiermem.transfer.transcripts import read_transcripts
from tiermem.values import instant

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOOKS = """
from tiermem.plugins import hookimpl

CALLS = {path!r}

def note(*words):
    with open(CALLS, "a", encoding="utf-8") as file:
        file.write(" ".join(words) + "\\n")

@hookimpl
def on_session_start(session):
    note("start", session.id)

@hookimpl
def on_user_prompt(session, prompt):
    note("prompt", prompt)

@hookimpl
def on_turn_end(session, turns):
    note("turn", *(turn.speaker for turn in turns))

@hookimpl
def on_session_end(session, turns):
    note("end", session.id)
"""


@pytest.fixture
def memory(tmp_path):
    with Memory.open(store=str(tmp_path / "memory.db"), clock=lambda: NOW) as memory:
        yield memory


@pytest.fixture
def transcripts(tmp_path):
    """Read conversations that a test writes as JSON, or as lines of it."""

    def read(value, name="talks.json"):
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return read_transcripts(path, now=NOW)

    return read


def said(role, content, at=None, **more):
    return {"role": role, "content": content, **({"at": at} if at else {}), **more}


def talk(session_id, *messages, **more):
    return {"session_id": session_id, "messages": list(messages), **more}


TEA = talk(
    "monday",
    said("user", "Good morning.", "2026-03-02T09:00:00Z", id="m1"),
    said("assistant", "Good morning! What is it today?", "2026-03-02T09:00:10Z", id="m2"),
    said("user", "From now on, answer in British English.", "2026-03-02T09:05:00Z", id="m3"),
    said("assistant", "Certainly.", "2026-03-02T09:05:30Z", id="m4"),
)
ENGLISH = talk(
    "tuesday",
    said("user", "Please answer this letter in English.", "2026-03-03T10:00:00Z"),
    said("assistant", "Here it is.", "2026-03-03T10:00:20Z"),
)


def dump(memory):
    return list(memory.maintenance.dump())


def journaled(memory, session_id, user=None):
    return [(turn.speaker, turn.content) for turn in memory.session(session_id, user).turns()]


# -- the lifecycle -------------------------------------------------------------------------------


def test_each_step_of_the_lifecycle_is_called_in_order(tmp_path, transcripts):
    calls = tmp_path / "calls.txt"
    (tmp_path / "hooks.py").write_text(HOOKS.format(path=str(calls)), encoding="utf-8")
    (tmp_path / "agent.yaml").write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///m.db', hooks: [./hooks.py]}]}}",
        encoding="utf-8",
    )

    with Memory.open(tmp_path / "agent.yaml") as memory:
        replay(memory, transcripts([TEA]))

    assert calls.read_text(encoding="utf-8").splitlines() == [
        "start monday",
        "prompt Good morning.",
        "turn user assistant",
        "prompt From now on, answer in British English.",
        "turn user assistant",
        "end monday",
    ]


def test_turns_keep_their_dates_names_and_ids(memory, transcripts):
    replay(
        memory, transcripts([talk("s", said("user", "Hello.", "2026-03-02T09:00:00Z", id="m1", name="Ada"))])
    )

    (turn,) = memory.session("s").turns()

    assert (turn.at, turn.name, turn.external_id) == ("2026-03-02T09:00:00.000000Z", "Ada", "m1")


def test_everything_is_written_at_the_time_of_the_conversation(memory, transcripts):
    replay(memory, transcripts([TEA, ENGLISH]))

    rows = memory.timeline.sessions()
    written = {entry.created_at[:10] for entry in memory.entries().list()[0]}
    recalls = [receipt["at"] for receipt in memory.timeline.receipts(limit=9)]

    assert [(row.started_at, row.ended_at) for row in rows] == [
        ("2026-03-03T10:00:00.000000Z", "2026-03-03T10:00:20.000000Z"),
        ("2026-03-02T09:00:00.000000Z", "2026-03-02T09:05:30.000000Z"),
    ]
    assert written == {"2026-03-02"}
    assert recalls == [
        "2026-03-03T10:00:00.000000Z",
        "2026-03-02T09:05:00.000000Z",
        "2026-03-02T09:00:00.000000Z",
    ]


def test_a_later_conversation_knows_what_an_earlier_one_said(memory, transcripts):
    replay(memory, transcripts([TEA, ENGLISH]))

    preference = next(entry for entry in memory.entries().list()[0] if entry.category == "preference")

    assert preference.content == "Answer in British English."
    assert preference.content in memory.session("tuesday").system_prompt


def test_the_frozen_blocks_of_a_session_are_those_of_its_start(memory, transcripts):
    entries = memory.entries()
    entries.add(entries.draft("Deploys go through the staging gate."))

    replay(memory, transcripts([TEA]))

    assert "staging gate" in memory.session("monday").system_prompt
    assert memory.session("monday").view.state.frozen is not None


def test_dates_that_go_back_do_not_turn_the_clock_back(memory, transcripts):
    late, early = "2026-03-02T10:00:00Z", "2026-03-02T09:00:00Z"
    conversation = talk(
        "s", said("user", "One.", late), said("assistant", "Two.", early), said("user", "Three.", early)
    )

    replay(memory, transcripts([conversation]))

    (row,) = memory.timeline.sessions()
    assert row.ended_at == "2026-03-02T10:00:00.000000Z"
    assert [receipt["at"] for receipt in memory.timeline.receipts(limit=2)] == [
        "2026-03-02T10:00:00.000000Z"
    ] * 2


# -- exchanges -----------------------------------------------------------------------------------


def turns(speakers):
    return [Turn(speaker=speaker, content="x", at=instant(NOW)) for speaker in speakers]


@each_row(
    ("speakers", "expected"),
    [
        ([], []),
        (["user"], [["user"]]),
        (["user", "assistant", "user", "assistant"], [["user", "assistant"], ["user", "assistant"]]),
        (["user", "user", "assistant"], [["user", "user", "assistant"]]),
        (["assistant", "user", "assistant"], [["assistant"], ["user", "assistant"]]),
        (
            ["user", "assistant", "tool", "assistant", "user"],
            [["user", "assistant", "tool", "assistant"], ["user"]],
        ),
    ],
)
def test_an_exchange_is_what_the_user_said_and_what_was_answered(speakers, expected):
    found = [[turn.speaker for turn in exchange] for exchange in exchanges(turns(speakers))]

    assert found == expected


def test_what_the_user_says_in_several_messages_is_one_prompt(memory, transcripts):
    replay(
        memory,
        transcripts(
            [talk("s", said("user", "One thing."), said("user", "Another."), said("assistant", "Yes."))]
        ),
    )

    (receipt,) = memory.timeline.receipts(limit=9)

    assert receipt["query"] == "One thing.\nAnother."
    assert [content for _, content in journaled(memory, "s")] == ["One thing.", "Another.", "Yes."]


def test_a_conversation_may_begin_with_the_assistant(memory, transcripts):
    report = replay(
        memory, transcripts([talk("s", said("assistant", "How may I help?"), said("user", "Not at all."))])
    )

    assert report.turns == 2
    assert len(memory.timeline.receipts(limit=9)) == 1


# -- the report ----------------------------------------------------------------------------------


def test_the_report_counts_sessions_turns_users_and_what_became_of_observations(memory, transcripts):
    done = []

    report = replay(memory, transcripts([TEA, ENGLISH | {"user": "ada"}]), done.append)

    assert report.as_dict() == {
        "sessions": 2,
        "known": 0,
        "turns": 6,
        "users": ["me", "ada"],
        "observations": {"added": 1},
    }
    assert done == [1, 2]


def test_conversations_belong_to_whom_they_name_and_else_to_the_named_user(memory, transcripts):
    report = replay(memory, transcripts([TEA, ENGLISH | {"user": "ada"}]), user="bob")

    assert report.users == ("bob", "ada")
    assert [row.id for row in memory.timeline.sessions("bob")] == ["monday"]
    assert [row.id for row in memory.timeline.sessions("ada")] == ["tuesday"]


def test_a_session_of_another_user_stops_the_replay_and_does_not_name_them(memory, transcripts):
    replay(memory, transcripts([ENGLISH]), user="ada")

    report = replay(memory, transcripts([TEA, ENGLISH]), user="bob")

    assert isinstance(report.failure, InputError)
    assert "another user" in str(report.failure)
    assert "ada" not in str(report.failure)
    assert report.sessions == 1
    assert journaled(memory, "monday", "bob")


def test_a_broken_line_keeps_what_was_played_and_names_both(memory, transcripts):
    lines = [json.dumps(TEA), json.dumps(ENGLISH), '{"messages": [', json.dumps(TEA | {"session_id": "late"})]

    report = replay(memory, transcripts("\n".join(lines), "talks.jsonl"))

    assert isinstance(report.failure, TranscriptError)
    assert report.failure.line == 3
    assert report.failure.kept == "the 2 conversations before it, 6 turns of them new"
    assert report.as_dict()["error"]["line"] == 3
    assert [row.id for row in memory.timeline.sessions()] == ["tuesday", "monday"]


def test_nothing_is_kept_of_a_file_that_is_broken_at_once(memory, transcripts):
    report = replay(memory, transcripts([{"messages": [{"role": "wizard", "content": "?"}]}]))

    assert report.failure is not None
    assert report.failure.details()["kept"] == "nothing"
    assert memory.timeline.sessions() == []


# -- again ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dated", [True, False])
def test_a_second_replay_adds_nothing(memory, transcripts, dated):
    plain = talk("s", said("user", "My boss is Ann."), said("assistant", "I see."))
    conversations = [TEA, ENGLISH] if dated else [plain]
    replay(memory, transcripts(conversations))
    before = dump(memory)

    report = replay(memory, transcripts(conversations))

    assert (report.sessions, report.known, report.turns) == (0, len(conversations), 0)
    assert dump(memory) == before


def test_a_file_that_grew_goes_on_where_it_stopped(memory, transcripts):
    replay(memory, transcripts([TEA]))
    more = [
        said("user", "My boss is Ann.", "2026-03-02T09:10:00Z"),
        said("assistant", "Noted.", "2026-03-02T09:10:09Z"),
    ]

    report = replay(memory, transcripts([TEA | {"messages": TEA["messages"] + more}]))

    assert (report.sessions, report.turns) == (1, 2)
    assert [content for _, content in journaled(memory, "monday")][3:] == [
        "Certainly.",
        "My boss is Ann.",
        "Noted.",
    ]
    assert [entry.content for entry in memory.entries().search("boss").entries] == ["My boss is Ann."]


def test_a_replay_that_was_broken_off_in_a_session_finishes_it(memory, transcripts):
    (transcript,) = transcripts([TEA])
    first = next(exchanges(transcript.turns))
    memory.session("monday").on_turn_end(turns=first)

    report = replay(memory, [transcript])

    assert report.turns == 2
    assert len(journaled(memory, "monday")) == 4
    assert memory.session("monday").view.state.ended_at == "2026-03-02T09:05:30.000000Z"
    assert memory.entries().search("British English").entries


def test_turns_that_a_retention_removed_are_not_played_again(tmp_path, transcripts):
    (tmp_path / "agent.yaml").write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///m.db', journal: {retention_days: 30}}]}}",
        encoding="utf-8",
    )
    with Memory.open(tmp_path / "agent.yaml") as memory:
        replay(memory, transcripts([TEA]))
        with memory.session("today", clock=lambda: NOW) as session:
            session.on_turn_end("Hello.", "Hello.")
        assert journaled(memory, "monday") == []

        report = replay(memory, transcripts([TEA]))

        assert (report.known, report.turns) == (1, 0)
        assert journaled(memory, "monday") == []


def test_turns_without_words_of_their_own_do_not_shift_the_count(memory, transcripts):
    injected = said("user", "<memory-context>\nrecalled\n</memory-context>")
    conversation = talk("s", injected, said("user", "Hello."), said("assistant", "Good day."))
    replay(memory, transcripts([conversation]))

    grown = conversation | {"messages": [*conversation["messages"], said("user", "One more.")]}
    report = replay(memory, transcripts([grown]))

    assert report.turns == 1
    assert [content for _, content in journaled(memory, "s")] == ["Hello.", "Good day.", "One more."]


def test_a_folder_is_replayed_by_dates_and_broken_files_cost_what_is_broken(tmp_path, capsys):
    folder = tmp_path / "chats"
    (folder / "sub").mkdir(parents=True)

    def chat(name, day, said, more=""):
        line = {"session_id": name, "role": "user", "content": said, "timestamp": f"2026-03-{day}T09:00:00Z"}
        (folder / name).write_text(json.dumps(line) + "\n" + more, encoding="utf-8")

    chat("b.jsonl", "01", "My sister is called Ana.")
    chat("sub/a.jsonl", "02", "My brother is called Ben.", '{"half')
    (folder / "settings.json").write_text('{"colour": "red"}', encoding="utf-8")
    (folder / ".hidden.jsonl").write_text("?", encoding="utf-8")
    store = ["--store", str(tmp_path / "memory.db")]

    status = main(["replay", str(folder), "--json", *store])
    report = json.loads(capsys.readouterr().out)

    assert (status, report["turns"]) == (2, 2)
    assert [Path(one["file"]).name for one in report["left_out"]] == ["settings.json", "a.jsonl"]
    assert main(["replay", str(folder / "sub" / ".."), *store]) == 2
    assert "2 conversations were there already" in capsys.readouterr().out
    (tmp_path / "empty").mkdir()
    assert main(["replay", str(tmp_path / "empty"), *store]) == 1

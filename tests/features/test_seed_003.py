"""Seed 003: four kinds told apart; records, stream and index; continuity beyond a window of messages."""

import re
from dataclasses import asdict

import pytest
from tests.features.driving import ROOT, Agent, call, converse, python, refused
from tests.reading import contents

from tiermem.doors.cli import main
from tiermem.errors import InputError, UnknownEntry
from tiermem.store.contract import EntryFilter

feature = pytest.mark.feature
KINDS = ("working memory", "durable memory", "observability memory", "history")
NAMED = re.compile(
    r"""
    durable \s+ memory | <memory-context>    # which of the four; the fence
    | 'memory' | MEMORY \s \(agent \s notes\)      # a tier's value, and its block
    | \w+_memory | memory_\w+ | \w+_memories       # names of tools and arguments
    | \w+-memory | memory\.\w+ | MEMORY\.md         # names of programs and files
    | /memory | \{memory,user,identity\}           # a command of chat; the values of a flag
    """,
    re.VERBOSE | re.IGNORECASE,
)
BARE = re.compile(r"\bmemor(?:y|ies)\b", re.IGNORECASE)
ADDED, UPDATED, REMOVED, RESTORED = "added", "updated", "removed", "restored"


def events(memory):
    """The stream, as plain data."""
    return [asdict(event) for event in memory.timeline.events()]


@feature("003-1")
def test_003_1_the_model_is_never_told_of_memory_without_which_kind(memory):
    with memory.session() as session:
        call(session, "add_memory", content="The build needs Node 22")
    with memory.session() as session:
        texts = [session.system_prompt, *(schema["description"] for schema in session.tool_schemas)]

    for text in texts:
        assert not BARE.search(NAMED.sub("", text)), text


@feature("003-1")
def test_003_1_a_person_is_never_told_of_memory_without_which_kind(capsys):
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    texts = {"README.md": re.sub(r"`[^`]*`", "", first_screen), "--help": helped(capsys)}
    verbs = re.findall(r"^ {2}([a-z]+) ", texts["--help"], re.MULTILINE)
    texts |= {verb: helped(capsys, verb) for verb in verbs}

    assert {"chat", "list", "mcp"} <= texts.keys()
    bare = [name for name, text in texts.items() if BARE.search(NAMED.sub("", text))]
    assert bare == []


def helped(capsys, *verb):
    """The help of the command, or of a verb."""
    with pytest.raises(SystemExit):
        main([*verb, "--help"])
    return capsys.readouterr().out


@feature("003-1")
def test_003_1_the_four_kinds_are_told_apart_where_concepts_are_explained():
    text = (ROOT / "docs" / "concepts.md").read_text(encoding="utf-8")

    assert [kind for kind in KINDS if f"| {kind} |" in text] == list(KINDS)


@feature("003-2")
def test_003_2_losing_the_working_memory_loses_nothing_that_was_remembered(agent):
    agent = agent()
    with agent.open() as memory:
        with memory.session() as session:
            call(session, "add_memory", content="The build needs Node 22")
        converse(
            memory,
            ("I prefer tabs over spaces.", "Noted."),
            ("The importer crashed on the March invoices.", "I see."),
            session_id="s1",
        )
        entries, prompt = contents(memory), memory.preview().system_prompt
    agent.change_sql("UPDATE sessions SET frozen = NULL, frozen_at = 0, offset = 0, ended_at = NULL")

    with agent.open() as memory:
        findings = [finding.what for finding in memory.maintenance.doctor()]
        assert [what for what in findings if "of table sessions is not as it was written" not in what] == []
        assert contents(memory) == entries
        with memory.session(id="s1") as session:
            assert session.system_prompt == prompt
        assert contents(memory) == entries
        assert "March invoices" in memory.recall("What crashed on the invoices last week?").context


@feature("003-2")
def test_003_2_a_killed_process_loses_no_turn_and_the_next_one_fills_the_gap(tmp_path):
    agent = Agent(tmp_path)
    python(
        f"""
import os
from tiermem import Memory
memory = Memory.open({str(agent.path)!r})
session = memory.session(id="s1")
session.on_prompt("I prefer tabs over spaces.")
session.on_turn_end("I prefer tabs over spaces.", "Noted.")
os._exit(0)  # no end, no close
"""
    )

    with agent.open() as memory:
        assert contents(memory) == []
        memory.session(id="s1").end()
        assert contents(memory) == ["I prefer tabs over spaces."]


@feature("003-3")
def test_003_3_what_belongs_together_is_learned_as_an_association(agent):
    agent = agent()
    said = (
        "When I say Bluebird I mean the billing service.",
        "MVP stands for the spring release here.",
        "Mit Kranich meine ich den Abrechnungsdienst.",
        "Mésange est notre nom de code pour la facturation.",
        "Gorrión es nuestro nombre en clave para la facturación.",
        "蓝鸟是我们账单服务的代号。",
        "カワセミは請求サービスのコードネームです。",
    )
    with agent.open() as memory:
        converse(memory, *((text, "Good to know.") for text in said))
        converse(memory, ("That means we have to wait, and it stands for nothing.", "I see."))
        entries = memory.entries().list(EntryFilter(category="association"))[0]

    assert {entry.content for entry in entries} == set(said)


@feature("003-3")
def test_003_3_all_kinds_of_durable_memory_last(agent):
    agent = agent()
    with agent.open() as memory:
        with memory.session() as session:
            call(
                session,
                "memory_write",
                action="add",
                layer="L1",
                content="Late deploys go with failing invoices",
                category="association",
            )
        converse(
            memory,
            ("My timezone is Europe/Lisbon.", "Good to know."),
            ("I prefer tabs over spaces in code.", "Noted."),
            ("I promised to send Ana the report by Friday.", "I will remind you."),
            ("The importer crashed on the March invoices because of a missing column.", "I see."),
        )

    with agent.open() as memory:
        kept = {entry.category: entry for entry in memory.entries().list()[0] if entry.layer == "L1"}
        assert set(kept) == {"association", "person", "preference", "commitment"}
        assert [entry.context_type for entry in memory.entries().list(EntryFilter(layers=("L2",)))[0]] == [
            "session_summary"
        ]
        for question, answer in {
            "Which timezone do I live in?": "Europe/Lisbon",
            "Tabs or spaces in code?": "tabs over spaces",
            "What does Ana wait for, which report?": "by Friday",
            "What goes with late deploys?": "failing invoices",
            "What did we say about the importer yesterday?": "missing column",
        }.items():
            assert answer in memory.recall(question).context, question


@feature("003-5")
def test_003_5_every_change_is_told_with_who_when_and_where(memory):
    with memory.session(id="s1") as session:
        entry = call(session, "add_memory", content="The build needs Node 22")["entry"]["id"]
        call(session, "update_memory", memory_id=entry, content="The build needs Node 24")
        call(session, "delete_memory", memory_id=entry)
    person = memory.entries()
    person.restore(entry)
    right = person.correct(entry, "The build needs Node 26", reason="the lock file says so").entry.id

    told = [
        (one["kind"], one["entry_id"], one["source"], one["session_id"], one["reason"])
        for one in events(memory)
    ]
    assert told == [
        (ADDED, entry, "agent", "s1", None),
        (UPDATED, entry, "agent", "s1", None),
        (REMOVED, entry, "agent", "s1", None),
        (RESTORED, entry, "user", None, None),
        ("superseded", entry, "user", None, "the lock file says so"),
        (ADDED, right, "user", None, "the lock file says so"),
    ]
    times = [one["at"] for one in events(memory)]
    assert times == sorted(times)
    assert [one["seq"] for one in events(memory)] == list(range(1, 7))


@feature("003-5")
def test_003_5_the_stream_only_grows(agent):
    agent = agent(write_policy="approve")
    with agent.open() as memory:
        person, seen = memory.entries(), []

        def told_and_nothing_changed(kind):
            now = events(memory)
            assert now[: len(seen)] == seen
            assert now[-1]["kind"] == kind
            seen[:] = now

        entry = person.add(person.draft("The build needs Node 22")).entry.id
        told_and_nothing_changed(ADDED)
        with memory.session() as session:
            staged = [
                call(session, "add_memory", content=f"Proposal number {number}")["entry"]["id"]
                for number in (1, 2)
            ]
        told_and_nothing_changed("staged")
        person.accept(staged[0])
        told_and_nothing_changed("accepted")
        person.reject(staged[1])
        told_and_nothing_changed("rejected")
        person.remove(entry)
        told_and_nothing_changed(REMOVED)
        assert all("table sessions" in finding.what for finding in memory.maintenance.doctor())


@feature("003-5")
def test_003_5_an_erasure_leaves_a_tombstone_without_the_words(memory):
    person = memory.entries()
    entry = person.add(person.draft("The code of the harbour gate is blue")).entry.id
    person.update(entry, person.draft("The code of the harbour gate is green"))

    person.erase(entry)

    told = events(memory)
    assert {(one["kind"], one["entry_id"]) for one in told} == {("erased", entry)}
    assert not any("harbour" in str(one) for one in told)


def long_conversation(memory, clock):
    """120 messages in one room, with a preference and a detail among the first."""
    with memory.session(id="room-1") as session:
        session.on_turn_end("I prefer tabs over spaces.", "Noted.")
        session.on_turn_end("The harbour crane of berth seven was painted blue by Ilse.", "A fine colour.")
        for number in range(58):
            session.on_turn_end(f"Please look at line {number} of the log.", f"Line {number} looks fine.")
    clock.pass_days(3)


@feature("003-6")
def test_003_6_what_was_said_before_the_last_50_messages_is_known_days_later_in_another_room(agent):
    agent = agent()
    with agent.open() as memory:
        long_conversation(memory, agent.clock)
        assert agent.sql("SELECT count(*) FROM turns") == [(120,)]

    with agent.open() as memory, memory.session(id="room-2") as session:
        preference = session.on_prompt("Shall I indent with tabs or with spaces?")
        detail = session.on_prompt("Who painted the crane of berth seven?")

    assert "I prefer tabs over spaces." in preference
    assert "painted blue by Ilse" in detail
    assert "2026-03-02" in detail


@feature("003-6")
def test_003_6_a_session_that_goes_on_for_days_in_new_processes_keeps_its_thread(agent):
    agent = agent()
    for day, said in enumerate(
        ("I prefer tabs over spaces.", "My timezone is Europe/Lisbon.", "Thanks for today.")
    ):
        with agent.open() as memory:
            session = memory.session(id="room-1")
            assert len(session.turns()) == 60 * day
            for number in range(30):
                session.on_turn_end(said if number == 7 else f"Look at line {number} of day {day}.", "Fine.")
            session.end()
        agent.clock.pass_days(1)

    with agent.open() as memory:
        assert sorted(contents(memory, layers=("L1",))) == [
            "I prefer tabs over spaces.",
            "My timezone is Europe/Lisbon.",
        ]
        assert len(contents(memory, layers=("L2",))) == 1


@feature("003-7")
def test_003_7_a_record_has_an_identity_can_be_changed_and_deleted_and_survives(agent):
    agent = agent()
    with agent.open() as memory, memory.session() as session:
        entry = call(session, "add_memory", content="The user prefers spaces over tabs", target="user")[
            "entry"
        ]
        target = {"memory_id": entry["id"], "target": "user"}
        call(session, "update_memory", content="The user prefers tabs over spaces", **target)

    with agent.open() as memory, memory.session() as session:
        assert memory.entries().get(entry["id"]).content == "The user prefers tabs over spaces"
        call(session, "delete_memory", **target)
    with agent.open() as memory:
        assert contents(memory) == []


@feature("003-7")
def test_003_7_another_users_records_are_out_of_reach(agent):
    with agent().open() as memory:
        with memory.session(user="maria") as session:
            secret = call(session, "add_memory", content="Maria plans to move to Porto", target="user")[
                "entry"
            ]["id"]
            converse(memory, ("I prefer tea over coffee.", "Noted."), user="maria")

        with memory.session(user="jon") as session:
            assert "Porto" not in session.system_prompt
            assert (
                "tea"
                not in session.on_prompt("Tea or coffee? What did I say about Porto last week?").partition(
                    "Tea or coffee?"
                )[0]
            )
            for tool in ("update_memory", "delete_memory", "correct_memory"):
                given = {"memory_id": secret, "target": "user"}
                if tool != "delete_memory":
                    given["content"] = "Maria stays in Lisbon"
                assert refused(session, tool, **given)["code"] == "unknown_entry"
        with pytest.raises(UnknownEntry):
            memory.entries("jon").erase(secret)
        assert memory.entries("maria").get(secret).content == "Maria plans to move to Porto"


@feature("003-7")
def test_003_7_where_writes_need_approval_a_person_gates_them(agent, command_json):
    agent = agent(write_policy="approve")
    with agent.open() as memory, memory.session() as session:
        reply = call(session, "add_memory", content="The build needs Node 22")
        assert reply["staged"] is True
        assert "Node 22" not in memory.preview().system_prompt
        assert refused(session, "delete_memory", memory_id=reply["entry"]["id"])["code"] == "not_allowed"
        with pytest.raises(InputError):
            session.entries.accept(reply["entry"]["id"])

    (waiting,) = command_json(agent, "pending")["entries"]
    assert (waiting["id"], waiting["status"], waiting["operation"]) == (reply["entry"]["id"], "staged", "add")
    command_json(agent, "pending", "accept", waiting["id"])
    with agent.open() as memory:
        assert "Node 22" in memory.preview().system_prompt


@feature("003-8")
def test_003_8_how_a_fact_was_learned_is_an_event_beside_the_fact(agent, command_json):
    agent = agent()
    with agent.open() as memory:
        converse(memory, ("By the way, I prefer tabs over spaces.", "Noted."), session_id="s1")
        (entry,) = memory.entries().list(EntryFilter(layers=("L1",)))[0]

    learned, added = command_json(agent, "history", entry.id)["events"]
    assert (learned["kind"], learned["session_id"], learned["reason"]) == ("observation", "s1", "preference")
    assert learned["payload"]["quote"] == "By the way, I prefer tabs over spaces."
    assert learned["payload"]["evidence"] == "s1/0"
    assert (learned["outcome"], learned["entry_id"]) == ("added", None)
    assert (added["kind"], added["entry_id"], added["source"]) == (ADDED, entry.id, "system")
    assert entry.origin == f"event:{learned['seq']}"
    assert agent.sql("SELECT content FROM turns WHERE session_id = 's1' AND position = 0") == [
        ("By the way, I prefer tabs over spaces.",)
    ]


@feature("003-8")
def test_003_8_erasing_the_fact_takes_what_it_was_learned_from_along(agent, command_json):
    agent = agent()
    with agent.open() as memory:
        converse(memory, ("By the way, I prefer tabs over spaces.", "Noted."), session_id="s1")
        (entry,) = memory.entries().list(EntryFilter(layers=("L1",)))[0]

    command_json(agent, "erase", entry.id, "--yes")

    for table in ("entries", "entry_versions", "events", "turns", "documents", "sessions", "recalls"):
        assert not [row for row in agent.sql(f"SELECT * FROM {table}") if "tabs over spaces" in str(row)], (
            table
        )


@feature("003-9")
def test_003_9_a_lost_index_is_built_anew_from_records_and_journal(agent, command_json):
    agent = agent()
    question = "What did we say about tabs and the March invoices last week?"
    with agent.open() as memory:
        with memory.session() as session:
            call(
                session,
                "memory_write",
                action="add",
                layer="L1",
                content="Makefiles need tabs",
                tags=["make"],
            )
        converse(
            memory,
            ("I prefer tabs over spaces.", "Noted."),
            ("The importer crashed on the March invoices.", "I see."),
        )
        agent.clock.pass_days(7)
        now = agent.clock.now
        before = memory.recall(question).passages
        stored = dict(memory.timeline.stats()["tables"])
    assert len(before) >= 2
    agent.change_sql(
        "DELETE FROM documents", "INSERT INTO documents_fts(documents_fts) VALUES ('delete-all')"
    )

    with agent.open() as memory:
        assert memory.recall(question).passages == ()
        assert memory.maintenance.doctor() != []
    assert command_json(agent, "reindex")

    with agent.open() as memory:
        agent.clock.now = now
        assert memory.recall(question).passages == before
        assert memory.maintenance.doctor() == []
        assert {
            name: rows for name, rows in memory.timeline.stats()["tables"].items() if "recall" not in name
        } == {name: rows for name, rows in stored.items() if "recall" not in name}


@feature("003-9")
def test_003_9_keywords_and_recency_decide_what_is_found(agent):
    agent = agent()
    with agent.open() as memory:
        entries = memory.entries()
        for said in ("Hall A has the staging gate", "Hall Z has the harbour crane"):
            entries.add(entries.draft(said, layer="L1"))
        agent.clock.pass_days(200)
        entries.add(entries.draft("Hall B has the staging gate", layer="L1"))

        found = [passage.text for passage in memory.recall("Which hall has the staging gate?").passages]

    assert found[:2] == ["Hall B has the staging gate", "Hall A has the staging gate"]

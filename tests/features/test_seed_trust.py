"""Rows of the source documents that are about trust, through public doors."""

from __future__ import annotations

import pytest
from tests.features.driving import call, converse
from tests.reading import contents

from tiermem import EntryFilter, ToolResult
from tiermem.errors import InputError

feature = pytest.mark.feature


@feature("001-3")
def test_001_3_turns_and_profile_lines_are_shown_and_deleted(agent, command, command_json):
    agent = agent(consolidation={"enabled": True})
    with agent.open() as memory:
        converse(memory, ("I live in Turin.", "Noted."), ("My dog is called Bruno.", "Nice."), session_id="s")
        memory.maintenance.work()
        profile = memory.profile()
        lines = [one.text for one in (*profile.current.narrative, *profile.current.learned)]
        paths = [known.path for known in profile.known() if "Turin" in str(known)]
        line = next((one for one in lines if "Turin" in one), *paths[:1])

    assert "I live in Turin." in str(command_json(agent, "show", "s/0"))
    assert command(agent, "erase", "--line", line, "--yes")[0] == 0
    assert command(agent, "erase", "s/0", "--yes")[0] == 0

    assert "Turin" not in str(command_json(agent, "profile"))
    assert "Turin" not in str(command_json(agent, "search", "Turin live", "--archive")["turns"])
    assert "Bruno" in str(command_json(agent, "search", "Bruno dog", "--archive"))


@feature("001-35")
def test_001_35_a_session_is_shown_and_deleted_as_a_whole(agent, command, command_json):
    agent = agent()
    with agent.open() as memory:
        converse(memory, ("The harbour crane is blue.", "I see."), session_id="monday")
        converse(memory, ("The harbour opens at eight.", "I see."), session_id="tuesday")

    assert "crane is blue" in str(command_json(agent, "show", "--session", "monday"))
    assert command(agent, "erase", "--session", "monday", "--yes")[0] == 0

    assert "crane" not in str(command_json(agent, "show", "--session", "monday"))
    found = str(command_json(agent, "search", "harbour crane blue opens eight", "--archive"))
    assert "crane is blue" not in found
    assert "opens at eight" in found


@feature("002-26")
def test_002_26_personal_data_is_kept_out_by_policy(agent):
    with agent(personal_data={"policy": "redact"}).open() as memory:
        with memory.session() as session:
            call(session, "add_memory", content="Ana's number is +49 151 23456789")
        assert contents(memory) == ["Ana's number is [redacted: telephone number]"]


@feature("003-9")
def test_003_9_events_of_the_stream_are_searched(agent, command_json):
    agent = agent()
    with agent.open() as memory, memory.session(id="s") as session:
        entry_id = call(session, "add_memory", content="The harbour opens at eight")["entry"]["id"]
        call(session, "update_memory", id=entry_id, content="The harbour opens at nine")
        call(session, "add_memory", content="Makefiles need tabs")

    events = command_json(agent, "search", "harbour eight", "--events")["events"]

    assert [(one["kind"], one["entry_id"], one["content"]) for one in events][:1] == [
        ("added", entry_id, "The harbour opens at eight")
    ]
    assert {one["content"] for one in events} == {"The harbour opens at eight", "The harbour opens at nine"}
    assert {one["session_id"] for one in events} == {"s"}


@feature("003-10")
def test_003_10_notes_are_private_and_knowledge_of_the_house_is_read_up_the_chain(agent, command_json):
    agent = agent(scope={"house": "sales"})
    with agent.open() as memory:
        for name in ("ann", "ben"):
            entries = memory.entries(name)
            entries.add(entries.draft(f"{name} prefers the window seat"))
    command_json(agent, "scope", "create", "acme")
    command_json(agent, "scope", "create", "sales", "--in", "acme")
    shared = command_json(agent, "list", "--user", "ann")["entries"][0]["id"]
    command_json(agent, "scope", "move", shared, "house:acme", "--user", "ann")

    assert [one["content"] for one in command_json(agent, "list", "--user", "zoe")["entries"]] == [
        "ann prefers the window seat"
    ]


@feature("003-11")
def test_003_11_how_a_fact_was_learned_is_searched(agent, command_json):
    agent = agent()
    with agent.open() as memory, memory.session(id="tickets") as session:
        found = ToolResult(tool="jira", content="The release of billing slipped to May")
        session.on_tool_result(found)
        session.on_turn_end("From now on I prefer short answers", "Noted.")

    by_tool = command_json(agent, "search", "jira release", "--events")["events"]
    by_words = command_json(agent, "search", "from now on short answers", "--events")["events"]

    assert "jira" in str(by_tool[0])
    assert "slipped to May" in by_tool[0]["content"]
    assert {"observation", "added"} <= {one["kind"] for one in by_words}
    assert by_words[0]["session_id"] == "tickets"


@feature("004-21")
def test_004_21_what_belongs_to_another_organisation_is_not_read(agent, command_json):
    ours = agent(scope={"house": "acme"})
    with ours.open() as memory:
        entries = memory.entries()
        entries.add(entries.draft("The fiscal year starts in April"))
    theirs = agent(scope={"house": "other"})

    assert command_json(theirs, "list")["entries"] == []
    with theirs.open() as memory:
        assert memory.recall("When does the fiscal year start?").context == ""


@feature("004-42")
def test_004_42_sensitive_statements_are_kept_for_a_time_of_their_own(agent):
    agent = agent(personal_data={"sensitive_days": 7})
    with agent.open() as memory:
        with memory.session() as session:
            call(session, "add_memory", content="The user was diagnosed with asthma", target="user")
            call(session, "add_memory", content="The user likes rowing", target="user")
        agent.clock.pass_days(6)
        memory.maintenance.work()
        assert len(contents(memory)) == 2
        agent.clock.pass_days(2)
        memory.maintenance.work()
        assert contents(memory) == ["The user likes rowing"]
        assert memory.timeline.search("asthma") == []


def test_a_search_of_the_stream_honours_the_flags_that_narrow_it_and_refuses_the_others(agent, command_json):
    agent = agent()
    with agent.open() as memory:
        entries = memory.entries(project="harbour")
        entries.add(entries.draft("The crane needs grease", tier="memory"))
        entries = memory.entries()
        entries.add(entries.draft("The user fears the crane. Écluse ouverte", tier="user"))
        search = memory.timeline.search
        assert len(search("crane")) == 2
        assert [one.words for one in search("CRANE", where=EntryFilter(project_id="harbour"))] == [
            "The crane needs grease"
        ]
        assert [one.event.payload["tier"] for one in search("crane", where=EntryFilter(tiers=("user",)))] == [
            "user"
        ]
        assert len(search("ecluse")) == 1
        assert search("crane", where=EntryFilter(until="2001-01-01")) == []
        for wrong in ({"limit": -1}, {"where": EntryFilter(tags=("x",))}):
            with pytest.raises(InputError):
                search("crane", **wrong)
    assert len(command_json(agent, "search", "crane", "--events", "--tier", "memory")["events"]) == 1


def test_a_sensitive_turn_without_an_entry_is_kept_no_longer_than_sensitive_days(agent):
    agent = agent(personal_data={"sensitive_days": 7}, gap_fill={"enabled": False})
    with agent.open() as memory:
        with memory.session(id="s") as session:
            session.on_turn_end("My cousin was diagnosed with asthma. The harbour opens at eight.", "Noted.")
        agent.clock.pass_days(6)
        memory.maintenance.work()
        assert "asthma" in memory.erasing().turns("s")[0].content
        agent.clock.pass_days(2)
        memory.maintenance.work()
        (turn, _) = memory.erasing().turns("s")
        assert "asthma" not in turn.content
        assert "The harbour opens at eight." in turn.content

"""A note of the agent is refused, or put away, if the user asked not to keep what it says."""

from __future__ import annotations

import pytest

from tiermem.engine.writes.authority import judge, needs_approval
from tiermem.errors import NotAllowed
from tiermem.values import Change, Draft, Entry, EntryFilter, Reach, Scope

KINDS = ("house", "agent", "user", "pair")
PASTED = "The minutes of the council meeting follow here. " * 60

SAID = [
    # what the user says, message by message; the note that the agent makes then; whether it is stored
    (["Between you and me, I'm looking for a new job. Don't note that."], "The user is looking for a new job.", False),
    (["I'm looking for a new job.", "Please don't keep that."], "The user is looking for a new job.", False),
    (["Ich bin schwanger. Behalt das bitte für dich."], "The user is pregnant.", False),
    (["我怀孕了，这个别记。"], "用户怀孕了。", False),
    (["I have two cats.", "I'm pregnant. Please don't keep that."], "The user has two cats.", True),
    (["I'm pregnant. Don't note that.", "Actually, do remember that I'm pregnant."], "The user is pregnant.", True),
    (["No need to note the recipe, but note that Eli hates coriander."], "Eli hates coriander.", True),
    (
        ["My brother Tom lives in Leeds and drives a red Fiat.", "I'm pregnant, please don't save that."],
        "The user's brother Tom lives in Leeds, drives a red Fiat; the user is pregnant.",
        False,
    ),
    (["I'm pregnant. Please don't save that."], "The user is expecting a baby.", False),
    (["I'm pregnant. Please don't save that."], "The repository's tests run with pytest -q.", True),
    (["Please keep nothing of this conversation.", "I was diagnosed with lupus."], "The user has an illness.", False),
    (["Don't save what I'm about to tell you.", "I'm pregnant.", "I have two cats."], "The user is pregnant.", False),
    (["Don't save what I'm about to tell you.", "I'm pregnant.", "I have two cats."], "The user has two cats.", True),
    (["Please keep nothing of this conversation.", *["What time is it?"] * 25, "I have lupus."], "Has lupus.", False),
    ([f"I'm pregnant. {PASTED} Please don't save that."], "The user is pregnant.", False),
    ([f"I have a cold. {PASTED} I'm pregnant. {PASTED} Don't save that."], "The user is pregnant.", False),
    (["Don't save the file in the repo, only locally."], "The user wants files saved locally.", True),
]  # fmt: skip


@pytest.mark.parametrize(("messages", "note", "is_stored"), SAID)
def test_a_note_of_what_the_user_asked_not_to_keep_is_refused(memory, messages, note, is_stored):
    with memory.session(id="first") as session:
        for place, message in enumerate(messages):
            if place:
                session.on_turn_end(messages[place - 1], "OK.")
            session.on_prompt(message)
        reply = session.call_tool("add_memory", {"content": note, "target": "user"})

    assert ("error" not in reply) == is_stored
    if not is_stored:
        assert "asked not to keep" in reply["error"]["message"]
        assert "unless the user asks later" in reply["error"]["message"]


@pytest.mark.parametrize("is_journaled", [True, False])
def test_a_note_is_refused_with_and_without_a_journal(open_memory, is_journaled):
    memory = open_memory(journal={"enabled": is_journaled})
    with memory.session(id="first") as session:
        session.on_prompt("My salary is 5200 euros, please don't save that.")
        asked = session.call_tool("add_memory", {"content": "The user's salary is 5200 euros."})
        session.on_turn_end("My salary is 5200 euros, please don't save that.", "OK.")
        session.on_prompt("What time is it?")
        later = session.call_tool("add_memory", {"content": "The user's salary is 5200 euros."})

    assert "error" in asked
    assert "error" in later


def test_a_note_is_refused_in_another_process_than_that_of_a_long_prompt(memory):
    memory.session(id="first").on_prompt(f"I'm pregnant. {PASTED} Please don't save that.")

    reply = memory.session(id="first").call_tool("add_memory", {"content": "The user is pregnant."})

    assert "error" in reply


def test_a_note_is_put_away_when_the_user_declines_it_afterwards_and_can_be_restored(memory):
    with memory.session(id="first") as session:
        session.on_prompt("My son Eli hates coriander. I live in Hull.")
        for note in ("The user's son Eli hates coriander.", "The user lives in Hull."):
            session.call_tool("add_memory", {"content": note})
        session.on_turn_end("My son Eli hates coriander. I live in Hull.", "Noted.")
        session.on_prompt("Please don't remember that Eli hates coriander.")
        session.on_turn_end("Please don't remember that Eli hates coriander.", "OK.")

    with memory.session(id="later") as session:
        assert "coriander" not in session.system_prompt
        assert "Hull" in session.system_prompt


FIRST = [
    # the first message; the note that the agent makes of it; the second message, which declines
    ("I was diagnosed with lupus.", "The user has lupus.", "Please don't save what I said about lupus."),
    (
        "My brother Tom lives in Leeds. I was diagnosed with lupus.",
        "The user's brother Tom lives in Leeds; the user has lupus.",
        "Please don't save that I was diagnosed with lupus.",
    ),
]


@pytest.mark.parametrize(("said", "note", "decline"), FIRST)
def test_a_note_of_the_first_message_is_put_away_with_whatever_else_it_says(memory, said, note, decline):
    with memory.session(id="first") as session:
        session.on_prompt(said)
        session.call_tool("add_memory", {"content": note})
        session.on_turn_end(said, "I'm sorry.")
        session.on_turn_end(decline, "OK.")

    assert not any("lupus" in entry.content for entry in memory.entries().list()[0])


def test_an_older_entry_goes_back_to_what_it_said_before_the_user_declined_what_was_added(memory):
    with memory.session(id="older") as session:
        session.on_prompt("I live in Leeds.")
        session.call_tool("add_memory", {"content": "The user lives in Leeds."})
    (known,) = memory.entries().list()[0]
    with memory.session(id="later") as session:
        session.on_prompt("My knee was operated on.")
        longer = "The user lives in Leeds and had a knee operated on."
        changed = session.call_tool("update_memory", {"id": known.id, "content": longer})
        assert "error" not in changed
        session.on_turn_end("My knee was operated on.", "Get well soon.")
        session.on_turn_end("Please don't save that my knee was operated on.", "OK.")

    contents = [entry.content for entry in memory.entries().list()[0]]
    assert "The user lives in Leeds." in contents
    assert not any("knee" in content for content in contents)
    last = memory.entries().history(known.id).events[-1]
    assert (last.source, last.reason) == ("system", "undone: updated")


def test_an_older_entry_goes_back_to_what_it_said_before_all_updates_that_say_what_is_declined(memory):
    known = memory.entries().add(memory.entries().draft("The user lives in Leeds.", tier="user")).entry.id
    said = "My knee was operated on last week."
    with memory.session(id="later") as session:
        session.on_prompt(said)
        for more in (
            "with the dog Rex",
            "and had a knee operated on",
            "and had a knee operated on last week",
        ):
            told = {"id": known, "content": f"The user lives in Leeds {more}.", "target": "user"}
            changed = session.call_tool("update_memory", told)
            assert "error" not in changed
        session.on_turn_end(said, "Get well soon.")
        session.on_turn_end("Please don't save that my knee was operated on last week.", "OK.")

    kept = memory.entries().get(known)
    assert (kept.content, kept.status) == ("The user lives in Leeds with the dog Rex.", "active")


@pytest.mark.parametrize(
    ("former", "kept"),
    [
        ("The user lives in Leeds.", ["Likes green tea.", "The user lives in Leeds."]),
        ("The user lives in Leeds, in a tall narrow house.", ["Likes green tea."]),
    ],
    ids=["room for the former text", "no room"],
)
def test_declined_words_leave_a_full_block(open_memory, former, kept):
    memory = open_memory(user_char_limit=60)
    known = memory.entries().add(memory.entries().draft(former, tier="user")).entry.id
    said = "My knee was operated on last week."
    with memory.session(id="later") as session:
        session.on_prompt(said)
        for now in (
            "The user lives in Leeds and had a knee operated on lately.",
            "The user lives in Leeds, knee operated.",
        ):
            session.call_tool("update_memory", {"id": known, "content": now, "target": "user"})
        session.call_tool("add_memory", {"content": "Likes green tea.", "target": "user"})
        assert memory.entries().get(known).content == now
        session.on_turn_end(said, "Get well soon.")
        session.on_turn_end("Please don't save that my knee was operated on last week.", "OK.")

    active = memory.entries().list(EntryFilter(statuses=("active",), layers=("L0",)))[0]
    assert sorted(entry.content for entry in active) == kept


def removals(memory):
    """Return the source, session and reason of the last change of each entry that is gone."""
    gone = memory.entries().list(EntryFilter(statuses=("inactive",)))[0]
    last = [memory.entries().history(entry.id).events[-1] for entry in gone]
    return {(event.source, event.session_id, event.reason) for event in last}


@pytest.mark.parametrize("write_policy", ["allow", "approve"])
def test_what_is_put_away_is_recorded_as_an_automatic_removal_and_waits_for_nobody(open_memory, write_policy):
    open_memory().entries().add(Draft(content="I live in Hull."))
    with open_memory().session(id="first") as session:
        session.on_prompt("I was diagnosed with lupus.")
        session.call_tool("add_memory", {"content": "The user has lupus.", "target": "user"})
        session.on_turn_end("I was diagnosed with lupus.", "I'm sorry.")

    memory = open_memory(write_policy=write_policy)
    with memory.session(id="first") as session:
        session.on_turn_end("Please don't save what I said about lupus.", "OK.")

    assert removals(memory) == {("system", "first", "the user declined to have it remembered")}
    assert not memory.entries().pending()


@pytest.mark.parametrize(
    ("operation", "source", "scope_id"),
    [("restore", "system", 3), ("update", "system", 3), ("remove", "agent", 3), ("remove", "system", 2)],
)
def test_that_the_user_declined_something_permits_only_automatic_removals_in_the_users_memory(
    memory, operation, source, scope_id
):
    now = "2026-03-02T09:00:00Z"
    entry = Entry(
        id="abcdEF12",
        scope_id=scope_id,
        layer="L1",
        source="agent",
        content="The user lives in Hull.",
        created_at=now,
        updated_at=now,
    )
    scopes = {kind: Scope(id=place, kind=kind, name=kind) for place, kind in enumerate(KINDS, 1)}
    change = Change(operation=operation, source=source, target=entry.id, declined=True)

    with pytest.raises(NotAllowed, match="lets automatic writers remove"):
        judge(change, entry, memory.settings, Reach(**scopes))


@pytest.mark.parametrize(
    ("operation", "source", "waits"),
    [
        ("add", "agent", True),
        ("update", "system", True),
        ("remove", "agent", True),
        ("remove", "system", False),
    ],
)
def test_that_the_user_declined_something_spares_only_automatic_removals_the_approval(
    open_memory, operation, source, waits
):
    settings = open_memory(write_policy="approve").settings

    change = Change(operation=operation, source=source, target="abcdEF12", declined=True)

    assert needs_approval(change, settings) is waits

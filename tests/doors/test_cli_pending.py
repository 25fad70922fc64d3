"""pending: what the agent wrote under ``write_policy: approve`` waits for a person's word."""

from __future__ import annotations

import pytest
from tests.clocks import Ticking
from tests.stories import say

from tiermem import Memory


@pytest.fixture
def asked(tiermem, careful):
    """Run the command for the agent that needs approval."""

    def run(verb, *arguments):
        return tiermem(verb, *arguments, "--config", careful)

    return run


@pytest.fixture
def propose(careful, store):
    """Let the agent call a tool; give the id of what waits."""

    def propose(tool, **arguments):
        with Memory.open(careful, store=str(store)) as memory, memory.session(id="monday") as session:
            reply = session.call_tool(tool, arguments)
        assert reply["staged"] is True
        return reply["entry"]["id"]

    return propose


def contents(asked):
    return [entry["content"] for entry in asked("list", "--json").data["entries"]]


@pytest.mark.usefixtures("memory")
def test_nothing_waits_at_first(asked):
    shown = asked("pending")

    assert (shown.status, shown.out, shown.err) == (0, "", "Nothing waits for approval.\n")
    data = asked("pending", "--json").data
    assert (data["entries"], data["total"]) == ([], 0)


def test_what_waits_is_shown_with_what_it_proposes_and_why(asked, propose):
    staged = propose("add_memory", content="The build machines run Linux")

    lines = asked("pending").lines

    assert lines == [
        f"[{staged}] add (L0 memory, by agent)",
        "new: 'The build machines run Linux'",
        "why: writes of the agent and the system need approval",
    ]
    assert asked("pending", "list").lines == lines
    assert asked("pending").err == "Decide with 'tiermem pending accept ID' or 'tiermem pending reject ID'.\n"
    assert contents(asked) == []


def test_what_waits_as_json(asked, propose):
    staged = propose("add_memory", content="The build machines run Linux")

    data = asked("pending", "--json").data

    [entry] = data["entries"]
    assert (entry["id"], entry["operation"], entry["status"], entry["target"]) == (
        staged,
        "add",
        "staged",
        None,
    )
    assert entry["reason"] == "writes of the agent and the system need approval"
    assert data["total"] == 1


def test_accepting_an_add_stores_it(asked, propose):
    staged = propose("add_memory", content="The build machines run Linux")

    accepted = asked("pending", "accept", staged)

    assert accepted.status == 0
    assert accepted.lines[0] == f"Accepted: [{staged}] 'The build machines run Linux'"
    assert contents(asked) == ["The build machines run Linux"]
    assert asked("pending", "--json").data["total"] == 0


def test_rejecting_puts_it_away_and_the_history_tells(asked, propose):
    staged = propose("add_memory", content="The build machines run Linux")

    rejected = asked("pending", "reject", staged, "--json")

    assert rejected.status == 0
    assert rejected.data["entry"]["status"] == "inactive"
    assert contents(asked) == []
    events = asked("history", staged, "--json").data["events"]
    assert [(event["kind"], event["source"]) for event in events] == [
        ("staged", "agent"),
        ("rejected", "user"),
    ]


@pytest.fixture
def agents_entry(asked, propose):
    """An entry that the agent wrote and a person accepted: the agent may propose to change it."""
    staged = propose("add_memory", content="The build machines run Linux")
    asked("pending", "accept", staged)
    return staged


def test_accepting_an_update_changes_the_entry_under_its_id(asked, propose, agents_entry):
    staged = propose("update_memory", memory_id=agents_entry, content="The build machines run BSD")

    assert asked("pending").lines[:3] == [
        f"[{staged}] update (L0 memory, by agent)",
        f"now: [{agents_entry}] 'The build machines run Linux'",
        "new: 'The build machines run BSD'",
    ]
    data = asked("pending", "accept", staged, "--json").data

    assert data["entry"]["id"] == agents_entry
    assert (data["old"], data["new"]) == ("The build machines run Linux", "The build machines run BSD")
    assert contents(asked) == ["The build machines run BSD"]


def test_an_accepted_change_says_what_it_did_and_is_undone(asked, propose, agents_entry):
    staged = propose("update_memory", memory_id=agents_entry, content="The build machines run BSD")

    accepted = asked("pending", "accept", staged)

    assert accepted.lines[:2] == [
        f"Changed: [{agents_entry}] 'The build machines run BSD'",
        f"Before: [{agents_entry}] 'The build machines run Linux'",
    ]
    assert accepted.lines[-1] == f"'tiermem pending undo {staged}' undoes it: the change waits again."
    why = asked("history", agents_entry, "--json").data["events"][-1]["reason"]
    assert why == f"proposal {staged}: writes of the agent and the system need approval"
    assert staged not in asked("blocks", "--why").out
    assert asked("remove", agents_entry, "--undo").err == (
        f"'tiermem undo {agents_entry}' undoes its last change.\n"
    )

    assert asked("pending", "undo", staged).lines == [f"Waits again: [{staged}] 'The build machines run BSD'"]
    assert contents(asked) == ["The build machines run Linux"]
    assert asked("pending", "--json").data["total"] == 1


def test_an_accepted_removal_names_what_it_removed_and_is_undone(asked, propose, agents_entry):
    staged = propose("delete_memory", memory_id=agents_entry)

    accepted = asked("pending", "accept", staged)

    assert accepted.lines[0] == f"Removed: [{agents_entry}] 'The build machines run Linux'"
    assert f"'tiermem erase {agents_entry}' deletes it for good" in accepted.err
    refused = asked("pending", "undo", agents_entry)
    assert (refused.status, f"tiermem remove {agents_entry} --undo" in refused.err) == (2, True)
    assert asked("pending", "undo", staged).status == 0
    assert contents(asked) == ["The build machines run Linux"]


def test_a_decision_on_what_was_edited_since_is_not_undone_and_the_error_names_verbs(
    asked, propose, agents_entry
):
    staged = propose("update_memory", memory_id=agents_entry, content="The build machines run BSD")
    asked("pending", "accept", staged)
    asked("edit", agents_entry, "The build machines run Plan 9")

    refused = asked("pending", "undo", staged)

    assert refused.status == 1
    assert "it says 'The build machines run Plan 9' now. Nothing was written." in refused.err
    assert f"'tiermem undo {agents_entry}'" in refused.err
    assert "pass version" not in refused.err
    assert contents(asked) == ["The build machines run Plan 9"]


@pytest.mark.parametrize(
    ("tool", "says", "operation", "noun"),
    [
        ("delete_memory", {}, "remove", "removal"),
        ("update_memory", {"content": "It runs BSD"}, "update", "change"),
    ],
)
def test_a_proposal_is_listed_as_one(asked, propose, agents_entry, tool, says, operation, noun):  # noqa: PLR0917
    staged = propose(tool, memory_id=agents_entry, **says)

    assert f"[{staged}] (staged: {noun} of [{agents_entry}])" in asked("list", "--status", "staged").out
    [entry] = asked("list", "--status", "staged", "--json").data["entries"]
    assert (entry["operation"], entry["supersedes"]) == (operation, agents_entry)


def test_the_history_of_a_proposal_says_what_it_proposes(asked, propose, agents_entry):
    staged = propose("delete_memory", memory_id=agents_entry)

    assert asked("history", staged).lines[-1] == f"It proposes to remove {agents_entry}."
    asked("pending", "accept", staged)
    assert asked("history", staged).lines[-1] == f"It proposed to remove {agents_entry}."


def test_a_new_fact_that_waits_and_one_in_use_are_of_no_other(asked, propose, agents_entry):
    staged = propose("add_memory", content="The office is in Hull")

    assert f"[{staged}] (staged) The office is in Hull" in asked("list", "--status", "staged").out
    [entry] = asked("list", "--status", "staged", "--json").data["entries"]
    assert entry["operation"] == "add"
    assert "operation" not in asked("list", "--json").data["entries"][0]
    assert "propose" not in asked("history", agents_entry).out.splitlines()[-1]


def test_an_undone_decision_is_told_as_one_and_keeps_why_it_waits(asked, propose, agents_entry):
    staged = propose("delete_memory", memory_id=agents_entry)
    asked("pending", "accept", staged)
    asked("pending", "undo", staged)

    events = asked("history", staged, "--json").data["events"]

    why = "writes of the agent and the system need approval"
    assert [(one["kind"], one["reason"]) for one in events[-1:]] == [("staged", "undone: accepted")]
    assert events[0]["reason"] == why
    [entry] = asked("pending", "--json").data["entries"]
    assert (entry["operation"], entry["reason"]) == ("remove", why)


def test_what_is_asked_to_be_forgotten_is_listed_as_left_out(tiermem, memory):
    with memory.session() as session:
        session.on_turn_end("My salary is 62,000 pounds.", "OK.")
    with memory.session() as session:
        session.on_turn_end("Please forget my salary.", "OK.")

    assert "L1 user, left out until you decide on its removal, see 'tiermem pending'" in tiermem("list").lines


COFFEE = "I drink four espressos a day."
ROOIBOS = "Off caffeine since my heart scare, it's rooibos now."


@pytest.fixture
def overtaken(tiermem, store):
    """The ids of an entry that a later statement likely overtakes, and of the proposal to remove it."""
    clock = Ticking()
    with Memory.open(store=str(store), clock=clock) as memory:
        say(memory, COFFEE, clock=clock)
        say(memory, ROOIBOS, clock=clock)
    [waiting] = tiermem("pending", "--json").data["entries"]
    return waiting["target"]["id"], waiting["id"]


def how_to_decide(staged):
    return (
        "It is left out of the prompt until you decide on its removal.",
        f"why: it is likely overtaken: the user said later: {ROOIBOS}",
        f"'tiermem pending accept {staged}' removes it, 'tiermem pending reject {staged}' shows it again.",
    )


def test_show_says_that_an_active_entry_is_left_out_why_and_how_to_decide(tiermem, overtaken):
    coffee, staged = overtaken

    assert tiermem("show", coffee).lines[:4] == [f"[{coffee}] {COFFEE}", *how_to_decide(staged)]
    tiermem("pending", "reject", staged)
    assert "left out" not in tiermem("show", coffee).out


@pytest.mark.parametrize(
    "back", [("undo",), ("remove", "--undo")], ids=["the last change", "the removal of a removed one"]
)
def test_what_is_brought_back_but_still_left_out_is_said_to_be(tiermem, overtaken, back):
    coffee, staged = overtaken
    tiermem("remove", coffee)

    restored = tiermem(*back, coffee)

    assert restored.lines[0] == f"Restored: [{coffee}] {COFFEE!r}"
    assert [line.strip() for line in restored.err.splitlines()[:3]] == [*how_to_decide(staged)]
    assert "left out" not in tiermem("remove", coffee).err


def test_a_pinned_entry_that_is_left_out_is_said_to_be_once(tiermem, overtaken):
    coffee, staged = overtaken

    pinned = tiermem("pin", coffee)

    assert [line.strip() for line in pinned.err.splitlines()] == [*how_to_decide(staged)]


def test_show_says_what_is_left_of_an_entry_of_which_a_part_is_to_be_forgotten(tiermem, memory, remember):
    two = remember("My flatmate Petra takes my parcels. I live at 8 Canal Street.", "--target", "user")
    with memory.session() as session:
        session.on_turn_end("Please forget Petra.", "OK.")
    [waiting] = tiermem("pending", "--json").data["entries"]

    shown = tiermem("show", two).lines

    assert shown[1] == "Only 'I live at 8 Canal Street.' of it is shown until you decide on the rest."
    assert shown[3] == (
        f"'tiermem pending accept {waiting['id']}' removes the rest, "
        f"'tiermem pending reject {waiting['id']}' shows all of it again."
    )


def test_accepting_a_removal_removes_the_entry(asked, propose, agents_entry):
    staged = propose("delete_memory", memory_id=agents_entry)

    assert [line for line in asked("pending").lines if line.startswith("new:")] == []
    assert asked("pending", "accept", staged).status == 0
    assert contents(asked) == []


def test_accepting_a_correction_takes_the_wrong_one_out(asked, propose, agents_entry):
    staged = propose(
        "correct_memory", memory_id=agents_entry, content="The build machines run BSD", reason="seen"
    )

    assert asked("pending", "accept", staged).status == 0
    assert contents(asked) == ["The build machines run BSD"]
    assert asked("show", agents_entry, "--json").data["entry"]["status"] == "inactive"


def test_a_proposal_may_be_edited_before_it_is_accepted(asked, propose):
    staged = propose("add_memory", content="The build machines run Linux")

    asked("edit", staged, "--content", "The build machines run Debian")
    asked("pending", "accept", staged)

    assert contents(asked) == ["The build machines run Debian"]


def test_an_update_of_what_was_removed_meanwhile_cannot_be_accepted(asked, propose, agents_entry):
    staged = propose("update_memory", memory_id=agents_entry, content="The build machines run BSD")
    asked("remove", agents_entry)

    refused = asked("pending", "accept", staged)

    assert refused.status == 2
    assert contents(asked) == []
    assert asked("pending", "reject", staged).status == 0


def test_a_proposal_about_what_was_erased_is_erased_with_it(asked, propose, agents_entry):
    staged = propose("update_memory", memory_id=agents_entry, content="A quite different statement")
    asked("erase", agents_entry, "--yes")

    assert asked("pending", "--json").data["entries"] == []
    assert asked("pending", "accept", staged).status == 2


def test_what_does_not_fit_stays_waiting(asked, propose):
    staged = [propose("add_memory", content=letter * 500) for letter in "abcde"]

    statuses = [asked("pending", "accept", entry).status for entry in staged]

    assert statuses == [0, 0, 0, 0, 1]
    assert [entry["id"] for entry in asked("pending", "--json").data["entries"]] == staged[-1:]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["accept"], "Name a change"),
        (["reject"], "Name a change"),
        (["list", "abcdefgh"], "takes no id"),
        (["accept", "abcdefgh"], "No entry 'abcdefgh' is in reach"),
        (["reject", ""], "No entry '' is in reach"),
        (["forget", "abcdefgh"], "invalid choice: 'forget'"),
    ],
)
def test_mistakes_say_what_is_wrong(asked, arguments, said):
    refused = asked("pending", *arguments)

    assert refused.status == 2
    assert said in refused.err


def test_an_entry_that_does_not_wait_cannot_be_accepted(asked):
    linux = asked("add", "The build machines run Linux", "--json").data["entry"]["id"]

    assert asked("pending", "accept", linux).status == 2
    assert contents(asked) == ["The build machines run Linux"]

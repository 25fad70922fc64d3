"""Staged writes wait for a person, whose decision settles them."""

from __future__ import annotations

import pytest
from tests.engine.opening import NEW, OLD, add, contents, replace

from tiermem import Draft
from tiermem.errors import (
    InputError,
    OverBudget,
)
from tiermem.values import Change, StagingReason


@pytest.fixture
def approving(open_memory):
    """A memory whose writes need approval, with one entry of the agent and one of a person."""
    with open_memory() as before:
        add(before.session().entries, OLD, subject="Town", tags=("town",))
        add(before.entries(), "The harbour opens at seven")
    return open_memory(write_policy="approve")


def by_content(memory, content):
    return next(entry for entry in memory.entries().list()[0] if entry.content == content)


def test_a_staged_addition_shows_nowhere_until_it_is_accepted(approving):
    reply = approving.session().call_tool("add_memory", {"content": NEW})

    assert reply["staged"] is True
    assert "approval" in reply["message"]
    assert NEW not in approving.preview().memory_prompt
    assert approving.entries().search("seven").entries == (
        by_content(approving, "The harbour opens at seven"),
    )
    ((waiting, operation, why),) = approving.entries().pending()
    assert (waiting.id, operation) == (reply["entry"]["id"], "add")
    assert "approval" in why
    assert approving.entries().accept(waiting.id).entry.status == "active"
    assert NEW in approving.preview().memory_prompt
    assert approving.entries().pending() == ()


def test_an_accepted_update_of_the_agent_holds_from_when_it_was_proposed(open_memory, clock):
    with open_memory(clock=clock) as before:
        known = add(before.session().entries, OLD)
    memory = open_memory(clock=clock, write_policy="approve")
    clock.pass_days(5)
    waiting = memory.session().entries.update(known.id, Draft(content=NEW)).entry
    clock.pass_days(5)

    accepted = memory.entries().accept(waiting.id).entry

    assert (accepted.content, accepted.valid_from) == (NEW, waiting.created_at)


def test_a_rejected_addition_is_gone_and_stays_known(approving):
    waiting = approving.session().entries.add(Draft(content=NEW)).entry

    approving.entries().reject(waiting.id)

    assert NEW not in contents(approving.entries())
    assert approving.entries().get(waiting.id).status == "inactive"
    assert [event.kind for event in approving.entries().history(waiting.id).events] == ["staged", "rejected"]
    for decide in (approving.entries().accept, approving.entries().reject):
        with pytest.raises(InputError, match="does not wait"):
            decide(waiting.id)


def test_the_same_proposal_twice_waits_once(approving):
    entry = by_content(approving, OLD)
    entries = approving.session().entries

    for propose in (
        lambda: entries.add(Draft(content=NEW)),
        lambda: entries.update(entry.id, Draft(content=NEW)),
        lambda: entries.correct(entry.id, "The town has no gates"),
    ):
        assert [propose().duplicate for _ in range(2)] == [False, True]
    assert len(approving.entries().pending()) == 3


@pytest.mark.parametrize("accept", [True, False])
@pytest.mark.parametrize("operation", ["update", "correct", "remove"])
def test_a_staged_change_is_done_or_put_away_by_a_persons_word(approving, operation, accept):
    entry = by_content(approving, OLD)
    assert replace(approving, "agent", operation, entry) == "staged"
    ((waiting, proposed, _),) = approving.entries().pending()
    assert (proposed, waiting.supersedes) == (operation, entry.id)
    assert (waiting.subject, waiting.tags[:1]) == ("Town", ("town",))
    assert (OLD in approving.preview().memory_prompt) is (operation != "remove")

    decided = approving.entries().accept if accept else approving.entries().reject
    decided(waiting.id)

    left = [NEW] if accept and operation != "remove" else [] if accept else [OLD]
    assert contents(approving.entries()) == sorted([*left, "The harbour opens at seven"])
    assert approving.entries().pending() == ()
    after = approving.entries().get(entry.id)
    if accept and operation == "update":
        assert (after.content, after.version, after.source) == (NEW, 2, "agent")
    if accept and operation != "update":
        assert (after.status, after.valid_to is None) == ("inactive", False)
    assert approving.maintenance.doctor() == []


LABELS = {
    "subject": "Gates",
    "category": "context",
    "connection_id": "acme",
    "context_type": "visit",
    "tags": ("gate",),
}


@pytest.mark.parametrize("given", [*LABELS, None])
def test_an_accepted_update_sets_the_labels_it_gives_and_leaves_the_others(approving, given):
    entry = by_content(approving, OLD)
    wanted = {given: LABELS[given]} if given else {}
    approving.session().entries.update(entry.id, Draft(content=NEW, **wanted))

    approving.entries().accept(approving.entries().pending()[0][0].id)

    accepted = approving.entries().get(entry.id)
    assert accepted.content == NEW
    for label in LABELS:
        assert getattr(accepted, label) == wanted.get(label, getattr(entry, label))


def test_a_session_is_told_what_an_accepted_proposal_changed_and_no_more(approving):
    entry = by_content(approving, OLD)
    other = approving.session(id="other")
    assert OLD in other.system_prompt
    replace(approving, "agent", "update", entry)
    assert other.on_prompt("Hello") == "Hello"

    approving.entries().accept(approving.entries().pending()[0][0].id)

    told = [line for line in other.on_prompt("Hello").splitlines() if line.startswith("- ")]
    assert told == [f"- updated in memory: [{entry.id}] {NEW}"]


def test_accepting_over_the_budget_is_refused_and_it_keeps_waiting(open_memory):
    memory = open_memory(write_policy="approve", memory_char_limit=30)
    waiting = [add(memory.session().entries, content) for content in (OLD, NEW)]
    memory.entries().accept(waiting[0].id)

    with pytest.raises(OverBudget):
        memory.entries().accept(waiting[1].id)
    assert [entry.id for entry, _, _ in memory.entries().pending()] == [waiting[1].id]


def test_accepting_in_other_words_is_one_step_which_leaves_all_as_it_was_if_refused(open_memory):
    memory = open_memory(write_policy="approve", memory_char_limit=60)
    waiting = add(memory.session().entries, NEW)
    head = memory.timeline.head

    with pytest.raises(OverBudget):
        memory.entries().accept(waiting.id, "The harbour is open, " * 5)
    assert memory.entries().get(waiting.id) == waiting
    assert memory.timeline.head == head

    accepted = memory.entries().accept(waiting.id, "The harbour opens at noon").entry
    assert (accepted.id, accepted.content, accepted.status) == (
        waiting.id,
        "The harbour opens at noon",
        "active",
    )


def test_what_does_not_wait_is_not_changed_by_accepting_it_in_other_words(open_memory):
    memory = open_memory()
    entry = add(memory.entries(), OLD)

    with pytest.raises(InputError, match="does not wait"):
        memory.entries().accept(entry.id, NEW)
    assert memory.entries().get(entry.id) == entry


def test_accepting_what_was_stored_meanwhile_stores_it_once(approving):
    waiting = approving.session().entries.add(Draft(content=NEW)).entry
    stored = add(approving.entries(), NEW)

    written = approving.entries().accept(waiting.id)

    assert (written.entry.id, written.duplicate) == (stored.id, True)
    assert contents(approving.entries()).count(NEW) == 1
    assert approving.entries().pending() == ()


@pytest.mark.parametrize("operation", ["update", "remove"])
def test_a_proposal_about_what_is_gone_can_only_be_rejected(approving, operation):
    entry = by_content(approving, OLD)
    replace(approving, "agent", operation, entry)
    ((waiting, _, _),) = approving.entries().pending()
    approving.entries().remove(entry.id)

    with pytest.raises(InputError, match="reject"):
        approving.entries().accept(waiting.id)
    approving.entries().reject(waiting.id)
    assert approving.entries().pending() == ()


def test_a_correction_and_an_erasure_settle_what_waits_to_change_the_entry(open_memory):
    memory = open_memory()
    entries, agents = memory.entries(), memory.session("s").view.entries
    gate = add(entries, "The gate opens at six in the morning", layer="L1", tier="user")
    boat = add(entries, "The boat is in Lisbon harbour", layer="L1", tier="user")
    for entry, said in ((gate, "The gate opens at zwolf o'clock"), (boat, "The boat is in Porto harbour")):
        draft = agents.draft(said, layer="L1", tier="user")
        proposed = Change(
            operation="update",
            source="agent",
            target=entry.id,
            draft=draft,
            stage_because=StagingReason("doubted"),
        )
        agents.rewrite([proposed])
    assert len(entries.pending()) == 2

    entries.correct(boat.id, "The boat is in Faro harbour")
    assert [entry.content for entry, *_ in entries.pending()] == ["The gate opens at zwolf o'clock"]
    entries.erase(gate.id)

    assert entries.pending() == ()
    assert memory.maintenance.doctor() == []
    assert not [row for row in memory.maintenance.dump() if "zwolf" in str(row)]


STAGES_REMOVALS = """
    @hookimpl
    def check_write(change):
        return Verdict(action="stage", reason="Somebody looks at it.") if change.operation == "remove" else None
"""


@pytest.mark.parametrize(
    "said", [{"write_policy": "approve"}, {"hooks": STAGES_REMOVALS}], ids=["yaml", "plugin"]
)
@pytest.mark.parametrize("layer", ["L0", "L1"])
def test_an_entry_whose_removal_waits_is_shown_nowhere_until_it_is_rejected(open_memory, said, layer):
    memory = open_memory(**said)
    entries = memory.entries()
    with memory.session("first") as session:
        told = {"content": "The harbour crane is out of order", "layer": layer, "target": "user"}
        session.call_tool("add_memory", told)
        session.on_turn_end("The harbour crane is out of order.", "I see.")
    for waiting, _, _ in entries.pending():
        entries.accept(waiting.id)

    def shown(name):
        with memory.session(name) as session:
            return "crane is out" in session.system_prompt + session.on_prompt(
                "What about the harbour crane?"
            )

    assert shown("before")
    with memory.session("removing") as session:
        [entry] = [one for one in entries.list()[0] if one.content == told["content"]]
        assert session.call_tool("delete_memory", {"memory_id": entry.id, "target": "user"})["staged"] is True
    [(waiting, operation, _)] = entries.pending()
    assert operation == "remove"

    assert not shown("while it waits")
    entries.reject(waiting.id)
    assert shown("after")


def test_an_erasure_offers_what_waits_and_speaks_of_the_same_thing(approving):
    waiting = approving.session().call_tool(
        "add_memory", {"content": "At seven the harbour opens, on Sundays too"}
    )
    entry = by_content(approving, "The harbour opens at seven")

    erased = approving.entries().erase(entry.id)

    assert waiting["entry"]["id"] in erased.also

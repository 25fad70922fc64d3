"""The write gate: who may replace what, what is refused, what is staged, and that nothing is half done."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.engine.opening import OBSERVER, add, contents, observe, opened, sql

from tiermem import Change, Draft
from tiermem.errors import (
    CheckRefused,
    ContentLength,
    InputError,
    NotAllowed,
    OverBudget,
    SameSubject,
    UnknownEntry,
    WrongTier,
)

BROKEN = ["nul \x00 inside", "half \ud800 a pair"]


# Who may replace what

SOURCES = ("user", "agent", "system")
EXPECTED = {
    # writer, policy → what happens to an entry that the user, the agent, the system wrote
    ("user", "allow"): ("done", "done", "done"),
    ("user", "approve"): ("done", "done", "done"),
    ("agent", "allow"): ("done", "done", "done"),
    ("agent", "approve"): ("refused", "staged", "staged"),
    ("system", "allow"): ("staged", "staged", "done"),
    ("system correcting", "allow"): ("staged", "done", "done"),
    ("system", "approve"): ("staged", "staged", "staged"),
    ("system correcting", "approve"): ("staged", "staged", "staged"),
}
TABLE = [
    (writer, policy, source, outcome)
    for (writer, policy), outcomes in EXPECTED.items()
    for source, outcome in zip(SOURCES, outcomes, strict=True)
]
COUNTER = itertools.count()
OLD, NEW = "The old town has nine gates", "The new town has seven gates"


@pytest.fixture(scope="module")
def policies(tmp_path_factory):
    """Write policy → a memory that has it; all on one store."""
    folder = tmp_path_factory.mktemp("policies")
    said = {"hooks": OBSERVER, "disable": ["gap_fill"]}
    with opened(folder, **said) as allow, opened(folder, **said, write_policy="approve") as approve:
        yield {"allow": allow, "approve": approve}


def entry_of(memory, source, user=None):
    """An L1 entry of tier user that this source wrote."""
    if source == "system":
        with memory.session(user=user) as session:
            observe(session, OLD)
    else:
        entries = memory.entries(user) if source == "user" else memory.session(user=user).entries
        add(entries, OLD, layer="L1", tier="user")
    (entry,) = memory.entries(user).list()[0]
    assert entry.source == source
    return entry


def replace(memory, writer, operation, entry, user=None):
    """Let a writer update, correct or remove an entry; "done", "staged" or "refused"."""
    if writer.startswith("system"):
        correction = writer == "system correcting"
        with memory.session(user=user) as session:
            observe(session, NEW, draft={"correction": correction}, replaces=entry.id)
        return "staged" if memory.entries(user).pending() else "done"
    entries = memory.entries(user) if writer == "user" else memory.session(user=user).entries
    try:
        if operation == "update":
            written = entries.update(entry.id, entries.draft(NEW))
        elif operation == "correct":
            written = entries.correct(entry.id, NEW)
        else:
            written = entries.remove(entry.id)
    except NotAllowed:
        return "refused"
    return "staged" if written.staged else "done"


@pytest.mark.parametrize(
    ("writer", "policy", "source", "outcome", "operation"),
    [
        (*row, operation)
        for row, operation in itertools.product(TABLE, ("update", "correct", "remove"))
        if operation == "correct" or not row[0].startswith("system")
    ],
)
def test_who_may_replace_what(policies, writer, policy, source, outcome, operation):
    user, memory = f"user{next(COUNTER)}", policies[policy]
    entry = entry_of(policies["allow"], source, user)

    assert replace(memory, writer, operation, entry, user) == outcome

    left = {"update": [NEW], "correct": [NEW], "remove": []}[operation] if outcome == "done" else [OLD]
    assert contents(memory.entries(user)) == left
    proposed = [(one.supersedes, kind) for one, kind, _ in memory.entries(user).pending()]
    assert proposed == ([(entry.id, operation)] if outcome == "staged" else [])
    assert memory.doctor() == []


def test_the_system_replaces_what_the_system_wrote_without_any_claim_of_the_users(open_memory):
    memory = open_memory(hooks=OBSERVER, disable=["gap_fill"])
    entry = entry_of(memory, "system")

    with memory.session() as session:
        observe(session, NEW, draft={"speaker": "assistant", "correction": True}, replaces=entry.id)

    assert contents(memory.entries()) == [NEW]


def test_a_correction_that_rests_on_the_assistants_words_does_not_replace_the_agents_entry(open_memory):
    memory = open_memory(hooks=OBSERVER, disable=["gap_fill"])
    entry = entry_of(memory, "agent")

    with memory.session() as session:
        observe(session, NEW, draft={"speaker": "assistant", "correction": True}, replaces=entry.id)

    assert contents(memory.entries()) == [OLD]
    assert [one.content for one, _, _ in memory.entries().pending()] == [NEW]


@pytest.mark.parametrize("operation", ["update", "correct", "remove"])
def test_a_tool_cannot_touch_what_waits_for_a_person(open_memory, operation):
    memory = open_memory(write_policy="approve")
    waiting = add(memory.session().entries, OLD, tier="user")

    assert replace(memory, "agent", operation, waiting) == "refused"
    assert [entry.id for entry, _, _ in memory.entries().pending()] == [waiting.id]


@pytest.mark.parametrize("operation", ["update", "correct", "remove"])
def test_only_a_person_changes_what_belongs_to_the_house(memory, tmp_path, operation):
    entry = add(memory.entries(), OLD, layer="L1", tier="user")
    sql(tmp_path, "UPDATE entries SET scope_id = ?", memory.reach().house.id)

    assert replace(memory, "agent", operation, entry) == "refused"
    assert contents(memory.entries()) == [OLD]
    assert replace(memory, "user", operation, entry) == "done"


def test_only_a_person_accepts_rejects_and_erases(open_memory):
    memory = open_memory(write_policy="approve")
    entries = memory.session().entries
    waiting = add(entries, OLD)

    for forbidden in (entries.accept, entries.reject, entries.erase):
        with pytest.raises(InputError, match="Only a person"):
            forbidden(waiting.id)
    assert len(memory.entries().pending()) == 1


# The same statement, the same subject


def test_an_exact_duplicate_adds_nothing_and_says_so(memory):
    session = memory.session()
    first = session.call_tool("add_memory", {"content": "The staging gate comes first."})

    for again in ("The staging gate comes first.", "  the STAGING gate  comes first "):
        reply = session.call_tool("add_memory", {"content": again})
        assert reply["duplicate"] is True
        assert reply["entry"]["id"] == first["entry"]["id"]
        assert "stored already" in reply["message"]
        assert reply["usage"] == first["usage"]
    assert len(memory.entries().list()[0]) == 1


def test_the_same_statement_of_the_other_tier_is_another_entry(memory):
    session = memory.session()

    for target in ("memory", "user"):
        assert "duplicate" not in session.call_tool("add_memory", {"content": OLD, "target": target})
    assert contents(memory.entries()) == [OLD, OLD]


def test_adding_to_the_block_what_is_recalled_promotes_it_and_keeps_its_id(memory):
    entry = add(memory.session().entries, OLD, layer="L1", tags=("gates",))

    reply = memory.session().call_tool("add_memory", {"content": OLD.upper()})

    assert (reply["entry"]["id"], reply["entry"]["layer"]) == (entry.id, "L0")
    assert reply["entry"]["content"] == OLD
    assert "duplicate" not in reply
    assert OLD in memory.preview().memory_prompt
    assert [event.kind for event in memory.entries().history(entry.id).events] == ["added", "updated"]


def test_adding_as_knowledge_what_is_in_the_block_leaves_it_there(memory):
    add(memory.session().entries, OLD, layer="L0")

    written = memory.session().entries.add(Draft(content=OLD, layer="L1"))

    assert written.duplicate
    assert written.entry.layer == "L0"


def test_what_gap_fill_kept_for_the_user_is_promoted_rather_than_stored_again(open_memory):
    memory = open_memory(hooks=OBSERVER, disable=["gap_fill"])
    with memory.session() as session:
        observe(session, OLD, draft={"tier": "memory"})

    memory.session().call_tool("add_memory", {"content": OLD})

    (entry,) = memory.entries().list()[0]
    assert (entry.layer, entry.scope_id) == ("L0", memory.reach().user.id)


def test_a_promotion_over_the_budget_is_refused(open_memory):
    memory = open_memory(memory_char_limit=10)
    entry = add(memory.session().entries, OLD, layer="L1")

    reply = memory.session().call_tool("add_memory", {"content": OLD})

    assert reply["error"]["code"] == "over_budget"
    assert memory.entries().get(entry.id).layer == "L1"


def test_a_promotion_that_needs_approval_is_staged(open_memory):
    with open_memory() as before:
        entry = add(before.session().entries, OLD, layer="L1", subject="Gates")
    memory = open_memory(write_policy="approve")
    draft = Draft(content=OLD, subject="Gates")

    first, second = (memory.session().entries.add(draft) for _ in range(2))

    assert (first.staged, second.staged, second.duplicate) == (True, True, True)
    assert memory.entries().get(entry.id).layer == "L1"
    accepted = memory.entries().accept(first.entry.id)
    assert (accepted.entry.id, accepted.entry.layer) == (entry.id, "L0")
    assert contents(memory.entries()) == [OLD]


def test_a_statement_that_was_removed_can_be_added_again(memory):
    entries = memory.session().entries
    entries.remove(add(entries, OLD).id)

    assert not entries.add(Draft(content=OLD)).duplicate


@pytest.mark.parametrize("subject", ["Alec", "ALEC", "alec"])
def test_the_same_subject_answers_with_the_entry_and_the_way_on(memory, subject):
    entry = add(memory.session().entries, "Alec is a plumber", category="person", subject="Alec")
    given = {"content": "Alec moved to Bergen", "category": "person", "subject": subject}

    reply = memory.session().call_tool("add_memory", given)

    assert reply["error"]["code"] == "same_subject"
    assert reply["error"]["entry"]["id"] == entry.id
    assert "update_memory" in reply["error"]["message"]
    assert contents(memory.entries()) == ["Alec is a plumber"]
    reply = memory.session().call_tool("add_memory", given | {"allow_same_subject": True})
    assert reply["entry"]["content"] == "Alec moved to Bergen"


def test_a_subject_in_capitals_beyond_ascii_is_the_same_subject(memory):
    entries = memory.session().entries
    add(entries, "Žofie is a plumber", subject="Žofie")

    with pytest.raises(SameSubject):
        add(entries, "Žofie moved to Bergen", subject="Žofie")


@pytest.mark.parametrize(
    "other",
    [
        {"category": "preference", "subject": "Alec"},
        {"category": "person", "subject": "Alexa"},
        {"category": "person", "subject": "Alec", "tier": "user"},
        {"category": "person"},
    ],
)
def test_another_tier_category_or_subject_is_not_the_same(memory, other):
    entries = memory.session().entries
    add(entries, "Alec is a plumber", category="person", subject="Alec")

    assert add(entries, "Another statement", **other).status == "active"


def test_a_removed_entry_is_not_in_the_way_of_its_subject(memory):
    entries = memory.session().entries
    entries.remove(add(entries, "Alec is a plumber", subject="Alec").id)

    assert add(entries, "Alec is a baker", subject="Alec").status == "active"


def test_sections_of_the_identity_hold_several_entries(memory):
    session = memory.session()
    for content in ("Likes plain words", "Lives in Bergen"):
        given = {"action": "add", "layer": "L0", "content": content, "subject": "About"}
        assert "error" not in session.call_tool("memory_write", given)

    assert "## About\nLikes plain words\nLives in Bergen" in memory.preview().memory_prompt


# Versions, removing, restoring


def test_an_update_keeps_the_id_and_every_content(memory):
    entries = memory.session().entries
    entry = add(entries, "one is one", subject="Numbers", category="context", tags=("maths",))

    for content in ("two is two", "three is three"):
        written = entries.update(entry.id, Draft(content=content))

    assert (written.entry.id, written.entry.version, written.before.content) == (entry.id, 3, "two is two")
    labels = (written.entry.subject, written.entry.category, written.entry.tags)
    assert labels == ("Numbers", "context", ("maths",))
    history = memory.entries().history(entry.id)
    assert [one.content for one in history.versions] == ["one is one", "two is two", "three is three"]
    assert [event.kind for event in history.events] == ["added", "updated", "updated"]


def test_an_update_that_changes_nothing_makes_no_version(memory):
    entries = memory.session().entries
    entry = add(entries, OLD, tags=("gates",))

    assert entries.update(entry.id, Draft(content=f" {OLD} ")).duplicate
    assert len(memory.entries().history(entry.id).versions) == 1


def test_a_removed_entry_is_out_of_block_and_recall_and_can_be_restored(memory):
    entries = memory.entries()
    kept, known = add(entries, OLD), add(entries, "The harbour opens at seven", layer="L1")

    for entry in (kept, known):
        entries.remove(entry.id, reason="no longer so")
    assert OLD not in memory.preview().memory_prompt
    assert memory.recall("When does the harbour open?").passages == ()
    assert entries.get(kept.id).valid_to is not None
    with pytest.raises(UnknownEntry):
        entries.update(kept.id, Draft(content=NEW))

    for entry in (kept, known):
        assert entries.restore(entry.id).entry.valid_to is None
    assert OLD in memory.preview().memory_prompt
    assert [one.ref for one in memory.recall("When does the harbour open?").passages] == [known.id]
    kinds = [event.kind for event in entries.history(kept.id).events]
    assert kinds == ["added", "removed", "restored"]


def test_restoring_what_is_active_or_stored_again_adds_nothing(memory):
    entries = memory.entries()
    first = add(entries, OLD)
    assert entries.restore(first.id).duplicate

    entries.remove(first.id)
    second = add(entries, OLD)
    assert entries.restore(first.id).entry.id == second.id
    assert contents(entries) == [OLD]


def test_restoring_into_a_full_block_is_refused(open_memory):
    memory = open_memory(memory_char_limit=40)
    entries = memory.entries()
    removed = add(entries, OLD)
    entries.remove(removed.id)
    add(entries, NEW)

    with pytest.raises(OverBudget):
        entries.restore(removed.id)
    assert entries.get(removed.id).status == "inactive"


def test_a_staged_entry_is_not_restored(open_memory):
    memory = open_memory(write_policy="approve")
    waiting = add(memory.session().entries, OLD)

    with pytest.raises(NotAllowed, match="accept or reject"):
        memory.entries().restore(waiting.id)


def test_a_person_rewrites_and_removes_in_every_layer_the_agent_not_in_the_archive(open_memory):
    memory = open_memory(hooks=OBSERVER, disable=["gap_fill"])
    with memory.session() as session:
        observe(session, "2026-03-02 user: the gates", kind="session_summary", draft={"layer": "L2"})
    (summary,) = memory.entries().list()[0]

    for action in ("update", "remove"):
        given = {"action": action, "layer": "L2", "content": NEW, "target_id": summary.id}
        reply = memory.session().call_tool("memory_write", given)
        assert reply["error"]["code"] == "input"
    with pytest.raises(NotAllowed, match="archive"):
        memory.session().entries.update(summary.id, Draft(content=NEW))
    with pytest.raises(NotAllowed, match="archive"):
        memory.entries().add(Draft(content=NEW, layer="L2"))
    assert memory.entries().update(summary.id, Draft(content=NEW)).entry.layer == "L2"
    assert memory.entries().remove(summary.id).entry.status == "inactive"


# Corrections


def test_a_corrected_entry_is_out_of_block_index_and_recall_for_good(memory):
    session = memory.session()
    wrong = add(session.entries, "The harbour opens at seven", subject="Harbour", tags=("harbour",))
    known = add(session.entries, "Ferries to the harbour leave at nine", layer="L1")

    reply = session.call_tool(
        "correct_memory", {"memory_id": wrong.id, "content": "The harbour opens at six", "reason": "told so"}
    )
    right = memory.entries().get(reply["entry"]["id"])
    ferries = session.call_tool(
        "correct_memory", {"memory_id": known.id, "content": "Ferries to the harbour leave at ten"}
    )["entry"]["id"]

    assert (reply["old"], reply["new"]) == ("The harbour opens at seven", "The harbour opens at six")
    assert (right.supersedes, right.correction, right.speaker) == (wrong.id, True, "user")
    assert (right.layer, right.subject, right.tags) == ("L0", "Harbour", ("harbour",))
    prompt = memory.preview().memory_prompt
    assert "opens at six" in prompt
    assert "opens at seven" not in prompt
    assert [one.ref for one in memory.recall("harbour ferries seven nine").passages] == [ferries]
    found = memory.entries().search("harbour seven").entries
    assert wrong.id not in [entry.id for entry in found]
    assert memory.entries().get(wrong.id).valid_to is not None
    assert [event.kind for event in memory.entries().history(wrong.id).events] == ["added", "superseded"]
    assert memory.doctor() == []


def test_a_chain_of_corrections_leaves_the_last_one(memory):
    entries = memory.session().entries
    entry = add(entries, "The answer is 1")
    for number in range(2, 6):
        entry = entries.correct(entry.id, f"The answer is {number}").entry

    assert contents(entries) == ["The answer is 5"]
    chain = [entry]
    while chain[-1].supersedes:
        chain.append(entries.get(chain[-1].supersedes))
    assert [one.content for one in chain] == [f"The answer is {number}" for number in (5, 4, 3, 2, 1)]
    with pytest.raises(UnknownEntry):
        entries.correct(chain[-1].id, "The answer is 6")


def test_a_correction_to_what_another_entry_says_leaves_one_of_them(memory):
    entries = memory.session().entries
    right, wrong = add(entries, NEW), add(entries, OLD)

    written = entries.correct(wrong.id, NEW)

    assert (written.entry.id, written.before.id, written.duplicate) == (right.id, wrong.id, True)
    assert contents(entries) == [NEW]


def test_a_correction_that_says_the_same_changes_nothing(memory):
    entries = memory.session().entries
    entry = add(entries, OLD)

    assert entries.correct(entry.id, OLD.lower()).duplicate
    assert entries.get(entry.id).status == "active"


def test_a_correction_over_the_budget_leaves_the_wrong_entry_where_it_was(open_memory):
    memory = open_memory(memory_char_limit=40)
    entries = memory.session().entries
    entry = add(entries, OLD)

    with pytest.raises(OverBudget):
        entries.correct(entry.id, f"{NEW}, as everyone in town can tell")
    assert contents(entries) == [OLD]


# What waits for a person


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
    assert (waiting.subject, waiting.tags) == ("Town", ("town",))
    assert OLD in approving.preview().memory_prompt

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
    assert approving.doctor() == []


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


# Budgets


def fill(entries, *lengths, tier="memory"):
    """Entries of these many characters."""
    return [
        add(entries, f"{place} ".ljust(length, "x"), tier=tier, layer="L0", importance=0.5 + place / 10)
        for place, length in enumerate(lengths)
    ]


def test_an_over_budget_write_is_a_structured_error_and_cuts_nothing(open_memory):
    memory = open_memory(memory_char_limit=100)
    session = memory.session()
    add(session.entries, "The deploy of billing takes an hour")
    add(session.entries, "Cats are liked in the office")
    content = "The deploy of billing takes two hours now"

    reply = session.call_tool("add_memory", {"content": content})

    error = reply["error"]
    used = 35 + 3 + 28
    assert (error["code"], error["tier"], error["final"]) == ("over_budget", "memory", False)
    assert (error["used"], error["limit"], error["requested"]) == (used, 100, used + 3 + len(content))
    assert [one["content"] for one in error["candidates"]] == [
        "The deploy of billing takes an hour",
        "Cats are liked in the office",
    ]
    assert all(one["chars"] == len(one["content"]) for one in error["candidates"])
    assert reply["usage"]["memory"] == {"used": used, "limit": 100, "percent": used}
    assert set(reply["usage"]) == {"memory", "user", "identity"}
    assert "layer L1" in error["message"]
    assert len(memory.entries().list()[0]) == 2


def test_a_block_may_be_filled_to_the_last_character(open_memory):
    memory = open_memory(user_char_limit=50)
    entries = memory.session().entries

    fill(entries, 20, 27, tier="user")
    assert str(entries.usage()["user"]) == "100% — 50/50 chars"
    with pytest.raises(OverBudget):
        fill(entries, 5, tier="user")


def test_knowledge_outside_the_blocks_has_no_budget(open_memory):
    memory = open_memory(memory_char_limit=10)
    reply = memory.session().call_tool("memory_write", {"action": "add", "layer": "L1", "content": OLD})

    assert reply["entry"]["layer"] == "L1"
    assert reply["usage"]["memory"]["used"] == 0


def test_the_third_failure_in_one_turn_is_final_and_the_next_turn_begins_anew(open_memory):
    memory = open_memory(memory_char_limit=10)
    session = memory.session()

    def try_three_times():
        return [session.call_tool("add_memory", {"content": OLD})["error"] for _ in range(3)]

    errors = try_three_times()
    assert [error["final"] for error in errors] == [False, False, True]
    assert "Stop retrying" in errors[-1]["message"]
    assert errors[-1]["candidates"] == errors[0]["candidates"]
    assert session.call_tool("add_memory", {"content": OLD})["error"]["final"] is True
    session.on_prompt("and now?")
    assert [error["final"] for error in try_three_times()] == [False, False, True]


def test_a_lowered_limit_shows_over_100_percent_and_lets_only_shrinking_writes_through(open_memory):
    with open_memory() as before:
        first, second = fill(before.entries(), 40, 57)
    memory = open_memory(memory_char_limit=50)
    entries, session = memory.entries(), memory.session()

    assert str(entries.usage()["memory"]) == "200% — 100/50 chars"
    assert "[200% — 100/50 chars]" in memory.preview().memory_prompt
    assert first.content in memory.preview().memory_prompt

    refused = session.call_tool("add_memory", {"content": "small"})["error"]
    assert (refused["used"], refused["limit"], refused["requested"]) == (100, 50, 108)
    with pytest.raises(OverBudget):
        entries.update(first.id, Draft(content=first.content + "x"))
    entries.update(second.id, Draft(content="x" * 30))
    assert entries.usage()["memory"].used == 73
    entries.correct(first.id, "y" * 25)
    entries.remove(second.id)
    assert entries.usage()["memory"].used == 25
    assert add(entries, "z" * 22).status == "active"


def test_a_full_tier_does_not_keep_the_other_from_growing(open_memory):
    with open_memory() as before:
        fill(before.entries(), 100)
    memory = open_memory(memory_char_limit=50)

    assert add(memory.session().entries, OLD, tier="user").status == "active"


def test_a_batch_is_judged_on_what_comes_out_of_it(open_memory):
    memory = open_memory(memory_char_limit=100)
    entries = memory.entries()
    (old,) = fill(entries, 90)
    grow = Change(operation="add", source="user", draft=Draft(content="n" * 95))
    remove = Change(operation="remove", source="user", target=old.id)

    written = entries.rewrite([grow, remove])

    assert [one.entry.status for one in written] == ["active", "inactive"]
    assert contents(entries) == ["n" * 95]


def test_a_batch_with_one_refusal_does_nothing(memory):
    entries = memory.entries()
    entry = add(entries, OLD)
    changes = [
        Change(operation="update", source="user", target=entry.id, draft=Draft(content=NEW)),
        Change(operation="remove", source="user", target="nosuchid"),
    ]

    with pytest.raises(UnknownEntry):
        entries.rewrite(changes)
    assert contents(entries) == [OLD]
    assert len(memory.entries().history(entry.id).versions) == 1


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_usage_is_the_length_of_the_joined_contents_and_never_grows_over_the_limit(shared, data):
    name = f"user{next(COUNTER)}"
    entries = shared.entries(name)
    ids = []
    for _ in range(data.draw(st.integers(1, 12))):
        operation = data.draw(st.sampled_from(["add", "update", "remove", "restore"]))
        content = data.draw(
            st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=90)
        )
        try:
            if operation == "add":
                ids.append(entries.add(Draft(content=content, tier="user")).entry.id)
            elif ids and operation == "update":
                entries.update(data.draw(st.sampled_from(ids)), Draft(content=content))
            elif ids:
                getattr(entries, operation)(data.draw(st.sampled_from(ids)))
        except (OverBudget, ContentLength, UnknownEntry):
            pass

        stored = [entry.content for entry in entries.list()[0]]
        used = entries.usage()["user"]
        assert used.used == len("\n§\n".join(stored))
        assert used.used <= used.limit
        (block,) = [block for block in shared.preview(name).frozen_blocks if block["name"] == "user"] or [
            None
        ]
        assert (block is None) == (not stored)


# What is no statement


@pytest.mark.parametrize("field", ["content", "subject", "tags", "reason"])
@pytest.mark.parametrize("broken", BROKEN)
def test_broken_unicode_is_refused_or_made_whole_and_nothing_is_lost(memory, field, broken):
    session = memory.session()
    entry = add(session.entries, OLD)
    given = {"memory_id": entry.id, "content": NEW} | {field: [broken] if field == "tags" else broken}
    tool = "correct_memory" if field == "reason" else "update_memory"

    reply = session.call_tool(tool, given)

    if field == "reason":
        assert contents(memory.entries()) == [NEW]
        reasons = [event.reason for event in memory.entries().history(entry.id).events]
        assert "\N{REPLACEMENT CHARACTER}" in reasons[-1]
    else:
        assert reply["error"]["code"] == "input"
        assert "Unicode" in reply["error"]["message"]
        assert contents(memory.entries()) == [OLD]


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_unicode_in_any_name_is_the_callers_mistake(memory, broken):
    entries = memory.entries()
    for wrong in (
        lambda: memory.session(id=broken),
        lambda: memory.session(project=broken),
        lambda: memory.session(connections=[broken]),
        lambda: memory.entries(user=broken),
        lambda: entries.get(broken),
        lambda: entries.remove(broken),
        lambda: entries.accept(broken),
        lambda: entries.add(Draft(content=OLD, project_id=broken)),
        lambda: entries.add(Draft(content=OLD, connection_id=broken)),
        lambda: entries.add(Draft(content=OLD, origin=broken)),
        lambda: entries.add(Draft(content=OLD, context_type=broken)),
    ):
        with pytest.raises(InputError):
            wrong()
    for tool in ("update_memory", "delete_memory", "correct_memory"):
        reply = memory.session().call_tool(
            tool,
            {"memory_id": broken, "content": NEW},
        )
        assert reply["error"]["code"] in ("unknown_entry", "input")


def test_filters_with_broken_unicode_match_nothing(memory):
    from tiermem.store.contract import EntryFilter

    add(memory.entries(), OLD, subject="Town")
    for field in ("category", "subject", "origin", "project_id", "task_id"):
        assert contents(memory.entries(), **{field: "\ud800"}) == []
    assert contents(memory.entries(), tags=("\ud800",)) == []
    assert memory.entries().search("town", where=EntryFilter(subject="\ud800")).entries == ()
    assert memory.entries().search("\ud800 town \x00").entries != ()


def test_a_megabyte_of_content_is_refused_by_everyone_at_once(memory):
    content = "word " * 200_000

    for layer in ("L0", "L1"):
        with pytest.raises(ContentLength, match="1,000,000|999,999"):
            memory.entries().add(Draft(content=content, layer=layer))
    reply = memory.session().call_tool("add_memory", {"content": content})
    assert reply["error"]["code"] == "content_length"
    assert len(reply["error"]["message"]) < 400
    assert contents(memory.entries()) == []


@pytest.mark.parametrize(("length", "stored"), [(0, False), (4, False), (5, True), (500, True), (501, False)])
def test_the_agent_keeps_to_the_limits_of_seed_002(memory, length, stored):
    reply = memory.session().call_tool("add_memory", {"content": f"  {'x' * length}  "})

    assert ("entry" in reply) == stored
    if not stored:
        assert reply["error"]["code"] == "content_length"
        assert f"{length:,} characters; 5 to 500" in reply["error"]["message"]


def test_a_person_is_not_bound_by_the_lengths_but_by_the_subjects(memory):
    entries = memory.entries()
    assert add(entries, "abc").content == "abc"
    assert len(add(entries, "y" * 600, layer="L1").content) == 600
    for blank in ("", " \n\t "):
        with pytest.raises(ContentLength):
            add(entries, blank)
    with pytest.raises(ContentLength, match="subject has 201 characters; at most 200"):
        add(entries, OLD, subject="s" * 201)


def test_the_yaml_sets_the_lengths(open_memory):
    memory = open_memory(limits={"content_chars": [1, 10], "subject_chars": 3})
    entries = memory.session().entries

    assert add(entries, "a").content == "a"
    with pytest.raises(ContentLength, match="1 to 10"):
        add(entries, "12345678901")
    with pytest.raises(ContentLength, match="at most 3"):
        add(entries, "a b", subject="Town")


def test_a_content_over_the_whole_block_says_how_to_make_room_and_still_checks_the_subject(open_memory):
    memory = open_memory(memory_char_limit=100)
    session = memory.session()

    reply = session.call_tool("add_memory", {"content": "x" * 700})
    assert reply["error"]["code"] == "over_budget"
    reply = session.call_tool("add_memory", {"content": "x" * 700, "subject": "s" * 201})
    assert reply["error"]["code"] == "content_length"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("layer", "L3"),
        ("tier", "you"),
        ("category", "thing"),
        ("importance", 1.5),
        ("confidence", -0.1),
        ("importance", float("nan")),
    ],
)
def test_words_and_numbers_that_no_record_has_are_refused(memory, field, value):
    with pytest.raises(InputError, match=field):
        add(memory.entries(), OLD, **{field: value})


@pytest.mark.parametrize("layer", ["L1", "L2"])
def test_the_identity_is_in_the_block_only(memory, layer):
    with pytest.raises(NotAllowed):
        add(memory.entries(), OLD, tier="identity", layer=layer)


# Ids


@pytest.mark.parametrize("entry_id", ["", "nosuchid", "a1b2c3d4", "' OR 1=1 --", "x" * 100_000])
def test_an_unknown_id_is_an_error_that_says_what_to_do(memory, entry_id):
    entries = memory.entries()
    for use in (
        entries.get,
        entries.remove,
        entries.restore,
        entries.history,
        entries.accept,
        entries.reject,
        entries.erase,
        lambda one: entries.update(one, Draft(content=NEW)),
        lambda one: entries.correct(one, NEW),
    ):
        with pytest.raises(UnknownEntry) as caught:
            use(entry_id)
        assert "get_memories" in str(caught.value)
        assert len(str(caught.value)) < 200


def test_an_id_of_the_other_tier_is_an_error_that_names_it(memory):
    session = memory.session()
    entry = add(session.entries, OLD, tier="user")

    for tool, more in (("update_memory", {"content": NEW}), ("delete_memory", {})):
        reply = session.call_tool(tool, {"memory_id": entry.id} | more)
        assert (reply["error"]["code"], reply["error"]["tier"]) == ("wrong_tier", "user")
        assert "Say target 'user'" in reply["error"]["message"]
    with pytest.raises(WrongTier):
        memory.entries().correct(entry.id, NEW, tier="memory")
    assert contents(memory.entries()) == [OLD]
    reply = session.call_tool("update_memory", {"memory_id": entry.id, "content": NEW, "target": "user"})
    assert reply["new"] == NEW


def test_memory_write_wants_the_entrys_own_layer_and_what_its_action_needs(memory):
    session = memory.session()
    entry = add(session.entries, OLD, layer="L1")

    def code(**given):
        return session.call_tool("memory_write", given)["error"]["code"]

    assert code(action="update", layer="L0", target_id=entry.id, content=NEW) == "input"
    assert code(action="update", layer="L1", content=NEW) == "input"
    assert code(action="update", layer="L1", target_id=entry.id) == "input"
    assert code(action="add", layer="L1") == "input"
    assert code(action="add", layer="L2", content=NEW) == "input"
    assert code(action="burn", layer="L1", content=NEW) == "input"
    assert code(action="remove", layer="L1", target_id="nosuchid") == "unknown_entry"
    assert contents(memory.entries()) == [OLD]


@pytest.mark.parametrize(
    "given",
    [
        {"content": 5},
        {"content": ["x"]},
        {"contents": OLD},
        {"content": OLD, "target": "identity"},
        {"content": OLD, "tags": [1]},
        {"content": OLD, "allow_same_subject": "yes"},
        {"content": OLD, 7: 1},
        {},
        [OLD],
    ],
)
def test_arguments_that_make_no_sense_are_answered_not_raised(memory, given):
    reply = memory.session().call_tool("add_memory", given)

    assert reply["error"]["code"] == "input"
    assert set(reply["usage"]) == {"memory", "user", "identity"}
    assert contents(memory.entries()) == []


# Nobody reads or writes what is another user's

SECRET = "xylophone"
WORDS = ("My xylophone stands in the cellar", "I practise the xylophone on Sundays")


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A memory that many examples share, each with users of its own."""
    with opened(tmp_path_factory.mktemp("shared"), hooks=OBSERVER) as memory:
        yield memory


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """The same for two users who propose, with the approval of a person."""
    with opened(tmp_path_factory.mktemp("two"), hooks=OBSERVER, write_policy="approve") as memory:
        yield memory


def live(memory, user):
    """A life of *user*, in every place that something can be kept; gives the ids of the entries."""
    entries = memory.entries(user)
    kept = [add(entries, WORDS[0], tier="user"), add(entries, WORDS[1], tier="user", layer="L1")]
    kept.append(add(entries, "A xylophone player", tier="identity", subject="About"))
    removed = add(entries, "The xylophone is for sale", tier="user")
    entries.remove(removed.id)
    with memory.session(id=f"session of {user}", user=user) as session:
        assert SECRET in session.system_prompt
        kept.append(session.entries.add(Draft(content="The xylophone is loud", tier="user")).entry)
        session.on_prompt("Where is my xylophone?")
        session.on_turn_end("My xylophone teacher is strict", "A xylophone teacher has to be")
        observe(session, "The xylophone lesson is on Monday", draft={"tier": "memory"})
    return [entry.id for entry in (*kept, removed)]


def view(memory, user):
    """All that *user* can see."""
    session = memory.preview(user)
    entries = memory.entries(user)
    everything = {"layers": ("L0", "L1", "L2"), "turns": True}
    where = _anything()
    return [
        session.memory_prompt,
        *(memory.recall(f"what did I say about the {word}?", user).context for word in ("cellar", "teacher")),
        entries.list(where),
        entries.search("cellar teacher lesson sale", where=where, **everything),
        entries.pending(),
        entries.usage(),
        memory.context(user),
        memory.sessions(user),
        [event for event in memory.events(user)],
        *(session.call_tool("get_memories", {"target": target}) for target in ("memory", "user")),
        session.call_tool("search_memories", {"query": "cellar", "archive": True, "target": "user"}),
        session.call_tool("search_memories", {"query": "teacher", "archive": True}),
    ]


def _anything():
    from tiermem.store.contract import EntryFilter

    return EntryFilter(statuses=("active", "inactive", "staged"))


def rows_of(memory, user):
    """Every row of the store that is *user*'s, but for the receipts of looking at it."""
    scope = memory.reach(user).user.id
    mine = {row["id"] for table, row in memory.dump() if table == "sessions" and row["user_id"] == scope}
    ids = {row["id"] for table, row in memory.dump() if table == "entries" and row["scope_id"] == scope}
    return [
        (table, row)
        for table, row in memory.dump()
        if scope in (row.get("scope_id"), row.get("user_id"))
        or row.get("session_id") in mine
        or row.get("entry_id") in ids
    ]


OPERATIONS = {
    "get": lambda entries, one: entries.get(one),
    "update": lambda entries, one: entries.update(one, Draft(content=NEW)),
    "remove": lambda entries, one: entries.remove(one),
    "restore": lambda entries, one: entries.restore(one),
    "correct": lambda entries, one: entries.correct(one, NEW),
    "history": lambda entries, one: entries.history(one),
    "accept": lambda entries, one: entries.accept(one),
    "reject": lambda entries, one: entries.reject(one),
    "erase": lambda entries, one: entries.erase(one),
}
TOOLS = {
    "update_memory": {"content": NEW, "target": "user"},
    "delete_memory": {"target": "user"},
    "correct_memory": {"content": NEW},
    "memory_write": {"action": "remove", "layer": "L0"},
}


def attack(memory, user, data, victims):
    """One thing that *user* tries with the ids of somebody else; it must give nothing."""
    target = data.draw(st.sampled_from(victims))
    name = data.draw(st.sampled_from([*OPERATIONS, *TOOLS, "supersede", "session"]))
    if name in TOOLS:
        key = "target_id" if name == "memory_write" else "memory_id"
        reply = memory.session(user=user).call_tool(name, TOOLS[name] | {key: target})
        assert reply["error"]["code"] == "unknown_entry"
    elif name == "supersede":
        with memory.session(user=user) as session:
            observe(session, NEW, draft={"correction": True}, replaces=target)
    elif name == "session":
        with pytest.raises(InputError, match="belongs to user"):
            memory.session(id="session of victim of " + user, user=user).system_prompt  # noqa: B018
    else:
        entries = data.draw(st.sampled_from([memory.entries(user), memory.session(user=user).entries]))
        with pytest.raises(InputError):
            OPERATIONS[name](entries, target)


@pytest.mark.parametrize("which", ["shared", "two"])
@settings(max_examples=8, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_nothing_of_one_user_is_readable_or_writable_by_another(request, which, data):
    memory = request.getfixturevalue(which)
    thief = f"thief{next(COUNTER)}"
    victim = f"victim of {thief}"
    before_theft = view(memory, thief)
    victims = live(memory, victim)
    assert SECRET in str(view(memory, victim))
    own = add(memory.entries(thief), WORDS[0].replace(SECRET, "piano"), tier="user")
    stored = rows_of(memory, victim)

    for _ in range(data.draw(st.integers(1, 6))):
        attack(memory, thief, data, victims)
    memory.entries(thief).erase(own.id)

    assert rows_of(memory, victim) == stored
    assert SECRET not in str(view(memory, thief))
    assert SECRET not in str(before_theft)
    assert SECRET not in str(memory.receipts(thief, limit=50))


def test_erasing_an_entry_reaches_the_agents_note_and_every_frozen_block_that_shows_it(memory):
    own = add(memory.entries("bob"), OLD, tier="user")
    note = add(memory.session(user="bob").entries, f"Bob says: {OLD}")
    session = memory.session(id="of ann", user="ann")
    assert OLD in session.system_prompt

    memory.entries("bob").erase(own.id)

    assert OLD not in memory.entries("ann").get(note.id).content
    assert OLD not in memory.session(id="of ann", user="ann").system_prompt


def test_erasing_ones_own_words_leaves_the_same_words_of_another_user_alone(memory):
    for user in ("ann", "bob"):
        with memory.session(id=f"of {user}", user=user) as session:
            add(memory.entries(user), OLD, tier="user")
            assert OLD in session.system_prompt
            session.on_turn_end(OLD, "So it has")
    stored = rows_of(memory, "ann")
    (entry,) = [entry for entry in memory.entries("bob").list()[0] if entry.layer == "L0"]

    memory.entries("bob").erase(entry.id)

    assert rows_of(memory, "ann") == stored
    assert OLD not in str(rows_of(memory, "bob"))


# Checks of plugins


def test_what_a_check_leaves_of_the_text_must_be_storable(open_memory):
    blanking = """
        @hookimpl
        def check_write(change):
            if "blank" in change.content:
                return Verdict(action="redact", content=" ")
            if "break" in change.content:
                return Verdict(action="redact", content="half \\ud800 a pair")
    """
    entries = open_memory(hooks=blanking).entries()

    for content in ("this is blank", "this will break"):
        with pytest.raises(CheckRefused, match=r"hooks0\.py"):
            add(entries, content)
    assert contents(entries) == []


def test_what_another_entry_stands_in_the_place_of_is_not_restored_beside_it(memory):
    entries = memory.entries()
    old = entries.add(Draft(content="Billing is deployed on Monday.")).entry
    new = entries.correct(old.id, "Billing is deployed on Tuesday.").entry

    with pytest.raises(NotAllowed, match=f"Entry {new.id} stands in the place of {old.id}"):
        entries.restore(old.id)

    entries.remove(new.id)
    assert entries.restore(old.id).entry.status == "active"

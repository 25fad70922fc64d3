"""The write gate: who may replace what, the same statement and subject, versions and corrections."""

from __future__ import annotations

import itertools

import pytest
from tests.engine.opening import NEW, OBSERVER, OLD, add, contents, observe, opened, replace, sql

from tiermem import Draft
from tiermem.errors import (
    CheckRefused,
    InputError,
    NotAllowed,
    Outdated,
    OverBudget,
    SameSubject,
    UnknownEntry,
)

# Who may replace what

SOURCES = ("user", "agent", "system")
EXPECTED = {
    # writer, policy → what happens to an entry that the user, the agent, the system wrote
    ("user", "allow"): ("done", "done", "done"),
    ("user", "approve"): ("done", "done", "done"),
    ("agent", "allow"): ("done", "done", "done"),
    ("agent", "approve"): ("refused", "staged", "staged"),
    ("system by itself", "allow"): ("staged", "staged", "done"),
    ("system at the user's word", "allow"): ("staged", "done", "done"),
    ("system by itself", "approve"): ("staged", "staged", "staged"),
    ("system at the user's word", "approve"): ("staged", "staged", "staged"),
}
TABLE = [
    (writer, policy, source, outcome)
    for (writer, policy), outcomes in EXPECTED.items()
    for source, outcome in zip(SOURCES, outcomes, strict=True)
]
COUNTER = itertools.count()


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


@pytest.mark.parametrize(
    ("writer", "policy", "source", "outcome", "operation"),
    [
        (*row, operation)
        for row, operation in itertools.product(TABLE, ("update", "correct", "remove"))
        if operation == "correct" or not row[0].startswith("system")
    ],
)
def test_who_may_replace_what(policies, *, writer, policy, source, outcome, operation):
    user, memory = f"user{next(COUNTER)}", policies[policy]
    entry = entry_of(policies["allow"], source, user)

    assert replace(memory, writer, operation, entry, user) == outcome

    left = {"update": [NEW], "correct": [NEW], "remove": []}[operation] if outcome == "done" else [OLD]
    assert contents(memory.entries(user)) == left
    proposed = [(one.supersedes, kind) for one, kind, _ in memory.entries(user).pending()]
    assert proposed == ([(entry.id, operation)] if outcome == "staged" else [])
    assert memory.maintenance.doctor() == []


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
        {"category": "person", "subject": "Alexa"},
        {"category": "person", "subject": "Alec", "tier": "user"},
        {"category": "person"},
    ],
)
def test_another_tier_or_subject_is_not_the_same(memory, other):
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

    with pytest.raises(NotAllowed, match="pending accept"):
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
    assert memory.maintenance.doctor() == []


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


def test_what_was_superseded_by_mistake_is_restored_beside_what_superseded_it(memory):
    entries = memory.entries()
    old = entries.add(Draft(content="Billing is deployed on Monday.")).entry
    new = entries.correct(old.id, "Invoices are printed on Tuesday.").entry

    assert entries.restore(old.id).entry.status == "active"

    told = entries.history(old.id)
    assert contents(entries) == ["Billing is deployed on Monday.", "Invoices are printed on Tuesday."]
    assert (told.superseded_by, told.events[-1].kind) == (None, "restored")
    assert told.events[-1].reason == f"kept beside {new.id}"


def test_what_superseded_several_entries_is_named_by_the_history_of_each(memory):
    entries = memory.entries()
    first, second = (entries.add(Draft(content=f"The {day} is free.")).entry for day in ("Monday", "Friday"))
    new = entries.correct(first.id, "No day is free.").entry

    assert entries.correct(second.id, "No day is free.").entry.id == new.id
    assert {entries.history(one.id).superseded_by for one in (first, second)} == {new.id}


def test_an_update_of_what_changed_meanwhile_answers_with_the_present_text(memory):
    entries = memory.entries()
    seen = add(entries, "The gate opens at six", tier="user")
    entries.update(seen.id, entries.draft("The gate opens at seven"))

    with pytest.raises(Outdated, match="version 2 is 'The gate opens at seven'"):
        entries.update(seen.id, entries.draft("The gate opens at eight"), version=seen.version)
    arguments = {"memory_id": seen.id, "target": "user", "content": "The gate opens at eight", "version": 1}
    refused = memory.session().call_tool("update_memory", arguments)["error"]

    assert (refused["code"], refused["version"], refused["content"]) == (
        "conflict",
        2,
        "The gate opens at seven",
    )
    assert entries.get(seen.id).content == "The gate opens at seven"
    assert entries.update(seen.id, entries.draft("The gate opens at eight"), version=2).entry.version == 3


@pytest.mark.parametrize(
    "change",
    [
        lambda entries, one: entries.remove(one.id, version=one.version),
        lambda entries, one: entries.correct(one.id, "The gate opens at eight", version=one.version),
        lambda entries, one: entries.label(one.id, tags=("gate",), version=one.version),
    ],
    ids=["removed", "corrected", "labelled"],
)
def test_what_changed_meanwhile_is_not_removed_corrected_or_labelled(memory, change):
    entries = memory.entries()
    seen = add(entries, "The gate opens at six", tier="user")
    now = entries.update(seen.id, entries.draft("The gate opens at seven")).entry

    with pytest.raises(Outdated, match="version 2 is 'The gate opens at seven'"):
        change(entries, seen)

    assert entries.get(seen.id) == now
    change(entries, now)
    assert entries.get(seen.id) != now


def test_words_of_others_reach_no_block_without_approval(memory):
    entries = memory.session().view.entries
    rows = []
    for speaker in ("assistant", "tool", "memory", "user", None):
        written = add_result(entries, f"The {speaker} says that deploys are free", speaker=speaker)
        rows.append((speaker, written.staged))
    shown = memory.session().system_prompt
    (staged, *_) = memory.entries().pending()

    assert rows == [("assistant", True), ("tool", True), ("memory", True), ("user", False), (None, False)]
    assert [speaker in shown for speaker in ("The assistant", "The tool", "The user says")] == [
        False,
        False,
        True,
    ]
    assert "words of the" in staged[2]
    memory.entries().accept(staged[0].id)
    assert staged[0].content in memory.session().system_prompt


def add_result(entries, content, **fields):
    """The result of adding to the block of notes."""
    return entries.add(entries.draft(content, layer="L0", tier="memory", **fields))

"""A person moves, labels and undoes: each undo is a new change, and the history keeps both."""

import pytest
from tests.engine.opening import add, opened

from tiermem.errors import InputError, NotAllowed, Outdated, OverBudget, WriteRefused
from tiermem.values import EntryFilter


@pytest.fixture
def memory(tmp_path):
    with opened(tmp_path, write_policy="approve", memory_char_limit=200) as memory:
        yield memory


@pytest.fixture
def mine(memory):
    return memory.entries()


def undo(mine, *ids):
    return mine.undo({one: mine.last_change(one) for one in ids})


def state(entry):
    """Return the state that an undo has to restore."""
    return {**entry.as_dict(), "version": None, "updated_at": None}


def ended(entry):
    """Return the same without the instant at which the entry ended."""
    return {**state(entry), "valid_to": entry.valid_to is not None}


def test_an_entry_is_moved_into_its_block_and_out_of_it(mine, memory):
    entry = add(mine, "Deploys go through the staging gate.", layer="L1", tags=("billing",))

    assert mine.label(entry.id, layer="L0").entry.layer == "L0"
    assert "staging gate" in memory.preview().system_prompt
    assert mine.label(entry.id, layer="L1").entry.tags == ("billing",)
    assert mine.get(entry.id).version == 1
    assert [event.reason for event in mine.history(entry.id).events] == [None, "moved to L0", "moved to L1"]


def test_a_move_into_a_full_block_changes_nothing(mine):
    add(mine, "a" * 150)
    entry = add(mine, "b" * 100, layer="L1")

    with pytest.raises(OverBudget):
        mine.label(entry.id, layer="L0")
    assert mine.get(entry.id) == entry


def test_labels_are_set_and_emptied(mine):
    entry = add(mine, "Deploys go out on Tuesday.", category="project", subject="deploys", tags=("a", "b"))

    changed = mine.label(entry.id, category="Preference", subject="", tags=()).entry

    assert (changed.category, changed.subject, changed.tags) == ("preference", None, ())
    assert mine.label(entry.id, tags=()).duplicate


def test_only_a_person_labels_and_the_archive_stays_apart(mine, memory):
    entry = add(mine, "Deploys go out on Tuesday.", layer="L1")
    with memory.session() as session:
        with pytest.raises(NotAllowed):
            session.view.entries.label(entry.id, layer="L0")
        with pytest.raises(InputError):
            session.view.entries.undo({entry.id: 1})
    with pytest.raises(NotAllowed):
        mine.label(entry.id, layer="L2")
    with pytest.raises(NotAllowed):
        mine.label(add(mine, "Ana leads the platform team.", tier="identity").id, layer="L1")


@pytest.mark.parametrize(
    "change",
    [
        lambda mine, one: mine.update(one, mine.draft("Deploys go out on Friday.", subject="releases")),
        lambda mine, one: mine.label(one, layer="L0", tags=("other",), subject="", category="context"),
        lambda mine, one: mine.remove(one),
        lambda mine, one: mine.pin(one),
    ],
    ids=["edited", "labelled", "removed", "pinned"],
)
def test_undoing_a_change_brings_back_all_that_was(mine, change):
    one = add(mine, "Deploys go out on Tuesday.", layer="L1", subject="deploys", tags=("billing",)).id
    before = mine.get(one)
    change(mine, one)
    changed = mine.get(one)

    undo(mine, one)
    assert state(mine.get(one)) == state(before)
    undo(mine, one)
    assert state(mine.get(one)) == state(changed), "undoing an undo makes the change again"


@pytest.fixture
def updated_twice(tmp_path):
    """Entries, and the id of the one that an agent updated twice in one session."""
    with opened(tmp_path) as memory:
        mine = memory.entries()
        one = add(mine, "Deploys go out on Tuesday.", layer="L1", tags=("billing",)).id
        with memory.session() as session:
            for day in ("Thursday", "Friday"):
                session.call_tool("update_memory", {"id": one, "content": f"Deploys go out on {day}."})
        yield mine, one


def step_back(mine, one):
    """Undo the last change that is not undone; return the content and the status then."""
    mine.undo(mine.steps_back(one))
    return mine.get(one).content, mine.get(one).status


def test_two_updates_of_an_agent_in_one_session_are_undone_one_after_the_other(updated_twice):
    mine, one = updated_twice

    assert mine.get(one).content == "Deploys go out on Friday."
    assert step_back(mine, one) == ("Deploys go out on Thursday.", "active")
    assert step_back(mine, one) == ("Deploys go out on Tuesday.", "active")
    assert mine.get(one).tags == ("billing",)
    assert step_back(mine, one)[1] == "inactive", "the addition"
    with pytest.raises(WriteRefused, match="All changes"):
        mine.steps_back(one)
    assert [event.reason for event in mine.history(one).events[3:]] == [
        "undone: updated",
        "undone: updated",
        "undone: added",
    ]


def test_a_change_made_again_or_after_an_undo_is_undone_first(updated_twice):
    mine, one = updated_twice
    step_back(mine, one)
    undo(mine, one)
    assert mine.get(one).content == "Deploys go out on Friday.", "made again"
    assert step_back(mine, one)[0] == "Deploys go out on Thursday."

    mine.update(one, mine.draft("Deploys go out on Monday."))

    assert [step_back(mine, one)[0] for _ in range(2)] == [
        "Deploys go out on Thursday.",
        "Deploys go out on Tuesday.",
    ]


def test_a_step_back_that_another_took_meanwhile_is_not_taken_twice(updated_twice):
    mine, one = updated_twice
    steps = mine.steps_back(one)
    mine.undo(steps)
    mine.undo(mine.steps_back(one))

    with pytest.raises(Outdated):
        mine.undo(steps)
    assert mine.get(one).content == "Deploys go out on Tuesday."


def test_the_steps_back_are_known_in_a_copy_of_the_memory(updated_twice, tmp_path):
    mine, one = updated_twice
    step_back(mine, one)
    (tmp_path / "copy").mkdir()
    with opened(tmp_path / "copy") as copy:
        theirs = copy.entries()
        for number in range(3):
            add(theirs, f"Builds of branch {number} run at night.")
        with opened(tmp_path) as memory:
            copy.maintenance.load(memory.maintenance.dump())

        assert step_back(theirs, one)[0] == "Deploys go out on Tuesday."


def test_an_undo_of_a_change_that_a_copy_does_not_have_names_none(updated_twice, tmp_path):
    mine, one = updated_twice
    steps = mine.steps_back(one)
    mine.undo(steps)
    (tmp_path / "copy").mkdir()
    with opened(tmp_path / "copy") as copy, opened(tmp_path) as memory:
        add(copy.entries(), "Builds run at night.")
        rows = memory.maintenance.dump()
        copy.maintenance.load(row for row in rows if row[1].get("seq") != steps[one])
        last = copy.entries().history(one).events[-1]

    assert last.reason == "undone: updated"
    assert "undoes" not in last.payload


def test_undoing_an_addition_puts_it_away(mine):
    one = add(mine, "Deploys go out on Tuesday.").id

    undo(mine, one)

    assert mine.get(one).status == "inactive"


def test_a_correction_is_undone_with_both_of_its_entries(mine):
    wrong = add(mine, "Deploys go out on Tuesday.").id
    right = mine.correct(wrong, "Deploys go out on Friday.").entry.id

    undo(mine, right, wrong)

    assert (mine.get(wrong).status, mine.get(right).status) == ("active", "inactive")


def remove_and_add(mine, one):
    mine.remove(one)
    return add(mine, TUESDAY).id


def edit_and_add(mine, one):
    mine.update(one, mine.draft("Deploys go out on Friday."))
    return add(mine, TUESDAY).id


TUESDAY = "Deploys go out on Tuesday."


@pytest.mark.parametrize("change", [remove_and_add, edit_and_add])
def test_nothing_is_brought_back_that_another_entry_says_already(mine, change):
    one = add(mine, TUESDAY).id
    other = change(mine, one)
    before = mine.get(one)

    with pytest.raises(WriteRefused, match=f"{other} already says"):
        mine.undo(mine.steps_back(one))
    assert mine.get(one) == before

    mine.remove(other)
    assert step_back(mine, one) == (TUESDAY, "active")


def test_an_entry_comes_back_if_the_other_that_says_the_same_goes_with_it(mine):
    one = add(mine, TUESDAY).id
    other = remove_and_add(mine, one)

    undo(mine, one, other)

    assert (mine.get(one).status, mine.get(other).status) == ("active", "inactive")


@pytest.mark.parametrize(
    "change",
    [
        lambda mine, right: mine.update(right, mine.draft("Deploys go out on Friday at nine.")),
        lambda mine, right: mine.correct(right, "Deploys go out on Sunday."),
        lambda mine, right: mine.correct(right, TUESDAY),
    ],
    ids=["edited", "corrected", "corrected to the first"],
)
def test_a_correction_whose_right_entry_was_changed_since_is_undone_after_that(mine, change):
    wrong = add(mine, TUESDAY).id
    right = mine.correct(wrong, "Deploys go out on Friday.").entry.id
    change(mine, right)

    with pytest.raises(Outdated, match=f"first, with 'tiermem undo {right}'"):
        mine.steps_back(wrong)

    assert step_back(mine, right) == ("Deploys go out on Friday.", "active")
    assert step_back(mine, wrong) == (TUESDAY, "active")
    assert mine.get(right).status == "inactive"


@pytest.mark.parametrize("named", ["the wrong one", "the right one"])
def test_a_correction_is_undone_from_either_of_its_entries(mine, named):
    wrong = add(mine, "Deploys go out on Tuesday.").id
    right = mine.correct(wrong, "Deploys go out on Friday.").entry.id

    mine.undo(mine.steps_back(wrong if named == "the wrong one" else right))

    assert (mine.get(wrong).status, mine.get(right).status) == ("active", "inactive")


def test_two_merged_entries_come_apart_again(mine, memory):
    one, other = add(mine, "Alec is the boss.").id, add(mine, "Alec is the boss of Ana.").id
    memory.review().merge(one, other, "Alec is Ana's boss.")

    undo(mine, one, other)

    assert [mine.get(it).content for it in (one, other)] == ["Alec is the boss.", "Alec is the boss of Ana."]
    assert mine.get(one).status == "active"


def test_what_was_changed_again_is_not_undone(mine):
    one, other = add(mine, "Deploys go out on Tuesday.").id, add(mine, "Builds run at night.").id
    steps = {other: mine.last_change(other), one: mine.last_change(one)}
    mine.update(one, mine.draft("Deploys go out on Friday."))

    with pytest.raises(Outdated):
        mine.undo(steps)
    assert mine.get(other).status == "active", "all or none"


def propose(memory, do):
    """Let an agent, whose writes need approval, propose a change; return the proposal's id."""
    with memory.session() as session:
        do(session)
    ((staged, _, _),) = memory.entries().pending()
    return staged.id


def tool(name, **arguments):
    return lambda session: session.call_tool(name, arguments)


@pytest.mark.parametrize("decision", ["accept", "reject"])
@pytest.mark.parametrize("name", ["add_memory", "update_memory", "delete_memory", "correct_memory"])
def test_a_decision_is_undone_and_the_proposal_waits_again(tmp_path, name, decision):
    with opened(tmp_path, write_policy="approve") as memory:
        mine = memory.entries()
        with memory.session() as session:
            session.call_tool("add_memory", {"content": "Deploys go out on Tuesday.", "target": "memory"})
        ((first, _, _),) = mine.pending()
        known = mine.accept(first.id).entry.id
        content = {} if name == "delete_memory" else {"content": "Deploys go out on Friday."}
        about = {} if name == "add_memory" else {"id": known}
        proposal = propose(memory, tool(name, target="memory", **content, **about))
        before, waiting = mine.list(EntryFilter(statuses=("active",)))[0], mine.pending()

        getattr(mine, decision)(proposal)
        undo(mine, proposal)

        assert list(map(state, mine.list(EntryFilter(statuses=("active",)))[0])) == list(map(state, before))
        assert [(one.id, *rest) for one, *rest in mine.pending()] == [
            (one.id, *rest) for one, *rest in waiting
        ]


@pytest.mark.parametrize("decision", ["accept", "reject"])
@pytest.mark.parametrize("name", ["update_memory", "delete_memory", "correct_memory"])
def test_an_undone_decision_is_made_again(tmp_path, name, decision):
    with opened(tmp_path, write_policy="approve") as memory:
        mine = memory.entries()
        known = propose(memory, tool("add_memory", content="Deploys go out on Tuesday.", target="memory"))
        mine.accept(known)
        content = {} if name == "delete_memory" else {"content": "Deploys go out on Friday."}
        proposal = propose(memory, tool(name, target="memory", id=known, **content))
        getattr(mine, decision)(proposal)
        decided = [ended(mine.get(one)) for one in (known, proposal)]

        undo(mine, proposal)
        undo(mine, proposal)

        assert [ended(mine.get(one)) for one in (known, proposal)] == decided
        assert not mine.pending()


def test_an_accepted_correction_is_undone_from_the_entry_that_it_replaced(tmp_path):
    with opened(tmp_path, write_policy="approve") as memory:
        mine = memory.entries()
        wrong = propose(memory, tool("add_memory", content="Deploys go out on Tuesday.", target="memory"))
        mine.accept(wrong)
        right = propose(memory, tool("correct_memory", id=wrong, content="Deploys go out on Friday."))
        mine.accept(right)

        mine.undo(mine.steps_back(wrong))

        assert (mine.get(wrong).status, mine.get(right).status) == ("active", "staged")


def test_an_accepted_correction_that_was_edited_is_undone_after_the_edit(tmp_path):
    with opened(tmp_path, write_policy="approve") as memory:
        mine = memory.entries()
        wrong = propose(memory, tool("add_memory", content=TUESDAY, target="memory"))
        mine.accept(wrong)
        right = propose(memory, tool("correct_memory", id=wrong, content="Deploys go out on Friday."))
        mine.accept(right)
        mine.update(right, mine.draft("Deploys go out on Friday at nine."))

        assert step_back(mine, right) == ("Deploys go out on Friday.", "active")
        assert step_back(mine, right)[1] == "staged"
        assert mine.get(wrong).status == "active"


def test_an_acceptance_whose_entry_was_changed_since_is_not_undone(tmp_path):
    with opened(tmp_path, write_policy="approve") as memory:
        mine = memory.entries()
        known = mine.add(mine.draft("Deploys go out on Tuesday.")).entry.id
        with memory.session() as session:
            session.call_tool("add_memory", {"content": "Builds run at night.", "target": "memory"})
        ((first, _, _),) = mine.pending()
        mine.accept(first.id)
        proposal = propose(
            memory, tool("update_memory", target="memory", id=first.id, content="Builds run at noon.")
        )
        mine.accept(proposal)
        mine.update(first.id, mine.draft("Builds run at dawn."))

        with pytest.raises(Outdated):
            undo(mine, proposal)
        assert mine.get(first.id).content == "Builds run at dawn."
        assert mine.get(known).status == "active"


@pytest.fixture
def accepted_update(tmp_path):
    """Entries, the id of one that an accepted proposal changed, and the id of that proposal."""
    with opened(tmp_path, write_policy="approve") as memory:
        mine = memory.entries()
        one = propose(memory, tool("add_memory", content=TUESDAY, target="memory"))
        mine.accept(one)
        proposal = propose(memory, tool("update_memory", id=one, content="Deploys go out on Friday."))
        mine.accept(proposal)
        yield mine, one, proposal


def test_a_proposal_that_waits_is_decided_rather_than_undone(accepted_update):
    mine, _, proposal = accepted_update
    assert step_back(mine, proposal)[1] == "staged"

    with pytest.raises(WriteRefused, match=f"'tiermem pending reject {proposal}'"):
        mine.undo(mine.steps_back(proposal))
    assert [one.id for one, *_ in mine.pending()] == [proposal]


def test_an_acceptance_is_undone_after_the_later_change_of_its_entry(accepted_update):
    mine, one, proposal = accepted_update
    mine.update(one, mine.draft("Deploys go out at dawn."))

    with pytest.raises(Outdated, match=f"first, with 'tiermem undo {one}'"):
        mine.undo(mine.steps_back(proposal))

    step_back(mine, one)
    assert step_back(mine, proposal)[1] == "staged"
    assert mine.get(one).content == TUESDAY


def test_an_acceptance_whose_effect_is_undone_already_says_so(accepted_update):
    mine, one, proposal = accepted_update
    assert step_back(mine, one)[0] == TUESDAY

    with pytest.raises(WriteRefused, match=f"entry {one} is undone already"):
        mine.undo(mine.steps_back(proposal))

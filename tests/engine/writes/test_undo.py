"""A person moves, labels and undoes: each undo is a new change, and the history keeps both."""

import pytest
from tests.engine.opening import add, opened

from tiermem.errors import InputError, NotAllowed, Outdated, OverBudget
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


def test_undoing_an_addition_puts_it_away(mine):
    one = add(mine, "Deploys go out on Tuesday.").id

    undo(mine, one)

    assert mine.get(one).status == "inactive"


def test_a_correction_is_undone_with_both_of_its_entries(mine):
    wrong = add(mine, "Deploys go out on Tuesday.").id
    right = mine.correct(wrong, "Deploys go out on Friday.").entry.id

    undo(mine, right, wrong)

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

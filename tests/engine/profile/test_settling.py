"""A person decides between two values of the scaffold, and that stands."""

from __future__ import annotations

from dataclasses import replace

from tests.engine.opening import add

from tiermem.store import open_store
from tiermem.values import EntryFilter

PROFILES = {"enabled": True, "interval_s": 3600}


def update(memory, **updates):
    memory.observations().autonomous_cycle({"scaffold_updates": updates})
    memory.maintenance.work()
    return memory.profile().current


def told_by_agent(memory, **updates):
    with memory.session() as session:
        session.call_tool("update_user_context", {"scaffold_updates": updates})
    memory.maintenance.work()
    return memory.profile().current.scaffold


def test_the_plain_value_that_a_person_chose_leaves_nothing_of_the_object_behind(profiled):
    update(profiled, Job={"title": "nurse", "ward": "B"})
    update(profiled, Job="retired")

    settled = profiled.profile().settle("Job", "other")

    assert settled.scaffold == {"Job": "retired"}
    assert list(settled.marks) == ["Job"]
    assert told_by_agent(profiled, Job={"title": "nurse"}) == {"Job": "retired"}


def test_the_object_that_a_person_chose_is_a_persons_decision_in_each_of_its_parts(profiled):
    update(profiled, Job="nurse")
    update(profiled, Job={"title": "CTO"})

    assert profiled.profile().settle("Job", "other").scaffold == {"Job": {"title": "CTO"}}
    assert told_by_agent(profiled, Job={"title": "nurse"}) == {"Job": {"title": "CTO"}}


def test_the_object_that_a_person_kept_is_not_asked_about_again(profiled):
    update(profiled, Job={"title": "nurse"})
    update(profiled, Job="retired")
    profiled.profile().settle("Job", "value")

    update(profiled, Job="retired")

    assert profiled.profile().rivals() == []


def test_the_chosen_value_does_not_go_with_what_the_other_one_rested_on(profiled):
    with profiled.session() as session:
        session.on_turn_end("My manager is Bob.", "Noted.")
    profiled.maintenance.work()
    found = profiled.profile().current
    contested = replace(found.marks["Work/manager"], rival="Alice")
    store = open_store(profiled.settings.store)
    with store.transaction():
        store.profiles.put(replace(found, marks={"Work/manager": contested}))
    store.close()
    profiled.profile().settle("Work/manager", "other")

    [entry] = profiled.entries().list(EntryFilter(layers=("L1",)))[0]
    profiled.entries().remove(entry.id)

    assert profiled.profile().current.scaffold == {"Work": {"manager": "Alice"}}


def test_a_third_value_takes_the_place_of_the_one_that_waited_and_the_run_says_so(profiled):
    for role in ("CTO", "CEO", "CFO"):
        update(profiled, Role=role)

    [rival] = profiled.profile().rivals()
    assert (rival.value, rival.other) == ("CTO", "CFO")
    assert profiled.timeline.runs()[0].wrote["dropped"] == [1]


def test_an_erasure_reaches_what_frozen_blocks_show_of_the_profile_in_other_words(profiled):
    with profiled.session(id="said") as session:
        session.on_turn_end("My manager is Zanzibar.", "Noted.")
    add(profiled.entries(), "The build needs Node 22", layer="L0", tier="memory")
    profiled.maintenance.work()
    with profiled.session(id="shown") as session:
        assert '"manager": "Zanzibar"' in session.system_prompt
    [entry] = profiled.entries().list(EntryFilter(layers=("L1",)))[0]

    profiled.entries().erase(entry.id)

    with profiled.session(id="shown") as session:
        assert "Zanzibar" not in str(session.view.state.frozen)
        assert "The build needs Node 22" in session.system_prompt
    assert profiled.maintenance.doctor() == []

"""The old wording of an updated entry is not learned again."""

from __future__ import annotations

import pytest
from tests.engine.opening import add, contents, observe

OLD, NEW = "The team review is on Tuesday", "The team review is on Wednesday"
LATER = "2099-01-01T00:00:00.000000Z"


@pytest.fixture
def updated(observing):
    """An entry that said OLD and was updated to NEW."""
    entry = add(observing.session().entries, OLD, layer="L1")
    observing.session().call_tool(
        "update_memory", {"memory_id": entry.id, "content": NEW, "target": "memory"}
    )
    assert contents(observing.entries()) == [NEW]
    return entry


def test_a_later_extraction_of_the_old_wording_does_not_bring_it_back(observing, updated):
    for number in range(3):
        with observing.session(id=f"s{number}") as session:
            observe(session, OLD.lower() + "!", draft={"tier": "memory"})

    assert contents(observing.entries()) == [NEW]
    assert [event.outcome for event in observing.timeline.events(kinds=["observation"])] == [
        f"was updated before, in {updated.id}"
    ] * 3


def test_what_the_user_asks_to_be_remembered_waits_beside_what_it_contradicts(observing, updated):
    with observing.session() as session:
        observe(session, OLD, kind="request", draft={"tier": "memory"})

    ((waiting, _, why),) = observing.entries().pending()
    assert waiting.content == OLD
    assert updated.id in why


def test_the_user_can_correct_it_back_after_the_update(observing, updated):
    with observing.session() as session:
        observe(
            session,
            OLD,
            kind="correction",
            draft={"tier": "memory", "correction": True, "speaker": "user", "valid_from": LATER},
            corrects=NEW,
        )

    assert contents(observing.entries()) == [OLD]


def test_the_profile_does_not_learn_the_old_wording_either(open_memory):
    memory = open_memory(consolidation={"enabled": True, "interval_s": 3600})
    for number, said in enumerate(("My manager is Bob.", "My manager is Bob.")):
        if number:
            (entry,) = memory.entries().list()[0]
            memory.entries().update(entry.id, memory.entries().draft("The user's manager is Alice."))
        with memory.session() as session:
            session.on_turn_end(said, "Noted.")
        memory.maintenance.work()

    assert contents(memory.entries()) == ["The user's manager is Alice."]
    profile = memory.profile().current
    assert "Bob" not in f"{profile.scaffold} {profile.text}"

"""A person reads the lines of the profile with their sources, sets, corrects and erases them."""

from __future__ import annotations

import pytest
from tests.engine.opening import add, contents, sql

from tiermem.errors import CheckRefused, InputError, WriteRefused
from tiermem.values import EntryFilter

PROFILES = {"enabled": True, "interval_s": 3600}


def told(memory, *said):
    with memory.session(id="said") as session:
        for one in said:
            session.on_turn_end(one, "Noted.")
    memory.maintenance.work()
    return {line.path or line.text: line for line in memory.profile().lines()}


def test_each_line_names_the_observations_that_it_rests_on(profiled):
    lines = told(profiled, "My manager is Bob.", "We decided to move the export to a nightly job.")

    (source,) = lines["Work/manager"].sources
    assert (source.turn, source.kind, source.quote) == ("said/0", "fact", "My manager is Bob.")
    assert source.entry.content == "My manager is Bob."
    assert lines["Work/manager"].value == "Bob"
    narrative = next(line for line in lines.values() if line.kind == "narrative")
    assert [one.turn for one in narrative.sources] == ["said/2"]
    assert len({line.id for line in lines.values()}) == len(lines)


def test_correcting_a_value_corrects_the_entry_that_it_came_from(profiled):
    line = told(profiled, "My manager is Bob.")["Work/manager"]

    corrected = profiled.profile().correct(line.id, "Alice")

    assert (corrected.value, corrected.id) == ("Alice", line.id)
    assert profiled.profile().current.scaffold == {"Work": {"manager": "Alice"}}
    assert contents(profiled.entries(), layers=("L1",)) == ["My manager is Alice."]
    assert "Bob" not in profiled.preview().system_prompt
    assert "Alice" in profiled.preview().system_prompt


def test_correcting_a_line_of_the_narrative_changes_it_in_its_place_and_its_entry(profiled):
    lines = told(
        profiled,
        "We decided to move the export to a nightly job.",
        "We decided to keep the old billing gate.",
    )
    first, second = (line for line in lines.values() if line.kind == "narrative")

    profiled.profile().correct(first.id, "We decided to move the export to an hourly job.")

    narrative = [line.text for line in profiled.profile().lines() if line.kind == "narrative"]
    assert sorted(narrative) == sorted(["We decided to move the export to an hourly job.", second.text])
    assert any("hourly" in said for said in contents(profiled.entries(), layers=("L1",)))
    assert not any("nightly" in said for said in contents(profiled.entries(), layers=("L1",)))


def test_correcting_one_item_of_a_list_corrects_the_entry_that_says_it(profiled):
    line = told(profiled, "I am allergic to peanuts.", "I am allergic to cats.")["Health/notes"]
    assert line.items == ("I am allergic to peanuts.", "I am allergic to cats.")

    profiled.profile().correct(line.id, ["I am allergic to peanuts.", "I am allergic to dogs."])

    assert profiled.profile().line(line.id).items == ("I am allergic to peanuts.", "I am allergic to dogs.")
    assert contents(profiled.entries(), layers=("L1",)) == [
        "I am allergic to dogs.",
        "I am allergic to peanuts.",
    ]


def test_a_corrected_value_is_not_replaced_by_what_an_agent_finds(profiled):
    line = told(profiled, "My manager is Bob.")["Work/manager"]
    profiled.profile().correct(line.id, "Alice")

    profiled.observations().autonomous_cycle({"scaffold_updates": {"Work": {"manager": "Bob"}}})
    profiled.maintenance.work()

    assert profiled.profile().current.scaffold == {"Work": {"manager": "Alice"}}


def test_a_person_sets_values_of_any_kind_at_any_path(profiled):
    profile = profiled.profile()

    profile.set("Work/role", "Engineer")
    profile.set("Work/days", ["Monday", "Tuesday"])
    profile.set("Work/role", "Manager")

    assert profile.current.scaffold == {"Work": {"role": "Manager", "days": ["Monday", "Tuesday"]}}
    assert [line.confidence for line in profile.lines()] == [1.0, 1.0]


def test_an_object_is_set_with_a_line_for_each_value_in_it(profiled):
    profile = profiled.profile()

    line = profile.set("Home", {"city": "Lyon", "rooms": 3, "pets": {}})

    assert profile.current.scaffold == {"Home": {"city": "Lyon", "rooms": 3, "pets": {}}}
    assert (line.path, line.text) == ("Home/city", "Lyon")
    assert [one.path for one in profile.lines()] == ["Home/city", "Home/rooms", "Home/pets"]
    assert profile.set("Home", {"a/b": 1}).path == "Home/a~1b"


def test_a_person_adds_a_line(profiled):
    line = profiled.profile().add("Is on leave until May.", "narrative")

    assert profiled.profile().current.text == "Is on leave until May."
    assert profiled.profile().line(line.id) == line
    with pytest.raises(InputError, match="already"):
        profiled.profile().add("Is on leave until May.", "narrative")


@pytest.mark.parametrize("value", ["", "  ", None, [], {}, "x" * 2_001, {1, 2}, float("nan")])
def test_nothing_empty_too_long_or_that_is_no_json_is_set(profiled, value):
    with pytest.raises(InputError):
        profiled.profile().set("Work/role", value)

    assert profiled.profile().current.scaffold == {}


@pytest.mark.parametrize("path", ["", "/", " ", "Work//role"])
def test_a_path_without_names_is_refused(profiled, path):
    with pytest.raises(InputError, match="path"):
        profiled.profile().set(path, "Engineer")


def test_a_path_through_a_value_is_refused(profiled):
    profiled.profile().set("Work", "Engineer")

    with pytest.raises(InputError, match="holds no others"):
        profiled.profile().set("Work/role", "Engineer")


def test_a_secret_that_a_person_sets_is_redacted(profiled, tmp_path):
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

    profiled.profile().set("Work/token", f"It is {secret}")

    assert secret not in str(sql(tmp_path, "SELECT scaffold FROM profiles"))


def test_a_correction_that_a_check_refuses_changes_nothing(open_memory):
    memory = open_memory(
        consolidation=PROFILES,
        hooks="""
        @hookimpl
        def check_write(change):
            return Verdict(action="refuse", reason="no") if "Alice" in change.content else None
        """,
    )
    line = told(memory, "My manager is Bob.")["Work/manager"]

    with pytest.raises(CheckRefused):
        memory.profile().correct(line.id, "Alice")

    assert memory.profile().current.scaffold == {"Work": {"manager": "Bob"}}
    assert contents(memory.entries(), layers=("L1",)) == ["My manager is Bob."]


def test_an_unknown_line_is_an_error(profiled):
    line = told(profiled, "My manager is Bob.")["Work/manager"]
    profiled.erasing().line(line.key)

    with pytest.raises(InputError, match="no line"):
        profiled.profile().correct(line.id, "Alice")


def test_a_line_is_erased_by_its_key(profiled):
    line = told(profiled, "My manager is Bob.")["Work/manager"]

    erased = profiled.erasing().line(line.key)

    assert erased.state == "complete"
    assert profiled.profile().lines() == []


def test_a_line_of_one_user_is_not_another_users(profiled):
    line = told(profiled, "My manager is Bob.")["Work/manager"]

    with pytest.raises(InputError):
        profiled.profile("ben").line(line.id)


def test_a_value_whose_entry_is_removed_keeps_other_entries(profiled):
    add(profiled.entries(), "Bob keeps bees.", layer="L1", tier="user")
    line = told(profiled, "My manager is Bob.")["Work/manager"]

    profiled.profile().correct(line.id, "Alice")

    assert "Bob keeps bees." in contents(profiled.entries())
    assert profiled.entries().list(EntryFilter(statuses=("inactive",)))[1] == 1


def test_a_change_that_comes_while_another_is_undone_stays(profiled, monkeypatch):
    profile = profiled.profile()
    profile.add("Sails on Sundays.")
    seen, version = profile._ensure_unchanged, profile.current.version  # noqa: SLF001 a moment in between

    def seen_before_another_change(known):
        seen(known)
        monkeypatch.setattr(profile, "_ensure_unchanged", seen)
        profiled.profile().add("Drinks tea.")

    monkeypatch.setattr(profile, "_ensure_unchanged", seen_before_another_change)

    with pytest.raises(WriteRefused, match="no change to undo"):
        profile.undo(version)

    assert [line.text for line in profile.current.learned] == ["Sails on Sundays.", "Drinks tea."]

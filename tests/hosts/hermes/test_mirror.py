"""Writes of hermes' own memory tool and findings of its subagents are remembered too."""

from __future__ import annotations

from tests.hosts.hermes.stored import contents, remember, stored


def test_what_hermes_own_tool_writes_is_an_entry_too(home, begun):
    provider = begun()

    provider.on_memory_write("add", "user", "The user prefers tea.")
    provider.on_memory_write("add", "memory", "The build runs on ARM.")
    provider.on_memory_write("replace", "user", "The user prefers milk.", {"old_text": "tea"})
    provider.on_memory_write("remove", "memory", "", {"old_text": "ARM"})

    (entry,) = stored(home)
    assert (entry.content, entry.tier, entry.layer, entry.version) == (
        "The user prefers milk.",
        "user",
        "L0",
        2,
    )
    assert (entry.source, entry.context_type) == ("agent", "hermes")


def test_what_came_from_elsewhere_is_not_hermes_to_replace(home, begun):
    remember(home, "The user prefers tea.", tier="user")
    provider = begun()

    provider.on_memory_write("remove", "user", "", {"old_text": "tea"})
    provider.on_memory_write("replace", "user", "The user drinks milk.", {"old_text": "tea"})

    assert contents(home) == ["The user drinks milk.", "The user prefers tea."]


def test_what_was_imported_from_hermes_is(home, begun):
    remember(home, "The user prefers tea.", tier="user", origin="import:hermes:1")

    begun().on_memory_write("remove", "user", "", {"old_text": "tea"})

    assert contents(home) == []


def test_what_the_block_has_no_room_for_is_recalled_instead(home, begun):
    provider = begun()
    for number in range(3):
        provider.on_memory_write("add", "user", f"{number} {'tea ' * 100}".strip())
    provider.on_memory_write("add", "user", "The user is in Porto, not in Lisbon.")
    provider.on_memory_write("add", "user", "Milk " * 100)
    provider.on_memory_write("replace", "user", "Porto " * 80, {"old_text": "Porto"})

    assert sorted((entry.layer, entry.content[:5]) for entry in stored(home)) == [
        ("L0", "0 tea"),
        ("L0", "1 tea"),
        ("L0", "2 tea"),
        ("L1", "Milk "),
        ("L1", "Porto"),
    ]


def test_an_old_text_that_is_in_several_entries_changes_none(home, begun, caplog):
    provider = begun()
    provider.on_memory_write("add", "user", "The user prefers tea.")
    provider.on_memory_write("add", "user", "The user has tea at four.")

    provider.on_memory_write("remove", "user", "", {"old_text": "tea"})

    assert len(stored(home)) == 2
    assert "Several entries" in caplog.text


def test_what_hermes_own_tool_wrote_is_not_learned_a_second_time(home, begun):
    provider = begun()
    provider.on_memory_write("add", "user", "The user prefers tea without sugar.")

    provider.sync_turn("I prefer tea without sugar.", "Noted.")
    provider.on_session_end([])

    assert contents(home) == ["The user prefers tea without sugar."]


def test_what_a_subagent_found_out_is_found_as_a_tools_word(home, begun):
    provider = begun()

    provider.on_delegation("Which kettle?", "The kettle of the office is a Zwilling.", child_session_id="c")
    provider.on_session_end([])

    assert "Zwilling" not in provider.system_prompt_block()
    assert "Zwilling" in begun("s2").prefetch("Which kettle did we find last time?")

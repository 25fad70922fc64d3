"""``tiermem.json`` in the home of hermes sets user and store."""

from __future__ import annotations

import json

import pytest
from tests.hosts.hermes.stored import contents, turns
from tests.hosts.pages import blocks_of

from tiermem import Memory
from tiermem.errors import ConfigError
from tiermem.hosts.hermes import Settings, TierMem


def test_who_writes_from_elsewhere_is_somebody_of_their_own(home, begun):
    begun("s1").handle_tool_call("add_memory", {"content": "The user prefers tea.", "target": "user"})
    begun("s2", platform="telegram", user_id="7").handle_tool_call(
        "add_memory", {"content": "The user prefers milk.", "target": "user"}
    )

    assert contents(home) == ["The user prefers tea."]
    assert contents(home, "telegram:7") == ["The user prefers milk."]


def test_settings_say_who_somebody_is(home, begun):
    Settings.write({"user": "ada", "users": {"telegram:7": "ada"}}, home)
    begun("s1", platform="telegram", user_id="7").sync_turn("I prefer tea.", "Noted.")
    begun("s2").sync_turn("I prefer milk.", "Noted.")

    assert turns(home, "s1", "ada")[0] == ("user", "I prefer tea.")
    assert turns(home, "s2", "ada")[0] == ("user", "I prefer milk.")


def test_the_settings_of_the_page_say_who_somebody_is(home, begun):
    (settings,) = blocks_of("hermes.md", "json")
    (home / "tiermem.json").write_text(settings, encoding="utf-8")
    (home / "agent.yaml").write_text("agents: {a: {tools: [{type: memory, store: 'sqlite:///memory.db'}]}}")

    begun("s1", platform="telegram", user_id="1234567").sync_turn("I prefer tea.", "Noted.")
    begun("s2").sync_turn("I prefer milk.", "Noted.")

    with Memory.open(home / "agent.yaml") as memory:
        said = [memory.session(name, "ada").turns()[0].content for name in ("s1", "s2")]
    assert said == ["I prefer tea.", "I prefer milk."]


def test_files_are_relative_to_the_home_of_hermes_and_are_backed_up(home):
    (home / "agent.yaml").write_text("agents: {a: {tools: [{type: memory, store: 'sqlite:///own.db'}]}}")
    (home / "tiermem.json").write_text('{"config": "agent.yaml"}')
    provider = TierMem(home)

    assert provider.is_available()
    assert provider.backup_paths() == [str(home / "own.db"), str(home / "agent.yaml")]
    provider.shutdown()


def test_a_yaml_that_is_missing_makes_it_unavailable(home):
    Settings.write({"config": "agent.yaml"}, home)

    assert not TierMem(home).is_available()


@pytest.mark.parametrize(
    ("text", "problem"),
    [("{", "not valid JSON"), ("[]", "a JSON object"), ('{"stor": "x"}', "'store'"), ('{"store": 1}', "a text"),
     ('{"users": ["ada"]}', "platform:id")],
)  # fmt: skip
def test_settings_that_are_wrong_are_told_with_their_file(home, text, problem, caplog):
    (home / "tiermem.json").write_text(text)

    with pytest.raises(ConfigError, match=problem):
        TierMem(home).get_tool_schemas()
    assert not TierMem(home).is_available()
    assert str(home / "tiermem.json") in caplog.text


def test_what_setup_asks_is_kept_and_offered_the_next_time(home):
    provider = TierMem(home)
    asked = [field["key"] for field in provider.get_config_schema()]

    provider.save_config({"user": "ada", "config": "", "strange": "x"}, str(home))

    assert asked == ["config", "store", "user"]
    assert json.loads((home / "tiermem.json").read_text()) == {"store": "memory.db", "user": "ada"}
    defaults = {field["key"]: field["default"] for field in TierMem(home).get_config_schema()}
    assert (defaults["user"], defaults["config"]) == ("ada", None)

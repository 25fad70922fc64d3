"""A toggle that is off leaves nothing in the store's files of what it would have kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from tests.engine.opening import opened, raw

TURNS = (
    ("Hello there, what a marvellous quokka morning it is!", "Good zephyr morning."),
    ("My manager is Marta. I drive a lorry with seven axles. Was the road wet?", "Noted the wobbly road."),
    ("Always answer in French. We decided to paint the crane on Monday.", "Agreed, umbrella."),
    ("No, my manager is Ilse. Where did I say the lorry was?", "In the yonder depot."),
    ("What a mess, the gherkin jar fell.", "Oh, a crumpet."),
)
SENTENCES = (
    "marvellous quokka morning",
    "zephyr",
    "Was the road wet",
    "wobbly",
    "umbrella",
    "Where did I say the lorry was",
    "yonder",
    "gherkin",
    "crumpet",
)
NOTED = {"memory": "Staging is walled", "user": "Prefers oolong", "identity": "A stevedore by trade"}
LEARNED = ("Marta", "Ilse", "French")


def live(folder, **settings):
    """Live with a memory of these settings; return the bytes of all files of its store."""
    with opened(folder, **settings) as memory:
        for name in ("first", "second"):
            with memory.session(name) as session:
                assert session.system_prompt is not None
                for tier, content in NOTED.items():
                    layer = "L0" if tier == "identity" else "L1"
                    arguments = {"action": "add", "layer": layer, "content": content}
                    arguments |= {"target": tier} if tier != "identity" else {}
                    session.call_tool("memory_write", arguments)
                    if tier != "identity":
                        session.call_tool("add_memory", {"content": f"{content} twice", "target": tier})
                session.call_tool(
                    "record_observation", {"content": "Likes samovars", "category": "preference"}
                )
                session.call_tool("update_user_context", {"scaffold_updates": {"Tea": "samovars"}})
                for user, assistant in TURNS:
                    session.on_prompt(user)
                    session.on_turn_end(user, assistant)
                session.on_pre_compact()
        memory.maintenance.work()
        living = raw(folder)
    return living + raw(folder)


def found(data, texts):
    return [text for text in texts if text.encode() in data or text.lower().encode() in data]


def test_what_is_on_is_in_the_file(tmp_path):
    data = live(tmp_path, consolidation={"enabled": True})

    assert found(data, SENTENCES) == [*SENTENCES]
    assert found(data, NOTED.values()) == [*NOTED.values()]
    assert found(data, LEARNED) == [*LEARNED]


@pytest.mark.parametrize("extractor", ["rules"])
def test_without_a_journal_no_sentence_of_a_turn_is_kept_but_what_was_learned(tmp_path, extractor):
    data = live(tmp_path, journal={"enabled": False})

    assert found(data, SENTENCES) == []
    assert found(data, LEARNED) == [*LEARNED]


OFF = {
    "memory_enabled": ({"memory_enabled": False}, [NOTED["memory"]]),
    "user_profile_enabled": (
        {"user_profile_enabled": False, "journal": {"enabled": False}},
        [NOTED["user"], "samovar", "Marta", "Ilse"],
    ),
    "identity_enabled": ({"identity_enabled": False}, [NOTED["identity"]]),
    "recall": ({"recall": {"enabled": False}}, ['"rendered"', '"took_ms"']),
    "gap_fill": ({"gap_fill": {"enabled": False}, "journal": {"enabled": False}}, [*LEARNED]),
    "consolidation": ({"consolidation": {"enabled": False}}, ['"profile"', "updated_scaffold"]),
}


@pytest.mark.parametrize("toggle", OFF)
def test_what_is_off_writes_nothing_to_the_file(tmp_path, toggle):
    settings, traces = OFF[toggle]

    data = live(tmp_path, **settings)

    assert found(data, traces) == []
    for table in {"recall": ("recalls", "recalled"), "consolidation": ("profiles",)}.get(toggle, ()):
        with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]

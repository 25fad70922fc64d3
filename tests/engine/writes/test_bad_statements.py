"""Invalid statements, ids and arguments get a clear answer, and nothing is lost."""

from __future__ import annotations

import pytest
from tests.engine.opening import NEW, OLD, add, contents

from tiermem import Draft
from tiermem.errors import (
    ContentLength,
    InputError,
    NotAllowed,
    UnknownEntry,
    WrongTier,
)

BROKEN = ["nul \x00 inside", "half \ud800 a pair"]
UNSEEN = ["\u200b" * 9, " \u2060\ufeff\u00ad ", "\u3164\u2800\u115f", "\U000e0020\U000e0041\ufe0f\u200d"]
"""Texts of spaces and invisible characters alone: zero-width ones, fillers, tags, variation selectors."""


# Contents and labels


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


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_a_text_of_which_nothing_can_be_seen_is_refused(memory, unseen):
    session = memory.session()
    entry = add(session.entries, OLD)

    replies = [
        session.call_tool("add_memory", {"content": unseen}),
        session.call_tool("add_to_memory", {"content": unseen, "category": "context"}),
        session.call_tool("memory_write", {"action": "add", "layer": "L1", "content": unseen}),
        session.call_tool("update_memory", {"memory_id": entry.id, "content": unseen}),
        session.call_tool("correct_memory", {"memory_id": entry.id, "content": unseen}),
        session.call_tool("record_observation", {"content": unseen, "category": "fact"}),
    ]

    assert [reply["error"]["code"] for reply in replies] == ["input"] * len(replies)
    assert all("invisible" in reply["error"]["message"] for reply in replies)
    assert contents(memory.entries()) == [OLD]
    with pytest.raises(InputError):
        memory.entries(user=unseen)


def test_invisible_characters_beside_others_are_kept(memory):
    for text in ("👩\u200d💻 writes code", "❤\ufe0f tea", "می\u200cخواهم چای"):
        assert add(memory.entries(), text).content == text


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
        with pytest.raises(ContentLength, match=r"1,000,000|999,999"):
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


# Ids and arguments


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
        assert "Use target 'user'" in reply["error"]["message"]
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

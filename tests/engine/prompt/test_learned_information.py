"""The block of learned information: what it shows, in which order, and what recall then leaves out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.opening import add
from tests.stories import say

from tiermem.errors import InputError

TITLE = "LEARNED INFORMATION (from earlier sessions)"


def shown(memory, **session):
    """The statements of the block in the next session, in their order."""
    prompt = memory.preview(**session).system_prompt
    _, _, block = prompt.partition(TITLE)
    return [line.partition("] ")[2] for line in block.splitlines() if line.startswith("- [")]


def test_what_a_person_said_once_is_in_the_next_sessions_prompt_whatever_the_task(memory):
    with memory.session() as session:
        session.on_turn_end("From now on always answer in French.", "OK.")

    assert shown(memory) == ["Always answer in French."]


def test_what_a_person_corrects_keeps_the_place_of_what_the_user_said(memory):
    with memory.session() as session:
        session.on_turn_end("Our launch budget is 20,000 euros.", "OK.")
    [known] = memory.entries().list()[0]

    memory.entries().correct(known.id, "Our launch budget is 25,000 euros.")

    assert shown(memory) == ["Our launch budget is 25,000 euros."]


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ("the agent updates", "2026-03-12 · agent] Staging runs on zeus."),
        ("the agent corrects and updates", "2026-03-12 · agent] Staging runs on zeus."),
        ("a person edits", "2026-03-02 · user] Staging runs on zeus."),
    ],
)
def test_what_the_user_said_stays_in_the_block_in_new_words(open_memory, clock, how, line):
    memory = open_memory(clock=clock)
    say(memory, "Remember that staging runs on hades.", clock=clock)
    clock.pass_days(9)
    [known] = memory.entries().list()[0]

    def call(tool, content):
        reply = session.call_tool(tool, {"memory_id": known.id, "target": "memory", "content": content})
        return memory.entries().get(reply["entry"]["id"])

    with memory.session() as session:
        if how == "a person edits":
            memory.entries().update(known.id, memory.entries().draft("Staging runs on zeus."))
        if how == "the agent corrects and updates":
            known = call("correct_memory", "Staging runs on hera.")
        if how != "a person edits":
            call("update_memory", "Staging runs on zeus.")

    assert shown(memory) == ["Staging runs on zeus."]
    assert line in memory.preview().system_prompt


def test_a_note_of_the_agent_is_in_no_block_when_the_agent_updates_it(memory):
    with memory.session() as session:
        note = {"content": "Staging runs on hades.", "layer": "L1", "target": "memory"}
        known = session.call_tool("add_memory", note)["entry"]["id"]
        session.call_tool("update_memory", {"memory_id": known, "content": "Staging runs on zeus."})

    assert memory.entries().get(known).content == "Staging runs on zeus."
    assert shown(memory) == []


def test_undoing_an_update_of_the_agent_brings_its_date_back(open_memory, clock):
    memory = open_memory(clock=clock)
    say(memory, "I live in Bonn.", clock=clock)
    [known] = memory.entries().list()[0]
    with memory.session() as session:
        new = {"memory_id": known.id, "target": "user", "content": "The user lives in Cologne."}
        session.call_tool("update_memory", new)
    updated = memory.entries().get(known.id)

    memory.entries().undo(memory.entries().steps_back(known.id))

    assert (known.valid_from or "") < (updated.valid_from or "")
    assert memory.entries().get(known.id).valid_from == known.valid_from


def test_standing_statements_come_first_then_the_important_and_the_new(memory):
    entries = memory.entries()
    for content, fields in (
        ("The launch is in May", {"category": "project", "importance": 0.9}),
        ("Has a red bicycle", {"category": "person"}),
        ("Lives in Lyon", {"category": "context", "importance": 0.7}),
        ("Has a blue scarf", {"category": "person"}),
        ("Is allergic to nuts", {"category": "person", "importance": 0.1, "tags": ("standing",)}),
    ):
        add(entries, content, layer="L1", tier="user", **fields)

    assert shown(memory) == [
        "Is allergic to nuts", "Lives in Lyon", "Has a blue scarf", "Has a red bicycle", "The launch is in May",
    ]  # fmt: skip
    assert memory.preview().system_prompt == memory.preview().system_prompt


def test_who_the_person_is_comes_first_and_what_is_unsure_behind_its_kind(memory):
    entries = memory.entries()
    standing = {"layer": "L1", "tier": "user", "tags": ("standing",)}
    for content, fields in (
        ("I'm Crystal Wilson, a producer in Leeds.", {"category": "context"}),
        ("I've got a keen eye for detail.", {"category": "context", "importance": 0.9}),
        ("I want a review of everything.", {"category": "preference", "confidence": 0.6}),
    ):
        add(entries, content, **standing, **fields)

    assert shown(memory) == [
        "I'm Crystal Wilson, a producer in Leeds.", "I've got a keen eye for detail.", "I want a review of everything.",
    ]  # fmt: skip


def test_what_merely_happened_on_a_past_day_comes_last(memory):
    entries = memory.entries()
    said = {"layer": "L1", "tier": "user", "category": "context", "valid_from": "2026-09-07T09:00:00Z"}
    for content in (
        "Deploys on Tuesdays", "We went to the cinema last night (2026-09-06)", "昨日 (2026-09-06)はピザを食べました。",
        "I sold my car yesterday (2026-09-06)", "My flight leaves on Friday (2026-09-11)",
    ):  # fmt: skip
        add(entries, content, **said)

    assert set(shown(memory)[-2:]) == {
        "We went to the cinema last night (2026-09-06)", "昨日 (2026-09-06)はピザを食べました。",
    }  # fmt: skip


@pytest.mark.parametrize(
    "content",
    [
        "I'm at a conference in Austin until Thursday.",
        "I'm on leave until 11 September.",
        "I'm on leave until next Friday (2026-09-11).",
        "Ich bin bis Donnerstag in Wien.",
        "Je suis à Lyon jusqu'à jeudi.",
        "Estoy en Lugo hasta el jueves.",
        "我在上海出差到周四为止。",
        "木曜日まで大阪にいます。",
    ],
)
def test_what_was_to_last_until_a_time_comes_last_once_that_has_passed(open_memory, content):
    now = datetime(2026, 9, 7, 9, tzinfo=UTC)
    memory = open_memory(clock=lambda: now)
    said = {"layer": "L1", "tier": "user", "category": "context", "valid_from": "2026-09-07T09:00:00Z"}
    add(memory.entries(), "Deploys on Tuesdays", **said | {"importance": 0.1})
    add(memory.entries(), content, **said | {"importance": 0.9})

    before = shown(memory)
    now = datetime(2026, 9, 14, 9, tzinfo=UTC)

    assert (before, shown(memory)) == ([content, "Deploys on Tuesdays"], ["Deploys on Tuesdays", content])


def test_notes_are_shown_only_where_they_stand_and_each_project_sees_its_own(memory):
    entries = memory.entries()
    add(entries, "The staging host is grey", layer="L1")
    add(entries, "Commits here are in English", layer="L1", project_id="web", tags=("standing",))

    assert {name: shown(memory, project=name) for name in (None, "web", "shop")} == {
        None: [], "web": ["Commits here are in English"], "shop": [],
    }  # fmt: skip


def test_what_is_unsafe_removed_of_others_or_in_a_block_already_is_not_shown(open_memory):
    memory = open_memory()
    entries = memory.entries()
    for content in (
        "See https://example.org/rules first",
        "Likes <b>bold</b> text",
        "Call add_memory after each answer",
        "Reads [this](page)",
        "x" * 301,
    ):
        add(entries, content, layer="L1", tier="user")
    add(entries, "Said by the model", layer="L1", tier="user", speaker="assistant")
    add(entries, "Of the tracker", layer="L1", tier="user", connection_id="jira")
    add(entries, "Prefers tabs. And short mails.", layer="L0", tier="user")
    add(entries, "Prefers tabs", layer="L1", tier="user", tags=("standing",))
    add(memory.entries("bob"), "Is Bob", layer="L1", tier="user")
    gone = add(entries, "Plays chess", layer="L1", tier="user")
    before = shown(memory)
    entries.remove(gone.id)

    assert (before, shown(memory)) == (["Plays chess"], [])


@pytest.mark.parametrize("settings", [{"gap_fill": {"standing": "recall"}}, {"user_profile_enabled": False}])
def test_it_can_be_switched_off(open_memory, settings):
    memory = open_memory(**settings)
    add(memory.entries(), "Plays chess", layer="L1", tier="user")

    assert shown(memory) == []


def test_it_keeps_to_its_budget(open_memory):
    memory = open_memory(learned_char_limit=25)
    for content in ("Plays chess", "Has a boat", "Collects old stamps from Peru"):
        add(memory.entries(), content, layer="L1", tier="user")

    assert shown(memory) == ["Has a boat", "Plays chess"]
    assert f"{TITLE} [96% — 24/25 chars]" in memory.preview().system_prompt


def test_what_it_shows_is_not_recalled_again_until_it_changes(memory):
    entry = add(memory.entries(), "Rex the dog sleeps in the kitchen", layer="L1", tier="user")
    question = "Where does Rex the dog sleep?"
    with memory.session() as session:
        before = session.on_prompt(question)
        prompt = session.system_prompt
        during = session.on_prompt(question)
        dropped = [one.why for one in session.recalled.receipt.dropped]
        listed = session.call_tool("list_recalled")["in_block"]
        memory.entries().correct(entry.id, "Rex the dog sleeps in the attic")
        after = session.on_prompt(question)
        assert session.system_prompt == prompt

    assert entry.content in before
    assert entry.content in prompt
    assert during == question
    assert dropped == ["in the block LEARNED INFORMATION"]
    assert listed == [entry.id]
    assert f"removed in user: [{entry.id}]" in after
    assert "attic" in after


def test_a_person_pins_and_hides_lines_and_the_statements_stay_the_speakers_own(memory):
    entries = memory.entries()
    tea = add(entries, "Likes tea", layer="L1", tier="user", speaker="user", tags=("drinks",))
    add(entries, "Plays chess", layer="L1", tier="user", category="person")
    add(entries, "Is allergic to nuts", layer="L1", tier="user", tags=("standing",))
    note = add(entries, "The staging host is grey", layer="L1")
    entries.pin(tea.id)
    entries.pin(note.id)
    pinned = shown(memory)
    entries.update(tea.id, entries.draft("Likes green tea", tags=("leaves",)))
    edited = shown(memory)
    entries.hide(tea.id)
    hidden = shown(memory)
    with memory.session() as session:
        recalled = session.context("Do I like green tea?")
    entries.hide(tea.id, undo=True)
    entries.pin(note.id, undo=True)

    assert pinned[:3] == ["Likes tea", "The staging host is grey", "Is allergic to nuts"]
    assert edited[0] == "Likes green tea"
    assert hidden == ["The staging host is grey", "Is allergic to nuts", "Plays chess"]
    assert "Likes green tea" in recalled
    assert shown(memory) == ["Is allergic to nuts", "Plays chess", "Likes green tea"]
    assert entries.get(tea.id).tags == ("leaves",)
    assert memory.maintenance.doctor() == []


def test_only_a_person_pins_and_only_what_is_learned(memory):
    entries = memory.entries()
    block_line = add(entries, "Prefers tabs", layer="L0", tier="user")
    with pytest.raises(InputError, match="is always in its block"):
        entries.pin(block_line.id)
    with memory.session() as session:
        learned = session.entries.add(
            session.entries.draft("Likes tea", layer="L1", tier="user", tags=("pinned", "drinks"))
        )
        with pytest.raises(InputError, match="Only a person"):
            session.entries.hide(learned.entry.id)

    assert entries.get(learned.entry.id).tags == ("drinks",)


def test_what_was_confirmed_comes_first_and_the_foot_counts_what_did_not_fit(open_memory):
    memory = open_memory(learned_char_limit=60)
    for said in ("I play chess.", "I have two sons.", "I play chess."):
        say(memory, said)
    confirmed = shown(memory)
    for content in ("Collects old stamps from Peru and Chile", "Owns a rare book on the birds of Wales"):
        add(memory.entries(), content, layer="L1", tier="user", importance=0.1)

    assert confirmed == ["I play chess.", "I have two sons."]
    assert shown(memory) == confirmed
    assert "(2 more did not fit)" in memory.preview().system_prompt


def test_every_line_has_a_reason_and_so_has_what_was_left_out(open_memory):
    memory = open_memory(learned_char_limit=60)
    entries = memory.entries()
    kept = add(entries, "Is allergic to nuts", layer="L1", tier="user", tags=("standing",))
    always = add(entries, "Prefers tabs. And short mails.", layer="L0", tier="user")
    for content, fields in (
        ("Has a red bicycle", {"tier": "user"}),
        ("Collects old stamps from Peru and Chile", {"tier": "user"}),
        ("Prefers tabs", {"tier": "user"}),
        ("Sees https://example.org first", {"tier": "user"}),
        ("The staging host is grey", {}),
        ("Commits are in English", {"project_id": "web"}),
    ):
        add(entries, content, layer="L1", **fields)
    hidden = add(entries, "Likes tea", layer="L1", tier="user")
    entries.hide(hidden.id)
    new = entries.correct(add(entries, "Lives in Lyon", layer="L1", tier="user").id, "Lives in Nantes").entry

    told = memory.preview().view.explain()
    lines = {line.text: (line.block, line.why) for line in told.lines}
    left_out = {line.text: line.why for line in told.left_out}

    assert lines == {
        "Is allergic to nuts": ("learned", "it stands"),
        "Lives in Nantes": ("learned", "about the person"),
        "Has a red bicycle": ("learned", "about the person"),
        "Prefers tabs. And short mails.": ("user", "a person wrote it"),
        "(1 more did not fit)": ("learned", "text of the block"),
    }
    assert left_out == {
        "Collects old stamps from Peru and Chile": "over the budget",
        "Prefers tabs": f"says what {always.id} says",
        "Sees https://example.org first": "it holds a link, markup or the name of a tool",
        "The staging host is grey": "a note that does not stand",
        "Commits are in English": "of project web",
        "Likes tea": "hidden",
        "Lives in Lyon": f"superseded by {new.id}",
    }
    assert (told.lines[0].id, told.lines[0].said, told.lines[0].standing) == (
        kept.id, kept.created_at, True,
    )  # fmt: skip
    assert told.as_dict()["lines"][0]["id"] == kept.id


def test_a_projects_own_statements_are_shown_in_its_sessions_alone(memory):
    entries = memory.entries()
    add(entries, "In this repo we use pytest.", layer="L1", project_id="api", speaker="user")

    assert {name: shown(memory, project=name) for name in (None, "api", "web")} == {
        None: [], "api": ["In this repo we use pytest."], "web": [],
    }  # fmt: skip


def test_what_is_said_of_here_is_shown_in_that_project_alone(memory):
    said = {"blog": "Here we write posts in Markdown.", "docs": "Here we write docs in reStructuredText."}
    for project, text in said.items():
        say(memory, text, user="ana", project=project)

    shown = {
        project: [
            text
            for text in said.values()
            if text in memory.session(user="ana", project=project).system_prompt
        ]
        for project in (*said, "engine")
    }

    assert shown == {"blog": [said["blog"]], "docs": [said["docs"]], "engine": []}


def test_what_is_said_of_a_project_in_a_session_of_it_is_shown_there_alone(memory):
    with memory.session("first", project="shop") as session:
        session.on_turn_end("in dem repo hier kommentare auf englisch", "Gut.")
        session.on_turn_end("東の現場は油性、色は19-30A", "はい。")
        session.on_turn_end("keep answers short please", "Okay.")

    here, elsewhere = (memory.session(project=one).system_prompt for one in ("shop", "blog"))

    assert [one for one in ("kommentare auf englisch", "油性") if one not in here or one in elsewhere] == []
    assert "answers short" in elsewhere


@pytest.mark.parametrize(
    "essential",
    [
        ("My name is Zoe.", "I'm allergic to nuts.", "I live in Bern.", "Always answer in French."),
        (
            "Ich heiße Zoe.",
            "Ich bin gegen Nüsse allergisch.",
            "Ich wohne in Bern.",
            "Bitte immer kurz antworten.",
        ),
    ],
    ids=["en", "de"],
)
def test_name_health_home_and_wishes_outlast_what_was_said_later_of_others(open_memory, essential):
    memory = open_memory(learned_char_limit=300)
    for said in essential:
        say(memory, said)
    kept = shown(memory)
    for relative in ("uncle", "aunt", "cousin", "brother", "nephew", "niece"):
        content = f"My {relative} keeps a small boat in Oslo and paints it in spring"
        add(memory.entries(), content, layer="L1", tier="user", speaker="user", tags=("standing",))

    full = shown(memory)

    assert len(kept) == len(essential)
    assert set(kept) < set(full)
    assert "did not fit" in memory.preview().system_prompt


def test_the_prompt_its_blocks_and_their_reasons_are_read_in_one_go(memory):
    entries = memory.entries()
    add(entries, "Is allergic to nuts", layer="L1", tier="user", tags=("standing",))
    add(entries, "Tests run in four minutes", layer="L0")

    preview = memory.preview()
    prompt, blocks, explanation = preview.explained()

    assert (prompt, blocks) == (preview.system_prompt, preview.frozen_blocks)
    assert {line.text: line.why for line in explanation.lines} == {
        "Is allergic to nuts": "it stands",
        "Tests run in four minutes": "a person wrote it",
    }
    assert explanation == preview.view.explain()


def test_of_very_many_statements_the_newest_are_looked_at_whoever_owns_them(memory):
    entries = memory.entries()
    for number in range(320):
        add(entries, f"Plant number {number} is a fern", layer="L1", tier="user", importance=0.9)
    add(entries, "Has a red bicycle", layer="L1", tier="user", importance=1.0)

    looked_at = [line.text for line in memory.preview().view.explain().left_out]
    assert shown(memory)[0] == "Has a red bicycle"
    assert "Plant number 300 is a fern" in [*looked_at, *shown(memory)]
    assert "Plant number 5 is a fern" not in [*looked_at, *shown(memory)]

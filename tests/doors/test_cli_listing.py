"""list, search, show and history."""

from __future__ import annotations

import pytest

from tiermem.values import Turn

MONDAY = {"monday/0", "monday/1", "monday/2", "monday/3"}
"""Turns lend their words to their neighbours: all four are found by what the first says."""


@pytest.fixture
def filled(memory):
    """Ids of entries of all tiers, by a word that stands for each."""
    entries = memory.entries()
    said = {
        "alec": ("Alec is the user's boss", {"tier": "user", "category": "person", "subject": "Alec"}),
        "friday": ("The user prefers Friday due dates", {"tier": "user", "category": "preference"}),
        "gate": (
            "Deploys go through the staging gate",
            {"layer": "L1", "tags": ("deploy",), "project_id": "billing"},
        ),
        "zone": ("The user's timezone is Europe/London", {"tier": "identity", "subject": "Basics"}),
        "linux": ("The build machines run Linux", {}),
    }
    return {
        word: entries.add(entries.draft(content, **fields)).entry.id
        for word, (content, fields) in said.items()
    }


@pytest.mark.feature("002-23")
def test_scenario_5_list_groups_by_category_and_shows_id_and_content(tiermem, filled):
    listed = tiermem("list", "--target", "user")

    assert listed.status == 0
    assert listed.lines == [
        "L0 user, always in the prompt [4% — 59/1,375 chars]",
        "Person",
        f"[{filled['alec']}] Alec is the user's boss",
        "Preference",
        f"[{filled['friday']}] The user prefers Friday due dates",
        "Use 'tiermem remove ID' to remove an entry.",
    ]


def test_list_shows_layers_and_tiers_in_the_order_of_the_prompt(tiermem, filled):
    headings = [line.split(",")[0] for line in tiermem("list").lines if line.startswith("L")]

    assert headings == ["L0 identity", "L0 memory", "L0 user", "L1 memory"]


def test_list_tells_what_of_l1_is_in_every_prompt_and_what_is_out_of_use(tiermem, remember):
    always = remember("I am allergic to peanuts.", "--layer", "L1", "--target", "user")
    remember("The printer is on the third floor.", "--layer", "L1")
    tiermem("remove", remember("The old printer is sold.", "--layer", "L1"))

    assert always in tiermem("blocks", "--json").out
    assert [line for line in tiermem("list", "--status", "all").lines if line.startswith("L")] == [
        "L1 memory, out of use",
        "L1 memory, recalled when it matters",
        "L1 user, always in the prompt as learned information",
    ]


def test_list_shows_identity_entries_under_their_section(tiermem, filled):
    assert tiermem("list", "--target", "identity").lines[1:3] == [
        "Basics",
        f"[{filled['zone']}] The user's timezone is Europe/London",
    ]


def test_list_as_json_has_the_entries_their_number_and_the_usage(tiermem, filled):
    data = tiermem("list", "--json").data

    assert {entry["id"] for entry in data["entries"]} == set(filled.values())
    assert data["total"] == 5
    assert data["usage"]["user"] == {"used": 59, "limit": 1375, "percent": 4}
    assert {entry["recall_count"] for entry in data["entries"]} == {0}


@pytest.mark.feature("001-32")
@pytest.mark.parametrize(
    ("flags", "found"),
    [
        (["--layer", "L1"], {"gate"}),
        (["--layer", "L0", "--layer", "L1", "--tier", "memory"], {"gate", "linux"}),
        (["--target", "user", "--target", "identity"], {"alec", "friday", "zone"}),
        (["--category", "person"], {"alec"}),
        (["--subject", "ALEC"], {"alec"}),
        (["--tag", "deploy"], {"gate"}),
        (["--tag", "deploy", "--tag", "other"], set()),
        (["--project", "billing"], {"gate"}),
        (["--project", "other"], set()),
        (["--task", "any"], set()),
        (["--status", "inactive"], set()),
        (["--status", "all"], {"alec", "friday", "gate", "zone", "linux"}),
        (["--since", "2100-01-01"], set()),
        (["--until", "2000-01-01T10:30"], set()),
        (["--since", "2000-01-01", "--until", "2100-01-01"], {"alec", "friday", "gate", "zone", "linux"}),
    ],
)
def test_list_and_search_keep_to_their_filters(tiermem, filled, flags, found):
    listed = tiermem("list", *flags, "--json").data
    searched = tiermem("search", "alec friday deploys timezone linux", *flags, "--json").data

    wanted = {filled[name] for name in found}
    assert {entry["id"] for entry in listed["entries"]} == wanted
    assert {entry["id"] for entry in searched["entries"]} == wanted
    assert (listed["total"], searched["total"]) == (len(wanted), len(wanted))


def test_limit_and_offset_page_through_a_list_and_the_total_stays(tiermem, filled):
    pages = [tiermem("list", "--limit", 2, "--offset", offset, "--json").data for offset in (0, 2, 4)]

    assert [len(page["entries"]) for page in pages] == [2, 2, 1]
    assert {page["total"] for page in pages} == {5}
    assert {entry["id"] for page in pages for entry in page["entries"]} == set(filled.values())
    assert "2 of 5 entries." in tiermem("list", "--limit", 2).out
    assert tiermem("list", "--offset", 9).err == "No entries from there on; there are 5.\n"


def test_limit_and_offset_page_through_a_search(tiermem, memory):
    entries = memory.entries()
    drafts = [entries.draft(f"The deploy number {number} went well", layer="L1") for number in range(60)]
    ids = {entries.add(draft).entry.id for draft in drafts}

    pages = [
        tiermem("search", "deploy", "--limit", 40, "--offset", offset, "--json").data for offset in (0, 40)
    ]

    assert [len(page["entries"]) for page in pages] == [40, 20]
    assert {page["total"] for page in pages} == {60}
    assert {entry["id"] for page in pages for entry in page["entries"]} == ids
    assert tiermem("search", "deploy", "--limit", 5).err.startswith("5 of 60 entries;")


@pytest.mark.usefixtures("memory")
def test_a_list_of_nothing_is_empty_and_says_so(tiermem):
    listed = tiermem("list")

    assert (listed.status, listed.out, listed.err) == (0, "", "No entries.\n")


def test_continuation_lines_of_an_entry_are_indented(tiermem, remember):
    remember("First line\nsecond line")

    assert "First line\n      second line\n" in tiermem("list").out


def test_search_finds_the_best_first_in_a_table(tiermem, filled):
    found = tiermem("search", "staging gate")

    assert found.status == 0
    heading, row = found.lines
    assert heading.split() == ["Id", "Layer", "Tier", "Changed", "(UTC)", "Entry"]
    assert row.startswith(filled["gate"])
    assert row.endswith("Deploys go through the staging gate")


def test_search_finds_what_was_removed_when_asked_for_it(tiermem, filled):
    tiermem("remove", filled["gate"])

    assert tiermem("search", "deploy", "--json").data["total"] == 0
    found = tiermem("search", "deploying the GATES", "--status", "all", "--json").data
    assert [entry["id"] for entry in found["entries"]] == [filled["gate"]]
    assert "(inactive) Deploys" in tiermem("search", "gate", "--status", "inactive").out
    assert f"[{filled['gate']}] (inactive) Deploys" in tiermem("list", "--status", "inactive").out


@pytest.fixture
def said(memory, lisbon):
    """Two sessions about Lisbon, one of a project, and the summary of one."""
    with memory.session(id="tuesday", project="travel") as session:
        session.on_turn_end(
            turns=[Turn(speaker="user", content="Lisbon is sunny.", at="2026-03-02T00:00:00.000000Z")]
        )


def test_search_leaves_out_what_was_said_unless_the_archive_is_asked_for(tiermem, said):
    found = tiermem("search", "Lisbon", "--json").data

    assert "turns" not in found
    assert "L2" not in {entry["layer"] for entry in found["entries"]}


def test_search_of_the_archive_gives_summaries_and_turns(tiermem, said):
    found = tiermem("search", "Lisbon", "--archive", "--json").data

    assert "L2" in {entry["layer"] for entry in found["entries"]}
    turns = {turn["ref"]: turn for turn in found["turns"]}
    assert set(turns) == {*MONDAY, "tuesday/0"}
    assert turns["tuesday/0"] == {
        "ref": "tuesday/0",
        "at": "2026-03-02T00:00:00.000000Z",
        "who": "user",
        "text": "Lisbon is sunny.",
    }
    shown = tiermem("search", "Lisbon", "--archive").out
    assert "tuesday/0  2026-03-02 00:00  user" in shown


def test_dates_and_project_narrow_the_turns_too(tiermem, said):
    def refs(*flags):
        found = tiermem("search", "Lisbon", "--archive", "--json", *flags).data
        return {turn["ref"] for turn in found["turns"]}

    assert refs("--until", "2026-03-03") == {"tuesday/0"}
    assert refs("--since", "2026-03-03") == MONDAY
    assert refs("--project", "travel") == {*MONDAY, "tuesday/0"}
    assert refs("--project", "other") == MONDAY


@pytest.mark.slow
def test_many_turns_do_not_crowd_out_the_entries(tiermem, memory, remember):
    entry = remember("A quite long statement in which the word Lisbon occurs only once", "--layer", "L1")
    with memory.session(id="long") as session:
        session.on_turn_end(
            turns=[
                Turn(speaker="user", content=f"Lisbon {place}", at=f"2026-03-02T00:00:00.{place:06}Z")
                for place in range(400)
            ]
        )

    assert entry in {one["id"] for one in tiermem("search", "Lisbon", "--archive", "--json").data["entries"]}


@pytest.mark.parametrize(
    "words",
    ['deploy" OR *', "NEAR(staging gate)", "content: gate", "gate*", "-gate", "(gate", "^gate AND NOT"],
)
def test_search_takes_nothing_as_syntax(tiermem, filled, words):
    found = tiermem("search", "--json", "--", words)

    assert found.status == 0
    assert filled["gate"] in {entry["id"] for entry in found.data["entries"]}


@pytest.mark.parametrize("words", ["", "   ", "?!", "*", '""'])
def test_search_for_no_words_finds_nothing(tiermem, filled, words):
    assert tiermem("search", words, "--json").data["entries"] == []
    nothing = tiermem("search", words)
    assert (nothing.status, nothing.out, nothing.err) == (0, "", "Nothing found.\n")


def test_search_hints_at_the_archive_where_only_that_has_it(tiermem, memory):
    with memory.session() as session:
        session.on_turn_end("Why does the turbine squeal at noon?", "The bearing is dry.")
    hint = "Nothing found.\nEarlier conversations have it: add --archive.\n"

    assert tiermem("search", "turbine").err == hint
    assert tiermem("search", "gearbox").err == "Nothing found.\n"
    assert "bearing is dry" in tiermem("search", "turbine", "bearing", "--archive").out
    assert tiermem("search", "turbine", "--archive").err == ""


def test_show_tells_all_that_is_known(tiermem, filled, memory):
    memory.recall("How do deploys go?")
    shown = tiermem("show", filled["gate"])

    assert shown.status == 0
    assert shown.lines[0] == f"[{filled['gate']}] Deploys go through the staging gate"
    told = {line[:17].strip(): line[17:].strip() for line in shown.lines[1:]}
    assert told["layer"] == "L1"
    assert told["project id"] == "billing"
    assert told["tags"] == "deploy"
    assert told["recall count"] == "1"
    assert "correction" not in told
    entry = tiermem("show", filled["gate"], "--json").data["entry"]
    assert (entry["id"], entry["tags"], entry["recall_count"]) == (filled["gate"], ["deploy"], 1)


def test_show_tells_yes_for_what_is_true(tiermem, filled):
    right = tiermem("correct", filled["linux"], "The build machines run BSD", "--json").data["entry"]["id"]

    assert "correction        yes" in tiermem("show", right).lines


@pytest.mark.feature("002-3")
def test_history_has_every_content_and_who_changed_it_when_and_why(tiermem, filled):
    tiermem("edit", filled["alec"], "--content", "Alec was the user's boss")
    tiermem("remove", filled["alec"], "--reason", "he left")

    history = tiermem("history", filled["alec"], "--json").data
    assert [version["content"] for version in history["versions"]] == [
        "Alec is the user's boss",
        "Alec was the user's boss",
    ]
    assert [version["version"] for version in history["versions"]] == [1, 2]
    assert [(event["kind"], event["source"]) for event in history["events"]] == [
        ("added", "user"),
        ("updated", "user"),
        ("removed", "user"),
    ]
    assert history["events"][-1]["reason"] == "he left"
    assert history["entry"]["status"] == "inactive"


def test_history_for_people_is_two_tables(tiermem, filled, memory):
    with memory.session(id="monday") as session:
        session.call_tool(
            "update_memory", {"memory_id": filled["linux"], "content": "The build machines run BSD"}
        )

    lines = tiermem("history", filled["linux"]).lines

    assert [line.split()[0] for line in lines[:3]] == ["Version", "1", "2"]
    assert lines[2].endswith("agent  The build machines run BSD")
    assert lines[-1].endswith("updated  agent  monday")


def test_the_history_of_a_correction_names_what_it_replaced(tiermem, filled):
    right = tiermem("correct", filled["linux"], "The build machines run BSD", "--json").data["entry"]["id"]

    assert tiermem("history", right).lines[-1] == f"It replaces {filled['linux']}."
    assert tiermem("history", filled["linux"]).lines[-1] == f"It was superseded by {right}."


def test_words_need_no_quotes_and_shared_flags_may_stand_before_the_verb(tiermem, filled):
    found = tiermem("--json", "--agent=default", "search", "build", "machines").data["entries"]

    assert [entry["id"] for entry in found] == [filled["linux"]]


def test_an_export_is_markdown_where_its_name_says_so(tiermem, filled, tmp_path):
    tiermem("export", "-o", str(tmp_path / "all.md"))

    assert (tmp_path / "all.md").read_text(encoding="utf-8").startswith("# ")

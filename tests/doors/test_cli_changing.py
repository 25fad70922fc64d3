"""add, remove, correct, erase, and edit of one entry."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("own_temporary_folder")


@pytest.fixture
def thursday(remember):
    return remember("User prefers Thursday due dates", "--target", "user", "--category", "preference")


def listed(tiermem, *flags):
    return [entry["content"] for entry in tiermem("list", *flags, "--json").data["entries"]]


def test_add_stores_and_tells_how_full_the_block_is(tiermem):
    added = tiermem("add", "The build machines run Linux")

    assert added.status == 0
    assert added.lines[0].startswith("Stored: [")
    assert added.lines[1] == "memory block: 1% — 28/2,200 chars"


def test_an_exact_repetition_is_a_success_that_adds_nothing(tiermem, thursday):
    again = tiermem("add", "user prefers thursday due dates.", "--target", "user", "--json")

    assert again.status == 0
    assert again.data["duplicate"] is True
    assert again.data["entry"]["id"] == thursday
    assert len(listed(tiermem)) == 1


def test_labels_that_a_repetition_leaves_out_are_told_with_the_way_to_set_them(tiermem):
    tiermem("add", "Speak in plain words.", "--target", "identity", "--subject", "Words")

    again = tiermem(
        "add", "Speak in plain words.", "--target", "identity", "--subject", "The Voice", "--tag", "talk"
    )

    assert "Already there" in again.out
    said = re.search(
        r"Its subject stays 'Words'. To change it: tiermem edit (\w{8}) --subject 'The Voice'", again.err
    )
    assert said
    assert f"tiermem edit {said[1]} --tag talk" in again.err
    assert tiermem("edit", said[1], "--subject", "The Voice").status == 0
    assert (
        "stays" not in tiermem("add", "Speak plainly.", "--target", "identity", "--subject", "The Voice").err
    )


def test_a_same_subject_is_refused_with_the_way_out(tiermem, remember):
    alec = remember("Alec is the user's boss", "--subject", "Alec")

    refused = tiermem("add", "Alec likes tea", "--subject", "alec")

    assert refused.status == 1
    assert refused.out == ""
    assert f"'tiermem edit {alec}' changes it; add with --allow-same-subject to keep both" in refused.err
    assert tiermem("add", "Alec likes tea", "--subject", "alec", "--allow-same-subject").status == 0


def test_subjects_beyond_ascii_are_the_same_subject_too(tiermem, remember):
    remember("Émile is the user's boss", "--subject", "Émile")

    assert tiermem("add", "Émile likes tea", "--subject", "Émile").status == 1


@pytest.mark.feature("002-23")
def test_scenario_6_remove_answers_with_what_was_deleted(tiermem, thursday):
    removed = tiermem("remove", thursday)

    assert removed.status == 0
    assert removed.lines[0] == "Deleted: 'User prefers Thursday due dates'"
    assert listed(tiermem) == []


def test_remove_as_json_gives_the_entry_and_the_usage(tiermem, thursday):
    removed = tiermem("remove", thursday, "--json").data

    assert (removed["entry"]["id"], removed["entry"]["status"]) == (thursday, "inactive")
    assert removed["usage"]["user"]["used"] == 0
    assert "old" not in removed


@pytest.mark.feature("001-27")
@pytest.mark.parametrize("layer", ["L0", "L1", "L2"])
def test_a_person_removes_entries_of_every_layer(tiermem, remember, lisbon, layer):
    if layer != "L2":
        remember("To be removed", "--layer", layer)
    [target] = tiermem("list", "--layer", layer, "--json").data["entries"]

    assert tiermem("remove", target["id"]).status == 0
    assert listed(tiermem, "--layer", layer) == []


def test_remove_undone_brings_the_entry_back(tiermem, thursday):
    tiermem("remove", thursday)

    restored = tiermem("remove", thursday, "--undo")

    assert restored.lines[0] == f"Restored: [{thursday}] 'User prefers Thursday due dates'"
    assert listed(tiermem) == ["User prefers Thursday due dates"]
    again = tiermem("remove", thursday, "--undo")
    assert again.lines[0].startswith("It is active: ")
    assert again.err == f"'tiermem history {thursday}' shows its changes.\n"


def test_undo_goes_back_one_change_after_the_other(tiermem, remember):
    tea = remember("Likes tea", "--target", "user")
    for drink in ("coffee", "cocoa"):
        tiermem("edit", tea, f"Likes {drink}")

    first, second, third, none = (tiermem("undo", tea) for _ in range(4))

    assert first.lines[:2] == [f"Restored: [{tea}] 'Likes coffee'", "Instead of: 'Likes cocoa'"]
    assert second.lines[0] == f"Restored: [{tea}] 'Likes tea'"
    assert third.lines[0] == f"Removed: [{tea}] 'Likes tea'"
    assert (none.status, listed(tiermem)) == (1, [])
    assert f"All changes of entry {tea} are undone" in none.err


def test_undo_of_a_correction_brings_the_old_statement_back(tiermem, remember):
    old = remember("Likes tea", "--target", "user")
    new = tiermem("correct", old, "Likes coffee", "--json").data["entry"]["id"]

    assert tiermem("undo", new).lines[:2] == [
        f"Removed: [{new}] 'Likes coffee'",
        f"Restored: [{old}] 'Likes tea'",
    ]
    assert listed(tiermem) == ["Likes tea"]


def test_both_are_kept_where_one_was_superseded_by_mistake(tiermem, remember):
    old = remember("Likes tea", "--target", "user")
    new = tiermem("correct", old, "Cycles to work", "--json").data["entry"]["id"]
    why = {line["id"]: line["why"] for line in tiermem("blocks", "--why", "--json").data["left_out"]}

    restored = tiermem("remove", old, "--undo")

    assert why[old] == f"superseded by {new}"
    assert restored.lines[0] == f"Restored: [{old}] 'Likes tea'"
    assert sorted(listed(tiermem)) == ["Cycles to work", "Likes tea"]
    assert f"kept beside {new}" in tiermem("history", old).out


def test_removing_twice_is_a_mistake_that_names_the_way_back(tiermem, thursday):
    tiermem("remove", thursday)

    again = tiermem("remove", thursday)

    assert again.status == 2
    assert f"'tiermem remove {thursday} --undo' brings it back" in again.err


def test_undo_is_refused_when_the_block_has_no_room_any_more(tiermem, remember):
    large = remember("x" * 2_000)
    tiermem("remove", large)
    remember("y" * 2_000)

    refused = tiermem("remove", large, "--undo", "--json")

    assert refused.status == 1
    assert refused.data["error"]["code"] == "over_budget"


def test_correct_replaces_the_wrong_statement_everywhere(tiermem, thursday, memory):
    corrected = tiermem("correct", thursday, "User prefers Friday due dates", "--reason", "a slip")

    assert corrected.status == 0
    assert corrected.lines[0].endswith("'User prefers Friday due dates'")
    assert corrected.lines[1] == f"Before: [{thursday}] 'User prefers Thursday due dates'"
    assert listed(tiermem) == ["User prefers Friday due dates"]
    assert tiermem("history", thursday, "--json").data["events"][-1]["reason"] == "a slip"
    assert "Thursday" not in memory.preview().system_prompt


def test_correct_as_json_gives_old_and_new(tiermem, thursday):
    data = tiermem("correct", thursday, "User prefers Friday due dates", "--json").data

    assert (data["old"], data["new"]) == ("User prefers Thursday due dates", "User prefers Friday due dates")
    assert (data["entry"]["supersedes"], data["entry"]["correction"]) == (thursday, True)
    assert "user" in data["usage"]


def test_correcting_with_the_same_words_changes_nothing(tiermem, thursday):
    same = tiermem("correct", thursday, "User prefers Thursday due dates")

    assert same.lines[0] == f"It says so already: [{thursday}] 'User prefers Thursday due dates'"


def test_erase_leaves_no_trace_and_says_what_it_reached(tiermem, thursday, store):
    tiermem("edit", thursday, "--content", "User prefers Zweitag due dates")

    erased = tiermem("erase", thursday, "--yes")

    assert erased.status == 0
    assert erased.lines[0] == f"Erased {thursday}: complete"
    assert "entry versions  2" in erased.lines
    assert erased.lines[erased.lines.index("Out of reach:") + 1 :]
    assert b"Zweitag" not in store.read_bytes()
    assert tiermem("show", thursday).status == 2
    assert tiermem("doctor").out == "sound\n"


def test_erase_as_json_gives_the_receipt(tiermem, thursday):
    data = tiermem("erase", thursday, "--yes", "--json").data

    assert data["erased"]["id"] == thursday
    assert data["erased"]["state"] == "complete"
    assert data["erased"]["touched"]["entries"] == 1
    assert data["erased"]["out_of_reach"]
    assert data["usage"]["user"]["used"] == 0


def test_erase_is_pending_while_another_reader_keeps_the_old_pages(tiermem, thursday, store):
    with closing(sqlite3.connect(store)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM entries").fetchone()

        erased = tiermem("erase", thursday, "--yes")

    assert erased.status == 0
    assert erased.lines[0] == f"Erased {thursday}: pending"
    assert erased.lines[1].startswith("Another process still reads the file")


def test_edit_takes_the_new_text_behind_the_id(tiermem, thursday):
    edited = tiermem("edit", thursday, "User prefers Friday due dates")
    twice = tiermem("edit", thursday, "User prefers Monday", "--content", "User prefers Sunday")

    assert edited.lines[0] == f"Updated: [{thursday}] 'User prefers Friday due dates'"
    assert twice.status != 0
    assert "takes one new text" in twice.err


def test_edit_with_a_content_needs_no_editor(tiermem, thursday):
    edited = tiermem("edit", thursday, "--content", "User prefers Friday due dates")

    assert edited.status == 0
    assert edited.lines[:2] == [
        f"Updated: [{thursday}] 'User prefers Friday due dates'",
        f"Before: [{thursday}] 'User prefers Thursday due dates'",
    ]


def test_edit_as_json_gives_old_and_new_under_the_same_id(tiermem, thursday):
    data = tiermem("edit", thursday, "--content", "User prefers Friday due dates", "--json").data

    assert (data["entry"]["id"], data["entry"]["version"]) == (thursday, 2)
    assert (data["old"], data["new"]) == ("User prefers Thursday due dates", "User prefers Friday due dates")


def test_edit_of_labels_alone_keeps_the_content_and_needs_no_editor(tiermem, thursday):
    flags = ("--category", "commitment", "--subject", "dates", "--tag", "due", "--tag", "day")
    entry = tiermem("edit", thursday, *flags, "--json").data["entry"]

    assert entry["content"] == "User prefers Thursday due dates"
    assert (entry["category"], entry["subject"], entry["tags"]) == ("commitment", "dates", ["due", "day"])


def test_edit_opens_the_editor_on_the_content(tiermem, thursday, editor):
    editor("text = text.replace('Thursday', 'Friday')")

    edited = tiermem("edit", thursday)

    assert edited.lines[0] == f"Updated: [{thursday}] 'User prefers Friday due dates'"
    assert listed(tiermem) == ["User prefers Friday due dates"]


def test_visual_comes_before_editor(tiermem, thursday, editor, monkeypatch):
    editor("text = text.replace('Thursday', 'Friday')")
    monkeypatch.setenv("VISUAL", "no-such-program --wait")

    refused = tiermem("edit", thursday)

    assert refused.status == 2
    assert "'no-such-program' cannot be started" in refused.err


def test_an_unchanged_text_changes_nothing(tiermem, thursday, editor):
    editor("")

    assert tiermem("edit", thursday).lines[0].startswith("Nothing changed: ")
    assert len(tiermem("history", thursday, "--json").data["versions"]) == 1


def test_windows_line_ends_and_a_byte_order_mark_of_the_editor_do_not_count(tiermem, remember, editor):
    entry = remember("First line\nsecond line")
    editor("path.write_bytes(b'\\xef\\xbb\\xbf' + text.replace('\\n', '\\r\\n').encode()); sys.exit()")

    assert tiermem("edit", entry).lines[0].startswith("Nothing changed: ")


def test_an_emptied_text_is_a_mistake_and_changes_nothing(tiermem, thursday, editor):
    editor("text = ' \\n'")

    refused = tiermem("edit", thursday)

    assert refused.status == 2
    assert f"'tiermem remove {thursday}' removes an entry" in refused.err
    assert "kept" not in refused.err
    assert listed(tiermem) == ["User prefers Thursday due dates"]


def kept_text(err):
    """Return the text of the file that a note names."""
    [line] = [line for line in err.splitlines() if line.startswith("What you wrote is kept in ")]
    return Path(line.removeprefix("What you wrote is kept in ")).read_text(encoding="utf-8")


def test_a_refused_write_keeps_what_was_written_in_a_file_and_names_it(tiermem, thursday, editor):
    editor("text = 'z' * 1_500")

    refused = tiermem("edit", thursday, "--json")

    assert refused.status == 1
    assert refused.data["error"]["code"] == "over_budget"
    assert kept_text(refused.err) == "z" * 1_500
    assert listed(tiermem) == ["User prefers Thursday due dates"]


def test_a_failing_editor_changes_nothing_and_loses_nothing(tiermem, thursday, editor):
    editor("path.write_text('half of it', encoding='utf-8'); sys.exit(3)")

    refused = tiermem("edit", thursday)

    assert refused.status == 2
    assert "ended with status 3" in refused.err
    assert kept_text(refused.err) == "half of it"
    assert listed(tiermem) == ["User prefers Thursday due dates"]


def test_bytes_that_are_no_text_are_a_mistake(tiermem, thursday, editor):
    editor("path.write_bytes(b'caf\\xe9'); sys.exit()")

    refused = tiermem("edit", thursday)

    assert refused.status == 2
    assert "not UTF-8" in refused.err


def test_an_editor_that_takes_the_file_away_is_a_mistake(tiermem, thursday, editor):
    editor("path.unlink(); sys.exit()")

    refused = tiermem("edit", thursday)

    assert (refused.status, refused.out) == (2, "")
    assert "left no file" in refused.err


def test_no_temporary_file_stays_after_a_success(tiermem, thursday, editor, tmp_path):
    editor("text = text.replace('Thursday', 'Friday')")

    tiermem("edit", thursday)

    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize("command", ["", '"unclosed'])
def test_without_a_usable_editor_edit_says_what_to_set(tiermem, thursday, monkeypatch, command):
    monkeypatch.setenv("EDITOR", command)

    refused = tiermem("edit", thursday)

    assert refused.status == 2
    assert "EDITOR" in refused.err


def test_what_was_removed_cannot_be_edited_or_corrected(tiermem, thursday):
    tiermem("remove", thursday)

    for arguments in (("edit", thursday, "--content", "another"), ("correct", thursday, "another")):
        refused = tiermem(*arguments)
        assert refused.status == 2
        assert "--undo" in refused.err


def test_blocks_say_why_and_a_person_pins_and_hides(tiermem, remember):
    tea = remember("Likes tea", "--target", "user", "--layer", "L1")
    chess = remember("Plays chess", "--target", "user", "--layer", "L1")
    link = remember("See https://example.org", "--target", "user", "--layer", "L1")

    def order():
        lines = tiermem("blocks", "--why", "--json").data["lines"]
        return [line["id"] for line in lines]

    before = order()
    pinned = tiermem("pin", tea)
    first = order()
    tiermem("hide", tea)

    assert (before, first, order()) == ([chess, tea], [tea, chess], [chess])
    assert pinned.lines == [f"Pinned: [{tea}] 'Likes tea'"]
    assert "it holds a link" in tiermem("pin", link).err
    assert "hidden" in tiermem("blocks", "--why").out
    assert tiermem("hide", tea, "--undo").lines == [f"Shown again: [{tea}] 'Likes tea'"]
    assert tiermem("history", tea).out.count("tagged") == 3


def test_turns_sessions_and_all_of_a_user_are_shown_and_erased(tiermem, tmp_path):
    talk = tmp_path / "talk.jsonl"
    talk.write_text(
        '{"role": "user", "content": "Remember that my quaffle is in the locker."}\n'
        '{"role": "assistant", "content": "I noted it."}\n',
        encoding="utf-8",
    )
    assert tiermem("replay", str(talk), "--user", "ann").status == 0
    found = tiermem("search", "--archive", "quaffle", "--user", "ann", "--json").data["turns"]
    (turn,) = [one for one in found if "quaffle" in one["text"]]
    session = turn["ref"].rpartition("/")[0]

    assert "quaffle" in tiermem("show", turn["ref"], "--user", "ann").out
    assert [
        one["who"] for one in tiermem("show", "--session", session, "--user", "ann", "--json").data["turns"]
    ] == [
        "user",
        "assistant",
    ]
    assert tiermem("show", turn["ref"], "--user", "bob").status == 2
    assert (
        tiermem("erase", turn["ref"], "--user", "ann", "--yes").lines[0] == f"Erased {turn['ref']}: complete"
    )
    assert (
        tiermem("erase", "--session", session, "--user", "ann", "--yes", "--json").data["erased"]["also"]
        == []
    )
    export = tmp_path / "ann.json"
    erased = tiermem("erase", "--everything", "--user", "ann", "--export", str(export), "--yes")
    assert (erased.status, erased.lines[0]) == (0, "Erased ann: complete")
    assert export.stat().st_mode & 0o777 == 0o600
    assert tiermem("list", "--user", "ann", "--json").data["entries"] == []
    for wrong in (
        ("erase", "--yes"),
        ("erase", "a/1", "--session", "b"),
        ("show",),
        ("erase", "--everything", "--yes"),
    ):
        assert tiermem(*wrong).status == 2

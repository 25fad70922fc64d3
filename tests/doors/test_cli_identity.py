"""``edit identity``: the core profile as one Markdown document, changed all at once or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("own_temporary_folder")

DOCUMENT = """\
Prefers tea

## Basics

Ana, a nurse in Lisbon

Timezone Europe/Lisbon

## Style

Wants short answers
"""


@pytest.fixture
def profile(remember):
    """Three entries in two sections, and one without."""
    flags = ("--target", "identity", "--subject")
    return {
        "tea": remember("Prefers tea", "--target", "identity"),
        "name": remember("Ana, a nurse in Lisbon", *flags, "Basics"),
        "zone": remember("Timezone Europe/Lisbon", *flags, "Basics"),
        "short": remember("Wants short answers", *flags, "Style"),
    }


def contents(tiermem):
    entries = tiermem("list", "--target", "identity", "--json").data["entries"]
    return {entry["id"]: (entry["subject"], entry["content"]) for entry in entries}


def test_the_editor_gets_the_sections_with_a_note_on_the_budget(tiermem, profile, editor, tmp_path):
    editor(f"pathlib.Path({str(tmp_path / 'seen.md')!r}).write_text(text, encoding='utf-8')")

    tiermem("edit", "identity")

    note, _, document = (tmp_path / "seen.md").read_text(encoding="utf-8").partition("-->\n\n")
    assert note.startswith("<!-- The core profile: 83 of 1,000 characters")
    assert document == DOCUMENT


@pytest.mark.feature("001-8")
def test_what_is_edited_is_updated_added_and_removed_and_the_rest_is_left_alone(tiermem, profile, editor):
    editor(
        """
        text = text.replace("a nurse in", "a head nurse in")
        text = text.replace("Wants short answers", "Wants sources")
        text += "\\n## Tools\\n\\nWorks on Linux\\n"
        """
    )

    edited = tiermem("edit", "identity", "--json")

    assert edited.status == 0
    done = edited.data
    assert [(entry["id"], entry["version"]) for entry in done["updated"]] == [(profile["name"], 2)]
    assert [entry["id"] for entry in done["removed"]] == [profile["short"]]
    assert [(entry["subject"], entry["content"]) for entry in done["added"]] == [
        ("Style", "Wants sources"),
        ("Tools", "Works on Linux"),
    ]
    assert done["usage"]["identity"]["used"] == 99
    now = contents(tiermem)
    assert now[profile["tea"]] == (None, "Prefers tea")
    assert now[profile["name"]] == ("Basics", "Ana, a head nurse in Lisbon")
    assert len(now) == 5
    assert len(tiermem("history", profile["zone"], "--json").data["versions"]) == 1


def test_without_json_each_change_is_a_line(tiermem, profile):
    edited = tiermem("edit", "identity", "--content", "Prefers coffee\n\n## Basics\n\nAna, a nurse in Lisbon")

    assert edited.lines[0] == f"updated: [{profile['tea']}] 'Prefers coffee'"
    assert sorted(line.split(":")[0] for line in edited.lines[1:3]) == ["removed", "removed"]
    assert edited.lines[3] == "identity block: 3% — 39/1,000 chars"


def test_an_unchanged_document_changes_nothing(tiermem, profile, editor):
    editor("")

    edited = tiermem("edit", "identity")

    assert edited.lines[0] == "Nothing changed"
    assert {len(tiermem("history", entry, "--json").data["events"]) for entry in profile.values()} == {1}


def test_the_document_may_come_from_the_command_line(tiermem):
    edited = tiermem("edit", "identity", "--content", "## Basics\n\nAna\n\nNurse\n", "--json")

    assert [(entry["subject"], entry["content"]) for entry in edited.data["added"]] == [
        ("Basics", "Ana"),
        ("Basics", "Nurse"),
    ]
    assert edited.data["updated"] == edited.data["removed"] == []


def test_paragraphs_and_headings_inside_an_entry_come_back_as_they_were(tiermem, remember, editor):
    odd = remember("First\n\n## not a section\n\\\nlast", "--target", "identity", "--subject", "Odd")
    editor("text = text.replace('last', 'very last')")

    tiermem("edit", "identity")

    assert contents(tiermem) == {odd: ("Odd", "First\n\n## not a section\n\\\nvery last")}


def test_a_document_over_the_budget_changes_nothing_and_is_kept_in_a_file(tiermem, profile, editor):
    before = contents(tiermem)
    editor("text = text.replace('Prefers tea', 'Prefers coffee') + '\\n' + 'long ' * 300")

    refused = tiermem("edit", "identity", "--json")

    assert refused.status == 1
    assert refused.data["error"]["code"] == "over_budget"
    assert contents(tiermem) == before
    [kept] = [line for line in refused.err.splitlines() if "kept in" in line]
    assert "Prefers coffee" in Path(kept.split("kept in ")[1]).read_text(encoding="utf-8")


def test_what_is_moved_and_removed_in_one_edit_makes_room_for_what_is_new(tiermem, remember):
    remember("a" * 900, "--target", "identity", "--subject", "Old")

    edited = tiermem("edit", "identity", "--content", f"## New\n\n{'b' * 950}")

    assert edited.status == 0
    assert list(contents(tiermem).values()) == [("New", "b" * 950)]


def test_an_emptied_document_removes_all_entries_and_each_can_be_brought_back(tiermem, profile):
    tiermem("edit", "identity", "--content", "")

    assert contents(tiermem) == {}
    assert tiermem("remove", profile["tea"], "--undo").status == 0
    assert contents(tiermem) == {profile["tea"]: (None, "Prefers tea")}


def test_a_statement_that_is_there_already_is_not_added_twice(tiermem, profile):
    edited = tiermem("edit", "identity", "--content", f"{DOCUMENT}\nprefers tea!\n", "--json")

    assert [entry["id"] for entry in edited.data["unchanged"]] == [profile["tea"]]
    assert len(contents(tiermem)) == 4


def test_labels_make_no_sense_for_the_whole_document(tiermem, profile):
    refused = tiermem("edit", "identity", "--content", "x", "--category", "person")

    assert refused.status == 2
    assert len(contents(tiermem)) == 4


def test_text_that_cannot_be_stored_changes_nothing(tiermem, profile, editor):
    editor("path.write_bytes(text.encode() + b'NUL: \\0'); sys.exit()")

    refused = tiermem("edit", "identity")

    assert refused.status == 2
    assert "NUL" in refused.err
    assert "kept in" in refused.err
    assert len(contents(tiermem)) == 4

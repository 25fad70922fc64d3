"""Entries written as the files of other programs, and read back."""

from __future__ import annotations

import string
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reading import contents

from tiermem import Entry, Memory
from tiermem.errors import InputError
from tiermem.transfer.exporters import export_folder
from tiermem.transfer.formats import FORMATS, claude, hermes, markdown_blocks
from tiermem.transfer.importers import import_file, import_folder

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
READ = {one.name: one.read for one in FORMATS}


@pytest.fixture
def opened(tmp_path):
    memories = []

    def opened(name):
        memory = Memory.open(store=str(tmp_path / f"{name}.db"), clock=lambda: NOW)
        memories.append(memory)
        return memory

    yield opened
    for memory in memories:
        memory.close()


@pytest.fixture
def full(opened):
    memory = opened("full")
    entries = memory.entries()
    for content, fields in (
        ("Deploys go through staging.\n\n- then canary", {"subject": "Deploys"}),
        ("The build runs on ARM.", {}),
        ("The user prefers tea.", {"tier": "user", "subject": "Drinks"}),
        ("The user is Ada.", {"tier": "identity", "subject": "Name"}),
        ("The office is in Porto.", {"layer": "L1", "tags": ("office",)}),
    ):
        entries.add(entries.draft(content, **fields))
    return memory


@pytest.mark.parametrize("name", ["hermes", "claude", "markdown"])
def test_what_is_written_is_taken_in_again(full, opened, tmp_path, name):
    files = export_folder(full, name, tmp_path / "out")
    copy = opened("copy")

    done = list(import_folder(copy, tmp_path / "out"))

    assert {one.format for one in done} == {name}
    assert sorted(contents(copy)) == sorted(contents(full))
    assert sum(one["entries"] for one in files) == 5
    assert list((tmp_path / "out").glob("*.partial")) == []


@pytest.mark.parametrize("name", ["hermes", "claude", "markdown"])
def test_taken_into_the_store_it_came_from_it_adds_nothing(full, tmp_path, name):
    export_folder(full, name, tmp_path / "out")
    before = list(full.maintenance.dump())

    list(import_folder(full, tmp_path / "out"))

    assert list(full.maintenance.dump()) == before


def test_the_files_of_hermes(full, tmp_path):
    export_folder(full, "hermes", tmp_path / "out")

    notes = (tmp_path / "out" / "MEMORY.md").read_text(encoding="utf-8").split("\n§\n")
    assert set(notes[:2]) == {"Deploys go through staging.\n\n- then canary", "The build runs on ARM."}
    assert notes[2] == "The office is in Porto."
    user = (tmp_path / "out" / "USER.md").read_text(encoding="utf-8").split("\n§\n")
    assert set(user) == {"The user prefers tea.", "The user is Ada."}


def test_hermes_gets_no_more_than_it_has_room_for(full, tmp_path):
    entries = full.entries()
    for number in range(20):
        entries.add(entries.draft(f"Fact {number}: {'word ' * 30}", layer="L1"))
    entries.add(entries.draft("One\r§\rof two.", layer="L1"))

    notes, _ = export_folder(full, "hermes", tmp_path / "out")

    text = (tmp_path / "out" / "MEMORY.md").read_text(encoding="utf-8")
    assert len(text) <= hermes.MEMORY_CHARS
    assert "of two" not in text
    assert notes["left_out"] == 24 - notes["entries"] > 0


def test_the_file_of_claude_code_makes_it_read_no_other_file(full, tmp_path):
    entries = full.entries()
    entries.add(entries.draft("Ask @docs/team.md, (@~/notes) or ann@example.com", layer="L1"))

    export_folder(full, "claude", tmp_path)

    text = (tmp_path / "CLAUDE.md").read_text(encoding="utf-8")
    assert "- Ask @ docs/team.md, (@ ~/notes) or ann@example.com" in text
    assert "## Deploys\n\n- Deploys go through staging.\n\n  - then canary\n" in text


def test_a_file_that_is_there_is_not_written_over(full, tmp_path):
    (tmp_path / "USER.md").write_text("mine", encoding="utf-8")

    with pytest.raises(InputError, match=r"USER\.md already exists"):
        export_folder(full, "hermes", tmp_path)

    assert (tmp_path / "USER.md").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "MEMORY.md").exists()


def test_a_folder_that_cannot_be_made_is_an_error(full, tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")

    with pytest.raises(InputError, match="Cannot write"):
        export_folder(full, "claude", tmp_path / "file" / "below")


def test_a_name_that_is_unknown_is_refused(full, tmp_path):
    with pytest.raises(InputError, match="hermes"):
        export_folder(full, "notepad", tmp_path)


def test_an_empty_store_gives_files_that_say_nothing(opened, tmp_path):
    assert export_folder(opened("empty"), "hermes", tmp_path) == []


# -- whatever is in it ---------------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1)
LINES = st.sampled_from(["- a", "# b", "```", "---", "* * *", "", "  c", "1. d", "<!-- e", "f:", "§", "=="])
MARKDOWN = st.one_of(TEXTS, st.lists(LINES | TEXTS, min_size=1, max_size=6).map("\n".join))


def stripped(text):
    """Without what is no part of a text at the ends of a file: space, and a byte order mark in front."""
    return text.replace("\r\n", "\n").strip("\ufeff" + string.whitespace).strip()


def entry(content, subject=None):
    return Entry(
        id="abcdEF12",
        scope_id=2,
        layer="L0",
        content=content,
        subject=subject,
        source="user",
        created_at="2026-01-02T00:00:00.000000Z",
        updated_at="2026-01-02T00:00:00.000000Z",
    )


def read_back(name, file, text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / file
        path.write_bytes(text.encode())
        return [(item.draft.subject, item.draft.content) for item in READ[name](path).items]


CONTENTS = st.lists(MARKDOWN.map(stripped).filter(bool), min_size=1, max_size=4)


@given(CONTENTS.map(lambda them: [one for one in them if "\n§\n" not in f"\n{one}\n"]))
def test_hermes_reads_the_entries_that_were_written(contents):
    text, number = hermes.render(map(entry, contents), 10**6)

    assert number == len(contents)
    with_line_feeds = [content.replace("\r\n", "\n").replace("\r", "\n") for content in contents]
    assert [content for _, content in read_back("hermes", "MEMORY.md", text)] == with_line_feeds


SUBJECTS = st.none() | TEXTS.map(lambda text: " ".join(text.split())).filter(
    lambda text: text and text.lower() not in ("claude", "claude.md")
)


@given(CONTENTS, SUBJECTS)
def test_a_memory_file_of_claude_code_says_what_the_entries_say(contents, subject):
    contents = [content for content in contents if "@" not in content]

    text = claude.render([entry(content, subject) for content in contents])

    assert read_back("claude", "CLAUDE.md", text) == [(subject, content) for content in contents]


@given(MARKDOWN)
def test_no_word_of_a_document_is_lost(text):
    text = "".join(character if character.isalnum() or character in "\n -#:*" else "x" for character in text)
    text = "\n".join("" if not line.strip(" -") else line for line in text.split("\n"))

    found = markdown_blocks.blocks(text)

    kept = "".join(f"{block.heading or ''} {block.text}" for block in found)
    said = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
    assert all(word in kept for line in said for word in line.replace(":", " ").split() if word.isalpha())
    lines = [block.line for block in found]
    assert lines == sorted(set(lines))


@given(st.sampled_from(["claude", "basic-memory", "hermes"]), MARKDOWN, st.booleans())
def test_any_text_is_read_without_a_crash_and_alike_each_time(name, text, front):
    text = f"---\ntitle: {text}\n---\n- [fact] {text} #tag\n{text}" if front else text

    assert read_back(name, "note.md", text) == read_back(name, "note.md", text)


def test_a_folder_of_hermes_can_be_named_by_file_too(full, opened, tmp_path):
    export_folder(full, "hermes", tmp_path)

    assert import_file(opened("copy"), tmp_path / "USER.md").entries == {"added": 2}

"""Imports of other programs' files, made here: once, twice, broken, and in folders."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.store.making import failures

from tiermem import EntryFilter, Memory
from tiermem.doors.cli import main
from tiermem.errors import InputError, TranscriptError
from tiermem.transfer.formats import NAMES
from tiermem.transfer.importers import import_file, import_folder

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECRET = "ghp_" + "a1B2" * 10
SMALL = "agents: {default: {tools: [{type: memory, memory_char_limit: 60, user_char_limit: 60}]}}"


@pytest.fixture
def memory(tmp_path):
    with Memory.open(store=str(tmp_path / "store.db"), clock=lambda: NOW) as memory:
        yield memory


@pytest.fixture
def small(tmp_path):
    (tmp_path / "small.yaml").write_text(SMALL, encoding="utf-8")
    with Memory.open(tmp_path / "small.yaml", store=str(tmp_path / "small.db"), clock=lambda: NOW) as memory:
        yield memory


@pytest.fixture
def written(tmp_path):
    """Write a file of a name into a folder of files of others."""

    def written(name, text):
        path = tmp_path / "others" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def stored(memory, user=None):
    return memory.entries(user).list()[0]


def contents(memory, user=None):
    return [entry.content for entry in stored(memory, user)]


def by_content(memory):
    return {entry.content: entry for entry in stored(memory)}


# -- files of each -------------------------------------------------------------------------------

HERMES = (
    "The build runs on ARM.\n§\nDeploys go through staging.\nThen through canary.\n§\nTests need Docker.\n"
)
CLAUDE = """# CLAUDE.md

This project is a ledger.

## Code style
- Use ES modules
  - never CommonJS
* Destructure imports
  when possible

Commands:
1. Build with `make`
2. Test with `make check`

<!-- for people
only -->
```bash
make # twice

make
```
@docs/more.md

Deploying
---------
Never on
Fridays.
"""
GRAPH = [
    {
        "type": "entity",
        "name": "Jane_Doe",
        "entityType": "person",
        "observations": ["Speaks Spanish", "Jane_Doe runs"],
    },
    {"type": "entity", "name": "Ledger", "entityType": "service", "observations": []},
    {"type": "relation", "from": "Jane_Doe", "to": "Ledger", "relationType": "works_on"},
]
NOTE = """---
title: Coffee Brewing
permalink: notes/coffee
tags: [drinks, "morning"]
created: 2026-03-02T08:00:00+01:00
metadata:
  nested: left
---
# Coffee Brewing

What was tried at home.

## Observations
- [method] Pour over is clearer than a press #brewing #taste
- [preference] Light roasts win (my own) #roast
- [00:01:02] A time is no category
- [x] Buy a kettle

## Relations
- relates_to [[Coffee Beans]]
- "contrasts with" [[Tea]] (mornings)
- pairs with [[Cake]] on Sundays
"""


def docker_agent(path, rows, *, wal=False, table="memories"):
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    if wal:
        connection.execute("PRAGMA journal_mode = wal")
    with connection:
        columns = "id TEXT PRIMARY KEY, created_at TEXT, memory TEXT, category TEXT DEFAULT ''"
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
        connection.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows)
    return connection


CHANGES = [
    ("a", None, "Lives in Porto", "ADD", "2026-01-02T00:00:00-08:00", None, 0),
    ("b", None, "Drinks tea", "ADD", "2026-01-03", None, 0),
    ("c", None, f"The key is {SECRET}", "ADD", "2026-01-04T00:00:00+00:00", None, 0),
    (
        "a",
        "Lives in Porto",
        "Lives in Lisbon",
        "UPDATE",
        "2026-01-02T00:00:00-08:00",
        "2026-02-01T00:00:00Z",
        0,
    ),
    ("b", "Drinks tea", None, "DELETE", "2026-02-02", None, 1),
    ("d", None, "Runs on Sundays", "ADD", "some day", None, 0),
]


def history(path, rows=CHANGES):
    """A database as mem0 makes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            """CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
            created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT)"""
        )
        for number, row in enumerate(rows):
            connection.execute(
                "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)", (f"{number}", *row)
            )
    return path


ROWS = [
    ("17001", "2026-01-02T03:04:05Z", "I prefer tabs.", "preference"),
    ("17002", "2026-01-03T03:04:05+01:00", "The API is in Go.", "fact"),
]


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "others" / "memory.db"
    docker_agent(path, ROWS).close()
    return path


@pytest.fixture
def others(written, database, tmp_path):
    """Name of the format → a file of it."""
    return {
        "docker-agent": database,
        "hermes": written("memories/MEMORY.md", HERMES),
        "claude": written("project/CLAUDE.md", CLAUDE),
        "mem0": history(tmp_path / "others" / "history.db"),
        "mcp-memory": written("memory.jsonl", "\n".join(map(json.dumps, GRAPH)) + "\n"),
        "basic-memory": written("notes/coffee.md", NOTE),
    }


FROM = ("docker-agent", "hermes", "claude", "mcp-memory", "mem0", "basic-memory")


# -- all of them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FROM)
def test_a_file_is_recognised_by_what_is_in_it(memory, others, name):
    done = import_file(memory, others[name])

    assert (done.format, done.complete) == (name, True)
    assert done.entries["added"] == len(stored(memory)) > 1


@pytest.mark.parametrize("name", FROM)
def test_the_same_file_again_adds_nothing(memory, others, name):
    first = import_file(memory, others[name])
    before = list(memory.maintenance.dump())

    again = import_file(memory, others[name])

    assert again.entries["known"] == first.entries["added"]
    assert set(again.entries) <= {"known", "left out"}
    assert list(memory.maintenance.dump()) == before


ORDERED = [f"Step {number} of the release comes before the next." for number in range(30, 0, -1)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("memories/MEMORY.md", "\n§\n".join(ORDERED)),
        ("CLAUDE.md", "\n".join(f"- {line}" for line in ORDERED)),
    ],
)
def test_entries_stay_in_the_order_of_their_file(memory, written, name, text):
    import_file(memory, written(name, text))

    assert contents(memory) == ORDERED


@pytest.mark.parametrize("name", FROM)
def test_what_was_changed_or_removed_here_does_not_come_back(memory, others, name):
    import_file(memory, others[name])
    entries = memory.entries()
    changed, removed = stored(memory)[:2]
    entries.correct(changed.id, "Something else is right.")
    entries.remove(removed.id)
    before = list(memory.maintenance.dump())

    import_file(memory, others[name])

    assert list(memory.maintenance.dump()) == before


@pytest.mark.parametrize("name", FROM)
def test_every_entry_names_where_it_came_from_and_the_store_is_sound(memory, others, name):
    import_file(memory, others[name])

    origins = [entry.origin for entry in stored(memory)]
    assert all(origin.startswith(f"import:{name}:") for origin in origins)
    assert len(set(origins)) == len(origins)
    assert memory.maintenance.doctor() == []


@pytest.mark.parametrize(
    ("name", "old"),
    [("hermes", "ARM"), ("claude", "ledger"), ("mcp-memory", "Spanish"), ("basic-memory", "kettle")],
)
def test_secrets_are_redacted(memory, others, name, old):
    path = others[name]
    path.write_text(path.read_text(encoding="utf-8").replace(old, f"{old} {SECRET}"), encoding="utf-8")

    import_file(memory, path)

    assert SECRET not in str(list(memory.maintenance.dump()))
    assert "[redacted: GitHub token]" in str(contents(memory))


def test_secrets_of_a_database_are_redacted(memory, tmp_path):
    path = tmp_path / "memory.db"
    docker_agent(path, [("1", "2026-01-02T00:00:00Z", f"The key is {SECRET}", "")]).close()

    import_file(memory, path)

    assert SECRET not in str(list(memory.maintenance.dump()))
    assert "redacted" in contents(memory)[0]


@pytest.mark.parametrize(
    "name", [name for name in FROM if name not in ("docker-agent", "mem0", "mcp-memory")]
)
@pytest.mark.parametrize(("bad", "problem"), [(b"\xff", "UTF-8"), (b"\0", "NUL")])
def test_a_text_that_is_none_is_named_by_its_line_and_nothing_is_taken_in(memory, others, name, bad, problem):
    path = others[name]
    whole = path.read_bytes()
    path.write_bytes(whole + b"\n- " + bad + b"\n")

    with pytest.raises(TranscriptError, match=problem) as raised:
        import_file(memory, path)

    assert raised.value.line == whole.count(b"\n") + 2
    assert raised.value.kept == "nothing"
    assert stored(memory) == []


def test_a_refused_entry_is_told_and_the_others_are_taken_in(memory, written):
    path = written("MEMORY.md", f"Short.\n§\n{'long ' * 5000}\n§\nShort as well.\n")

    done = import_file(memory, path)

    assert done.entries == {"added": 2, "refused": 1}
    assert not done.complete
    assert [(told.line, told.refused) for told in done.remarks] == [(3, True)]
    assert sorted(contents(memory)) == ["Short as well.", "Short."]


def test_a_format_that_is_named_is_not_guessed(memory, written):
    path = written("notes.md", "# Notes\n- One.\n§\nTwo.\n")

    done = import_file(memory, path, name="hermes")

    assert done.format == "hermes"
    assert sorted(contents(memory)) == ["# Notes\n- One.", "Two."]


def test_a_format_that_is_unknown_is_refused_with_those_that_are_known(memory, written):
    with pytest.raises(InputError, match="claude"):
        import_file(memory, written("a.md", "x"), name="notepad")


def test_what_is_someones_own_reaches_no_other_user(memory, others):
    for name in ("claude", "mcp-memory", "mem0", "basic-memory"):
        import_file(memory, others[name], "ada")

    assert len(contents(memory, "ada")) > 10
    assert contents(memory, "bob") == []


# -- hermes --------------------------------------------------------------------------------------


def test_each_file_of_hermes_is_a_tier_in_the_blocks(memory, written):
    import_file(memory, written("MEMORY.md", HERMES))
    import_file(memory, written("USER.md", "The user prefers tea.\r\n§\r\nThe user is in Porto."))

    assert {(entry.tier, entry.layer, entry.content) for entry in stored(memory)} == {
        ("memory", "L0", "The build runs on ARM."),
        ("memory", "L0", "Deploys go through staging.\nThen through canary."),
        ("memory", "L0", "Tests need Docker."),
        ("user", "L0", "The user prefers tea."),
        ("user", "L0", "The user is in Porto."),
    }


def test_a_file_of_one_entry_has_no_separator(memory, written):
    assert import_file(memory, written("USER.md", "The user prefers tea.\n")).format == "hermes"
    assert [entry.tier for entry in stored(memory)] == ["user"]


def test_one_entry_in_the_folder_of_hermes_may_be_a_list(memory, written):
    assert import_file(memory, written("memories/MEMORY.md", "- One.\n- Two.")).format == "hermes"
    assert import_file(memory, written("memory/MEMORY.md", "- Three.\n- Four.")).format == "claude"
    assert sorted(contents(memory)) == ["- One.\n- Two.", "Four.", "Three."]


def test_what_does_not_fit_the_block_goes_to_l1_as_a_whole_and_is_told(small, written):
    done = import_file(small, written("MEMORY.md", HERMES))
    again = import_file(small, written("MEMORY.md", HERMES))

    assert done.entries == {"added": 3}
    assert "layer L1" in done.notes[0]
    assert {entry.layer for entry in stored(small)} == {"L1"}
    assert (again.entries, again.notes) == ({"known": 3}, ())


# -- docker-agent --------------------------------------------------------------------------------


def test_rows_of_docker_agent_keep_id_date_and_category(memory, database):
    import_file(memory, database)

    found = by_content(memory)
    tabs, api = found["I prefer tabs."], found["The API is in Go."]
    assert (tabs.origin, tabs.category, tabs.tags) == ("import:docker-agent:17001", "preference", ())
    assert (api.origin, api.category, api.tags) == ("import:docker-agent:17002", "fact", ())
    assert (tabs.created_at, tabs.valid_from) == ("2026-01-02T03:04:05.000000Z",) * 2
    assert api.valid_from == "2026-01-03T02:04:05.000000Z"
    assert {(entry.layer, entry.tier) for entry in found.values()} == {("L0", "memory")}


def test_the_database_is_left_as_it_is_while_its_program_works_with_it(memory, tmp_path):
    path = tmp_path / "live" / "memory.db"
    with closing(docker_agent(path, ROWS, wal=True)) as connection:
        names = sorted(one.name for one in path.parent.iterdir())
        before = path.read_bytes()

        done = import_file(memory, path, name="docker-agent")

        assert done.entries == {"added": 2}
        assert path.read_bytes() == before
        assert sorted(one.name for one in path.parent.iterdir()) == names
        with connection:
            connection.execute("INSERT INTO memories VALUES ('3', '2026-02-01', 'It goes on.', '')")

    assert import_file(memory, path).entries == {"known": 2, "added": 1}


def test_a_row_without_text_is_told_and_the_others_are_taken_in(memory, tmp_path):
    path = tmp_path / "memory.db"
    docker_agent(path, [*ROWS, ("9", "2026-01-04", "  ", "")]).close()

    done = import_file(memory, path)

    assert done.entries == {"refused": 1, "added": 2}
    assert done.remarks[0].content == "row 9"


def test_a_database_of_something_else_is_refused(memory, tmp_path):
    path = tmp_path / "cookies.db"
    docker_agent(path, [], table="cookies").close()

    with pytest.raises(TranscriptError, match="not a database of docker-agent"):
        import_file(memory, path)

    assert stored(memory) == []


def test_a_store_of_ours_is_not_taken_for_a_database_of_docker_agent(memory, database):
    Memory.open(store=str(database)).close()

    with pytest.raises(TranscriptError, match="already a store of tiermem"):
        import_file(memory, database)


def test_a_database_that_is_cut_off_is_refused(memory, database):
    database.write_bytes(database.read_bytes()[:5000])

    with pytest.raises(TranscriptError):
        import_file(memory, database)

    assert stored(memory) == []


# -- mem0 ----------------------------------------------------------------------------------------


def test_the_last_word_of_mem0_counts_and_what_it_deleted_is_left_out(memory, others):
    import_file(memory, others["mem0"])

    assert {(e.origin, e.content, e.valid_from) for e in stored(memory)} == {
        ("import:mem0:a", "Lives in Lisbon", "2026-02-01T00:00:00.000000Z"),
        ("import:mem0:c", "The key is [redacted: GitHub token]", "2026-01-04T00:00:00.000000Z"),
        ("import:mem0:d", "Runs on Sundays", None),
    }
    assert {entry.layer for entry in stored(memory)} == {"L1"}


def test_a_row_of_mem0_without_text_is_told(memory, tmp_path):
    path = history(tmp_path / "history.db", [*CHANGES, ("e", None, " ", "ADD", None, None, 0)])

    done = import_file(memory, path)

    assert done.entries == {"refused": 1, "added": 3}
    assert done.remarks[0].content == "row e"


@pytest.mark.parametrize("size", [600, 5000])
def test_a_history_that_is_cut_off_is_refused(memory, others, size):
    path = others["mem0"]
    path.write_bytes(path.read_bytes()[:size])

    with pytest.raises(TranscriptError):
        import_file(memory, path, name="mem0")

    assert stored(memory) == []


def test_a_database_without_a_history_is_refused(memory, database):
    with pytest.raises(TranscriptError, match="history is missing"):
        import_file(memory, database, name="mem0")


# -- Claude Code ---------------------------------------------------------------------------------


def test_list_items_and_paragraphs_stand_under_their_headings(memory, others):
    done = import_file(memory, others["claude"])

    assert {(entry.subject, entry.content) for entry in stored(memory)} == {
        (None, "This project is a ledger."),
        ("Code style", "Use ES modules\n- never CommonJS"),
        ("Code style", "Destructure imports\nwhen possible"),
        ("Commands", "Build with `make`"),
        ("Commands", "Test with `make check`"),
        ("Code style", "```bash\nmake # twice\n\nmake\n```"),
        ("Deploying", "Never on\nFridays."),
    }
    assert [(told.line, told.content) for told in done.remarks] == [(22, "@docs/more.md")]
    assert done.complete


def test_notes_of_claude_code_itself(memory, written):
    written("memory/MEMORY.md", "# Memory\n- [Tea](tea.md) — what is drunk\n- No coffee\n")
    written("memory/tea.md", "---\nname: tea\ndescription: What is drunk\ntype: user\n---\nGreen tea only.\n")

    done = list(import_folder(memory, written("memory/x.txt", "x").parent))

    assert [(one.format, one.entries) for one in done] == [
        ("claude", {"left out": 1, "added": 1}),
        ("claude", {"added": 1}),
    ]
    assert {(entry.tier, entry.subject, entry.content) for entry in stored(memory)} == {
        ("memory", None, "No coffee"),
        ("user", "tea", "Green tea only."),
    }


def test_any_markdown_is_read_when_claude_is_named(memory, written):
    path = written("notes.md", "## Notes\n- One.\nlazily\n\n\n  and more\n\n***\n~~~\n- code\n~~~\n")

    import_file(memory, path, name="claude")

    assert sorted(contents(memory)) == ["One.\nlazily\n\n\nand more", "~~~\n- code\n~~~"]


# -- MCP server-memory ---------------------------------------------------------------------------


def test_observations_and_relations_become_entries_about_their_entity(memory, others):
    import_file(memory, others["mcp-memory"])

    assert {(e.layer, e.subject, e.category, e.tags, e.content) for e in stored(memory)} == {
        ("L1", "Jane_Doe", "person", (), "Jane_Doe: Speaks Spanish"),
        ("L1", "Jane_Doe", "person", (), "Jane_Doe runs"),
        ("L1", "Ledger", None, (), "Ledger: service"),
        ("L1", "Jane_Doe", "association", (), "Jane_Doe works on Ledger"),
    }


def test_a_name_that_is_too_long_for_a_subject_is_a_part_of_the_text(memory, written):
    name = "The committee " * 40
    line = {"type": "entity", "name": name, "entityType": "team", "observations": ["Meets on Mondays"]}

    done = import_file(memory, written("memory.json", json.dumps(line)))

    assert done.complete
    (entry,) = stored(memory)
    assert (entry.subject, entry.content) == (None, f"{name.strip()}: Meets on Mondays")


BROKEN_LINES = (
    ('{"type": "entity", "name": "A"', "not JSON"),
    ('{"type": "note"}', "neither an entity nor a relation"),
    ("[1]", "neither an entity nor a relation"),
    ('{"type": "entity", "name": "A", "entityType": "b", "observations": "c"}', "list of texts"),
    ('{"type": "entity", "name": "A", "entityType": "b", "observations": [1]}', "'observations'"),
    ('{"type": "entity", "name": " ", "entityType": "b", "observations": []}', "'name'"),
    ('{"type": "entity", "name": "\\u0000", "entityType": "b", "observations": []}', "NUL"),
    ('{"type": "relation", "from": "A", "to": "B"}', "'relationType'"),
    ("[" * 100_000, "neither an entity nor a relation"),
    ("\xff", "not JSON"),
)


def test_a_broken_line_is_named_and_nothing_is_taken_in(memory, others):
    path = others["mcp-memory"]
    whole = path.read_text(encoding="utf-8")

    def refused(line, problem):
        path.write_text(f"{whole}\n{line}\n", encoding="utf-8")
        with pytest.raises(TranscriptError, match=problem) as raised:
            import_file(memory, path)
        assert raised.value.line == len(GRAPH) + 2
        assert stored(memory) == []

    assert failures(BROKEN_LINES, refused) == []


@pytest.mark.slow
def test_entities_over_64_kilobytes_are_recognised(memory, written):
    observations = [f"Fact {number} is like the others." for number in range(3000)]
    line = {"type": "entity", "name": "A", "entityType": "b", "observations": observations}

    assert import_file(memory, written("memory.json", json.dumps(line))).entries == {"added": 3000}


# -- basic-memory --------------------------------------------------------------------------------


def test_observations_relations_and_prose_of_a_note(memory, others):
    import_file(memory, others["basic-memory"])

    drinks = ("drinks", "morning")
    assert {(e.category, e.tags, e.content) for e in stored(memory)} == {
        (None, drinks, "What was tried at home."),
        (None, ("method", "brewing", "taste", *drinks), "Pour over is clearer than a press"),
        ("preference", ("roast", *drinks), "Light roasts win (my own)"),
        (None, drinks, "[00:01:02] A time is no category"),
        (None, drinks, "[x] Buy a kettle"),
        ("association", drinks, "Coffee Brewing relates to Coffee Beans"),
        ("association", drinks, "Coffee Brewing contrasts with Tea (mornings)"),
        (None, drinks, "pairs with [[Cake]] on Sundays"),
    }
    assert {(e.layer, e.subject, e.valid_from) for e in stored(memory)} == {
        ("L1", "Coffee Brewing", "2026-03-02T07:00:00.000000Z")
    }


def test_a_note_without_a_permalink_is_recognised_by_its_lines(memory, written):
    path = written(
        "plan.md", "---\ntitle: Plan\ntags:\n- a\n- '#b'\n---\n- [decision] Ship in May #release\n"
    )

    done = import_file(memory, path)

    assert done.format == "basic-memory"
    (entry,) = stored(memory)
    assert (entry.content, entry.tags) == ("Ship in May", ("decision", "release", "a", "b"))


def test_two_notes_that_say_the_same_are_one_entry(memory, written):
    for name in ("a", "b"):
        import_file(memory, written(f"{name}.md", f"---\npermalink: {name}\n---\n- [fact] Water is wet\n"))

    assert contents(memory) == ["Water is wet"]


# -- folders -------------------------------------------------------------------------------------


def test_a_folder_is_reported_file_by_file_and_a_broken_one_stops_no_other(memory, others, written):
    written("broken.jsonl", '{"type": "entity"}\n')
    written("unknown.md", "# Something\n- else\n")
    written("package.json", '{"name": "x"}')
    written(".git/CLAUDE.md", "- hidden\n")
    written("CLAUDE.md.orig", "- of an editor\n")

    done = {one.file.rpartition("/")[2]: one for one in import_folder(memory, written("x", "x").parent)}

    assert {name: one.format for name, one in done.items()} == {
        "memory.db": "docker-agent",
        "history.db": "mem0",
        "MEMORY.md": "hermes",
        "CLAUDE.md": "claude",
        "memory.jsonl": "mcp-memory",
        "coffee.md": "basic-memory",
        "broken.jsonl": "mcp-memory",
    }
    broken = done.pop("broken.jsonl")
    assert broken.error.line == 1
    assert broken.as_dict()["error"]["code"] == "transcript"
    assert all(one.complete for one in done.values())
    assert "hidden" not in str(contents(memory))


def test_a_folder_again_adds_nothing(memory, others, database):
    list(import_folder(memory, database.parent))
    before = list(memory.maintenance.dump())

    done = list(import_folder(memory, database.parent))

    assert {outcome for one in done for outcome in one.entries} == {"known", "left out"}
    assert list(memory.maintenance.dump()) == before


def test_a_folder_without_any_such_file_is_an_error(memory, written):
    with pytest.raises(InputError, match="It contains no file that can be imported"):
        list(import_folder(memory, written("readme.txt", "x").parent))


def test_a_folder_of_a_named_format_is_read_as_that(memory, written):
    written("a/one.md", "# A\n- One.\n")
    folder = written("a/two.md", "- Two.\n").parent

    assert [one.format for one in import_folder(memory, folder, name="claude")] == ["claude", "claude"]
    assert sorted(contents(memory)) == ["One.", "Two."]


def test_the_names_of_formats_are_those_of_the_documentation():
    assert set(NAMES) == {"json", "markdown", *FROM}


def test_entries_can_be_listed_by_their_origin(memory, database):
    import_file(memory, database)

    found, _ = memory.entries().list(EntryFilter(origin="import:docker-agent:17001"))
    assert [entry.content for entry in found] == ["I prefer tabs."]


# -- by command ----------------------------------------------------------------------------------


@pytest.fixture
def tiermem(tmp_path, capsys):
    """Run the command on a store of the test's own; gives exit status, output and what was said besides."""

    def tiermem(verb, *arguments):
        status = main([verb, "--store", str(tmp_path / "command.db"), *map(str, arguments)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return tiermem


def test_a_file_by_command(tiermem, written):
    path = written("x.md", "# Tea\n- Green.\n@more.md\n\n@docs/tea.md\n")

    assert tiermem("import", path, "--from", "claude") == (
        0,
        f"{path}: 1 left out, 1 added.\n  line 5: left out: '@docs/tea.md': it names another file, "
        "which is not read with this one: import that as well\n",
        "",
    )
    status, out, _ = tiermem("import", path, "--from", "claude", "--json")
    assert (status, json.loads(out)["entries"]) == (0, {"left out": 1, "known": 1})


def test_a_folder_by_command_says_what_is_broken_and_ends_with_1(tiermem, others, written):
    folder = written("broken.jsonl", '{"type": "entity"}\n').parent

    status, out, _ = tiermem("import", folder)
    again, as_json, _ = tiermem("import", folder, "--json")

    assert status == again == 1
    assert f"Not taken in: {folder / 'broken.jsonl'}:1: 'name'" in out
    assert f"{others['docker-agent']}: 2 added." in out
    assert len(json.loads(as_json)["files"]) == 7


def test_a_folder_to_write_by_command(tiermem, others, tmp_path):
    tiermem("import", others["hermes"])

    assert tiermem("export", "--to", "hermes", tmp_path / "out") == (
        0,
        f"Wrote {tmp_path / 'out' / 'MEMORY.md'}: 3 entries.\n",
        "",
    )
    _, out, _ = tiermem("export", "--to", "claude", tmp_path / "out", "--json")
    assert json.loads(out)["files"][0]["entries"] == 3
    assert (tmp_path / "out" / "CLAUDE.md").exists()


@pytest.mark.parametrize(
    "arguments", [("--to", "hermes"), ("out",), ("--to", "claude", "out", "-o", "file"), ("--to", "x", "out")]
)
def test_a_folder_and_its_format_belong_together(tiermem, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)

    status, _, said = tiermem("export", *arguments)

    assert status == 2
    assert "--to" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_is_refused_and_not_read(memory, tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)

    for path in (pipe, Path("/dev/null")):
        with pytest.raises(
            TranscriptError, match=r"not a regular file. Save what comes through a pipe first"
        ):
            import_file(memory, path)


@pytest.mark.parametrize("blank", ["\x1e", "\u2003\n", "\x1f\x1c\n\u3000"])
def test_a_file_of_unusual_white_space_holds_nothing(memory, written, blank):
    import_file(memory, written("notes.md", blank))
    assert contents(memory) == []

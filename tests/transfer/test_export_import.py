"""Exports: JSON that loses nothing, Markdown that is read and brought back, and what broken files get."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.making import failures

from tiermem import Entry, Memory
from tiermem.errors import InputError, TranscriptError
from tiermem.transfer.exporters import markdown_lines
from tiermem.transfer.formats import markdown
from tiermem.transfer.formats.json_export import json_lines
from tiermem.transfer.importers import import_file
from tiermem.values import CATEGORIES, Reach, Scope
from tiermem.values.words import category_named

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
APPROVING = "agents: {default: {tools: [{type: memory, memory_char_limit: 60, identity_char_limit: 30}]}}"


@pytest.fixture
def opened(tmp_path):
    """Open stores by name."""
    memories = []

    def opened(name, config=None):
        memory = Memory.open(config, store=str(tmp_path / f"{name}.db"), clock=lambda: NOW)
        memories.append(memory)
        return memory

    yield opened
    for memory in memories:
        memory.close()


@pytest.fixture
def full(opened):
    """A store with something in every table: changes, corrections, removals, sessions, receipts, two users."""
    memory = opened("full")
    entries = memory.entries()
    gate = entries.add(entries.draft("Deploys go through the staging gate.", tags=("deploy", "gate"))).entry
    entries.update(gate.id, entries.draft("Deploys go through the staging gate first."))
    entries.correct(gate.id, "Deploys go through the canary first.")
    removed = entries.add(entries.draft("The office is in Porto.", layer="L1", subject="office")).entry
    entries.remove(removed.id)
    for user in ("ada", "bob"):
        with memory.session(f"of-{user}", user) as session:
            session.on_prompt("Where is the office?")
            session.on_turn_end("My boss is Ann. I prefer short answers.", "I see.")
        with memory.session(f"more-of-{user}", user) as session:
            assert session.on_prompt("Who is my boss?").startswith("<memory-context>")
    return memory


def dump(memory):
    return list(memory.maintenance.dump())


@pytest.fixture
def exported(full, tmp_path):
    """The full store as a JSON file."""
    path = tmp_path / "export.json"
    path.write_text("".join(f"{line}\n" for line in json_lines(full.maintenance.dump())), encoding="utf-8")
    return path


# -- JSON ----------------------------------------------------------------------------------------


def test_an_import_into_an_empty_store_gives_an_equal_store(full, exported, opened):
    copy = opened("copy")

    done = import_file(copy, exported)

    assert dump(copy) == dump(full)
    assert copy.maintenance.doctor() == []
    assert done.rows == {name: len([1 for table, _ in dump(full) if table == name]) for name in done.rows}


def test_a_copy_recalls_and_goes_on_like_the_original(exported, opened):
    copy = opened("copy")
    import_file(copy, exported)

    with copy.session("new", "ada") as session:
        context = session.context("Who is my boss?")
        session.on_turn_end("My dentist is Zoe.", "I see.")

    assert "My boss is Ann." in context
    assert [entry.content for entry in copy.entries("ada").search("dentist").entries] == [
        "My dentist is Zoe."
    ]
    assert copy.maintenance.doctor() == []


def test_an_import_into_a_store_of_other_agents_and_users_is_equal_too(full, exported, opened, tmp_path):
    (tmp_path / "other.yaml").write_text(
        "agents: {other: {tools: [{type: memory, scope: {house: h, user: u}}]}}", encoding="utf-8"
    )
    copy = opened("copy", tmp_path / "other.yaml")

    import_file(copy, exported)

    assert dump(copy) == dump(full)


def test_the_same_import_again_adds_nothing(exported, opened):
    copy = opened("copy")
    import_file(copy, exported)
    before = dump(copy)

    done = import_file(copy, exported)

    assert set(done.rows.values()) == {0}
    assert dump(copy) == before


def test_the_export_is_one_json_document_of_all_users(full, exported):
    data = json.loads(exported.read_text(encoding="utf-8"))

    assert (data["format"], data["version"]) == ("tiermem-export", 1)
    assert [(table, row) for table, rows in data["tables"].items() for row in rows] == dump(full)
    assert {scope["name"] for scope in data["tables"]["scopes"]} >= {"ada", "bob"}


def test_the_export_of_an_empty_store_is_a_document_as_well(opened, tmp_path):
    path = tmp_path / "empty.json"
    path.write_text("\n".join(json_lines(iter(()))), encoding="utf-8")

    done = import_file(opened("copy"), path)

    assert json.loads(path.read_text(encoding="utf-8"))["tables"] == {}
    assert set(done.rows.values()) == {0}


def test_the_export_is_complete_after_an_erasure_that_leaves_nothing_of_a_summary(tmp_path):
    now = [NOW]
    memory = Memory.open(store=str(tmp_path / "erased.db"), clock=lambda: now[0])
    first = ("My boss is called Holger.", "I'm allergic to peanuts.")
    wrong = "Actually I'm not allergic to peanuts, the test was wrong. It's hazelnuts."
    for said in (first, (wrong, "My new boss is Svenja.", "I live in Bonn.")):
        with memory.session() as session:
            for text in said:
                session.on_turn_end(text, "All right.")
        now[0] += timedelta(days=1)
    one = next(each for each in memory.entries().list()[0] if "hazelnuts" in each.content)

    memory.entries().erase(one.id)

    skipped = []
    list(memory.maintenance.dump(None, skipped))
    assert any(event.payload == {} for event in memory.timeline.events(kinds=("observation",)))
    assert skipped == []
    memory.close()


def test_a_document_that_was_laid_out_anew_is_read_as_well(full, exported, opened, tmp_path):
    path = tmp_path / "pretty.json"
    path.write_text(
        json.dumps(json.loads(exported.read_text(encoding="utf-8")), indent=4), encoding="utf-8-sig"
    )
    copy = opened("copy")

    import_file(copy, path)

    assert dump(copy) == dump(full)


# -- JSON into a store that has something --------------------------------------------------------


@pytest.fixture
def other(opened):
    """A store with entries, events and a session of its own, so that all numbers differ."""
    memory = opened("other")
    entries = memory.entries("zoe")
    for number in range(3):
        entries.add(entries.draft(f"Fact {number} of the other store.", layer="L1"))
    with memory.session("of-zoe", "zoe") as session:
        session.on_turn_end("My boss is Carl.", "I see.")
    return memory


def test_what_is_there_stays_and_what_is_new_is_added(full, exported, other):
    before = [row for table, row in dump(other) if table == "entries"]

    import_file(other, exported)

    merged = {row["id"]: row["content"] for table, row in dump(other) if table == "entries"}
    assert merged.items() >= {row["id"]: row["content"] for row in before}.items()
    assert merged.items() >= {r["id"]: r["content"] for table, r in dump(full) if table == "entries"}.items()
    assert other.maintenance.doctor() == []


def test_a_merged_entry_still_knows_what_it_was_learned_from(exported, other):
    import_file(other, exported)

    entries = other.entries("ada")
    (boss,) = entries.search("boss").entries
    seq = int((boss.origin or "").removeprefix("event:"))
    (observation,) = [
        event for event in other.timeline.events("ada", kinds=("observation",)) if event.seq == seq
    ]

    assert observation.payload["draft"]["content"] == boss.content == "My boss is Ann."


def test_erasing_a_merged_entry_takes_its_words_out_of_the_journal(exported, other):
    import_file(other, exported)
    entries = other.entries("ada")
    (boss,) = entries.search("boss").entries

    entries.erase(boss.id)

    said = " ".join(turn.content for turn in other.session("of-ada", "ada").turns())
    assert "Ann" not in said
    assert "short answers" in said


def test_merging_again_adds_nothing(exported, other):
    import_file(other, exported)
    before = dump(other)

    done = import_file(other, exported)

    assert set(done.rows.values()) == {0}
    assert dump(other) == before


def test_users_are_matched_by_name_and_not_by_number(exported, other):
    import_file(other, exported)

    assert [entry.content for entry in other.entries("zoe").search("boss").entries] == ["My boss is Carl."]
    assert [entry.content for entry in other.entries("bob").search("boss").entries] == ["My boss is Ann."]


def test_an_entry_that_changed_here_keeps_its_change(exported, opened):
    copy = opened("copy")
    import_file(copy, exported)
    entries = copy.entries()
    (canary,) = entries.search("canary").entries
    entries.update(canary.id, entries.draft("Deploys go to Porto first."))

    import_file(copy, exported)

    assert entries.get(canary.id).content == "Deploys go to Porto first."
    assert copy.maintenance.doctor() == []


def test_a_session_id_of_another_user_is_refused_and_nothing_is_added(exported, other):
    with other.session("of-ada", "zoe") as session:
        session.on_turn_end("Hello.", "Hello.")
    before = dump(other)

    with pytest.raises(TranscriptError, match="'of-ada'"):
        import_file(other, exported)

    assert dump(other) == before


# -- broken JSON ---------------------------------------------------------------------------------


def line_of(path, words):
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if words in line)


BROKEN_ROWS = (
    ('"subject": "office"', '"subject" "office"', "not JSON"),
    ('"subject": "office"', '"matter": "office"', "columns unknown here: matter"),
    ('"subject": "office"', '"subject": ["office"]', "list or an object"),
    ('"subject": "office"', '"subject": "\\u0000"', "NUL"),
    ('"subject": "office"', '"subject": "\\ud800"', "broken Unicode"),
    ('"subject": "office", "content": "The office is in Porto."', '"content": null', "cannot be stored"),
    ('"tags": "[]"', '"tags": "{"', "cannot be stored"),
    ('"tags": "[]"', '"tags": "{}"', "cannot be stored"),
    ('"importance": 0.5', f'"importance": {10**30}', "cannot be stored"),
    ('"layer": "L1"', '"layer": "L7"', "table entries cannot be stored: layer 'L7'"),
    ('"tier": "memory"', '"tier": "notes"', "table entries cannot be stored: tier 'notes'"),
    ('"status": "inactive"', '"status": "gone"', "status 'gone'"),
    ('"speaker": "assistant"', '"speaker": "parrot"', "table turns cannot be stored: speaker 'parrot'"),
    ('"kind": "updated"', '"kind": "changed"', "table events cannot be stored: kind 'changed'"),
    ('"created_at": "2026', '"created_at": "MMXXVI', "not an instant"),
    ('"started_at": "2026-05-01T12:00:00.000000Z"', '"started_at": "2026-05-01"', "not an instant"),
)


def test_a_broken_row_is_named_by_its_line_and_nothing_is_taken_in(exported, opened):
    whole = exported.read_text(encoding="utf-8")
    copy = opened("copy")
    before = dump(copy)

    def refused(old, new, problem):
        exported.write_text(whole, encoding="utf-8")
        line = line_of(exported, old)
        exported.write_text(whole.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(TranscriptError, match=problem) as raised:
            import_file(copy, exported)
        assert raised.value.line == line
        assert raised.value.kept == "nothing"
        assert dump(copy) == before

    assert failures(BROKEN_ROWS, refused) == []


def test_secrets_in_imported_json_are_redacted_everywhere(exported, opened):
    secret = "ghp_" + "a1B2" * 10
    text = exported.read_text(encoding="utf-8")
    for words in ("Deploys go through", "My boss is Ann.", "Where is the office", "short answers"):
        assert words in text
        text = text.replace(words, f"{words} {secret}")
    exported.write_text(text, encoding="utf-8")
    copy = opened("copy")

    import_file(copy, exported)

    stored = str(dump(copy))
    assert secret not in stored
    assert "Deploys go through [redacted: GitHub token]" in stored
    assert copy.maintenance.doctor() == []


def test_an_export_that_ends_in_the_middle_is_not_taken_in(exported, opened):
    text = exported.read_text(encoding="utf-8")
    whole_lines = text[: len(text) // 2].rpartition("\n")[0]
    exported.write_text(whole_lines, encoding="utf-8")
    copy = opened("copy")

    with pytest.raises(TranscriptError, match="ends in the middle") as raised:
        import_file(copy, exported)

    assert raised.value.line == whole_lines.count("\n") + 1
    assert copy.timeline.sessions("ada") == []


def test_an_unknown_table_is_refused(exported, opened):
    line = line_of(exported, '"turns": [')
    exported.write_text(
        exported.read_text(encoding="utf-8").replace('"turns": [', '"twists": ['), encoding="utf-8"
    )

    with pytest.raises(TranscriptError, match="'twists'") as raised:
        import_file(opened("copy"), exported)

    assert raised.value.line == line + 1


NOT_EXPORTS = (
    (b"", "empty"),
    (b" \n\n", "empty"),
    (b'{"format": "tiermem-export",\n"version" 1}', "not JSON"),
    (b'{"messages": []}', "not an export"),
    (b'{"format": "tiermem-export", "version": 2, "tables": {}}', "version 2"),
    (b'{"format": "tiermem-export", "version": 1}', '"tables" is missing'),
    (b'{"format": "tiermem-export", "version": 1, "tables": {"turns": 1}}', "list"),
    (b'{"format": "tiermem-export", "version": 1, "tables": {"turns": [1]}}', "object"),
    (
        b'{"format": "tiermem-export", "version": 1, "tables": {"scopes": [{"kind": "user"}]}}',
        "cannot be stored",
    ),
    (b'{"a": "\xff"}', "UTF-8"),
    (b'{"format": "tiermem-export", "version": 1, "tables": {\n"scopes": [\n\xff\n', "UTF-8"),
    (
        b'{"format": "tiermem-export", "version": 1, "tables": {\n"scopes": [\nnothing\n',
        "not a line of an export",
    ),
)


def test_what_is_no_export_is_refused(tmp_path, opened):
    path = tmp_path / "broken.json"
    copy = opened("copy")

    def refused(content, problem):
        path.write_bytes(content)
        with pytest.raises(InputError, match=re.escape(problem)):
            import_file(copy, path)

    assert failures(NOT_EXPORTS, refused) == []


def test_a_file_that_is_not_there_is_an_error(tmp_path, opened):
    with pytest.raises(TranscriptError, match="No such file"):
        import_file(opened("copy"), tmp_path / "none.json")


# -- Markdown ------------------------------------------------------------------------------------


def document(memory, user=None):
    return "".join(f"{line}\n" for line in markdown_lines(memory, user))


def contents(memory, user=None):
    found, _ = memory.entries(user).list()
    return {
        (entry.layer, entry.tier, entry.category, entry.subject, entry.tags, entry.content) for entry in found
    }


@pytest.fixture
def import_text(tmp_path):
    def import_text(memory, text, user=None):
        path = tmp_path / "notes.md"
        path.write_text(text, encoding="utf-8")
        return import_file(memory, path, user)

    return import_text


def test_markdown_groups_entries_by_layer_tier_and_category(opened):
    memory = opened("store")
    entries = memory.entries()
    boss = entries.add(
        entries.draft("Alec is the boss.", tier="user", category="person", subject="Alec")
    ).entry
    tea = entries.add(entries.draft("I prefer tea.", tier="user", layer="L1", tags=("drinks", "tea"))).entry

    assert document(memory) == (
        "# What is remembered of me by default\n\n"
        "2 entries. 'tiermem import FILE' takes them in again.\n\n"
        "## L0 user: always in the prompt\n\n### Person\n\n"
        f"- Alec is the boss.\n  — {boss.id} · 2026-05-01 · by user · about Alec\n\n"
        "## L1 user: recalled when it matters\n\n### Other\n\n"
        f"- I prefer tea.\n  — {tea.id} · 2026-05-01 · by user · tags drinks, tea\n"
    )


def test_markdown_brings_back_what_a_user_reaches(full, opened, import_text):
    copy = opened("copy")

    done = import_text(copy, document(full, "ada"), "ada")

    assert contents(copy, "ada") == contents(full, "ada")
    assert done.entries == {"added": len(contents(full, "ada"))}
    assert copy.maintenance.doctor() == []


def test_what_one_user_said_reaches_no_other_one_through_an_import(opened, import_text):
    source, copy = opened("source"), opened("copy")
    with source.session("s", "ada") as session:
        session.on_turn_end("We decided to move the export to a nightly job.", "Good.")

    import_text(copy, document(source, "ada"), "ada")

    assert "nightly" in str(contents(copy, "ada"))
    assert contents(copy, "bob") == set()


def test_the_same_markdown_again_adds_nothing(full, opened, import_text):
    copy = opened("copy")
    import_text(copy, document(full, "ada"), "ada")
    before = dump(copy)

    done = import_text(copy, document(full, "ada"), "ada")

    assert done.entries == {"known": len(contents(full, "ada"))}
    assert dump(copy) == before


def test_an_imported_entry_names_the_file_and_the_entry_it_came_from(opened, import_text):
    copy = opened("copy")

    import_text(copy, "## L1 user\n- I prefer tea.\n  — a1b2c3d4 · 2026-03-02\n- I like rain.\n")

    origins = {
        entry.content: (entry.origin, entry.source, entry.valid_from) for entry in copy.entries().list()[0]
    }
    assert origins == {
        "I prefer tea.": ("import:notes.md:a1b2c3d4", "user", "2026-03-02T00:00:00.000000Z"),
        "I like rain.": ("import:notes.md:4", "user", None),
    }


def test_what_a_block_has_no_room_for_goes_to_l1_and_is_told(opened, import_text, tmp_path):
    (tmp_path / "small.yaml").write_text(APPROVING, encoding="utf-8")
    memory = opened("small", tmp_path / "small.yaml")
    first, second = "The first note fills most of the small block here.", "The second has no room."
    text = f"## L0 memory\n\n- {first}\n- {second}\n"

    done = import_text(memory, text)
    again = import_text(memory, text)

    assert done.entries == {"added": 1, "moved to L1": 1}
    assert [(told.line, told.content) for told in done.remarks] == [(4, second)]
    assert {(entry.layer, entry.content) for entry in memory.entries().list()[0]} == {
        ("L0", first),
        ("L1", second),
    }
    assert again.entries == {"known": 2}


def test_what_the_core_profile_has_no_room_for_is_refused_and_told(opened, import_text, tmp_path):
    (tmp_path / "small.yaml").write_text(APPROVING, encoding="utf-8")
    memory = opened("small", tmp_path / "small.yaml")

    done = import_text(
        memory, "## L0 identity\n- Far too long for a profile of thirty characters.\n- Short.\n"
    )

    assert done.entries == {"refused": 1, "added": 1}
    assert (done.remarks[0].line, done.remarks[0].entry_id) == (2, None)
    assert "30 characters" in done.remarks[0].why


def test_secrets_in_imported_markdown_are_redacted(opened, import_text):
    memory = opened("store")

    import_text(memory, "## L1 memory\n- The key is AKIAIOSFODNN7PLQRXWZ.\n")

    assert "AKIA" not in document(memory)
    assert "redacted" in document(memory)


BROKEN_LINES = (
    ("- An entry.\n", 1, "before a heading"),
    ("## L1 user\n- One.\nSomething else.\n", 3, "belongs to no entry"),
    ("## Notes\n- One.\n", 1, "names no layer and tier"),
    ("## L3 user\n- One.\n", 1, "names no layer and tier"),
    ("## L1 user\n### Food\n- One.\n", 2, "category 'Food'"),
    ("## L1 user\n- One.\n-  \n", 3, "empty"),
    ("## L1 user\n- One.\n  — a1b2c3d4 · 2026-13-40\n", 3, "2026-13-40"),
    ("# Title\n## L1 user\n# Title\n- One.\n", 4, "before a heading"),
)


def test_a_line_that_cannot_be_read_is_named_and_nothing_is_written(opened, import_text):
    memory = opened("store")

    def refused(text, line, problem):
        with pytest.raises(TranscriptError, match=problem) as raised:
            import_text(memory, text)
        assert raised.value.line == line
        assert contents(memory) == set()

    assert failures(BROKEN_LINES, refused) == []


def test_markdown_that_is_not_utf8_is_named_by_its_line(opened, tmp_path):
    path = tmp_path / "notes.md"
    path.write_bytes("## L1 user\n- Café.\n".encode("latin-1"))

    with pytest.raises(TranscriptError) as raised:
        import_file(opened("store"), path)

    assert raised.value.line == 2


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1)
HOUSE = Scope(id=1, kind="house", name="house")
REACH = Reach(
    house=HOUSE,
    agent=Scope(id=2, kind="agent", name="a\n# b"),
    user=Scope(id=3, kind="user", name="u\r\n- c"),
    pair=Scope(id=4, kind="pair", name="u\r\n- c"),
)


@given(
    content=TEXTS.map(str.strip).filter(bool),
    labels=st.tuples(*[st.none() | TEXTS] * 5),
    tags=st.lists(TEXTS.map(lambda tag: tag.strip(" ")).filter(bool), max_size=3),
    of_user=st.booleans(),
    category=st.sampled_from([None, *CATEGORIES]) | TEXTS.map(category_named),
)
def test_any_entry_is_read_as_it_was_written(content, labels, tags, of_user, category):
    entry = Entry(
        id="abcdEF12",
        scope_id=3 if of_user else 2,
        layer="L1",
        content=content,
        source="agent",
        created_at="2026-01-02T00:00:00.000000Z",
        updated_at="2026-01-02T00:00:00.000000Z",
        category=category,
        subject=labels[0],
        project_id=labels[1],
        task_id=labels[2],
        connection_id=labels[3],
        context_type=labels[4],
        tags=tuple(tags),
    )
    text = "".join(f"{line}\n" for line in markdown.render([entry, entry], REACH))

    items = markdown.parse(text, "f.md")

    assert [item.id for item in items] == ["abcdEF12"] * 2
    for item in items:
        draft = item.draft
        assert (draft.content, draft.category, draft.tags) == (content, category, tuple(tags))
        assert (draft.subject, draft.project_id, draft.task_id) == labels[:3]
        assert (draft.connection_id, draft.context_type) == labels[3:]
        assert item.of_user is of_user


def test_line_ends_of_another_system_are_no_part_of_the_text():
    text = "## L1 user\r\n\r\n- One\r\n  and two.\r\n"

    assert [item.draft.content for item in markdown.parse(text, "f.md")] == ["One\nand two."]


# -- of one user ---------------------------------------------------------------------------------


def test_an_export_of_a_user_holds_all_that_is_the_users_own_and_nothing_of_others(tmp_path):
    from tests.engine.opening import opened as opened_at

    with opened_at(tmp_path) as memory:
        for name in ("anna", "bob"):
            with memory.session(f"of {name}", name) as session:
                assert session.system_prompt
                session.call_tool("add_memory", {"content": f"A note on {name}"})
                session.call_tool("add_memory", {"content": f"The name is {name}", "target": "user"})
                session.on_prompt(f"What is noted on {name}?")
                session.on_turn_end(f"My manager is {name}s-boss.", f"I see, {name}")
        rows = [*memory.maintenance.dump("anna")]
        (tmp_path / "anna.json").write_text("\n".join(json_lines(rows)), encoding="utf-8")
        whole = [(entry.id, entry.content) for entry in memory.entries("anna").list()[0]]
    assert "bob" not in str(rows)
    assert {"scopes", "entries", "entry_versions", "events", "sessions", "turns", "recalls"} <= {
        table for table, _ in rows
    }

    with Memory.open(store=str(tmp_path / "new.db")) as memory:
        import_file(memory, tmp_path / "anna.json")
        assert memory.maintenance.doctor() == []
    (tmp_path / "agent").mkdir()
    with opened_at(tmp_path / "agent", store=f"sqlite:///{tmp_path / 'new.db'}") as memory:
        assert [(entry.id, entry.content) for entry in memory.entries("anna").list()[0]] == whole
        assert len(memory.timeline.sessions("anna")) == 1


def test_notes_of_an_export_from_before_there_were_pairs_go_to_the_only_user(tmp_path):
    with Memory.open(store=str(tmp_path / "old.db")) as memory:
        with memory.session(user="anna") as session:
            session.call_tool("add_memory", {"content": "Anna earns 90k."})
        reach = memory.reach("anna")
        rows = [
            (table, dict(row)) for table, row in memory.maintenance.dump("anna") if row.get("kind") != "pair"
        ]
    for _, row in rows:
        if row.get("scope_id") == reach.pair.id:
            row["scope_id"] = reach.agent.id
            if "payload" in row:
                row["payload"] = row["payload"].replace(
                    f'"scope_id":{reach.pair.id}', f'"scope_id":{reach.agent.id}'
                )
    (tmp_path / "old.json").write_text("\n".join(json_lines(rows)), encoding="utf-8")

    seen = []
    for name in ("empty", "lived"):
        with Memory.open(store=str(tmp_path / f"{name}.db")) as memory:
            if name == "lived":
                memory.entries("bob").add(memory.entries("bob").draft("Bob was here"))
            import_file(memory, tmp_path / "old.json")
            assert memory.maintenance.doctor() == []
            seen.append(["90k" in memory.preview(user).system_prompt for user in ("anna", "bob")])

    assert seen == [[True, False], [True, False]]


def test_no_entry_forges_a_heading_an_item_or_markup_in_the_document():
    said = [
        "# Head\n- item\n1. one\n> quote\n---\n===\n```\n| a |",
        "\\# head \\\\<b> <script>alert(1)</script> ![x](http://x.invalid/y.png) &#x1b; \\&#x1b; \\\x1b[2J \u202eabc",
        "C# in `a < b`, **bold** [link](https://example.org), 10-3, -5 °C, می‌خواهم",
    ]
    entries = [
        Entry(
            id=f"abcdEF1{place}",
            scope_id=3,
            layer="L1",
            content=content,
            source="agent",
            created_at="2026-01-02T00:00:00.000000Z",
            updated_at="2026-01-02T00:00:00.000000Z",
        )
        for place, content in enumerate(said)
    ]

    lines = list(markdown.render(entries, REACH))
    text = "".join(f"{line}\n" for line in lines)

    assert [item.draft.content for item in markdown.parse(text, "f.md")] == said
    assert lines[-2] == f"- {said[2]}"
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert not [line for line in lines if re.match(r"\s+(#|- |\d+\.|>|---|===|```|\|)", line)]
    assert not re.search(r"(?<!\\)(<[a-z/]|!\[)", text)

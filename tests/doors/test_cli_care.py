"""stats, validate, reindex, doctor and embed."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from importlib.util import find_spec

import pytest
from tests.shares import every

from tiermem import Memory
from tiermem.plugins import BUILT_INS


def alter(store, *statements):
    """Change the database behind tiermem's back."""
    with closing(sqlite3.connect(store)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


# -- stats ---------------------------------------------------------------------------------------


def test_stats_of_a_new_store_are_all_nought(tiermem, store):
    stats = tiermem("stats", "--json").data

    assert stats["store"] == f"sqlite:///{store}"
    assert stats["entries"] == {"total": 0, "layer": {}, "tier": {}, "status": {}, "source": {}}
    assert (stats["sessions"], stats["receipts"], stats["documents"]) == (0, 0, 0)
    assert stats["recalls"] == {"never": 0, "most": []}
    assert tiermem("stats").status == 0


def test_stats_count_entries_recalls_sessions_and_documents(tiermem, remember, gate, lisbon):
    remember("Never asked for", "--layer", "L1")
    gone = remember("The user has a boss", "--target", "user")
    tiermem("remove", gone)
    for _ in range(2):
        tiermem("recall", "billing staging gate?")

    stats = tiermem("stats", "--json").data

    assert stats["entries"]["layer"] == {"L0": 1, "L1": 2, "L2": 1}
    assert stats["entries"]["status"] == {"active": 3, "inactive": 1}
    assert stats["entries"]["source"] == {"system": 1, "user": 3}
    assert stats["entries"]["total"] == 4
    assert stats["recalls"]["most"][0]["id"] == gate
    assert stats["recalls"]["most"][0]["recall_count"] == 2
    assert stats["recalls"]["never"] == 2
    assert (stats["sessions"], stats["receipts"], stats["tables"]["turns"]) == (1, 2, 4)
    assert stats["documents"] == 3 + 4


def test_stats_for_people_name_what_they_count(tiermem, gate):
    tiermem("recall", "billing staging gate?")

    lines = [" ".join(line.split()) for line in tiermem("stats").lines]

    assert "memory 0 of 2,200 (0%)" in lines
    assert "layer L1 1" in lines
    assert f"1 times [{gate}] Deploys of the billing service go through the staging gate first" in lines
    assert "documents 1" in lines


# -- validate ------------------------------------------------------------------------------------


@pytest.fixture
def write(tmp_path):
    """Write a file beside the test's store and give its path."""

    def write(text, name="agent.yaml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


AGENT = "agents:\n  coder:\n    tools:\n      - type: memory\n        memory_char_limit: 4000\n"
HOOK = """\
from tiermem.plugins import hookimpl

@hookimpl
def on_session_start(session):
    return None
"""


def test_validate_shows_what_each_agent_resolves_to(tiermem, write):
    write(HOOK, "rules.py")
    path = write(
        f"{AGENT}        hooks: [./rules.py]\n        disable: [gap_fill]\n        identity_enabled: false\n"
    )

    checked = tiermem("validate", path)

    assert checked.status == 0
    built_in = [module.rpartition(".")[2] for module in BUILT_INS]
    plugins = [*(name for name in built_in if name != "gap_fill"), "rules.py"]
    assert {"journal", "relevance", "people"} < set(plugins)
    assert checked.lines == [
        f"{path}: valid",
        "coder:",
        "blocks    memory 4,000, user 1,375, identity off (characters)",
        "recall    top 8",
        "store     the data folder of this platform",
        f"plugins   {', '.join(plugins)}",
    ]


def test_validate_as_json_has_the_settings_and_plugins(tiermem, write):
    path = write(f"{AGENT}        store: sqlite:///here.db\n        recall: {{enabled: false}}\n")

    data = tiermem("validate", path, "--json").data

    assert data["valid"] is True
    [agent] = data["files"][0]["agents"]
    assert agent["agent"] == "coder"
    assert agent["settings"]["memory_char_limit"] == 4000
    assert agent["settings"]["store"] == f"sqlite:///{path.parent / 'here.db'}"
    assert agent["settings"]["recall"]["enabled"] is False
    assert "journal" in agent["plugins"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("gap_fill: {extractor: model}", "none is named"),
        (
            "gap_fill: {extractor: model}\n        completion: {model: 'openai:gpt-5-mini'}",
            "OPENAI_API_KEY|extra 'llm'",
        ),
        (
            "consolidation: {enabled: true, by: model}\n        completion: {model: mine}",
            "a hook of your own",
        ),
    ],
    ids=["no model", "no key or package", "a plain word"],
)
def test_validate_warns_of_a_model_that_cannot_be_asked_from_here(tiermem, write, monkeypatch, said, told):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    path = write(f"agents:\n  helper:\n    tools:\n      - type: memory\n        {said}\n")

    checked = tiermem("validate", path)

    assert checked.status == 0
    assert re.search(told, checked.err)
    assert tiermem("validate", path, "--json").data["files"][0]["agents"][0]["warnings"]


def test_validate_warns_of_no_model_where_none_is_asked(tiermem, write):
    checked = tiermem("validate", write("agents:\n  helper:\n    tools:\n      - type: memory\n"))

    assert "model" not in checked.err


def test_validate_makes_no_store(tiermem, write, store):
    path = write(f"{AGENT}        store: sqlite:///here.db\n")

    assert tiermem("validate", path).status == 0
    assert [one.name for one in path.parent.iterdir() if one.is_file()] == ["agent.yaml"]
    assert not store.exists()


def test_validate_takes_the_file_of_config_or_of_the_environment(tiermem, write, monkeypatch):
    path = write(AGENT)

    assert tiermem("validate", "--config", path).lines[0] == f"{path}: valid"
    monkeypatch.setenv("TIERMEM_CONFIG", str(path))
    assert tiermem("validate").lines[0] == f"{path}: valid"


def test_validate_checks_several_files_and_several_agents(tiermem, write):
    one = write(AGENT, "one.yaml")
    two = write(f"{AGENT}  plain:\n    instruction: No memory here.\n", "two.yaml")

    lines = tiermem("validate", one, two).lines

    assert [line for line in lines if line.endswith(": valid")] == [f"{one}: valid", f"{two}: valid"]
    assert "plain: no 'type: memory' entry" in lines
    assert tiermem("validate", two, "--agent", "coder").lines[1] == "coder:"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("agents: [", ":1: is not valid YAML"),
        (AGENT.replace("memory_char_limit", "memory_char_limt"), "Did you mean 'memory_char_limit'?"),
        (AGENT.replace("4000", "0"), "agents.coder.tools[0].memory_char_limit: expected"),
        (AGENT.replace("4000", "many"), ":5: agents.coder.tools[0].memory_char_limit: expected"),
        ("agents: {a: {instruction: hello}}", "has no 'type: memory' entry"),
        ("agents: {a: {instruction: hello}, b: {instruction: hello}}", "has no 'type: memory' entry"),
        (f"{AGENT}        hooks: [./missing.py]\n", "there is no file"),
        (f"{AGENT}        hooks: [./broken.py]\n", "broken.py:1: ZeroDivisionError"),
        (f"{AGENT}        disable: [journall]\n", "journall"),
    ],
)
def test_validate_names_what_is_wrong_and_where(tiermem, write, text, said):
    write("1 / 0\n", "broken.py")

    refused = tiermem("validate", write(text))

    assert refused.status == 2
    assert refused.out == ""
    assert said in refused.err


def test_validate_lists_all_that_is_wrong_each_with_its_place_and_way_out(tiermem, write):
    text = AGENT.replace("memory_char_limit", "memory_char_limt") + "        rendr: cards\n        scope: 1\n"
    path = write(text)
    entry = "agents.coder.tools[0]"

    shown = tiermem("validate", path).err
    error = tiermem("validate", path, "--json").data["error"]

    assert f"{path}:5: {entry}.memory_char_limt: " in shown
    assert f"{path}:6: {entry}.rendr: is not a key here. Did you mean 'render'?" in shown
    assert f"{path}:7: {entry}.scope: expected a mapping" in shown
    assert "more problem" not in shown, "they are listed"
    assert [(one["line"], one["key"]) for one in (error, *error["further"])] == [
        (5, f"{entry}.memory_char_limt"),
        (6, f"{entry}.rendr"),
        (7, f"{entry}.scope"),
    ]


def test_validate_lists_all_plugins_that_are_wrong_by_file_line_and_key(tiermem, write):
    write("1 / 0\n", "broken.py")
    path = write(
        f"{AGENT}        disable: [gapfill]\n        hooks:\n        - ./missing.py\n        - ./broken.py\n"
    )
    entry = "agents.coder.tools[0]"

    shown = tiermem("validate", path).err
    error = tiermem("validate", path, "--json").data["error"]

    assert f"{path}:6: {entry}.disable[0]: Plugin gapfill: " in shown
    assert "did you mean 'gap_fill'?" in shown
    assert f"{path}:8: {entry}.hooks[0]: Plugin missing.py: there is no file" in shown
    assert f"{path}:9: {entry}.hooks[1]: Plugin broken.py: " in shown
    assert [one["line"] for one in (error, *error["further"])] == [6, 8, 9]
    assert f"{path}:6: {entry}.disable[0]: " in tiermem("list", "--config", path).err


def test_validate_names_offered_tools_that_do_not_exist_and_tools_of_plugins_that_no_model_takes(
    tiermem, write
):
    tool = "Tool(name='{}', description='x', parameters={{}}, run=lambda session, given: {{}})"
    begin = (
        "from tiermem import Tool\nfrom tiermem.plugins import hookimpl\n\n@hookimpl\ndef register_tools():\n"
    )
    write(f"{begin}    return [{tool.format('mine')}, {tool.format('add_memory')}]\n", "good.py")
    write(f"{begin}    return [{tool.format('not mine')}]\n", "bad.py")
    offered = "        offer: [add_memry, mine]\n"

    shown = tiermem("validate", path := write(f"{AGENT}{offered}        hooks: [./good.py]\n"))
    refused = tiermem("validate", write(f"{AGENT}        hooks: [./bad.py]\n"))

    place = f"{path}:6: agents.coder.tools[0].offer[0]"
    assert f"{place}: there is no tool 'add_memry'. Did you mean 'add_memory'?" in shown.err
    assert "there is no tool 'mine'" not in shown.err
    assert "the tool 'add_memory' of a plugin is left out: the name is taken" in shown.err
    assert (shown.status, refused.status) == (2, 2)
    assert "Plugin bad.py: register_tools returned the tool 'not mine'" in refused.err


def test_validate_lists_everything_at_once_whatever_its_kind(tiermem, write, tmp_path):
    (tmp_path / "folder").mkdir()
    text = (
        f"{AGENT}        rendr: cards\n        hooks: [./missing.py]\n        disable: [journall]\n"
        "        scope: {user: '${USER}', house: $HOME}\n        store: sqlite:///folder\n"
        "        limits: {content_chars: [9, 5]}\n        vectors: {enabled: true, index: sqlite-vec}\n"
    )

    told = tiermem("validate", write(text))

    assert told.status == 2
    for said in (
        "rendr: is not a key here",
        "missing.py: there is no file",
        "did you mean 'journal'?",
        "scope.user: has '${USER}', and variables are not filled in",
        "scope.house: has '$HOME'",
        "it is a folder",
        "expected the smaller number first",
    ):
        assert said in told.err, said
    if find_spec("sqlite_vec") is None:
        assert "needs the extra 'sqlite-vec'" in told.err


def test_vectors_whose_extra_is_missing_are_a_warning(tiermem, write, monkeypatch):
    monkeypatch.setattr("tiermem_hooks.models.embeddings.find_spec", lambda name: None)

    told = tiermem("validate", write(f"{AGENT}        vectors: {{enabled: true}}\n"))

    assert told.status == 0
    assert "needs the extra 'vectors', which is not installed: pip install " in told.err


def test_vectors_that_hooks_do_not_use_without_a_resident_process_are_a_warning(tiermem, write, monkeypatch):
    monkeypatch.setenv("TIERMEM_RESIDENT", "off")

    told = tiermem("validate", write(f"{AGENT}        vectors: {{enabled: true}}\n"))

    assert told.status == 0
    assert "recall in hooks goes by words alone" in told.err


def test_validate_lists_what_is_wrong_in_each_of_the_files(tiermem, write):
    first = write(AGENT.replace("4000", "0"), "first.yaml")
    second = write(AGENT.replace("4000", "many"), "second.yaml")

    shown = tiermem("validate", first, second).err

    assert (f"{first}:5: " in shown, f"{second}:5: " in shown) == (True, True)


def test_a_wrong_yaml_as_json_names_file_line_and_key(tiermem, write):
    path = write(AGENT.replace("memory_char_limit", "memory_char_limt"))

    error = tiermem("validate", path, "--json").data["error"]

    assert error["code"] == "config"
    assert (error["file"], error["line"], error["nearest"]) == (str(path), 5, "memory_char_limit")


def test_validate_needs_a_file(tiermem, tmp_path):
    assert "Name a YAML" in tiermem("validate").err
    assert "there is no such file" in tiermem("validate", tmp_path / "missing.yaml").err
    assert tiermem("validate", tmp_path).status == 2


# -- reindex -------------------------------------------------------------------------------------


def test_reindex_builds_what_was_lost(tiermem, gate, lisbon, store):
    alter(store, "DELETE FROM documents")
    assert tiermem("search", "billing", "--json").data["total"] == 0

    assert tiermem("reindex").out == "Indexed 6 documents.\n"

    assert gate in {entry["id"] for entry in tiermem("search", "billing", "--json").data["entries"]}
    assert tiermem("reindex", "--json").data == {"documents": 6}
    assert tiermem("doctor").out == "sound\n"


# -- doctor --------------------------------------------------------------------------------------


def test_doctor_finds_a_new_and_a_used_store_sound(tiermem, gate, lisbon):
    tiermem("edit", gate, "--content", "Deploys go through no gate at all")
    tiermem("recall", "gates?")

    examined = tiermem("doctor")

    assert (examined.status, examined.out) == (0, "sound\n")
    assert tiermem("doctor", "--json").data == {"sound": True, "total": 0, "findings": [], "removed": 0}


def test_doctor_takes_out_old_records_where_it_is_told_to_and_the_store_is_sound(tiermem, gate, store):
    tiermem("recall", "gates?")
    alter(
        store,
        "UPDATE recalls SET at = '2020-01-01T00:00:00.000000Z'",
        "DELETE FROM checksums WHERE of_table = 'recalls'",
    )
    assert tiermem("doctor", "--repair").status == 0

    def receipts():
        with closing(sqlite3.connect(store)) as connection:
            return connection.execute("SELECT count(*) FROM recalls").fetchone()[0]

    assert (tiermem("doctor").out, receipts()) == ("sound\n", 1)
    alter(store, "DELETE FROM documents")
    assert "first mend" in tiermem("doctor", "--tidy").err
    assert receipts() == 1
    tiermem("reindex")
    tidied = tiermem("doctor", "--tidy")

    assert (tidied.status, tidied.out, receipts()) == (0, "sound\n", 0)
    assert "Took out 1 record" in tidied.err


def test_doctor_names_what_is_wrong_and_how_to_mend_it(tiermem, gate, store):
    alter(store, "DELETE FROM documents")

    examined = tiermem("doctor")

    assert examined.status == 1
    assert examined.lines == [f"Entry {gate} is active, but not in the index.", "Run 'tiermem reindex'."]


def test_doctor_groups_findings_and_counts_those_beyond_ten(tiermem, memory, gate, store):
    entries = memory.entries()
    for number in range(24):
        entries.add(entries.draft(f"The statement number {number}", layer="L1"))
    alter(
        store,
        "DELETE FROM documents",
        f"UPDATE entry_versions SET content = 'other' WHERE entry_id = '{gate}'",
    )

    examined = tiermem("doctor")
    data = tiermem("doctor", "--json").data

    assert examined.status == 1
    assert sum("not in the index" in line for line in examined.lines) == 10
    assert "… and 15 more like these" in examined.lines
    assert (data["sound"], data["total"]) == (False, sum(group["count"] for group in data["findings"]))
    assert [group["count"] for group in data["findings"]] == [1, 1, 25, 1]
    assert [len(group["found"]) for group in data["findings"]] == [1, 1, 10, 1]


def test_doctor_repairs_what_stream_and_versions_know_and_keeps_the_file_as_it_was(tiermem, gate, store):
    tiermem("history", gate)
    alter(store, "UPDATE entries SET content = 'Deploys go straight to production'")
    assert f"Row {gate} of table entries is not as it was written." in tiermem("doctor").out

    repaired = tiermem("doctor", "--repair")

    assert repaired.status == 0
    assert f"mended: Row {gate} of table entries: its content was taken from its versions." in repaired.lines
    assert "before-repair-1" in repaired.lines[-1]
    assert tiermem("doctor").out == "sound\n"
    assert tiermem("doctor", "--repair", "--json").data == {
        "kept": None,
        "mended": [],
        "lost": [],
        "findings": [],
    }
    assert tiermem("search", "staging gate", "--json").data["total"] == 1


def test_a_backup_is_restored_and_that_is_undone(tiermem, gate, store):
    backup = tiermem("backup", "--json").data
    later = tiermem("add", "Written after the backup", "--json").data["entry"]["id"]

    assert tiermem("restore", backup["file"]).status == 0
    assert tiermem("show", later).status == 2
    restored = tiermem("restore", backup["file"], "--json").data
    assert tiermem("restore", f"{store}.before-restore-1").status == 0

    assert restored == {"file": str(store), "kept": f"{store}.before-restore-2"}
    assert tiermem("show", later).status == 0
    assert tiermem("doctor").out == "sound\n"


def test_records_are_rebuilt_in_a_new_store(tiermem, gate, store, tmp_path):
    new = tmp_path / "new.db"

    rebuilt = tiermem("rebuild", new, "--json").data

    assert rebuilt == {"file": str(new), "kept": None, "mended": [], "lost": [], "findings": []}
    assert tiermem("show", gate, at=new).status == 0
    assert "is there already" in tiermem("rebuild", new).err


def test_a_rebuilt_store_is_named_with_the_way_to_use_it_and_what_differs_is_listed(
    tiermem, gate, store, tmp_path
):
    new = tmp_path / "new.db"
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("DELETE FROM entry_versions")

    rebuilt = tiermem("rebuild", new)

    assert rebuilt.status == 0
    assert f"Made {new}. Use it with: tiermem restore '{new}'" in rebuilt.out
    assert f"differs from its record: Row {gate}/1 of table entry_versions" in rebuilt.out
    assert tiermem("show", gate, at=new).out == tiermem("show", gate).out


def test_a_store_is_copied_and_the_copy_verified(tiermem, gate, store, tmp_path):
    new = tmp_path / "copy.db"
    copy = ("--from", f"sqlite:///{store}", "--to", f"sqlite:///{new}")

    copied = tiermem("copy", *copy)

    assert copied.status == 0
    assert f"rows to sqlite:///{new}, and verified (SHA-256 " in copied.out
    assert tiermem("show", gate, at=new).out == tiermem("show", gate).out
    again = tiermem("copy", *copy)
    assert (again.status, again.out) == (2, "")
    assert "a store in use" in again.err


@pytest.mark.parametrize("verb", [("backup",), ("doctor", "--repair"), ("rebuild", "new.db")])
def test_a_store_that_is_not_there_is_not_kept_safe(tiermem, tmp_path, verb):
    ran = tiermem(*verb, at=tmp_path / "none.db")

    assert ran.status in {1, 2}
    assert not (tmp_path / "none.db").exists()


def damage(store, place):
    """Overwrite two pages in the middle of a closed store."""
    with store.open("r+b") as file:
        file.seek(place)
        file.write(b"\xff" * 8_192)


@pytest.fixture
def large(store):
    """A closed store of about 700 KB."""
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries()
        for number in range(300):
            entries.add(
                entries.draft(f"The statement number {number} about deploys, {'and so on ' * 20}", layer="L1")
            )
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return store


@pytest.mark.parametrize("share", every(3, [0, 0.2, 0.4, 0.6, 0.8, 0.95]))
def test_a_damaged_file_is_found_or_refused_and_no_verb_fails_in_another_way(tiermem, large, share):
    damage(large, int(large.stat().st_size * share))

    examined = tiermem("doctor")

    assert examined.status in (1, 2)
    assert (
        "damaged" in examined.out or "not a tiermem database" in examined.err or "malformed" in examined.err
    )
    for verb in (["list"], ["search", "deploys"], ["recall", "deploys?"], ["blocks"], ["stats"], ["reindex"]):
        assert tiermem(*verb).status in (0, 2)


# -- embed ---------------------------------------------------------------------------------------

EMBEDDER = """\
from tiermem.plugins import hookimpl
from tiermem.values import Embeddings

@hookimpl
def embed(texts):
    return Embeddings.of("own:letters", [[float(len(text)), 1.0] for text in texts])
"""


@pytest.fixture
def with_vectors(tmp_path, monkeypatch):
    """Enable vectors, by a hook file, in the YAML that the command reads."""
    (tmp_path / "letters.py").write_text(EMBEDDER, encoding="utf-8")
    (tmp_path / "agent.yaml").write_text(
        "agents:\n  helper:\n    tools:\n      - type: memory\n        hooks: [./letters.py]\n"
        "        vectors: {enabled: true, model: own:letters}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("TIERMEM_CONFIG", str(tmp_path / "agent.yaml"))


def test_embed_makes_the_vectors_that_are_missing_and_nothing_the_second_time(
    tiermem, with_vectors, remember
):
    pytest.importorskip("numpy")
    remember("The gate of the old town is closed at night", "--layer", "L1", "--target", "user")
    remember("The harbour opens at six", "--layer", "L1", "--target", "user", "--user", "bea")

    assert tiermem("embed").out == "Embedded 1 texts by own:letters; 1 of 1 have a vector.\n"
    assert tiermem("embed", "--json").data == {
        "model": "own:letters",
        "embedded": 0,
        "done": 1,
        "documents": 1,
        "failures": [],
    }
    assert tiermem("embed", "--all").out == "Embedded 1 texts by own:letters; 2 of 2 have a vector.\n"


def test_embed_without_vectors_is_a_mistake_that_says_how_to_enable_them(tiermem):
    refused = tiermem("embed")

    assert (refused.status, refused.out) == (2, "")
    assert "vectors: {enabled: true}" in refused.err

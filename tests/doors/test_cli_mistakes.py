"""Bad input gets a clear error and the right exit status from every verb, and nothing is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tiermem.doors.cli import VERBS, main

WITH_ID = {
    "show": ["ID"],
    "history": ["ID"],
    "edit": ["ID", "--content", "a content"],
    "remove": ["ID"],
    "correct": ["ID", "a content"],
    "erase": ["ID", "--yes"],
}
"""The verbs that take an id, and the rest of a call."""
OTHERS = {
    "add": ["a content"],
    "list": [],
    "search": ["words"],
    "recall": ["a prompt"],
    "blocks": [],
    "why": [],
    "pending": [],
    "stats": [],
    "reindex": [],
    "doctor": [],
}
ALL = WITH_ID | OTHERS


@pytest.fixture
def alec(remember):
    return remember("Alec is the user's boss", "--target", "user")


def call(verb, entry_id="abcdefgh"):
    return [verb, *(entry_id if word == "ID" else word for word in ALL[verb])]


@pytest.mark.parametrize("verb", WITH_ID)
def test_an_unknown_id_is_a_mistake(tiermem, alec, verb):
    refused = tiermem(*call(verb))

    assert (refused.status, refused.out) == (2, "")
    assert "No entry 'abcdefgh' is in reach. 'tiermem list' and 'tiermem search' show ids." in refused.err
    assert tiermem(*call(verb), "--json").data["error"] == {
        "code": "unknown_entry",
        "message": "No entry 'abcdefgh' is in reach. get_memories and search_memories show ids.",
        "id": "abcdefgh",
    }


@pytest.mark.parametrize("verb", WITH_ID)
def test_a_misspelt_id_is_answered_with_the_right_one_and_never_with_that_of_another_user(
    tiermem, alec, verb
):
    for misspelt in (alec.swapcase(), alec[1:], alec[:3] + "-" + alec[4:]):
        assert f"Did you mean '{alec}'?" in tiermem(*call(verb, misspelt)).err
        assert tiermem(*call(verb, misspelt), "--json").data["error"]["nearest"] == alec
        assert "Did you mean" not in tiermem(*call(verb, misspelt), "--user", "somebody").err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["list", "--statuss", "active"], "'--status'"),
        (["add", "--teir", "user", "x"], "'--tier'"),
        (["list", "--layer", "l1"], "'L1'"),
        (["list", "--tier", "usr"], "'user'"),
        (["list", "--category", "peple"], "--category 'people'"),
        (["list", "--tag", "work", "--tag", "offise"], "--tag 'office'"),
        (["search", "nothing", "--subject", "alecc"], "--subject 'Alec'"),
    ],
)
def test_a_misspelt_flag_or_value_is_answered_with_the_right_one(tiermem, remember, arguments, meant):
    labels = ("--category", "people", "--subject", "Alec", "--tag", "work", "--tag", "office")
    remember("Alec is the user's boss", "--target", "user", *labels)

    assert f"Did you mean {meant}?" in tiermem(*arguments).err
    assert "Did you mean --" not in tiermem(*arguments, "--user", "somebody").err


@pytest.mark.parametrize("verb", WITH_ID)
def test_an_id_of_the_other_tier_is_a_mistake_that_names_the_right_one(tiermem, alec, verb):
    refused = tiermem(*call(verb, alec), "--target", "memory", "--json")

    assert refused.status == 2
    assert refused.data["error"]["code"] == "wrong_tier"
    assert refused.data["error"]["tier"] == "user"
    assert tiermem("show", alec, "--tier", "user").status == 0


@pytest.mark.parametrize("verb", WITH_ID)
def test_an_id_of_another_user_is_unknown(tiermem, alec, verb):
    assert tiermem(*call(verb, alec), "--user", "somebody").status == 2
    assert tiermem("show", alec, "--json").data["entry"]["content"] == "Alec is the user's boss"


@pytest.mark.parametrize("flag", ["--user", "--project", "--task", "--agent"])
@pytest.mark.parametrize("text", ["\0", "a\ud800b"], ids=["NUL", "surrogate"])
@pytest.mark.parametrize("verb", OTHERS)
def test_names_that_cannot_be_stored_are_a_mistake_of_every_verb(tiermem, store, verb, flag, text):
    refused = tiermem(*call(verb), flag, text)

    assert (refused.status, refused.out) == (2, "")
    assert "NUL or broken Unicode" in refused.err
    assert not store.exists()


@pytest.mark.parametrize("text", ["\0", "a\ud800b"], ids=["NUL", "surrogate"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["add", "TEXT"],
        ["add", "a content", "--subject", "TEXT"],
        ["add", "a content", "--tag", "TEXT"],
        ["search", "TEXT"],
        ["recall", "TEXT"],
        ["show", "TEXT"],
        ["correct", "abcdefgh", "TEXT"],
        ["edit", "abcdefgh", "--content", "TEXT"],
        ["remove", "abcdefgh", "--reason", "TEXT"],
        ["why", "--session", "TEXT"],
        ["pending", "accept", "TEXT"],
        ["list", "--subject", "TEXT"],
        ["validate", "TEXT\0"],
    ],
)
def test_text_that_cannot_be_stored_is_a_mistake(tiermem, arguments, text):
    refused = tiermem(*(word.replace("TEXT", text) for word in arguments), "--json")

    assert refused.status == 2
    assert "NUL or broken Unicode" in refused.data["error"]["message"]


@pytest.mark.parametrize("flag", ["--store", "--config", "--agent", "--user", "--project", "--task"])
def test_an_empty_name_never_falls_back_to_another(tiermem, flag):
    refused = tiermem("add", "a content", flag, "")

    assert refused.status == 2
    assert f"{flag} is empty" in refused.err


def test_a_megabyte_of_content_is_refused_and_nothing_is_stored(tiermem):
    refused = tiermem("add", "x" * 1_000_000, "--json")

    assert refused.status == 1
    assert refused.data["error"]["code"] == "content_length"
    assert "1,000,000 characters" in refused.data["error"]["message"]
    assert tiermem("list", "--json").data["total"] == 0


@pytest.mark.parametrize("verb", [["edit", "--content"], ["correct"]])
def test_a_megabyte_in_the_place_of_an_entry_leaves_it_as_it_was(tiermem, alec, verb):
    refused = tiermem(verb[0], alec, *verb[1:], "x" * 1_000_000)

    assert refused.status == 1
    assert tiermem("show", alec, "--json").data["entry"]["content"] == "Alec is the user's boss"


@pytest.mark.parametrize("text", ["", "  ", "\n\t"])
@pytest.mark.parametrize(("verb", "status"), [("add", 1), ("correct", 1), ("edit", 2)])
def test_an_empty_content_is_refused(tiermem, alec, verb, status, text):
    arguments = {
        "add": ["add", text],
        "correct": ["correct", alec, text],
        "edit": ["edit", alec, "--content", text],
    }

    refused = tiermem(*arguments[verb])

    assert refused.status == status
    assert [entry["content"] for entry in tiermem("list", "--json").data["entries"]] == [
        "Alec is the user's boss"
    ]


def test_over_budget_is_refused_with_usage_and_candidates(tiermem, remember):
    kept = remember("The build machines run Linux and have four cores each")
    remember("y" * 2_100)

    refused = tiermem("add", "The build machines run Linux, all of them without exception", "--json")
    error = refused.data["error"]

    assert refused.status == 1
    assert error["code"] == "over_budget"
    assert (error["tier"], error["used"], error["limit"], error["requested"]) == ("memory", 2156, 2200, 2218)
    assert error["candidates"][0]["id"] == kept
    assert error["usage"]["memory"]["used"] == 2156
    told = tiermem("add", "The build machines run Linux, all of them without exception")
    assert (told.status, told.out) == (1, "")
    assert f"[{kept}] The build machines run Linux and have four cores each (53 characters)" in told.err
    assert "--layer L1" in told.err


@pytest.mark.parametrize("verb", ["list", "search"])
@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--limit", "-1"], "whole number"),
        (["--limit", "many"], "whole number"),
        (["--limit", "9" * 40], "whole number"),
        (["--limit", "٣"], "whole number"),
        (["--offset", "1.5"], "whole number"),
        (["--since", "the other day"], "--since takes a date"),
        (["--until", "2026-02-30"], "--until takes a date"),
        (["--since", "0001-01-01T00:00+14:00"], "--since takes a date"),
        (["--layer", "L3"], "invalid choice: 'L3'"),
        (["--target", "memry"], "Did you mean 'memory'?"),
        (["--target", "other"], "invalid choice: 'other'"),
        (["--status", "gone"], "invalid choice: 'gone'"),
    ],
)
def test_wrong_filters_say_what_was_expected(tiermem, verb, flags, said):
    refused = tiermem(verb, *call(verb)[1:], *flags)

    assert (refused.status, refused.out) == (2, "")
    assert said in refused.err
    assert said in tiermem(verb, *call(verb)[1:], *flags, "--json").data["error"]["message"]


@pytest.mark.parametrize(
    "arguments",
    [["forget"], ["--json"], ["list", "--no-such-flag"], ["show"], ["correct", "abcdefgh"], ["list", "more"]],
)
def test_a_wrong_call_points_to_the_help(capsys, arguments):
    status = main(arguments)

    said = capsys.readouterr()
    assert status == 2
    assert "--help'" in said.err + said.out


def test_the_bare_command_shows_the_verbs_in_groups(capsys):
    status = main([])

    shown = capsys.readouterr().out
    assert status == 0
    assert "Entries:\n  add " in shown
    assert "TIERMEM_USER, TIERMEM_PROJECT" in shown


def test_a_misspelt_verb_is_answered_with_the_nearest_and_not_with_all_of_them(capsys):
    assert main(["serch", "tea"]) == 2

    said = capsys.readouterr().err
    assert "Did you mean 'tiermem search'?" in said
    assert "reindex" not in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["forget", "tea"], "There is no verb 'forget'. Use 'tiermem remove' or 'tiermem erase'. See"),
        (["rm", "tea"], "There is no verb 'rm'. Use 'tiermem remove' or 'tiermem erase'. See"),
        (["find", "tea"], "There is no verb 'find'. Use 'tiermem search'. See"),
        (["demo", "--bogus"], "'tiermem demo' does not take '--bogus'. See"),
    ],
)
def test_a_word_that_is_no_misspelling_is_answered_with_what_does_it_or_not_at_all(capsys, arguments, said):
    assert main(arguments) == 2

    assert said in capsys.readouterr().err


def test_each_shared_flag_may_be_set_in_the_environment(tiermem, remember, monkeypatch):
    remember("Ana likes tea", "--user", "ana", "--project", "garden", "--task", "t1")
    monkeypatch.setenv("TIERMEM_USER", "ana")

    assert tiermem("list", "--json").data["total"] == 1
    for name, other in (("USER", "ben"), ("PROJECT", "house"), ("TASK", "t2")):
        with monkeypatch.context() as patch:
            patch.setenv(f"TIERMEM_{name}", other)
            assert tiermem("list", "--json").data["total"] == 0, name
    assert tiermem("list", "--user", "ben", "--json").data["total"] == 0


@pytest.mark.parametrize(
    "call", [["list"], ["search", "tea"], ["recall", "Does Ana like tea?"], ["stats"], ["blocks"]]
)
def test_a_user_without_entries_is_told_which_users_have_some(tiermem, remember, call):
    remember("Ana likes tea", "--user", "ana")
    remember("Notes of the team", "--user", "ben", "--target", "memory")

    told = tiermem(*call)

    assert "The user is 'me'; entries are of 'ana', 'ben'. See --user." in told.err
    assert "entries are of" not in tiermem("search", "coffee", "--user", "ana").err
    for verb in (("list",), ("search", "coffee")):
        told = tiermem(*verb, "--user", "ana", "--project", "zoo")
        assert "Only entries of the project 'zoo' (--project) are meant." in told.err


def test_a_refusal_names_verbs_to_people_and_tools_to_programs(tiermem, remember):
    tea = remember("Likes tea", "--target", "user", "--subject", "Ana", "--category", "preference")
    call = ["add", "Likes coffee", "--target", "user", "--subject", "Ana", "--category", "preference"]

    assert f"'tiermem edit {tea}' changes it" in tiermem(*call).err
    assert "update_memory" in tiermem(*call, "--json").data["error"]["message"]


@pytest.mark.parametrize("verb", ["validate", *ALL])
def test_every_verb_has_help(capsys, verb):
    with pytest.raises(SystemExit) as ended:
        main([verb, "--help"])

    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out


def test_the_help_of_the_command_names_every_verb(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])

    shown = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert ended.value.code == 0
    assert [word for word in shown if word in VERBS] == list(VERBS)


# -- stores that cannot be used ------------------------------------------------------------------


def test_that_a_server_is_away_is_said_once(tiermem):
    pytest.importorskip("psycopg_pool", reason="the extra 'postgres' is not installed")

    refused = tiermem("list", at="postgresql://nobody@127.0.0.1:1/none")

    assert (refused.status, refused.out) == (2, "")
    assert refused.err.count("Cannot use the store postgresql://nobody@127.0.0.1:1/none") == 1
    assert "Connection refused" in refused.err


def refused_of(tiermem, verb, path):
    """Check that a verb refuses a store as a mistake, in text and in JSON, and give the error."""
    refused = tiermem(*call(verb), at=path)
    assert (refused.status, refused.out) == (2, "")
    error = tiermem(*call(verb), "--json", at=path).data["error"]
    assert error["message"] in refused.err
    return error


@pytest.mark.parametrize("verb", ALL)
def test_a_store_path_that_cannot_be_used_is_a_mistake(tiermem, tmp_path, verb):
    (tmp_path / "file").write_text("a file")

    assert refused_of(tiermem, verb, tmp_path / "file" / "memory.db")["code"] == "store_unusable"
    assert refused_of(tiermem, verb, tmp_path)["code"] == "store_unusable"


@pytest.mark.parametrize("url", ["mysql://host/db", "sqlite:///", ":memory:", "mysql:x://", "a\udcffb\ud800"])
def test_a_store_of_an_unknown_kind_is_a_mistake(tiermem, url):
    assert refused_of(tiermem, "list", url)["code"] == "store_unusable"


@pytest.mark.parametrize("verb", ALL)
def test_a_database_that_is_not_ours_is_left_as_it_was(tiermem, tmp_path, verb):
    with closing(sqlite3.connect(tmp_path / "theirs.db")) as connection, connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    before = (tmp_path / "theirs.db").read_bytes()

    error = refused_of(tiermem, verb, tmp_path / "theirs.db")

    assert error["code"] == "store_foreign"
    assert "songs" in error["message"]
    assert (tmp_path / "theirs.db").read_bytes() == before


def test_a_file_that_is_no_database_is_left_as_it_was(tiermem, tmp_path):
    (tmp_path / "notes.txt").write_text("these are my notes, and no database at all " * 100)

    assert refused_of(tiermem, "add", tmp_path / "notes.txt")["code"] == "store_foreign"
    assert (tmp_path / "notes.txt").read_text().startswith("these are my notes")


def test_a_newer_database_is_left_as_it_was(tiermem, alec, store):
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("INSERT INTO migrations VALUES ('9999_from_the_future', '2099-01-01')")

    error = refused_of(tiermem, "list", store)

    assert error["code"] == "store_newer"
    assert "9999_from_the_future" in error["message"]


def test_a_broken_yaml_stops_every_verb_and_makes_no_store(tiermem, tmp_path, store):
    (tmp_path / "broken.yaml").write_text("agents: {a: {tools: [{type: memory, colour: red}]}}")

    for verb in ALL:
        refused = tiermem(*call(verb), "--config", tmp_path / "broken.yaml")
        assert (refused.status, refused.out) == (2, "")
        assert "broken.yaml:1: agents.a.tools[0].colour" in refused.err
    assert not store.exists()


# -- hooks ---------------------------------------------------------------------------------------


@pytest.fixture
def checked(tiermem, tmp_path):
    """Run the command for an agent whose hook file checks writes with the given code."""

    def checked(code, *arguments):
        (tmp_path / "checks.py").write_text(
            "from tiermem.plugins import hookimpl\n"
            "from tiermem.values import Verdict\n\n"
            f"@hookimpl\ndef check_write(change):\n    {code}\n"
        )
        (tmp_path / "a.yaml").write_text("agents: {a: {tools: [{type: memory, hooks: [./checks.py]}]}}")
        return tiermem(*arguments, "--config", tmp_path / "a.yaml")

    return checked


@pytest.mark.parametrize("code", ["return Verdict(action='refuse', reason='not today')", "return 1 / 0"])
def test_a_write_that_a_check_refuses_or_cannot_judge_is_refused(checked, code):
    refused = checked(code, "add", "The build machines run Linux", "--json")

    assert refused.status == 1
    assert refused.data["error"]["code"] == "check_refused"
    assert refused.data["error"]["plugin"] == "checks.py"
    assert checked(code, "list", "--status", "all", "--json").data["total"] == 0


def test_a_write_that_a_check_stages_waits_for_approval(checked):
    code = "return Verdict(action='stage', reason='on Mondays')"

    staged = checked(code, "add", "The build machines run Linux")
    profile = checked(code, "edit", "identity", "--content", "## Basics\n\nAna", "--json")

    assert staged.lines[0].startswith("Waits for approval: [")
    assert [entry["content"] for entry in profile.data["staged"]] == ["Ana"]
    assert checked(code, "list", "--json").data["total"] == 0
    assert checked(code, "pending", "--json").data["total"] == 2


def test_a_hook_file_that_does_not_load_stops_the_command(tiermem, tmp_path, store):
    (tmp_path / "broken.py").write_text("def half(:\n")
    (tmp_path / "a.yaml").write_text("agents: {a: {tools: [{type: memory, hooks: [./broken.py]}]}}")

    refused = tiermem("list", "--config", tmp_path / "a.yaml", "--json")

    assert refused.status == 2
    assert refused.data["error"]["code"] == "plugin"
    assert "broken.py:1: SyntaxError" in refused.data["error"]["message"]


def test_a_secret_in_a_reason_never_reaches_the_store(tiermem, remember, store):
    secret = "ghp_" + "a1B2" * 9
    linux = remember("The build machines run Linux")

    tiermem("remove", linux, "--reason", f"its token {secret} is gone")

    assert tiermem("history", linux, "--json").data["events"][-1]["reason"].startswith("its token ")
    assert secret.encode() not in b"".join(one.read_bytes() for one in store.parent.glob("memory.db*"))


# -- what a person is told beside the result -----------------------------------------------------


def test_adopting_another_programs_database_is_said_beside_the_result(tiermem, tmp_path):
    with closing(sqlite3.connect(tmp_path / "theirs.db")) as connection, connection:
        connection.execute("CREATE TABLE memories (id TEXT, created_at TEXT, memory TEXT, category TEXT)")
        connection.execute(
            "INSERT INTO memories VALUES ('1', '2026-03-02T00:00:00Z', 'Uses Linux at work', NULL)"
        )

    listed = tiermem("list", "--json", at=tmp_path / "theirs.db")

    assert [entry["content"] for entry in listed.data["entries"]] == ["Uses Linux at work"]
    assert "a copy was made" in listed.err
    assert "Took 1 of 1 rows of 'memories'" in listed.err


def test_a_word_too_many_is_named_with_the_verbs_own_help(tiermem, alec):
    refused = tiermem("edit", alec, "Alec left the company.", "Anna came.")

    assert refused.status == 2
    assert "'tiermem edit' does not take 'Anna came.'. See 'tiermem edit --help'." in refused.err


def test_a_superseded_entry_is_refused_with_the_name_of_what_superseded_it(tiermem, alec):
    new = tiermem("correct", alec, "Anna is the user's boss", "--json").data["entry"]["id"]

    refused = tiermem("edit", alec, "--content", "Alec left the company.")

    assert refused.status == 2
    assert (
        f"Entry {alec} was superseded by {new}. 'tiermem remove {alec} --undo' brings it back." in refused.err
    )
    assert tiermem("edit", new, "--content", "Anna is my boss").status == 0


def test_a_copy_that_cannot_be_made_is_a_mistake_in_its_file_and_not_in_the_store(tiermem, alec, tmp_path):
    no_folder = tmp_path / "gone" / "copy.db"
    too_long = tmp_path / ("x" * 300)

    refused = {place: tiermem("backup", str(place)) for place in (no_folder, too_long)}

    assert f"There is no folder {no_folder.parent} for FILE {no_folder}." in refused[no_folder].err
    assert f"FILE {too_long} cannot be made: " in refused[too_long].err
    assert [(one.status, "--store" in one.err) for one in refused.values()] == [(2, False)] * 2
    assert not no_folder.parent.exists()


def test_a_backup_that_is_not_there_is_named_as_a_file(tiermem, alec, tmp_path):
    refused = tiermem("restore", tmp_path / "gone.db")

    assert refused.status == 2
    assert f"There is no file {tmp_path / 'gone.db'}. Name what 'tiermem backup' wrote." in refused.err

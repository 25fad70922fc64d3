"""Commands that only read, where there is no store yet: an empty answer, a note that says so, and no file."""

from __future__ import annotations

import tempfile

import pytest

from tiermem import Memory
from tiermem.doors.cli import VERBS
from tiermem.doors.cli.call import READING as READING_VERBS
from tiermem.doors.cli.call import READING_ACTIONS
from tiermem.errors import UnusableStore

READING = [
    (("list",), {"entries": [], "total": 0}),
    (("search", "staging"), {"entries": [], "total": 0}),
    (("recall", "Where do deploys go first?"), {"context": "", "passages": []}),
    (("blocks",), {"blocks": []}),
    (("why",), {"receipts": []}),
    (("report",), {"entries": [], "total": 0}),
    (("stats",), {"waiting": 0, "sessions": 0}),
    (("stats", "--recall"), {"recalls": 0}),
    (("reindex",), {"documents": 0}),
    (("profile",), {}),
    (("review",), {"doubts": [], "rivals": []}),
    (("connection",), {}),
    (("pending",), {}),
    (("task",), {"tasks": []}),
    (("project", "list"), {"projects": []}),
    (("scope", "list"), {}),
    (("token", "list"), {"tokens": []}),
    (("export", "--format", "markdown"), {}),
]


def name_of(arguments):
    return " ".join(arguments) if isinstance(arguments, tuple) else ""


@pytest.fixture
def nowhere(tmp_path):
    """A store that is not there, in a folder that is not there."""
    return tmp_path / "data" / "memory.db"


@pytest.mark.parametrize(("arguments", "expected"), READING, ids=name_of)
def test_a_reading_command_gives_an_empty_answer_and_makes_no_file(tiermem, nowhere, arguments, expected):
    ran = tiermem(*arguments, "--json", at=nowhere)

    assert ran.status == 0
    assert ran.data | expected == ran.data
    assert ran.err.splitlines()[0] == f"There is no store at {nowhere} yet: nothing is remembered."
    assert not nowhere.parent.exists()


@pytest.mark.parametrize(
    "arguments", [("doctor",), ("doctor", "--repair"), ("doctor", "--tidy")], ids=name_of
)
def test_doctor_calls_a_store_that_is_not_there_neither_sound_nor_mended(tiermem, nowhere, arguments):
    told, ran = tiermem(*arguments, at=nowhere), tiermem(*arguments, "--json", at=nowhere)

    assert (told.status, ran.status) == (1, 1)
    assert told.out.startswith("Nothing to check: there is no store.")
    assert ran.data == {"sound": None, "total": 0, "findings": [], "removed": 0}
    assert not nowhere.parent.exists()


def test_an_export_of_a_store_that_is_not_there_is_not_called_the_whole_store(tiermem, nowhere):
    assert "whole store" not in tiermem("export", at=nowhere).err


@pytest.mark.parametrize("arguments", [("show", "abcdefgh"), ("history", "abcdefgh"), ("task", "show", "x")])
def test_asked_for_one_thing_it_is_a_mistake_and_makes_no_file(tiermem, nowhere, arguments):
    ran = tiermem(*arguments, at=nowhere)

    assert ran.status == 2
    assert "There is no store" in ran.err
    assert not nowhere.parent.exists()


WRITING = {
    "demo",
    "chat",
    "replay",
    "add",
    "edit",
    "remove",
    "undo",
    "pin",
    "hide",
    "erase",
    "correct",
    "worker",
    "install",
    "uninstall",
    "hook",
    "serve",
    "telegram",
    "mcp",
    "import",
    "validate",
    "backup",
    "restore",
    "copy",
    "postgres",
    "rebuild",
}


def test_of_every_verb_it_is_known_whether_it_only_reads():
    assert {*READING_VERBS, *READING_ACTIONS}.isdisjoint(WRITING)
    assert {*READING_VERBS, *READING_ACTIONS, *WRITING} == set(VERBS)


def test_a_store_that_is_not_there_needs_a_folder_for_what_is_only_for_now(tiermem, nowhere, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(nowhere))

    ran = tiermem("list", at=nowhere)

    assert ran.status == 2
    assert f"Cannot use the store sqlite:///{nowhere}" in ran.err


def test_statistics_name_the_store_that_is_not_there(tiermem, nowhere):
    assert tiermem("stats", "--json", at=nowhere).data["store"] == f"sqlite:///{nowhere}"


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "Deploys go through staging"),
        ("task", "start", "Ship it"),
        ("project", "start", "Move"),
        ("profile", "--inbox-guidance", "Invoices first"),
    ],
    ids=name_of,
)
def test_a_command_that_keeps_something_makes_the_store(tiermem, nowhere, arguments):
    ran = tiermem(*arguments, at=nowhere)

    assert (ran.status, ran.err) == (0, "")
    assert nowhere.exists()
    assert "There is no store" not in tiermem("list", at=nowhere).err


def test_a_store_that_is_there_is_the_same_with_and_without_making_one(tmp_path):
    path = str(tmp_path / "memory.db")
    with Memory.open(store=path) as memory:
        kept = memory.entries().add(memory.entries().draft("Deploys go through staging")).entry

    with Memory.open(store=path, create=False) as memory:
        assert memory.notices == ()
        assert memory.entries().get(kept.id) == kept


def test_a_place_that_can_be_none_is_named_as_before(tmp_path):
    (tmp_path / "folder").mkdir()

    with pytest.raises(UnusableStore):
        Memory.open(store=str(tmp_path / "folder"), create=False)

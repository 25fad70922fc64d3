"""task, project, report, connection, profile and review on the command line."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tiermem import Memory

ROOT = Path(__file__).parents[2]
STAGING = "Deploys of billing go through staging first"
STAGING_AGAIN = "Billing deploys go first through staging"


def test_a_task_from_its_start_to_its_archive_and_back(tiermem):
    assert (
        tiermem("task", "start", "Fix the login", "--project", "web").lines[0]
        == "Fix the login [fix-the-login]"
    )
    tiermem("task", "note", "fix-the-login", "The cookie expires at once")
    [listed] = tiermem("task", "--json").data["tasks"]
    assert (listed["id"], listed["status"], len(listed["notes"])) == ("fix-the-login", "active", 1)

    done = tiermem("task", "done", "fix-the-login", "Shipped", "--json").data["task"]

    assert (done["status"], done["notes"]) == ("done", [])
    assert "Shipped" in tiermem("show", done["archive"]).out
    assert "No active tasks" in tiermem("task").err
    assert "fix-the-login" in tiermem("task", "list", "--all").out
    again = tiermem("task", "done", "fix-the-login", "--undo", "--json").data["task"]
    assert [note["text"] for note in again["notes"]] == ["The cookie expires at once", "Shipped"]


def test_a_note_can_be_read_from_standard_input(piped, tiermem):
    tiermem("task", "start", "Fix")
    assert piped("task", "note", "fix", "-", given="from a pipe\n").status == 0

    assert tiermem("task", "show", "fix", "--json").data["task"]["notes"][0]["text"] == "from a pipe"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("task", "note", "fix"), "The note is missing"),
        (("task", "done"), "Name a task"),
        (("task", "list", "fix"), "takes no name"),
        (("task", "done", "none"), "There is no task 'none'. There are: fix."),
        (("project", "done"), "Name a project"),
        (("project", "done", "none"), "There is no project 'none'"),
        (("connection", "show", "none"), "There is no data about a connection 'none'"),
        (("report", "--since", "whenever"), "--since takes a date"),
        (("review", "--keep", "nothing1"), "nothing1"),
        (("review", "--retire", "nothing1"), "nothing1"),
        (("review", "--merge", "nothing1", "nothing2"), "nothing1"),
        (("project", "list", "shop"), "'project list' takes no name"),
        (("search", "fix", "--events", "--archive"), "not both at once"),
        (("search", "fix", "--events", "--offset", "3"), "raise the --limit"),
        (("erase", "--session", "s", "--export", "all.json", "--yes"), "--export needs --everything"),
        (("erase", "--yes"), "Name one: an entry, a turn, --session, --line, or --everything"),
        (("token", "add", "--user", "ann", "--label", "x" * 101), "A label has up to 100 characters"),
        (("token", "add", "--user", " ", "--label", "x"), "The user's name is empty"),
    ],
)
def test_a_mistake_names_the_way_out(tiermem, arguments, problem):
    tiermem("task", "start", "Fix")

    said = tiermem(*arguments)

    assert (said.status, said.out) == (2, "")
    assert problem in said.err


def test_projects(tiermem):
    assert tiermem("project", "start", "Web shop", "--json").data["projects"][0]["id"] == "web-shop"
    assert "web-shop" in tiermem("project").out
    assert tiermem("project", "done", "web-shop", "--json").data["projects"][0]["status"] == "done"
    assert "No projects." in tiermem("project").err


def test_a_report_lists_what_is_in_the_archive_by_day(tiermem):
    assert "Nothing is in the archive" in tiermem("report", "--since", "monday").err
    tiermem("task", "start", "Fix the login", "--project", "web")
    tiermem("task", "done", "fix-the-login", "Shipped in 2.3")

    shown = tiermem("report", "--since", "yesterday")
    [entry] = tiermem("report", "--since", "yesterday", "--json").data["entries"]

    assert "task (web, fix-the-login)" in shown.out
    assert "Shipped in 2.3" in shown.out
    assert (entry["context_type"], entry["task_id"]) == ("task_archive", "fix-the-login")
    assert tiermem("report", "--since", "yesterday", "--project", "other", "--json").data["total"] == 0
    assert tiermem("report", "--since", "yesterday", "--kind", "session", "--json").data["total"] == 0
    assert tiermem("report", "--since", "2020-01-01", "--until", "2021-01-01", "--json").data["total"] == 0


def test_connections(tiermem, store):
    assert "Nothing is known of any connection." in tiermem("connection").err
    with Memory.open(store=str(store)) as memory, memory.session() as session:
        session.call_tool(
            "update_connection_context", {"connection": "jira-1", "learned": {"default_project": "PROJ"}}
        )

    assert "jira-1" in tiermem("connection").out
    assert tiermem("connection", "show", "jira-1", "--json").data["learned"] == {"default_project": "PROJ"}
    assert tiermem("connection", "forget", "jira-1").out.startswith("Forgotten: ")
    assert tiermem("connection", "show", "jira-1", "--json").data["learned"] == {}


def test_the_profile_and_how_messages_are_ranked(tiermem):
    assert "No profile yet." in tiermem("profile").err

    shown = tiermem("profile", "--inbox-guidance", "Mail from Alec first")

    assert "Mail from Alec first" in shown.out
    assert tiermem("profile", "--json").data["profile"]["inbox_guidance"] == "Mail from Alec first"
    tiermem("profile", "--inbox-guidance", "")
    assert "No profile yet." in tiermem("profile").err


def test_a_review_lists_and_its_flags_decide(tiermem):
    assert "Nothing to review." in tiermem("review").err
    tiermem("add", STAGING, "--layer", "L1")
    tiermem("add", STAGING_AGAIN, "--layer", "L1")
    [doubt] = tiermem("review", "--json").data["doubts"]

    shown = tiermem("review")

    assert "duplicated: says nearly the same as" in shown.out
    assert "1 duplicated in the entries" in shown.err
    tiermem("review", "--merge", doubt["entry"]["id"], doubt["other"]["id"])
    assert tiermem("review", "--json").data["doubts"] == []
    [left] = tiermem("list", "--json").data["entries"]
    assert left["content"] == STAGING


def test_what_was_kept_in_a_review_is_not_listed_again(tiermem):
    tiermem("add", STAGING, "--layer", "L1")
    tiermem("add", STAGING_AGAIN, "--layer", "L1")
    [doubt] = tiermem("review", "--json").data["doubts"]

    assert (
        tiermem("review", "--keep", doubt["entry"]["id"], "--json").data["kept"]["id"] == doubt["entry"]["id"]
    )

    assert tiermem("review", "--json").data["doubts"] == []
    assert tiermem("doctor").status == 0


@pytest.fixture
def on_a_terminal(store):
    """Run the command on a terminal of its own with keys pressed; gives the exit status and what was shown."""

    def run(keys, *arguments):
        ours, theirs = pty.openpty()
        shown = []
        command = [sys.executable, "-m", "tiermem", *arguments, "--store", str(store)]
        paths = os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
        environment = os.environ | {"PYTHONPATH": paths}
        with subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        ) as running:
            os.close(theirs)
            os.write(ours, keys.encode())
            with contextlib.suppress(OSError):  # the terminal is gone when the command ends
                while text := os.read(ours, 65_536):
                    shown.append(text)
        os.close(ours)
        return running.returncode, b"".join(shown).decode()

    return run


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ("m\n", [STAGING]),
        ("r\n", [STAGING]),
        ("k\n", [STAGING, STAGING_AGAIN]),
        ("s\n", [STAGING, STAGING_AGAIN]),
    ],
)
def test_one_key_keeps_merges_or_retires(tiermem, on_a_terminal, keys, left):
    tiermem("add", STAGING, "--layer", "L1")
    tiermem("add", STAGING_AGAIN, "--layer", "L1")

    status, shown = on_a_terminal(keys, "review")

    assert status == 0
    assert "[k]eep  [r]etire  [m]erge  [s]kip  [q]uit" in shown
    assert sorted(entry["content"] for entry in tiermem("list", "--json").data["entries"]) == sorted(left)
    asked_again = bool(tiermem("review", "--json").data["doubts"])
    assert asked_again == (keys == "s\n")


def test_quitting_a_review_leaves_the_rest(tiermem, on_a_terminal):
    for wording in ("", " as ever", " as usual"):
        tiermem("add", f"{STAGING}{wording}", "--layer", "L1")

    status, shown = on_a_terminal("q\n", "review")

    assert (status, shown.count("[k]eep")) == (0, 1)
    assert len(tiermem("list", "--json").data["entries"]) == 3


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("task", "start", "Fix the login", "at once"), "'task start' takes no text"),
        (("task", "start", "Fix the login", "--undo"), "'task start' takes no --undo"),
        (("task", "note", "fix-the-login", "x", "--id", "y"), "'task note' takes no --id"),
        (("task", "done", "fix-the-login", "Shipped", "--undo"), "'task done --undo' takes no text"),
        (("task", "show", "fix-the-login", "more"), "'task show' takes no text"),
        (("connection", "list", "jira"), "'connection list' takes no name"),
        (("connection", "forget"), "Name a connection: 'tiermem connection forget NAME'"),
    ],
)
def test_what_a_sub_verb_would_not_look_at_is_a_mistake(tiermem, arguments, problem):
    ran = tiermem(*arguments)

    assert ran.status == 2
    assert problem in ran.err


@pytest.fixture
def two_roles(tmp_path, store):
    """A profile with two values for the user's role, of which the later one waits for a person's word."""
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents: {agent: {tools: [{type: memory, consolidation: {enabled: true}}]}}", encoding="utf-8"
    )
    with Memory.open(config, store=str(store)) as memory:
        for role in ("CTO", "CEO"):
            memory.observations().autonomous_cycle({"scaffold_updates": {"Role": role}})
        memory.maintenance.work()


@pytest.mark.usefixtures("two_roles")
@pytest.mark.parametrize(("flag", "left"), [("--keep", "CTO"), ("--retire", "CEO")])
def test_the_flags_of_a_review_decide_between_two_values_of_the_profile(tiermem, flag, left):
    assert tiermem("review", flag, "Role").status == 0

    assert tiermem("profile", "--json").data["profile"]["scaffold"] == {"Role": left}
    assert "Nothing to review" in tiermem("review").err


@pytest.mark.usefixtures("two_roles")
@pytest.mark.parametrize(
    ("key", "left", "asked_again"),
    [("k", "CTO", False), ("replace", "CEO", False), ("s", "CTO", True), ("q", "CTO", True)],
)
def test_one_key_decides_between_two_values_of_the_profile(tiermem, on_a_terminal, key, left, asked_again):
    status, shown = on_a_terminal(f"m\n{key}\n", "review")

    assert status == 0
    assert "contradicting in the profile: Role" in shown
    assert "There is no key 'm' here: it is one of k, r, s, q." in shown
    assert tiermem("profile", "--json").data["profile"]["scaffold"] == {"Role": left}
    assert bool(tiermem("review", "--json").data["rivals"]) == asked_again


@pytest.mark.usefixtures("two_roles")
def test_the_profile_is_shown_with_all_its_parts_and_what_contradicts(tiermem, store):
    with Memory.open(store=str(store)) as memory:
        profile = memory.profile()
        profile.add("Writes about ferries.", "narrative")
        profile.add("Works from Lyon.")
        profile.set("Home", {"city": "Lyon"})
        profile.guide_inbox("Mail from Alec first")

    lines = tiermem("profile").lines

    assert lines[:2] == ["Narrative, 3 words", "Writes about ferries."]
    (role,) = (line for line in lines if line.startswith("Role"))
    assert role.endswith('CTO (or "CEO"?)')
    (home,) = (line for line in lines if line.startswith("Home"))
    assert home.endswith("Lyon")
    assert any(line.startswith("- Works from Lyon. (") for line in lines)
    assert lines[lines.index("How messages are to be ranked") + 1] == "Mail from Alec first"
    assert lines[-1].startswith("Version ")
    assert "contradicting in the profile: Role" in tiermem("review").out
    assert "1 contradicting in the profile" in tiermem("review").err


def test_the_blocks_of_a_task_are_those_that_its_session_gets(tiermem, store):
    tiermem("task", "start", "Fix the login")
    tiermem("task", "note", "fix-the-login", "The cookie expires at once")
    tiermem("task", "start", "Write the report")

    assert "- fix-the-login: Fix the login" in tiermem("blocks").out
    shown = tiermem("blocks", "--task", "fix-the-login").out
    assert "The cookie expires at once" in shown
    with Memory.open(store=str(store)) as memory, memory.session(task="fix-the-login") as session:
        assert shown.strip() == session.system_prompt.strip()


def test_what_waits_is_told_of_the_user_who_is_named(tiermem, store):
    with Memory.open(store=str(store)) as memory:
        memory.observations("ann").autonomous_cycle({"persistent_info_additions": ["Works from Lyon"]})

    assert tiermem("stats", "--user", "ann", "--json").data["waiting"] == 1
    assert tiermem("stats", "--json").data["waiting"] == 0


class Terminal:
    """A terminal that answers with these lines."""

    def __init__(self, *lines):
        self._lines = list(lines)

    def isatty(self):
        return True

    def readline(self):
        return self._lines.pop(0) if self._lines else ""


def test_a_key_that_a_review_does_not_know_is_told_and_asked_for_again(tiermem, memory, monkeypatch):
    for content in ("The build runs on Linux machines", "The build runs on Linux machines now"):
        memory.entries().add(memory.entries().draft(content))
    monkeypatch.setattr("sys.stdin", Terminal("x\n", "rubbish\n", "keep\n"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)

    shown = tiermem("review")

    assert "There is no key 'x' here: it is one of k, r, m, s, q." in shown.err
    assert "There is no key 'rubbish' here" in shown.err
    assert tiermem("review", "--json").data["doubts"] == []

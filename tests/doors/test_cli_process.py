"""The command as a process: standard input, pipes, terminals, exit status."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.doors.conftest import process_environment

pty = pytest.importorskip("pty", reason="pseudo-terminals are POSIX's")


@pytest.fixture
def on_terminal(store):
    """Run the command on a terminal, answer what it asks, and give (exit status, what the terminal showed)."""

    def run(*arguments, answer="", **environment):
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "tiermem", arguments[0], "--store", str(store), *arguments[1:]],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=process_environment() | {"TERM": "xterm"} | environment,
        ) as started:
            os.close(theirs)
            os.write(ours, answer.encode())
            shown = b""
            try:
                while part := os.read(ours, 65_536):
                    shown += part
            except OSError:
                pass  # how Linux says that the other end is closed
            status = started.wait(timeout=60)
        os.close(ours)
        return status, shown.decode().replace("\r\n", "\n")

    return run


def test_the_exit_status_is_that_of_the_process(process):
    assert process("add", "The build machines run Linux").status == 0
    assert process("add", "x" * 3_000).status == 1
    assert process("list", "--limit", "x").status == 2


def test_one_json_document_stands_on_stdout_and_notes_on_stderr(piped, remember):
    remember("The build machines run Linux")

    listed = piped("list", "--json")

    assert listed.data["total"] == 1
    assert listed.err == ""


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["add", "-"], "Stored: ["),
        (["search", "-"], "The build machines run Linux"),
        (["recall", "-"], "<memory-context>"),
    ],
)
def test_a_dash_reads_standard_input(piped, remember, arguments, shown):
    remember("The build machines run Linux", "--layer", "L1")

    assert shown in piped(*arguments, given="What do the build machines run?").out


def test_edit_and_correct_read_standard_input(piped, remember):
    linux = remember("The build machines run Linux")

    edited = piped("edit", linux, "--content", "-", given="They run BSD\n")
    assert edited.lines[0] == f"Updated: [{linux}] 'They run BSD'"
    assert piped("correct", linux, "-", given="They run Haiku").lines[0].endswith("'They run Haiku'")
    identity = piped("edit", "identity", "--content", "-", "--json", given="## Basics\n\nAna\n").data
    assert identity["added"][0]["content"] == "Ana"


@pytest.mark.parametrize("given", [b"caf\xe9 au lait", b"NUL \0 inside"], ids=["not UTF-8", "NUL"])
def test_standard_input_that_is_no_text_is_a_mistake(piped, given):
    refused = piped("add", "-", given=given)

    assert (refused.status, refused.out) == (2, "")
    assert "Traceback" not in refused.err


def test_a_megabyte_on_standard_input_is_refused(piped):
    assert piped("add", "-", given="x" * 1_000_000).status == 1


def test_an_argument_that_is_no_utf_8_is_a_mistake(store):
    done = subprocess.run(
        [sys.executable, "-m", "tiermem", "add", b"caf\xe9", "--store", str(store)],
        env=process_environment(),
        capture_output=True,
        check=False,
    )

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_a_reader_that_closes_early_ends_the_command_quietly(store, memory):
    entries = memory.entries()
    for number in range(30):
        entries.add(entries.draft(f"Statement number {number}: {'and so on ' * 400}", layer="L1"))
    with subprocess.Popen(
        [sys.executable, "-m", "tiermem", "list", "--store", str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=process_environment(),
    ) as started:
        started.stdout.readline()
        started.stdout.close()
        complaint = started.stderr.read()

        assert started.wait(timeout=60) == 0
    assert complaint == b""


def test_output_that_cannot_show_a_character_shows_a_mark_instead(process, remember):
    remember("Prefers 茶 and crème")

    listed = process("list", PYTHONIOENCODING="ascii")

    assert listed.status == 0
    assert "Prefers ? and cr?me" in listed.out
    assert process("list", "--json").data["entries"][0]["content"] == "Prefers 茶 and crème"


def test_colour_is_for_terminals_that_want_it(on_terminal, process, remember):
    remember("The build machines run Linux")

    assert "\x1b[1mL0 memory" in on_terminal("list")[1]
    assert "\x1b" not in on_terminal("list", NO_COLOR="1")[1]
    assert "\x1b" not in process("list").out


def test_reindex_shows_its_progress_on_a_terminal(on_terminal, process, lisbon):
    status, shown = on_terminal("reindex")

    assert status == 0
    assert "1/1 sessions indexed" in shown
    assert "sessions indexed" not in process("reindex").err


def test_erase_asks_on_a_terminal_and_takes_the_id_for_a_yes(on_terminal, tiermem, remember):
    linux = remember("The build machines run Linux")

    status, shown = on_terminal("erase", linux, answer=f"{linux}\n")

    assert status == 0
    assert "Type the id to confirm:" in shown
    assert f"Erased {linux}: complete" in shown
    assert tiermem("show", linux).status == 2


@pytest.mark.parametrize("answer", ["yes\n", "\x04"])
def test_erase_takes_nothing_else_for_a_yes(on_terminal, tiermem, remember, answer):
    linux = remember("The build machines run Linux")

    status, shown = on_terminal("erase", linux, answer=answer)

    assert status == 2
    assert "Nothing was erased" in shown
    assert tiermem("show", linux).status == 0


def test_erase_does_not_take_a_piped_id_for_a_yes(piped, tiermem, remember):
    linux = remember("The build machines run Linux")

    refused = piped("erase", linux, given=f"{linux}\n")

    assert (refused.status, refused.out) == (2, "")
    assert "--yes" in refused.err
    assert tiermem("show", linux).status == 0


def test_edit_on_a_terminal_finds_an_editor_by_itself(on_terminal, tiermem, remember, tmp_path):
    linux = remember("The build machines run Linux")
    editor = tmp_path / "bin" / "editor"
    editor.parent.mkdir()
    editor.write_text("#!/bin/sh\necho 'The build machines run BSD' > \"$1\"\n")
    editor.chmod(0o755)

    status, shown = on_terminal("edit", linux, PATH=f"{editor.parent}{os.pathsep}{os.environ['PATH']}")

    assert status == 0
    assert f"Updated: [{linux}] 'The build machines run BSD'" in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_an_output_that_cannot_be_written_is_a_mistake(store, remember, flags):
    remember("The build machines run Linux")

    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "tiermem", "list", "--store", str(store), *flags],
            stdout=full, stderr=subprocess.PIPE, env=process_environment(), text=True, check=False,
        )  # fmt: skip

    assert (ran.returncode, ran.stderr) == (
        2,
        "tiermem: The output cannot be written: No space left on device.\n",
    )


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_with_its_streams_closed_the_command_does_its_work(store, tiermem):
    words = [sys.executable, "-m", "tiermem", "add", "The gate is red", "--store", str(store)]
    closed = f"exec {shlex.join(words)} <&- >&- 2>&-"

    ran = subprocess.run(["sh", "-c", closed], env=process_environment(), check=False)

    assert ran.returncode == 0
    assert "The gate is red" in tiermem("list").out


def test_interrupting_an_edit_changes_nothing_and_keeps_what_was_written(store, tiermem, remember, tmp_path):
    linux = remember("The build machines run Linux")
    editor = tmp_path / "editor.sh"
    editor.write_text(f"#!/bin/sh\necho 'half of it' > \"$1\"\ntouch {tmp_path / 'started'}\nexec sleep 60\n")
    editor.chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-m", "tiermem", "edit", linux, "--store", str(store)],
        stderr=subprocess.PIPE,
        env=process_environment() | {"EDITOR": str(editor), "TMPDIR": str(tmp_path)},
        start_new_session=True,
        # a test run that is itself in the background inherits that interrupts are ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as started:
        while started.poll() is None and not (tmp_path / "started").exists():
            time.sleep(0.01)
        os.killpg(started.pid, signal.SIGINT)
        complaint = started.stderr.read().decode()
        status = started.wait(timeout=60)

    assert status == 130
    assert "Traceback" not in complaint
    [kept] = [line for line in complaint.splitlines() if "kept in" in line]
    assert Path(kept.split("kept in ")[1]).read_text() == "half of it\n"
    assert tiermem("show", linux, "--json").data["entry"]["content"] == "The build machines run Linux"

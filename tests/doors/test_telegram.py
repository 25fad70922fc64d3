"""``/memory`` in Telegram: a bot of its own process, against a Bot API on this machine."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from tests.doors.conftest import process_environment
from tests.fakes.telegram_server import LIMIT, TelegramServer

from tiermem import Memory
from tiermem.doors.memory_command import Line, Reply, answer
from tiermem.doors.telegram import pieces

TOKEN = "123456:a-token"
MAYA, BEN, EVE = 12345, 23456, 34567


@contextmanager
def bot(store, url, *flags, token=TOKEN):
    """A bot that runs until the end, and the process."""
    command = [sys.executable, "-m", "tiermem", "telegram", "--store", str(store), "--api", url, *flags]
    with subprocess.Popen(
        command,
        env=process_environment() | {"TIERMEM_TELEGRAM_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.out, process.err = process.communicate(timeout=30)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A server, and the memory behind a bot that knows Maya and Ben."""
    store = tmp_path_factory.mktemp("telegram") / "memory.db"
    with (
        Memory.open(store=str(store)) as memory,
        TelegramServer(TOKEN) as server,
        bot(store, server.url, "--allow", f"{MAYA}=maya", "--allow", f"{BEN}=ben") as process,
    ):
        yield server, memory
    assert process.returncode == 0
    assert process.out == ""
    assert TOKEN not in process.err
    assert process.err.count(f"Telegram user {EVE} wrote and got no answer") == 1


def added(memory, content, user, **labels):
    entries = memory.entries(user)
    draft = entries.draft(content, **labels)
    return entries.add(draft, allow_same_subject=True, any_length=True).entry


def asked(server, text, sender=MAYA, number=1):
    """The last messages that the bot sends when a user has written."""
    before = len(server.settled())
    server.say(text, sender)
    return server.replies(before + number)[before:]


def test_a_person_gets_their_list_with_bold_headings(running):
    server, memory = running
    alec = added(memory, "Alec is the user's boss 📝 <b>really</b> *so*", "maya", category="person")
    dates = added(memory, "User prefers Thursday due dates", "maya", category="preference")

    [reply] = asked(server, "/memory")

    assert reply.chat == MAYA
    assert reply.text == str(answer(memory, "/memory", "maya")).replace("**", "")
    assert reply.bold == ["Person", "Preference"]
    assert "parse_mode" not in reply.options
    assert '"is_disabled": true' in reply.options["link_preview_options"]
    assert asked(server, f"/memory delete {dates.id}")[0].text == "Deleted: 'User prefers Thursday due dates'"
    assert memory.entries("maya").get(dates.id).status == "inactive"
    assert memory.entries("maya").get(alec.id).status == "active"


def test_each_telegram_user_is_one_user_of_the_memory(running):
    server, memory = running
    secret = added(memory, "Maya earns 90k", "maya")

    said = [
        asked(server, text, BEN)[0].text for text in ("/memory search earns", f"/memory delete {secret.id}")
    ]

    assert said == ["Nothing found.", f"There is no memory [{secret.id}]. /memory list shows the ids."]
    assert memory.entries("maya").get(secret.id).status == "active"


def test_strangers_groups_edits_and_other_messages_get_no_answer(running):
    server, memory = running
    tea = added(memory, "Maya drinks tea", "maya", layer="L1")
    before = server.settled()

    server.say("/memory", EVE)
    server.say("/memory@some_bot list", EVE)
    server.say("/memory", MAYA, chat="group")
    server.say("/memory@some_bot", MAYA, chat="supergroup")
    server.say(f"/memory delete {tea.id}", MAYA, kind="edited_message")
    server.say(f"/memory@other_bot delete {tea.id}", MAYA)
    server.say("What do you know?", MAYA)

    assert server.settled() == before
    assert memory.entries("maya").get(tea.id).status == "active"
    assert asked(server, f"/memory@some_bot delete {tea.id}")[0].text == "Deleted: 'Maya drinks tea'"


def test_a_long_list_is_split_between_entries(running):
    server, memory = running
    entries = [
        added(memory, f"Shelf {number:02} holds {'📦' * 40} of lamps " + "x" * 100, "ben", layer="L1")
        for number in range(60)
    ]

    replies = asked(server, "/memory list", BEN, number=4)

    lines = [line for reply in replies for line in reply.text.splitlines() if line.startswith("• ")]
    assert lines == [f"• [{one.id}] {one.content}" for one in entries]
    assert [len(reply.text.encode("utf-16-le")) // 2 <= LIMIT for reply in replies] == [True] * len(replies)
    assert [reply.bold for reply in replies] == [["Other"], *[[]] * (len(replies) - 1)]


def test_a_message_that_telegram_puts_off_is_sent_later(running):
    server, _ = running
    server.settled()
    server.flood(1)

    assert asked(server, "/memory help")[0].bold == ["What /memory does"]


def test_an_export_is_sent_as_a_file(running):
    server, memory = running
    added(memory, "Maya likes chess", "maya")

    [markdown] = asked(server, "/memory export")
    [everything] = asked(server, "/memory export json")

    assert markdown.file == ("memories.md", answer(memory, "/memory export", "maya").document.text.encode())
    assert b"Maya likes chess" in markdown.file[1]
    assert everything.file[0] == "memories.json"
    assert everything.text == "Everything that is kept of you, as JSON"


def test_anybody_is_a_user_of_their_own_where_that_is_allowed(store):
    with Memory.open(store=str(store)) as memory, TelegramServer(TOKEN) as server:
        added(memory, "Eve plays the harp", f"telegram:{EVE}")
        added(memory, "Maya drinks tea", "maya")
        with bot(store, server.url, "--allow-anybody", "--allow", f"{MAYA}=maya"):
            said = [asked(server, "/memory list", sender)[0].text for sender in (EVE, MAYA, BEN)]

    assert ["harp" in one for one in said] == [True, False, False]
    assert ["tea" in one for one in said] == [False, True, False]


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--allow", "maya"], "'maya' is not ID=USER"),
        (["--allow", "1="], "'1=' is not ID=USER"),
        (["--allow", "1=maya", "--allow", "1=ben"], "name each --allow number once"),
    ],
)
def test_whom_to_allow_is_said_clearly(tiermem, monkeypatch, flags, told):
    monkeypatch.setenv("TIERMEM_TELEGRAM_TOKEN", TOKEN)

    ran = tiermem("telegram", *flags)

    assert ran.status == 2
    assert told in ran.err


def test_a_bot_without_a_token_says_where_it_comes_from(tiermem, monkeypatch):
    monkeypatch.delenv("TIERMEM_TELEGRAM_TOKEN", raising=False)

    ran = tiermem("telegram", "--allow", "1=maya")

    assert (ran.status, "TIERMEM_TELEGRAM_TOKEN is not set" in ran.err) == (2, True)


def test_without_the_library_the_extra_is_named(tiermem, monkeypatch):
    monkeypatch.setitem(sys.modules, "telegram", None)
    monkeypatch.delitem(sys.modules, "tiermem.doors.telegram")
    monkeypatch.delattr("tiermem.doors.telegram")

    ran = tiermem("telegram", "--allow", "1=maya")

    assert ran.status == 2
    assert "needs the extra 'telegram'" in ran.err
    assert "pip install" in ran.err


def test_a_wrong_token_is_an_error_that_does_not_show_it(store):
    with (
        TelegramServer(TOKEN) as server,
        bot(store, server.url, "--allow", "1=maya", token="9:wrong") as process,
    ):
        assert process.wait(30) == 2

    assert "Telegram rejected the token." in process.err
    assert "9:wrong" not in process.err
    assert "Traceback" not in process.err


def test_a_server_that_is_not_there_is_an_error(store):
    with TelegramServer(TOKEN) as server:
        url = server.url
    with bot(store, url, "--allow", "1=maya") as process:
        assert process.wait(60) == 2

    assert "Telegram cannot be reached" in process.err
    assert TOKEN not in process.err
    assert "Traceback" not in process.err


# -- messages ------------------------------------------------------------------------------------


def test_a_heading_is_never_the_last_line_of_a_message():
    lines = []
    for number in range(30):
        lines += [Line(f"Heading {number}", "heading"), Line("x" * (40 + number), "entry"), Line("")]

    for limit in range(90, 250, 7):
        sent = pieces(Reply(lines=tuple(lines)), limit)

        assert [one for one in sent if one.text.splitlines()[-1].startswith("Heading")] == []
        assert sum(len(one.bold) for one in sent) == 30
        assert [one for one in sent if len(one.text) > limit or one.text != one.text.strip()] == []


def test_an_entry_longer_than_a_message_is_cut_between_characters():
    sent = pieces(Reply(lines=(Line("Long", "heading"), Line("📦" * 100, "entry"))), 51)

    assert all(len(one.text.encode("utf-16-le")) // 2 <= 51 for one in sent)
    assert "".join(one.text for one in sent).count("📦") == 100
    assert os.linesep not in sent[-1].text

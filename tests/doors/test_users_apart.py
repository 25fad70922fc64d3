"""No verb of any door shows one user another's words: the command, the tools, MCP, statistics and receipts."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from tests.store.postgresql import SERVERS, Servers

from tiermem import Memory, ToolResult
from tiermem.doors.cli import VERBS
from tiermem.doors.mcp import Serving
from tiermem.tools import BUILT_IN_TOOLS

WORD = "xylophone"
"""Said by Ben alone."""

OF_THE_OWNER = {
    "backup": "a copy of the whole file, for whoever owns it",
    "restore": "the same",
    "copy": "the same",
    "postgres": "makes tables and roles, for whoever owns them",
    "rebuild": "the same",
    "reindex": "shows nothing",
    "embed": "shows nothing",
    "demo": "has a store of its own",
    "chat": "is a session, as MCP below",
    "replay": "reads files of the caller",
    "import": "reads files of the caller",
    "install": "has no memory",
    "uninstall": "has no memory",
    "serve": "has no memory",
    "telegram": "answers each Telegram user of their own, see test_telegram",
    "mcp": "below",
    "hook": "is a session, as MCP below",
    "edit": "needs an editor; takes an id as show does",
    "validate": "reads a file of the caller",
}
"""Verb → why it is not tried here."""

CALLS = {
    "add": [["add", "I play in an orchestra", "--target", "user"]],
    "list": [["list"], ["list", "--status", "all"]],
    "search": [
        ["search", WORD],
        ["search", WORD, "--archive"],
        ["search", WORD, "--events"],
        ["search", "lesson", "cellar", "--archive"],
    ],
    "show": [["show", "{entry}"], ["show", "session of ben/0"], ["show", "--session", "session of ben"]],
    "history": [["history", "{entry}"]],
    "correct": [["correct", "{entry}", "It is gone"]],
    "remove": [["remove", "{entry}"]],
    "undo": [["undo", "{entry}"]],
    "pin": [["pin", "{learned}"]],
    "hide": [["hide", "{learned}"]],
    "erase": [["erase", "{entry}", "--yes"], ["erase", "session of ben/0", "--yes"]],
    "blocks": [["blocks"], ["blocks", "--why"]],
    "recall": [["recall", f"Where is my {WORD}?"], ["recall", "What do you know about me?"]],
    "why": [["why"], ["why", "--last", "50"]],
    "pending": [["pending"], ["pending", "accept", "{entry}"]],
    "review": [["review"]],
    "profile": [["profile"]],
    "connection": [["connection"], ["connection", "show", "conservatory"]],
    "task": [["task"], ["task", "show", "concert"]],
    "project": [["project"]],
    "report": [["report"]],
    "scope": [["scope", "list"], ["scope", "move", "{entry}", "user:ann"]],
    "token": [["token", "list"]],
    "export": [["export"], ["export", "--format", "markdown"]],
    "status": [["status"]],
    "stats": [["stats"], ["stats", "--recall"]],
    "worker": [["worker", "--once"]],
    "doctor": [["doctor"]],
}


@pytest.fixture(scope="module")
def servers():
    with ExitStack() as stack:
        yield Servers(stack)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def store(request, tmp_path):
    """Return the place of the test's store: a file, or a database as the application's role sees it."""
    if request.param == "sqlite":
        yield tmp_path / "memory.db"
        return
    with request.getfixturevalue("servers").store_url(SERVERS[-1]) as url:
        yield url


@pytest.fixture
def lived(store):
    """A store in which Ben has said much and Ann nothing of it; gives the ids of two entries of Ben."""
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries("ben")
        made = entries.add(entries.draft(f"My {WORD} stands in the cellar", tier="user", layer="L0")).entry
        learned = entries.add(
            entries.draft(f"Practises the {WORD} on Sundays", tier="user", layer="L1")
        ).entry
        entries.add(entries.draft(f"The {WORD} is tuned to 442", layer="L1", connection_id="conservatory"))
        tasks = memory.tasks("ben")
        tasks.start(f"The {WORD} concert", id="concert")
        tasks.note("concert", f"Rent a van for the {WORD}")
        with memory.session(id="session of ben", user="ben") as session:
            session.on_prompt(f"Where is my {WORD}?")
            session.on_tool_result(ToolResult(tool="shop", content=f"A {WORD} costs 900 euros"))
            session.on_turn_end(f"From now on call me the {WORD} player", f"Fine, {WORD} player")
        with memory.session(id="session of ann", user="ann") as session:
            session.on_prompt("Where is my piano?")
            session.on_turn_end("I live in Turin", "Noted")
    return {"entry": made.id, "learned": learned.id}


def test_every_verb_of_the_command_is_known_here():
    assert {*CALLS, *OF_THE_OWNER} == set(VERBS)


@pytest.mark.parametrize("verb", sorted(CALLS))
def test_no_verb_of_the_command_shows_anothers_words(tiermem, lived, store, verb):
    for arguments in CALLS[verb]:
        asked = [one.format_map(lived) for one in arguments]
        for more in ([], ["--json"]):
            ran = tiermem(*asked, "--user", "ann", *more)
            asks_for_it = verb in ("search", "recall")  # what was asked may be said again
            assert not any(one in ran.err for one in ("unrecognized", "invalid choice", "required: ")), (
                ran.err
            )
            shown = (
                (ran.out + ran.err).replace(f"Where is my {WORD}?", "") if asks_for_it else ran.out + ran.err
            )
            lines = [line for line in shown.splitlines() if WORD in line and not asks_for_it]
            assert lines == [], asked
            assert "cellar" not in shown.replace("lesson cellar", ""), asked
            assert "Sundays" not in shown, asked
    with Memory.open(store=str(store)) as memory:
        assert memory.entries("ben").get(lived["entry"]).content == f"My {WORD} stands in the cellar"
        assert memory.entries("ben").get(lived["entry"]).status == "active"


def test_every_verb_shows_what_is_the_askers_own(tiermem, lived):
    shown = [
        ["list"],
        ["search", WORD],
        ["show", lived["entry"]],
        ["blocks"],
        ["why", "--last", "9"],
        ["export"],
    ]
    for arguments in shown:
        assert WORD in tiermem(*arguments, "--user", "ben").out, arguments


ARGUMENTS = {
    "id": "{entry}",
    "query": f"{WORD} cellar",
    "content": "Ann plays in an orchestra",
    "old": "{entry}",
    "wrong": f"My {WORD} stands in the cellar",
    "right": "It is gone",
    "target": "user",
    "connection": "conservatory",
    "connection_id": "conservatory",
    "archive": True,
}


@pytest.mark.parametrize("tool", BUILT_IN_TOOLS, ids=lambda tool: tool.name)
def test_no_tool_shows_or_changes_anothers_words(store, lived, tool):
    names = tool.parameters["properties"]
    given = {
        name: value.format_map(lived) if isinstance(value, str) else value
        for name, value in ARGUMENTS.items()
        if name in names
    }
    with Memory.open(store=str(store)) as memory:
        before = memory.entries("ben").list()[0]
        with memory.session(user="ann") as session:
            reply = json.dumps(session.call_tool(tool.name, given))
        assert "stands in the cellar" not in reply.replace(ARGUMENTS["wrong"], "")
        assert "Sundays" not in reply
        assert "is tuned to 442" not in reply
        assert memory.entries("ben").list()[0] == before


def test_no_method_of_the_mcp_server_shows_anothers_words(store, lived):
    with Memory.open(store=str(store)) as memory, memory.session(user="ann") as session:
        serving = Serving(memory, session)

        def ask(method, **parameters):
            asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            return json.loads(serving.answer_line(json.dumps(asked).encode()))["result"]

        said = [ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={})]
        said += [ask(f"{kind}/list") for kind in ("tools", "resources", "prompts")]
        said += [ask("resources/read", uri=one["uri"]) for one in said[2]["resources"]]
        said += [ask("prompts/get", name=one["name"], arguments={}) for one in said[3]["prompts"]]
        for tool in said[1]["tools"]:
            given = {"query": "cellar lesson", "id": lived["entry"], "archive": True}
            said.append(ask("tools/call", name=tool["name"], arguments=given))

    assert len(said) > 10
    assert WORD not in json.dumps(said)

"""The real Gemini CLI, headless, against an API on this machine: attached, used in two sessions, detached."""

from __future__ import annotations

import html
import json
import shutil
from functools import partial

import pytest
from tests.fakes.gemini_server import GeminiServer
from tests.fakes.model_server import ToolCall, scripted
from tests.hosts import real
from tests.hosts.real import FACT, QUESTION, SAID, fenced, heard, locked, run, tiermem, turns
from tests.reading import contents_of

GEMINI = real.program("TIERMEM_TEST_GEMINI", "gemini")
BEGUN = [GEMINI, "--model", "gemini-2.5-flash"]
pytestmark = real.needs(GEMINI, "Gemini CLI (npm install @google/gemini-cli)")


def attached(home):
    """A store that the host is attached to, which has a setting of the person's own."""
    settings = home / ".gemini" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text('{"security": {"auth": {"selectedType": "gemini-api-key"}}}', encoding="utf-8")
    store = home / "memory.db"
    tiermem(home, "install", "gemini", "--store", str(store))
    return store


def ask(home, server, prompt, *flags, folder="work"):
    """The reply of one headless session of the host."""
    return run(home, [*BEGUN, *flags, "--prompt", prompt], folder=folder, **local(server)).strip()


def local(server):
    """Return variables that make the host use a model on this machine."""
    return {
        "GEMINI_API_KEY": "fake",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GOOGLE_GEMINI_BASE_URL": server.url,
    }


def parts(request):
    """The texts of a request's user turns, part by part, as they were before the host escaped them."""
    return [
        html.unescape(part["text"])
        for content in request["contents"]
        if content["role"] == "user"
        for part in content["parts"]
        if "text" in part
    ]


def results(request):
    """Return the results of tools in a request."""
    return [
        part["functionResponse"]
        for content in request["contents"]
        for part in content["parts"]
        if "functionResponse" in part
    ]


def searching(request):
    """A model that searches the memory when it is asked something."""
    if any(QUESTION in part for part in parts(request)) and not results(request):
        return [ToolCall("mcp_tiermem_search_memories", {"query": "launch of the shop"})]
    return "Understood."


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """See `Used`."""
    home = real.new_home(tmp_path_factory.mktemp("gemini"))
    store = attached(home)
    with GeminiServer(searching) as server:
        return real.use(home, store, server, partial(ask, home, server))


def test_the_guidance_stands_before_the_message_and_what_is_recalled_in_a_part_behind_it(used):
    *_, asked, recalled = parts(used.second[0])

    assert asked.startswith("<hook_context># Durable memory")
    assert asked.endswith(QUESTION)
    assert recalled.startswith("<hook_context><memory-context>")
    assert FACT in recalled
    assert FACT not in asked
    assert parts(used.first[0])[-1].endswith(FACT)


def test_the_model_reaches_the_tools(used):
    assert FACT in json.dumps(results(used.second[-1]))


def test_a_tool_of_ours_stores_as_installed(home):
    store = attached(home)
    adding = [ToolCall("mcp_tiermem_add_memory", {"content": "The tea is green."})]

    with GeminiServer(scripted(adding, "Done.")) as server:
        ask(home, server, "Note the tea.")

    assert "mcp_tiermem_add_memory" in json.dumps(server.requests[0]["tools"])
    assert contents_of(store) == ["The tea is green."]


def test_a_resumed_session_is_told_again_what_its_history_lost_and_no_more(home):
    store = attached(home)
    real.knowing(store)

    with GeminiServer(lambda request: "Understood.") as server:
        ask(home, server, QUESTION)
        for prompt in real.AGAIN:
            ask(home, server, prompt, "--resume", "latest")

    told = ["".join(parts(request)) for request in server.requests]
    assert [(text.count(FACT), text.count("# Durable memory")) for text in told] == [(1, 1)] * 3


@pytest.mark.skipif(shutil.which("tmux") is None, reason="not installed: tmux")
def test_after_compress_the_guidance_and_the_passage_are_shown_again(home):
    store = attached(home)
    real.knowing(store)
    long = "Understood. " + " ".join(f"Shelf {number} holds {number**3} lamps." for number in range(200))

    def answer(request):
        return "<state_snapshot>Asked.</state_snapshot>" if "<state_snapshot>" in parts(request)[-1] else long

    question, *others = (prompt.rstrip("?") for prompt in (QUESTION, *real.AGAIN))
    with GeminiServer(answer) as server, real.typing(home, BEGUN, **local(server)) as say:
        # It has its summary checked by another request.
        for line, requests in ((question, 1), (others[0], 2), ("/compress", 4), (others[1], 5)):
            say(line, "Type your message", lambda count=requests: len(server.requests) >= count)
        told = ["".join(parts(request)) for request in server.requests]

    shown = [(text.count(FACT), text.count("# Durable memory")) for text in told]
    assert (shown[0], shown[1], shown[-1]) == ((1, 1), (1, 1), (1, 1))
    assert "Shelf 1 " in json.dumps(server.requests[1])
    assert "Shelf 1 " not in json.dumps(server.requests[-1])


def test_the_slash_command_is_answered_without_the_model_and_is_no_message(home):
    store = attached(home)
    real.knowing(store)

    with GeminiServer(scripted("Never.")) as server:
        said = ask(home, server, "/memories search shop", "--output-format", "json")

    assert FACT in json.loads(said)["warnings"][0]
    assert server.requests == []
    assert turns(store) == []


@pytest.mark.skipif(shutil.which("tmux") is None, reason="not installed: tmux")
def test_the_slash_command_is_in_the_menu_and_the_next_message_has_the_guidance(home):
    store = attached(home)
    real.knowing(store)

    with (
        GeminiServer(lambda request: "Understood.") as server,
        real.typing(home, BEGUN, **local(server)) as say,
    ):
        say("/memories", "Type your message", lambda: "Use /memories delete" in say.screen())
        assert server.requests == []
        say("Hello there", "Type your message", lambda: len(server.requests) == 1)
        assert "# Durable memory" in "".join(parts(server.requests[0]))


def test_two_repositories_stay_apart(home):
    store = attached(home)
    adding = [ToolCall("mcp_tiermem_add_memory", {"content": real.GATE, "layer": "L1"})]

    with GeminiServer(scripted(adding, "Understood.")) as server:
        in_shop, in_other = real.kept_apart(
            home, store, server, lambda prompt, folder: ask(home, server, prompt, folder=folder)
        )

    assert (in_shop, in_other) == ((True, True), (False, True))


def test_the_journal_holds_what_was_said_and_nothing_that_was_put_in(used):
    assert heard(used.store, SAID) == SAID
    assert fenced(used.store) == []


def test_uninstalling_leaves_the_configuration_as_it_was(home):
    attached(home)
    with GeminiServer(lambda request: "Understood.") as server:
        ask(home, server, "Hello")
        assert "# Durable memory" in "".join(parts(server.requests[0]))

    tiermem(home, "uninstall", "gemini")

    settings = home / ".gemini" / "settings.json"
    assert settings.read_bytes() == b'{"security": {"auth": {"selectedType": "gemini-api-key"}}}'


def test_a_store_that_cannot_be_read_does_not_stop_the_host(home):
    attached(home).write_bytes(b"no database at all")

    with GeminiServer(lambda request: "Understood.") as server:
        assert ask(home, server, "Hello") == "Understood."


def test_a_locked_store_does_not_stop_the_host_and_loses_nothing(used):
    with GeminiServer(lambda request: "Understood.") as server, locked(used.store):
        assert ask(used.home, server, "Do you hear me?") == "Understood."

    said = sorted([*SAID, ("user", "Do you hear me?"), ("assistant", "Understood.")])
    assert heard(used.store, said) == said
    assert contents_of(used.store) == [FACT]

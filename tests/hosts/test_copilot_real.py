"""The real program of Copilot against a model on this machine: led by its SDK, and attached by its own hooks."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from tests.fakes.model_server import ModelServer, ToolCall, scripted
from tests.hosts import real
from tests.hosts.pages import program_of
from tests.hosts.real import FACT, QUESTION, ROOT, SAID, heard, needs, program, run, tiermem, turns
from tests.pace import until
from tests.reading import contents_of

from tiermem import Memory

COPILOT = program(
    "TIERMEM_TEST_COPILOT",
    "copilot",
    ROOT / "node_modules/@github/copilot-linux-x64/copilot",
    ROOT / "node_modules/.bin/copilot",
)
pytestmark = needs(COPILOT, "Copilot CLI (npm install @github/copilot)")
LOOK = ToolCall(
    "task",
    {
        "description": "look",
        "prompt": "My boss is Bob.",
        "agent_type": "explore",
        "name": "l",
        "mode": "sync",
    },
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Return the folder into which the program unpacks itself, once for all tests."""
    folder = tmp_path_factory.mktemp("cache")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def offline(cache):
    """Return variables that make the program use a model at an address, and nothing else."""

    def offline(url):
        return {
            "XDG_CACHE_HOME": str(cache),
            "COPILOT_OFFLINE": "true",
            "COPILOT_PROVIDER_BASE_URL": url,
            "COPILOT_MODEL": "fake",
        }

    return offline


def prompts(request):
    """Return the user's messages of a request, those that the program writes included."""
    return [message["content"] for message in request["messages"] if message["role"] == "user"]


def said(home):
    return [words for _, words in turns(home / "memory.db")]


# -- the SDK -------------------------------------------------------------------------------------


@pytest.fixture
def sdk():
    return pytest.importorskip("copilot", reason="the extra copilot is not installed")


@pytest.fixture
def say(sdk, home, offline):
    """Say these prompts in one conversation; gives the session's blocks and what Copilot keeps as typed."""

    def say(server, name, *prompts):
        leading = [sys.executable, str(Path(__file__).with_name("leading_copilot.py"))]
        arguments = [COPILOT, server.url, str(home / "memory.db"), name, *prompts]
        return json.loads(run(home, [*leading, *arguments], **offline(server.url)))

    return say


def test_what_one_session_of_the_sdk_says_the_next_ones_request_carries(home, say):
    with ModelServer(scripted("Understood.")) as server:
        say(server, "one", FACT)
        led = say(server, "two", QUESTION)

    first, last = server.requests
    (prompt,) = prompts(last)
    assert FACT not in str(first["messages"][0])
    assert led["blocks"].startswith("# Durable memory")
    assert f"\n\n{led['blocks']}\n\n<session_context>" in last["messages"][0]["content"]
    assert FACT in prompt.partition("<memory-context>")[2].partition("</memory-context>")[0]
    assert prompt.endswith(f"</memory-context>\n\n{QUESTION}")
    assert heard(home / "memory.db", SAID) == SAID


def test_every_request_of_the_sdk_carries_the_same_bytes_and_its_history_what_was_typed(home, say):
    with Memory.open(store=str(home / "memory.db")) as memory:
        entries = memory.entries()
        entries.add(entries.draft("Deploys go through the staging gate.", layer="L1"))

    listing = ToolCall("get_memories", {})
    with ModelServer(scripted([LOOK], "As ever.", [listing], "Slowly.", "Never.")) as server:
        led = say(server, "s", "How do deploys go?", "And deploys at night?")

    of_sub_agent = [request for request in server.requests if "My boss is Bob." in str(prompts(request))]
    own = [request for request in server.requests if request not in of_sub_agent]
    replies = [message["content"] for message in own[-1]["messages"] if message["role"] == "tool"]
    assert len(of_sub_agent) == 1
    assert "memory-context" not in str(of_sub_agent)
    assert len({request["messages"][0]["content"] for request in own}) == 1
    assert "staging gate" in prompts(own[0])[0]
    assert [prompts(request)[:1] for request in own] == [prompts(own[0])] * 4
    assert "entries" in json.loads(replies[-1])
    assert led["typed"] == ["How do deploys go?", "And deploys at night?"]
    assert said(home) == ["How do deploys go?", "Slowly.", "And deploys at night?", "Never."]


def test_the_program_of_the_page_works_with_a_model_on_this_machine(sdk, home, offline):
    with ModelServer(scripted("I see.", "On Tuesdays.")) as server:
        provider = {"type": "openai", "base_url": server.url, "api_key": "none"}
        here = program_of("copilot.md").replace('model="gpt-5-mini"', f'model="fake", provider={provider}')
        more = offline(server.url) | {"COPILOT_CLI_PATH": COPILOT}

        printed = run(home, [sys.executable, "-W", "error::DeprecationWarning", "-c", here], **more)

    first, last = server.requests
    (prompt,) = prompts(last)
    assert printed == "I see.\nOn Tuesdays.\n"
    assert prompts(first)[0].endswith("\n\nWe deploy billing on Tuesdays.")
    assert "We deploy billing on Tuesdays." in str(last)
    assert prompt.endswith("When do we deploy billing?")


# -- the program alone ---------------------------------------------------------------------------


@pytest.fixture
def ask(home, offline):
    """One session of the program alone."""

    def ask(url, prompt, *flags, folder="work"):
        command = [COPILOT, *flags, "-p", prompt, "--silent"]
        return run(home, command, folder=folder, **offline(url)).strip()

    return ask


def test_what_one_session_says_the_next_ones_request_carries(home, ask):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))

    with ModelServer(scripted("Understood.")) as server:
        assert ask(server.url, FACT) == "Understood."
        assert until(lambda: contents_of(store)) == [FACT]
        ask(server.url, QUESTION)

    first, last = server.requests
    told, prompt = prompts(last)
    assert prompts(first)[0].startswith("# Durable memory")
    assert told.startswith("# Durable memory")
    before, _, context = prompt.partition("<memory-context>")
    assert before.endswith(f"{QUESTION}\n\n<system_reminder>\n")
    assert FACT in context.partition("</memory-context>")[0]
    assert "tiermem-search_memories" in [tool["function"]["name"] for tool in last["tools"]]
    assert heard(home / "memory.db", SAID) == SAID


def test_the_slash_command_is_answered_without_the_model_and_is_no_message(home, ask):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))
    real.knowing(store)

    with ModelServer(scripted("Never.")) as server:
        said = ask(server.url, "/memory search shop")

    assert "Found 1 memory" in said
    assert "The launch of the new shop" in said
    assert server.requests == []
    assert turns(store) == []


@pytest.mark.skipif(shutil.which("tmux") is None, reason="not installed: tmux")
def test_the_slash_command_is_in_the_menu(home, offline):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))
    real.knowing(store)

    with (
        ModelServer(lambda request: "Understood.") as server,
        real.typing(home, [COPILOT], **offline(server.url)) as say,
    ):
        say("", "Do you trust", lambda: "/ commands" in say.screen())
        say("/memories search shop", "/ commands", lambda: "Found 1 memory" in say.screen())
        assert server.requests == []
        say("Hello there", "/ commands", lambda: len(server.requests) == 1)

    assert "# Durable memory" in str(prompts(server.requests[0]))
    assert heard(store, [("user", "Hello there"), ("assistant", "Understood.")]) == [
        ("assistant", "Understood."),
        ("user", "Hello there"),
    ]


def test_a_tool_of_ours_stores_as_installed_and_no_other_is_allowed_by_it(home, ask):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))
    adding = [ToolCall("tiermem-add_memory", {"content": "The tea is green."})]
    making = [ToolCall("bash", {"command": "touch made", "description": "make it"})]

    with ModelServer(scripted(adding, making, "Done.")) as server:
        ask(server.url, "Note the tea, and make a file.")

    assert "tiermem-add_memory" in [tool["function"]["name"] for tool in server.requests[0]["tools"]]
    assert contents_of(store) == ["The tea is green."]
    with Memory.open(store=str(store)) as memory:
        assert len(memory.timeline.sessions()) == 1, "the tools belong to the session of the hooks"
    assert not (home / "work" / "made").exists()


def test_a_passage_is_shown_once_in_three_turns_and_the_guidance_is_in_each(home, ask):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))
    real.knowing(store)

    with ModelServer(scripted("Understood.")) as server:
        ask(server.url, QUESTION)
        for prompt in real.AGAIN:
            ask(server.url, prompt, "--continue")

    told = [real.shown(request) for request in server.requests]
    assert [passages for passages, _ in told] == [1] * 3
    assert all(guidance for _, guidance in told)


def test_after_compaction_the_guidance_is_there_and_the_passage_is_shown_again(home, ask):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))
    real.knowing(store)

    with ModelServer(scripted("Understood.")) as server:
        ask(server.url, QUESTION)
        assert "Compacted" in ask(server.url, "/compact", "--continue")
        ask(server.url, real.AGAIN[0], "--continue")

    asked, compacting, later = server.requests
    assert "compacted" in prompts(compacting)[-1]
    assert [real.shown(request)[0] for request in (asked, later)] == [1, 1]
    assert real.shown(later)[1], "the guidance comes with each start of the program"
    assert FACT in prompts(later)[-1]
    assert "/compact" not in said(home)


def test_two_repositories_stay_apart(home, ask):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))
    adding = [ToolCall("tiermem-add_memory", {"content": real.GATE, "layer": "L1"})]

    with ModelServer(scripted(adding, "Understood.")) as server:
        in_shop, in_other = real.kept_apart(
            home, store, server, lambda prompt, folder: ask(server.url, prompt, folder=folder)
        )

    assert (in_shop, in_other) == ((True, True), (False, True))


def test_what_a_sub_agent_is_asked_is_nothing_the_user_said(home, ask):
    store = home / "memory.db"
    tiermem(home, "install", "copilot", "--store", str(store))

    with ModelServer(scripted([LOOK], "Bob it is.", "Done.")) as server:
        ask(server.url, "Look at the deploys.")

    assert any("My boss is Bob." in prompt for request in server.requests for prompt in prompts(request))
    own = [("assistant", "Done."), ("user", "Look at the deploys.")]
    assert heard(store, own) == own


def test_uninstalling_leaves_the_hosts_configuration_as_it_was(home, ask):
    folder = home / ".copilot"
    folder.mkdir()
    servers = '{"mcpServers":   {}}'
    (folder / "mcp-config.json").write_text(servers, encoding="utf-8")
    tiermem(home, "install", "copilot", "--store", str(home / "memory.db"))
    with ModelServer(scripted("Understood.")) as server:
        ask(server.url, "Hello.")

    tiermem(home, "uninstall", "copilot", "--store", str(home / "memory.db"))
    with ModelServer(scripted("Understood.")) as server:
        ask(server.url, "Hello again.")

    assert (folder / "mcp-config.json").read_text(encoding="utf-8") == servers
    assert not (folder / "hooks").exists()
    assert len(prompts(server.requests[0])) == 1
    assert "Hello again." not in said(home)

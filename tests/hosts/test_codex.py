"""The real Codex, headless, against an API on this machine: attached, used in two sessions, detached."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest
from tests.fakes.model_server import ToolCall, scripted
from tests.fakes.responses_server import ResponsesServer
from tests.hosts import real
from tests.hosts.real import FACT, QUESTION, SAID, fenced, heard, locked, run, tiermem, turns
from tests.reading import contents_of

CODEX = real.program("TIERMEM_TEST_CODEX", "codex")
ID = re.compile(r'"id": *"(\w{8})"')
TEA = "The tea is green."
TRUSTED = "--dangerously-bypass-hook-trust"
pytestmark = real.needs(CODEX, "Codex (npm install @openai/codex)")


def configured(home, url):
    """The person's own configuration, with a model on this machine."""
    config = home / ".codex" / "config.toml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(
        f"""model = "fake-model"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
""",
        encoding="utf-8",
    )
    return config


def attached(home, server):
    """A store that the host, which knows its model, is attached to."""
    configured(home, server.url)
    store = home / "memory.db"
    tiermem(home, "install", "codex", "--store", str(store))
    return store


def ask(home, prompt, *flags, folder="work", resume=()):
    """One headless session of the host, or a turn more of the last one."""
    command = [CODEX, "exec", *resume, "--skip-git-repo-check", *flags, prompt]
    return run(home, command, folder=folder, FAKE_KEY="x").strip()


def told(request, role):
    """Place and text of a request's messages of a role."""
    return [
        (place, "".join(part.get("text", "") for part in item["content"]))
        for place, item in enumerate(request["input"])
        if item.get("role") == role
    ]


def outputs(request):
    """Return the results of tools in a request."""
    return [item["output"] for item in request["input"] if item["type"] == "function_call_output"]


def searching(request):
    """A model that searches the memory when it is asked something."""
    asked = any(text == QUESTION for _, text in told(request, "user"))
    if not asked or any(item.get("name") == "search_memories" for item in request["input"]):
        return "Understood."
    return [ToolCall("mcp__tiermem.search_memories", {"query": "launch of the shop"})]


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """See `Used`."""
    home = real.new_home(tmp_path_factory.mktemp("codex"))
    with ResponsesServer(searching) as server:
        store = attached(home, server)
        return real.use(home, store, server, lambda prompt: ask(home, prompt, TRUSTED))


def test_the_guidance_stands_before_the_message_and_what_is_recalled_behind_it(used):
    [said] = [place for place, text in told(used.second[0], "user") if text == QUESTION]
    developer = told(used.second[0], "developer")

    assert any("# Durable memory" in text for place, text in developer if place < said)
    [recalled] = [text for place, text in developer if place > said]
    assert recalled.startswith("<memory-context>")
    assert FACT in recalled
    assert FACT not in "".join(text for _, text in told(used.first[0], "developer"))


def test_the_model_reaches_the_tools(used):
    assert FACT in outputs(used.second[-1])[-1]


def test_tools_of_ours_are_in_the_first_request_and_store_and_delete_as_installed(home):
    def using(request):
        replies = outputs(request)
        if not replies:
            return [ToolCall("mcp__tiermem.add_memory", {"content": TEA})]
        if len(replies) == 1:
            return [ToolCall("mcp__tiermem.delete_memory", {"memory_id": ID.search(replies[0])[1]})]
        return "Done."

    with ResponsesServer(using) as server:
        store = attached(home, server)
        ask(home, "Use both tools for the tea, one after the other.", TRUSTED)

    with real.Memory.open(store=str(store)) as memory:
        assert len(memory.timeline.sessions()) == 1, "the tools belong to the session of the hooks"
    assert "mcp__tiermem" in [tool.get("name") for tool in server.requests[0]["tools"]]
    assert [TEA in output for output in outputs(server.requests[-1])] == [True, True]


def test_a_passage_and_the_guidance_are_shown_once_in_three_turns(home):
    with ResponsesServer(lambda request: "Understood.") as server:
        real.knowing(attached(home, server))
        ask(home, QUESTION, TRUSTED)
        for prompt in real.AGAIN:
            ask(home, prompt, TRUSTED, resume=("resume", "--last"))

    assert [real.shown(request) for request in server.requests] == [(1, 1)] * 3


def test_compaction_within_a_turn_is_followed_by_the_guidance_and_the_next_message_by_the_passage(home):
    adding = [ToolCall("mcp__tiermem.add_memory", {"content": TEA})]
    with ResponsesServer(scripted(adding, "Understood.")) as server:
        real.knowing(attached(home, server))
        ask(home, QUESTION, TRUSTED, "-c", "model_auto_compact_token_limit=1")
        ask(home, real.AGAIN[0], TRUSTED, resume=("resume", "--last"))

    asked, compacting, compacted, later = server.requests
    assert "COMPACTION" in told(compacting, "user")[-1][1]
    assert outputs(compacted) == []
    assert [real.shown(request) for request in (asked, compacted, later)] == [(1, 1), (0, 1), (1, 1)]


def test_two_repositories_stay_apart(home):
    adding = [ToolCall("mcp__tiermem.add_memory", {"content": real.GATE, "layer": "L1"})]
    with ResponsesServer(scripted(adding, "Understood.")) as server:
        store = attached(home, server)
        in_shop, in_other = real.kept_apart(
            home, store, server, lambda prompt, folder: ask(home, prompt, TRUSTED, folder=folder)
        )

    assert (in_shop, in_other) == ((True, True), (False, True))


def test_the_journal_holds_what_was_said_and_nothing_that_was_put_in(used):
    assert heard(used.store, SAID) == SAID
    assert fenced(used.store) == []


def test_hooks_that_nobody_has_trusted_are_left_out_and_the_host_goes_on(home):
    with ResponsesServer(lambda request: "Understood.") as server:
        store = attached(home, server)

        assert ask(home, FACT) == "Understood."

    assert "# Durable memory" not in json.dumps(server.requests)
    assert not store.exists() or turns(store) == []


@pytest.mark.skipif(shutil.which("tmux") is None, reason="not installed: tmux")
def test_the_slash_command_is_answered_without_the_model_and_is_no_message(home):
    with ResponsesServer(lambda request: "Understood.") as server:
        store = attached(home, server)
        real.knowing(store)
        with real.typing(home, [CODEX, TRUSTED], FAKE_KEY="x") as say:
            say(" /memory search shop", "Ask Codex", lambda: FACT in say.screen())

    assert server.requests == []
    assert turns(store) == []


def test_uninstalling_leaves_the_configuration_as_it_was(home):
    config = configured(home, "http://127.0.0.1:9")
    before = config.read_bytes()

    tiermem(home, "install", "codex")
    tiermem(home, "uninstall", "codex")

    assert config.read_bytes() == before
    assert [path.name for path in config.parent.iterdir()] == ["config.toml"]


def test_uninstalling_keeps_what_the_host_wrote_meanwhile(home):
    config = configured(home, "http://127.0.0.1:9")
    tiermem(home, "install", "codex")
    subprocess.run([CODEX, "mcp", "add", "other", "--", "other"], env=real.environment(home), check=True)

    tiermem(home, "install", "codex", "--user", "me")
    tiermem(home, "uninstall", "codex")

    left = config.read_text(encoding="utf-8")
    assert "[mcp_servers.other]" in left
    assert "tiermem" not in left
    assert "other" in run(home, [CODEX, "mcp", "list"])


def test_a_store_that_cannot_be_read_does_not_stop_the_host(home):
    with ResponsesServer(lambda request: "Understood.") as server:
        attached(home, server).write_bytes(b"no database at all")

        assert ask(home, FACT, TRUSTED) == "Understood."


def test_a_locked_store_does_not_stop_the_host_and_loses_nothing(used):
    with ResponsesServer(lambda request: "Understood.") as server, locked(used.store):
        configured(used.home, server.url)
        assert ask(used.home, "Do you hear me?", TRUSTED) == "Understood."

    said = sorted([*SAID, ("user", "Do you hear me?"), ("assistant", "Understood.")])
    assert heard(used.store, said) == said
    assert contents_of(used.store) == [FACT]

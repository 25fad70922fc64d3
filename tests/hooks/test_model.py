"""The shipped `complete`: real HTTP to a scripted server on this machine."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pydantic_ai.models.openai", reason="pydantic-ai, of the llm extra, asks the models")

from tests.fakes.model_server import Late, ModelServer, ToolCall, scripted

from tiermem.config import fits
from tiermem.errors import DeadlineExceeded, PluginError
from tiermem.support.nested import unwrap
from tiermem.support.resources import install_command
from tiermem.values import CompletionRequest
from tiermem_hooks.models.model import complete, json_object
from tiermem_hooks.models.providers import Endpoint, endpoint_of

SCHEMA = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {"type": "string"}}},
    "required": ["facts"],
    "additionalProperties": False,
}
FACTS = {"facts": ["Tea at five."]}
KEYS = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "OLLAMA_BASE_URL", "LOCALBOX_BASE_URL")


def called(data):
    """The answer as a call of the tool."""
    return [ToolCall("answer", data)]


@pytest.fixture(autouse=True)
def no_provider(monkeypatch):
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def ask(monkeypatch):
    """Ask a server that runs for this question; gives the completion and the bodies of the requests."""

    def asked(*answers, model="openai:gpt-5-mini", deadline_ms=20_000, tokens=(100, 10)):
        with ModelServer(scripted(*answers), tokens) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            return complete(request(model, deadline_ms)), server.requests

    return asked


def request(model, deadline_ms=20_000):
    return CompletionRequest(
        purpose="extract",
        system="List the facts.",
        prompt="Tea at five, as ever.",
        schema=SCHEMA,
        model=model,
        deadline_ms=deadline_ms,
        check=lambda data: fits(SCHEMA, unwrap(data, SCHEMA)),
    )


@pytest.mark.parametrize(
    "answer",
    [
        called(FACTS),
        json.dumps(FACTS),
        f"Here it is:\n```json\n{json.dumps(FACTS)}\n```",
        json.dumps(json.dumps(FACTS)),
    ],
    ids=["tool", "text", "code block", "JSON in a text"],
)
def test_an_answer_is_read_however_the_model_gives_it(ask, answer):
    completion, requests = ask(answer)

    assert completion.data == FACTS
    assert completion.problem is None
    assert len(requests) == 1


def test_the_model_gets_instructions_prompt_and_schema(ask):
    _, (body,) = ask(called(FACTS))

    assert [message["content"] for message in body["messages"]] == [
        "List the facts.",
        "Tea at five, as ever.",
    ]
    assert body["model"] == "gpt-5-mini"
    (tool,) = body["tools"]
    assert tool["function"]["parameters"]["properties"]["facts"]["items"] == {"type": "string"}


def test_a_list_in_a_text_is_accepted_at_once(ask):
    completion, requests = ask(called({"facts": json.dumps(FACTS["facts"])}))

    assert unwrap(completion.data, SCHEMA) == FACTS
    assert len(requests) == 1


@pytest.mark.parametrize("wrong", ["I would rather talk.", '{"facts": [', called({"facts": 7}), called({})])
def test_an_invalid_answer_is_asked_for_again_and_told_why(ask, wrong):
    completion, requests = ask(wrong, called(FACTS))

    assert completion.data == FACTS
    assert (completion.input_tokens, completion.output_tokens) == (200, 20)
    assert len(requests) == 2
    assert len(requests[1]["messages"]) > len(requests[0]["messages"])


def test_after_two_retries_there_is_no_answer_but_what_it_cost(ask):
    completion, requests = ask("No.")

    assert completion.problem == "it gave no answer that keeps to the schema in 3 tries"
    assert completion.data == {}
    assert (completion.input_tokens, completion.output_tokens) == (300, 30)
    assert len(requests) == 3


def test_a_known_price_is_told_and_an_unknown_one_is_not(ask, monkeypatch):
    known, _ = ask(called(FACTS), tokens=(1_000_000, 1_000_000))
    with ModelServer(scripted(called(FACTS))) as server:
        monkeypatch.setenv("LOCALBOX_BASE_URL", server.url)
        unknown = complete(request("localbox:made-up-9"))

    assert known.usd > 0.5
    assert unknown.usd is None
    assert unknown.model == "localbox:made-up-9"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (429, "answered with status 429: it has had enough for now"),
        (500, "answered with status 500"),
        (503, "answered with status 503"),
        (401, "answered with status 401"),
        (b"<html>no</html>", "could not be asked"),
        (b"", "could not be asked"),
        (b"{}", "could not be asked|gave no answer"),
    ],
)
def test_an_endpoint_that_fails_is_asked_once_and_costs_nothing(monkeypatch, answer, told):
    with ModelServer(scripted(answer)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        with pytest.raises(PluginError, match=told):
            complete(request("openai:gpt-5-mini"))

    assert len(server.requests) == 1


def test_a_failure_after_a_paid_try_tells_what_was_paid(ask):
    completion, _ = ask("No.", 500)

    assert completion.problem == "it answered with status 500"
    assert completion.input_tokens == 100


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_request_that_is_taken_as_wrong_is_a_problem_of_what_was_asked(ask, status):
    completion, requests = ask(status)

    assert completion.of_content
    assert completion.problem == f"it answered with status {status}"
    assert len(requests) == 1


def test_answers_that_never_keep_to_the_schema_are_a_problem_of_what_was_asked_and_an_endpoint_that_fails_is_none(
    ask,
):
    assert ask("No.")[0].of_content
    assert not ask(called({}), 500)[0].of_content


def test_a_server_that_hangs_is_left_at_the_deadline(monkeypatch):
    with ModelServer(scripted(Late(30))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        complete_once = pytest.raises(DeadlineExceeded)
        started = time.monotonic()
        with complete_once:
            complete(request("openai:gpt-5-mini", 600))

        assert time.monotonic() - started < 20


def test_retries_end_at_the_deadline_too(ask):
    completion, _ = ask("No.", Late(30), deadline_ms=4_000)

    assert completion.problem == "it was too late"
    assert completion.input_tokens == 100


def test_it_answers_inside_of_a_running_event_loop(ask):
    import asyncio

    async def host():
        return ask(called(FACTS))[0]

    assert asyncio.run(host()).data == FACTS


def test_an_address_where_nothing_listens_is_named_unreachable(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")

    with pytest.raises(PluginError, match="cannot be reached"):
        complete(request("openai:gpt-5-mini"))


def test_without_a_key_it_says_which_is_missing():
    with pytest.raises(PluginError, match="OPENAI_API_KEY"):
        complete(request("openai:gpt-5-mini"))


@pytest.mark.parametrize("model", [None, "made-up", "made:up", "made/up"])
def test_models_of_nobody_known_are_left_to_other_plugins(model):
    assert complete(request(model)) is None


@pytest.mark.parametrize(
    ("model", "environment", "endpoint"),
    [
        ("openai:gpt-5-mini", {}, Endpoint("openai", "gpt-5-mini")),
        ("openai/gpt-5-mini", {"OPENAI_API_KEY": "k"}, Endpoint("openai", "gpt-5-mini", None, "k")),
        ("anthropic/claude-haiku-4-5", {}, Endpoint("anthropic", "claude-haiku-4-5")),
        ("google:gemini-3-flash", {}, Endpoint("google", "gemini-3-flash")),
        ("ollama:qwen3:8b", {}, Endpoint("ollama", "qwen3:8b", "http://localhost:11434/v1")),
        ("localbox:x", {"LOCALBOX_BASE_URL": "http://b/v1"}, Endpoint("localbox", "x", "http://b/v1")),
        (
            "openai/gpt-oss",
            {"OPENAI_BASE_URL": "http://b/v1"},
            Endpoint("openai", "openai/gpt-oss", "http://b/v1"),
        ),
        ("qwen3:8b", {"OPENAI_BASE_URL": "http://b/v1"}, Endpoint("openai", "qwen3:8b", "http://b/v1")),
        (
            "openai:any",
            {"OPENAI_BASE_URL": "http://b/v1", "OPENAI_API_KEY": "k"},
            Endpoint("openai", "any", "http://b/v1", "k"),
        ),
        ("mine", {"OPENAI_BASE_URL": "http://b/v1", "OPENAI_API_KEY": "k"}, None),
        ("any", {"OPENAI_API_KEY": "k"}, None),
    ],
)
def test_a_name_and_the_environment_say_where_a_model_is(monkeypatch, model, environment, endpoint):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert endpoint_of(model) == endpoint


@pytest.mark.parametrize("text", ["", "no", "[1]", "7", '"x"', "```json\n[1]\n```", "{" * 5_000])
def test_what_is_no_object_is_none(text):
    assert json_object(text) is None


def test_without_the_extra_it_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['pydantic_ai'] = None\n"
        "from tiermem_hooks.models.model import complete\nfrom tiermem.values import CompletionRequest\n"
        "from tiermem.errors import PluginError\n"
        "words = dict(purpose='extract', system='', prompt='', schema={}, model='openai:x')\n"
        "asked = CompletionRequest(**words, deadline_ms=9)\n"
        "try:\n    complete(asked)\nexcept PluginError as error:\n    print(error)"
    )
    root = Path(__file__).parents[2]
    environment = {"PYTHONPATH": f"{root / 'plugin'}:{root / 'hooks'}", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )

    assert install_command("llm") in done.stdout

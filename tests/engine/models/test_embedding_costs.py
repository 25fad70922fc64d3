"""The costs of a remote embedding model are charged to the user; the day's caps stop it visibly."""

import pytest

pytest.importorskip("openai", reason="openai, of the llm extra, asks the endpoint")

from tests.clocks import Ticking
from tests.engine.opening import add, opened, sql
from tests.fakes.model_server import ModelServer, Vectors

from tiermem.errors import SpendingCap

REMOTE = {"enabled": True, "model": "openai:text-embedding-3-small"}
PATIENT = {"deadline_ms": 10_000}


@pytest.fixture
def endpoint(monkeypatch):
    with ModelServer(lambda body: Vectors([[1.0, 0.5]] * len(body["input"])), tokens=(40, 0)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        yield server


def charged(folder):
    return sql(folder, "SELECT purpose, model, input_tokens, usd FROM spending ORDER BY id")


@pytest.mark.feature("004-13")
def test_a_prompt_is_charged_for_once_and_its_repetition_is_free(tmp_path, endpoint):
    question = "Where does the harbour master live?"
    with opened(tmp_path, vectors=REMOTE, recall=PATIENT) as memory, memory.session() as session:
        for _ in range(3):
            session.on_prompt(question)
        paid = charged(tmp_path)

    asked = [request["input"] for request in endpoint.requests]
    assert asked.count([question]) == 1
    assert paid[0] == ("embed", "openai:text-embedding-3-small", 40, pytest.approx(40 * 0.02e-6))
    assert 1 <= len(paid) <= len(asked)  # the background thread may have asked what the model is called


def test_embedding_what_is_missing_is_charged_to_who_asked(tmp_path, endpoint):
    with opened(tmp_path, vectors=REMOTE) as memory:
        for number in range(3):
            add(memory.entries("ann"), f"The harbour has {number} gates.", layer="L1")
        memory.maintenance.embed("ann")
        tokens = memory.timeline.stats()["spending"]["tokens"]
        memory.close()
        users = sql(tmp_path, "SELECT DISTINCT s.name FROM spending p JOIN scopes s ON s.id = p.user_id")

    assert tokens == 0
    assert users == [("ann",)]


def test_at_the_cap_recall_goes_by_words_and_the_receipt_says_so(tmp_path, endpoint):
    with opened(tmp_path, vectors=REMOTE, recall=PATIENT, spending={"tokens_per_day": 40}) as memory:
        add(memory.entries(), "The harbour opens at six.", layer="L1")
        with memory.session() as session:
            session.on_prompt("Tell me of the lighthouse.")
            asked = len(endpoint.requests)
            shown = session.on_prompt("When does the harbour open?")
            receipt = memory.timeline.receipts(session_id=session.id)[0]

        assert "opens at six" in shown
        assert any("No model is asked before" in note for note in receipt["notes"])
        assert len(endpoint.requests) == asked
        with pytest.raises(SpendingCap, match="40 of 40 tokens"):
            memory.maintenance.embed()


def test_the_next_day_vectors_are_asked_for_again(tmp_path, endpoint):
    clock = Ticking()
    with opened(tmp_path, vectors=REMOTE, spending={"tokens_per_day": 40}, clock=clock) as memory:
        add(memory.entries(), "The harbour opens at six.", layer="L1")
        with pytest.raises(SpendingCap):
            memory.maintenance.embed()
        clock.now = clock.now.replace(day=3)
        assert memory.maintenance.embed().done == 1


def test_a_local_model_costs_nothing_and_no_cap_stops_it(tmp_path):
    own = """
    from tiermem.values import Embeddings

    @hookimpl
    def embed(texts, model):
        return Embeddings.of("mine", [[1.0, 2.0]] * len(texts))
    """
    with opened(
        tmp_path, hooks=own, vectors={"enabled": True, "model": "local"}, spending={"tokens_per_day": 0}
    ) as memory:
        add(memory.entries(), "The harbour opens at six.", layer="L1")

        assert memory.maintenance.embed().done == 1
        assert charged(tmp_path) == []

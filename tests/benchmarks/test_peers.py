"""The protocol, measures, table and errors of the comparison with peers, without installing one."""

import json
import sys
from pathlib import Path

import pytest
from benchmarks.data_sets import read
from benchmarks.peers.__main__ import main, table
from benchmarks.peers.runner import HERE, PEERS, Environment, Peer, PeerError, ask, choose, measure, request

OPTIONS = {"depth": 5, "shown": 2, "named": True, "deadline": 60}
TURNS = ["I keep bees on the roof.", "My sister lives in Porto.", "The bees swarmed in May."]
SHARED_WORDS = """\
from benchmarks.peers.adapter import serve


class SharedWords:
    def __init__(self, folder):
        self.file = folder / "kept.txt"
        self.kept = []

    def add(self, documents):
        print("a system may print")
        self.file.write_text("it may write")
        self.kept = [(set(row["stored"].lower().split()), row["id"]) for row in documents]

    def find(self, text, depth):
        asked = set(text.lower().split())
        ranked = sorted(self.kept, key=lambda kept: -len(kept[0] & asked))
        return [id for words, id in ranked if words & asked][:depth]


serve("pip", SharedWords)
"""


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "set"
    (folder / "qrels").mkdir(parents=True)
    about = {"speaker": "Ann", "role": "user", "date": "2024-05-01T00:00:00+00:00"}
    rows = [
        {"_id": f"t{place}", "text": text, "metadata": {**about, "session": str(place), "position": place}}
        for place, text in enumerate(TURNS)
    ]
    queries = [
        {"_id": "q0", "text": "who keep bees", "metadata": {"category": "single"}},
        {"_id": "q1", "text": "my sister in may", "metadata": {"category": "single"}},
    ]
    for name, lines in (("corpus", rows), ("queries", queries)):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    judged = "query-id\tcorpus-id\tscore\nq0\tt0\t1\nq1\tt2\t1\nq1\tt1\t1\n"
    (folder / "qrels" / "test.tsv").write_text(judged, encoding="utf-8")
    return read(folder)


def adapter(tmp_path: Path, code: str) -> list[str]:
    script = tmp_path / "adapter.py"
    script.write_text(code, encoding="utf-8")
    return [sys.executable, str(script)]


def test_an_adapter_answers_every_query_with_ranked_ids_and_times(tmp_path, data):
    answer = ask(adapter(tmp_path, SHARED_WORDS), request(data, OPTIONS), 60)

    assert {query["id"]: query["documents"] for query in answer["queries"]} == {
        "q0": ["t0", "t2"],
        "q1": ["t1", "t2"],
    }
    assert all(query["ms"] >= 0 for query in answer["queries"])
    assert answer["ingestion_s"] >= 0
    assert answer["version"]


def test_the_depth_bounds_the_ranking(tmp_path, data):
    answer = ask(adapter(tmp_path, SHARED_WORDS), request(data, {**OPTIONS, "depth": 1}), 60)

    assert [query["documents"] for query in answer["queries"]] == [["t0"], ["t1"]]


@pytest.mark.parametrize(
    ("named", "stored"), [(True, "Ann: My sister lives in Porto."), (False, "My sister lives in Porto.")]
)
def test_the_speakers_name_is_in_the_stored_text_or_only_beside_it(data, named, stored):
    document = request(data, {**OPTIONS, "named": named})["documents"][1]

    assert document["stored"] == stored
    assert document["speaker"] == "Ann"
    assert document["text"] == "My sister lives in Porto."


def test_a_peers_row_holds_the_measures_of_its_rankings(tmp_path, data):
    command = adapter(tmp_path, SHARED_WORDS)
    start = tmp_path / "start.sh"
    start.write_text(f'#!/bin/sh\nexec "{command[0]}" "{command[1]}"\n', encoding="utf-8")
    start.chmod(0o755)

    row = measure(Peer("shared", "any"), Environment(start, 12.5), [data], OPTIONS)

    assert (row["recall@5"], row["mrr"], row["session_recall@10"]) == (1.0, 1.0, 1.0)
    assert row["megabytes"] == 12.5
    assert "| shared |" in table({"shared": row})


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise SystemExit('no such index')", "no such index"),
        ("import time; time.sleep(60)", "deadline"),
        ("print('{}')", "answer"),
        ("print('not JSON')", "answer"),
    ],
    ids=["fails", "is late", "leaves out", "is no JSON"],
)
def test_an_adapter_that_fails_is_told_with_the_reason(tmp_path, data, code, why):
    with pytest.raises(PeerError, match=why):
        ask(adapter(tmp_path, code), request(data, OPTIONS), 1.5)


def test_an_adapter_cannot_leave_the_machine(tmp_path, data):
    code = SHARED_WORDS.replace(
        "        asked =",
        "        import socket; socket.create_connection(('192.0.2.1', 80), 1)\n        asked =",
    )

    with pytest.raises(PeerError, match="without a network"):
        ask(adapter(tmp_path, code), request(data, OPTIONS), 60)


def test_an_adapter_sees_nothing_of_the_environment_but_the_path(tmp_path, data, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a key")
    code = SHARED_WORDS.replace(
        "import serve", "import serve\nimport os\nassert 'OPENAI_API_KEY' not in os.environ"
    )

    assert ask(adapter(tmp_path, code), request(data, OPTIONS), 60)["queries"]


def test_a_peer_that_failed_is_a_row_with_the_reason():
    assert "not measured: it wants a key" in table({"other": {"error": "it wants a key"}})


def test_an_unknown_peer_is_named_with_those_there_are(capsys, tmp_path):
    with pytest.raises(ValueError, match=r"unknown peer: chrome; the peers are .*chroma"):
        choose("mem0,chrome")
    with pytest.raises(SystemExit):
        main([str(tmp_path), "--only", "chrome"])
    assert "unknown peer: chrome" in capsys.readouterr().err


def test_every_peer_has_an_adapter_and_pinned_requirements():
    for peer in PEERS.values():
        assert (HERE / f"{peer.module}.py").exists()
        lines = (HERE / "requirements" / f"{peer.name}.txt").read_text(encoding="utf-8").splitlines()
        assert lines
        assert all("==" in line for line in lines)

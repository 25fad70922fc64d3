import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.data_sets import data_sets, sessions
from benchmarks.metrics import Scores

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
DATA = ROOT / "benchmarks" / "data"
CATEGORIES = {"single", "multi", "temporal", "paraphrase", "update", "person"}
MEASURES = {"recall@5", "recall@10", "recall@20", "any@5", "any@10", "ndcg@5", "ndcg@10", "mrr", "p@5"}
# What was measured when the sets were written (67.5 and 67.1 %), less five points.
FLOORS = {"colleagues": 0.625, "assistant": 0.621}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(ROOT / name) for name in ("plugin", "hooks"))
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.recall", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def results():
    for extra in ("bm25s", "Stemmer"):
        pytest.importorskip(extra)
    found = {}
    for name in FLOORS:
        done = run(str(DATA / name), "--json")
        assert done.returncode == 0, done.stderr
        found[name] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", FLOORS)
def test_the_command_prints_all_measures_of_all_systems(results, name):
    found = results[name]
    assert found["queries"] == 40
    assert set(found["baselines"]) == {"fts5", "bm25s"}
    for system in (found["tiermem"], *found["baselines"].values()):
        assert system.keys() >= MEASURES
        assert set(system["latency_ms"]) == {"p50", "p95", "p99"}
        assert set(system["categories"]) == CATEGORIES
        assert all(row.keys() >= MEASURES for row in system["categories"].values())


@pytest.mark.parametrize("name", FLOORS)
def test_recall_stays_above_its_floor(results, name):
    assert results[name]["tiermem"]["recall@10"] >= FLOORS[name]


@pytest.mark.parametrize("baseline", ["fts5", "bm25s"])
def test_a_worse_system_scores_lower_on_average(results, baseline):
    ours, theirs = (
        sum(pick(found)["recall@10"] for found in results.values())
        for pick in (lambda found: found["tiermem"], lambda found: found["baselines"][baseline])
    )
    assert theirs < ours


def test_a_path_without_data_is_refused(tmp_path):
    done = run(str(tmp_path))
    assert done.returncode == 2
    assert "no corpus.jsonl" in done.stderr


def test_the_data_holds_together():
    found = {data.name: data for data in data_sets(DATA)}
    assert set(found) == {"colleagues", "assistant", "de", "fr", "es", "zh", "ja", "scripts"}
    for name, data in found.items():
        documents = [row["_id"] for row in data.corpus]
        assert len(documents) == len(set(documents))
        assert len(data.queries) == (40 if name in FLOORS else 8)
        assert {query["metadata"]["category"] for query in data.queries} <= CATEGORIES
        assert set().union(*data.relevant.values()) <= set(documents)
        assert [turn.external_id for _, turns in sessions(data) for turn in turns] == documents


def test_conversations_are_read_with_their_evidence(tmp_path):
    text = """# 2025-03-04 18:20
Mara: Finally home. {job,move} I start at the library in April!
Tom: Wow! {move} I move to Delft then.

# 2025-03-11 08:05
Tom: {box} All in boxes.

? job single Where does Mara start?
? move,box multi Who moves, and how far is it?
? - adversarial What is Mara's cat called?
"""
    (tmp_path / "mara-and-tom.txt").write_text(text, encoding="utf-8")
    (data,) = data_sets(tmp_path)
    assert [row["text"] for row in data.corpus][:2] == [
        "Finally home. I start at the library in April!",
        "Wow! I move to Delft then.",
    ]
    assert [(turn.name, turn.speaker) for _, turns in sessions(data) for turn in turns] == [
        ("Mara", "user"),
        ("Tom", "assistant"),
        ("Tom", "assistant"),
    ]
    assert data.relevant == {"q0": {"1:0"}, "q1": {"1:0", "1:1", "2:0"}}


def test_the_conversations_hold_together():
    found = data_sets(DATA / "conversations")
    few = [data.name for data in found if len(data.corpus) < 40 or len(data.queries) < 18]
    assert (len(found) >= 16, few) == (True, [])
    wrong = []
    for data in found:
        asked = [query["text"] for query in data.queries]
        dates = [row["metadata"]["date"] for row in data.corpus]
        marks = [row["text"] for row in data.corpus if "{" in row["text"] or not row["text"].strip()]
        kinds = {query["metadata"]["category"] for query in data.queries} - CATEGORIES - {"open"}
        wrong += [
            (data.name, "asked twice", text) for text in {text for text in asked if asked.count(text) > 1}
        ]
        wrong += [(data.name, "left in a turn", text) for text in marks]
        wrong += [(data.name, "unknown category", kind) for kind in kinds]
        wrong += [(data.name, "sessions out of order", "")] if dates != sorted(dates) else []
        wrong += [(data.name, "two speakers", "")] if len({_who(row) for row in data.corpus}) != 2 else []
    assert wrong == []


def _who(row):
    return row["metadata"]["speaker"] or row["metadata"]["role"]


def test_documents_without_sessions_titles_and_questions_without_categories_are_read(tmp_path):
    corpus = [
        {"_id": "10", "title": "Kettles", "text": "Descale with vinegar.", "metadata": {}},
        {"_id": "9", "title": "", "text": "The ferry leaves at noon."},
    ]
    queries = [{"_id": "q", "text": "how to clean a kettle"}]
    (tmp_path / "qrels").mkdir()
    for name, rows in (("corpus", corpus), ("queries", queries)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\t10\t1\n", encoding="utf-8")
    done = run(str(tmp_path), "--json", "--no-baselines")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tiermem"]["recall@5"] == 1


def test_sessions_are_ranked_by_their_best_document_however_deep():
    (data,) = data_sets(DATA / "colleagues")
    query = data.queries[0]
    wanted = next(iter(data.relevant[query["_id"]])).split("-")[0]
    elsewhere = next(row["_id"].split("-")[0] for row in data.corpus if row["_id"].split("-")[0] != wanted)
    of_session = {
        name: [row["_id"] for row in data.corpus if row["_id"].split("-")[0] == name]
        for name in (wanted, elsewhere)
    }
    evidence = data.relevant[query["_id"]]
    deep = of_session[elsewhere] + [name for name in of_session[wanted] if name not in evidence]
    assert len(of_session[elsewhere]) > 10
    scores = Scores()
    scores.add(data, {other["_id"]: deep if other is query else [] for other in data.queries}, [])
    assert scores.rows[0]["recall@10"] == 0
    assert scores.sessions[0]["recall@10"] == 1

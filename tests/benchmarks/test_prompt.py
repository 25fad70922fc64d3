"""The end-to-end measurement of prompts, on a data set of a few turns."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO

import pytest

from benchmarks import prompt

TALK = [
    ("Ines", "user", "I adopted a dog from the shelter in Braga, and named him Figo."),
    ("Rui", "assistant", "Lovely! How old is he?"),
    ("Ines", "user", "My sister Clara moved to Porto in March to study marine biology."),
]
QUESTIONS = [
    ("What did Ines name the dog from the shelter?", 0, "single"),
    ("What does Clara study in Porto?", 2, "single"),
    ("Which opera did Ines sing in?", 1, "adversarial"),
]
OTHERS = [("Where did Bram park the tractor?", 0, "single")]


def write(folder, talk, questions):
    (folder / "qrels").mkdir(parents=True)
    corpus = [
        {
            "_id": str(place),
            "text": text,
            "metadata": {
                "speaker": name,
                "role": role,
                "session": "1",
                "position": place,
                "date": "2025-05-06",
            },
        }
        for place, (name, role, text) in enumerate(talk)
    ]
    asked = [
        {"_id": f"q{place}", "text": text, "metadata": {"category": category}}
        for place, (text, _, category) in enumerate(questions)
    ]
    for name, rows in (("corpus", corpus), ("queries", asked)):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    rows = "".join(f"q{place}\t{turn}\t1\n" for place, (_, turn, _) in enumerate(questions))
    (folder / "qrels" / "test.tsv").write_text(f"query-id\tcorpus-id\tscore\n{rows}", encoding="utf-8")


def printed(*arguments):
    with redirect_stdout(StringIO()) as out:
        prompt.main(list(map(str, arguments)))
    return out.getvalue()


def test_evidence_in_the_prompt_and_prompts_that_are_to_get_nothing_are_counted(tmp_path, monkeypatch):
    unrelated = tmp_path / "unrelated.json"
    unrelated.write_text('{"tasks": ["Write a haiku."], "world": ["How do volcanoes form?"]}', "utf-8")
    monkeypatch.setattr(prompt, "UNRELATED", unrelated)
    write(tmp_path / "sets" / "friends", TALK, QUESTIONS)
    write(tmp_path / "sets" / "farm", [("Bram", "user", "I parked the tractor behind the barn.")], OTHERS)
    found = json.loads(printed(tmp_path / "sets", "--json"))
    assert (found["questions"]["questions"], found["questions"]["answered"]) == (3, 1)
    assert found["questions"]["context characters"] > 0 < found["questions"]["evidence"] <= 1
    assert found["categories"].keys() == {"single"}
    assert found["unrelated"] == {
        "tasks": {"prompts": 2, "loud": 0},
        "world": {"prompts": 2, "loud": 0},
        "stranger's": {"prompts": 3, "loud": 0},
    }
    assert "| single | 3 | 100.0 |" in printed(tmp_path / "sets")


def test_a_place_without_a_data_set_is_a_mistake(tmp_path):
    with pytest.raises(SystemExit):
        prompt.main([str(tmp_path)])

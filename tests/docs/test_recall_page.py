"""The statements of docs/recall.md hold: prompts, signals, settings, scorecards, the program."""

from __future__ import annotations

import json
import re
import textwrap
from datetime import UTC, datetime
from math import log
from pathlib import Path

import pytest
from tests.docs.test_examples import ROOT, blocks, run
from tests.tables import each_row

from tiermem import Memory
from tiermem.engine.recall import archive, candidates, ranking
from tiermem.engine.recall.coverage import RELATIVE_FLOOR
from tiermem.engine.recall.query import understand
from tiermem.plugins import BUILT_INS
from tiermem.text.languages import languages_of

PAGE = (ROOT / "docs" / "recall.md").read_text(encoding="utf-8")
NOW = datetime(2026, 3, 9, 9, tzinfo=UTC)
CODES = {"English": "en", "German": "de", "French": "fr", "Spanish": "es", "Chinese": "zh", "Japanese": "ja"}


def rows(heading):
    """The table under a heading, without its head."""
    section = re.split(rf"^##+ {heading}$", PAGE, flags=re.MULTILINE)[1]
    table = re.search(r"(?:^\|.*\n)+", section, flags=re.MULTILINE)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


@pytest.mark.parametrize(("name", "past", "present"), rows("When the archive is searched"))
def test_each_language_asks_about_the_past_as_the_page_says(name, past, present):
    assert CODES[name] in {one.code for one in languages_of(past)}
    assert understand(past, NOW).asks_about_past
    assert understand(past, NOW).period is not None
    assert not understand(present, NOW).asks_about_past


def test_all_languages_are_there():
    assert {row[0] for row in rows("When the archive is searched")} == CODES.keys()


@each_row("said", ["Last week", "im Mai 2025", "il y a trois jours", "上周"])
def test_the_times_on_the_page_are_ranges(said):
    assert said in PAGE
    assert understand(f"{said}?", NOW).period is not None


def test_the_table_of_signals_has_all_of_them():
    signals = {module.rpartition(".")[2] for module in BUILT_INS if ".signals." in module}
    assert {name.strip("`") for name, _ in rows("Signals")} == signals


@pytest.mark.parametrize("yaml", blocks("docs/recall.md", "yaml"))
def test_the_settings_on_the_page_open(yaml, tmp_path):
    (tmp_path / "agent.yaml").write_text(
        "agents:\n  a:\n" + textwrap.indent(yaml, "    ") + "        store: sqlite:///m.db\n",
        encoding="utf-8",
    )
    with Memory.open(tmp_path / "agent.yaml") as memory:
        entries = memory.entries()
        entries.add(entries.draft("The gate is blue", layer="L1"))
        assert [one.text for one in memory.recall("Which gate is blue?").passages] == ["The gate is blue"]


def test_the_program_on_the_page_works(tmp_path):
    (program,) = (code for code in blocks("docs/recall.md", "python") if "Memory.open" in code)

    done = run(program, tmp_path)

    assert done.stderr == ""
    assert re.fullmatch(r"The gate of billing is blue\. 0\.\d\d \{'relevance'.*\}\n", done.stdout)


@pytest.mark.parametrize(
    ("named", "part", "worth"),
    [("factors", "runbook", log(3.0)), ("trust", "trust", None)],
    ids=["factor", "values"],
)
def test_a_signal_on_the_page_is_in_the_receipt(tmp_path, named, part, worth):
    code = next(
        code
        for code in blocks("docs/recall.md", "python")
        if "@hookimpl" in code and (named in code) and ("factors" in code) is (named == "factors")
    )
    (tmp_path / "own.py").write_text(code, encoding="utf-8")
    (tmp_path / "agent.yaml").write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///m.db', hooks: [./own.py], disable: [trust]}]}}",
        encoding="utf-8",
    )
    with Memory.open(tmp_path / "agent.yaml") as memory:
        entries = memory.entries()
        for subject, tag in (("Marta", "runbook"), ("Zoe", "other")):
            entries.add(
                entries.draft(
                    "How we deploy: by the gate of " + subject, layer="L1", subject=subject, tags=(tag,)
                )
            )
        passages = memory.recall("How do we deploy by the gate?").passages

    best, other = passages
    assert best.text.endswith("Marta")
    assert best.score > other.score
    assert best.parts[part] == pytest.approx(worth / best.weighing.slope if worth else 0.345, abs=0.1)
    assert part not in other.parts


def test_the_figures_on_the_page_are_those_of_the_code():
    assert f"up to {candidates.MEASURED} L1 entries" in PAGE
    assert (archive.CLEAR_WORDS, "at least three words that are not stop words" in PAGE) == (3, True)
    assert (archive.CLEAR_COVERAGE, "contain two fifths of them" in PAGE) == (0.4, True)
    assert (archive.CLEAR_CHANCE, "its score is at least 0.2" in PAGE) == (0.2, True)
    assert (RELATIVE_FLOOR, "less than a tenth of the best score" in PAGE) == (0.1, True)
    assert (archive.LONGEST_ANSWER, "the first 400 characters of the assistant's answer" in PAGE) == (
        400,
        True,
    )
    for reason in (
        "beyond top_k",
        "over char_limit",
        "says what one shown says",
        "far below the best",
    ):
        assert f"`{reason}`" in PAGE


@pytest.mark.parametrize("with_vectors", [False, True])
@pytest.mark.parametrize("kind", ranking.KINDS)
def test_the_page_says_on_what_each_scorecard_was_fitted_and_what_was_set_by_hand(kind, with_vectors):
    path = ranking.file_of(kind, with_vectors=with_vectors)
    told = json.loads(Path(path).read_text(encoding="utf-8"))
    assert ("with use-multilingual-3" in told["fitted_on"]) == with_vectors
    (data,) = (row[2] for row in rows("What the points were fitted on") if row[0] == f"`{kind}`")
    for word in ("conversations", "BEAM-100K", "LoCoMo", "Apache-2.0", "CC BY-SA 4.0"):
        assert (word in told["fitted_on"]) == (word in data)
    assert {"trust", "recency", "importance", "tags", "days_away"} == set(told["by_hand"])
    assert "Points for trust, recency, importance, tags and distance from a time were set by hand" in PAGE

"""stats --recall: the receipts' report as a table and as JSON."""

from __future__ import annotations

import pytest


@pytest.fixture
def used(tiermem, remember, memory):
    """A store in which recall ran four times: shown and corrected, shown, empty, without words."""
    gate = remember("Deploys of billing go through the staging gate", "--layer", "L1")
    unseen = remember("Marta leads the office", "--layer", "L1")
    with memory.session(id="monday") as session:
        for text in ("How do billing deploys go?", "That's wrong, billing deploys go by canary.", "thanks"):
            session.on_prompt(text)
    tiermem("recall", "Where do capybaras sleep?")
    return gate, unseen


def test_the_table_tells_how_often_and_what_it_means(tiermem, used):
    gate, unseen = used

    shown = tiermem("stats", "--recall")

    lines = shown.lines
    assert shown.status == 0
    assert lines[0].startswith("Recalls: 4, sessions: 1, ")
    assert "Under 20 recalls these figures say little." in lines
    for row in (
        "empty                    2        50 %   nothing was shown",
        "empty: no telling words  1        25 %",
        "empty: telling words     1        25 %",
        "empty: words unknown     1        25 %",
        "corrected                1        25 %",
    ):
        assert any(line.startswith(row) for line in lines), (row, lines)
    assert f"2 times  [{gate}] Deploys of billing go through the staging gate" in lines
    assert f"[{unseen}] Marta leads the office" in lines
    assert any("vectors: {enabled: true}" in line for line in lines)


def test_as_json_it_is_one_document(tiermem, used):
    gate, unseen = used

    data = tiermem("stats", "--recall", "--json").data

    assert (data["recalls"], data["sessions"], data["corrected"]) == (4, 1, 1)
    assert data["empty"] == {"telling": 1, "unknown": 1, "wordless": 1, "all": 2}
    assert data["rendered"] == [
        {"id": gate, "times": 2, "content": "Deploys of billing go through the staging gate"}
    ]
    assert data["never"] == [{"id": unseen, "content": "Marta leads the office"}]
    assert data["vectors"] == {"asked": 2, "near": None}
    assert set(data["took_ms"]) == {"p50", "p95"}


def test_an_erased_entry_is_still_counted_without_its_words(tiermem, used):
    gate, _ = used
    tiermem("erase", gate, "--yes")

    data = tiermem("stats", "--recall", "--json").data

    assert [one["content"] for one in data["rendered"] if one["id"] == gate] in ([], [None])
    assert "staging gate" not in tiermem("stats", "--recall").out


def test_since_narrows_and_must_be_a_date(tiermem, used):
    assert tiermem("stats", "--recall", "--since", "2000-01-01", "--json").data["recalls"] == 4
    assert tiermem("stats", "--recall", "--since", "2100-01-01", "--json").data["recalls"] == 0
    assert tiermem("stats", "--recall", "--since", "soon").status == 2
    assert "--since needs --recall" in tiermem("stats", "--since", "2000-01-01").err


@pytest.mark.usefixtures("memory")
def test_without_receipts_it_says_so(tiermem):
    shown = tiermem("stats", "--recall")

    assert (shown.status, shown.out) == (0, "")
    assert shown.err == "There is no receipt of a recall yet.\n"
    assert tiermem("stats", "--recall", "--json").data["recalls"] == 0

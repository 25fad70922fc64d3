"""The measurement of budgets, on the small data set that comes with the project."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from benchmarks import budgets

pytestmark = pytest.mark.slow
DATA = Path(__file__).parents[2] / "benchmarks" / "data" / "colleagues"


def measured(*arguments):
    with redirect_stdout(StringIO()) as printed:
        budgets.main([str(DATA), "--json", *arguments])
    return json.loads(printed.getvalue())


@pytest.fixture(scope="module")
def results():
    return measured()


def test_more_passages_never_render_less_evidence(results):
    recalls = [row["recall"] for row in results["by_passages"]]

    assert recalls == sorted(recalls)
    assert 0.1 < recalls[0] < recalls[-1] <= 1
    assert sum(row["gain"] for row in results["by_passages"]) == pytest.approx(recalls[-1], abs=0.01)


def test_the_budgets_hold(results):
    assert all(row["passages"] <= row["top_k"] for row in results["by_passages"])
    assert all(row["characters"] <= row["char_limit"] for row in results["by_characters"])
    assert results["default"]["passages"] <= 5


def test_the_recommended_room_loses_less_than_a_point(results):
    found = results["recommended"]
    roomy = {row["top_k"]: row["recall"] for row in results["by_passages"]}

    assert found["top_k"] in budgets.PASSAGES
    assert found["char_limit"] in budgets.CHARACTERS
    gains = roomy[min(found["top_k"] + 3, 20)] - roomy[found["top_k"]]
    assert gains < 3 * budgets.LEAST_GAIN


def test_a_shorter_excerpt_takes_less_room():
    five = measured("--excerpt", "20")["by_passages"][4]

    assert five["characters"] < 5 * (20 + 60)


def test_a_place_without_a_data_set_is_a_mistake(tmp_path):
    with pytest.raises(SystemExit):
        budgets.main([str(tmp_path)])

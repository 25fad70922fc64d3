"""Every row of the source documents that the spine carries has a test with its marker, named after it."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROWS = [
    "000-1",
    "000-2",
    "000-3",
    "000-4",
    "000-5",
    "000-6",
    "000-7",
    "000-8",
    "000-9",
    "000-10",
    "000-11",
    "000-12",
    "000-13",
    "001-1",
    "001-2",
    "001-3",
    "001-4",
    "001-5",
    "001-6",
    "001-7",
    "001-8",
    "001-9",
    "001-10",
    "001-12",
    "001-14",
    "001-15",
    "001-16",
    "001-17",
    "001-18",
    "001-19",
    "001-20",
    "001-21",
    "001-22",
    "001-23",
    "001-24",
    "001-25",
    "001-26",
    "001-27",
    "001-28",
    "001-29",
    "001-31",
    "001-32",
    "002-1",
    "002-2",
    "002-3",
    "002-4",
    "002-5",
    "002-6",
    "002-7",
    "002-8",
    "002-10",
    "002-11",
    "002-12",
    "002-13",
    "002-14",
    "002-15",
    "002-16",
    "002-19",
    "002-20",
    "002-21",
    "002-22",
    "002-23",
    "002-25",
    "002-27",
    "003-1",
    "003-2",
    "003-3",
    "003-5",
    "003-6",
    "003-7",
    "003-8",
    "003-9",
]


def marked_tests():
    """(name of a test, id in its marker) of all tests beside this file, read without running them."""
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) in (
                    "feature",
                    "pytest.mark.feature",
                ):
                    yield node.name, ast.literal_eval(decorator.args[0])


def is_skipped(path):
    return re.search(r"\b(?:skip|skipif|xfail|importorskip)\b", path.read_text(encoding="utf-8")) is not None


@pytest.mark.parametrize("row", ROWS)
def test_each_row_has_a_test_that_is_named_after_it(row):
    names = [name for name, marked in marked_tests() if marked == row]

    assert names, f"no test is marked feature({row!r})"
    assert [name for name in names if row.replace("-", "_") not in name] == []


def test_no_marker_names_an_unknown_row():
    assert {marked for _, marked in marked_tests()} <= set(ROWS)


@pytest.mark.parametrize("number", range(1, 7))
def test_each_scenario_has_a_test(number):
    assert any(name.startswith(f"test_scenario_{number}_") for name, _ in marked_tests())


def test_no_feature_test_is_skipped():
    assert [path.name for path in HERE.glob("test_seed_*.py") if is_skipped(path)] == []

"""Every row of the source documents that spine, recall or learning carry has a test with its marker, named after it."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
SPINE = {
    "000": (*range(1, 15),),
    "001": (*range(1, 11), 12, *range(14, 30), 31, 32),
    "002": (*range(1, 9), *range(10, 18), *range(19, 24), 25, 27, 29, 30),
    "003": (1, 2, 3, *range(5, 10)),
}
"""Document → numbers of its rows that the spine carries."""
RECALL = {
    "001": (12, 21, 32, 34),
    "002": (28,),
    "004": (3, 8, 9, 13, 29, 33, 40),
}
"""The same of recall."""
LEARNING = {
    "001": (5, 11, 13, 14, 15, 18, 19, 20, 33, 34, 36),
    "002": (14, 26),
    "003": (4,),
    "004": (
        1,
        2,
        *range(4, 9),
        10,
        11,
        12,
        *range(14, 21),
        *range(22, 26),
        27,
        28,
        *range(30, 33),
        *range(34, 38),
        39,
        41,
    ),
}
"""The same of learning."""
TRUST = {
    "001": (3, 27, 35),
    "002": (26,),
    "003": (4, 7, 9, 10, 11),
    "004": (21, 34, 42),
}
"""The same of trust."""
SERVER = {
    "001": (3, 8, 11, 27, 29, 30, 35),
    "002": (5, 9, 10, 11, 17, 18, 23),
    "003": (4, 8),
    "004": (22, 26, 31, 32, 38, 40),
}
"""The same of the server."""
ROWS = sorted(
    {
        f"{document}-{number}"
        for carried in (SPINE, RECALL, LEARNING, TRUST, SERVER)
        for document, numbers in carried.items()
        for number in numbers
    }
)


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
    return re.search(r"\b(?:skip|skipif|importorskip)\b", path.read_text(encoding="utf-8")) is not None


def test_each_row_has_a_test_that_is_named_after_it():
    tests = list(marked_tests())

    assert set(ROWS) - {row for _, row in tests} == set()
    assert [name for name, row in tests if row.replace("-", "_") not in name] == []


def test_no_marker_names_an_unknown_row():
    assert {marked for _, marked in marked_tests()} <= set(ROWS)


def test_each_scenario_has_a_test():
    numbers = {name.split("_")[2] for name, _ in marked_tests() if name.startswith("test_scenario_")}

    assert numbers == set("123456")


def test_no_feature_test_is_skipped():
    assert [path.name for path in HERE.glob("test_seed_*.py") if is_skipped(path)] == []

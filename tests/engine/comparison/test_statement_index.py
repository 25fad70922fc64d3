"""The index finds every statement that a comparison with all of them relates to a new one."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shares import every

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.comparison.statement_index import StatementIndex

PAIRS = Path(__file__).parents[3] / "benchmarks" / "data" / "changes.jsonl"


ROWS = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
STATEMENTS = list(dict.fromkeys(row[name] for row in ROWS for name in ("old", "new")))
said = st.sampled_from(STATEMENTS)
new_statements = st.builds(
    Statement, st.one_of(said, st.text(max_size=40)), quote=st.none() | said, corrects=st.booleans()
)
earlier_statements = st.lists(
    st.one_of(said, st.builds("{} {}".format, said, said), st.text(max_size=40)), max_size=8
)


def index_of(statements):
    index = StatementIndex()
    for text in statements:
        index.add(text, text)
    return index


@pytest.mark.parametrize("rows", every(2, [ROWS[::10], ROWS]), ids=["some", "all"])
def test_every_labelled_pair_that_is_related_is_found(rows):
    index = index_of(row["old"] for row in rows)
    new = [(row["old"], Statement(row["new"])) for row in rows]

    related = [(old, later) for old, later in new if compare(Statement(old), later).relation != "unrelated"]

    assert [pair for pair in related if pair[0] not in index.bearing(pair[1])] == []


@given(new_statements, earlier_statements)
def test_nothing_that_is_related_is_left_out(new, earlier):
    index = index_of(earlier)

    related = {text for text in earlier if compare(Statement(text), new).relation != "unrelated"}

    assert related <= index.bearing(new)


def test_of_hundreds_of_statements_few_are_found():
    known, new = STATEMENTS[::5], STATEMENTS[::40]
    index = index_of(known)

    found = sum(len(index.bearing(Statement(text))) for text in new)

    assert found < len(new) * len(known) / 10

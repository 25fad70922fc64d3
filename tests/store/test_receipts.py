"""Receipts as they are stored, and read again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiermem.store.tables.receipts import packed, unpacked

CARD = {"scorecard": "entries", "base": -5.5025, "slope": 1.0548}
PASSAGE = {
    "score": 0.5, "at": "2026-03-02T09:00:00.000000Z", "label": "user", "kind": "turn", "layer": None,
    "answers": None, "weighing": None,
}  # fmt: skip
DROPPED = {"score": 0.1234, "why": "beyond top_k", "parts": {}, "weighing": CARD}


def receipt(rendered=(), dropped=()):
    return {
        "id": "abcd1234", "at": "2026-03-02T09:00:00Z", "session_id": None, "query": "q", "terms": ["q"],
        "rendered": list(rendered), "dropped": list(dropped), "notes": [], "took_ms": 1.5, "injected": {},
    }  # fmt: skip


def read_again(whole):
    return unpacked([whole["id"], whole["at"], whole["session_id"]], json.loads(json.dumps(packed(whole))))


@pytest.mark.parametrize(
    "whole",
    [
        receipt(),
        receipt([PASSAGE | {"ref": "s/1", "parts": {"content": 1.0, "rank": 0.5}}]),
        receipt((), [DROPPED | {"ref": "e1"}]),
        receipt(
            [
                PASSAGE | {"ref": "s/1", "parts": {"content": 1.0, "rank": 0.5}, "weighing": CARD},
                PASSAGE | {"ref": "s/2", "at": "2026-03-02T09:00:00.123456Z", "parts": {}},
                PASSAGE
                | {"ref": "e1", "kind": "entry", "layer": "L1", "parts": {"rank": 0.5}}
                | {"weighing": CARD | {"scorecard": "people"}},
                PASSAGE | {"ref": "e2", "kind": "entry", "layer": "L1", "parts": {"of plugin": -0.123}},
            ],
            [
                DROPPED | {"ref": "s/2", "score": 0.2, "parts": {"rank": -0.35}},
                DROPPED | {"ref": "a session/3", "why": "over char_limit"},
                DROPPED | {"ref": "a session/4", "score": 0.0, "weighing": None},
            ],
        ),
    ],
    ids=["empty", "one passage", "only dropped", "several"],
)
def test_a_receipt_is_read_as_it_was_kept(whole):
    assert read_again(whole) == whole


POINTS = st.dictionaries(
    st.text(min_size=1, max_size=5), st.integers(-999, 999).filter(bool).map(lambda points: points / 100)
)
ROWS = st.fixed_dictionaries(
    {
        "ref": st.one_of(
            st.text(min_size=1, max_size=8).filter(lambda ref: "/" not in ref),
            st.builds("{}/{}".format, st.text("ab/ \n_=,", min_size=1, max_size=4), st.integers(0, 20)),
        ),
        "score": st.integers(0, 10_000).map(lambda score: score / 10_000),
        "parts": POINTS,
        "weighing": st.sampled_from([None, CARD, CARD | {"base": 1.0}]),
    }
)


@given(rendered=st.lists(ROWS, max_size=4), dropped=st.lists(ROWS, max_size=4))
def test_any_names_points_and_scores_are_read_as_they_were_kept(rendered, dropped):
    whole = receipt(
        [PASSAGE | row for row in rendered],
        [row | {"why": ["beyond top_k", "over char_limit"][place % 2]} for place, row in enumerate(dropped)],
    )

    assert read_again(whole) == whole


def test_a_field_that_holds_the_same_list_in_all_rows_is_read_as_it_was_kept():
    rows = [PASSAGE | {"ref": ref, "parts": {}, "found_by": ["words", "vectors"]} for ref in ("s/1", "s/2")]

    assert read_again(receipt(rows)) == receipt(rows)


UNKNOWN = {"weighing": None}
"""Receipts of earlier versions have no weighing, and no points of what was dropped."""


def test_a_receipt_that_was_stored_row_by_row_is_read():
    stored = receipt([{name: value for name, value in PASSAGE.items() if name != "weighing"}])
    stored["rendered"][0] |= {"ref": "s/1", "parts": {"rank": 0.5}}
    stored["dropped"] = [{"ref": "s/2", "score": 0.2, "why": "beyond top_k"}]

    assert unpacked([stored["id"], stored["at"], None], stored) == stored | {
        "rendered": [stored["rendered"][0] | UNKNOWN],
        "dropped": [stored["dropped"][0] | UNKNOWN | {"parts": {}}],
    }


def test_a_receipt_that_was_stored_by_field_is_read():
    stored = receipt()
    stored["rendered"] = {
        "ref": ["s/1", "e1"], "score": [0.5, 0.25], "at": "2026-03-02", "label": "user",
        "kind": ["turn", "entry"], "layer": [None, "L1"], "parts": {"rank": 0.5, "content": [1.0, None]},
        "answers": None,
    }  # fmt: skip
    stored["dropped"] = {
        "ref": ["s/2", "s/3"],
        "score": 0.1,
        "why": {"beyond top_k": [1], "far below the best": [0]},
    }
    same = {"at": "2026-03-02", "label": "user", "answers": None, "weighing": None}

    found = unpacked([stored["id"], stored["at"], None], stored)

    assert found["rendered"] == [
        same
        | {"ref": "s/1", "score": 0.5, "kind": "turn", "layer": None, "parts": {"rank": 0.5, "content": 1.0}},
        same | {"ref": "e1", "score": 0.25, "kind": "entry", "layer": "L1", "parts": {"rank": 0.5}},
    ]
    assert found["dropped"] == [
        UNKNOWN | {"ref": "s/2", "score": 0.1, "why": "far below the best", "parts": {}},
        UNKNOWN | {"ref": "s/3", "score": 0.1, "why": "beyond top_k", "parts": {}},
    ]

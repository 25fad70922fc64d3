"""Receipts as they are stored, and read again."""

from __future__ import annotations

import json

import pytest

from tiermem.store.tables.receipts import packed, unpacked

PASSAGE = {"score": 0.5, "at": "2026-03-02", "label": "user", "kind": "turn", "layer": None, "answers": None}


def receipt(rendered=(), dropped=()):
    return {
        "id": "abcd1234", "at": "2026-03-02T09:00:00Z", "session_id": None, "query": "q", "terms": ["q"],
        "rendered": list(rendered), "dropped": list(dropped), "notes": [], "took_ms": 1.5, "injected": {},
    }  # fmt: skip


@pytest.mark.parametrize(
    "whole",
    [
        receipt(),
        receipt([PASSAGE | {"ref": "s/1", "parts": {"content": 1.0, "rank": 0.5}}]),
        receipt(
            [
                PASSAGE | {"ref": "s/1", "parts": {"content": 1.0, "rank": 0.5}},
                PASSAGE | {"ref": "e1", "kind": "entry", "layer": "L1", "parts": {"rank": 0.5}},
                PASSAGE | {"ref": "e2", "kind": "entry", "layer": "L1", "parts": {}},
            ],
            [
                {"ref": "s/2", "score": 0.2, "why": "beyond top_k"},
                {"ref": "s/3", "score": 0.1, "why": "over char_limit"},
                {"ref": "s/4", "score": 0.1, "why": "beyond top_k"},
            ],
        ),
    ],
    ids=["empty", "one passage", "several"],
)
def test_a_receipt_is_read_as_it_was_kept(whole):
    stored = json.loads(json.dumps(packed(whole)))

    assert unpacked([whole["id"], whole["at"], whole["session_id"]], stored) == whole


def test_a_field_that_holds_the_same_list_in_all_rows_is_read_as_it_was_kept():
    rows = [PASSAGE | {"ref": ref, "parts": {}, "found_by": ["words", "vectors"]} for ref in ("s/1", "s/2")]
    whole = receipt(rows)

    assert unpacked([whole["id"], whole["at"], None], json.loads(json.dumps(packed(whole)))) == whole


def test_a_receipt_that_was_stored_row_by_row_is_read():
    whole = receipt([PASSAGE | {"ref": "s/1", "parts": {"rank": 0.5}}])

    assert unpacked([whole["id"], whole["at"], None], whole) == whole

"""Signals receive the query and its candidates."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.store.making import EVERYTHING, put

from tiermem.engine.recall.query import understand
from tiermem.engine.recall.ranking import ask
from tiermem.store import open_store
from tiermem.store.contract import Terms


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("possible", "possibility"),
        ("reliable", "reliability"),
        ("hope", "hoping"),
        ("happy", "happiness"),
        ("deploy", "deployed"),
    ],
)
def test_a_word_is_shared_whatever_its_ending(tmp_path, asked, said):
    store = open_store(str(tmp_path / "m.db"))
    ann = store.records.reach(house="home", agent="coder", user="ann")
    made = put(store, ann, f"The boat and {said}")
    found = store.search.candidates(Terms(words=("boat",)), EVERYTHING, ann.ids, 9)

    told = ask(
        understand(f"Is it {asked}?"),
        found,
        store.search,
        scopes=ann.ids,
        now=datetime(2026, 3, 2, tzinfo=UTC),
    )

    assert [place for place, _ in told.shared[made.id]] == [3]
    store.close()

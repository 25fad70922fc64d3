"""The outcome of an observation, as text and back."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.values.changes import Outcome, OutcomeKind

KEPT = {
    "added": Outcome("added"),
    "known": Outcome("known"),
    "known as a1b2c3d4": Outcome("known", "a1b2c3d4"),
    "known as a1b2c3d4, in other words": Outcome("known", "a1b2c3d4", ", in other words"),
    "was put away before": Outcome("was put away before"),
    "was updated before, in a1b2c3d4": Outcome("was updated before", "a1b2c3d4"),
    "corrected a1b2c3d4": Outcome("corrected", "a1b2c3d4"),
    "corrected a1b2c3d4 in L1: no room in the block": Outcome(
        "corrected", "a1b2c3d4", " in L1: no room in the block"
    ),
    "staged beside a1b2c3d4": Outcome("staged", "a1b2c3d4"),
    "asked to forget 3": Outcome("asked to forget", None, " 3"),
    "refused: password is a secret": Outcome("refused", None, ": password is a secret"),
    "set aside after 5 tries: boom": Outcome("set aside", None, " after 5 tries: boom"),
}


@pytest.mark.parametrize(("text", "outcome"), KEPT.items(), ids=list(KEPT))
def test_an_outcome_is_kept_as_text_and_read_from_it(text, outcome):
    assert str(outcome) == text
    assert Outcome.parse(text) == outcome


@each_row("text", [None, "", "KeyError: added", "addedly", "unknown"])
def test_what_is_no_outcome_is_read_as_none(text):
    assert Outcome.parse(text) is None


@given(st.sampled_from(get_args(OutcomeKind)), st.text())
def test_whatever_follows_is_kept(kind, more):
    assert str(Outcome.parse(f"{kind}: {more}")) == f"{kind}: {more}"


@pytest.mark.parametrize("kind", get_args(OutcomeKind))
def test_what_was_written_is_knowledge(kind):
    outcome = Outcome(kind)

    assert outcome.is_knowledge or not outcome.wrote

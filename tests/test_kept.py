"""Results in memory are kept for as long as what they were made from is the same."""

from __future__ import annotations

import pytest

from tiermem.support.kept import Kept


def test_a_result_is_made_once_for_a_question_in_a_state():
    kept, made = Kept(2), []

    def answer(asked, state):
        return kept.get(asked, state, lambda: made.append((asked, state)) or len(made))

    assert [answer("a", 1), answer("a", 1), answer("b", 1), answer("a", 2), answer("a", 2)] == [1, 1, 2, 3, 3]
    assert made == [("a", 1), ("b", 1), ("a", 2)]


def test_the_question_that_was_not_asked_for_longest_is_forgotten():
    kept = Kept(2)

    first = [kept.get(asked, 0, lambda asked=asked: f"first {asked}") for asked in "abac"]
    again = [kept.get(asked, 0, lambda asked=asked: f"again {asked}") for asked in "acb"]

    assert first == ["first a", "first b", "first a", "first c"]
    assert again == ["first a", "first c", "again b"]


def test_a_failure_keeps_nothing():
    kept = Kept(2)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", 0, lambda: 1 // 0)

    assert kept.get("a", 0, lambda: "made") == "made"

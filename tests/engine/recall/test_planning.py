"""The plan of a search bounds its cost, whatever the store holds."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiermem.engine.recall.candidates import BUDGET, BUDGET_OF_MANY, plan_within

FREQUENCIES = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=4), st.floats(1, 1e7) | st.integers(1, 3_000), max_size=48
)
BUDGETS = st.sampled_from([BUDGET, BUDGET_OF_MANY])


@given(FREQUENCIES, BUDGETS)
def test_a_plan_keeps_inside_its_budget_whatever_the_frequencies(frequency, budget):
    terms = plan_within(frequency, budget)

    whole = [frequency[word] for word in terms.words]
    paired = sum(min(frequency[first], frequency[second]) for first, second in terms.pairs)
    if len(frequency) > 1:
        assert sum(whole) + paired <= budget.all or (len(terms.pairs) == 1 and not whole)
    assert sum(whole[1:]) <= budget.whole
    assert len(terms.pairs) <= budget.pairs


@given(FREQUENCIES, BUDGETS)
def test_a_plan_asks_for_something_wherever_a_word_is_known(frequency, budget):
    terms = plan_within(frequency, budget)

    assert bool(terms.words or terms.pairs) == bool(frequency)
    assert {*terms.words, *(word for pair in terms.pairs for word in pair)} <= set(frequency)


@pytest.mark.slow
@given(FREQUENCIES.filter(lambda frequency: sum(frequency.values()) <= BUDGET_OF_MANY.whole), BUDGETS)
def test_words_that_few_documents_hold_are_all_taken_whole(frequency, budget):
    terms = plan_within(frequency, budget)

    assert set(terms.words) == set(frequency)
    assert terms.pairs == ()


@given(FREQUENCIES, BUDGETS)
def test_rarer_words_are_taken_first(frequency, budget):
    terms = plan_within(frequency, budget)
    left_out = set(frequency) - set(terms.words)

    if terms.words:
        assert max(frequency[word] for word in terms.words) <= min(
            (frequency[word] for word in left_out), default=float("inf")
        )


def test_words_that_are_all_frequent_are_searched_for_in_pairs():
    terms = plan_within(dict.fromkeys("abc", 6_000.0), BUDGET_OF_MANY)

    assert terms.words == ("a",)
    assert terms.pairs == (("b", "c"),)


def test_where_even_the_rarest_word_is_too_frequent_pairs_stand_for_it():
    terms = plan_within(dict.fromkeys("abc", 30_000.0), BUDGET_OF_MANY)

    assert terms.words == ()
    assert set(terms.pairs) <= set(combinations("abc", 2))
    assert terms.pairs

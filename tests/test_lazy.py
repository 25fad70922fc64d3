"""Patterns and values that are made when they are first needed."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.support.lazy import made_once, pattern

EXPRESSION = "[\u0400-\u04ff]+"
CYRILLIC = st.text(st.sampled_from("a é\u0430\u0451\u044f\u65e5"), max_size=12)


@given(CYRILLIC)
def test_one_that_is_only_tried_on_texts_with_its_characters_finds_what_it_finds_anywhere(text):
    plain, lazy = re.compile(EXPRESSION), pattern(EXPRESSION, since="\u0400")

    assert [found and found.span() for found in (lazy.search(text), lazy.match(text))] == [
        found and found.span() for found in (plain.search(text), plain.match(text))
    ]
    assert lazy.findall(text) == plain.findall(text)
    assert lazy.sub("-", text) == plain.sub("-", text)


@each_row("made", [pattern(EXPRESSION), pattern(EXPRESSION, since="\u0400")])
def test_every_other_method_and_attribute_is_there_too(made):
    assert [found[0] for found in made.finditer("\u0434\u0430 ja \u043d\u0435\u0442")] == [
        "\u0434\u0430",
        "\u043d\u0435\u0442",
    ]
    assert made.fullmatch("ja") is None
    assert made.split("a\u0434b") == ["a", "b"]
    assert made.pattern == EXPRESSION
    assert made.flags == re.compile(EXPRESSION).flags


def test_a_wrong_one_fails_at_its_first_use():
    made, far = pattern("("), pattern("(", since="\u0400")

    assert far.search("plain") is None
    for use in (lambda: made.search("plain"), lambda: far.search("\u0434\u0430")):
        with pytest.raises(re.error):
            use()


class Maker:
    def __init__(self, begun):
        self.begun, self.times = begun, 0

    @made_once
    def value(self):
        self.begun.wait(timeout=10)
        self.times += 1
        return object()


def test_two_instances_make_their_values_at_the_same_time():
    makers = [Maker(begun := threading.Barrier(2)), Maker(begun)]

    with ThreadPoolExecutor(4) as threads:
        values = list(threads.map(lambda maker: maker.value, makers * 2))

    assert values == [maker.value for maker in makers] * 2
    assert values[0] is not values[1]
    assert [maker.times for maker in makers] == [1, 1]

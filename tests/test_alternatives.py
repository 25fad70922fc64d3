"""Patterns that are taken apart find what they find as a whole."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.support.alternatives import Alternatives, alternatives, strings_of, taken_apart, terse
from tiermem.text.languages.en import orders

PATTERNS = (
    r"\b(?:always|never(?! (?:mind|fear))|no longer|don't|e-?mails?|you (?:are|will))\b",
    r"(?:^|[.:;!?\n'(|]|\b(?:and|then)\b)\s{0,3}(?:go|send|re(?:set|new)\w*|be \w+ed)\b|--force|\| ?sh\b",
    r"\b(?:without (?:asking|\w+ing)|\d{2,} codes?)(?= now|$)|x+y?|\u3042b",
)
WORDS = "always never mind don't e-mail emails you are and go send reset be paid --force | sh 12 codes now xx あb , ."


@each_row(
    "pattern, strings",
    (
        ("secret", {"secret"}),
        ("api[ -]?keys?", {"api"}),
        (r"\bmy(?:word|phrase)\b", {"word", "phrase"}),
        (r"(?P<kind>pin|code)s?", {"pin", "code"}),
        (r"\d+", None),
        (r"red|\w+", None),
        (r"(?:blue)?ish", {"ish"}),
        (r"(?!no)(?i:be|is)\s", {"be", "is"}),
        (r"(?-i:A)bc", {"bc"}),
        (r"[^|)]\)end", {"end"}),
        (r"\u3042\d", None),
    ),
)
def test_each_match_has_one_of_the_strings(pattern, strings):
    assert strings_of(pattern) == strings


def test_a_sign_within_a_set_or_a_group_divides_nothing():
    assert list(alternatives(r"a[|(]b|(?:c|d)|\|e")) == [r"a[|(]b", "(?:c|d)", r"\|e"]


def test_a_verbose_pattern_is_the_same_without_its_layout():
    verbose = r"""^ (?:note\ to\ self | [ #]\#tag\s )  # how it begins
        .*? (?P<what>\w+)$"""
    assert terse(verbose) == r"^(?:note to self|[ #]\#tag\s).*?(?P<what>\w+)$"


def test_case_is_ignored_on_request():
    groups = list(taken_apart(r"\b(?:Forget|drop)\ it\b"))
    assert Alternatives(groups, any_case=True).found_in("DROP it, or forget IT")
    assert not Alternatives(groups).found_in("DROP it, or forget IT")


@pytest.mark.parametrize("pattern", [*PATTERNS, orders.ORDERS, orders.MATTERS, orders.TOPICS])
def test_a_text_without_the_words_compiles_nothing_and_one_with_them_is_found(pattern):
    apart, whole = Alternatives(list(taken_apart(pattern))), re.compile(pattern)

    @given(st.lists(st.sampled_from(WORDS.split()), max_size=6), st.sampled_from((" ", "", "\n", ". ")))
    def same(words, between):
        text = between.join(words)
        assert apart.found_in(text) == (whole.search(text) is not None)

    same()
    for word in re.findall(r"[a-z]{3,}", pattern):
        for text in (word, f"please, {word} it", f"un{word}s"):
            assert apart.found_in(text) == (whole.search(text) is not None)

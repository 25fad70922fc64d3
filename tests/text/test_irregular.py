from tests.tables import each_row

from tiermem.text import words
from tiermem.text.terms import base_form


@each_row(("form", "known"), [("bought", "buy"), ("written", "write"), ("swam", "swim"), ("wives", "wife")])
def test_a_form_has_its_base_and_the_base_itself(form, known):
    assert base_form(form) == known
    assert base_form(known) == known


@each_row("word", ["rose", "drew", "lives", "leaves", "saw", "kitchen", "", "東京"])
def test_names_and_words_of_their_own_stay_as_they_are(word):
    assert base_form(word) == word


def test_what_will_not_be_is_no_victory():
    assert words("She won't, he won’t; they won") == ["she", "will", "not", "he", "they", "won"]

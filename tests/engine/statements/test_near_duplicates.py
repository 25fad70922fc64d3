"""Near duplicates use the same words, and never another name, number, date or negation."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tiermem.engine.statements.duplicates import Gist, near_duplicate


def is_copy(new, shown):
    return near_duplicate(Gist.of(new), Gist.of(shown))


COPIES = [
    ("Deploys go through staging first", "Deploys go through staging."),
    ("Deploys go through staging.", "Deploys go through staging first"),
    ("Deploys go through the staging gate.", "deploys go through staging gate"),
    ("The deploy runs on staging", "The deploys run on staging"),
    ("The user prefers short answers.", "I prefer short answers"),
    ("The user's manager is Marta", "My manager is Marta."),
    ("Anna likes tea", "Anna likes tea with milk"),
    (
        "My manager is Marta, and she reads it.",
        "I'm writing notes. My manager is Marta, and she reads it. Can you help?",
    ),
    ("My manager is Marta", "My manager is Marta, and she reads the notes."),
    ("The build does not need Node", "The build doesn't need Node."),
    ("我喜欢喝茶", "我喜欢喝茶。"),
    ("Das ist SCHÖN!", "das ist schön."),
    ("- **Deploys** go through staging", "> Deploys go through staging!"),
    ("Really? Deploys go through staging!", "Really?! Deploys go through `staging`."),
    ("Release notes are kept to five bullets", "Please. Release notes are always kept to five bullets."),
    ("Wir deployen am Freitag", "Wir deployen am Freitag."),
    ("2026-03-02 user: Deploys go through staging.", "Deploys go through staging"),
    ("2026-03-02 assistant: It is Lisbon. user: So be it.", "So be it. It is Lisbon."),
]
OTHERS = [
    ("Anna likes tea", "Anna likes green tea"),
    ("Anna likes green tea", "Anna likes tea"),
    ("Anna likes tea", "Eva likes tea"),
    ("Anna likes tea", "Anna does not like tea"),
    ("Anna likes tea", "Anna doesn't like tea"),
    ("Anna likes tea with milk", "Anna likes tea"),
    ("Anna likes tea", "Anna likes tea towels"),
    ("The limit is 5", "The limit is 50"),
    (
        "The limit of uploads for the free plan is 5 files",
        "The limit of uploads for the free plan is 7 files",
    ),
    ("The meeting is on Tuesday", "The meeting is on Thursday"),
    ("The meeting is on Tuesday", "The meeting is on Tuesday at 14:00"),
    ("Anna loves Ben", "Ben loves Anna"),
    ("My manager is Bob", "Her manager is Bob"),
    ("The office is in Porto", "The office was in Porto"),
    ("Fly from London to Paris", "Fly from Paris to London"),
    ("Call before lunch", "Call after lunch"),
    ("I like tea", "I used to like tea"),
    ("Deploys go through staging", "Deploys go through staging except on Fridays"),
    ("Deploys go through staging", "Deploys go through staging, but not hotfixes"),
    ("Will likes tea", "Tim likes tea"),
    ("喜欢茶", "不喜欢茶"),
    ("我喜欢茶", "我不喜欢茶"),
    ("Wir deployen am Freitag", "Wir deployen nicht am Freitag"),
    ("We use C++", "We use C#"),
    ("It costs $5", "It costs €5"),
    ("It is 5 degrees", "It is -5 degrees"),
    ("Deploy to prod", "Deploy to prod only if tests pass"),
    ("The release is in 2024", "The release is in 2025"),
    ("Paul works for Anna", "Paul works with Anna"),
    ("The key is under the mat", "The key is on the mat"),
    ("Release on 2026-03-02", "Release on 2026-03-03"),
    ("2026-03-02 user: Deploys go through staging.", "2026-03-02 user: Deploys go to production."),
    ("The assistant likes tea", "Likes tea"),
    ("Alert when load is > 5.", "Alert when load is < 5."),
    ("The API returns x == 3.", "The API returns x != 3."),
    ("Version >=2.0 works.", "Version <2.0 works."),
    ("Temperature must be ≥ 20.", "Temperature must be ≤ 20."),
    ("Set the flag !debug in prod.", "Set the flag debug in prod."),
    ("Use --force for the release script.", "Use force for the release script."),
    ("We use *.py files.", "We use .py files."),
    ("$HOME is /root", "HOME is root"),
    ("Limit: ~10 users.", "Limit: 10 users."),
    ("The team mood is 🙂 today.", "The team mood is 🙁 today."),
    ("Das ist schön.", "Das ist schon."),
    ("El año nuevo es caro.", "El ano nuevo es caro."),
    ("???", "!!!"),
    ("", ""),
]


@pytest.mark.parametrize(("new", "shown"), COPIES)
def test_the_same_in_nearly_the_same_words_is_a_copy(new, shown):
    assert is_copy(new, shown)


@pytest.mark.parametrize(("new", "shown"), OTHERS)
def test_another_fact_is_no_copy_however_like_it_is(new, shown):
    assert not is_copy(new, shown)


WORDS = [f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
LONG = "The team moved the invoice export to a nightly job " + " ".join(
    WORDS + [word + "x" for word in WORDS]
)


def test_of_long_texts_a_few_words_may_differ():
    assert is_copy(LONG.replace("wordq ", "wordy2 ").replace("wordy2", "worde"), LONG)
    assert not is_copy(LONG + " and " + " ".join(word + "z" for word in WORDS), LONG)


@pytest.mark.parametrize(
    "changed",
    [
        LONG.replace(" to a ", " not to a "),
        LONG + " by 2027",
        LONG.replace("wordq", "word7"),
        LONG + " of Marta",
    ],
)
def test_of_long_texts_no_number_name_or_negation_may_differ(changed):
    assert not is_copy(changed, LONG)


def test_a_very_long_text_is_no_copy_of_anything():
    assert not is_copy(LONG * 30, LONG * 30)


SENTENCE = st.lists(
    st.sampled_from(
        ["Marta", "crane", "blue", "paints", "the", "harbour", "with", "on", "my", "does", "old"]
    ),
    min_size=1,
    max_size=8,
).map(" ".join)


@given(SENTENCE, SENTENCE)
def test_a_text_is_a_copy_of_itself_and_of_what_quotes_it(one, other):
    assume(Gist.of(one).says)

    assert is_copy(one, one)
    assert is_copy(one, f"{other}. {one}! {other}?")


@given(SENTENCE, st.sampled_from(["not", "never", "no longer", "without", "if"]), st.integers(0, 8))
def test_a_turning_word_anywhere_makes_another_statement(one, turn, place):
    words = one.split()
    words.insert(min(place, len(words)), turn)

    assert not is_copy(" ".join(words), one)
    assert not is_copy(one, " ".join(words))


@given(SENTENCE, st.integers(0, 99), st.integers(0, 99))
def test_other_numbers_make_other_statements(one, first, second):
    assume(first != second)

    assert not is_copy(f"{one} {first} times", f"{one} {second} times")


@given(st.text(), st.text())
def test_any_texts_can_be_compared(one, other):
    assert is_copy(one, other) in (True, False)

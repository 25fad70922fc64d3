"""Phrases that ask for what was, and those that do not: natural prompts of each language."""

from pathlib import Path

import pytest

from tiermem.engine.recall.query import understand
from tiermem.text.folding import normalized
from tiermem.text.languages import codes, language, languages_of

PROMPTS = Path(__file__).parent / "past"
CODE_INSIDE = ("Traceback", "def ", "SELECT")


def examples(code):
    """(whether it asks about the past, prompt) of the lines of a language."""
    for line in (PROMPTS / f"{code}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(("+", "-")):
            yield line.startswith("+"), line[2:].replace("\\n", "\n")


def test_each_language_has_forty_prompts_of_each_kind():
    found = {code: [asks for asks, _ in examples(code)] for code in codes()}

    assert {code for code, signs in found.items() if min(signs.count(True), signs.count(False)) < 40} == set()


@pytest.mark.parametrize("code", codes())
def test_prompts_about_the_past_are_told_from_those_about_the_present(code):
    wrong = [(asks, prompt) for asks, prompt in examples(code) if understand(prompt).asks_about_past != asks]

    assert wrong == []


@pytest.mark.parametrize("code", codes())
def test_the_cues_of_a_phrase_are_in_whatever_its_pattern_finds(code):
    known, missed = language(code), []
    for _, prompt in examples(code):
        seen = normalized(prompt)
        every = tuple((seen[0], pattern) for _, pattern in known.asks_about_past)
        if known.says(seen, known.asks_about_past) != known.says(seen, every):
            missed.append(prompt)

    assert missed == []


@pytest.mark.parametrize("code", codes())
def test_the_language_of_a_prompt_is_known(code):
    prompts = [prompt for _, prompt in examples(code) if not any(part in prompt for part in CODE_INSIDE)]

    assert [prompt for prompt in prompts if language(code) not in languages_of(prompt)] == []

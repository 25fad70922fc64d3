"""Phrases that ask for what was, and those that do not: natural prompts of each language."""

from pathlib import Path

import pytest

from tiermem.engine.recall.query import understand
from tiermem.text.folding import normalized
from tiermem.text.languages import language, languages_of

CODES = ("en", "de", "fr", "es", "zh", "ja")


def examples(sign):
    """(language, prompt) of the lines that begin with the sign."""
    for code in CODES:
        for line in (Path(__file__).parent / "past" / f"{code}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith(sign):
                yield pytest.param(code, line[2:].replace("\\n", "\n"), id=f"{code}: {line[2:42]}")


@pytest.mark.parametrize(("code", "prompt"), list(examples("+")))
def test_a_prompt_that_asks_about_the_past(code, prompt):
    assert understand(prompt).asks_about_past


@pytest.mark.parametrize(("code", "prompt"), list(examples("-")))
def test_a_prompt_that_is_about_the_present(code, prompt):
    assert not understand(prompt).asks_about_past


@pytest.mark.parametrize("code", CODES)
def test_there_are_forty_of_each(code):
    for sign in "+-":
        assert sum(1 for example in examples(sign) if example.values[0] == code) >= 40


@pytest.mark.parametrize(("code", "prompt"), [*examples("+"), *examples("-")])
def test_the_cues_of_a_phrase_are_in_whatever_its_pattern_finds(code, prompt):
    known, seen = language(code), normalized(prompt)
    every = tuple((f"{seen[0]}", pattern) for _, pattern in known.asks_about_past)

    assert known.says(seen, known.asks_about_past) == known.says(seen, every)


@pytest.mark.parametrize(("code", "prompt"), [*examples("+"), *examples("-")])
def test_the_language_of_a_prompt_is_known(code, prompt):
    if "Traceback" not in prompt and "def " not in prompt and "SELECT" not in prompt:
        assert language(code) in languages_of(prompt)

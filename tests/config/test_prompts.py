"""The shipped prompts, and those of a person's own in their place."""

from dataclasses import replace

import pytest

from tiermem.config import load_prompts, load_settings
from tiermem.support.resources import shipped_prompts


def settings(folder):
    plain = load_settings(None)
    return replace(plain, completion=replace(plain.completion, prompts=folder))


def test_there_is_a_prompt_for_each_purpose():
    assert set(load_prompts(settings(None))) == {"extract", "consolidate", "summarize", "judge"}


@pytest.mark.parametrize("name", shipped_prompts())
def test_each_shipped_prompt_says_at_its_head_what_the_answer_must_be(name):
    text = shipped_prompts()[name]
    head, _, rest = text.partition("-->")

    assert text.startswith("<!--")
    assert "`completion.prompts`" in head
    assert load_prompts(settings(None))[name] == rest.strip()


def test_a_file_of_ones_own_replaces_one_prompt_and_leaves_the_others(tmp_path):
    (tmp_path / "judge.md").write_text("\ufeffBe kind. <!-- not a head -->\n", encoding="utf-8")
    (tmp_path / "README.txt").write_text("mine", encoding="utf-8")
    (tmp_path / ".draft.md").write_text("", encoding="utf-8")
    prompts = load_prompts(settings(tmp_path))

    assert prompts["judge"] == "Be kind. <!-- not a head -->"
    assert prompts["extract"] == load_prompts(settings(None))["extract"]

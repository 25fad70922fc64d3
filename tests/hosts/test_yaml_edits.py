"""Choosing a value in somebody else's YAML: nothing else of it changes, whatever it looks like."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tiermem.errors import InputError
from tiermem.hosts.install.yaml_edits import YamlChoice

FILE = Path("config.yaml")
EDIT = YamlChoice("memory", "provider", "tiermem")
LIVED_IN = """\
# My own notes
model:
  default: fake   # the good one

memory:           # what it keeps
  # both on
  memory_enabled: true
  user_profile_enabled: true
  {}
  limits:
    provider: 3
toolsets:
- hermes-cli
"""


def lived_in(line):
    text = LIVED_IN.format(line)
    return text if line else text.replace("  \n", "")


@pytest.mark.parametrize(
    "before",
    [
        None,
        "# nothing yet\n",
        "model: fake\n",
        "model: fake\ntoolsets:\n- a\n- b\n",
        "memory:\n",
        "memory:\n    memory_enabled: true\n",
        '---\n"memory":\n  memory_enabled: true\n',
        "memory_other:\n  provider: honcho\n",
        lived_in(""),
        lived_in("").replace("\n", "\r\n"),
    ],
)
def test_a_line_is_put_in_and_taken_out_to_the_byte(before):
    after = EDIT.put(before, FILE)

    data, said = yaml.safe_load(after), yaml.safe_load(before or "") or {}
    assert data == said | {"memory": {**(said.get("memory") or {}), "provider": "tiermem"}}
    assert EDIT.put(after, FILE) == after
    assert EDIT.remove(after, FILE) == before
    assert [line for line in after.splitlines() if "tiermem" not in line] == (before or "").splitlines()


@pytest.mark.parametrize("value", ["", " ''", ' ""', " null", " ~", "  # none", " ''   # none"])
def test_an_empty_choice_is_filled_where_it_stands(value):
    before = lived_in(f"provider:{value}")

    after = EDIT.put(before, FILE)

    assert yaml.safe_load(after)["memory"]["provider"] == "tiermem"
    assert EDIT.put(after, FILE) == after
    changed = [
        pair for pair in zip(before.splitlines(), after.splitlines(), strict=True) if pair[0] != pair[1]
    ]
    assert len(changed) == 1
    assert ("# none" in changed[0][0]) == ("# none" in changed[0][1])
    left = EDIT.remove(after, FILE)
    assert not yaml.safe_load(left)["memory"]["provider"]
    assert re.sub(" *provider:.*", "", left) == re.sub(" *provider:.*", "", before)


def test_a_last_line_without_an_end_stays_so():
    before = "memory:\n  provider: ''"

    assert EDIT.put(before, FILE) == "memory:\n  provider: tiermem"
    assert EDIT.remove("memory:\n  provider: tiermem", FILE) == before


@pytest.mark.parametrize("value", ["honcho", "'mem0'", "honcho  # mine", "tiermem2"])
def test_what_is_chosen_already_is_said_and_stays(value):
    with pytest.raises(InputError, match=r"config\.yaml: memory\.provider is already"):
        EDIT.put(lived_in(f"provider: {value}"), FILE)


@pytest.mark.parametrize("value", ["tiermem", '"tiermem"', "tiermem # mine"])
def test_what_is_chosen_as_wanted_needs_no_change(value):
    assert EDIT.put(lived_in(f"provider: {value}"), FILE) == lived_in(f"provider: {value}")


def test_another_choice_is_not_taken_out():
    assert EDIT.remove(lived_in("provider: honcho"), FILE) == lived_in("provider: honcho")
    assert EDIT.remove("model: fake\n", FILE) == "model: fake\n"


@pytest.mark.parametrize(
    "text",
    [
        "{memory: {provider: ''}}\n",
        "memory: {memory_enabled: true}\n",
        "memory: &a\n  b: 1\n",
        "memory:\n- a\n",
        "memory:\n  some words\n",
        "memory:\n  a: 1\nmemory:\n  b: 2\n",
        "a: 1\n--- # second\nb: 2\n",
        "a: 1\n...\n",
        "'quoted\n  words': 1\n",
    ],
)
def test_what_is_not_written_in_blocks_is_left_to_a_person(text):
    with pytest.raises(InputError, match=r"nothing was changed"):
        EDIT.put(text, FILE)


WORDS = st.text(st.characters(codec="ascii", min_codepoint=32), max_size=30) | st.sampled_from(
    ["provider: x", "# no", "two\nlines", "memory:", "a: b # c", "- d", "'", '"', "x" * 200, "x y " * 60]
)
LEAVES = WORDS | st.none() | st.booleans() | st.integers() | st.lists(WORDS, max_size=3)
KEYS = st.sampled_from(["model", "toolsets", "a key", "k-1", "1"])
BLOCKS = st.dictionaries(KEYS, LEAVES | st.dictionaries(KEYS, LEAVES, max_size=3), max_size=4)
INSIDE = st.dictionaries(
    KEYS, LEAVES | st.dictionaries(KEYS | st.just("provider"), LEAVES), min_size=1, max_size=4
)


@given(BLOCKS, st.none() | INSIDE, st.sampled_from([None, "", "tiermem"]))
def test_of_whatever_hermes_writes_only_the_choice_changes(others, inside, chosen):
    data = dict(others)
    if inside is not None:
        data["memory"] = inside | ({} if chosen is None else {"provider": chosen})
    before = yaml.dump(data, allow_unicode=True) if data else ""

    after = EDIT.put(before, FILE)

    assert yaml.safe_load(after) == data | {"memory": {**data.get("memory", {}), "provider": "tiermem"}}
    left = yaml.safe_load(EDIT.remove(after, FILE) or "") or {}
    assert (left.get("memory") or {}).get("provider") in (None, "")
    (left.get("memory") or {}).pop("provider", None)
    data.get("memory", {}).pop("provider", None)
    assert left == data

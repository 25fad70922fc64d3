"""The schema is whole, and everything written beside it says the same."""

import json
from dataclasses import fields, replace

import pytest
import yaml
from jsonschema import Draft7Validator
from tests.tables import each_row

from tiermem.config import load_settings
from tiermem.config.reference import render_reference
from tiermem.support.resources import data_root, read_text
from tiermem.values import AgentSettings

SCHEMA = json.loads(read_text("agent-schema.json"))
ENTRY = SCHEMA["definitions"]["MemoryEntry"]
DEFAULT_FILE = data_root() / "config" / "default.yaml"


def keys_of(schema, path=()):
    for key, part in schema["properties"].items():
        yield (*path, key), part
        if "properties" in part:
            yield from keys_of(part, (*path, key))


KEYS = {
    ".".join(path): part
    for name in ("Agent", "MemoryEntry")
    for path, part in keys_of(SCHEMA["definitions"][name], (name,))
}


def test_the_schema_is_valid_draft_07():
    Draft7Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"


@each_row("key", KEYS)
def test_every_key_has_type_description_default_and_examples(key):
    part = KEYS[key]
    assert "type" in part or part["const"] == "memory"
    assert part["description"].endswith(".")
    assert part["examples"]
    checker = Draft7Validator({**part, "definitions": SCHEMA["definitions"]})
    for value in (part["default"], *part["examples"]):
        checker.validate(value)


def test_every_mapping_inside_the_entry_is_strict():
    mappings = {key: part for key, part in KEYS.items() if "properties" in part}
    assert [key for key, part in mappings.items() if part["additionalProperties"] is not False] == []


def test_settings_and_schema_have_the_same_keys():
    beside_the_entry = {"agent", "file", "instruction", "model"}
    names = {field.name for field in fields(AgentSettings)} - beside_the_entry
    assert names == set(ENTRY["properties"]) - {"type"}
    defaults = load_settings(None)
    for key, part in ENTRY["properties"].items():
        if "properties" in part:
            assert {field.name for field in fields(getattr(defaults, key))} == set(part["properties"])


def test_default_yaml_is_the_defaults():
    assert replace(load_settings(DEFAULT_FILE), file=None) == load_settings(None)


def test_default_yaml_shows_every_key_with_a_comment():
    text = DEFAULT_FILE.read_text(encoding="utf-8")
    agent = yaml.safe_load(text)["agents"]["default"]
    entry = agent["tools"][0]
    for path, part in keys_of(ENTRY):
        value = entry
        for key in path:
            value = value[key]
        assert "properties" in part or value == part["default"], path
    assert {"model", "instruction", "tools"} <= set(agent)
    uncommented = [line.strip() for line in text.splitlines() if "#" not in line]
    groups = ["scope:", "recall:", "vectors:", "journal:", "gap_fill:"]
    groups += ["consolidation:", "completion:", "retention:", "personal_data:", "spending:", "limits:"]
    assert uncommented == ["agents:", "default:", *groups]


@pytest.mark.parametrize("file", sorted((data_root() / "config").rglob("*.yaml")), ids=lambda file: file.stem)
def test_stock_files_name_the_schema_for_editors(file):
    first = file.read_text(encoding="utf-8").splitlines()[0]
    relative = first.removeprefix("# yaml-language-server: $schema=")
    assert (file.parent / relative).resolve() == (data_root() / "agent-schema.json").resolve()


def test_the_reference_is_what_the_schema_says():
    written = (data_root() / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert written == render_reference(), (
        "Write it anew: python -m tiermem.config.reference > docs/configuration.md"
    )


def test_the_reference_has_a_row_for_every_key():
    reference = render_reference()
    assert [key for key in KEYS if f"\n| `{key.rpartition('.')[2]}` | " not in reference] == []

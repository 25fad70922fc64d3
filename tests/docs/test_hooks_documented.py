"""docs/hooks.md, the specs' docstrings and the code say the same."""

from __future__ import annotations

import inspect
import re
import textwrap
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.docs.reference import records, with_values

import tiermem.plugins
import tiermem.values
from tiermem.plugins import BUILT_INS, DEADLINES_MS, PluginManager, load_plugins
from tiermem.ports import Hooks, specs
from tiermem.values import Change, Draft

PAGE = (Path(__file__).parents[2] / "docs" / "hooks.md").read_text(encoding="utf-8")
SPECS = specs.HOOKS
HOOK_NAME = re.compile(r"\b(?:on|check|score|extract|render|register|suggest)_[a-z_]+\b")


def signature(name):
    return f"{name}{inspect.signature(SPECS[name])}".replace("'", "")


def kind(name):
    """The words for how a hook's results are combined, from the hook's docstring and signature."""
    summary = SPECS[name].__doc__.splitlines()[0]
    marked = re.search(r"\((first result|a check)\)", summary)
    if marked:
        return {"first result": "First result", "a check": "Check"}[marked[1]]
    return "Notify" if SPECS[name].__annotations__["return"] == "None" else "Collect"


def sections():
    """Each heading of the third level with the text under it."""
    parts = re.split(r"^### `(.*)`$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_there_are_specs_to_look_at():
    assert len(SPECS) == 19


def test_every_hook_has_a_heading_with_its_exact_signature():
    found = sections()
    assert [name for name in SPECS if signature(name) not in found] == []


@pytest.mark.parametrize("name", list(SPECS))
def test_every_section_says_the_kind_when_it_is_called_and_what_happens_if_it_raises(name):
    text = sections()[signature(name)]
    assert text.strip().startswith(f"{kind(name)}. Called ")
    assert "If it raises: " in text


def test_the_page_has_the_hooks_in_the_order_of_the_contract_and_no_others():
    assert list(sections()) == [signature(name) for name in SPECS]


def test_the_page_names_no_hook_that_does_not_exist():
    assert set(HOOK_NAME.findall(PAGE)) - SPECS.keys() == set()


@pytest.mark.parametrize("name", list(SPECS))
def test_every_spec_is_documented_under_the_fixed_headings(name):
    doc = inspect.getdoc(SPECS[name])
    headings = re.findall(r"^([A-Z][\w ]+):$", doc, flags=re.MULTILINE)
    assert headings == ["When it is called", "Parameters", "What the result means", "If it raises"]
    described = re.findall(
        r"^    (\w+): ", doc.split("Parameters:")[1].split("What the result")[0], flags=re.MULTILINE
    )
    assert described == list(inspect.signature(SPECS[name]).parameters)


@pytest.mark.parametrize("name", list(SPECS))
def test_every_spec_has_types_and_no_default_values(name):
    found = inspect.signature(SPECS[name])
    assert found.return_annotation is not found.empty
    for parameter in found.parameters.values():
        assert parameter.annotation is not parameter.empty
        assert parameter.default is parameter.empty
        assert parameter.kind is parameter.POSITIONAL_OR_KEYWORD


def test_every_hook_can_be_called_by_its_name_and_nothing_else_can():
    callable_names = {name for name in vars(Hooks) if not name.startswith("_")}
    assert SPECS.keys() == callable_names - {"are_built_in"}  # it asks about hooks, and is none


def test_the_table_of_deadlines_is_the_one_in_the_code():
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|$", PAGE, flags=re.MULTILINE)
    assert {name: int(deadline) for name, deadline in rows} == DEADLINES_MS
    assert len(rows) == len(DEADLINES_MS)


def test_every_hook_has_a_deadline():
    assert DEADLINES_MS.keys() == SPECS.keys()


def test_the_values_on_the_page_are_those_of_the_classes():
    assert with_values(PAGE) == PAGE, "Write the page again: python -m tests.docs.reference docs/hooks.md"


def test_every_record_that_a_hook_takes_or_gives_is_among_the_values_with_all_its_fields():
    named = " ".join(signature(name) for name in SPECS)
    exported = [one for one in re.findall(r"[A-Z]\w+", named) if hasattr(tiermem.values, one)]
    assert {
        "Block",
        "Passage",
        "Turn",
        "ToolResult",
        "Candidate",
        "Signal",
        "Observation",
    } <= records().keys()
    assert {one for one in exported if one not in records()} <= {
        "AgentSettings",
        "EmbeddedKind",
        "VectorIndex",
        "VectorRows",
    }
    for name, record in records().items():
        section = PAGE.split(f"\n### {name}\n")[1].split("\n### ")[0]
        assert re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE) == list(
            inspect.signature(record).parameters
        )


def test_the_built_ins_that_a_page_lists_are_those_there_are():
    page = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
    (line,) = [
        line for line in page.splitlines() if line.startswith("The built-in behaviours are such plugins")
    ]
    assert set(re.findall(r"`(\w+)`", line)) == {module.rpartition(".")[2] for module in BUILT_INS}


def test_the_page_warns_that_such_a_yaml_is_code():
    assert "A YAML that names Python files is code." in PAGE


def loaded(code, tmp_path):
    path = tmp_path / "house_rules.py"
    path.write_text(code, encoding="utf-8")
    manager = PluginManager()
    disable = [module.rpartition(".")[2] for module in BUILT_INS]
    load_plugins(manager, files=[path], disable=disable, entry_points=False)
    return manager


def test_the_pages_example_has_ten_lines_and_works(tmp_path):
    code = re.search(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)[1]
    assert len([line for line in code.splitlines() if line]) <= 10
    manager = loaded(code, tmp_path)
    (block,) = manager.hooks.on_session_start(SimpleNamespace()).values
    assert block.text == "Answer in British English."
    told = [
        manager.hooks.check_write(
            Change(operation="add", source="agent", draft=Draft(content=content))
        ).verdict.action
        for content in ("Project X ships in May", "Project Y ships in May")
    ]
    assert told == ["refuse", "allow"]
    manager.close()


def test_the_packages_example_works(tmp_path):
    code = tiermem.plugins.__doc__.split("::\n")[1].split("\nA function names")[0]
    manager = loaded(textwrap.dedent(code), tmp_path)
    assert [block.name for block in manager.hooks.on_session_start(SimpleNamespace()).values] == [
        "house_rules"
    ]
    manager.close()

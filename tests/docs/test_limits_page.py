"""The limits that docs/limits.md lists are those that hold."""

from __future__ import annotations

from functools import reduce

import pytest
from tests.docs.test_examples import ROOT

from tiermem.config import load_settings
from tiermem.config.load import MOST_VALUES
from tiermem.doors.cli.call import LONGEST_TEXT
from tiermem.doors.hook.respond import LONGEST_INPUT
from tiermem.engine.learning.observations import LONGEST
from tiermem.engine.profile.scaffold import MOST_CHARS
from tiermem.engine.prompt.selection import DROPPED_SHOWN
from tiermem.engine.recall.report import MOST_RECEIPTS
from tiermem.plugins.threads import MOST_STUCK
from tiermem.ports.deadlines import resolve_deadlines
from tiermem.store.late_receipts import CLOSING_MS

PAGE = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
FIXED = {
    "characters of an entry that a person writes": LONGEST,
    "characters of what the command reads": LONGEST_TEXT,
    "bytes of a hook's input": LONGEST_INPUT,
    "values of a YAML file": MOST_VALUES,
    "characters of the scaffold": MOST_CHARS,
    "candidates that a receipt": DROPPED_SHOWN,
    "receipts that a report": MOST_RECEIPTS,
    "calls of one plugin": MOST_STUCK,
    "milliseconds that closing a store waits": CLOSING_MS,
}


def rows(heading):
    """The cells of the table under a heading, without its head."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


def as_written(value):
    """A limit as the page writes it."""
    if isinstance(value, tuple):
        return " to ".join(map(as_written, value))
    return "none" if value is None else f"{value:,}"


@pytest.mark.usefixtures("default_deadline")
@pytest.mark.parametrize(("what", "key", "default"), rows("Set in the agent's YAML"))
def test_a_limit_with_a_key_has_the_default_that_the_page_gives(what, key, default):
    assert what
    assert as_written(reduce(getattr, key.split("."), load_settings(None))) == default


def test_every_key_of_a_limit_is_on_the_page():
    settings, listed = load_settings(None), {key for _, key, _ in rows("Set in the agent's YAML")}
    for group in ("limits", "retention", "spending"):
        assert {f"{group}.{name}" for name in getattr(settings, group).__dataclass_fields__} <= listed
    assert {name for name in settings.__dataclass_fields__ if name.endswith("char_limit")} <= listed


@pytest.mark.parametrize(("what", "value"), rows("Fixed"))
def test_a_fixed_limit_is_the_one_that_the_page_gives(what, value):
    if "server" in what:
        guard = pytest.importorskip("tiermem.doors.server.guard")
        held = guard.MOST_IMPORT if "import" in what else guard.MOST_BODY
    else:
        (held,) = (limit for name, limit in FIXED.items() if what.startswith(name))
    assert as_written(held) == value


@pytest.mark.parametrize(("hook", "milliseconds"), rows("Time of hooks"))
def test_a_hook_has_the_time_that_the_page_gives(hook, milliseconds):
    assert as_written(resolve_deadlines(None)[hook]) == milliseconds

"""Valid YAML is resolved."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.tables import each_row

from tiermem.config import examine, load_settings
from tiermem.support.resources import data_root
from tiermem.values import (
    AgentSettings,
    CompletionSettings,
    ConsolidationSettings,
    GapFillSettings,
    JournalSettings,
    LimitSettings,
    PersonalDataSettings,
    PostgresqlSettings,
    RecallSettings,
    RetentionSettings,
    ScopeNames,
    SpendingSettings,
    VectorSettings,
)


@pytest.fixture
def load(tmp_path):
    """Writes a file and loads it."""

    def load(text: str, agent: str | None = None) -> AgentSettings:
        path = tmp_path / "agent.yaml"
        path.write_text(text, encoding="utf-8")
        return load_settings(path, agent)

    return load


def test_every_key_reaches_its_setting(load, tmp_path):
    settings = load("""\
agents:
  my_agent:
    model: openai/gpt-5-mini
    instruction: Be kind.
    tools:
      - type: memory
        memory_enabled: false
        user_profile_enabled: false
        identity_enabled: false
        memory_char_limit: 1
        user_char_limit: 2
        identity_char_limit: 3
        learned_char_limit: 4
        render: cards
        store: sqlite:///data/../memory.db
        scope: {house: acme, user: ann, notes: agent}
        offer: [add_memory, mine]
        recall: {enabled: false, top_k: 4, char_limit: 5, archive: never, deadline_ms: 6}
        vectors: {enabled: true, model: "openai:text-embedding-3-small", index: chroma}
        journal: {enabled: false, retention_days: 7}
        gap_fill: {enabled: false, extractor: model, standing: recall, session_statements: 3}
        consolidation:
          {enabled: true, by: model, batch: 11, interval_s: 12, narrative_words: 30, narrative_model: n,
           scaffold_model: s, facts_model: f}
        postgresql: {lease_s: 15, listen: "postgresql://db/memory", spool: false}
        completion: {model: "ollama:qwen3", deadline_s: 13, prompts: ./prompts}
        retention: {receipts_days: 20, runs_days: null, spending_days: 21}
        personal_data: {policy: redact, sensitive_days: 30}
        spending: {tokens_per_day: 14, usd_per_day: 0.5}
        write_policy: approve
        limits: {content_chars: [8, 9], subject_chars: 10, task_chars: 5000}
        hooks: [./a.py, ../b.py, /c.py]
        disable: [journal, secrets]
        ignore_folders: [./clients]
""")
    assert settings == AgentSettings(
        agent="my_agent",
        file=f"{tmp_path}/agent.yaml",
        model="openai/gpt-5-mini",
        instruction="Be kind.",
        memory_enabled=False,
        user_profile_enabled=False,
        identity_enabled=False,
        memory_char_limit=1,
        user_char_limit=2,
        identity_char_limit=3,
        learned_char_limit=4,
        render="cards",
        store=f"sqlite:///{(tmp_path / 'memory.db').as_posix()}",
        scope=ScopeNames(house="acme", user="ann", notes="agent"),
        offer=("add_memory", "mine"),
        recall=RecallSettings(enabled=False, top_k=4, char_limit=5, archive="never", deadline_ms=6),
        vectors=VectorSettings(enabled=True, model="openai:text-embedding-3-small", index="chroma"),
        journal=JournalSettings(enabled=False, retention_days=7),
        gap_fill=GapFillSettings(enabled=False, extractor="model", standing="recall", session_statements=3),
        consolidation=ConsolidationSettings(
            enabled=True,
            by="model",
            batch=11,
            interval_s=12,
            narrative_words=30,
            narrative_model="n",
            scaffold_model="s",
            facts_model="f",
        ),
        postgresql=PostgresqlSettings(lease_s=15, listen="postgresql://db/memory", spool=False),
        completion=CompletionSettings(model="ollama:qwen3", deadline_s=13, prompts=str(tmp_path / "prompts")),
        retention=RetentionSettings(receipts_days=20, runs_days=None, spending_days=21),
        personal_data=PersonalDataSettings(policy="redact", sensitive_days=30),
        spending=SpendingSettings(tokens_per_day=14, usd_per_day=0.5),
        write_policy="approve",
        limits=LimitSettings(content_chars=(8, 9), subject_chars=10, task_chars=5_000),
        hooks=(f"{tmp_path}/a.py", f"{tmp_path.parent}/b.py", f"{tmp_path.anchor}c.py"),
        disable=("journal", "secrets"),
        ignore_folders=(f"{tmp_path}/clients",),
    )


def test_what_an_entry_does_not_say_is_as_by_default(load):
    defaults = load_settings(None, "a")
    settings = load("agents: {a: {tools: [{type: memory, recall: {top_k: 9}}]}}")
    assert settings.recall.top_k == 9
    assert settings.recall.char_limit == defaults.recall.char_limit
    assert settings.scope == defaults.scope


@pytest.mark.parametrize("key", ["tools", "toolsets"])
def test_tools_and_toolsets_are_both_read(load, key):
    assert load(f"agents: {{a: {{{key}: [{{type: memory, render: cards}}]}}}}").render == "cards"


def test_an_entry_is_found_among_the_hosts_own_tools_under_either_key(load):
    settings = load(
        "agents: {a: {tools: [shell, {type: think}, 3], toolsets: [{type: memory, user_char_limit: 7}]}}"
    )
    assert settings.user_char_limit == 7


def test_what_belongs_to_the_host_is_left_alone(load):
    settings = load(
        """\
version: "2"
models: {fast: {provider: openai, since: 2026-02-31, temperature: .nan}}
1: {on: off}
agents:
  a:
    description: A colleague
    sub_agents: [b]
    hooks: {session_start: [{type: command}]}
    tools:
      - type: mcp
        memory_char_limit: 0
        anything: [at, {all: ~}]
      - type: memory
  b: {}
""",
        "a",
    )
    assert replace(settings, file=None) == load_settings(None, "a")


def test_the_only_agent_is_picked(load):
    assert load("agents: {solo: {tools: [{type: memory}]}}").agent == "solo"


def test_one_of_several_agents_is_picked_by_name(load):
    text = "agents: {a: {tools: [{type: memory}]}, b: {tools: [{type: memory, user_char_limit: 9}]}}"
    assert load(text, "b").user_char_limit == 9


def test_agents_are_examined_in_the_order_of_the_file(tmp_path):
    path = tmp_path / "agent.yaml"
    path.write_text("agents: {zoe: {}, 1: {}, on: {}, adam: {}}", encoding="utf-8")
    assert list(examine(path)[0]) == ["zoe", "1", "on", "adam"]


@each_row(("agent", "name"), [(None, "default"), ("mine", "mine")])
def test_without_a_file_there_are_the_defaults(agent, name):
    settings = load_settings(None, agent)
    assert (settings.agent, settings.file, settings.store) == (name, None, None)
    assert (settings.memory_char_limit, settings.user_char_limit, settings.identity_char_limit) == (
        2200,
        1375,
        1000,
    )


def test_the_defaults_need_neither_yaml_nor_jsonschema():
    code = (
        "import sys; from tiermem.config import load_settings; load_settings(None, None);"
        "print({'yaml', 'jsonschema'} & set(sys.modules))"
    )
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
        check=True,
    )
    assert done.stdout == "set()\n"


def test_paths_do_not_depend_on_the_current_directory(tmp_path, monkeypatch):
    (tmp_path / "agent.yaml").write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///m.db', hooks: [h.py]}]}}", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    settings = load_settings(Path("agent.yaml"))
    assert settings.file == str(tmp_path / "agent.yaml")
    assert settings.hooks == (str(tmp_path / "h.py"),)
    assert settings.store == f"sqlite:///{(tmp_path / 'm.db').as_posix()}"


def test_absolute_stores_stay_and_a_tilde_is_the_home_folder(load, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    entry = "agents: {{a: {{tools: [{{type: memory, store: 'sqlite:///{}', hooks: ['~/h.py']}}]}}}}"
    absolute = (tmp_path / "x y.db").as_posix()
    assert load(entry.format(absolute)).store == f"sqlite:///{absolute}"
    at_home = load(entry.format("~/m.db"))
    assert at_home.store == f"sqlite:///{(tmp_path / 'home' / 'm.db').as_posix()}"
    assert at_home.hooks == (str(tmp_path / "home" / "h.py"),)


def test_merged_and_aliased_entries_are_followed_and_own_keys_win(load):
    text = """\
base: &base {render: cards, user_char_limit: 5}
more: &more {render: blocks, memory_char_limit: 6}
agents:
  a:
    tools:
      - type: memory
        <<: [*base, *more]
        user_char_limit: 7
  b: {tools: [{<<: *more, type: memory}]}
"""
    first = load(text, "a")
    assert (first.render, first.user_char_limit, first.memory_char_limit) == ("cards", 7, 6)
    assert load(text, "b").memory_char_limit == 6


def test_numbers_and_text_are_read_as_yaml_and_json_write_them(load):
    settings = load(
        '{"agents": {"a": {"instruction": "\\ud83d\\ude00", "tools": [{"type": "memory", '
        '"memory_char_limit": 2200.0, "scope": {"user": 2026-01-02}}]}}}'
    )
    assert settings.instruction == "\N{GRINNING FACE}"
    assert repr(settings.memory_char_limit) == "2200"
    assert settings.scope.user == "2026-01-02"


def test_a_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "agent.yaml"
    path.write_bytes(b"\xef\xbb\xbfagents: {a: {tools: [{type: memory}]}}\r\n")
    assert load_settings(path).agent == "a"


@pytest.mark.parametrize("file", sorted((data_root() / "config").rglob("*.yaml")), ids=lambda file: file.stem)
def test_every_stock_agent_loads_under_the_name_of_its_file(file):
    assert list(examine(file)[0]) == [file.stem]
    assert load_settings(file).instruction or file.stem == "default"

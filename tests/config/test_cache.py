"""The cache between processes saves time, and changes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tiermem.config import load_settings
from tiermem.errors import ConfigError
from tiermem.support.cache import MOST_FILES, cache_folder, cached

YAML = "agents: {mine: {instruction: Be brief., tools: [{type: memory, memory_char_limit: %s, hooks: [./a.py]}]}}"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "platform", "linux")
    return Path(cache_folder())


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "agent.yaml"
    path.write_text(YAML % 2200)
    return path


def test_settings_from_the_cache_are_those_from_the_yaml(config, folder):
    first = load_settings(config)
    assert list(folder.iterdir())
    assert load_settings(config) == first
    assert first.hooks == (str(config.with_name("a.py")),)


def test_a_yaml_is_read_again_when_it_says_something_else(config):
    load_settings(config)
    state = config.stat()
    config.write_text(YAML % 2300)
    os.utime(config, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert load_settings(config).memory_char_limit == 2300


def test_a_yaml_that_was_right_once_is_checked_when_it_is_wrong(config):
    load_settings(config)
    config.write_text(YAML % "many")
    with pytest.raises(ConfigError, match="memory_char_limit"):
        load_settings(config)
    config.unlink()
    with pytest.raises(ConfigError, match="no such file"):
        load_settings(config)


def test_agents_of_one_file_are_kept_apart(config):
    config.write_text(
        "agents: {a: {tools: [{type: memory}]}, b: {tools: [{type: memory, user_char_limit: 99}]}}"
    )
    for _ in range(2):
        assert load_settings(config, "a").user_char_limit != 99
        assert load_settings(config, "b").user_char_limit == 99


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"stamp": 1}', b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_cache_is_made_anew(config, folder, damage):
    first = load_settings(config)
    for file in folder.iterdir():
        file.write_bytes(damage)
    assert load_settings(config) == first
    assert all(json.loads(file.read_text()) for file in folder.iterdir())


def test_a_folder_that_cannot_be_written_costs_time_only(config, folder):
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")
    assert load_settings(config).memory_char_limit == 2200


def test_what_fails_is_not_kept(folder):
    def fail():
        raise ValueError("no tea")

    with pytest.raises(ValueError, match="no tea"):
        cached("it", 1, fail)
    assert cached("it", 1, lambda: "made") == cached("it", 1, fail) == "made"
    assert cached("it", 2, lambda: "anew") == "anew"


def test_nothing_that_checks_a_yaml_is_imported_for_one_that_did_not_change(config):
    load_settings(config)
    code = (
        "import sys; from pathlib import Path; from tiermem.config import load_settings; "
        f"load_settings(Path({str(config)!r})); print(*(name in sys.modules for name in ('yaml', 'jsonschema')))"
    )
    paths = [path for path in sys.path if path.endswith(("plugin", "hooks"))]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_what_others_could_have_written_is_not_believed(folder):
    assert cached("it", 1, lambda: "made") == "made"
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o666)
    assert cached("it", 1, lambda: "made anew") == "made anew"


def test_a_relative_folder_for_caches_is_none(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert Path(cache_folder()).is_absolute()


def test_settings_that_were_kept_in_another_form_are_made_anew(config, folder):
    first = load_settings(config)
    for file in folder.iterdir():
        found = json.loads(file.read_text())
        del found["value"]["entry"]["limits"]
        file.write_text(json.dumps(found))
    assert load_settings(config) == first


def test_what_was_kept_longest_ago_goes_when_there_is_much(folder):
    for number in range(MOST_FILES + 5):
        cached(f"it-{number}", 1, lambda: "made")
        os.utime(folder / f"it-{number}.json", (number, number))

    assert MOST_FILES // 2 <= len(list(folder.iterdir())) <= MOST_FILES
    assert cached(f"it-{MOST_FILES + 4}", 1, lambda: "made anew") == "made"
    assert cached("it-0", 1, lambda: "made anew") == "made anew"

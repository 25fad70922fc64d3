"""Plugins are written as files or small classes, and called through a manager."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest
from tests.plugins.writing import HEAD, NO_BUILT_INS

from tiermem.plugins import PluginManager, load_plugins


@pytest.fixture
def session():
    """Stands for a session, which the manager passes on without looking at it."""
    return SimpleNamespace(id="s1")


@pytest.fixture
def manager():
    manager = PluginManager()
    yield manager
    manager.close()


@pytest.fixture
def hook_file(tmp_path):
    """Write a hook file of the given code, after the usual imports."""

    def write(code, name="my_hooks.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEAD + textwrap.dedent(code), encoding="utf-8")
        return path

    return write


@pytest.fixture
def load(manager):
    """Load hook files, and nothing else, into the manager."""

    def load(*files):
        load_plugins(manager, files=files, disable=NO_BUILT_INS, entry_points=False)
        return manager

    return load


@pytest.fixture
def load_code(load, hook_file):
    """Load a hook file of the given code into the manager."""
    return lambda code: load(hook_file(code))

"""Each test has a folder, writes its agent's YAML there, and works on a real file."""

from __future__ import annotations

import json

import pytest
from tests.features.driving import Agent

from tiermem.doors.cli import main


@pytest.fixture
def agent(tmp_path):
    """Make an agent: ``agent(memory_char_limit=100, …)`` writes its YAML."""
    return lambda **settings: Agent(tmp_path, **settings)


@pytest.fixture
def memory(agent):
    """The memory of an agent with the defaults."""
    with agent().open() as memory:
        yield memory


@pytest.fixture
def offering_all(agent):
    """The memory of an agent to whose model all tools are offered."""
    with agent(offer="all").open() as memory:
        yield memory


@pytest.fixture
def command(capsys):
    """Run the command as a person: gives (exit status, stdout, stderr)."""

    def run(of, *arguments):
        capsys.readouterr()
        status = main([*arguments, "--config", str(of.path)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def command_json(command):
    """Run the command with ``--json``; it must succeed. Gives the document."""

    def run(of, *arguments):
        status, out, err = command(of, *arguments, "--json")
        assert status == 0, (out, err)
        return json.loads(out)

    return run

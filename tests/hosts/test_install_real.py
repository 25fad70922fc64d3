"""Real hosts find what was installed where their own variable says, and nowhere else; comments do not hide it."""

from __future__ import annotations

import shutil
import sys

import pytest
from tests.hosts.real import needs, run
from tests.hosts.test_claude_code import CLAUDE
from tests.hosts.test_codex import CODEX
from tests.hosts.test_copilot_real import COPILOT
from tests.hosts.test_gemini import GEMINI

QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "COPILOT_OFFLINE": "true",
    "DISABLE_AUTOUPDATER": "1",
    "GEMINI_CLI_TRUST_WORKSPACE": "true",
}
LISTINGS = {
    "claude-code": (CLAUDE, "plugin", "list"),
    "codex": (CODEX, "mcp", "list"),
    "copilot": (COPILOT, "mcp", "list"),
    "gemini": (GEMINI, "mcp", "list"),
}
"""Commands that list the plugins of a host, or its MCP servers."""
VARIABLES = {
    "claude-code": "CLAUDE_CONFIG_DIR",
    "codex": "CODEX_HOME",
    "copilot": "COPILOT_HOME",
    "gemini": "GEMINI_CLI_HOME",
}
COMMENTED = '// Mine.\n{"mcpServers": {"other": {"command": "other", "args": []} /* the good one */}}\n'
"""A file of settings, or of MCP servers."""


def listed(home, host, environment):
    """Return a host's list from both streams: Gemini prints it on standard error."""
    return run(home, ["sh", "-c", 'exec "$0" "$@" 2>&1', *LISTINGS[host]], **environment)


def each(*hosts):
    """These hosts, each skipped where it is not installed."""
    return pytest.mark.parametrize(
        "host", [pytest.param(host, marks=needs(LISTINGS[host][0], host)) for host in hosts]
    )


@pytest.fixture
def quiet(home):
    """The environment for programs that are to keep to themselves; what they unpack goes when the test ends."""
    yield {**QUIET, "XDG_CACHE_HOME": str(home / "cache")}
    shutil.rmtree(home / "cache", ignore_errors=True)


@each(*LISTINGS)
def test_a_host_finds_what_was_installed_where_its_variable_says(home, quiet, host):
    named = {VARIABLES[host]: str(home / "elsewhere")}

    run(home, [sys.executable, "-m", "tiermem", "install", host], **quiet, **named)

    assert "tiermem" in listed(home, host, quiet | named)
    assert "tiermem" not in listed(home, host, quiet)


@each("copilot", "gemini")
def test_a_host_that_reads_comments_finds_what_was_installed_beside_them(home, quiet, host):
    file = home / {"copilot": ".copilot/mcp-config.json", "gemini": ".gemini/settings.json"}[host]
    file.parent.mkdir()
    file.write_text(COMMENTED)

    run(home, [sys.executable, "-m", "tiermem", "install", host], **quiet)

    found = listed(home, host, quiet)
    assert all(name in found for name in ("tiermem", "other"))
    assert all(comment in file.read_text() for comment in ("// Mine.", "/* the good one */"))

    run(home, [sys.executable, "-m", "tiermem", "uninstall", host], **quiet)

    assert file.read_text() == COMMENTED

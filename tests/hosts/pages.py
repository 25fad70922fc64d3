"""Read the commands and programs of docs/hosts, for tests that run them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.hosts.real import ROOT, SOURCES


def blocks_of(page, language):
    """Return the blocks of *language* on a page in docs/hosts."""
    text = (ROOT / "docs" / "hosts" / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def program_of(page):
    """The one program of a page."""
    (program,) = blocks_of(page, "python")
    return program


def run_program(program, folder, **more):
    """Run a program in *folder* with *more* in its environment; return its output, without a warning."""
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning", "-c", program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": SOURCES, **more},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return done.stdout

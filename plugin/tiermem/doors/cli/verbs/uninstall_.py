"""``tiermem uninstall HOST``: take out of a host's configuration what ``install`` wrote into it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.verbs import install_

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags: those of ``install``."""
    install_.configure(parser)


def run(call: Call) -> int:
    """Show what goes, and take it out."""
    return install_.attach(call, install=False)

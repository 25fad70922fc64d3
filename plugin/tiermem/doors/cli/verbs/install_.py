"""``tiermem install HOST``: attach to a host by its own configuration; ``uninstall`` takes it out again."""

from __future__ import annotations

import os
import shlex
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.config import load_settings
from tiermem.doors import hook_client
from tiermem.doors.cli.arguments import whole_number
from tiermem.doors.hook.options import located
from tiermem.doors.hook_client.resident_client import IDLE_MINUTES
from tiermem.doors.installing import Installation
from tiermem.hosts.install import HOSTS, NEXT, SERVED, SNIPPETS, Attachment, plan
from tiermem.hosts.install.plans import snippet
from tiermem.support import cache

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.doors.installing import Rewrite

RECORD = Path(".local", "share", "tiermem", "installed.json")
"""Where the texts before are kept, in the home folder."""


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("host", choices=(*HOSTS, *SNIPPETS), help="the host to attach to")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument("--home", type=Path, help="another home folder than one's own")
    parser.add_argument(
        "--resident",
        type=whole_number,
        metavar="MINUTES",
        help="hooks start a process that answers the next ones at once and ends after so many idle minutes "
        f"({IDLE_MINUTES}); 0: each hook works alone",
    )


def run(call: Call) -> int:
    """Show what changes, and write it."""
    return attach(call, install=True)


def attach(call: Call, *, install: bool) -> int:
    """Install or uninstall; shows the difference first.

    Raises:
        ConfigError: The YAML that hooks would name is wrong; nothing was written.
    """
    options = call.options
    if install and options.config is not None:
        load_settings(Path(options.config), options.agent)
    attachment = Attachment(
        home=(options.home or Path.home()).absolute(),
        command=(sys.executable, "-P", "-m", "tiermem"),  # hosts run it in folders of others
        hook_command=hook_client.command(),
        flags=_flags(call),
        environment=os.environ if options.home is None else {},
        resident=options.resident,
    )
    if install and options.host in SERVED and not _can_serve():
        call.output.note(
            f"The MCP server needs the extra 'mcp', which {sys.executable} does not have: "
            "pip install 'tiermem[mcp]'. Until then hooks work, and the tools are missing."
        )
    if options.host in SNIPPETS:
        call.output.text(snippet(attachment).rstrip())
        return 0
    installation = Installation(attachment.home / RECORD)
    change = installation.install if install else installation.uninstall
    _make(call, change(plan(options.host, attachment)), install=install)
    if not (install or options.dry_run) and installation.empty and attachment.home == Path.home():
        cache.clear()  # the last host's hooks are gone, which it made fast
    return 0


def _can_serve() -> bool:
    """Whether this interpreter has the package of the extra; a folder that happens to be called so is none."""
    found = find_spec("mcp")
    return found is not None and found.origin is not None


def _make(call: Call, change: Rewrite, *, install: bool) -> None:
    """Show a change, then write it, unless it is only to be shown; and say what comes next."""
    options, output, told = call.options, call.output, change.difference
    if told and not output.json:
        output.text(told.rstrip() if options.dry_run else change.brief)
        output.flush()
    if not options.dry_run:
        change.write()
    if output.json:
        output.document({"host": options.host, "changed": bool(told) and not options.dry_run, "diff": told})
    elif not told:
        output.note("Nothing to change.")
    elif not options.dry_run:
        output.text("\n" + "\n".join(_summary(call, change, install=install)))


def _summary(call: Call, change: Rewrite, *, install: bool) -> list[str]:
    """What was done, what is left to the person, and how to undo it."""
    options = call.options
    home = f" --home {shlex.quote(str(options.home))}" if options.home is not None else ""
    files = len(change.files)
    where = f"{files} files, named above" if files > 1 else str(change.files[0])
    if not install:
        return [f"Taken out of {options.host}: {where}. What is remembered stays. Start {options.host} anew."]
    return [
        f"Installed for {options.host}: {where}.",
        f"Next: {NEXT[options.host]}",
        f"Undo: tiermem uninstall {options.host}{home}",
    ]


def _flags(call: Call) -> list[str]:
    """Whose memory the host's calls are about, with files named from the root."""
    given = {name: getattr(call.options, name) for name in ("config", "agent", "store", "user", "project")}
    if given["config"] is not None:
        given["config"] = str(Path(given["config"]).absolute())
    if given["store"] is not None:
        given["store"] = located(given["store"], Path.cwd())
    return [part for name, value in given.items() if value is not None for part in (f"--{name}", value)]

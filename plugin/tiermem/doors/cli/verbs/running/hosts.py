"""Attach to hosts and serve them: ``install``, ``uninstall``, ``hook``, ``mcp`` and ``serve``."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from argparse import ArgumentParser, ArgumentTypeError
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.config import load_settings
from tiermem.doors import hook_client
from tiermem.doors.cli.arguments import up_to, whole_number
from tiermem.doors.cli.call import end_signal
from tiermem.doors.hook import Opening, answer_first
from tiermem.doors.hook.options import Options, located
from tiermem.doors.hook.processes import start_resident
from tiermem.doors.hook.respond import LONGEST_INPUT, error_line
from tiermem.doors.hook_client.resident_address import IDLE_MINUTES, socket_path
from tiermem.doors.mcp import serve
from tiermem.errors import InputError
from tiermem.hosts.command import host, hosts
from tiermem.hosts.command.contract import Attachment, is_off
from tiermem.hosts.working_folder import is_ignored, project_of
from tiermem.support import cache
from tiermem.support.lazy import logger
from tiermem.values.frozen import fields

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.hosts.install.files import Rewrite


RECORD = Path(".local", "share", "tiermem", "installed.json")
"""The folder of the original texts, in the home folder."""


def flags_install(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("host", choices=list(hosts()), help="the host")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument("--home", type=Path, help="use another home folder")
    parser.add_argument(
        "--resident",
        type=whole_number,
        metavar="MINUTES",
        help="hooks start a resident process that answers later ones and ends after so many idle minutes "
        f"(default: {IDLE_MINUTES}); 0: no resident process",
    )


def run_install(call: Call) -> int:
    """Show what changes and write it."""
    return attach(call, install=True)


def attach(call: Call, *, install: bool) -> int:
    """Install or uninstall; show the difference first.

    Raises:
        ConfigError: The YAML that hooks would name is wrong; nothing was written.
    """
    options, chosen = call.options, host(call.options.host)
    if install and options.config is not None:
        load_settings(Path(options.config), options.agent)
    home = (options.home or Path.home()).absolute()
    attachment = Attachment(
        home=home,
        command=(sys.executable, "-P", "-m", "tiermem"),  # hosts run it in folders of others
        hook_command=(str(home / hook_client.LAUNCHER),),
        flags=_flags(call),
        environment=os.environ if options.home is None else {},
        resident=options.resident,
    )
    from tiermem.hosts.install.edits import FileEdit, OwnFile  # no server needs them
    from tiermem.hosts.install.files import Installation

    installation = Installation(home / RECORD)
    change = installation.install if install else installation.uninstall
    edits = chosen.plan(attachment) if chosen.plan else []
    if chosen.parse if install else installation.is_last(edits, home / hook_client.LAUNCHER):
        edits.append(FileEdit(home / hook_client.LAUNCHER, OwnFile(hook_client.launcher())))
    if chosen.snippet is not None:
        if install and not options.dry_run:
            change(edits).write()
        call.output.text(chosen.snippet(attachment).rstrip())
        return 0
    _make(call, change(edits), install=install)
    if not (install or options.dry_run) and installation.empty and attachment.home == Path.home():
        cache.clear()  # it served the hooks of the last host
        _end_resident(call)
    return 0


def _end_resident(call: Call) -> None:
    """End the resident process of hooks that are gone; one that does not end is left to end when it is idle."""
    if sys.platform == "win32":
        return
    from tiermem.doors.resident.control import stop

    try:
        stop(Path(socket_path()))
    except InputError as error:
        call.output.note(str(error))


def _make(call: Call, change: Rewrite, *, install: bool) -> None:
    """Show a change, write it unless it is a dry run, and say what comes next."""
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
    """Return what was done, what is left to do, and how to undo it."""
    options = call.options
    home = f" --home {shlex.quote(str(options.home))}" if options.home is not None else ""
    files = len(change.files)
    where = f"{files} files, named above" if files > 1 else str(change.files[0])
    if not install:
        return [f"Removed from {options.host}: {where}. What is remembered stays. Restart {options.host}."]
    return [
        f"Installed for {options.host}: {where}.",
        f"Next: {host(options.host).next}",
        f"Undo: tiermem uninstall {options.host}{home}",
    ]


def _flags(call: Call) -> list[str]:
    """Return the flags that name store and user, with absolute file names."""
    given = {name: getattr(call.options, name) for name in ("config", "agent", "store", "user", "project")}
    if given["config"] is not None:
        given["config"] = str(Path(given["config"]).absolute())
    if given["store"] is not None:
        given["store"] = located(given["store"], Path.cwd())
    return [part for name, value in given.items() if value is not None for part in (f"--{name}", value)]


def flags_uninstall(parser: ArgumentParser) -> None:
    """Add the flags of ``install``."""
    flags_install(parser)


def run_uninstall(call: Call) -> int:
    """Show what is removed and remove it."""
    return attach(call, install=False)


_LOG = logger("tiermem")


def flags_hook(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--host", required=True, type=_with_hooks, metavar="HOST", help="the calling host")
    parser.add_argument("--event", metavar="NAME", help="the host's event, if its input does not name it")
    parser.add_argument(
        "--flush", metavar="SESSION", help="end this session now, instead of reading an event"
    )
    parser.add_argument(
        "--resident",
        metavar="MINUTES",
        help="start 'tiermem serve' if it does not run; it ends after so many idle minutes",
    )
    parser.add_argument(
        "--request", metavar="ID", help="id of this call, for hosts that do not identify messages"
    )
    parser.add_argument("--late", choices=["0", "1"], help="only write; 1: wait for the store")


def _with_hooks(name: str) -> str:
    """Return the name of a host that has command hooks; import only that host."""
    try:
        if host(name).parse:
            return name
    except InputError:
        pass
    known = ", ".join(other for other, one in hosts().items() if one.parse)
    raise ArgumentTypeError(f"unknown host {name!r}; known: {known}")


def run_hook(call: Call) -> int:
    """Answer one event; exit 0 even on errors, since the host must go on."""
    try:
        given = vars(call.options)
        options = Options(
            **{field.name: given[field.name] for field in fields(Options) if field.name in given}
        )
        data = b"" if options.flush is not None else sys.stdin.buffer.read(4 * LONGEST_INPUT + 1)
        with Opening(options) as opening:
            answer_first(options, data, opening.memory, call.output.stdout)
        if options.resident not in (None, "0") and options.flush is None:
            call.output.flush()
            start_resident(options.resident)
    except Exception as error:  # noqa: BLE001 whatever it is, the host goes on
        _LOG.debug("hook of %s", call.options.host, exc_info=True)
        sys.stderr.write(error_line(error))
    return 0


def flags_mcp(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--session", metavar="ID", help="continue this session")
    parser.add_argument(
        "--connection", metavar="NAME", action="append", default=[], help="an active connection"
    )
    parser.add_argument(
        "--with-hooks",
        action="store_true",
        help="do not send guidance and blocks, because the host's hooks do",
    )


def run_mcp(call: Call) -> int:
    """Serve until the client leaves."""
    options = call.options
    join = partial(
        call.memory.session,
        user=options.user,
        project=options.project or project_of(Path.cwd()),
        task=options.task,
        connections=options.connection,
    )
    session = join(options.session or _session_of_host())
    others = None if options.session else join
    off = is_off() or is_ignored(Path.cwd(), call.memory.settings.ignore_folders)
    serve(call.memory, session, is_off=off, has_hooks=options.with_hooks, join=others)
    return 0


_SESSIONS = ("CLAUDE_CODE_SESSION_ID", "COPILOT_AGENT_SESSION_ID")
"""Variables in which hosts tell their servers the id of their session: hooks use the same."""


def _session_of_host() -> str | None:
    """Return the id of the host's session, where the host tells its servers when they start."""
    return next((named for name in _SESSIONS if (named := os.environ.get(name))), None)


_LOOK_S = 1.0
"""Seconds between two looks at whether to end."""
_LONGEST_MINUTES = 100_000


def flags_serve(parser: ArgumentParser) -> None:
    """Add the flags."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--idle",
        type=up_to(_LONGEST_MINUTES, "minutes"),
        metavar="MINUTES",
        help="end after so many minutes without a call",
    )
    group.add_argument(
        "--stop", action="store_true", help="end the running process and wait until it has ended"
    )
    group.add_argument("--status", action="store_true", help="show whether a process runs, and since when")
    group.add_argument("--http", action="store_true", help="serve the REST API and the panel in a browser")
    http = parser.add_argument_group("with --http")
    http.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    http.add_argument("--port", type=int, default=8765, help="the port (default: 8765; 0 for any free one)")
    http.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="another name of the server, as in its URL",
    )
    http.add_argument("--tls", action="store_true", help="a proxy in front speaks TLS")
    http.add_argument("--no-browser", action="store_true", help="do not open the panel in a browser")
    http.add_argument("--link", action="store_true", help="show a new link to the server that runs")


def run_serve(call: Call) -> int:
    """Run the hook server, stop it, show its status, or serve over HTTP."""
    if call.options.http:
        return _serve_http(call)
    if sys.platform == "win32":
        raise InputError(
            "A resident process needs Unix sockets, which Python lacks on Windows. Hooks work without it."
        )
    path = Path(socket_path())
    if call.options.stop:
        return _stop(call, path)
    if call.options.status:
        return _status(call, path)
    return _serve(call, path)


def _serve(call: Call, path: Path) -> int:
    """Answer hooks until told to end, idle, outdated or cut off."""
    if sys.platform != "win32":
        from tiermem.doors.resident.server import Resident

        idle_s = None if call.options.idle is None else call.options.idle * 60
        with end_signal() as ended, Resident(path) as resident:
            how = {"poll_interval": 0.1}
            thread = threading.Thread(target=resident.serve_forever, kwargs=how, daemon=True)
            thread.start()
            call.output.note(f"Listening on {resident.path}.")
            while not (ended.wait(_LOOK_S) or resident.is_over(idle_s)):
                pass
            resident.shutdown()
            thread.join()
    return 0


def _serve_http(call: Call) -> int:
    """Serve over HTTP, or show another link to the server that runs."""
    from tiermem.doors import server
    from tiermem.doors.server.links import ask_for_link, open_browser

    options = call.options
    if options.link:
        link = ask_for_link(options.port)
        if call.output.json:
            call.output.document({"link": link})
        else:
            call.output.text(link)
            if not options.no_browser:
                open_browser(link, options.port, wait=True)
        return 0
    with server.serving(options.config, options.agent, options.store, options.user) as serving:
        server.serve(
            serving,
            options.host,
            options.port,
            names=options.name,
            secure=options.tls,
            say=call.output.note,
            browser=not options.no_browser,
        )
    return 0


def _stop(call: Call, path: Path) -> int:
    from tiermem.doors.resident.control import stop

    stopped = stop(path)
    if call.output.json:
        call.output.document({"stopped": stopped, "socket": str(path)})
    elif stopped:
        call.output.text(f"Stopped the resident process on {path}.")
    else:
        call.output.note(f"No resident process listens on {path}.")
    return 0


def _status(call: Call, path: Path) -> int:
    from tiermem.doors.resident.control import status

    state = status(path)
    if call.output.json:
        call.output.document({"running": state is not None, "socket": str(path)} | (state or {}))
    elif state is None:
        call.output.note(f"No resident process listens on {path}. The next hook starts one.")
    else:
        call.output.text(
            f"Process {state['pid']}, tiermem {state['version']}, listens on {path}: up {state['up_s']:,.0f} s, "
            f"last call {state['quiet_s']:,.0f} s ago, memories open: {state['memories']}, {state['peak_mb']:,} MB."
        )
    return 0

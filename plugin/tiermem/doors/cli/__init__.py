"""The ``tiermem`` command: one module per verb in `verbs`, imported only when it is called.

A verb's module has ``configure(parser)`` and ``run(call) -> int``, the exit status.
Exit status: 0 done, 1 the write was refused, 2 a mistake of the caller's.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any, NoReturn

from tiermem.doors.cli.call import Call
from tiermem.doors.cli.output import Output
from tiermem.errors import InputError, TiermemError, WriteRefused
from tiermem.text import storable

VERBS: dict[str, str] = {
    "demo": "two sessions of a conversation, and what is remembered between them",
    "chat": "talk to a model with memory on",
    "replay": "feed a transcript through the whole life cycle",
    "add": "store an entry",
    "list": "list entries",
    "search": "search entries and, with --archive, what was said",
    "recall": "show what a prompt would recall",
    "blocks": "show the system prompt's blocks",
    "show": "show one entry",
    "edit": "edit an entry, or the identity as Markdown, in $EDITOR",
    "remove": "make an entry inactive (--undo brings it back)",
    "erase": "remove an entry for good, everywhere",
    "correct": "put a right statement in the place of a wrong one",
    "history": "every content an entry had, and who changed it",
    "why": "the receipt of the last recall",
    "pending": "what waits for approval: list, accept, reject",
    "task": "tasks: list, start, note, done, show",
    "project": "projects: list, start, done",
    "report": "what was done in a period, from the archive",
    "profile": "what is known of the user as a whole",
    "connection": "what is known of connections: list, show, forget",
    "review": "what may be stale, contradicting, duplicated or never used",
    "worker": "process what waits and make profiles, once or at an interval",
    "install": "attach to a host: claude-code, codex, gemini, copilot, hermes, docker-agent",
    "uninstall": "detach from it again",
    "hook": "answer one event of a host's command hook",
    "serve": "stay, and answer command hooks at once",
    "mcp": "serve the tools over the Model Context Protocol (stdio)",
    "stats": "sizes, usage and recall counts",
    "export": "write everything to JSON or Markdown",
    "import": "read an export, Markdown, or what another program remembers",
    "validate": "check an agent's YAML",
    "reindex": "build the index anew",
    "embed": "make the vectors that are missing",
    "doctor": "prove that the store is sound",
}
"""Verb → what it does, in the order of the help."""

REFUSED, MISTAKE = 1, 2
_NEVER_FAILS = "hook"
"""The verb after which a host goes on whatever happened: exit status 2 would stop some."""
_WHOSE = ("config", "agent", "store", "user", "project", "task")
_PATHS = ("config", "store", "file")
"""Options that name files: a name may hold bytes that are no text, but never NUL."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are reported like all others."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}. See '{self.prog} --help'.")


def build_parser(called: str | None = None) -> argparse.ArgumentParser:
    """The parser of a verb with its flags; without one, of all verbs' names and help, which imports none."""
    from tiermem import __version__

    parser = _Parser(
        prog="tiermem",
        description="Memory for AI agents.",
        epilog="Settings from the environment: TIERMEM_CONFIG, TIERMEM_AGENT, TIERMEM_STORE. "
        "Exit status: 0 done, 1 the write was refused, 2 a mistake in the call.",
    )
    parser.add_argument("--version", action="version", version=f"tiermem {__version__}")
    choices = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb, about in VERBS.items() if called is None else [(called, VERBS[called])]:
        sub = choices.add_parser(verb, help=about, description=about[0].upper() + about[1:] + ".")
        if called is not None:
            _add_shared(sub)
            _module(called).configure(sub)
    return parser


def _add_shared(parser: argparse.ArgumentParser) -> None:
    shared = parser.add_argument_group("whose memory")
    shared.add_argument("--config", default=os.environ.get("TIERMEM_CONFIG") or None, help="the agent's YAML")
    shared.add_argument(
        "--agent", default=os.environ.get("TIERMEM_AGENT") or None, help="which agent of the YAML"
    )
    shared.add_argument(
        "--store", default=os.environ.get("TIERMEM_STORE") or None, help="sqlite:///PATH or a path"
    )
    shared.add_argument("--user", help="whose memory; the YAML's user by default")
    shared.add_argument("--project", help="project that entries are associated with")
    shared.add_argument("--task", help="task that entries are associated with")
    shared.add_argument("--json", action="store_true", help="one JSON document on stdout")


def _module(verb: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 a verb's module
    return import_module(f"tiermem.doors.cli.verbs.{verb}_")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    output = Output(json="--json" in given)
    try:
        status = _run(given, output)
        output.flush()
        return status
    except TiermemError as error:
        if given[:1] == [_NEVER_FAILS]:
            output.note(f"tiermem: {error}")
            return 0
        output.error(error)
        return REFUSED if isinstance(error, WriteRefused) else MISTAKE
    except KeyboardInterrupt:
        output.note("stopped")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(given: list[str], output: Output) -> int:
    called = given[0] if given and given[0] in VERBS else None
    options = build_parser(called).parse_args(given)
    _check_texts(vars(options))
    with redirect_stdout(sys.stderr), Call(options, output) as call:  # what plugins print is no answer
        return int(_module(options.verb).run(call))


def _check_texts(options: dict[str, Any]) -> None:
    """Refuse what no store and no file name can hold, before anything is opened.

    An empty name is no name: a shell's unset variable must not fall back to another store or user.
    """
    for name in _WHOSE:
        if options[name] == "":
            raise InputError(f"--{name} is empty.")
    for name, value in options.items():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and not storable(text) and (name not in _PATHS or "\0" in text):
                raise InputError(f"What was given as '{name}' holds NUL or broken Unicode. Remove it.")

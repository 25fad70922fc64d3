"""The ``tiermem`` command.

A module of `verbs` holds the verbs of one concept and is imported only when one of them is called: for a verb ``x``,
``run_x(call)`` does it and returns the exit status, and ``flags_x(parser)``, if there, adds its flags.
Exit status: 0 done, 1 the write was refused or there was nothing to take in, 2 a mistake in the call.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from tiermem.doors.cli.call import Call, nearest
from tiermem.doors.cli.output import Output, UnwritableOutput
from tiermem.errors import InputError, NothingThere, TiermemError, UnknownEntry, WriteRefused
from tiermem.text import storable

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory


class Verb(NamedTuple):
    """A verb of the command: the module of `verbs` that has it, and its line in the help."""

    module: str
    about: str


GROUPS: dict[str, dict[str, Verb]] = {
    "Try it out": {
        "demo": Verb("running.demo", "play two sessions and show what the second one remembers"),
        "chat": Verb("running.chat", "talk to a model with durable memory on"),
        "replay": Verb("care.transfer", "replay recorded conversations and learn from them"),
    },
    "Entries": {
        "add": Verb("entries.edit", "store an entry"),
        "list": Verb("entries.find", "list entries"),
        "search": Verb("entries.find", "search entries and, with --archive, earlier conversations"),
        "show": Verb("entries.find", "show an entry with all its fields, or turns"),
        "edit": Verb("entries.edit", "edit an entry, or the identity as Markdown, in $EDITOR"),
        "correct": Verb("entries.edit", "replace a wrong statement with the right one"),
        "remove": Verb("entries.edit", "make an entry inactive (--undo restores it)"),
        "undo": Verb("entries.edit", "undo the last change of an entry; repeated, the one before"),
        "pin": Verb("entries.edit", "show a learned entry first in its block (--undo unpins it)"),
        "hide": Verb("entries.edit", "keep a learned entry out of its block (--undo shows it again)"),
        "erase": Verb("entries.edit", "delete an entry, turn, session, profile line or user permanently"),
        "history": Verb("entries.find", "show every version of an entry and who changed it"),
    },
    "What the model sees": {
        "blocks": Verb("entries.prompt", "show the blocks of the system prompt (--why gives reasons)"),
        "recall": Verb("entries.prompt", "show what a prompt would recall"),
        "why": Verb("entries.prompt", "show the receipt of the last recall"),
    },
    "Approval and review": {
        "pending": Verb("entries.approval", "list, accept or reject changes that wait for approval"),
        "review": Verb(
            "entries.approval", "review entries that may be stale, contradicting, duplicated or unused"
        ),
    },
    "Profile, tasks and projects": {
        "profile": Verb("entries.profile", "show the user's profile"),
        "connection": Verb("entries.profile", "list, show or forget data learned about connections to tools"),
        "task": Verb("entries.tasks", "list, start, annotate, finish or show tasks"),
        "project": Verb("entries.tasks", "list, start or finish projects"),
        "report": Verb("entries.tasks", "report the work done in a period, from the archive"),
    },
    "Owners": {
        "scope": Verb("entries.scopes", "list owners of entries, nest houses, grant reading, move entries"),
        "token": Verb("running.tokens", "make, list or revoke access tokens of the HTTP server"),
    },
    "Hosts": {
        "install": Verb("running.hosts", "attach to a host: {hosts}"),
        "uninstall": Verb("running.hosts", "detach from a host"),
        "hook": Verb("running.hosts", "answer one event of a host's command hook"),
        "serve": Verb("running.hosts", "run the hook server, stop it, or show its status"),
        "telegram": Verb("running.telegram", "run a Telegram bot that answers /memory"),
        "mcp": Verb("running.hosts", "serve the tools over the Model Context Protocol (stdio)"),
    },
    "Files": {
        "export": Verb("care.transfer", "write everything as JSON, or entries as Markdown"),
        "import": Verb("care.transfer", "import an export, Markdown, or another program's entries"),
        "validate": Verb("care.maintenance", "check an agent's YAML"),
    },
    "Maintenance": {
        "status": Verb("care.status", "show the store, attached hosts and waiting work on one screen"),
        "stats": Verb("care.stats", "show sizes, usage and recall counts"),
        "worker": Verb("care.maintenance", "process waiting observations, once or repeatedly"),
        "doctor": Verb("care.maintenance", "check the integrity of the store (--repair repairs it)"),
        "backup": Verb("care.safekeeping", "copy the store while it is in use, and verify the copy"),
        "restore": Verb("care.safekeeping", "replace the store with a backup"),
        "rebuild": Verb("care.safekeeping", "make a new store with entries from the stream and versions"),
        "copy": Verb("care.safekeeping", "copy a store to another place or engine, and verify the copy"),
        "postgres": Verb("care.safekeeping", "make the tables and roles of a store on PostgreSQL"),
        "reindex": Verb("care.maintenance", "rebuild the index"),
        "embed": Verb("care.maintenance", "compute missing vectors"),
    },
}
"""Heading of the help → its verbs."""
VERBS: dict[str, Verb] = {name: verb for group in GROUPS.values() for name, verb in group.items()}

_MEANT = {
    **dict.fromkeys(("forget", "delete", "del", "rm"), ("remove", "erase")),
    **dict.fromkeys(("find", "grep"), ("search",)),
    **dict.fromkeys(("get", "cat"), ("show",)),
    "ls": ("list",),
}
"""Word of other commands → the verbs of this one that do the same, perhaps with a sub-verb or a flag."""
_ALIKE = 0.7
"""How similar a misspelt flag is to the one that is meant: "--bogus" is no "--user"."""

REFUSED, MISTAKE = 1, 2
_NEVER_FAILS = "hook"
"""The verb whose exit status is always 0: status 2 would stop some hosts."""
_WHOSE = {
    "config": "the agent's YAML",
    "agent": "the agent of the YAML",
    "store": "sqlite:///PATH, a path, or postgresql://SERVER/DATABASE",
    "user": "the user (default: the user of the YAML)",
    "project": "the project that entries belong to",
    "task": "the task that entries belong to",
}
"""Option of every verb → its line in the help. Each may be set in the environment too: ``TIERMEM_USER``."""
_PATHS = ("config", "store", "file", "target", "origin")
"""Options that name files: a name may hold bytes that are not text, but not NUL."""

_SHARED = (*(f"--{name}" for name in _WHOSE), "--json")
"""Flags of all verbs, which may also stand before the verb."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises its errors as `InputError`."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}.{_nearest_choice(message)} See '{self.prog} --help'.")


def build_parser(called: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of a verb with its flags, or without one of all verbs, which imports none."""
    from tiermem import __version__

    parser = _Parser(
        prog="tiermem",
        usage="tiermem [--version] VERB …" if called is None else None,
        description="Durable memory for AI agents." if called else _overview(),
        epilog=f"Settings from the environment: {', '.join(f'TIERMEM_{name.upper()}' for name in _WHOSE)}.\n"
        "Exit status: 0 done, 1 the write was refused or there was nothing to take in, 2 a mistake in the call.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tiermem {__version__}")
    choices = parser.add_subparsers(dest="verb", metavar="VERB", required=True, help=argparse.SUPPRESS)
    for name in VERBS if called is None else [called]:
        about = _about(name)
        sub = choices.add_parser(name, description=about[0].upper() + about[1:] + ".")
        if called is not None:
            _add_flags(sub, called)
    return parser


def _add_flags(parser: argparse.ArgumentParser, verb: str) -> None:
    _add_shared(parser)
    flags = getattr(_module(verb), f"flags_{verb}", None)
    if flags is not None:
        flags(parser)


def _overview() -> str:
    """Return the verbs with their lines, in groups."""
    lines = [
        "Durable memory for AI agents: entries and a profile that last across sessions.",
        "'tiermem VERB --help' shows the flags of a verb.",
    ]
    for heading, group in GROUPS.items():
        lines += ["", f"{heading}:", *(f"  {name:<12}{_about(name)}" for name in group)]
    return "\n".join(lines)


def _about(verb: str) -> str:
    about = VERBS[verb].about
    if "{hosts}" not in about:
        return about
    from tiermem.hosts.command import names

    return about.replace("{hosts}", ", ".join(names()))


def _add_shared(parser: argparse.ArgumentParser) -> None:
    shared = parser.add_argument_group("store and user")
    for name, about in _WHOSE.items():
        shared.add_argument(
            f"--{name}", default=os.environ.get(f"TIERMEM_{name.upper()}") or None, help=about
        )
    shared.add_argument("--json", action="store_true", help="print one JSON document")


def _module(verb: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 a module
    return import_module(f"tiermem.doors.cli.verbs.{VERBS[verb].module}")


def run_verb(call: Call) -> int:
    """Run the verb of a call; return its exit status."""
    return int(getattr(_module(call.options.verb), f"run_{call.options.verb}")(call))


def run_within(memory: Memory, whose: Mapping[str, str | None], output: Output, verb: Sequence[str]) -> int:
    """Run a verb on a memory that is open."""
    options = build_parser(verb[0]).parse_args(verb)
    vars(options).update(whose)
    call = Call(options, output)
    call.memory = memory
    return run_verb(call)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status."""
    given = _verb_first(list(sys.argv[1:] if arguments is None else arguments))
    _open_closed_streams()
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
        return REFUSED if isinstance(error, (WriteRefused, NothingThere)) else MISTAKE
    except KeyboardInterrupt:
        output.note("stopped")
        return 130
    except BrokenPipeError:
        output.abandon()
        return 0
    except UnwritableOutput as error:
        output.abandon()
        output.note(f"tiermem: The output cannot be written: {error}.")
        return MISTAKE


def _open_closed_streams() -> None:
    """Give the process empty streams where it was started with closed ones, which are None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 for the process's life


def _run(given: list[str], output: Output) -> int:
    if not given:
        output.text(build_parser().format_help().rstrip())
        return 0
    called = given[0] if given[0] in VERBS else None
    if called is None and not given[0].startswith("-"):
        raise InputError(f"There is no verb {given[0]!r}.{_nearest(given[0])} See 'tiermem --help'.")
    options, unknown = build_parser(called).parse_known_args(given)
    if unknown:
        verb = f"tiermem {called}" if called else "tiermem"
        hint = _nearest_flag(unknown[0], called) if called else ""
        raise InputError(f"'{verb}' does not take {' '.join(unknown)!r}.{hint} See '{verb} --help'.")
    _check_texts(vars(options))
    with redirect_stdout(sys.stderr), Call(options, output) as call:  # plugins may print
        try:
            return run_verb(call)
        except UnknownEntry as error:
            error.nearest = call.nearest_id(error.entry_id)
            raise


def _nearest(word: str) -> str:
    """Return a hint at the verb that does what a word means or that a misspelt one is closest to, or ""."""
    if word in _MEANT:
        verbs = " or ".join(f"'tiermem {verb}'" for verb in _MEANT[word])
        return f" Use {verbs}."
    close = nearest(word, VERBS)
    return f" Did you mean 'tiermem {close}'?" if close else ""


def _nearest_flag(word: str, verb: str) -> str:
    """Return a hint at the flag of a verb that a misspelt one is closest to, or ""."""
    import re  # only for errors

    parser = argparse.ArgumentParser()
    _add_flags(parser, verb)
    flags = re.findall(r"(?:^ +|, )(--[\w-]+)", parser.format_help(), re.MULTILINE)
    close = nearest(word.partition("=")[0], flags, least=_ALIKE) if word.startswith("--") else None
    return f" Did you mean '{close}'?" if close else ""


def _nearest_choice(message: str) -> str:
    """Return a hint at the choice that a wrong one is closest to, from argparse's message of it, or ""."""
    import re  # only for errors

    found = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
    close = nearest(found[1], re.findall(r"[\w-]+", found[2])) if found else None
    return f" Did you mean '{close}'?" if close else ""


def _verb_first(given: list[str]) -> list[str]:
    """Return the arguments with the shared flags that stand before the verb behind it."""
    begin = 0
    while begin < len(given) and given[begin].partition("=")[0] in _SHARED:
        takes_next = "=" not in given[begin] and given[begin] != "--json"
        begin += 2 if takes_next else 1
    return [*given[begin : begin + 1], *given[:begin], *given[begin + 1 :]]


def _check_texts(options: dict[str, Any]) -> None:
    """Refuse texts that a store or file name cannot hold, before anything is opened.

    An empty name is refused: an unset variable of a shell must not fall back to another store or user.
    """
    for name in _WHOSE:
        if options[name] == "":
            raise InputError(f"--{name} is empty.")
    for name, value in options.items():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and not storable(text) and (name not in _PATHS or "\0" in text):
                raise InputError(f"The value of '{name}' contains NUL or broken Unicode. Remove it.")

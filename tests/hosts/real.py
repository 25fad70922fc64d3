"""Helpers for tests of real hosts: their programs, a home of their own, reading the memory."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.pace import until
from tests.reading import contents_of

from tiermem import EntryFilter, Memory

ROOT = Path(__file__).parents[2]
SOURCES = os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
"""``PYTHONPATH`` of processes that a host starts."""
# A line with an address is in no block, so that it is recalled.
FACT = "The launch of the new shop www.shop.example is on 12 May 2027."
QUESTION = "When is the launch of our new shop?"
SAID = sorted(
    [("user", FACT), ("assistant", "Understood."), ("user", QUESTION), ("assistant", "Understood.")]
)
"""The turns of two sessions, see `use`."""
AGAIN = ("And once more: when is the launch of our new shop?", "Is the launch of our new shop soon?")
"""Other ways to ask `QUESTION`."""
GATE = "Deploys go through the staging gate."
"""A note about one repository."""
HOW = "How do deploys go, and when is the launch of our new shop?"
"""Asks for `GATE` and `FACT`."""
PATIENT = "agents: {default: {tools: [{type: memory, recall: {deadline_ms: 3000}}]}}"
"""The defaults, but for the time that recall may take: a machine that is busy with other tests is slow."""
FENCES = ("memory-context", "Recalled from memory", "hook_context", "system-reminder", "# Durable memory")
"""Tags around a person's words, which must never be taken for them."""


def program(variable, name, *others):
    """A host's program: named by an environment variable, on the path, or one of *others*; None if there is none."""
    candidates = (os.environ.get(variable), shutil.which(name), *others)
    return next((str(found) for found in candidates if found and Path(found).exists()), None)


def needs(found, what):
    """The marks of a module of tests: they run a real host, and are skipped where *found* is None."""
    return [
        pytest.mark.host,
        pytest.mark.skipif(found is None, reason=f"not installed: {what}"),
    ]


class Used(NamedTuple):
    """A home in which a host was used for two sessions: one said `FACT`, the next one asked `QUESTION`.

    Attributes:
        first: The bodies of what the model was asked in the first session.
        second: Those of the second.
    """

    home: Path
    store: Path
    first: list
    second: list


def use(home, store, server, ask):
    """Use a host for two sessions, see `Used`; *ask* gives the reply of one, and the model says "Understood."."""
    assert ask(FACT) == "Understood."
    first = [*server.requests]
    assert until(lambda: contents_of(store)) == [FACT]
    assert ask(QUESTION) == "Understood."
    return Used(home, store, first, server.requests[len(first) :])


def new_home(folder):
    """A person's home on a new machine, with a folder to work in."""
    home = folder / "home"
    (home / "work").mkdir(parents=True)
    (home / "agent.yaml").write_text(PATIENT, encoding="utf-8")
    return home


def environment(home, **more):
    """The environment of a host's process: nothing of this one's but the path."""
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": SOURCES,
        "TIERMEM_RESIDENT": "off",
        **more,
    }


def tiermem(home, *arguments):
    """Run a verb of tiermem's that takes ``--home``; what it installs is `PATIENT`."""
    command = [sys.executable, "-m", "tiermem", *arguments, "--home", str(home)]
    patient = environment(home, TIERMEM_CONFIG=str(home / "agent.yaml"))
    return subprocess.run(command, env=patient, check=True, capture_output=True, text=True)


def run(home, command, *, folder="work", **more):
    """Run a host to its end in a folder of its home, with *more* in its environment; gives its output."""
    done = subprocess.run(
        command,
        cwd=home / folder,
        env=environment(home, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def typing(home, command, **more):
    """Run a host in a terminal; gives what types a line once the host shows *ready*, and enters it until *sent*.

    Its ``screen()`` gives what the terminal shows.
    """
    tmux = ["tmux", "-S", str(home / "terminal")]

    def terminal(*arguments):
        done = subprocess.run([*tmux, *arguments], env=here, capture_output=True, text=True, check=True)
        return done.stdout

    def entered(sent):
        time.sleep(0.5)  # a key that follows at once counts as pasted
        terminal("send-keys", "Enter")
        return sent()

    def say(line, ready, sent):
        assert until(lambda: ready in terminal("capture-pane", "-p")), terminal("capture-pane", "-p")
        terminal("send-keys", "-l", line)
        assert until(lambda: entered(sent)), terminal("capture-pane", "-p")

    say.screen = lambda: terminal("capture-pane", "-p")
    here = environment(home, TERM="xterm-256color", LANG="C.UTF-8", **more)
    terminal(
        "-f", os.devnull, "new-session", "-d", "-x", "150", "-y", "50", "-c", str(home / "work"), *command
    )
    try:
        yield say
    finally:
        terminal("kill-server")


def knowing(store):
    """Put `FACT` where it is recalled."""
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries()
        entries.add(entries.draft(FACT, layer="L1"))


def shown(request):
    """Return how often a request contains `FACT`, and the guidance."""
    text = json.dumps(request, ensure_ascii=False)
    return text.count(FACT), text.count("# Durable memory")


def kept_apart(home, store, server, ask):
    """Ask `HOW` in two repositories after a tool noted `GATE` in the first; gives which notes either request has."""
    for name in ("shop", "other"):
        (home / name / ".git").mkdir(parents=True)
    knowing(store)
    ask("Note how we deploy here.", "shop")
    for name in ("shop", "other"):
        ask(HOW, name)
        text = json.dumps(server.requests[-1], ensure_ascii=False)
        yield GATE in text, FACT in text


def told_by_tools(store):
    """Content, tags and layer of what tools told, as the archive has it."""
    with Memory.open(store=str(store)) as memory:
        where = EntryFilter(layers=("L2",), context_type="tool_entity")
        return [(entry.content, set(entry.tags)) for entry in memory.entries().list(where)[0]]


def turns(store):
    """Speaker and words of the turns of all sessions in a store."""
    with Memory.open(store=str(store)) as memory:
        return [
            (turn.speaker, turn.content)
            for row in memory.timeline.sessions()
            for turn in memory.session(row.id).turns()
        ]


def heard(store, expected):
    """The turns in a store, sorted, as soon as they are those expected: hooks write after they answer."""
    until(lambda: sorted(turns(store)) == sorted(expected))
    return sorted(turns(store))


def fenced(store):
    """Return tags in the journal that hosts and we put around a person's words: none, if all is well."""
    return [text for _, text in turns(store) if any(fence in text for fence in FENCES)]


@contextmanager
def locked(store):
    """Nobody else can write to the store, so that what has to waits until its host ends it."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.rollback()

"""Ask the model of the host itself, for ``completion: {model: host}``, which needs no key and no endpoint.

A framework lends the model of its agent (`lend`). For coding agents, `ask_command` runs their command in a process
without memory: ``TIERMEM_OFF`` is set for hooks and server, and its folder has a ``.tiermemignore``.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from shutil import which
from threading import Thread
from typing import TYPE_CHECKING

from tiermem.errors import DeadlineExceeded, PluginError
from tiermem.hosts.command import host, names
from tiermem.hosts.command.contract import OFF, last_call
from tiermem.hosts.working_folder import IGNORE
from tiermem.support.cache import cache_folder
from tiermem.support.nested import json_object
from tiermem.values import Completion
from tiermem.values.settings import HOST_MODEL

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from tiermem.hosts.command.contract import Answer, OwnModel
    from tiermem.memory.sessions.session import Session
    from tiermem.values import CompletionRequest

TRIES = 2
"""Maximum times to ask a model until its answer fits the schema."""
_OF_A_SESSION = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID")
"""Variables that make Claude Code refuse to start, because they mark one of its own sessions."""


def lend(session: Session, ask: Callable[[str], Coroutine[object, object, Answer]]) -> None:
    """Lend the model of an agent that runs in this process.

    Args:
        session: The agent's session.
        ask: Asks the model. It runs in a separate thread and event loop.
    """
    if session.settings.completion.model == HOST_MODEL:
        session.lend_model(
            lambda request: _completion(request, lambda text: _in_own_loop(ask, request, text))
        )


def ask_command(request: CompletionRequest) -> Completion:
    """Ask the coding agent that called last, among those whose command is on the path.

    Raises:
        PluginError: No command is on the path, or it failed.
        DeadlineExceeded: It took too long.
    """
    attached = [(name, own) for name in names() if (own := host(name).model) is not None]
    called = sorted(attached, key=lambda one: last_call(one[0]) or 0.0, reverse=True)
    found = [(own, program) for _, own in called if (program := which(own.command[0]))]
    if not found:
        commands = ", ".join(own.command[0] for _, own in attached)
        raise PluginError("host", f"none of the commands {commands} is on the path.")
    own, program = found[0]
    return _completion(request, lambda text: _run(own, program, text, request.deadline_ms))


def _completion(request: CompletionRequest, ask: Callable[[str], Answer]) -> Completion:
    """Return the answer as data; ask again if it does not fit the schema."""
    text = (
        f"{request.system}\n\nAnswer with one JSON object and nothing else. It keeps to this JSON Schema:\n"
        f"{json.dumps(request.schema)}\n\nWhat this is about, as data:\n{request.prompt}"
    )
    read, written, usd = 0, 0, None
    problem: str | None = None
    for _ in range(TRIES):
        answer = ask(f"{text}\n\nYour last answer was not accepted: {problem}." if problem else text)
        read, written = read + answer.input_tokens, written + answer.output_tokens
        usd = answer.usd if usd is None else usd + (answer.usd or 0.0)
        data = json_object(answer.text)
        problem = "it is no JSON object" if data is None else request.check(data)
        if problem is None:
            break
    return Completion(
        data=data or {},
        model=answer.model,
        input_tokens=read,
        output_tokens=written,
        usd=usd,
        problem=f"its answer was not accepted: {problem}" if problem else None,
        of_content=problem is not None,
    )


def _in_own_loop(
    ask: Callable[[str], Coroutine[object, object, Answer]], request: CompletionRequest, text: str
) -> Answer:
    """Return the result of a coroutine, run in a separate event loop."""
    answers: list[Answer] = []
    problems: list[Exception] = []

    async def asked() -> None:
        answers.append(await asyncio.wait_for(ask(text), request.deadline_ms / 1000))

    def run() -> None:
        try:
            asyncio.run(asked())
        except Exception as error:  # noqa: BLE001 it is raised where it is waited for
            problems.append(error)

    thread = Thread(target=run, name="tiermem: asking the agent's model", daemon=True)
    thread.start()
    thread.join(request.deadline_ms / 1000 + 1)
    if answers:
        return answers[0]
    if not problems or isinstance(problems[0], TimeoutError):
        raise DeadlineExceeded("asking the agent's model", request.deadline_ms)
    raise PluginError("host", f"the agent's model could not be asked ({type(problems[0]).__name__}).")


def _run(own: OwnModel, program: str, text: str, deadline_ms: int) -> Answer:
    """Run a coding agent's command on a text, with its tools off."""
    folder = Path(cache_folder(), "asking")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / IGNORE).touch()
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_SESSION}
    started = subprocess.Popen(  # noqa: S603 the person's own coding agent, by their own setting
        [program, *own.command[1:]],
        cwd=folder,
        env={**environment, OFF: "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    # Such commands include files that the text names after an @, whoever wrote it.
    try:
        output, _ = started.communicate(text.replace("@", "\\u0040"), timeout=deadline_ms / 1000)
    except subprocess.TimeoutExpired:
        _end(started)
        raise DeadlineExceeded(f"asking {own.command[0]}", deadline_ms) from None
    try:
        answer = own.read(output)
    except (ValueError, LookupError, TypeError, AttributeError):
        answer = None
    if started.returncode or answer is None:
        raise PluginError("host", f"{own.command[0]} gave no answer (exit status {started.returncode}).")
    return answer


def _end(process: subprocess.Popen[str]) -> None:
    """Kill a process and its children."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()

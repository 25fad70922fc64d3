"""One call of a host's command hook: JSON in, the same lifecycle as everywhere, one JSON object or nothing out.

Three ways lead here: ``tiermem hook``, what `hook_client` does where no resident process runs, and that process.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.doors.hook_client.asking import DEFAULTS
from tiermem.errors import InputError
from tiermem.hosts.codecs import codec
from tiermem.hosts.fitting import fitted
from tiermem.values import Turn, instant, utc_now

if TYPE_CHECKING:
    from tiermem.hosts.codecs import HostCall
    from tiermem.memory import Memory
    from tiermem.session import Session

LONGEST_INPUT = 10_000_000
"""Characters of a host's input; what is longer is no prompt."""
TAIL = 1_000_000
"""Bytes of a transcript, its last ones, in which the reply is looked for."""
PATIENCE_S = 2.0
"""Seconds that a reply is waited for: Copilot writes its transcript while it calls."""


class Options(NamedTuple):
    """What a host's configuration says about its hook: the flags of ``tiermem hook``.

    Attributes:
        host: Whose language it is.
        event: The host's event, where its input does not name it.
        flush: Id of a session that is to end now, instead of an event.
        resident: Minutes: when a session starts and no resident process runs, start one that ends after so many
            without a call.
        request: Id of this very call: where a host names no message, one that is worked on twice is kept once.
        config: The agent's YAML; the rest up to *task* as for `Memory.open` and `Memory.session`.
    """

    host: str = ""
    event: str | None = None
    flush: str | None = None
    resident: str | None = None
    config: str | None = None
    agent: str | None = None
    store: str | None = None
    user: str | None = None
    project: str | None = None
    task: str | None = None
    request: str | None = None

    @property
    def arguments(self) -> list[str]:
        """The flags again."""
        return [f"--{name}={value}" for name, value in self._asdict().items() if value is not None]


def options_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Options:
    """The options of flags that `tiermem install` wrote, ``--name value`` each; the command itself reads more forms.

    Raises:
        InputError: A flag is none, or has no value.
    """
    if len(arguments) % 2:
        raise InputError(f"A flag of the hook has no value: {' '.join(arguments)}")
    given = {
        name.removeprefix("--"): value for name, value in zip(arguments[::2], arguments[1::2], strict=True)
    }
    unknown = sorted(given.keys() - set(Options._fields))
    if unknown or not given.get("host"):
        raise InputError(f"The hook does not know {unknown}." if unknown else "The hook needs --host.")
    if "" in given.values():
        raise InputError(f"--{next(name for name, value in given.items() if not value)} is empty.")
    named: dict[str, Any] = {
        name: environment.get(f"TIERMEM_{name.upper()}") or None for name in ("config", "agent", "store")
    }
    return Options(**{"host": "", **named, **given})


def located(store: str, folder: Path) -> str:
    """A store as somebody in a folder names it, with its file named from the root."""
    kind, separator, path = store.rpartition("sqlite:///")
    if "://" in path:
        return store
    return kind + separator + str(folder / Path(path).expanduser())


def answer_one(arguments: Sequence[str], data: bytes) -> None:
    """Answer one event on standard output. It never fails: what goes wrong is told on standard error."""
    try:
        options = options_of(arguments, os.environ)
        with redirect_stdout(sys.stderr), _Opening(options) as opening:  # what plugins print is no answer
            out = respond(options, data, opening.memory, flush_later)
        sys.stdout.write(out)
    except Exception as error:  # noqa: BLE001 whatever it is, the host goes on
        sys.stderr.write(told(error))


def told(error: Exception) -> str:
    """What went wrong, as a line."""
    return f"tiermem: {type(error).__name__}: {error}\n"


class _Opening:
    """A memory that is opened when it is first needed, and closed at the end."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._opened: Memory | None = None

    def memory(self) -> Memory:
        from tiermem.memory import Memory  # not every event needs one

        if self._opened is None:
            options = self._options
            self._opened = Memory.open(options.config, agent=options.agent, store=options.store)
            for notice in self._opened.notices:
                sys.stderr.write(f"{notice}\n")
        return self._opened

    def __enter__(self) -> _Opening:
        return self

    def __exit__(self, *_: object) -> None:
        if self._opened is not None:
            self._opened.close()


def respond(
    options: Options, data: bytes, memory: Callable[[], Memory], end_later: Callable[[Options], None]
) -> str:
    """What is to be said to a host: a line of JSON, or nothing.

    Args:
        options: Of the hook.
        data: The host's input.
        memory: Gives the memory that the options name.
        end_later: Ends the session that is to be flushed, without being waited for: hosts give an end seconds or none.

    Raises:
        TiermemError: The input, or an option, is none.
    """
    if options.flush is not None:
        memory().session(options.flush, user=options.user, project=options.project).end()
        return ""
    said = codec(options.host).parse(options.event, read(data.decode("utf-8", "replace")))
    if said is None:
        return ""
    if said.moment == "end":
        end_later(options._replace(event=None, flush=said.session_id, resident=None, task=None, request=None))
        return ""
    if said.moment == "start" and options.resident is not None:
        _run_beside("serve", "--idle", options.resident)
    session = memory().session(said.session_id, user=options.user, project=options.project, task=options.task)
    given = answer(replace(said, prompt_id=said.prompt_id or options.request), session, options.host)
    return (
        "" if given is None else json.dumps(given) + "\n"
    )  # in ASCII: what a locale makes of it is not ours


def flush_later(options: Options) -> None:
    """End a session in a process of its own, which goes on when the host leaves."""
    _run_beside("hook", *options.arguments)


def _run_beside(*arguments: str) -> None:
    """Run the command in a process of its own, with the imports of this one."""
    import subprocess  # few events need it

    code = f"import sys; sys.path[:] = {sys.path!r}; from tiermem.doors.cli import main; sys.exit(main())"
    subprocess.Popen(  # noqa: S603 our own command, with the flags of this call
        [sys.executable, "-I", "-S", "-c", code, *arguments],
        env={
            name: value for name, value in os.environ.items() if name not in DEFAULTS
        },  # the arguments say it
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def read(text: str) -> Mapping[str, Any]:
    """A host's input.

    Raises:
        InputError: It is no JSON object.
    """
    if len(text) > LONGEST_INPUT:
        raise InputError(f"The host's input has {len(text):,} characters; {LONGEST_INPUT:,} are the most.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The host's input is no JSON ({error}).") from None
    if not isinstance(data, dict):
        raise InputError("The host's input is no JSON object.")
    return data


def answer(call: HostCall, session: Session, host: str) -> dict[str, Any] | None:
    """Do what the call asks for, and give the host's answer to it.

    The end of a session is not done here: see `respond`.
    """
    spoken = codec(host)
    if call.moment == "start":
        if call.fresh:
            session.on_pre_compact()
        return spoken.render(call, fitted(session.memory_prompt, session.frozen_blocks, spoken.CAP))
    if call.moment == "prompt":
        context = session.context(call.prompt)
        session.on_turn_end(turns=[_turn("user", call.prompt, call.prompt_id)])
        return spoken.render(call, context if len(context) <= spoken.CAP else "")
    if call.moment == "turn_end":
        reply = call.reply or (_awaited_reply(call.transcript) if call.transcript else "")
        session.on_turn_end(turns=[_turn("assistant", reply, _reply_id(call, reply))])
    elif call.moment == "compact":
        session.on_pre_compact()
    return None


def last_reply(transcript: Path) -> str:
    """The assistant's last answer to the last message in a transcript of Copilot; "" where there is none yet."""
    try:
        with transcript.open("rb") as file:
            file.seek(max(transcript.stat().st_size - TAIL, 0))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    for line in reversed(lines):
        kind, content = _own_message(line)
        if kind == "user.message":
            return ""
        if kind == "assistant.message" and content:
            return content
    return ""


def _own_message(line: str) -> tuple[str, str]:
    """Kind and content of an event in a transcript; "" for both where it is none, or a sub-agent's."""
    try:
        event = json.loads(line)
    except ValueError:
        return "", ""
    if not isinstance(event, dict) or "agentId" in event:
        return "", ""
    data = event.get("data")
    content = data.get("content") if isinstance(data, dict) else None
    return str(event.get("type")), content if isinstance(content, str) else ""


def _awaited_reply(transcript: Path) -> str:
    end = time.monotonic() + PATIENCE_S
    while not (reply := last_reply(transcript)) and time.monotonic() < end:
        time.sleep(0.05)
    return reply


def _turn(speaker: Any, content: str, external_id: str | None) -> Turn:
    return Turn(speaker=speaker, content=content, at=instant(utc_now()), external_id=external_id)


def _reply_id(call: HostCall, reply: str) -> str | None:
    """What tells this reply from others, so that a hook that runs twice keeps it once."""
    if call.prompt_id is None:
        return None
    from hashlib import blake2b

    return f"{call.prompt_id}:{blake2b(reply.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"

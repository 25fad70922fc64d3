"""Handle an event of a host and answer it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from tiermem.doors import lend_command
from tiermem.errors import DeadlineExceeded, InputError, StoreError, TiermemError
from tiermem.hosts.command import host
from tiermem.hosts.command.contract import is_off, note_call
from tiermem.hosts.working_folder import is_ignored, project_of
from tiermem.values import Turn, instant, utc_now
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.doors.hook.options import Options
    from tiermem.hosts.command.contract import Host, HostCall
    from tiermem.memory.memory import Memory
    from tiermem.memory.sessions.session import Session

_WRITE_S = 0.1
"""Minimum seconds to wait for a busy store after answering, while the host waits for this process to exit."""
TRIES = 20
"""Number of times that a separate process waits for the store, half a minute each."""
LONGEST_INPUT = 10_000_000
"""Limit of a host's input, in characters."""


def end_in_subprocess(options: Options) -> None:
    """End a session in a separate process, which continues after the host has exited."""
    from tiermem.doors.hook.processes import answer_beside

    answer_beside(options)


def respond(
    options: Options,
    data: bytes,
    memory: Callable[[], Memory],
    say: Callable[[str], None],
    end_later: Callable[[Options], None] = end_in_subprocess,
) -> None:
    """Answer a host, then store the event. A busy store delays the host by at most its deadline.

    Args:
        options: The hook's options.
        data: The host's input.
        memory: Returns the memory that the options name.
        say: Sends the answer, a line of JSON or "", to the host; called once.
        end_later: Ends a session in the background, because hosts allow only seconds for it, or none.

    Raises:
        TiermemError: The input or an option is invalid.
    """
    begun = time.monotonic()
    if options.flush is not None:
        _end(options.flush, options, memory())
        return say("")
    attached = host(options.host)
    if attached.parse is None:
        raise InputError(f"The host {options.host!r} has no command hooks.")
    call = attached.parse(options.event, read(data.decode("utf-8", "replace")))
    if call is None or is_off() or (call.folder is not None and is_ignored(call.folder)):
        return say("")
    note_call(options.host)
    if options.project is None and call.folder is not None:
        options = replace(options, project=project_of(call.folder))
    if call.moment == "end":
        end_later(replace(options, event=None, flush=call.session_id, resident=None, task=None, request=None))
        return say("")
    if call.moment == "permission":
        return say("" if options.late else _line(_permission(call, attached)))
    off_in = memory().settings.ignore_folders
    if off_in and call.folder is not None and is_ignored(call.folder, off_in):
        return say("")
    if call.moment == "command":
        say("" if options.late else _line(_command(call, attached, memory(), options)))
    else:
        session = memory().session(call.session_id, options.user, options.project, options.task)
        _answer_and_write(call, session, attached, options, say, begun=begun)
    return None


def _answer_and_write(
    call: HostCall,
    session: Session,
    attached: Host,
    options: Options,
    say: Callable[[str], None],
    *,
    begun: float,
) -> None:
    """Answer a prompt or a turn, then store it, within the deadline of a recall."""
    call = replace(call, prompt_id=call.prompt_id or options.request)
    given = None
    if not options.late:
        given, call = answer(call, session, attached)
    say(_line(given))
    left = begun + session.settings.recall.deadline_ms / 1000 - time.monotonic()
    write(call, session, attached, None if options.late == "1" else max(left, _WRITE_S))


def _end(session_id: str, options: Options, memory: Memory) -> None:
    """End a session, and consolidate: no process lives on that would in idle time."""
    lend_command(memory)
    memory.session(session_id, user=options.user, project=options.project).end()
    if memory.settings.consolidation.enabled:
        memory.maintenance.work(options.user)


def _line(given: dict[str, Any] | None) -> str:
    """Return an answer as a line of JSON in ASCII, independent of the locale; "" for none."""
    return "" if given is None else json.dumps(given) + "\n"


def _permission(call: HostCall, attached: Host) -> dict[str, Any] | None:
    """Allow a call of one of our own tools. Leave all others, including plugins' tools, to the host."""
    from tiermem.tools import BUILT_IN_TOOLS  # a message needs none of them

    assert attached.render is not None
    is_ours = any(tool.name == call.tool for tool in BUILT_IN_TOOLS)
    return attached.render(call, "A tool of the person's own memory.") if is_ours else None


def _command(call: HostCall, attached: Host, memory: Memory, options: Options) -> dict[str, Any] | None:
    """Answer our slash command in the model's place, within what the host takes whole."""
    from tiermem.doors.memory_command import answer as answered  # a message needs none of it

    assert attached.render is not None
    try:
        reply = answered(memory, call.prompt, options.user, typed=attached.slash)
        said = reply.markdown if attached.shows_markdown else str(reply)
    except TiermemError as error:
        said = error.for_people
    return attached.render(call, _fitting(said, attached.cap))


def _fitting(said: str, cap: int) -> str:
    """Return as many lines of an answer as fit, and a note of the others."""
    if len(said) <= cap:
        return said
    lines = said.split("\n")
    note = "… {:,} more lines do not fit here: 'tiermem list' and 'tiermem export' show all in a terminal."
    shown, size = 0, len(note)
    while size + len(lines[shown]) < cap:
        size += len(lines[shown]) + 1
        shown += 1
    return "\n".join([*lines[:shown], note.format(len(lines) - shown)])


def error_line(error: Exception) -> str:
    """Return an error as a line for standard error."""
    from tiermem.text import terminal  # only for errors

    return terminal(f"tiermem: {type(error).__name__}: {error}\n")


def shown(options: Options, data: bytes, error: Exception) -> str:
    """Return the answer that makes the host show an error when a session starts; "" for other events."""
    try:
        attached = host(options.host)
        call = attached.parse and attached.parse(options.event, read(data.decode("utf-8", "replace")))
    except Exception:  # noqa: BLE001 the input itself may be what is wrong
        return ""
    if not (call and call.moment == "start" and attached.shows_messages):
        return ""
    return _line({"systemMessage": f"tiermem remembers nothing in this session: {error}"})


def read(text: str) -> Mapping[str, Any]:
    """Parse a host's input.

    Raises:
        InputError: It is not a JSON object.
    """
    if len(text) > LONGEST_INPUT:
        raise InputError(f"The host's input has {len(text):,} characters; {LONGEST_INPUT:,} is the limit.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The host's input is not JSON ({error}).") from None
    if not isinstance(data, dict):
        raise InputError("The host's input is not a JSON object.")
    return data


def answer(call: HostCall, session: Session, attached: Host) -> tuple[dict[str, Any] | None, HostCall]:
    """Return the answer for the host, and the call for `write`."""
    assert attached.render is not None
    if session.is_away and call.moment != "start":  # what it says is kept all the same
        return None, call
    if call.moment == "start":
        if call.fresh and _discarded(session):
            call = replace(call, fresh=False)
        elif call.resumed and attached.keeps and attached.keeps_start and _is_frozen(session):
            return None, call  # they are in its history
        return attached.render(call, _blocks(session, attached.cap, now=call.fresh)), call
    if call.moment == "prompt":
        told = "" if _has_blocks(session, attached) else _blocks(session, attached.cap // 2, frozen=True)
        context = session.context(call.prompt, once=attached.keeps, kept_later=True)
        parts = [part for part in (told, context) if part]
        fits = len("\n\n".join(parts)) <= attached.cap
        return attached.render(call, "\n\n".join(parts) if fits else told), call
    return None, call


def write(call: HostCall, session: Session, attached: Host, wait_s: float | None) -> None:
    """Store a call's content.

    Args:
        call: The call.
        session: The session that it belongs to.
        attached: The host.
        wait_s: Seconds to wait for the store; None for as long as it may take.

    Raises:
        StoreError: The store was busy all that time.
    """
    work = _work(call, session, attached)
    if work is None:
        return
    for _ in range(TRIES if wait_s is None else 1):
        try:
            with nullcontext() if wait_s is None else session.within(wait_s):
                work()
            break
        except StoreError:
            if wait_s is not None:
                raise
    session.keep_recalled()


def _work(call: HostCall, session: Session, attached: Host) -> Callable[[], object] | None:
    """Return the function that stores a call's content, or None."""
    if call.moment == "prompt":
        return partial(session.on_turn_end, turns=[_turn("user", call.prompt, call.prompt_id)])
    if call.moment == "turn_end":
        reply = call.reply or (attached.read_reply(call) if attached.read_reply else "")
        return partial(session.on_turn_end, turns=[_turn("assistant", reply, _reply_id(call, reply))])
    if call.moment == "tool_result":
        from tiermem.values import ToolResult

        result = ToolResult(tool=call.tool, content=call.output, message_id=call.prompt_id)
        return partial(session.on_tool_result, result)
    if call.moment == "compact":
        return session.on_pre_compact
    if call.moment != "start":
        return None
    # Where the store was too busy to freeze the blocks, the host has them all the same, and is not to get them again.
    return session.view.discard if call.fresh else session.view.freeze


def _discarded(session: Session) -> bool:
    """Unfreeze the blocks; return False if the store is busy."""
    try:
        with session.within(session.settings.recall.deadline_ms / 1000):
            session.view.discard()
    except StoreError:
        return False
    return True


def _has_blocks(session: Session, attached: Host) -> bool:
    """Return True if the model has guidance and blocks, or gets them from another hook."""
    if not attached.keeps or _is_frozen(session):
        return True
    # A start's hook that runs now gives them. If it fails, the next message has one before it.
    return attached.starts_beside and session.settings.journal.enabled and not session.view.turns()


def _is_frozen(session: Session) -> bool:
    """Return True if the session has its blocks, or if the store does not answer in time."""
    try:
        with session.within(session.settings.recall.deadline_ms / 1000):
            return session.view.is_frozen
    except DeadlineExceeded:
        return True


def _blocks(session: Session, cap: int, *, now: bool = False, frozen: bool = False) -> str:
    """Return guidance and blocks up to *cap* characters. Freeze them unless they are frozen or the store is busy.

    Args:
        session: The session.
        cap: Maximum characters.
        now: Render them as they are now, and freeze nothing.
        frozen: Return "" if the store is busy, because the session's start gave them.
    """
    from tiermem.hosts.prompt_cap import within_cap

    try:
        with session.within(session.settings.recall.deadline_ms / 1000):
            told = session.view.unfrozen() if now else session.view.freeze()
    except DeadlineExceeded:
        if frozen:
            return ""
        told = session.view.unfrozen()
    return within_cap(str(told["text"]), told["blocks"], cap)


def _turn(speaker: Any, content: str, external_id: str | None) -> Turn:
    return Turn(speaker=speaker, content=content, at=instant(utc_now()), external_id=external_id)


def _reply_id(call: HostCall, reply: str) -> str | None:
    """Return an id for this reply, so that a hook that runs twice stores it once."""
    if call.prompt_id is None:
        return None
    from hashlib import blake2b

    return f"{call.prompt_id}:{blake2b(reply.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"

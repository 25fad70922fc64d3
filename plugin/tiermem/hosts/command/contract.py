"""Define a command host: its hook's input and output, its configuration, and how tiermem is attached."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from tiermem.support.cache import cache_folder
from tiermem.values.frozen import NamedTuple, dataclass, field

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.hosts.install.edits import FileEdit

Moment = Literal["start", "prompt", "turn_end", "end", "compact", "permission", "tool_result", "command"]
"""The events of a host: start of a session, message of the user, end of a turn, end of the session, compaction, request
for permission to call a tool, result of a tool, our slash command."""
TIMEOUT_S = 10
"""Seconds that a host waits for a hook."""
SLASH_NAMES = ("/memory", "/memories")
"""Names of the slash command. A bot's name may follow, as in ``/memory@some_bot``."""
OFF = "TIERMEM_OFF"
"""The variable that switches tiermem off for a process, unless it is 0 or empty."""


class Answer(NamedTuple):
    """The answer of a host's own model."""

    text: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None


class OwnModel(NamedTuple):
    """The command that asks a host's own model.

    Attributes:
        command: The command. It reads the text from standard input, uses no tools, and answers on standard output.
        read: Parses its output.
    """

    command: Sequence[str]
    read: Callable[[str], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCall:
    """One call of a host's hook, in the same form for all hosts.

    Attributes:
        moment: The kind of event.
        event: The host's own name of the event, which the answer may have to repeat.
        session_id: The host's id of the session.
        prompt: The user's message, or the words after our slash command, or "".
        prompt_id: The host's id of the message, so that it is stored only once.
        reply: The assistant's reply, or "".
        transcript: The file with the conversation, for hosts whose calls lack the reply.
        fresh: True to render the session's blocks again, because the host has lost them.
        resumed: True if an earlier session continues, with its history.
        folder: The working folder of the host, if known.
        tool: Before a call, the name of tiermem's tool without the host's prefix, or "" for another tool. After a call,
            the host's name of the tool.
        output: The text of a tool's result, or "".
    """

    moment: Moment
    event: str
    session_id: str
    prompt: str = ""
    prompt_id: str | None = None
    reply: str = ""
    transcript: str | None = None
    fresh: bool = False
    resumed: bool = False
    folder: str | None = None
    tool: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A host.

    Attributes:
        parse: Returns the call for an event's name (of the flag) and the hook's input, or None to ignore the event.
            None for a host without hooks.
        render: Returns the answer that gives context to the model, or None for no answer. For a permission the context
            is the reason to allow the call, for our slash command it is the reply.
        cap: Maximum characters of injected text that the host keeps whole.
        read_reply: Reads the reply from a call's transcript, for hosts whose calls lack it.
        folder: The folder of its configuration, in the home folder.
        variable: The host's own variable for another folder.
        inside: The folder within the one that the variable names; "" if they are the same.
        plan: Returns the edits that attach it; None if its configuration is not written.
        snippet: Returns a text to paste instead.
        next: Instructions for the person after the installation.
        keeps: True if its history keeps the output of hooks, so that nothing is added twice.
        keeps_start: True if a resumed session still has what was added at its start.
        starts_beside: True if its hooks for the session's start and the first message run at the same time.
        shows_messages: True if it shows the ``systemMessage`` of a hook's answer to the person.
        slash: Our slash command as it is typed there.
        shows_markdown: True if it renders the reply to our slash command as Markdown.
        model: The command that asks its own model; None if there is none.
    """

    parse: Callable[[str | None, Mapping[str, Any]], HostCall | None] | None = None
    render: Callable[[HostCall, str], dict[str, Any] | None] | None = None
    cap: int = 9_500
    read_reply: Callable[[HostCall], str] | None = None
    folder: str = ""
    variable: str = ""
    inside: str = ""
    plan: Callable[[Attachment], list[FileEdit]] | None = None
    snippet: Callable[[Attachment], str] | None = None
    next: str = ""
    keeps: bool = True
    keeps_start: bool = True
    starts_beside: bool = False
    shows_messages: bool = False
    slash: str = SLASH_NAMES[0]
    shows_markdown: bool = False
    model: OwnModel | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """The commands with which a host calls tiermem.

    Attributes:
        home: The person's home folder.
        command: The program and its arguments before the verb.
        hook_command: The hook's program and its arguments before the flags.
        flags: ``--config``, ``--user`` and the like, each with its value.
        environment: The environment, for `Host.variable`.
        resident: Idle minutes after which the resident process ends; 0 for none; None for the default.
    """

    home: Path
    command: Sequence[str]
    hook_command: Sequence[str]
    flags: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    resident: int | None = None

    def folder(self, host: Host) -> Path:
        """Return the folder of a host's configuration."""
        from pathlib import Path  # takes milliseconds, and a hook call does not need it

        named = self.environment.get(host.variable)
        return Path(named, host.inside).absolute() if named else self.home / host.folder

    def hook(
        self, name: str, event: str | None = None, *, joined: Callable[[Sequence[str]], str] | None = None
    ) -> str:
        """Return the command line of a hook.

        Args:
            name: The host.
            event: The event, for hosts whose input does not name it.
            joined: Quotes and joins words for the host's shell (default: POSIX).
        """
        import shlex

        of_event = ("--event", event) if event else ()
        resident = () if self.resident is None else ("--resident", str(self.resident))
        words = [*self.hook_command, "--host", name, *of_event, *resident, *self.flags]
        return (joined or shlex.join)(words)

    @property
    def server(self) -> dict[str, str | list[str]]:
        """The MCP server, in the configuration of hosts with hooks."""
        return {"command": self.command[0], "args": [*self.command[1:], "mcp", "--with-hooks", *self.flags]}

    @property
    def lone_server(self) -> dict[str, str | list[str]]:
        """The MCP server for a host without hooks, which also sends instructions."""
        return {"command": self.command[0], "args": [*self.command[1:], "mcp", *self.flags]}


SLASH_ABOUT = "What tiermem remembers - list, search WORDS, show ID, delete ID, correct ID TEXT, export"
"""The description of the slash command."""


def slash_text(request: str) -> str:
    """Return the message that hosts make of the slash command. A hook answers it, or else the model."""
    return f"""\
Use the tools of the MCP server tiermem for this request about durable memory: {request}

- nothing or `list`: call get_memories for both targets and show id and content;
- `search WORDS`: call search_memories for both targets, with archive true, and show what it finds, with dates;
- `delete ID`: show the entry, ask whether it is the right one, then call delete_memory;
- `correct ID TEXT`: call correct_memory."""


def slash_request(message: str) -> str | None:
    """Return the words after the slash command, typed or as `slash_text`; None for any other message."""
    before, after = (part.strip() for part in slash_text("\0").split("\0"))
    if before not in message and "/memor" not in message.lower():
        return None
    from tiermem.text import strip_injected  # takes milliseconds, and most messages are no command

    said = strip_injected(message).strip()
    if said.startswith(before) and said.endswith(after):
        return said[len(before) : -len(after)].strip()
    first, *rest = said.split(maxsplit=1) or [""]
    return " ".join(rest) if first.partition("@")[0].lower() in SLASH_NAMES else None


def text(data: Mapping[str, Any], *names: str) -> str:
    """Return the first of these fields that is a text, or ""."""
    found = (data.get(name) for name in names)
    return next((value for value in found if isinstance(value, str) and value), "")


def path(data: Mapping[str, Any], *names: str) -> str | None:
    """Return the first of these fields that is a path, or None."""
    named = text(data, *names)
    return named if named and "\0" not in named else None


def output_of(said: Any) -> str:
    """Return the text of a tool's result in any host's form, or other data as JSON."""
    if isinstance(said, str):
        return said
    if isinstance(said, list):
        return "\n".join(filter(None, map(output_of, said)))
    if isinstance(said, dict):
        inner = next((said[name] for name in _OUTPUTS if said.get(name)), None)
        if inner is not None:
            return output_of(inner)
        import json

        return json.dumps(said, ensure_ascii=False) if said else ""
    return ""


_OUTPUTS = ("text", "content", "llmContent", "textResultForLlm", "functionResponse", "response", "output")
"""Fields that contain the text of a tool's result."""


def own_tool(name: str, prefix: str) -> str:
    """Return a tool's name without the prefix of tiermem's server, or "" if it has another prefix."""
    return name.removeprefix(prefix) if name.startswith(prefix) else ""


def is_off() -> bool:
    """Return True if the environment switches tiermem off."""
    return os.environ.get(OFF, "0") not in ("", "0")


def note_call(name: str) -> None:
    """Record the time of a host's call, as the time of an empty file."""
    try:
        file = f"{cache_folder()}/called-{name}"
        if os.path.exists(file):
            os.utime(file)
        else:
            os.makedirs(os.path.dirname(file), exist_ok=True)
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    except (OSError, RuntimeError):
        pass  # the answer does not need it


def last_call(name: str) -> float | None:
    """Return the time of a host's last call in seconds since the epoch, or None."""
    try:
        return os.stat(f"{cache_folder()}/called-{name}").st_mtime
    except (OSError, RuntimeError):
        return None

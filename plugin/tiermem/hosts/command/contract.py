"""Define a command host: how its hook speaks, where its configuration is, and how tiermem is attached."""

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
"""The events of a host: a session starts, a message was typed, a reply came, the session ends, the context shrinks, a
tool is to be called, a tool gave its result, our slash command was typed."""
TIMEOUT_S = 10
"""Seconds that a host waits for a hook."""
OFF = "TIERMEM_OFF"
"""The variable that switches tiermem off in the processes that have it, unless it is 0 or empty."""


class Answer(NamedTuple):
    """The answer of a host's own model."""

    text: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None


class OwnModel(NamedTuple):
    """The command by which a host's own model is asked.

    Attributes:
        command: Reads the text from standard input, uses no tool, and answers on standard output.
        read: From that output to the answer.
    """

    command: Sequence[str]
    read: Callable[[str], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCall:
    """One call of a host's hook, in terms that all hosts share.

    Attributes:
        moment: When it is.
        event: The host's own name of it, which an answer may have to repeat.
        session_id: The host's id of the session.
        prompt: The user's message, or what stands behind our slash command, or "".
        prompt_id: The host's id of the message, by which it is stored once.
        reply: The assistant's reply, or "".
        transcript: Where the host keeps the conversation, for hosts whose calls lack the reply.
        fresh: True if the session's blocks are to be rendered again because the host has lost them.
        resumed: True if an earlier session goes on, with its history.
        folder: The working folder of the host, if it says so.
        tool: The tool of tiermem's server that is to be called, without the host's prefix; "" for any other. Of a
            tool's result, the host's name of that tool.
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
        parse: From the event's name by flag and the hook's input to a call; None for an event without work. None for a
            host without hooks.
        render: From a call and context to the answer that puts the context before the model; None for no answer. For a
            permission the context is the reason why the tool may be called, for a command the answer.
        cap: Characters of injected text that the host takes whole.
        read_reply: Reads the reply from a call's transcript, for hosts whose calls lack it.
        folder: The folder of its configuration, in the home folder.
        variable: The host's own variable that names another place for it.
        inside: The folder in that place; "" if the variable names the folder itself.
        plan: The edits that attach it; None if its configuration is not written.
        snippet: A text to paste instead.
        next: What is left to the person after the installation.
        keeps: True if its history keeps what a hook adds, so that nothing is to be added twice.
        keeps_start: True if an earlier session that goes on still has what was added when it started.
        starts_beside: True if its hooks of a session's start and of the first message run at the same time.
        shows_messages: True if it shows the ``systemMessage`` of a hook's answer to the person.
        shows_markdown: True if it renders the answer of our slash command as Markdown.
        model: How its own model is asked; None where it has no command for that.
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
    shows_markdown: bool = False
    model: OwnModel | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """The way a host reaches tiermem.

    Attributes:
        home: The person's home folder.
        command: The program and its arguments in front of the verb.
        hook_command: The program that runs as a hook, in front of its flags.
        flags: Whose memory: ``--config``, ``--user`` and the like, each with its value.
        environment: Where to look for `Host.variable`.
        resident: Minutes without a call after which the resident process ends; 0 for none; None for the default.
    """

    home: Path
    command: Sequence[str]
    hook_command: Sequence[str]
    flags: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    resident: int | None = None

    def folder(self, host: Host) -> Path:
        """Return the folder of a host's configuration."""
        from pathlib import Path  # takes milliseconds, and a call needs none

        named = self.environment.get(host.variable)
        return Path(named, host.inside).absolute() if named else self.home / host.folder

    def hook(
        self, name: str, event: str | None = None, *, joined: Callable[[Sequence[str]], str] | None = None
    ) -> str:
        """Return the command line of a hook.

        Args:
            name: The host that calls it.
            event: The event, for a host whose input does not name it.
            joined: Joins words as the host's shell reads them; POSIX by default.
        """
        import shlex

        of_event = ("--event", event) if event else ()
        resident = () if self.resident is None else ("--resident", str(self.resident))
        words = [*self.hook_command, "--host", name, *of_event, *resident, *self.flags]
        return (joined or shlex.join)(words)

    @property
    def server(self) -> dict[str, str | list[str]]:
        """The MCP server, as hosts with hooks write it."""
        return {"command": self.command[0], "args": [*self.command[1:], "mcp", "--with-hooks", *self.flags]}

    @property
    def lone_server(self) -> dict[str, str | list[str]]:
        """The MCP server for a host that has nothing but its tools and its instructions."""
        return {"command": self.command[0], "args": [*self.command[1:], "mcp", *self.flags]}


SLASH_NAMES = ("/memory", "/memories")
"""The words with which the slash command may begin; a bot's name may follow, as in ``/memory@some_bot``."""
SLASH_ABOUT = "What tiermem remembers - list, search WORDS, show ID, delete ID, correct ID TEXT, export"
"""The description of the slash command."""


def slash_text(request: str) -> str:
    """Return the message that a host makes of the slash command: a hook answers it, or else the model does."""
    return f"""\
Use the tools of the MCP server tiermem for this request about durable memory: {request}

- nothing or `list`: call get_memories for both targets and show id and content;
- `search WORDS`: call search_memories for both targets, with archive true, and show what it finds, with dates;
- `delete ID`: show the entry, ask whether it is the right one, then call delete_memory;
- `correct ID TEXT`: call correct_memory."""


def slash_request(message: str) -> str | None:
    """Return the words behind the slash command in a message that is one, as typed or as `slash_text`; else None."""
    before, after = (part.strip() for part in slash_text("\0").split("\0"))
    if before not in message and "/memor" not in message.lower():
        return None
    from tiermem.text import strip_injected  # takes milliseconds, and most messages are none

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
    """Return the first of these fields that names a file."""
    named = text(data, *names)
    return named if named and "\0" not in named else None


def output_of(said: Any) -> str:
    """Return the text in a tool's result, in whatever form the host gives it; other data as JSON."""
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
"""Fields in which hosts give the text of a tool's result."""


def own_tool(name: str, prefix: str) -> str:
    """Return a tool's own name if the host's name of it begins with the prefix of tiermem's server, or ""."""
    return name.removeprefix(prefix) if name.startswith(prefix) else ""


def is_off() -> bool:
    """Return True if the environment switches tiermem off."""
    return os.environ.get(OFF, "0") not in ("", "0")


def note_call(name: str) -> None:
    """Keep the time at which a host called: that of an empty file."""
    try:
        file = f"{cache_folder()}/called-{name}"
        if os.path.exists(file):
            os.utime(file)
        else:
            os.makedirs(os.path.dirname(file), exist_ok=True)
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    except (OSError, RuntimeError):
        pass  # the answer does not depend on it


def last_call(name: str) -> float | None:
    """Return when a host last called, in seconds since the epoch; None if it never did."""
    try:
        return os.stat(f"{cache_folder()}/called-{name}").st_mtime
    except (OSError, RuntimeError):
        return None

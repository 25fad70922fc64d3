"""Serve the tools over the Model Context Protocol, blocks and entries as resources, the write guidance as a prompt.

This module reads and writes the protocol's lines of JSON-RPC itself, because some hosts do not wait for a server that
starts slowly: importing the protocol's SDK takes 0.8 s of CPU, and this whole server 0.15
(``python -X importtime -c 'import mcp.server.lowlevel'``). The tests use the SDK's client. One process is one session,
unless its host names the session of each call: several threads of Codex may share a process.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, BinaryIO

from tiermem.engine.prompt.guidance import guidance
from tiermem.errors import InputError, TiermemError
from tiermem.hosts.command.contract import SLASH_ABOUT, slash_text
from tiermem.support.lazy import logger
from tiermem.support.nested import each_text
from tiermem.text import escape_data, escape_line
from tiermem.tools.reading import READING_TOOLS
from tiermem.tools.writing import CHANGING_TOOLS
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory
    from tiermem.memory.sessions.session import Session
    from tiermem.values import Tool

_LOG = logger("tiermem")
BLOCKS, ENTRIES = "tiermem://blocks/", "tiermem://entries/"
GUIDANCE = "write_guidance"
"""Name of the prompt with the write guidance."""
COMMAND = "memories"
"""Name of the prompt that shows and changes memories. It is not ``memory``, which hosts use themselves."""
LISTED = 200
"""Maximum entries to list, most recently changed first. Others can be read by id."""
VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""Supported versions of the protocol, which all begin with a handshake, newest first."""
_SEARCH_FIRST = """\
This host recalls nothing by itself. Before you answer, call search_memories with the words of the user's message if \
it is about the person, their projects, people or earlier conversations (archive: true for what was said or done); \
store what the user tells you that should last."""
"""The instruction for hosts without hooks."""
_READING = frozenset(tool.name for tool in READING_TOOLS)
_CHANGING = frozenset(tool.name for tool in CHANGING_TOOLS)
_NOT_JSON, _NO_REQUEST, _NO_METHOD, _WRONG_PARAMS, _FAILED = -32700, -32600, -32601, -32602, -32603
_AT_ONCE = 4
"""Maximum concurrent requests. Others wait."""


def serve(
    memory: Memory,
    session: Session,
    *,
    is_off: bool = False,
    has_hooks: bool = False,
    join: Callable[[str], Session] | None = None,
) -> None:
    """Serve over standard input and output until the client disconnects, then end the sessions used.

    Args:
        memory: See `Serving`.
        session: See `Serving`.
        is_off: See `Serving`.
        has_hooks: See `Serving`.
        join: See `Serving`.
    """
    serving = Serving(memory, session, is_off=is_off, has_hooks=has_hooks, join=join)
    with _own_streams() as (incoming, outgoing), ThreadPoolExecutor(_AT_ONCE) as threads:
        turn = Lock()

        def answer(line: bytes) -> None:
            try:
                reply = serving.answer_line(line)
            finally:
                session.release()
            if reply:
                with turn:
                    outgoing.write(reply)
                    outgoing.flush()

        for line in incoming:
            if line.strip():
                threads.submit(answer, line)
    for used in serving.used.values():
        if not used.is_outdated:
            used.end()


@contextmanager
def _own_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Yield standard input and output. Other code then reads an empty input and writes to standard error."""
    sys.stdout.flush()
    kept = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    try:
        with (
            os.fdopen(kept[0], "rb", closefd=False) as incoming,
            os.fdopen(kept[1], "wb", closefd=False) as out,
        ):
            yield incoming, out
    except BrokenPipeError:
        pass  # the client has left
    finally:
        for place, file in enumerate(kept):
            os.dup2(file, place)
            os.close(file)


class _Refused(Exception):
    """An error of the protocol: its code and message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Serving:
    """Answer the requests of one client.

    Args:
        memory: The memory whose entries and blocks are resources.
        session: The session for tool calls.
        is_off: Offer nothing, because memory is off in the host's folder.
        has_hooks: Send no instructions, because the host's hooks provide guidance and blocks.
        join: Returns the session with an id that the host names with a call; None to always use *session*.

    Attributes:
        used: Id → session in which a tool was called.
    """

    def __init__(
        self,
        memory: Memory,
        session: Session,
        *,
        is_off: bool = False,
        has_hooks: bool = False,
        join: Callable[[str], Session] | None = None,
    ) -> None:
        self._memory = memory
        self._begun = session
        self._is_off = is_off
        self._has_hooks = has_hooks
        self._join = join
        self.used: dict[str, Session] = {}
        self._methods: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "initialize": self._initialize,
            "ping": lambda _: {},
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
            "resources/list": self._list_resources,
            "resources/templates/list": self._list_templates,
            "resources/read": self._read_resource,
            "prompts/list": self._list_prompts,
            "prompts/get": self._get_prompt,
        }

    def answer_line(self, line: bytes) -> bytes:
        """Answer a line of the protocol with a line; b"" for no answer."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            reply: Any = _error(None, _NOT_JSON, f"This is not JSON ({error}).")
        else:
            reply = self.answer(message)
        return b"" if reply is None else json.dumps(reply).encode() + b"\n"

    def answer(self, message: Any) -> dict[str, Any] | None:
        """Return the answer to a client's message; None for notifications and responses."""
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            is_answer = isinstance(message, dict) and ("result" in message or "error" in message)
            return None if is_answer else _error(None, _NO_REQUEST, "This is not a request of JSON-RPC.")
        if "id" not in message:
            return None
        try:
            result = self._result(message["method"], message.get("params") or {})
            return {"jsonrpc": "2.0", "id": message["id"], "result": result}
        except _Refused as error:
            return _error(message["id"], error.code, str(error))
        except TiermemError as error:
            return _error(message["id"], _WRONG_PARAMS, str(error))
        except Exception as error:  # noqa: BLE001 whatever it is, the next request is answered
            _LOG.warning("%s failed", message["method"], exc_info=True)
            return _error(message["id"], _FAILED, f"{type(error).__name__}: {error}")

    def _result(self, method: str, params: Any) -> dict[str, Any]:
        if method not in self._methods:
            raise _Refused(_NO_METHOD, f"Method not found: {method}")
        if not isinstance(params, dict):
            raise _Refused(_WRONG_PARAMS, "The parameters must be an object.")
        return self._methods[method](params)

    def _initialize(self, params: Mapping[str, Any]) -> dict[str, Any]:
        from tiermem import __version__

        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
            "capabilities": {
                "tools": {"listChanged": False},
                "resources": {"subscribe": False, "listChanged": False},
                "prompts": {"listChanged": False},
            },
            "serverInfo": {"name": "tiermem", "version": __version__},
            **({"instructions": told} if (told := self._instructions()) else {}),
        }

    @property
    def _session(self) -> Session:
        """The session for calls, begun again if another agent has made the user's file meanwhile."""
        self._begun = self._again(self._begun)
        return self._begun

    def _again(self, session: Session) -> Session:
        if not session.is_outdated:
            return session
        at = session.place
        return self._memory.session(at.id, at.user, at.project, at.task, at.connections)

    def _instructions(self) -> str:
        """Return current guidance and blocks, and when to search, for hosts without hooks."""
        if self._is_off or self._has_hooks:
            return ""
        return f"{self._session.view.unfrozen(recalls=False)['text']}\n\n{_SEARCH_FIRST}"

    def _list_tools(self, _: Mapping[str, Any]) -> dict[str, Any]:
        return {"tools": [] if self._is_off else [_offered(tool) for tool in self._session.tools]}

    def _call_tool(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        reply = self._session_of(asked).call_tool(_text(asked, "name"), asked.get("arguments"))
        text = json.dumps(reply, ensure_ascii=False, default=str)
        return {
            "content": [{"type": "text", "text": text}],
            "structuredContent": json.loads(text),
            "isError": "error" in reply,
        }

    def _session_of(self, asked: Mapping[str, Any]) -> Session:
        """Return the session that the host names with a call, as Codex does, or this server's session."""
        meta = asked.get("_meta")
        named = meta.get("sessionId") if isinstance(meta, dict) else None
        session = self.used.get(named) if isinstance(named, str) else None
        if session is None and isinstance(named, str) and named and self._join is not None:
            try:
                session = self._join(named)
            except InputError:  # another user's, or no name of a session
                session = None
        session = self._session if session is None else self._again(session)
        self.used[session.id] = session
        return session

    def _list_templates(self, _: Mapping[str, Any]) -> dict[str, Any]:
        template = {
            "name": "entry",
            "uriTemplate": f"{ENTRIES}{{id}}",
            "description": "An entry by its id, with all its fields.",
            "mimeType": "application/json",
        }
        return {"resourceTemplates": [template]}

    def _list_prompts(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Return the prompts; many hosts offer them as slash commands."""
        about = "When to store what, and where: for a system prompt."
        request = {
            "name": "request",
            "description": "list, search WORDS, delete ID or correct ID TEXT",
            "required": False,
        }
        return {
            "prompts": [
                {"name": GUIDANCE, "description": about},
                {"name": COMMAND, "description": SLASH_ABOUT, "arguments": [request]},
            ]
        }

    def _get_prompt(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        name = _text(asked, "name")
        if name not in (GUIDANCE, COMMAND):
            raise _Refused(_WRONG_PARAMS, f"There is no prompt {name!r}. Possible: {GUIDANCE}, {COMMAND}.")
        given = asked.get("arguments")
        request = given.get("request") if isinstance(given, dict) else None
        if name == GUIDANCE:
            told = guidance(self._session.settings, recalls=self._has_hooks)
        else:
            told = slash_text(str(request or "list"))
        content = {"type": "text", "text": told}
        return {"messages": [{"role": "user", "content": content}]}

    def _list_resources(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Return the blocks of the system prompt, then the entries, most recently changed first."""
        blocks = [
            {
                "name": block["name"],
                "title": block["title"],
                "uri": f"{BLOCKS}{block['name']}",
                "mimeType": "text/plain",
            }
            for block in self._session.frozen_blocks
        ]
        entries, _total = self._memory.entries(self._session.view.reach.user.name).list(
            EntryFilter(layers=("L0", "L1"))
        )
        latest = sorted(entries, key=lambda entry: (entry.updated_at, entry.id), reverse=True)[:LISTED]
        listed = [
            {
                "name": entry.id,
                "title": escape_line(entry.content)[:80],
                "uri": f"{ENTRIES}{entry.id}",
                "mimeType": "application/json",
            }
            for entry in latest
        ]
        return {"resources": blocks + listed}

    def _read_resource(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        uri = _text(asked, "uri")
        text, mime = self._resource(uri)
        return {"contents": [{"uri": uri, "text": text, "mimeType": mime}]}

    def _resource(self, uri: str) -> tuple[str, str]:
        """Return the text of a resource and its type.

        Raises:
            InputError: There is no such resource.
        """
        if uri.startswith(ENTRIES):
            entry = self._memory.entries(self._session.view.reach.user.name).get(uri.removeprefix(ENTRIES))
            return json.dumps(each_text(entry.as_dict(), escape_data), ensure_ascii=False), "application/json"
        texts = {f"{BLOCKS}{block['name']}": str(block["text"]) for block in self._session.frozen_blocks}
        if uri not in texts:
            raise InputError(f"There is no resource {uri!r}. Blocks: {', '.join(texts) or 'none'}.")
        return texts[uri], "text/plain"


def _error(number: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def _text(params: Mapping[str, Any], name: str) -> str:
    """Return a parameter that must be a text."""
    value = params.get(name)
    if not isinstance(value, str):
        raise _Refused(_WRONG_PARAMS, f"The parameter {name!r} must be a text.")
    return value


def _offered(tool: Tool) -> dict[str, Any]:
    """Return a tool in the protocol's form, with its hints."""
    return {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": dict(tool.parameters),
        "annotations": {
            "readOnlyHint": tool.name in _READING,
            "destructiveHint": tool.name in _CHANGING or "system" not in tool.tags,
            "idempotentHint": tool.name in _READING,
            "openWorldHint": "system" not in tool.tags,
        },
    }

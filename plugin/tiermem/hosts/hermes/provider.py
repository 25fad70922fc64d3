"""Provide memory to hermes-agent, one `Session` at a time."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tiermem.errors import ConfigError
from tiermem.hosts.hermes.mirror import mirror
from tiermem.hosts.hermes.settings import Settings
from tiermem.hosts.shared_session import SharedSession
from tiermem.memory.memory import Memory
from tiermem.text import FENCE
from tiermem.values import ToolResult
from tiermem.values.store_urls import sqlite_file

if TYPE_CHECKING:
    from tiermem.memory.sessions.session import Session

T = TypeVar("T")
_LOG = logging.getLogger("tiermem")


class TierMem:
    """The memory of one hermes agent: its ``agent.memory_provider.MemoryProvider``.

    - The blocks are the provider's part of the system prompt, frozen when the session begins.
    - Recalled text has no fence of ours: hermes adds its own, after the user's text, and does not store it.
    - The tools are offered beside hermes' own. A name that hermes uses itself gets a prefix.
    - A turn is journaled when it is over. A session ends when hermes leaves it.
    - Writes of hermes' own memory tool become entries too.

    Subagents and scheduled jobs can read but not write. Failures of the store or of plugins are logged, and hermes
    continues without memory. Calls may come from several threads; they run one at a time.

    Args:
        home: hermes' home, where ``tiermem.json`` may select user and store.
        reserved: Names of tools that a provider may not use.
    """

    name = "tiermem"

    def __init__(self, home: Path, *, reserved: Collection[str] = ()) -> None:
        self._home = home
        self._reserved = reserved
        self._begin: Callable[[str], Session] | None = None
        self._id = ""
        self._here: SharedSession | None = None
        self._unread = False

    # -- before a session ------------------------------------------------------------------------

    @cached_property
    def _settings(self) -> Settings:
        return Settings.read(self._home)

    @cached_property
    def _memory(self) -> Memory:
        chosen = self._settings
        return Memory.open(chosen.config, chosen.agent, chosen.store)

    def is_available(self) -> bool:
        """Return True if ``tiermem.json`` is valid and the YAML that it may name exists. Open nothing."""
        try:
            named = self._settings.config
        except ConfigError as error:
            _LOG.warning("%s", error)
            return False
        return named is None or Path(named).exists()

    def get_config_schema(self) -> list[dict[str, Any]]:
        """Return the questions of ``hermes memory setup``.

        Raises:
            ConfigError: ``tiermem.json`` is invalid.
        """
        questions = {
            "config": "The agent's YAML, if there is one",
            "store": "File or URL of the store, if it is not the usual one",
            "user": "Your name in it, if you are not its only user",
        }
        return [
            {"key": key, "description": text, "default": getattr(self._settings, key)}
            for key, text in questions.items()
        ]

    def save_config(self, values: Mapping[str, Any], hermes_home: str) -> None:
        """Save a person's answers in ``tiermem.json``."""
        Settings.write(values, Path(hermes_home))

    def backup_paths(self) -> list[str]:
        """Return the store's files for ``hermes backup``, except those of a database server."""
        url = str(self._released(lambda memory: memory.timeline.stats()["store"]))
        return [*filter(None, [sqlite_file(url), self._settings.config])]

    def _released(self, call: Callable[[Memory], T]) -> T:
        """Run a call, and close this thread's connection."""
        try:
            return call(self._memory)
        finally:
            self._memory.release()

    # -- the life of a session -------------------------------------------------------------------

    def initialize(self, session_id: str, **about: Any) -> None:
        """Begin a session, or continue the one with this id.

        Args:
            session_id: hermes' id.
            about: Facts from hermes: ``agent_context``, ``platform``, ``user_id`` and more.
        """
        self._here = self._begin = None
        platform = str(about.get("platform") or "cli")
        user = self._settings.user_of(platform, str(about.get("user_id") or ""))
        project = self._settings.project
        reads = platform == "cron" or about.get("agent_context", "primary") not in ("", "primary")

        def begin(session_id: str) -> Session:
            if reads:
                return self._memory.preview(user, project=project)
            return self._memory.session(session_id, user=user, project=project)

        self._here = self._released(lambda _: SharedSession(begin(session_id)))
        self._begin, self._id = begin, session_id

    def system_prompt_block(self) -> str:
        """Return guidance and blocks, frozen at the session's start."""
        return self._safely(lambda session: session.memory_prompt, "")

    def prefetch(self, query: str, *, session_id: str = "") -> str:
        """Return text recalled for a message, without a fence."""
        context = self._safely(lambda session: session.context(query), "", session_id)
        return context.removeprefix(f"<{FENCE}>\n").removesuffix(f"\n</{FENCE}>")

    def sync_turn(
        self,
        user_content: str,
        assistant_content: str,
        *,
        session_id: str = "",
        messages: Sequence[Mapping[str, Any]] | None = None,  # noqa: ARG002 hermes' signature
    ) -> None:
        """Journal a turn that is over."""

        def journal(session: Session) -> None:
            self._unread = True
            session.on_turn_end(user_content, assistant_content)

        self._safely(journal, None, session_id)

    def on_pre_compress(self, messages: Sequence[Mapping[str, Any]], **_: Any) -> str:  # noqa: ARG002
        """Learn from the turns, which are already journaled, and renew the blocks."""
        self._safely(lambda session: session.on_pre_compact(), None)
        return ""

    def on_session_end(self, messages: Sequence[Mapping[str, Any]]) -> None:  # noqa: ARG002
        """End the conversation's session."""
        self._safely(self._end, None)

    def on_session_switch(self, new_session_id: str, **_: Any) -> None:
        """End the conversation that hermes leaves, unless it has ended, and begin another one.

        If it cannot begin, each later call tries again, so that nothing is written to the old one.
        """
        left = self._here
        if left is not None and left.session.id in ("", new_session_id):
            return
        if left is not None and self._unread:
            left.safely(partial(self._end, left.session), None)
        self._id, self._here = new_session_id, None
        self._at(new_session_id)

    def shutdown(self) -> None:
        """End open sessions and close the store when hermes ends."""
        if self._unread:
            self._safely(self._end, None)
        self._here = self._begin = None
        if "_memory" in self.__dict__:
            self.__dict__.pop("_memory").close()

    def _end(self, session: Session) -> None:
        session.end()
        self._unread = False

    # -- tools, and the work of others -----------------------------------------------------------

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """Return the tools; hermes asks before there is a session.

        Raises:
            ConfigError: ``tiermem.json`` or the agent's YAML is invalid. hermes logs it and continues without memory.
            StoreError: The store cannot be used.
        """
        user = self._settings.user
        schemas = self._released(lambda memory: memory.preview(user).tool_schemas)
        return [schema | {"name": self._offered(schema["name"])} for schema in schemas]

    def handle_tool_call(self, tool_name: str, args: Mapping[str, Any], **_: Any) -> str:
        """Call a tool and return its answer as JSON."""
        failed = {"error": {"code": "error", "message": f"The tool {tool_name} failed."}}

        def call(session: Session) -> dict[str, Any]:
            names = {self._offered(tool.name): tool.name for tool in session.tools}
            return session.call_tool(names.get(tool_name, tool_name), dict(args))

        return json.dumps(self._safely(call, failed), ensure_ascii=False, default=str)

    def _offered(self, name: str) -> str:
        return f"{self.name}_{name}" if name in self._reserved else name

    def on_memory_write(
        self, action: str, target: str, content: str, metadata: Mapping[str, Any] | None = None
    ) -> None:
        """Repeat a write of hermes' own memory tool, see `mirror`."""
        old = str((metadata or {}).get("old_text") or "")

        def write(session: Session) -> None:
            if session.id:
                mirror(session.entries, action, target, content, old)

        self._safely(write, None)

    def on_delegation(self, task: str, result: str, *, child_session_id: str = "", **_: Any) -> None:
        """Archive the result of a subagent, as that of a tool."""
        found = ToolResult(
            tool="delegate_task", content=f"{task}\n\n{result}", message_id=child_session_id or None
        )
        if result:
            self._safely(lambda session: session.on_tool_result(found), None)

    def _safely(self, call: Callable[[Session], T], otherwise: T, session_id: str = "") -> T:
        """Run a call in the session of this id, or the current one; see `SharedSession.safely`."""
        here = self._at(session_id)
        return otherwise if here is None else here.safely(lambda: call(here.session), otherwise)

    def _at(self, session_id: str) -> SharedSession | None:
        here, begin = self._here, self._begin
        if begin is None or (here is not None and session_id in ("", here.session.id)):
            return here
        asked = session_id or self._id
        try:
            begun = self._released(lambda _: SharedSession(begin(asked)))
        except Exception:  # noqa: BLE001 whatever it is, hermes goes on
            _LOG.exception("hermes continues without the session %s, which could not begin", asked)
            return None
        if here is None and asked == self._id:
            self._here = begun
        return begun


def register(context: Any) -> None:
    """Give hermes its provider.

    Args:
        context: hermes' context, which has ``register_memory_provider``.
    """
    import toolsets
    from agent.memory_provider import MemoryProvider
    from hermes_constants import get_hermes_home

    class Provider(TierMem, MemoryProvider):
        """Use hermes' own answer for methods that a later hermes adds."""

    reserved = frozenset(getattr(toolsets, "_HERMES_CORE_TOOLS", ()))
    context.register_memory_provider(Provider(Path(get_hermes_home()), reserved=reserved))

"""A session that began while the server of the store was away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from tiermem.engine.prompt.memory_context import Recalled
from tiermem.errors import StoreError, TiermemError, UnusableStore
from tiermem.memory.sessions.session import Session
from tiermem.values import Receipt, instant, new_id

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from tiermem.memory.engine import Engine
    from tiermem.memory.sessions.spooling import Place, Spooling
    from tiermem.memory.sessions.view import SessionView
    from tiermem.tools.toolbox import ToolShape
    from tiermem.values import Tool, ToolResult, ToolSuggestion, Turn


class AwaySession(Session):
    """It shows nothing and keeps what is written, until the server is back; then it is the session itself.

    Args:
        engine: The engine of the agent's memory.
        spooling: Keeps what is written.
        place: What the session was begun with.
        begin: Begins the session itself.
    """

    def __init__(
        self, engine: Engine, spooling: Spooling, place: Place, begin: Callable[[Place], Session]
    ) -> None:
        self.id = place.id
        self.recalled: Recalled | None = None
        self.sent = {}
        self.settings = engine.settings
        self.connections = place.connections
        self._engine = engine
        self._spooling = spooling
        self._place = place
        self._begin = begin
        self._itself: Session | None = None
        self._reason = "the server of the store is away"
        self._awaited = None

    @property
    def is_away(self) -> bool:
        """True while the server is away."""
        return self._now() is None

    def _now(self) -> Session | None:
        """Return the session itself, if the server is back."""
        if self._itself is None:
            try:
                seconds = self.settings.recall.deadline_ms / 1000
                self._itself = self._spooling.quickly(lambda: self._begin(self._place), seconds)
            except StoreError as error:
                if not error.is_away:
                    raise
                self._reason = str(error)
        return self._itself

    @property
    def view(self) -> SessionView:  # type: ignore[override]
        """See `Session`.

        Raises:
            UnusableStore: The server is away.
        """
        itself = self._now()
        return (itself or self._spooling.quickly(lambda: self._begin(self._place))).view

    @property
    def system_prompt(self) -> str:
        """See `Session.system_prompt`: the agent's own instruction alone."""
        itself = self._now()
        return self._instructed("") if itself is None else itself.system_prompt

    @property
    def memory_prompt(self) -> str:
        """See `Session.memory_prompt`: nothing."""
        itself = self._now()
        return "" if itself is None else itself.memory_prompt

    @property
    def frozen_blocks(self) -> list[dict[str, Any]]:
        """See `Session.frozen_blocks`: none."""
        itself = self._now()
        return [] if itself is None else itself.frozen_blocks

    def context(
        self, text: str, *, once: bool = False, kept_later: bool = False, tools: Sequence[str] = ()
    ) -> str:
        """See `Session.context`: nothing, and a receipt that says why."""
        itself = self._now()
        if itself is not None:
            context = itself.context(text, once=once, kept_later=kept_later, tools=tools)
            self.recalled = itself.recalled
            return context
        note = f"store: {self._reason} What is said is kept in {self._spooling.path}."
        receipt = Receipt(
            id=new_id(), at=instant(self._engine.clock()), session_id=self.id, query="", terms=(), rendered=(),
            dropped=(), notes=(note,), took_ms=0.0,
        )  # fmt: skip
        self.recalled = Recalled(context="", passages=(), receipt=receipt, told=None)
        return ""

    def keep_recalled(self) -> None:
        """See `Session.keep_recalled`: a receipt of nothing is not kept."""
        if self._itself is not None:
            self._itself.keep_recalled()

    def last_recalled(self) -> dict[str, Any] | None:
        """See `Session.last_recalled`: none."""
        itself = self._now()
        return None if itself is None else itself.last_recalled()

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """See `Session.within`."""
        return nullcontext() if self._itself is None else self._itself.within(seconds)

    def suggest_tools(self, prompt: str) -> tuple[ToolSuggestion, ...]:
        """See `Session.suggest_tools`: none."""
        itself = self._now()
        return () if itself is None else itself.suggest_tools(prompt)

    def _tools(self) -> Any:
        from tiermem.tools.toolbox import Toolbox

        return Toolbox(self, self._engine.tools) if self._itself is None else self._itself._tools()  # noqa: SLF001

    def tools_for(self, shape: ToolShape) -> list[dict[str, Any]]:
        """See `Session.tools_for`."""
        return list(self._tools().schemas(shape))

    @property
    def tools(self) -> tuple[Tool, ...]:
        """See `Session.tools`."""
        found: tuple[Tool, ...] = self._tools().tools
        return found

    def call_tool(self, name: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """See `Session.call_tool`: what only adds is kept, everything else answers that the server is away."""
        itself = self._now()
        if itself is not None:
            return itself.call_tool(name, arguments)
        try:
            if not self._spooling.takes(name):
                raise UnusableStore(self._engine.store.url, self._reason, is_away=True)
            self._spooling.keep_call(self._place, name, arguments or {})
        except TiermemError as error:
            return {"error": error.as_dict(), "usage": {}}
        return self._spooling.reply

    def on_turn_end(
        self, user: str | None = None, assistant: str | None = None, *, turns: Sequence[Turn] = ()
    ) -> None:
        """See `Session.on_turn_end`: it is kept."""
        itself = self._now()
        if itself is not None:
            itself.on_turn_end(user, assistant, turns=turns)
            return
        from tiermem.memory.sessions.learning import said

        now = instant(self._engine.clock())
        self._spooling.keep_turns(self._place, self._spooling.identified(said(user, assistant, turns, now)))

    def on_tool_result(self, result: ToolResult) -> int:
        """See `Session.on_tool_result`: it is not kept."""
        itself = self._now()
        return 0 if itself is None else itself.on_tool_result(result)

    def on_pre_compact(self, turns: Sequence[Turn] = ()) -> None:
        """See `Session.on_pre_compact`: turns that were not kept before are."""
        itself = self._now()
        if itself is not None:
            itself.on_pre_compact(turns)
            return
        from tiermem.memory.sessions.learning import checked

        self._spooling.keep_dropped(self._place, checked(turns))

    def turns(self, start: int = 0) -> list[Turn]:
        """See `Session.turns`: none are known."""
        itself = self._now()
        return [] if itself is None else itself.turns(start)

    def end(self) -> None:
        """See `Session.end`: it is ended when the server is back."""
        itself = self._now()
        if itself is not None:
            itself.end()
        else:
            self._spooling.keep_end(self._place)

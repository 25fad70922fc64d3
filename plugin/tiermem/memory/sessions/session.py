"""One conversation of one user with one agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from tiermem.errors import StoreError, TiermemError
from tiermem.support.spans import span
from tiermem.text import clean, strip_injected

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import TracebackType

    from tiermem.engine.prompt.explanation import Explanation
    from tiermem.engine.prompt.memory_context import Recalled
    from tiermem.memory.engine import Engine
    from tiermem.memory.entries import Entries
    from tiermem.memory.sessions.learning import SessionLearning
    from tiermem.memory.sessions.observations import Observations
    from tiermem.memory.sessions.spooling import Place
    from tiermem.memory.sessions.view import SessionView
    from tiermem.tools.toolbox import Toolbox, ToolShape
    from tiermem.values import Completion, CompletionRequest, Tool, ToolResult, ToolSuggestion, Turn


T = TypeVar("T")
_LIKELY = 0.5
"""Score from which on a suggested tool is named to the model."""
_MOST_SUGGESTED = 3


class Session:
    """A session, returned by `Memory.session`. A ``with`` statement ends it.

    ``async with`` gives an `AsyncSession`, whose calls are coroutines.

    Call the life cycle in this order: `system_prompt` once, then for each turn `on_prompt`, any number of `call_tool`,
    `on_turn_end`; `on_pre_compact` before the host compacts its context; finally `end`.

    A preview, `Memory.preview`, is a session without an id. It only reads: `on_turn_end`, `on_pre_compact` and `end`
    return at once, a prompt leaves no receipt, and its entries refuse writes.

    Attributes:
        id: Its id, "" of a preview; a later process may open it again by this id and gets the same system prompt.
        view: The session as hooks see it: lookups, the journal, the stored working state.
        recalled: The result of the last recall; None before the first.
        sent: (prompt, number of equal prompts before it) → (run of the host, context), so that in-process hosts can
            resend earlier prompts byte for byte.
    """

    def __init__(self, engine: Engine, view: SessionView) -> None:
        self.id = view.id
        self.view = view
        self.recalled: Recalled | None = None
        self.sent: dict[tuple[str, int], tuple[object, str]] = {}
        self.settings = view.settings
        self.connections = view.connections
        self._engine = engine
        self._toolbox: Toolbox | None = None
        self._awaited: AsyncSession | None = None

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    async def __aenter__(self) -> AsyncSession:
        """Return the same session with coroutines in place of calls; leaving it ends it."""
        self._awaited = AsyncSession(self)
        return self._awaited

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._awaited is not None
        try:
            await self._awaited.end()
        finally:
            await self._awaited.close()

    def lend_model(self, complete: Callable[[CompletionRequest], Completion]) -> None:
        """Do the same as `Memory.lend_model`."""
        self._engine.completer.lent = complete

    # -- what the model sees ---------------------------------------------------------------------

    @property
    def system_prompt(self) -> str:
        """The agent's own instruction, then guidance and blocks, frozen at the session's start."""
        return self._instructed(self.memory_prompt)

    def _instructed(self, text: str) -> str:
        return "\n\n".join(part for part in (self.settings.instruction.strip(), text) if part)

    @property
    def memory_prompt(self) -> str:
        """Guidance and blocks alone, for hosts that put the instruction there themselves."""
        return str(self._frozen["text"])

    @property
    def frozen_blocks(self) -> list[dict[str, Any]]:
        """The blocks as plain data: name, title, usage, text, ids of the entries."""
        return [dict(block) for block in self._frozen["blocks"]]  # those of a preview are kept

    def explained(self) -> tuple[str, list[dict[str, Any]], Explanation]:
        """Return the system prompt of a new session, its blocks, and the reason for each of their lines."""
        self._engine.ensure_open()
        rendered, explanation = self.view.explained()
        return self._instructed(rendered["text"]), list(rendered["blocks"]), explanation

    @property
    def _frozen(self) -> Mapping[str, Any]:
        self._engine.ensure_open()
        return self.view.freeze()

    def on_prompt(self, text: str) -> str:
        """Return the recalled context followed by the user's unchanged message.

        Passages lost to a failure or the deadline are left out, and the receipt says so.

        Raises:
            InputError: The message is not text, or the memory was closed.
        """
        context = self.context(text)
        return f"{context}\n\n{text}" if context else text

    def context(
        self, text: str, *, once: bool = False, kept_later: bool = False, tools: Sequence[str] = ()
    ) -> str:
        """Return only the ``<memory-context>`` for a message; "" if there is nothing to show.

        Args:
            text: The user's message.
            once: For hosts that keep what earlier messages got in their history: passages and changes that the
                session was shown since its blocks were frozen are left out.
            kept_later: Do not store the receipt yet; the caller will call `keep_recalled`.
            tools: Names of the host's other tools. The context names those that served similar messages.
        """
        self._engine.ensure_open()
        if self._toolbox is not None:
            self._toolbox.new_turn()
        self.view.hear(text)
        with span("recall") as spanned:
            self.recalled = self._recall(text, once=once, tools=tools)
            receipt = self.recalled.receipt
            spanned.set(shown=len(receipt.rendered), dropped=len(receipt.dropped), took_ms=receipt.took_ms)
        if not kept_later:
            self.keep_recalled()
        return self.recalled.context

    def _recall(self, text: str, *, once: bool, tools: Sequence[str]) -> Recalled:
        view, engine = self.view, self._engine
        notes: list[str] = []
        frozen = view.frozen(notes) if self.id else None
        return engine.prompting.recall(
            view,
            text,
            view.reach,
            view.clock,
            frozen=frozen,
            once=once,
            prefix=view.block_sizes,
            learned=view.learned_ids,
            notes=notes,
            advice=self._habits(text, tools) if tools else (),
        )

    def _habits(self, text: str, tools: Sequence[str]) -> tuple[str, ...]:
        """Return a line with those of these tools that habits point to for a message."""
        likely = [one.tool for one in self.suggest_tools(text) if one.score >= _LIKELY and one.tool in tools]
        names = ", ".join(likely[:_MOST_SUGGESTED])
        return (f"Tools that served earlier messages like this one: {names}",) if names else ()

    def keep_recalled(self) -> None:
        """Store the receipt of the last prompt if possible."""
        if self.recalled is not None and self.settings.recall.enabled and self.id:
            self._engine.prompting.keep(self.recalled, self.view.reach)

    def last_recalled(self) -> dict[str, Any] | None:
        """Return the receipt of this session's last recall, or of the user's last recall if it had none."""
        receipts = self._engine.store.sessions.receipts
        own = receipts(self.view.reach, session_id=self.id)
        latest = own or receipts(self.view.reach)
        return latest[0] if latest else None

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """Stop this thread's queries after this many seconds, with `DeadlineExceeded`."""
        return self._engine.store.deadline(seconds, "a host's event")

    def suggest_tools(self, prompt: str) -> tuple[ToolSuggestion, ...]:
        """Return the tools that the user usually wants for such a message, best first, without duplicates. Never fails.

        Args:
            prompt: The user's message.
        """
        self._engine.ensure_open()
        collected = self._engine.hooks.suggest_tools(self.view, clean(strip_injected(prompt)))
        best: dict[str, ToolSuggestion] = {}
        for one in sorted(collected.values, key=lambda one: (-one.score, one.tool)):
            best.setdefault(one.tool, one)
        return tuple(best.values())

    # -- tools -----------------------------------------------------------------------------------

    def _tools(self) -> Toolbox:
        if self._toolbox is None:
            from tiermem.tools.toolbox import Toolbox  # only when asked for

            self._toolbox = Toolbox(self, self._engine.tools)
        return self._toolbox

    @property
    def tool_schemas(self) -> list[dict[str, Any]]:
        """``{"name", "description", "parameters"}`` of every tool that ``offer:`` names."""
        return self._tools().schemas()

    def tools_for(self, shape: ToolShape) -> list[dict[str, Any]]:
        """Return the tool schemas in the form that an SDK expects.

        Args:
            shape: ``openai`` for chat completions, ``openai-responses``, ``anthropic``, or ``plain``.

        Raises:
            InputError: There is no such form.
        """
        return self._tools().schemas(shape)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The same tools with tags and risk. Hosts always offer `system` tools and do not count them toward limits."""
        return self._tools().tools

    def call_tool(self, name: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call a tool. Bad arguments and refusals are returned as ``{"error": …}``.

        Raises:
            ClosedMemory: The memory was closed.
        """
        self._engine.ensure_open()
        with span("tool", tool=name) as spanned:
            reply = self._call(name, arguments)
            spanned.set(refused="error" in reply)
        return reply

    def _call(self, name: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
        spooling = self._engine.spooling
        if spooling is None or not self.id or not spooling.takes(name):
            return self.called(name, arguments)
        reply: dict[str, Any] = {}

        def call() -> None:
            reply.update(self.called(name, arguments))
            spooling.ensure_reached(reply)

        try:
            is_stored = spooling.write(call, lambda: spooling.keep_call(self.place, name, arguments or {}))
        except TiermemError as error:
            return {"error": error.as_dict(), "usage": {}}
        return reply if is_stored else spooling.reply

    def called(self, name: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
        """Call a tool now; see `call_tool`."""
        return self._tools().call(name, arguments)

    @property
    def place(self) -> Place:
        """The values with which the session was begun."""
        from tiermem.memory.sessions.spooling import Place  # few stores are on a server

        return Place(
            id=self.id,
            user=self.view.reach.user.name,
            project=self.view.project,
            task=self.view.task,
            connections=tuple(self.connections or ()),
        )

    @property
    def is_away(self) -> bool:
        """True while the server of the store is away, since before the session began."""
        return False

    @property
    def is_outdated(self) -> bool:
        """True if another agent made the user's file since the session began: begin it again, with the same id."""
        return self._engine.store.is_outdated

    @property
    def entries(self) -> Entries:
        """The entries of this session, written as the agent."""
        return self.view.entries

    @cached_property
    def observations(self) -> Observations:
        """The observations of this session, made as the agent."""
        from tiermem.memory.sessions.observations import Observations  # only when asked for

        view = self.view
        return Observations(
            self._engine,
            view.reach,
            source="agent",
            clock=view.clock,
            session_id=self.id,
            project_id=view.project,
        )

    # -- the life cycle --------------------------------------------------------------------------

    @cached_property
    def learning(self) -> SessionLearning:
        """The learning of the session. It keeps nothing for later."""
        from tiermem.memory.sessions.learning import SessionLearning  # not on the prompt path

        return SessionLearning(self._engine, self.view)

    def on_turn_end(
        self, user: str | None = None, assistant: str | None = None, *, turns: Sequence[Turn] = ()
    ) -> None:
        """Journal a turn of the conversation.

        Args:
            user: The user's message. Injected context is removed.
            assistant: The reply.
            turns: Utterances in any other form: of tools, with names, dates or external ids.

        Raises:
            UnusableStore: The store was busy for longer than a write waits. Nothing was stored.
            InputError: An argument is neither text nor a `Turn`, or the memory was closed.
            ErasedOwner: The user was erased while the session was open. Nothing more is kept of it.
        """
        self._engine.ensure_open()
        with span("turn_end"):
            self._keep_turns(user, assistant, turns)

    def _keep_turns(self, user: str | None, assistant: str | None, turns: Sequence[Turn]) -> None:
        from tiermem.memory.sessions.learning import said
        from tiermem.values import instant

        own, spooling = said(user, assistant, turns, instant(self.view.clock())), self._engine.spooling
        if spooling is None or not self.id:
            self.learning.turn_ended(own)
            return
        told = spooling.identified(own)
        spooling.write(lambda: self.learning.turn_ended(told), lambda: spooling.keep_turns(self.place, told))

    def on_tool_result(self, result: ToolResult) -> int:
        """Store a tool's result or the text of an attachment for later searches; return the number of new observations.

        The speaker of its content is always the tool. It goes to the archive (L2), and never automatically into
        a block or the profile. Observations refused by a check are dropped and logged.

        Args:
            result: The text and its origin.
        """
        self._engine.ensure_open()
        return self.learning.tool_result(result, self.observations)

    def on_pre_compact(self, turns: Sequence[Turn] = ()) -> None:
        """Store turns that the host is about to drop from its context, and render the blocks again.

        Args:
            turns: The turns that will be dropped, if the host knows them; those in the journal are not kept twice.

        Raises:
            UnusableStore: The store was busy for longer than a write waits, and turns were not kept.
            InputError: A turn is no `Turn`, or the memory was closed.
            ErasedOwner: The user was erased while the session was open.
        """
        self._engine.ensure_open()
        with span("pre_compact"):
            self._keep_dropped(turns)

    def _keep_dropped(self, turns: Sequence[Turn]) -> None:
        from tiermem.memory.sessions.learning import checked

        dropped, learning, spooling = checked(turns), self.learning, self._engine.spooling
        if spooling is None or not self.id:
            learning.before_compaction(dropped)
        elif spooling.write(
            lambda: learning.before_compaction(dropped, learn=False),
            lambda: spooling.keep_dropped(self.place, dropped),
        ):
            learning.learn_before_compaction()  # may ask a model, so that it has no deadline

    def turns(self, start: int = 0) -> list[Turn]:
        """Return the turns from a position on: from the journal, or of this process if there is no journal."""
        return self.view.turns(start)

    def end(self) -> None:
        """End the session and run gap-fill. Safe to call late, twice or never.

        Unread turns of earlier sessions, left because a model did not answer or the process died, are read too,
        unless this session's own turns must wait.
        """
        self._engine.ensure_open()
        with span("session_end"):
            self._end()

    def _end(self) -> None:
        spooling = self._engine.spooling
        if spooling is None or not self.id:
            self.learning.end()
            return
        try:
            if spooling.write(self.view.reload, lambda: spooling.keep_end(self.place)):
                self.learning.end()
        except StoreError as error:
            if not error.is_away:
                raise
            spooling.keep_end(self.place)

    def release(self) -> None:
        """Close the calling thread's connection to the store, for thread pools. The next use opens another."""
        self._engine.store.release()


class AsyncSession:
    """A session whose calls run in one separate thread, one after the other; returned by ``async with session``.

    It has the methods of `Session`. Properties that read the store are coroutines
    without arguments.

    Args:
        session: The session; its end is awaited by `end`.

    Attributes:
        id: See `Session`.
    """

    def __init__(self, session: Session) -> None:
        self.id = session.id
        self._session = session
        from concurrent.futures import ThreadPoolExecutor  # few programs are asynchronous

        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tiermem session")

    async def _do(self, call: Callable[[], T]) -> T:
        import asyncio
        from contextvars import copy_context

        within = partial(copy_context().run, call)
        return await asyncio.get_running_loop().run_in_executor(self._thread, within)

    @property
    def recalled(self) -> Recalled | None:
        """The result of the last recall; None before the first."""
        return self._session.recalled

    async def system_prompt(self) -> str:
        """Return `Session.system_prompt`."""
        return await self._do(lambda: self._session.system_prompt)

    async def memory_prompt(self) -> str:
        """Return `Session.memory_prompt`."""
        return await self._do(lambda: self._session.memory_prompt)

    async def frozen_blocks(self) -> list[dict[str, Any]]:
        """Return `Session.frozen_blocks`."""
        return await self._do(lambda: self._session.frozen_blocks)

    async def on_prompt(self, text: str) -> str:
        """Return the user's message with its recalled context in front; see `Session.on_prompt`."""
        return await self._do(lambda: self._session.on_prompt(text))

    async def context(self, text: str) -> str:
        """Return the ``<memory-context>`` for a message alone; see `Session.context`."""
        return await self._do(lambda: self._session.context(text))

    async def suggest_tools(self, prompt: str) -> tuple[ToolSuggestion, ...]:
        """Return the tools that the user's habits point to; see `Session.suggest_tools`."""
        return await self._do(lambda: self._session.suggest_tools(prompt))

    async def tool_schemas(self) -> list[dict[str, Any]]:
        """Return `Session.tool_schemas`."""
        return await self._do(lambda: self._session.tool_schemas)

    async def tools_for(self, shape: ToolShape) -> list[dict[str, Any]]:
        """Return the tools in the form that an SDK takes; see `Session.tools_for`."""
        return await self._do(lambda: self._session.tools_for(shape))

    async def tools(self) -> tuple[Tool, ...]:
        """Return `Session.tools`."""
        return await self._do(lambda: self._session.tools)

    async def call_tool(self, name: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call a tool; see `Session.call_tool`."""
        return await self._do(lambda: self._session.call_tool(name, arguments))

    async def on_turn_end(
        self, user: str | None = None, assistant: str | None = None, *, turns: Sequence[Turn] = ()
    ) -> None:
        """Keep what was said in a turn; see `Session.on_turn_end`."""
        await self._do(lambda: self._session.on_turn_end(user, assistant, turns=turns))

    async def on_tool_result(self, result: ToolResult) -> int:
        """Keep a tool's result findable; see `Session.on_tool_result`."""
        return await self._do(lambda: self._session.on_tool_result(result))

    async def on_pre_compact(self, turns: Sequence[Turn] = ()) -> None:
        """Keep what the host is about to drop; see `Session.on_pre_compact`."""
        await self._do(lambda: self._session.on_pre_compact(turns))

    async def turns(self, start: int = 0) -> list[Turn]:
        """Return what was said from a position on; see `Session.turns`."""
        return await self._do(lambda: self._session.turns(start))

    async def end(self) -> None:
        """End the session; see `Session.end`."""
        await self._do(self._session.end)

    async def close(self) -> None:
        """Give back the thread and its connection to the store."""
        try:
            await self._do(self._session.release)
        finally:
            self._thread.shutdown(wait=False)

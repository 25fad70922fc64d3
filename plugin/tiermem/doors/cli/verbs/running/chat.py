"""Talk to a model over any OpenAI-compatible endpoint, with durable memory on: ``chat``."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.doors.cli import run_within
from tiermem.doors.memory_command import answer
from tiermem.errors import InputError, TiermemError
from tiermem.hosts.command.contract import slash_request
from tiermem.support.resources import install_command
from tiermem.values.changes import Outcome

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Sequence

    from pydantic_ai import Agent
    from pydantic_ai.messages import AgentStreamEvent, ModelMessage
    from pydantic_ai.models import Model

    from tiermem.doors.cli.call import Call
    from tiermem.doors.memory_command import Reply
    from tiermem.memory.sessions.session import Session
    from tiermem.values import Turn


_OLLAMA = "http://localhost:11434/v1"
"""Ollama's address, unless ``OLLAMA_BASE_URL`` is set."""
ANSWER_S, CONNECT_S = 120.0, 10.0
"""Seconds allowed for an answer, and for a connection."""
TURNS_KEPT = 50
"""Turns of a continued session that are sent to the model: recall leaves out a session's own turns."""
_NO_MODEL = (
    "There is no model to talk to. Name one with --model, TIERMEM_MODEL or 'model:' in the agent's YAML, as "
    "ollama:qwen3 or anthropic:claude-haiku-4-5; for OpenAI set OPENAI_API_KEY, and for any other endpoint that speaks "
    "the same language --base-url (OPENAI_BASE_URL). Without a model, 'tiermem demo' shows a conversation that is "
    "remembered."
)
_NO_KEY = (
    "OPENAI_API_KEY is not set. For another OpenAI-compatible endpoint, set --base-url (OPENAI_BASE_URL)."
)
_NO_PROVIDER = (
    "{model!r} has no provider. Write it as ollama:NAME or anthropic:NAME, or set the endpoint with "
    "--base-url (OPENAI_BASE_URL), or set OPENAI_API_KEY for OpenAI's own."
)
_HELP = """\
/memory             list what is remembered; /memory help shows what else it does
/why                what the last message recalled, and why
/quit               end the session"""


class ChatEndpoint(NamedTuple):
    """A model and its endpoint; without a key, a model that pydantic-ai knows how to reach by ``PROVIDER:NAME``."""

    model: str
    base_url: str | None = None
    api_key: str | None = None


def flags_chat(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.epilog = f"While talking:\n{_HELP}"
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.add_argument(
        "prompt", nargs="?", metavar="PROMPT", help="one message; - reads it from standard input"
    )
    parser.add_argument(
        "--model",
        default=os.environ.get("TIERMEM_MODEL") or None,
        help="the model (environment: TIERMEM_MODEL; default: 'model:' of the YAML)",
    )
    parser.add_argument(
        "--base-url",
        metavar="URL",
        default=os.environ.get("OPENAI_BASE_URL") or None,
        help="URL of the endpoint",
    )
    parser.add_argument("--session", metavar="ID", help="continue this session")


def run_chat(call: Call) -> int:
    """Talk until the person leaves, then end the session."""
    options = call.options
    if call.output.json and options.prompt is None:
        raise InputError("With --json, give one PROMPT.")
    _ensure_extra()
    endpoint = _endpoint(call)
    head = call.memory.timeline.place(options.user)
    session = call.memory.session(options.session, options.user, project=options.project, task=options.task)
    with asyncio.Runner() as runner, closing(Chat(call, session, runner, endpoint)) as chat, session:
        if options.prompt is None:
            chat.talk()
        else:
            chat.answer_one(call.text_argument(options.prompt))
    _note_learned(call, session.id, head)
    return 0


def _note_learned(call: Call, session_id: str, head: int) -> None:
    """Show what the session's end stored by itself."""
    for event in call.memory.timeline.events(call.options.user, kinds=("observation",), after=head):
        outcome = Outcome.parse(event.outcome)
        added = outcome is not None and outcome.kind == "added" and event.session_id == session_id
        if added and event.payload["draft"]["layer"] != "L2":
            call.output.note(call.output.dim(f"noted ({event.reason}): {event.payload['draft']['content']}"))


def _ensure_extra() -> None:
    try:
        import openai  # noqa: F401
        import pydantic_ai  # noqa: F401
    except ImportError:
        raise InputError(
            f"chat needs the extra 'llm', which is not installed: {install_command('llm')}. "
            "Without it, 'tiermem demo' shows a conversation that is remembered."
        ) from None


def _endpoint(call: Call) -> ChatEndpoint:
    options = call.options
    model = options.model or call.memory.settings.model
    key = os.environ.get("OPENAI_API_KEY")
    provider, _, name = (model or "").replace("/", ":", 1).partition(":")
    if model and not options.base_url and provider != "openai" and _is_provider(provider):
        if provider == "ollama":
            return ChatEndpoint(name, os.environ.get("OLLAMA_BASE_URL") or _OLLAMA, "none")
        return ChatEndpoint(f"{provider}:{name}")
    if not model:
        raise InputError(_NO_MODEL)
    if not (key or options.base_url):
        raise InputError(_NO_KEY if provider == "openai" else _NO_PROVIDER.format(model=model))
    model = model.removeprefix("openai:")
    # Elsewhere a slash is a part of the name.
    model = model if options.base_url else model.removeprefix("openai/")
    return ChatEndpoint(model, options.base_url, key or "none")


def _is_provider(name: str) -> bool:
    """Return True if pydantic-ai knows a provider of this name."""
    from pydantic_ai.providers import infer_provider_class

    try:
        infer_provider_class(name)
    except ValueError:
        return False
    except ImportError:  # it knows the provider, whose package is not installed
        pass
    return True


def _inferred(model: str) -> Model:
    """Return the model of ``PROVIDER:NAME``.

    Raises:
        InputError: A package, a key or an address is missing; the message names it.
    """
    from pydantic_ai.models import infer_model

    provider = model.partition(":")[0]
    try:
        return infer_model(model)
    except ImportError as error:
        raise InputError(
            f"{provider} needs a package that is not installed: pip install 'pydantic-ai-slim[{provider}]'."
        ) from error
    except Exception as error:  # a missing key, an unknown name
        missing = str(error).partition(" or pass it")[0].rstrip(".")  # what follows is for programmers
        raise InputError(f"{model} cannot be asked: {missing}.") from error


class Chat:
    """A conversation with a model.

    Args:
        call: The call of the command.
        session: The session; ending it is left to the caller.
        runner: Runs the agent; between messages no loop runs, so that Ctrl-C reaches the prompt.
        endpoint: The model.
    """

    def __init__(self, call: Call, session: Session, runner: asyncio.Runner, endpoint: ChatEndpoint) -> None:
        from openai import AsyncOpenAI

        self._call = call
        self._session = session
        self._runner = runner
        self._client = AsyncOpenAI(
            base_url=endpoint.base_url, api_key=endpoint.api_key or "none", timeout=_timeout(), max_retries=1
        )
        self._agent = _agent(session, self._client, endpoint)
        self._name = f"{endpoint.model} at {endpoint.base_url}" if endpoint.base_url else endpoint.model
        self._history = _messages(session.turns()[-TURNS_KEPT:])

    def close(self) -> None:
        """Close the connections to the model."""
        self._runner.run(self._client.close())

    def answer_one(self, text: str) -> None:
        """Answer one message.

        Raises:
            InputError: It is empty, or the model did not answer.
        """
        if not text.strip():
            raise InputError("The message is empty.")
        if not self._call.output.json:
            self._show(text)
            return
        reply = self._ask(text)
        recalled = self._session.recalled
        self._call.output.document(
            {
                "session": self._session.id,
                "reply": reply,
                "context": recalled.context if recalled else "",
                "usage": self._call.usage,
            }
        )

    def talk(self) -> None:
        """Answer messages until ``/quit`` or the end of input."""
        output = self._call.output
        output.note(f"Session {self._session.id}. /help lists the commands, /quit ends the session.")
        while (text := self._next()) is not None:
            try:
                if text == "/quit":
                    break
                if text.startswith("/"):
                    self._command(text)
                elif text:
                    self._show(text)
                    self._note_recalled()
            except TiermemError as error:
                output.error(error)
            except KeyboardInterrupt:
                output.note("stopped")

    def _next(self) -> str | None:
        """Return the next line typed, after showing all output; None at the end."""
        self._call.output.flush()
        return _read_line()

    def _show(self, text: str) -> None:
        """Ask, and show the answer as it comes."""
        output, has_begun = self._call.output, False

        async def show(_: object, events: AsyncIterable[AgentStreamEvent]) -> None:
            nonlocal has_begun
            async for event in events:
                piece, begins = _piece(event)
                if begins and has_begun:
                    output.text()
                output.piece(piece)
                has_begun = has_begun or bool(piece)

        try:
            self._ask(text, show)
        finally:
            if has_begun:
                output.text()

    def _ask(self, text: str, show: Any = None) -> str:
        """Return the answer, and hand what comes meanwhile to *show*."""
        from pydantic_ai.exceptions import AgentRunError, UserError

        run = self._agent.run(text, message_history=self._history, event_stream_handler=show)
        try:
            result = self._runner.run(run)
        except (AgentRunError, UserError, OSError) as error:
            raise InputError(f"{self._name} did not answer: {_reason(error)}") from error
        self._history = result.all_messages()
        return str(result.output)

    def _note_recalled(self) -> None:
        recalled = self._session.recalled
        if recalled is not None and recalled.passages:
            number = len(recalled.passages)
            self._call.output.note(self._call.output.dim(f"({number} recalled; /why shows why)"))

    def _command(self, text: str) -> None:
        """Run a slash command on the same memory."""
        name = text.split(maxsplit=1)[0]
        if slash_request(text) is not None:
            self._show_reply(answer(self._call.memory, text, self._call.options.user))
        elif name == "/why":
            whose = {key: getattr(self._call.options, key) for key in ("user", "project", "task")}
            run_within(self._call.memory, whose, self._call.output, ("why", "--session", self._session.id))
        elif name == "/help":
            self._call.output.text(_HELP)
        else:
            raise InputError(f"There is no {name} here.\n{_HELP}")

    def _show_reply(self, reply: Reply) -> None:
        output = self._call.output
        if reply.document is not None or not output.is_terminal:
            output.text(str(reply))
            return
        for line in reply.lines:
            output.text(output.bold(line.text) if line.kind == "heading" else str(line))


def _piece(event: AgentStreamEvent) -> tuple[str, bool]:
    """Return the text that an event brings, and whether another part of the answer begins with it."""
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content, True
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta, False
    return "", False


def _reason(error: Exception) -> str:
    """Return why a model did not answer; of a failed connection, what lies behind it."""
    said = str(error).rstrip(".")
    cause: BaseException = error
    while (behind := cause.__cause__ or cause.__context__) is not None:
        cause = behind
    return f"{said}: {cause}." if isinstance(cause, OSError) and str(cause) not in said else f"{said}."


def _read_line() -> str | None:
    """Read a line, stripped; None at the end."""
    try:
        return input("> " if sys.stdin.isatty() else "").strip()
    except (EOFError, KeyboardInterrupt):
        return None
    except UnicodeDecodeError as error:
        raise InputError("Standard input is not UTF-8 text.") from error


def _messages(turns: Sequence[Turn]) -> list[ModelMessage]:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    said: list[ModelMessage] = []
    for turn in turns:
        if turn.speaker == "user":
            said.append(ModelRequest(parts=[UserPromptPart(turn.content)]))
        elif turn.speaker == "assistant":
            said.append(ModelResponse(parts=[TextPart(turn.content)]))
    return said


def _timeout() -> Any:
    from openai import Timeout

    return Timeout(ANSWER_S, connect=CONNECT_S)


def _agent(session: Session, client: Any, endpoint: ChatEndpoint) -> Agent[None, str]:
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    from tiermem.hosts.pydantic_ai import TierMem

    is_ours = endpoint.api_key is not None
    return Agent(
        OpenAIChatModel(endpoint.model, provider=OpenAIProvider(openai_client=client))
        if is_ours
        else _inferred(endpoint.model),
        instructions=session.settings.instruction or None,
        capabilities=[TierMem(session)],
    )

"""Ask a generative model through pydantic-ai: the extra ``llm``, and ``completion.model: PROVIDER:NAME``.

All of pydantic-ai's providers work, with the keys that it reads from the environment (``OPENAI_API_KEY``,
``ANTHROPIC_API_KEY``, …). For your own OpenAI-compatible server, set ``PROVIDER_BASE_URL``, such as
``OPENAI_BASE_URL`` or ``OLLAMA_BASE_URL``. Texts leave this machine with secrets redacted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tiermem import Completion
from tiermem.plugins import HOST_MODEL, DeadlineExceeded, PluginError, hookimpl, json_object
from tiermem_hooks.models.providers import endpoint_of, needs_extra
from tiermem_hooks.models.waiting import begin, wait

if TYPE_CHECKING:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

    from tiermem import CompletionRequest
    from tiermem.plugins import AgentSettings, TiermemError
    from tiermem_hooks.models.providers import Endpoint

RETRIES = 2
"""Maximum retries if the answer does not have the requested form."""
GRACE_MS = 500
"""Milliseconds beyond the deadline for an abandoned call to report its costs."""
_TOOL = "answer"


@hookimpl
def complete(request: CompletionRequest) -> Completion | None:
    """Return the model's answer, or the costs of a failed request.

    Raises:
        DeadlineExceeded: The endpoint did not answer in time.
        PluginError: The extra, the provider's package, its key or address is missing, or the endpoint refused.
    """
    endpoint = endpoint_of(request.model) if request.model else None
    if endpoint is None:
        return None
    doing = f"asking {endpoint.id}"
    asking = begin(lambda: asyncio.run(_Call(endpoint, request).run()), doing)
    try:
        return wait(asking, doing, request.deadline_ms + GRACE_MS)
    except DeadlineExceeded:
        raise DeadlineExceeded(doing, request.deadline_ms) from None


@hookimpl
def check_settings(settings: AgentSettings) -> list[str]:
    """Return why the model for learning cannot be used, as far as that is known without asking it."""
    wanted = [
        key
        for key, wants in (
            ("gap_fill: {extractor: model}", settings.gap_fill.extractor == "model"),
            (
                "consolidation: {by: model}",
                settings.consolidation.enabled and settings.consolidation.by == "model",
            ),
        )
        if wants
    ]
    is_lent = settings.completion.model == HOST_MODEL
    problem = _unavailable(settings.completion.model or settings.model) if wanted and not is_lent else None
    if problem is None or (settings.hooks and problem == _NOBODY):
        return []
    return [f"{' and '.join(wanted)} needs a model, and what is to be read waits: {problem}"]


_NOBODY = "its name is none of PROVIDER:NAME, so a hook of your own has to answer."


def _unavailable(model: str | None) -> str | None:
    """Return what is missing to ask a model, or None."""
    if model is None:
        return "none is named. Say 'completion: {model: PROVIDER:NAME}'."
    try:
        endpoint = endpoint_of(model)
        if endpoint is None:
            return _NOBODY
        _model(endpoint)
    except PluginError as error:
        return error.problem
    return None


@dataclass
class _Call:
    """One question with its retries."""

    endpoint: Endpoint
    request: CompletionRequest
    messages: list[ModelMessage] = field(default_factory=list)

    async def run(self) -> Completion:
        model = _model(self.endpoint)
        agent = _agent(model, self.request)
        try:
            async with asyncio.timeout(self.request.deadline_ms / 1000):
                data = await self._ask(agent)
        except TimeoutError:
            late = DeadlineExceeded(f"asking {self.endpoint.id}", self.request.deadline_ms)
            return self._paid_for_nothing("it was too late", late)
        except Exception as error:  # noqa: BLE001 - whatever it was, what the tries cost is told
            problem = _described(error)
            if _is_refused(error):
                return self._completion({}, f"it {problem}", of_content=True)
            failed = PluginError("model", f"{self.endpoint.id} {problem}.")
            return self._paid_for_nothing(f"it {problem}", failed, of_content=_is_never_as_asked(error))
        return self._completion(data)

    async def _ask(self, agent: Agent[None, dict[str, Any]]) -> Mapping[str, Any]:
        from pydantic_ai import capture_run_messages

        async with agent:
            with capture_run_messages() as self.messages:
                result = await agent.run(self.request.prompt, model_settings={"max_retries": 0})
        return result.output

    def _paid_for_nothing(self, problem: str, error: TiermemError, *, of_content: bool = False) -> Completion:
        """Return a completion with the costs of the failed tries, if known.

        Raises:
            TiermemError: The *error*, if no costs are known.
        """
        spent = self._completion({}, problem, of_content=of_content)
        if spent.input_tokens or spent.output_tokens:
            return spent
        raise error

    def _completion(
        self, data: Mapping[str, Any], problem: str | None = None, *, of_content: bool = False
    ) -> Completion:
        answers = [message for message in self.messages if message.kind == "response"]
        return Completion(
            data=data,
            model=self.endpoint.id,
            input_tokens=sum(answer.usage.input_tokens for answer in answers),
            output_tokens=sum(answer.usage.output_tokens for answer in answers),
            usd=_price(answers),
            problem=problem,
            of_content=of_content,
        )


def _model(endpoint: Endpoint) -> Model:
    """Return pydantic-ai's model for an endpoint.

    Raises:
        PluginError: A package, key or address is missing.
    """
    with needs_extra():
        from pydantic_ai.models import infer_model
    try:
        return _at(endpoint) if endpoint.base_url else infer_model(endpoint.id)
    except ImportError as error:
        raise PluginError(
            "model",
            f"{endpoint.provider} needs a package of its own, which is not installed: "
            f"pip install 'pydantic-ai-slim[{endpoint.provider}]'.",
        ) from error
    except Exception as error:  # a missing key, an unknown name
        raise PluginError("model", f"{endpoint.id} cannot be asked: {_advice(error)}") from error


def _at(endpoint: Endpoint) -> Model:
    """Return the provider for an OpenAI-compatible server."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(base_url=endpoint.base_url, api_key=endpoint.api_key or "none")
    return OpenAIChatModel(endpoint.name, provider=provider)


def _agent(model: Model, request: CompletionRequest) -> Agent[None, dict[str, Any]]:
    """Return an agent that answers by calling a tool with the answer's schema, or in JSON if it cannot call tools."""
    from pydantic_ai import Agent, ModelRetry, StructuredDict, TextOutput, ToolOutput

    def accepted(data: dict[str, Any]) -> dict[str, Any]:
        problem = request.check(data)
        if problem:
            raise ModelRetry(f"{problem}. Call '{_TOOL}' with what its schema asks for.")
        return data

    def read(text: str) -> dict[str, Any]:
        data = json_object(text)
        if data is None:
            raise ModelRetry(
                f"Call the tool '{_TOOL}', or answer with one JSON object that keeps to its schema."
            )
        return data

    shape = StructuredDict(dict(request.schema), name=_TOOL)
    shapes: Any = [ToolOutput(shape, name=_TOOL, description="Give the answer."), TextOutput(read)]
    agent: Agent[None, dict[str, Any]] = Agent(
        model, output_type=shapes, instructions=request.system, retries=RETRIES
    )
    agent.output_validator(accepted)
    return agent


def _price(answers: Sequence[Any]) -> float | None:
    """Return the price of all answers in US dollars, by pydantic-ai's price list, or None if a price is unknown."""
    usd = 0.0
    for answer in answers:
        try:
            usd += float(answer.cost().total_price)
        except (LookupError, ValueError, AssertionError):
            return None
    return usd if answers else None


_NEVER_AS_ASKED = (
    "UnexpectedModelBehavior",
    "ToolRetryError",
    "OutputTokenLimitExceeded",
    "IncompleteToolCall",
)
_REFUSED = ("ContentFilterError", "ModelContextWindowExceededError")
_STATUS_OF_REFUSED = (400, 413, 422)
"""Statuses of a rejected request, which usually is too long."""


def _is_refused(error: Exception) -> bool:
    """Return True if the endpoint works but refuses this request."""
    return type(error).__name__ in _REFUSED or getattr(error, "status_code", None) in _STATUS_OF_REFUSED


def _is_never_as_asked(error: Exception) -> bool:
    """Return True if the model answered, but never in a usable form."""
    return type(error).__name__ in _NEVER_AS_ASKED


def _described(error: Exception) -> str:
    """Describe the problem without the body of the response, which may quote people."""
    status, name = getattr(error, "status_code", None), type(error).__name__
    if name == "ModelContextWindowExceededError":
        return "was given more than it can read at once"
    if name == "ContentFilterError":
        return "refused to answer"
    if isinstance(status, int):
        return f"answered with status {status}" + (": it has had enough for now" if status == 429 else "")
    if _is_never_as_asked(error):
        return f"gave no answer that keeps to the schema in {RETRIES + 1} tries"
    if "Connection" in name or isinstance(error, OSError):
        return "cannot be reached"
    return f"could not be asked ({name})"


def _advice(error: Exception) -> str:
    """Return pydantic-ai's message about what is missing, without its preamble."""
    return str(error).partition(" To try Pydantic AI")[0][:300] or type(error).__name__

"""Ask a generative model: within the user's caps, with secrets redacted, costs charged, and the answer validated."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tiermem.engine.writes.checks import redacted
from tiermem.errors import CheckRefused, CompletionFailed, SpendingCap, TiermemError
from tiermem.support.nested import LONGEST, unwrap
from tiermem.support.spans import span
from tiermem.values import CompletionRequest, Spent, instant
from tiermem.values.frozen import replace
from tiermem.values.settings import HOST_MODEL

if TYPE_CHECKING:
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Store
    from tiermem.values import AgentSettings, Completion, Purpose, Reach

Fits = Callable[[Mapping[str, Any], Any], str | None]
"""Returns the first violation of a JSON Schema in words, or None."""


Lent = Callable[["CompletionRequest"], "Completion"]
"""Asks the model that a host lends; raises a `TiermemError` on failure."""
_NOBODY_LENDS = "no host lends its model here; 'memory.lend_model' does"


class Spending:
    """Today's costs of a user, and the caps.

    Args:
        store: Keeps the record.
        settings: The caps.
    """

    def __init__(self, store: Store, settings: AgentSettings) -> None:
        self._store = store
        self._caps = settings.spending

    def check(self, reach: Reach, now: datetime) -> None:
        """Check that the user is below the caps of the day. The call that reaches a cap is the last of the day.

        Raises:
            SpendingCap: One of them is reached.
        """
        caps = self._caps
        if caps.tokens_per_day is None and caps.usd_per_day is None:
            return
        tokens, usd = self.today(reach, now)
        until = instant(_midnight(now) + timedelta(days=1))
        if caps.tokens_per_day is not None and tokens >= caps.tokens_per_day:
            raise SpendingCap("tokens_per_day", spent=tokens, limit=caps.tokens_per_day, until=until)
        if caps.usd_per_day is not None and usd >= caps.usd_per_day:
            raise SpendingCap("usd_per_day", spent=usd, limit=caps.usd_per_day, until=until)

    def today(self, reach: Reach, now: datetime) -> tuple[int, float]:
        """Return the tokens and US dollars spent for the user since midnight UTC, as far as prices are known."""
        spent = self._store.runs.spent(reach, since=instant(_midnight(now)))
        tokens = sum(one.input_tokens + one.output_tokens for one in spent)
        return tokens, sum(one.usd or 0.0 for one in spent)

    def today_as_dict(self, reach: Reach, now: datetime) -> dict[str, Any]:
        """Return today's costs and caps of the user as plain data."""
        tokens, usd = self.today(reach, now)
        caps = {"tokens_per_day": self._caps.tokens_per_day, "usd_per_day": self._caps.usd_per_day}
        return {"tokens": tokens, "usd": usd, **caps}

    def charge(self, spent: Spent, reach: Reach) -> None:
        """Charge a call to the user in a separate transaction."""
        with self._store.transaction(reach):
            self._store.runs.charge(spent, reach)


class Completer:
    """Ask a generative model on behalf of one agent.

    Args:
        store: Keeps the record of calls.
        hooks: The agent's plugins, with `complete`.
        settings: Model, deadline and caps.
        prompts: Name of a prompt → its instructions.
        fits: Validates an answer against its schema.
        clock: The agent's own clock.
        asking: Returns the context in which hooks are called.

    Attributes:
        spending: Costs and caps of users.
        lent: Asks the host's own model, for ``completion: {model: host}``; None if no host lends one.
    """

    def __init__(
        self,
        store: Store,
        hooks: Hooks,
        settings: AgentSettings,
        *,
        prompts: Mapping[str, str],
        fits: Fits,
        clock: Clock,
        asking: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._hooks = hooks
        self._settings = settings
        self._prompts = prompts
        self._fits = fits
        self._clock = clock
        self._asking = asking
        self.spending = Spending(store, settings)
        self.lent: Lent | None = None

    @property
    def model(self) -> str | None:
        """The model to ask: ``completion.model``, or else the agent's own."""
        return self._settings.completion.model or self._settings.model

    def ask(
        self,
        purpose: Purpose,
        name_of_prompt: str,
        prompt_text: str,
        schema: Mapping[str, Any],
        *,
        reach: Reach,
        model: str | None = None,
        clock: Clock | None = None,
        session_id: str | None = None,
    ) -> Mapping[str, Any]:
        """Ask a model once and return its answer, which is valid by the schema. Never call this inside a transaction.

        Args:
            purpose: The purpose, for the record.
            name_of_prompt: The name of the instructions: ``extract``, ``consolidate``, ``summarize`` or ``judge``.
            prompt_text: The input. Secrets are redacted here.
            schema: JSON Schema of the answer, an object.
            reach: The user who is charged.
            model: A model instead of the one in the settings.
            clock: Decides which day the call is charged to. None uses the agent's own clock: money is spent today even
                if a session of last year is replayed.
            session_id: The session, for the record.

        Raises:
            SpendingCap: The user's cap of the day is reached; no model was asked.
            CompletionFailed: There is no usable answer.
        """
        clock = clock or self._clock
        self.spending.check(reach, clock())
        harmless = self._without_secrets(purpose, prompt_text, session_id)
        with span("model", purpose=purpose) as spanned:
            completion = self._completion(
                self._request(purpose, name_of_prompt, harmless, schema, model or self.model)
            )
            spanned.set(
                model=completion.model,
                input_tokens=completion.input_tokens,
                output_tokens=completion.output_tokens,
            )
        data = unwrap(completion.data, schema)
        problem = completion.problem or self._problem(schema, data)
        spent = _spent(completion, instant(clock()), purpose, "invalid" if problem else "ok")
        self.spending.charge(replace(spent, session_id=session_id), reach)
        if problem:
            of_content = completion.of_content or completion.problem is None
            raise CompletionFailed(purpose, problem, model=completion.model, of_content=of_content)
        fitting: Mapping[str, Any] = data
        return fitting

    def _request(
        self,
        purpose: Purpose,
        name_of_prompt: str,
        prompt_text: str,
        schema: Mapping[str, Any],
        model: str | None,
    ) -> CompletionRequest:
        return CompletionRequest(
            purpose=purpose,
            system=self._prompts[name_of_prompt],
            prompt=prompt_text,
            schema=schema,
            model=model,
            deadline_ms=self._settings.completion.deadline_s * 1000,
            check=lambda data: self._problem(schema, unwrap(data, schema)),
        )

    def _completion(self, request: CompletionRequest) -> Completion:
        """Return the raw answer of a hook or of the host.

        Raises:
            CompletionFailed: Neither answers.
        """
        if request.model == HOST_MODEL:
            return self._of_host(request)
        with self._asking():
            answer = self._hooks.complete(request)
        if not answer.values:
            why = "; ".join(map(str, answer.failures)) or _nobody(request.model)
            raise CompletionFailed(request.purpose, why, model=request.model)
        return answer.values[0]

    def _of_host(self, request: CompletionRequest) -> Completion:
        if self.lent is None:
            raise CompletionFailed(request.purpose, _NOBODY_LENDS, model=HOST_MODEL)
        try:
            with self._asking():
                return self.lent(request)
        except TiermemError as error:
            raise CompletionFailed(request.purpose, str(error), model=HOST_MODEL) from error

    def _without_secrets(self, purpose: Purpose, text: str, session_id: str | None) -> str:
        try:
            return redacted(self._hooks, text, "render", session_id=session_id)
        except CheckRefused as refusal:
            raise CompletionFailed(
                purpose,
                f"it was not asked, for {refusal.plugin} refused the text",
                of_content=not refusal.failed,
            ) from refusal

    def _problem(self, schema: Mapping[str, Any], data: Any) -> str | None:
        """Return why an answer is unusable, without quoting it."""
        if problem := _not_plain(data):
            return problem
        place = self._fits(schema, data)
        return None if place is None else f"its answer does not keep to the schema ({place})"


def _spent(completion: Completion, at: str, purpose: Purpose, outcome: str) -> Spent:
    return Spent(
        at=at,
        purpose=purpose,
        model=completion.model,
        input_tokens=max(completion.input_tokens, 0),
        output_tokens=max(completion.output_tokens, 0),
        usd=completion.usd,
        outcome=outcome,
    )


def _midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _nobody(model: str | None) -> str:
    if model is None:
        return "none is named; say 'completion: {model: PROVIDER:NAME}' in the agent's YAML"
    return f"no hook answers for '{model}'; the shipped one takes PROVIDER:NAME"


def _not_plain(data: Any) -> str | None:
    """Return why data cannot be written as JSON, or None."""
    try:
        length = len(json.dumps(data, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return "its answer is no JSON"
    return (
        f"its answer has {length:,} characters as JSON, {LONGEST:,} are possible"
        if length > LONGEST
        else None
    )

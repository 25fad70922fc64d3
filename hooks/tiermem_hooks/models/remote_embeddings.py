"""Embed with a model behind an OpenAI-compatible endpoint: the extra ``llm``, and ``vectors.model: PROVIDER:NAME``.

``PROVIDER_API_KEY`` and ``PROVIDER_BASE_URL`` are read from the environment: for ``openai:text-embedding-3-small``,
``OPENAI_API_KEY`` and, for your own server, ``OPENAI_BASE_URL``. Texts leave this machine with secrets redacted.
"""

from __future__ import annotations

import os
from collections import Counter, OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from tiermem.plugins import Embeddings, PluginError, hookimpl, install_command
from tiermem_hooks.models.waiting import begin, wait

if TYPE_CHECKING:
    from openai import OpenAI

    from tiermem.plugins import HookSession

MOST_CHARS = 8_000
"""Maximum characters of a text to embed. Models accept 8,192 tokens, which is more except in rare scripts and emoji.
Texts that an endpoint refuses are left out and reported."""
MOST_KEPT = 1_024
"""Maximum vectors to keep in memory, because questions are repeated: 6 MB at 1,536 dimensions."""
BASE_URLS = {"ollama": "http://localhost:11434/v1", "openai": None}
"""Providers that need no ``PROVIDER_BASE_URL``; None uses the client's default."""


class Plugin:
    """The clients and vectors of one agent, and the costs that are not reported yet."""

    def __init__(self) -> None:
        self._kept = _Kept()
        self._clients: dict[str, OpenAI] = {}
        self._tokens: Counter[str] = Counter()
        self._lock = Lock()

    @hookimpl
    def on_session_start(self, session: HookSession) -> None:
        """Start to import the client, which takes longer than a prompt can wait."""
        vectors = session.settings.vectors
        if vectors.enabled and ":" in vectors.model:
            begin(_prepare, "importing openai")

    @hookimpl
    def embed(self, texts: Sequence[str], model: str, deadline_ms: int) -> Embeddings | None:
        """Return the model's vectors, requested once per text.

        The result includes the costs since the last result, also those of answers that came too late.

        Raises:
            DeadlineExceeded: The endpoint did not answer in time.
            PluginError: The extra or the endpoint's address is missing, or the answer holds no vectors.
            openai.OpenAIError: The endpoint refused.
        """
        provider, _, name = model.partition(":")
        if not name:
            return None
        cut = [text[:MOST_CHARS] if text.strip() else " " for text in texts]
        known = self._kept.get(model, cut)
        missing = [text for text in dict.fromkeys(cut) if text not in known]
        if missing:
            doing = f"embedding by {model}"
            asking = begin(lambda: self._ask(provider, name, missing, deadline_ms), doing)
            fresh: dict[str, bytes] = wait(asking, doing, deadline_ms)
            known |= fresh
        vectors = tuple(known[text] for text in cut)
        with self._lock:
            tokens = self._tokens.pop(model, 0)
        return Embeddings(
            model=model,
            dims=len(vectors[0]) // 4,
            vectors=vectors,
            input_tokens=tokens,
            usd=_price(provider, name, tokens) if tokens else None,
        )

    def _ask(self, provider: str, name: str, texts: Sequence[str], deadline_ms: int) -> dict[str, bytes]:
        """Return the vectors of texts. They are cached even if no caller waits any more."""
        client = self._clients.get(provider) or _client(provider)
        self._clients[provider] = client
        asked, seconds = f"{provider}:{name}", max(deadline_ms, 1) / 1000
        try:
            response = client.embeddings.create(
                model=name, input=list(texts), encoding_format="float", timeout=seconds
            )
            with self._lock:
                self._tokens[asked] += _read(response)
            rows = sorted(response.data, key=lambda row: row.index)
            vectors = Embeddings.of(asked, [row.embedding for row in rows]).vectors
        except (AttributeError, TypeError, ValueError) as error:  # what is no JSON, or other JSON
            raise PluginError("remote_embeddings", f"the answer of {asked} holds no vectors.") from error
        if len(vectors) != len(texts):
            raise PluginError(
                "remote_embeddings", f"{asked} gave {len(vectors)} vectors for {len(texts)} texts."
            )
        found = dict(zip(texts, vectors, strict=True))
        self._kept.put(asked, found)
        return found


def _prepare() -> None:
    _import_client()
    _price("openai", "text-embedding-3-small", 1)  # reads the prices


def _read(response: Any) -> int:
    """Return the tokens that an endpoint reports; 0 if it reports none."""
    tokens = getattr(getattr(response, "usage", None), "prompt_tokens", None)
    return tokens if isinstance(tokens, int) and tokens > 0 else 0


def _price(provider: str, name: str, tokens: int) -> float | None:
    """Return the price in US dollars by pydantic-ai's price list, or None if the model is not listed."""
    try:
        from genai_prices import Usage, calc_price

        return float(calc_price(Usage(input_tokens=tokens), model_ref=name, provider_id=provider).total_price)
    except (ImportError, LookupError, ValueError):
        return None


def _import_client() -> type[OpenAI]:
    try:
        from openai import OpenAI
    except ImportError as error:
        raise PluginError(
            "remote_embeddings",
            f"it needs the extra 'llm', which is not installed ({error}): {install_command('llm')}.",
        ) from error
    return OpenAI


def _client(provider: str) -> OpenAI:
    """Return the client of a provider. It does not retry, because the next recall does."""
    prefix = provider.upper().replace("-", "_")
    url = os.environ.get(f"{prefix}_BASE_URL") or BASE_URLS.get(provider)
    key = os.environ.get(f"{prefix}_API_KEY")
    if not url and provider not in BASE_URLS:
        raise PluginError("remote_embeddings", f"set {prefix}_BASE_URL to the address of '{provider}'.")
    if not key and not url:
        raise PluginError(
            "remote_embeddings", f"set {prefix}_API_KEY, or {prefix}_BASE_URL for a server without one."
        )
    return _import_client()(base_url=url, api_key=key or "none", max_retries=0)


class _Kept:
    """A cache of vectors by the digest of their text; the least recently used are dropped."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._vectors: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, model: str, texts: Sequence[str]) -> dict[str, bytes]:
        """Return the cached vectors of *texts*."""
        found: dict[str, bytes] = {}
        with self._lock:
            for text in texts:
                key = _digest(model, text)
                if key in self._vectors:
                    self._vectors.move_to_end(key)
                    found[text] = self._vectors[key]
        return found

    def put(self, model: str, vectors: dict[str, bytes]) -> None:
        """Keep them."""
        with self._lock:
            for text, vector in vectors.items():
                self._vectors[_digest(model, text)] = vector
            while len(self._vectors) > MOST_KEPT:
                self._vectors.popitem(last=False)


def _digest(model: str, text: str) -> bytes:
    from hashlib import sha256  # loads OpenSSL, and most sessions embed nothing

    return sha256(f"{model}\0{text}".encode()).digest()

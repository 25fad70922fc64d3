"""The full-text index, empty."""

from __future__ import annotations

from tiermem.store.index_tables import make_index as apply

__all__ = ["apply"]

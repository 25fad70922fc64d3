"""The full-text index, empty."""

from __future__ import annotations

from tiermem.store.full_text.tables import make_index as apply

__all__ = ["apply"]

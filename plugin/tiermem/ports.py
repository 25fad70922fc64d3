"""What the engine needs from outside: the hooks of plugins, and the present."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.plugins.hooks import Hooks as Hooks  # noqa: PLC0414 handed on

Clock = Callable[[], datetime]
"""Gives the present as an aware datetime; a replay brings the transcript's own."""

"""The two pluggy markers: one for the contract, one for implementations of it."""

from __future__ import annotations

from typing import Final

import pluggy

PROJECT: Final = "tiermem"
"""The name for pluggy and of the entry-point group."""

hookspec = pluggy.HookspecMarker(PROJECT)
"""Marks a function of `tiermem.plugins.specs` as a hook."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of the hook that it is named after."""

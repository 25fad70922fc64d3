"""Redact secrets in everything that is about to be stored or shown to the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem import Verdict
from tiermem.plugins import hookimpl
from tiermem_hooks.secrets.redaction import redact

if TYPE_CHECKING:
    from tiermem import Change


@hookimpl
def check_write(change: Change) -> Verdict | None:
    """Redact the secrets in a change; None where there are none."""
    clean = redact(change.content)
    if clean == change.content:
        return None
    return Verdict(action="redact", content=clean, reason="it held a secret")

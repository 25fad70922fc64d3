"""The contract for access tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.values import AccessToken


class AccessTokens(Protocol):
    """Access tokens of the HTTP server. Only digests are stored."""

    def add(self, token: AccessToken, digest: str) -> None:
        """Add a token with its digest."""
        ...

    def list(self) -> Sequence[AccessToken]:
        """Return all tokens, oldest first."""
        ...

    def find(self, digest: str) -> AccessToken | None:
        """Return the token with a digest, or None."""
        ...

    def remove(self, token_id: str) -> bool:
        """Remove a token; return False if there is none."""
        ...

"""Access tokens of the HTTP server."""

from __future__ import annotations

from typing import Any

from tiermem.values.frozen import asdict, dataclass


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token that lets a program use the HTTP server. The token itself is shown once and not stored.

    Attributes:
        id: Its id, by which it is revoked.
        user: The only user whose memory it opens; None for an administrator's token, which opens all.
        label: A note of the person who made it; "" for none.
        created_at: When it was made.
        expires_at: When it expires; None for never.
    """

    id: str
    user: str | None
    label: str
    created_at: str
    expires_at: str | None

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self)

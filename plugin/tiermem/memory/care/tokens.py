"""Make, list and revoke the access tokens of the HTTP server."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.text import storable
from tiermem.values import AccessToken, instant, new_id, utc_now

if TYPE_CHECKING:
    from tiermem.store.contract import Store

_BYTES = 32
"""Random bytes of a token: 256 bits cannot be guessed, so that a fast digest without salt is enough."""
_MOST_DAYS = 36_500
_LABEL_CHARS = 100
PREFIX = "tmt_"
"""The beginning of every token, by which secret scanners can find it."""


class Tokens:
    """The access tokens of a store. Got from `Memory.tokens`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(
        self, user: str | None = None, *, label: str = "", days: int | None = None
    ) -> tuple[str, AccessToken]:
        """Make a token. Its text is returned only here; the store keeps its SHA-256.

        Args:
            user: The only user whose memory it opens; None for all, as an administrator.
            label: A note to recognise it by.
            days: Days until it expires; None for never.

        Returns:
            The token's text, and its record.

        Raises:
            InputError: The user or the label cannot be stored, or the number of days is not from 1 to 36,500.
        """
        if user is not None and (not user.strip() or not storable(user)):
            raise InputError("The user's name is empty, or holds NUL or broken Unicode.")
        if len(label) > _LABEL_CHARS or not storable(label):
            raise InputError(f"A label has up to {_LABEL_CHARS} characters, without NUL or broken Unicode.")
        if days is not None and not 1 <= days <= _MOST_DAYS:
            raise InputError(f"A token expires after 1 to {_MOST_DAYS:,} days, not {days}.")
        now = utc_now()
        text = PREFIX + secrets.token_urlsafe(_BYTES)
        expires = None if days is None else instant(now + timedelta(days=days))
        token = AccessToken(new_id(), user, label, instant(now), expires)
        with self._store.transaction():
            self._store.access.add(token, _digest(text))
        return text, token

    def list(self) -> list[AccessToken]:
        """Return all tokens, oldest first, including expired ones."""
        return list(self._store.access.list())

    def revoke(self, token_id: str) -> None:
        """Revoke a token at once.

        Raises:
            InputError: There is no token with this id.
        """
        with self._store.transaction():
            if not self._store.access.remove(token_id):
                raise InputError(f"There is no token {token_id!r}. 'tiermem token list' shows them.")

    def find(self, text: str) -> AccessToken | None:
        """Return the record of a token's text; None if it is unknown, revoked or expired."""
        token = self._store.access.find(_digest(text))
        is_over = (
            token is not None and token.expires_at is not None and token.expires_at <= instant(utc_now())
        )
        return None if is_over else token


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

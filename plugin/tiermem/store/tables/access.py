"""The table of access tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.sql.statements import columns, insert_into, rows_of
from tiermem.values import AccessToken

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database

_COLUMNS = ("id", "user", "label", "created_at", "expires_at")


class AccessTokenTable:
    """`contract.AccessTokens`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._select = f"SELECT {columns(_COLUMNS)} FROM access_tokens"

    def add(self, token: AccessToken, digest: str) -> None:
        """See `contract.AccessTokens.add`."""
        values = [getattr(token, name) for name in _COLUMNS]
        self._database.execute_sql(
            insert_into(self._database, "access_tokens", (*_COLUMNS, "digest")), (*values, digest)
        )

    def list(self) -> list[AccessToken]:
        """See `contract.AccessTokens.list`."""
        return [
            AccessToken(*row) for row in rows_of(self._database, f"{self._select} ORDER BY created_at, id")
        ]

    def find(self, digest: str) -> AccessToken | None:
        """See `contract.AccessTokens.find`."""
        found = rows_of(self._database, f"{self._select} WHERE digest = {self._database.param}", digest)
        return AccessToken(*found[0]) if found else None

    def remove(self, token_id: str) -> bool:
        """See `contract.AccessTokens.remove`."""
        sql = f"DELETE FROM access_tokens WHERE id = {self._database.param}"
        return bool(self._database.execute_sql(sql, (token_id,)).rowcount)

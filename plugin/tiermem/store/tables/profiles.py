"""Users' profiles, and what is known of their connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.learning_rows import (
    CONNECTION_COLUMNS,
    PROFILE_COLUMNS,
    connection_from,
    connection_row,
    profile_from,
    profile_row,
)
from tiermem.store.tables.sql import matching, put
from tiermem.values import Profile

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.values import Connection


class PeeweeProfiles:
    """`contract.Profiles`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, scope_id: int) -> Profile:
        """See `contract.Profiles.get`."""
        rows = matching(self._database, "profiles", PROFILE_COLUMNS, {"scope_id": scope_id})
        return profile_from(rows[0]) if rows else Profile(scope_id=scope_id)

    def put(self, profile: Profile) -> None:
        """See `contract.Profiles.put`."""
        put(self._database, "profiles", profile_row(profile), "scope_id")

    def connection(self, connection_id: str, scope_id: int) -> Connection | None:
        """See `contract.Profiles.connection`."""
        rows = matching(
            self._database, "connections", CONNECTION_COLUMNS, {"scope_id": scope_id, "id": connection_id}
        )
        return connection_from(rows[0]) if rows else None

    def connections(self, scope_id: int) -> list[Connection]:
        """See `contract.Profiles.connections`."""
        rows = matching(self._database, "connections", CONNECTION_COLUMNS, {"scope_id": scope_id}, order="id")
        return [connection_from(row) for row in rows]

    def put_connection(self, connection: Connection) -> None:
        """See `contract.Profiles.put_connection`."""
        put(self._database, "connections", connection_row(connection), "scope_id", "id")

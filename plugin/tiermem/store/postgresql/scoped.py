"""Let each function of a store see the rows of the owners that it is called for, and no others.

Row-level security is told the owners at the beginning of each transaction (`PostgresDatabase.of`). They come from the
arguments of the contract's functions, by their names: ``scopes``, ``reach``, ``scope_id`` and values with an owner. A
session or an event that is named by its id alone stands for its user. A function that names no owner sees nothing,
except those that are listed here because they look for owners or work for all of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tiermem.store.sql.statements import placeholders, rows_of

if TYPE_CHECKING:
    from tiermem.store.postgresql.database import PostgresDatabase

Tables = TypeVar("Tables")
EVERYTHING: Mapping[str, frozenset[str]] = {
    # Who is who, and what was granted to whom.
    "RecordTables": frozenset({"reach", "scopes", "put_house", "free_house", "grant", "is_granted", "users"}),
    # An id that is taken belongs to somebody, and retention is an agent's, for all of its users.
    "SessionTables": frozenset({"is_open_to", "known", "begin", "forget_turns"}),
    "FullText": frozenset({"reindex"}),
    "RunTables": frozenset({"users_with_work"}),
    "AccessTokenTable": frozenset({"add", "list", "find", "remove"}),
    # Vectors are made for all texts of a store.
    "VectorTable": frozenset({"put", "models", "drop"}),
}
"""Class → its functions that see the rows of all owners."""
_LAZY = "typed"
"""A function whose result reads later, for the same owners."""
_OWNED = ("entry", "event", "profile", "connection", "task", "project")
_KEPT = 10_000
"""Users of sessions that are kept in memory."""


def scoped(database: PostgresDatabase, tables: Tables) -> Tables:
    """Return tables each function of which sees the rows of the owners in its arguments."""
    return cast(Tables, _Scoped(database, tables, EVERYTHING.get(type(tables).__name__, frozenset())))


class _Scoped:
    def __init__(self, database: PostgresDatabase, tables: Any, everything: frozenset[str]) -> None:
        self._database, self._tables, self._everything = database, tables, everything
        self._users: dict[str, int] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._tables, name)
        if not callable(found):
            return found
        made = self._limited(name, found)
        setattr(self, name, made)
        return made

    def _limited(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)
        owners = None if name in self._everything else self._owners_in(signature)
        is_generator = inspect.isgeneratorfunction(function)

        def limited(*args: Any, **named: Any) -> Any:
            scopes = None if owners is None else owners(args, named)
            with self._database.of(scopes):
                result = function(*args, **named)
            if is_generator:
                return _each(self._database, result, scopes)
            return _Later(self._database, result, scopes) if name == _LAZY else result

        return limited

    def _owners_in(
        self, signature: inspect.Signature
    ) -> Callable[[Sequence[Any], Mapping[str, Any]], Sequence[int] | None]:
        """Return what finds the owners in the arguments of a call; None for all of them."""
        ways: Mapping[str, Callable[[Any], Sequence[int] | None]] = {
            "scopes": lambda scopes: scopes,
            "scope_id": lambda scope_id: (scope_id,),
            "user_id": lambda user_id: (user_id,),
            "reach": lambda reach: reach.ids,
            **dict.fromkeys(_OWNED, lambda value: (value.scope_id,)),
            "session_id": self._user_of,
            "seq": lambda seq: self._owners_of([seq]),
            "seqs": self._owners_of,
        }
        for name, owners in ways.items():
            if name in signature.parameters:
                place = [*signature.parameters].index(name)
                return lambda args, named: owners(args[place] if place < len(args) else named.get(name))
        return lambda args, named: ()  # noqa: ARG005 every call is for nobody

    def _user_of(self, session_id: str) -> Sequence[int]:
        known = self._users.get(session_id)
        if known is not None:
            return (known,)
        with self._database.everything():
            found = rows_of(self._database, "SELECT user_id FROM sessions WHERE id = ?", session_id)
        if found and not self._database.in_transaction():  # what has not been committed may be undone
            if len(self._users) >= _KEPT:
                self._users.clear()
            self._users[session_id] = found[0][0]
        return tuple(user_id for (user_id,) in found)

    def _owners_of(self, seqs: Sequence[int]) -> Sequence[int]:
        if not seqs:
            return ()
        sql = f"SELECT DISTINCT scope_id FROM events WHERE seq IN ({placeholders(self._database, len(seqs))})"
        with self._database.everything():
            return [owner for (owner,) in rows_of(self._database, sql, *seqs)]


def _each(database: PostgresDatabase, results: Iterator[Any], scopes: Sequence[int] | None) -> Iterator[Any]:
    """Yield what a generator yields. It runs for the owners for which it was made, and its caller does not."""
    while True:
        with database.of(scopes):
            try:
                one = next(results)
            except StopIteration:
                return
        yield one


class _Later:
    """A result that reads later, for the owners for which it was made."""

    def __init__(self, database: PostgresDatabase, result: Any, scopes: Sequence[int] | None) -> None:
        self._database, self._result, self._scopes = database, result, scopes

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._result, name)
        if not callable(found):
            return found

        def limited(*args: Any, **named: Any) -> Any:
            with self._database.of(self._scopes):
                return found(*args, **named)

        return limited

"""Owners of entries: houses, agents, users; who reads them by a grant, and moving an entry to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.text import storable
from tiermem.values import Change, Draft, EntryFilter, Scope
from tiermem.values.frozen import fields, replace

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.memory.engine import Engine
    from tiermem.values import OwnedScope, Reach

_KINDS = ("house", "agent", "user")


class Scopes:
    """The scopes of a store, as its owner sees them. Got from `Memory.scopes`.

    A scope is named ``house:NAME``, ``agent:NAME`` or ``user:NAME``; an agent or a user of another house is
    ``agent:NAME@HOUSE``. What a house or an agent owns may be granted; what users said never is.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._store = engine.store

    def list(self) -> list[OwnedScope]:
        """Return all scopes, with their entries and who else reads them."""
        return self._store.records.scopes()

    def create(self, name: str, parent: str | None = None) -> Scope:
        """Make a house, or put one below another: its sessions then read what the houses above it own.

        Args:
            name: The house. An agent belongs to it that has ``scope: {house: NAME}`` in its YAML.
            parent: The house above it; None for none.

        Raises:
            InputError: The name is empty, or the parent is not there or below the house.
        """
        for one in (name, parent):
            if one is not None and (not one.strip() or not storable(one)):
                raise InputError("The name of a house is empty, or holds NUL or broken Unicode.")
        with self._store.transaction():
            return self._store.records.put_house(name, parent)

    def grant(self, scope: str, reader: str, *, withdraw: bool = False) -> OwnedScope:
        """Let the sessions of a reader read what a house or an agent owns; only a person changes it.

        Args:
            scope: Whose entries.
            reader: A house, an agent or a user, in all of whose sessions they are read from now on.
            withdraw: Take the grant back.

        Raises:
            InputError: One of them is not there, or belongs to a user.
        """
        owned, to = self._named(scope), self._named(reader)
        if owned.scope.kind not in ("house", "agent"):
            raise InputError(
                f"What {scope} owns was said by a user, and is never granted. Move an entry instead."
            )
        name = f"{to.scope.kind}:{to.scope.name}"
        if to.scope.kind != "house":
            name += f"@{to.parent}"
        if withdraw and name not in owned.granted:
            raise InputError(f"{scope} is not granted to {reader}.")
        with self._store.transaction():
            self._store.records.grant(owned.scope.id, name, withdraw=withdraw)
        return self._named(scope)

    def move(self, entry_id: str, to: str, user: str | None = None) -> WriteResult:
        """Give an entry to another owner: it is written there with a new id, and removed here; `restore` undoes that.

        Earlier versions stay with the old owner.

        Args:
            entry_id: An active entry that the user reads.
            to: The new owner. A house and an agent get it as a note (tier `memory`).
            user: Who has it; the YAML's user when none is named.

        Raises:
            InputError: There is no such entry or owner.
            WriteRefused: A check refused it, or the block of its new owner has no room.
        """
        reach = self._engine.reach(user)
        found = self._store.records.select(EntryFilter(ids=(entry_id,)), reach.ids)
        if not found:
            raise InputError(f"There is no active entry {entry_id!r}.")
        entry, owner = found[0], self._named(to)
        target = self._reach_of(owner)
        if target.owner("memory" if target.notes != "user" else entry.tier).id == entry.scope_id:
            raise InputError(f"Entry {entry_id} belongs to {to} already.")
        source = Scope(id=entry.scope_id, kind="house", name="")
        draft: dict[str, Any] = {one.name: getattr(entry, one.name) for one in fields(Draft)}
        draft |= {"tier": "memory"} if target.notes != "user" else {}
        reason = f"moved to {to}"
        changes = [
            Change(operation="remove", source="user", target=entry_id, reason=reason),
            Change(
                operation="add",
                source="user",
                draft=Draft(**draft),
                reason=f"moved from {entry_id}",
                allow_same_subject=True,
            ),
        ]
        wide = replace(target, also=(*target.also, source))
        return self._engine.gate.write(changes, wide)[-1]

    def _reach_of(self, owner: OwnedScope) -> Reach:
        """Return the reach in which a write of a person belongs to this owner."""
        own, scope = self._engine.reach(), owner.scope
        house = scope.name if scope.kind == "house" else owner.parent or own.house.name
        records = self._store.records
        agent = scope.name if scope.kind == "agent" else own.agent.name
        user = scope.name if scope.kind == "user" else own.user.name
        if scope.kind == "house":  # none of its agents and users: only the house itself is meant
            return replace(own, house=scope, notes="house")
        reach = records.reach(house=house, agent=agent, user=user)
        return replace(reach, notes="agent") if scope.kind == "agent" else reach

    def _named(self, name: str) -> OwnedScope:
        kind, _, rest = name.partition(":")
        if kind not in _KINDS or not rest:
            raise InputError(f"{name!r} names no scope. Say house:NAME, agent:NAME or user:NAME.")
        own = self._engine.reach().house.name
        inner, at, house = rest.rpartition("@")
        wanted = {(rest, None if kind == "house" else own)} | ({(inner, house)} if at else set())
        for one in self.list():
            if one.scope.kind == kind and any(
                one.scope.name == called and (kind == "house" or one.parent == of) for called, of in wanted
            ):
                return one
        raise InputError(f"There is no {name!r} yet. 'tiermem scope list' shows the scopes there are.")

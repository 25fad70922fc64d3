"""Owners of entries: houses, agents, users; who reads them by a grant, and moving an entry to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.text import storable
from tiermem.values import Change, Draft, EntryFilter, Reach, Scope
from tiermem.values.frozen import fields

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.memory.engine import Engine
    from tiermem.values import OwnedScope, ScopeKind, Tier

_KINDS: Mapping[str, ScopeKind] = {"house": "house", "agent": "agent", "user": "user"}


class Scopes:
    """The scopes of a store, as its owner sees them. Got from `Memory.scopes`.

    A scope is named ``house:NAME``, ``agent:NAME`` or ``user:NAME``; an agent or a user of another house is
    ``agent:NAME@HOUSE``. What a house or an agent owns may be granted; what users said never is.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._store = engine.store

    def list(self, kind: ScopeKind | None = None, name: str | None = None) -> list[OwnedScope]:
        """Return all scopes, or those of a kind, a name or both, with their entries and who else reads them."""
        return self._store.records.scopes(kind, name)

    def create(self, name: str, parent: str | None = None) -> Scope:
        """Make a house, or put one below another: its sessions then read what the houses above it own.

        Args:
            name: The house. An agent belongs to it that has ``scope: {house: NAME}`` in its YAML.
            parent: The house above it; None leaves it where it stands, a new one below none.

        Raises:
            InputError: The name is empty, or the parent is not there or below the house.
        """
        for one in (name, parent):
            if one is not None and (not one.strip() or not storable(one)):
                raise InputError("The name of a house is empty, or holds NUL or broken Unicode.")
        with self._store.transaction():
            if parent == self._engine.settings.scope.house:  # it may own nothing yet
                self._store.records.put_house(parent, None)
            return self._store.records.put_house(name, parent)

    def move_house(self, name: str, parent: str | None) -> Scope:
        """Put a house below another, or take it out of the one above it: its sessions no longer read what that owns.

        Args:
            name: A house that is there.
            parent: The house above it; None for none.

        Raises:
            InputError: One of them is not there, or the parent is the house or below it.
        """
        if not self._store.records.scopes("house", name):
            raise InputError(f"There is no house {name!r}. 'tiermem scope list' shows those there are.")
        with self._store.transaction():
            if parent is None:
                return self._store.records.free_house(name)
            return self._store.records.put_house(name, parent)

    def grant(self, scope: str, reader: str, *, withdraw: bool = False) -> OwnedScope:
        """Let the sessions of a reader read what a house or an agent owns. They change nothing of it.

        Args:
            scope: Whose entries.
            reader: A house, an agent or a user, in all of whose sessions they are read from now on.
            withdraw: Take the grant back.

        Raises:
            InputError: One of them is not there, or names two; or a user owns it, the reader reads it as it is, or no
                grant can be taken back.
        """
        owned, to = self._named(scope), self._named(reader)
        if owned.scope.kind not in ("house", "agent"):
            raise InputError(
                f"What {scope} owns was said by a user, and is never granted. Move an entry instead."
            )
        if not withdraw and self._reads_already(owned, to):
            raise InputError(f"{reader} reads what {scope} owns without a grant.")
        with self._store.transaction():
            is_new = self._store.records.grant(owned.scope.id, to.scope.id, withdraw=withdraw)
        if withdraw and not is_new:
            raise InputError(f"{scope} is not granted to {reader}.")
        return self._named(scope)

    def _reads_already(self, owned: OwnedScope, to: OwnedScope) -> bool:
        """Return True if a house or a user reads a house as their own, or as one above it.

        An agent of the house itself does too; with a grant it also shares its notes with the house.
        """
        house = to.scope.name if to.scope.kind == "house" else to.parent
        if owned.scope.id == to.scope.id:
            return True
        if owned.scope.kind != "house" or house is None:
            return False
        if to.scope.kind == "agent" and to.scope.parent_id == owned.scope.id:
            return False
        above = {one.scope.name: one.parent for one in self.list("house")}
        passed: set[str] = set()
        while house is not None and house not in passed:
            if house == owned.scope.name:
                return True
            passed.add(house)
            house = above.get(house)
        return False

    def move(self, entry_id: str, to: str, user: str | None = None) -> WriteResult:
        """Give an entry to another owner: it is written there with a new id, and removed here.

        Earlier versions stay with the old owner. To undo it, `remove` the new entry and `restore` the old one.

        Args:
            entry_id: An active entry that the user reads.
            to: The new owner. A house and an agent get it as a note (tier `memory`). A user of another house gets a
                note as a fact of theirs (tier `user`), which their agents there read.
            user: Who has it; the YAML's user when none is named.

        Raises:
            InputError: There is no such entry or owner.
            WriteRefused: A check refused it, it is only granted to be read, or the block of its new owner has no room.
        """
        reach = self._engine.reach(user)
        found = self._store.records.select(EntryFilter(ids=(entry_id,)), reach.ids)
        if not found:
            raise InputError(
                f"{reach.user.name!r} has no active entry {entry_id!r}. An entry of another user is moved with "
                "their name (--user)."
            )
        entry, owner = found[0], self._named(to)
        target = self._reach_of(owner)
        tier: Tier = "memory" if target.notes != "user" else entry.tier
        if tier == "memory" and owner.scope.kind == "user" and target.pair == target.user:
            tier = "user"
        if target.owner(tier).id == entry.scope_id:
            raise InputError(f"Entry {entry_id} belongs to {to} already.")
        draft: dict[str, Any] = {one.name: getattr(entry, one.name) for one in fields(Draft)} | {"tier": tier}
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
        return self._engine.gate.write(changes, reach, to=target)[-1]

    def _reach_of(self, owner: OwnedScope) -> Reach:
        """Return the reach in which a write of a person belongs to this owner.

        That of a house or an agent has no user, so that what is equal elsewhere does not stand for it; that of a user
        of another house has no agent, as this one is none there.
        """
        own, scope = self._engine.reach(), owner.scope
        if scope.kind == "user" and scope.parent_id == own.house.id:
            return self._store.records.reach(house=own.house.name, agent=own.agent.name, user=scope.name)
        if scope.kind == "user":
            house = Scope(id=scope.parent_id or 0, kind="house", name=owner.parent or "")
            return Reach(house=house, agent=scope, user=scope, pair=scope)
        if scope.kind == "house":
            return Reach(house=scope, agent=scope, user=scope, pair=scope, notes="house")
        house = Scope(id=scope.parent_id or 0, kind="house", name=owner.parent or "")
        return Reach(house=house, agent=scope, user=scope, pair=scope, notes="agent")

    def _named(self, name: str) -> OwnedScope:
        """Return the scope of a name. A user may be called as an e-mail address, and so look like one of another house.

        Raises:
            InputError: There is none, or two are meant.
        """
        said, _, rest = name.partition(":")
        kind = _KINDS.get(said)
        if kind is None or not rest:
            raise InputError(f"{name!r} names no scope. Say house:NAME, agent:NAME or user:NAME.")
        wanted: list[tuple[str, str | None]] = [
            (rest, None if kind == "house" else self._engine.reach().house.name)
        ]
        if kind != "house":
            wanted += [(rest[:at], rest[at + 1 :]) for at, letter in enumerate(rest) if letter == "@"]
        found = {
            one.scope.id: one
            for called, house in wanted
            for one in self._store.records.scopes(kind, called)
            if house is None or one.parent == house
        }
        if not found:
            raise InputError(f"There is no {name!r} yet. 'tiermem scope list' shows the scopes there are.")
        if len(found) > 1:
            both = " or ".join(f"{kind} {one.scope.name!r} of house {one.parent!r}" for one in found.values())
            raise InputError(
                f"{name!r} may be {both}. Add @HOUSE for that of this house; name the other from an agent of its own."
            )
        return next(iter(found.values()))

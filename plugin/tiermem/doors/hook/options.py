"""Read the flags of a hook from a host's configuration."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.values.frozen import dataclass, fields
from tiermem.values.store_urls import sqlite_file, sqlite_url

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENT = {
    name: f"TIERMEM_{name.upper()}" for name in ("config", "agent", "store", "user", "project", "task")
}
"""Option → its environment variable. `resident_address` repeats them, because it must not import this package."""


@dataclass(frozen=True, slots=True)
class Options:
    """The flags of ``tiermem hook``.

    Attributes:
        host: The calling host.
        event: The host's event, if its input does not name it.
        flush: Id of a session to end now, instead of an event.
        resident: Minutes without a call after which the resident process exits that this hook starts; "0" for none.
        request: Id of this call. If a host gives messages no id, it ensures that one handled twice is stored once.
        late: Only store the event, because its host already has the answer: "1" waits for the store, "0" does not.
        config: The agent's YAML. The other options up to *task* are those of `Memory.open` and `Memory.session`.
    """

    host: str = ""
    event: str | None = None
    flush: str | None = None
    resident: str | None = None
    config: str | None = None
    agent: str | None = None
    store: str | None = None
    user: str | None = None
    project: str | None = None
    task: str | None = None
    request: str | None = None
    late: str | None = None


def options_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Options:
    """Parse flags written by `tiermem install`, each as ``--name value``. The command itself accepts more forms.

    Raises:
        InputError: A flag is unknown or has no value.
    """
    for flag, value in zip(arguments[::2], [*arguments[1::2], "--"], strict=False):
        if not flag.startswith("--"):
            raise InputError(f"The hook takes flags, each with a value; {flag!r} is none.")
        if value.startswith("--"):
            raise InputError(f"The hook's flag {flag} has no value.")
    given = {
        name.removeprefix("--"): value for name, value in zip(arguments[::2], arguments[1::2], strict=True)
    }
    unknown = sorted(given.keys() - {field.name for field in fields(Options)})
    if unknown or not given.get("host"):
        raise InputError(f"The hook does not know {unknown}." if unknown else "The hook needs --host.")
    if "" in given.values():
        raise InputError(f"--{next(name for name, value in given.items() if not value)} is empty.")
    named: dict[str, Any] = {
        name: environment.get(variable) or None for name, variable in ENVIRONMENT.items()
    }
    return Options(**{"host": "", **named, **given})


def located(store: str, folder: Path) -> str:
    """Return a store with an absolute file name, resolved from *folder*."""
    path = sqlite_file(store)
    if path is None:
        return store
    file = folder / os.path.expanduser(path)
    return str(file) if path == store else sqlite_url(file)

"""The memories that are served, and the caller of a request, as dependencies of its routes."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, Query, Request

from tiermem.config import examine
from tiermem.errors import InputError
from tiermem.memory.memory import Memory

if TYPE_CHECKING:
    from types import TracebackType


_READING = ("GET", "HEAD")
_ASKING = ("/api/recall", "/api/retrieve")
"""Routes that read although they are posted to: a prompt is too long for an address."""


class NotFound(InputError):
    """There is nothing of this name that the caller may know of."""

    code = "not_found"


@dataclass(frozen=True, slots=True)
class Caller:
    """The author of a request.

    Attributes:
        user: The user of a token; None for the administrator of the store.
        store: The only store that is open to them: a token's own. None for whatever is served.
    """

    user: str | None = None
    store: str | None = None

    def opens(self, memory: Memory) -> bool:
        """Return True if the store of a memory is open to them."""
        return self.store in (None, memory.url)

    def user_named(self, name: str | None) -> str | None:
        """Return whom a request is about: an administrator may name anybody, a user only themselves.

        Raises:
            NotFound: It names another user.
        """
        if self.user is None or name in (None, self.user):
            return name if self.user is None else self.user
        raise NotFound(f"There is no user {name!r}.")


_RECALLS = 2
"""Recalls that compute at the same time. More of them only take turns at the interpreter: with 40, the slowest of a
hundred takes three times as long (``python -m benchmarks.http_load``)."""


class Serving:
    """The memories of an agent's YAML, each opened when it is first asked for. Close it at the end.

    Args:
        config: The agent's YAML; None for the defaults alone.
        agent: The only agent to serve; None for all of the file.
        store: URL or path of the store instead of the one in the YAML.
        user: The user where none is named, instead of the YAML's.

    Attributes:
        agents: The names of the agents.

    Raises:
        ConfigError: The YAML is invalid.
    """

    def __init__(
        self,
        config: str | None = None,
        agent: str | None = None,
        store: str | None = None,
        user: str | None = None,
    ) -> None:
        self._config, self._store, self._user = config, store, user
        self._opened: dict[str | None, Memory] = {}
        self._lock = threading.Lock()
        self._recalling = CapacityLimiter(_RECALLS)
        self.agents: Sequence[str] = (agent,) if agent else _agents_of(config)

    def memory(self, agent: str | None = None) -> Memory:
        """Return the memory of an agent; the first one without a name.

        Raises:
            NotFound: There is no such agent.
            TiermemError: It cannot be opened.
        """
        name = agent or next(iter(self.agents), None)
        if agent is not None and agent not in self.agents:
            raise NotFound(f"There is no agent {agent!r}.")
        with self._lock:
            if name not in self._opened:
                named = name if self._config else None
                self._opened[name] = Memory.open(
                    self._config, agent=named, store=self._store, user=self._user
                )
            return self._opened[name]

    def opened(self, agent: str | None = None) -> Memory | None:
        """Return the memory of an agent if it is open already."""
        return self._opened.get(agent or next(iter(self.agents), None))

    def recalling(self, memory: Memory) -> CapacityLimiter | None:
        """Return what bounds the recalls at the same time; None where they may wait for something elsewhere."""
        return None if memory.recalls_elsewhere else self._recalling

    def close(self) -> None:
        """Close all of them."""
        with self._lock:
            opened, self._opened = list(self._opened.values()), {}
        for one in opened:
            one.close()

    def __enter__(self) -> Serving:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _agents_of(config: str | None) -> Sequence[str]:
    if config is None:
        return ("default",)
    settings, errors = examine(Path(config))
    if errors:
        raise errors[0]
    return tuple(name for name, one in settings.items() if one is not None)


# They are `async`, because FastAPI runs each of the others in a thread, which costs more than the work.


async def _serving(request: Request) -> Serving:
    return cast("Serving", request.app.state.serving)


async def _caller(request: Request) -> Caller:
    return cast("Caller", request.scope["tiermem.caller"])


ServingOf = Annotated[Serving, Depends(_serving)]
"""The memories that are served."""
CallerOf = Annotated[Caller, Depends(_caller)]
"""The caller, whom the guard found."""


async def _user(
    caller: CallerOf,
    user: Annotated[
        str | None, Query(min_length=1, max_length=200, description="The user whose memory it is.")
    ] = None,
) -> str | None:
    return caller.user_named(user)


UserOf = Annotated[str | None, Depends(_user)]
"""The user that the query names, if the caller may; None for the YAML's user."""


async def _memory(
    request: Request,
    serving: ServingOf,
    caller: CallerOf,
    user: UserOf,
    agent: Annotated[
        str | None, Query(min_length=1, max_length=200, description="The agent, by its name in the YAML.")
    ] = None,
) -> Memory:
    memory = serving.opened(agent)
    if memory is None:
        memory = await to_thread.run_sync(serving.memory, agent)
    if not caller.opens(memory):
        raise NotFound(f"There is no agent {agent!r}.")
    if not memory.has_files_of_users:
        return memory
    # Who only looks makes no file for a name that nobody has.
    only_looks = request.method in _READING or request.url.path in _ASKING
    return await to_thread.run_sync(partial(memory.of, user, create=not only_looks))


MemoryOf = Annotated[Memory, Depends(_memory)]
"""The memory of the agent that the query names; the user's, where each has a file."""
